import type { Tx } from '../../infra/app-context.ts'
import { findBackOrderedGoods } from '../../lib/availability.ts'
import { getPayBy } from '../../lib/bank-transfer.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry, lockActivePerson } from '../accounts/service.ts'
import { requiresApproval } from '../approvals/service.ts'
import { invalid, refuse } from '../back-office/staff-action.server.ts'
import {
  calculateBasketTotals,
  calculateSubtotal,
  calculateWeight,
  createEmptyBasket,
} from '../basket/basket.ts'
import { getCorrectedVatRate } from '../corrections/delivery.ts'
import { listDeliveryOptions, toChosenDelivery } from '../delivery/options.ts'
import { toOrderLine } from '../orders/order-line.ts'
import type { Order } from '../orders/service.ts'
import { supportsCardAmount } from '../payments/service.ts'
import { findBilling } from './caller.ts'
import { findCaller, listPricedProducts } from './caller-queries.server.ts'
import { type EntryForm, endNames, entryMessages, findEndError, validatePaidNow } from './entry.ts'
import {
  type EntryAction,
  type EntryResult,
  formatPlaced,
  newStaffOrder,
  type PlacingDeps,
  placeForCustomer,
  type Settlement,
  toPaidOrder,
  toPlaced,
} from './place.server.ts'

/** A quote as it was offered: the prices of its lines in their order, and its delivery. */
export interface OfferedQuote {
  order: Order
  prices: readonly Pence[]
  delivery: { price: Pence; note: string }
}

/** How the customer agreed, in words, and how it is paid. */
export type QuotePlacing = Settlement & Pick<EntryForm, 'source' | 'purchase_order'> & { agreed: string }

/**
 * Places a quote that its customer has agreed to, at its prices, in the transaction that holds its lock. The caller has
 * checked that it can be ordered.
 */
export async function placeQuoted(
  tx: Tx,
  deps: PlacingDeps,
  quote: OfferedQuote,
  form: QuotePlacing,
  { staff, now }: Pick<EntryAction, 'staff' | 'now'>,
): Promise<EntryResult> {
  const { order } = quote
  const { terms, delivery: settings, contact: shop } = deps.context.config
  if (terms === null || settings === null) return refuse(notOpenMessage)
  const customer = order.personId === null ? null : await findCaller(tx, order.personId)
  // Its own lines and prices, with what the catalogue and the stock say today.
  const products = await listPricedProducts(tx, order.companyId, order.lines)
  const lines = products.map((product, index) => {
    const { code, title } = order.lines[index]!
    return { ...product, code, title, unitPrice: quote.prices[index]! }
  })
  const later = findBackOrderedGoods(lines)
  const consignments = later?.isPart ? (order.consignments ?? 'together') : null
  const basket = { ...createEmptyBasket('account'), lines, consignments }
  // What the person orders at the same time elsewhere counts in the sum above which orders need approval (R-APPROVAL-6).
  if (customer && customer.approvalAbove !== null) await lockActivePerson(tx, customer.id)
  const goods = { subtotal: calculateSubtotal(basket), sourceId: order.id }
  // Who has left the company does not order on its account.
  const mayOrderOnAccount = customer?.companyId === order.companyId && customer.mayOrderOnAccount
  const endError = (await requiresApproval(tx, customer, goods, now))
    ? entryMessages.quoteNeedsApproval(order.contact.name)
    : findEndError(form.end, customer && { ...customer, mayOrderOnAccount }, {
        takesCards: deps.takesCards,
        needsApproval: false,
      })
  const errors = { ...validatePaidNow(form), ...(endError !== null && { end: endError }) }
  if (Object.keys(errors).length > 0) return invalid(errors)
  const unsold = lines.filter(({ forSale }) => !forSale)
  if (unsold.length > 0) return refuse(entryMessages.quoteNotSold(unsold.map(({ code }) => code)))
  const { country, postcode } = order.delivery
  const delivery = listDeliveryOptions({
    ...{ now, country, postcode, countries: deps.countries, settings, phone: shop.phone },
    ...{ weightG: calculateWeight(basket), goodsSubtotal: goods.subtotal },
    ...{ later, consignments, quoted: quote.delivery },
  })
  const option = delivery.ok ? delivery.options.find(({ code }) => code === 'QTD') : undefined
  if (!option) return refuse(entryMessages.noDelivery)
  const vatRate = getCorrectedVatRate({ deliveryCode: option.code, delivery: order.delivery })
  const price = quote.delivery.price
  const { totals } = calculateBasketTotals(basket, order, { price, vatRate }, now)
  const total = totals.discountedTotal
  if (form.end === 'link' && total > 0 && !supportsCardAmount(deps.payments, total))
    return invalid({ end: entryMessages.cardAmount })
  const { personId, companyId, contact } = order
  const placed = await placeForCustomer(
    tx,
    deps,
    {
      ...newStaffOrder(form, staff.id),
      ...toPaidOrder(form.end, total, customer, getPayBy(now, deps.context.config.proFormaDays)),
      ...{ personId, companyId, contact, delivery: order.delivery, sourceId: order.id },
      // On account it is billed to the address in the company's books.
      billing: (form.end === 'account' && findBilling(customer)) || order.billing,
      ...toChosenDelivery(option, option.arg),
      collectionDetails: [],
      consignments,
      purchaseOrder: form.purchase_order,
      deliveryInstructions: order.deliveryInstructions,
      ...{ subtotal: totals.subtotal, discount: totals.discount, deliveryCost: totals.deliveryCost },
      ...{ vat: totals.discountedVat, total, vatRateBp: vatRate, lines: lines.map(toOrderLine) },
    },
    form,
    { staff, now, why: `agreed ${form.agreed}` },
  )
  const { reference } = placed
  const detail = `quote ${order.reference}, ${endNames[form.end].toLowerCase()}, ${formatPounds(total)}; agreed ${form.agreed}`
  const audit = { actor: toActor(staff.id), action: 'quote placed for the customer', detail, now }
  await addAuditEntry(tx, { ...audit, subject: `order ${reference}` })
  return toPlaced(reference, formatPlaced(placed), placed.onStop)
}
