import { getPosition } from '../orders/order-line.ts'
import type { DocumentOrder } from './document-order.ts'
import type { Pieces } from './next-invoice.ts'

/**
 * Of pieces that have not left, those that no invoice has: an order on account is invoiced parcel by parcel. What was
 * invoiced and will not be sent (`withdrawn`) counts as gone.
 */
export function listNotInvoiced(
  { lines, invoiced }: Pick<DocumentOrder, 'lines' | 'invoiced'>,
  despatched: readonly Pieces[],
  notSent: readonly Pieces[],
): Pieces[] {
  const withdrawn = lines.map((line, index) => ({
    position: getPosition(line, index),
    quantity: line.withdrawn ?? 0,
  }))
  const goods = invoiced.filter(({ kind }) => kind === 'goods')
  return notSent.flatMap(({ position, quantity }) => {
    const gone = countPieces(despatched, position) + countPieces(withdrawn, position)
    const waiting = Math.max(0, countPieces(goods, position) - gone)
    return quantity > waiting ? [{ position, quantity: quantity - waiting }] : []
  })
}

const countPieces = (
  pieces: readonly { position: number | null; quantity: number }[],
  position: number,
): number =>
  pieces.filter(one => one.position === position).reduce((total, { quantity }) => total + quantity, 0)
