import type { ExpectedLine, ExpectedOrder } from '../../orders/expectation/expectation.ts'

/** A line of an order that has something to send. */
export interface AllocatableLine {
  productId: number
  /** What the line has still to send. */
  open: number
  /** How many pieces of these it can send now. */
  allocatable: number
  /** What is set aside for it: picked, or on a pick list. */
  reserved: number
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
  facts: ExpectedOrder & { lines: ExpectedLine[] }
}

/** A list that may be cut. */
export interface AllocatableLines {
  lines: AllocatableLine[]
  /** With those that are not listed. */
  total: number
}
