import { formatPounds, type Pence, sum } from '../../lib/money.ts'
import type { DocumentLine, DocumentSummary, OrderRefund } from './document.ts'
import type { DocumentOrder } from './document-order.ts'

/** What was credited of an order. */
export interface Credited {
  /** Inc VAT. */
  total: Pence
  /** How many pieces, by the position of the line. */
  pieces: ReadonlyMap<number, number>
}

/** With what was refunded while the order was held, whose credit notes follow. */
export function calculateCredited({
  credited,
  deferred,
}: Pick<DocumentOrder, 'credited' | 'deferred'>): Credited {
  const lines: DocumentLine[] = [...credited, ...deferred.flatMap(note => note.lines)]
  const pieces = new Map<number, number>()
  for (const { kind, position, quantity } of lines)
    if (kind === 'goods' && position !== null) pieces.set(position, (pieces.get(position) ?? 0) + quantity)
  return { total: sum(lines.flatMap(({ net, vat }) => [net, vat])), pieces }
}

/** What the credit notes of an order come to, inc VAT. */
export const sumCreditNotes = (documents: readonly Pick<DocumentSummary, 'kind' | 'total'>[]): Pence =>
  sum(documents.filter(({ kind }) => kind === 'credit_note').map(({ total }) => total))

/** Beside the state of an order: '£14.40 refunded', '£30.00 credited'; '': nothing was. */
export function formatCredited(
  documents: readonly Pick<DocumentSummary, 'kind' | 'total'>[],
  refunds: readonly Pick<OrderRefund, 'amount' | 'state'>[],
): string {
  const refunded = sum(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount))
  if (refunded > 0) return `${formatPounds(refunded)} refunded`
  const credited = sumCreditNotes(documents)
  return credited > 0 ? `${formatPounds(credited)} credited` : ''
}
