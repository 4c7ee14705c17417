import type { ExpectedLine, ExpectedOrder } from '../../orders/expectation/expectation.ts'

/** What a line of an order has still to send. */
export interface OpenPieces {
  open: number
  /** How many of these it can send now. */
  allocatable: number
  /** What is set aside for it: picked, or on a pick list. */
  reserved: number
  /** Its order is to be sent all together and other goods of it are not there yet: nothing is picked before they are. */
  isWaiting: boolean
  reference: string
  position: number
  code: string
  isHeld: boolean
  /** Of staff; '': its account is on stop. */
  holdReason: string
  /** The customer has not completed or paid the order yet. */
  isUnfinished: boolean
  customer: string
  since: Date
  facts: ExpectedOrder & { lines: ExpectedLine[] }
}
