import type { Tx } from '../../../infra/app-context.ts'
import { type BasisPoints, formatPounds, type Pence } from '../../../lib/money.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { type BasketTotals, calculateBasketTotals } from '../../basket/basket.ts'
import { getBuyer, removeLapsedVouchers } from '../../basket/service.ts'
import { getVatRate } from '../../delivery/vat-rate.ts'
import { supportsCardAmount } from '../../payments/service.ts'
import { orderMessages } from '../messages.ts'
import type { CheckoutDeps } from '../service.ts'
import { type CheckoutSource, reloadSource } from '../source.server.ts'
import { type AcceptedOrder, type RejectedOrder, rejectOrder } from './decide-order.ts'

/** What is ordered, with the voucher uses as they are under the vouchers' locks, and what it costs. */
interface FinalTotals {
  ok: true
  source: CheckoutSource
  totals: BasketTotals
  vatRate: BasisPoints
}

/**
 * Calculates the totals of an order with the chosen delivery; the caller holds the locks of its vouchers. A voucher that
 * has lapsed leaves the basket, and the order is rejected.
 */
export async function calculateFinalTotals(
  tx: Tx,
  visitor: Visitor,
  before: CheckoutSource,
  decision: AcceptedOrder,
  now: Date,
): Promise<FinalTotals | RejectedOrder> {
  const source = before.basket.vouchers.length > 0 ? await reloadSource(tx, visitor, before, now) : before
  const { basket } = source
  const { option } = decision
  const vatRate = getOrderVatRate(decision)
  const deliveryCost = { price: option.price, vatRate }
  const totals = calculateBasketTotals(basket, getBuyer(visitor), deliveryCost, now)
  if (totals.lapsed.length > 0 && !source.loadedOrder) {
    const messages = await removeLapsedVouchers(tx, basket, totals)
    return rejectTotal(orderMessages.vouchersLapsed(messages, formatPounds(totals.totals.discountedTotal)))
  }
  return { ok: true, source, totals, vatRate }
}

// Beside the button, and the page loads the total again.
const rejectTotal = (error: string): RejectedOrder => rejectOrder(error, { total: error })

// Collected goods are handed over in the UK, wherever the customer lives.
export function getOrderVatRate({
  option,
  delivery,
}: Pick<AcceptedOrder, 'option' | 'delivery'>): BasisPoints {
  return option.code === 'COL' ? getVatRate('GB', '') : getVatRate(delivery.country, delivery.postcode)
}

/**
 * Rejects a total that is higher than the send says (R-CHECKOUT-28), and a later offer for a quote than it says, which may
 * have other goods (R-QUOTE-10); null when the order stands.
 */
export function findTotalRejection(
  { totals: { totals }, source: { loadedOrder } }: FinalTotals,
  { displayedTotal, displayedOffer }: { displayedTotal: Pence | null; displayedOffer: string | null },
): RejectedOrder | null {
  const total = formatPounds(totals.discountedTotal)
  const offer = loadedOrder?.offeredAt?.toISOString()
  if (offer && displayedOffer !== null && offer !== displayedOffer)
    return rejectTotal(orderMessages.quoteChanged(total))
  const hasRisen = displayedTotal !== null && totals.discountedTotal > displayedTotal
  return hasRisen ? rejectTotal(orderMessages.totalChanged(total)) : null
}

/** Rejects 'Nothing to pay' where the total is not £0.00 any more. */
export function rejectUnpaid({ totals }: BasketTotals): RejectedOrder {
  const error = orderMessages.somethingToPay(formatPounds(totals.discountedTotal))
  return rejectOrder(error, { payment_method: error })
}

export function findCardRejection(
  { method }: Pick<AcceptedOrder, 'method'>,
  { totals }: BasketTotals,
  payments: CheckoutDeps['payments'],
): RejectedOrder | null {
  return method === 'card' && !supportsCardAmount(payments, totals.discountedTotal)
    ? rejectOrder(orderMessages.notByCard, { payment_method: orderMessages.notByCard })
    : null
}
