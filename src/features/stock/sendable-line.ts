import type { IsoDate } from '../../lib/dates.ts'

/** A line of an order that has something to send. */
export interface SendableLine {
  productId: number
  /** What the line has still to send. */
  open: number
  /** How many pieces of these it can send now. */
  sendable: number
  orderId: number
  reference: string
  position: number
  code: string
  title: string
  isHeld: boolean
  /** Of staff; '': its account is on stop. */
  holdReason: string
  /** The customer has not completed or paid the order yet. */
  isUnfinished: boolean
  customer: string
  since: Date
  /** The day on which the order is to arrive; null: none was promised. */
  deliveryDate: string | null
  /** Of pieces that were not there when they were ordered. */
  laterQuantity: number
  leadTime: { min: number; max: number } | null
  /** ISO date from which it runs; null: that of the order. */
  laterSince: IsoDate | null
}

/** A list that may be cut. */
export interface SendableLines {
  lines: SendableLine[]
  /** With those that are not listed. */
  total: number
}
