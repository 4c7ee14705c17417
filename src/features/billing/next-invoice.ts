import { type BasisPoints, calculateShare, type Pence, pence, sum, zero } from '../../lib/money.ts'
import { pickLineName } from '../basket/lines/line-entry.ts'
import { distribute } from '../basket/totals.ts'
import { type ChosenDelivery, formatStartedDelivery } from '../delivery/chosen-delivery.ts'
import type { Order } from '../orders/order.ts'
import type { Pieces } from '../orders/order-line.ts'
import { getPosition, type OrderLine } from '../orders/order-line.ts'
import { type DocumentLine, type DocumentOrder, noGoods } from './document.ts'

export type InvoicedOrder = Pick<Order, 'lines' | 'discount' | 'deliveryCost' | 'vat' | 'vatRateBp'>

export interface InvoiceSums {
  /** Each with its share of the order's discount. Ex VAT but `vat`. */
  lines: (Pieces & { line: OrderLine; discount: Pence; net: Pence; vat: Pence })[]
  /** Null: an earlier invoice has the delivery charge. */
  delivery: { net: Pence; vat: Pence } | null
  /** Of the lines, before the discount. */
  subtotal: Pence
  discount: Pence
  net: Pence
  vat: Pence
  total: Pence
  /** It has the whole order. */
  isWhole: boolean
}

/**
 * The next invoice of an order; null: there is nothing to invoice. `pieces`: what it is for, 'rest': all that is not
 * invoiced yet. `issued`: the lines of the order's earlier invoices.
 *
 * Discount and VAT were rounded once for the order. So each invoice has the share of all pieces invoiced so far, less
 * what earlier invoices had: together they are the order to the penny, and the last has the remainder.
 */
export function calculateNextInvoice(
  order: InvoicedOrder,
  pieces: readonly Pieces[] | 'rest',
  issued: readonly DocumentLine[],
): InvoiceSums | null {
  const discounts = distribute(
    order.discount,
    order.lines.map(({ lineTotal }) => lineTotal),
  )
  let isLast = true
  const goods = order.lines.flatMap((line, index) => {
    const position = getPosition(line, index)
    const earlier = issued.filter(one => one.kind === 'goods' && one.position === position)
    const before = earlier.reduce((total, { quantity }) => total + quantity, 0)
    const open = line.quantity - before
    const quantity = Math.min(open, pieces === 'rest' ? open : countPieces(pieces, position))
    if (quantity < open) isLast = false
    if (quantity <= 0) return []
    const gross = line.unitPrice * quantity
    const netAfter = calculateNet(line, discounts[index]!, before + quantity)
    const net = pence(Math.min(gross, Math.max(0, netAfter - sum(earlier.map(one => one.net)))))
    return [{ line, position, quantity, discount: pence(gross - net), net }]
  })
  if (goods.length === 0) return null
  const deliveryNet = calculateDelivery(order, issued)
  const net = sum([...goods.map(line => line.net), deliveryNet ?? zero])
  const vatBefore = sum(issued.map(line => line.vat))
  const vatAfter = isLast
    ? order.vat
    : calculateShare(pence(sum(issued.map(line => line.net)) + net), order.vatRateBp as BasisPoints)
  const vat = pence(Math.max(0, Math.min(vatAfter, order.vat) - vatBefore))
  // Delivery has the VAT rate of the goods that it comes with.
  const vats = distribute(vat, [
    ...goods.map(line => line.net),
    ...(deliveryNet === null ? [] : [deliveryNet]),
  ])
  const lines = goods.map((line, index) => ({ ...line, vat: vats[index]! }))
  return {
    lines,
    delivery: deliveryNet === null ? null : { net: deliveryNet, vat: vats.at(-1)! },
    subtotal: pence(sum(lines.map(line => line.net)) + sum(lines.map(line => line.discount))),
    discount: sum(lines.map(line => line.discount)),
    net,
    vat,
    total: pence(net + vat),
    isWhole: isLast && issued.length === 0,
  }
}

const countPieces = (
  pieces: readonly { position: number | null; quantity: number }[],
  position: number,
): number =>
  pieces.filter(one => one.position === position).reduce((total, { quantity }) => total + quantity, 0)

/** Of the first `quantity` pieces of a line. Rounded down, so that no piece has more discount than its price. */
function calculateNet({ unitPrice, quantity: all }: OrderLine, discount: Pence, quantity: number): number {
  return unitPrice * quantity - Number((BigInt(discount) * BigInt(quantity)) / BigInt(all))
}

/** The charge is on the first invoice. */
function calculateDelivery({ deliveryCost }: InvoicedOrder, issued: readonly DocumentLine[]): Pence | null {
  const earlier = sum(issued.filter(({ kind }) => kind === 'delivery').map(({ net }) => net))
  const net = pence(Math.max(0, (deliveryCost ?? 0) - earlier))
  return issued.length > 0 && net === 0 ? null : net
}

export function toDocumentLines({ lines, delivery }: InvoiceSums, order: ChosenDelivery): DocumentLine[] {
  const goods = lines.map(({ line, position, quantity, net, vat }) => {
    const { productId } = line
    return { kind: 'goods' as const, position, productId, ...pickLineName(line), quantity, net, vat }
  })
  return delivery === null
    ? goods
    : [...goods, { kind: 'delivery', ...noGoods, title: formatStartedDelivery(order), ...delivery }]
}

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
