import { findBackOrderedGoods } from '../../../lib/availability.ts'
import type { Address } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { type BasisPoints, formatPounds, type Pence } from '../../../lib/money.ts'
import type { Sentence } from '../../../lib/shop-contact.ts'
import { toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { Person } from '../../accounts/visitor.ts'
import { type Basket, type BasketTotals, calculateSubtotal, maxSubtotal } from '../../basket/basket.ts'
import { maxLines } from '../../basket/limits.ts'
import { listLineProblems } from '../../basket/lines/line-problems.ts'
import { basketFullMessage, maxSubtotalMessage } from '../../basket/messages.ts'
import { basketMessages } from '../../basket/page-messages.ts'
import { choiceMessages, deliveryMessages } from '../../delivery/messages.ts'
import type { DeliveryOption } from '../../delivery/options.ts'
import { toChosenDelivery, validateDeliveryChoice } from '../../delivery/options.ts'
import { toFreeReason } from '../../orders/free-reason.ts'
import { type NewOrder, type OrderAddress, toKindAndMethod } from '../../orders/order.ts'
import { toOrderLine } from '../../orders/order-line.ts'
import type { OrderKind } from '../../orders/states.ts'
import { getTaxCode } from '../draft/apply-save.ts'
import { type CheckoutDraft, type DraftAddress, findAccountAddress, toAddress } from '../draft/draft.ts'
import { validatePlaceOrder } from '../draft/validate-order.ts'
import { orderMessages } from '../messages.ts'
import type { PaymentMethod } from '../schemas.ts'

export interface OrderInput {
  draft: CheckoutDraft
  person: Person | null
  basket: Basket
  savedAddresses: readonly SavedAddress[]
  countries: readonly Country[]
  options: readonly DeliveryOption[]
  methods: readonly string[]
  /** Goods ex VAT; 0: any order is large enough. */
  minimumOrder: Pence
}

export interface RejectedOrder {
  ok: false
  reason: Sentence
  /** By field. */
  errors: Record<string, Sentence>
  items: string[]
}

/** An order that the rules accept; its totals are calculated next, with the chosen delivery. */
export interface AcceptedOrder {
  ok: true
  method: PaymentMethod
  delivery: Address
  billing: Address
  option: DeliveryOption
  date: IsoDate | null
}

export function rejectOrder(
  reason: Sentence,
  errors: RejectedOrder['errors'] = {},
  items: string[] = [],
): RejectedOrder {
  return { ok: false, reason, errors, items }
}

/** Validates a final send as a whole (R-CHECKOUT-12). */
export function decideOrder(input: OrderInput): AcceptedOrder | RejectedOrder {
  const { draft, person, basket, savedAddresses, options, methods, minimumOrder } = input
  if (basket.lines.length === 0) return rejectOrder(orderMessages.emptyBasket)
  const method = draft.paymentMethod
  const accountAddress = method === 'account' ? findAccountAddress(savedAddresses) : undefined
  const isImported = (id: number | null) => savedAddresses.some(saved => saved.id === id && saved.imported)
  const delivery = toAddress(draft.delivery)
  const billing = accountAddress ? toPostalAddress(accountAddress) : toAddress(draft.billing)
  const errors = validatePlaceOrder({
    deliveryOption: draft.deliveryOption,
    paymentMethod: method ?? '',
    paymentMethods: methods,
    delivery,
    billing,
    isDeliveryImported: isImported(draft.delivery.id),
    isBillingImported: accountAddress !== undefined || isImported(draft.billing.id),
    countries: input.countries,
    taxCode: getTaxCode(draft, person),
    instructions: draft.deliveryInstructions,
    purchaseOrder: draft.purchaseOrder,
  })
  const [firstError] = Object.values(errors)
  if (firstError !== undefined || !method) return rejectOrder(firstError ?? orderMessages.emptyBasket, errors)
  // Before the day, which goods that are gone take with them.
  const items = listUnavailable(basket, toKindAndMethod(method).kind)
  if (items.length > 0) return rejectOrder(orderMessages.itemsUnavailable, {}, items)
  if (options.length === 0) {
    return rejectOrder(deliveryMessages.no_date, { delivery_method: deliveryMessages.no_date })
  }
  const choice = validateDeliveryChoice(options, draft.deliveryOption, draft.deliveryDay)
  if (!choice.ok) {
    const message = choiceMessages[choice.reason]
    return rejectOrder(message, { delivery_method: message })
  }
  const subtotal = calculateSubtotal(basket)
  if (subtotal < minimumOrder) {
    return rejectOrder(basketMessages.minimumOrder(formatPounds(minimumOrder).slice(1)))
  }
  // A loaded order keeps the lines it was agreed with. Of baskets only those from before the limit are larger.
  if (basket.id !== null && basket.lines.length > maxLines) return rejectOrder(basketFullMessage)
  // The basket refuses it at the add, but prices may have risen since, and reorders and lists add up.
  if (subtotal > maxSubtotal) return rejectOrder(maxSubtotalMessage)
  return { ok: true, method, delivery, billing, option: choice.option, date: choice.date }
}

// All at once: without a price, no longer sold, and short, which is checked again under the stock's lock. Requests for a
// quote or for approval take no stock.
export function listUnavailable(goods: Parameters<typeof listLineProblems>[0], kind: OrderKind): string[] {
  return listLineProblems(goods).flatMap(({ line, available, later }) => {
    const { code, title } = line
    if (!line.forSale) return [orderMessages.noLongerSold(code, title)]
    if (line.unitPrice === null) return [orderMessages.priceOnRequest(code, title)]
    return kind === 'order' && later === 0 ? [orderMessages.shortOfStock(code, title, available)] : []
  })
}

export function toNewOrder(
  accepted: AcceptedOrder,
  details: {
    basket: Basket
    totals: BasketTotals
    draft: CheckoutDraft
    person: Person | null
    sessionHash: Buffer
    clientNetwork: string
    guestPasswordHash: string | null
    requestHash: string
    reference: string
    sourceId: number | null
    vatRate: BasisPoints
    /** Of an order by bank transfer. */
    payBy: IsoDate
  },
): NewOrder {
  const { basket, draft, person } = details
  const { totals, discounts } = details.totals
  const isTransfer = accepted.method === 'counter'
  // A guest has no account yet: the wish to save an address is stored with the order that creates it.
  const withSaveFlags = (address: Address, { saveForFuture, saveAsBilling }: DraftAddress): OrderAddress =>
    person === null && saveForFuture
      ? { ...address, saveForFuture, ...(saveAsBilling && { saveAsBilling }) }
      : address
  return {
    reference: details.reference,
    state: accepted.method === 'card' ? 'awaiting_payment' : 'saved',
    ...toKindAndMethod(accepted.method),
    basketId: basket.id,
    sourceId: details.sourceId,
    basketVersion: basket.version,
    personId: person?.id ?? null,
    companyId: person?.company?.id ?? null,
    sessionHash: details.sessionHash,
    clientNetwork: details.clientNetwork,
    contact: {
      name: person?.name ?? draft.contact.name,
      email: person?.email ?? draft.contact.email,
      telephone: person?.telephone || draft.contact.telephone || accepted.delivery.telephone,
      vat: getTaxCode(draft, person),
    },
    guestPasswordHash: person ? null : details.guestPasswordHash,
    requestHash: details.requestHash,
    delivery: withSaveFlags(accepted.delivery, draft.delivery),
    billing: withSaveFlags(accepted.billing, draft.billing),
    ...toChosenDelivery(accepted.option, accepted.date),
    collectionDetails: [...(accepted.option.counter ?? [])],
    consignments: findBackOrderedGoods(basket.lines)?.isPart ? (draft.consignments ?? 'together') : null,
    purchaseOrder: draft.purchaseOrder,
    deliveryInstructions: draft.deliveryInstructions,
    approvalNote: accepted.method === 'approval' ? draft.approvalNote : '',
    freeReason: accepted.method === 'godmode' ? toFreeReason(draft.freeReason) : null,
    quoteNote: accepted.method === 'quote' ? draft.quoteNote : '',
    onStop: isTransfer || (accepted.method === 'account' && (person?.company?.onStop ?? false)),
    paymentDue: isTransfer,
    payBy: isTransfer ? details.payBy : null,
    subtotal: totals.subtotal,
    discount: totals.discount,
    deliveryCost: totals.deliveryCost,
    vat: totals.discountedVat,
    total: totals.discountedTotal,
    vatRateBp: details.vatRate,
    lines: basket.lines.map(toOrderLine),
    vouchers: discounts.map(({ voucher, summary, amount }) => ({
      voucherId: voucher.id,
      code: voucher.code,
      kind: voucher.kind,
      rate: voucher.amount,
      summary,
      amount,
    })),
  }
}
