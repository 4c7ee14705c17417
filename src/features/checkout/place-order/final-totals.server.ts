import type { Tx } from '../../../infra/app-context.ts'
import { type BasisPoints, formatPounds, type Pence } from '../../../lib/money.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import {
  type BasketTotals,
  type Buyer,
  calculateBasketTotals,
  calculateSubtotal,
} from '../../basket/basket.ts'
import { hasDisplayedGoods, toDisplayedBasket } from '../../basket/displayed-prices.ts'
import { getBuyer, removeLapsedVouchers } from '../../basket/service.ts'
import { type DeliveryOption, getDisplayedPrice, listTariff } from '../../delivery/options.ts'
import { exportRate, getVatRate } from '../../delivery/vat-rate.ts'
import { supportsCardAmount } from '../../payments/service.ts'
import { hasOtherGoods } from '../../quotes/displayed-goods.ts'
import { orderMessages } from '../messages.ts'
import type { CheckoutDeps } from '../service.ts'
import { type CheckoutSource, reloadSource, saveSourcePrices, toDisplayedGoods } from '../source.server.ts'
import { type AcceptedOrder, type RejectedOrder, rejectOrder } from './decide-order.ts'

/** What is ordered, with the voucher uses as they are under the vouchers' locks, and what it costs. */
interface FinalTotals {
  isAccepted: true
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
  { delivery }: Pick<CheckoutDeps, 'delivery'>,
  visitor: Visitor,
  before: CheckoutSource,
  decision: AcceptedOrder,
  now: Date,
): Promise<FinalTotals | RejectedOrder> {
  const source = before.basket.vouchers.length > 0 ? await reloadSource(tx, visitor, before, now) : before
  const { basket } = source
  const { option } = decision
  const vatRate = getOrderVatRate(decision)
  const deliveryCost = { price: option.price, vatRate, tariff: listTariff([option], delivery) }
  const totals = calculateBasketTotals(basket, getBuyer(visitor), deliveryCost, now)
  if (totals.lapsed.length > 0 && !source.loadedOrder) {
    await saveSourcePrices(tx, visitor, source, toDisplayedGoods(source, totals))
    const messages = await removeLapsedVouchers(tx, basket, totals)
    return rejectTotal(orderMessages.vouchersLapsed(messages, formatPounds(totals.totals.discountedTotal)))
  }
  return { isAccepted: true, source, totals, vatRate }
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
 * Rejects when the total is another than the send says, or, of a send that says none, when it is higher than the customer
 * was displayed last (R-CHECKOUT-28), or a quote of which staff have changed the goods since; null when the total stands.
 */
export function findTotalRejection(
  final: FinalTotals,
  { option, method }: AcceptedOrder,
  visitor: Visitor,
  displayedTotal: Pence | null,
  now: Date,
): RejectedOrder | null {
  const total = final.totals.totals.discountedTotal
  // A request for a quote charges nothing: staff price it.
  const hasRisenUnseen = () =>
    method !== 'quote' && hasRisen(final, calculateDisplayedTotal(final, option, getBuyer(visitor), now))
  const { basket, loadedOrder } = final.source
  if (loadedOrder?.status === 'quote_approved' && hasOtherGoods(basket.displayedPrices, basket))
    return rejectTotal(orderMessages.quoteChanged(formatPounds(total)))
  const hasChanged = displayedTotal === null ? hasRisenUnseen() : displayedTotal !== total
  return hasChanged ? rejectTotal(orderMessages.totalChanged(formatPounds(total))) : null
}

/**
 * Whether an open order costs more than the customer was displayed since it was saved, so that the same send makes a new
 * order instead of repeating it.
 */
export function isDearerThanDisplayed(
  orderTotal: Pence,
  source: CheckoutSource,
  decision: AcceptedOrder | RejectedOrder,
  visitor: Visitor,
  displayedTotal: Pence | null,
  now: Date,
): boolean {
  if (displayedTotal !== null) return orderTotal > displayedTotal
  if (!decision.isAccepted || decision.method === 'quote') return false
  const vatRate = getOrderVatRate(decision)
  return orderTotal > calculateDisplayedTotal({ source, vatRate }, decision.option, getBuyer(visitor), now)
}

/** Rejects 'Nothing to pay' where the total is not £0.00 any more. */
export function rejectUnpaid({ totals }: BasketTotals): RejectedOrder {
  const error = orderMessages.somethingToPay(formatPounds(totals.discountedTotal))
  return rejectOrder(error, { payment_method: error })
}

/** Rejects a total that a card cannot pay. */
export function findCardRejection(
  { method }: Pick<AcceptedOrder, 'method'>,
  { totals }: BasketTotals,
  payments: CheckoutDeps['payments'],
): RejectedOrder | null {
  return method === 'card' && !supportsCardAmount(payments, totals.discountedTotal)
    ? rejectOrder(orderMessages.notByCard, { payment_method: orderMessages.notByCard })
    : null
}

function hasRisen({ source, totals }: FinalTotals, displayedTotal: Pence): boolean {
  if (totals.totals.discountedTotal > displayedTotal) return true
  // A loaded order keeps its vouchers, and its sender saw their discount.
  const hasLapsed = source.loadedOrder !== null && totals.lapsed.length > 0
  return hasLapsed && !hasDisplayedGoods(source.basket.displayedPrices)
}

/** The total of this order at the prices that were displayed last; a part that never was counts at its current price. */
function calculateDisplayedTotal(
  { source, vatRate }: Pick<FinalTotals, 'source' | 'vatRate'>,
  option: DeliveryOption,
  buyer: Buyer,
  now: Date,
): Pence {
  const { displayedPrices } = source.basket
  const basket = toDisplayedBasket(source.basket)
  const price = getDisplayedPrice(option, calculateSubtotal(basket), displayedPrices)
  // Whether a destination has VAT is the customer's choice, the rate is not.
  const displayedRate = (displayedPrices.vat ?? vatRate) as BasisPoints
  const deliveryCost = { price, vatRate: vatRate === exportRate ? exportRate : displayedRate, tariff: {} }
  return calculateBasketTotals(basket, buyer, deliveryCost, now).totals.discountedTotal
}
