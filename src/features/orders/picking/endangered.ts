import type { MissingPieces } from '../despatch/together.ts'

/** Why an order is on the list of days that cannot be kept. */
export const delayReasons = ['short_pick', 'released', 'late', 'overdue', 'no_goods'] as const
export type DelayReason = (typeof delayReasons)[number]

export const delaySorts = ['promised', 'order', 'customer'] as const
export type DelaySort = (typeof delaySorts)[number]

/** The promised days that cannot be kept, as staff sort and filter them (R-DELAY-2). */
export interface DelayFilter {
  reason: DelayReason | 'all'
  sort: DelaySort
  direction: 'up' | 'down'
}

export interface EndangeredOrder {
  reference: string
  customer: string
  /** ISO date; of overdue goods the last day of their lead time; null: none holds. */
  promised: string | null
  deliveryCode: string
  reason: DelayReason
  /** What of it is not on hand for it, by line. */
  missing: MissingPieces[]
  /** `getOrderVersion`. */
  version: string
}
