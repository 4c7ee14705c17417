import type { Tx } from '../../../infra/app-context.ts'
import { type BasisPoints, formatPounds, type Pence } from '../../../lib/money.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { type Basket, type BasketTotals, calculateBasketTotals } from '../../basket/basket.ts'
import { getBuyer, removeLapsedVouchers } from '../../basket/service.ts'
import { getVatRate } from '../../delivery/vat-rate.ts'
import { supportsCardAmount } from '../../payments/service.ts'
import { orderMessages } from '../messages.ts'
import type { CheckoutDeps } from '../service.ts'
import { type CheckoutSource, reloadSource } from '../source.server.ts'
import { type AcceptedOrder, type RejectedOrder, rejectOrder } from './decide-order.ts'

/** The basket with its voucher uses as they are under the vouchers' locks, and what it costs. */
interface FinalTotals {
  isAccepted: true
  basket: Basket
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
  source: CheckoutSource,
  decision: AcceptedOrder,
  now: Date,
): Promise<FinalTotals | RejectedOrder> {
  const { basket } = source.basket.vouchers.length > 0 ? await reloadSource(tx, visitor, source, now) : source
  const vatRate = getOrderVatRate(decision)
  const deliveryCost = { price: decision.option.price, vatRate }
  const totals = calculateBasketTotals(basket, getBuyer(visitor), deliveryCost, now)
  if (totals.lapsed.length > 0 && !source.loadedOrder) {
    const [message] = await removeLapsedVouchers(tx, basket, totals)
    return rejectOrder(message ?? orderMessages.voucherLapsed)
  }
  return { isAccepted: true, basket, totals, vatRate }
}

// Collected goods are handed over in the UK, wherever the customer lives.
function getOrderVatRate({ option, delivery }: AcceptedOrder): BasisPoints {
  return option.code === 'COL' ? getVatRate('GB', '') : getVatRate(delivery.country, delivery.postcode)
}

/**
 * Rejects when prices, delivery or basket changed since the total was displayed, or when a card cannot pay the total; null
 * when the total stands.
 */
export function findTotalRejection(
  { method }: AcceptedOrder,
  { totals, lapsed }: BasketTotals,
  displayedTotal: Pence | null,
  isLoaded: boolean,
  payments: CheckoutDeps['payments'],
): RejectedOrder | null {
  const total = totals.discountedTotal
  const hasChanged = displayedTotal === null ? isLoaded && lapsed.length > 0 : displayedTotal !== total
  if (hasChanged) {
    const error = orderMessages.totalChanged(formatPounds(total))
    return rejectOrder(error, { total: error })
  }
  return method === 'card' && !supportsCardAmount(payments, total)
    ? rejectOrder(orderMessages.notByCard, { payment_method: orderMessages.notByCard })
    : null
}
