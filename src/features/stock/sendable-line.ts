import type { IsoDate } from '../../lib/dates.ts'

/** A line of an order that has something to send. */
export interface SendableLine {
  productId: number
  /** What the line has still to send. */
  open: number
  /** How many pieces of these it can send now. */
  sendable: number
  /** What is set aside for it: picked, or on a pick list. */
  setAside: number
  /** Its order is to be sent all together and other goods of it are not there yet: nothing is picked before they are. */
  isWaiting: boolean
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
  /**
   * The day that the customer expects, an ISO date; null: none. Goods of the second part of a split order, and those that
   * were not in their bin, have a lead time instead, until a day is announced.
   */
  promised: string | null
  /** The customer knows that it waits at the counter. */
  isReadyToCollect: boolean
  /** The customer was e-mailed that the order is delayed. */
  isDelayed: boolean
  /** It was held and released since, and no new day was announced. */
  wasHeld: boolean
  /** Of pieces that were not there when they were ordered; of an order to be sent all together, the slowest. */
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
