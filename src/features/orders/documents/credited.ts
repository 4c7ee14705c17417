import { type Pence, pence, sum } from '../../../lib/money.ts'
import type { DocumentLine } from './document.ts'
import type { DocumentOrder } from './document-order.ts'

/** What was credited of an order. */
export interface Credited {
  /** Inc VAT. */
  total: Pence
  /** What is left of the order's total. */
  rest: Pence
  /** How many pieces, by the position of the line. */
  pieces: ReadonlyMap<number, number>
}

/** With what was refunded while the order was held, whose credit notes follow. Null: nothing was credited. */
export function calculateCredited({
  total,
  credited,
  deferred,
}: Pick<DocumentOrder, 'total' | 'credited' | 'deferred'>): Credited | null {
  const lines: DocumentLine[] = [...credited, ...deferred.flatMap(note => note.lines)]
  const amount = sum(lines.flatMap(({ net, vat }) => [net, vat]))
  if (amount === 0) return null
  const pieces = new Map<number, number>()
  for (const { kind, position, quantity } of lines)
    if (kind === 'goods' && position !== null) pieces.set(position, (pieces.get(position) ?? 0) + quantity)
  return { total: amount, rest: pence(total - amount), pieces }
}
