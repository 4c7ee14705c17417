/** What a line of an order has still to send. */
export interface WaitingLine {
  productId: number
  open: number
  /** Its order may go out: it is placed and not held. */
  isReady: boolean
}

/** A line of an order that has something to send. */
export interface OpenOrderLine extends WaitingLine {
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
}

/** A line that waits to be despatched. `sendable`: how many pieces it can send now. */
export interface SendableLine extends OpenOrderLine {
  sendable: number
}

/**
 * How much each line can send of what is on hand: the oldest order first, as much as there is. `lines`: the oldest first.
 * An order that may not go out is passed over, so that its goods do not wait in the warehouse while others could be
 * sent; once it is released it is first again (R-STOCK-7). Returns one number for each line.
 */
export function allocateOldestFirst(
  onHand: ReadonlyMap<number, number>,
  lines: readonly WaitingLine[],
): number[] {
  const remaining = new Map(onHand)
  return lines.map(({ productId, open, isReady }) => {
    const there = remaining.get(productId) ?? 0
    const sendable = isReady ? Math.max(0, Math.min(open, there)) : 0
    remaining.set(productId, there - sendable)
    return sendable
  })
}
