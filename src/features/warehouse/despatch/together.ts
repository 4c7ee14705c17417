import { isWaitingForAll } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import type { SavedLine } from '../../orders/order-line.ts'

/** Pieces of a line that are not on hand yet, or that go to older orders first. */
export interface MissingPieces {
  code: string
  quantity: number
}

interface WaitingLine {
  code: string
  quantity: number
  despatchedQuantity: number
  allocatable: number
}

/**
 * What an order that its customer wants sent all together still waits for; empty: it can leave. Once a part has left, the
 * rest leaves as it comes.
 */
export function listWaitedFor(
  order: Pick<Order, 'state' | 'consignments'>,
  lines: readonly WaitingLine[],
): MissingPieces[] {
  if (!isWaitingForAll(order, lines)) return []
  return lines.flatMap(({ code, quantity, despatchedQuantity, allocatable }) => {
    const missing = quantity - despatchedQuantity - allocatable
    return missing > 0 ? [{ code, quantity: missing }] : []
  })
}

/** How many parts are named in a row. */
export const maxNamed = 5

/** '5 × FH-HYD-1, 2 × FH-OIL-1 and 3 more'. `count`: of all lines with missing pieces. */
export function formatMissing(missing: readonly MissingPieces[], count: number = missing.length): string {
  const named = missing.slice(0, maxNamed).map(({ code, quantity }) => `${quantity} × ${code}`)
  const more = count - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export const partLabel = 'Send part of it, even though the customer wants everything together'

/** The pieces that were credited before they left. */
export const formatNotSent = (lines: readonly Pick<SavedLine, 'code' | 'withdrawn'>[]): string =>
  formatMissing(
    lines.flatMap(({ code, withdrawn = 0 }) => (withdrawn > 0 ? [{ code, quantity: withdrawn }] : [])),
  )
