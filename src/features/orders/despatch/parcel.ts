import type { DespatchedLine } from './rules.ts'

/** What left the shop together. */
export interface Parcel {
  /** 1, 2 … of its order. */
  number: number
  /** A key of carriers.ts, or the name of another carrier; ''. */
  carrier: string
  trackingNumber: string
  /** Who took it at the counter; '': it was sent. */
  collectedBy: string
  /** An ISO instant. */
  despatchedAt: string
  /** Of staff; '': not known. */
  despatchedBy: string
  lines: DespatchedLine[]
}

/** A parcel without its contents. */
export type ParcelSummary = Omit<Parcel, 'despatchedBy' | 'lines'>

export const maxTrackingLength = 60
export const maxCollectorLength = 100
