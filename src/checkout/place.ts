import type { Person } from '../accounts/visitor.ts'
import { type Basket, goodsOf, largestSubtotal, type Reckoning } from '../basket/basket.ts'
import { minimumOrderValue, reachesMinimum } from '../basket/minimum-order.ts'
import { pageWords } from '../basket/page-words.ts'
import { tooDearWords } from '../basket/words.ts'
import { judgeChoice } from '../delivery/choice.ts'
import type { DeliveryOption } from '../delivery/options.ts'
import { choiceWords, deliveryWords } from '../delivery/words.ts'
import { type NewOrder, toKindAndMethod } from '../orders/order.ts'
import { toOrderLine } from '../orders/order-line.ts'
import type { Country } from '../shared/countries.ts'
import { type IsoDate, showDay } from '../shared/dates.ts'
import type { Errors } from '../shared/field-checks.ts'
import { type BasisPoints, showPounds } from '../shared/money.ts'
import { checkPlaceOrder } from './checks.ts'
import type { PaymentMethod, WireAddress } from './contract.ts'
import { type KeptAddress, type KeptAnswers, vatOf } from './sent.ts'
import { placeWords } from './words.ts'

export interface PlaceQuestion {
  answers: KeptAnswers
  person: Person | null
  basket: Basket
  /** The company's own billing address, for orders on account. */
  accountAddress: KeptAddress | null
  countries: readonly Country[]
  /** What can be had at the delivery address now; null: nothing. */
  options: readonly DeliveryOption[] | null
  methods: readonly string[]
}

export type PlaceVerdict =
  | { placeable: false; error: string; errors: Errors; items: string[] }
  | { placeable: true; order: Judged }

/** An order as the rules let it through; prices are reckoned next, with the delivery it chose. */
export interface Judged {
  method: PaymentMethod
  delivery: WireAddress
  billing: WireAddress
  option: DeliveryOption
  date: string | null
}

/** All of the specification's 'Place order' rules on what is known now. Decides only; writes nothing. */
export function judgePlaceOrder(question: PlaceQuestion): PlaceVerdict {
  const { answers, person, basket, options, methods } = question
  const refuse = (error: string, errors: Errors = {}, items: string[] = []): PlaceVerdict => ({
    placeable: false,
    error,
    errors,
    items,
  })
  if (basket.lines.length === 0) return refuse(placeWords.emptyBasket)
  const method = answers.paymentMethod as PaymentMethod
  const billing = method === 'account' && question.accountAddress ? question.accountAddress : answers.billing
  const errors = checkPlaceOrder({
    deliveryMethod: answers.deliveryMethod,
    offered: null,
    paymentMethod: method,
    paymentMethods: methods,
    delivery: answers.delivery,
    billing,
    deliveryImported: answers.delivery?.imported ?? false,
    billingImported: billing?.imported ?? false,
    countries: question.countries,
    vat: vatOf(answers, person),
    instructions: answers.instructions,
  })
  const [first] = Object.values(errors)
  if (first !== undefined || !answers.delivery || !billing)
    return refuse(first ?? placeWords.emptyBasket, errors)
  if (!options) return refuse(deliveryWords.no_date, { delivery_method: deliveryWords.no_date })
  const choice = judgeChoice(options, answers.deliveryMethod, answers.deliveryArg)
  if (!choice.chosen) {
    return refuse(choiceWords[choice.why], { delivery_method: choiceWords[choice.why] })
  }
  const items = unsellable(basket)
  if (items.length > 0) return refuse(placeWords.itemsGone, {}, items)
  const subtotal = goodsOf(basket)
  if (!reachesMinimum(subtotal)) return refuse(pageWords.minimumOrder(showPounds(minimumOrderValue).slice(1)))
  // The basket refuses it when it is put in; prices may have risen since, and reorders and lists add up.
  if (subtotal > largestSubtotal) return refuse(tooDearWords)
  const { delivery } = answers
  return {
    placeable: true,
    order: {
      method,
      delivery: plain(delivery),
      billing: plain(billing),
      option: choice.option,
      date: choice.date,
    },
  }
}

// What has no price or left the range since it was put in; what is short is found under the stock's lock.
function unsellable(basket: Basket): string[] {
  return basket.lines
    .filter(line => !line.forSale || line.unitPrice === null)
    .map(line => placeWords.noLongerSold(line.code, line.title))
}

/** The order to write, from what was judged and reckoned. */
export function orderFrom(
  judged: Judged,
  made: {
    basket: Basket
    reckoning: Reckoning
    answers: KeptAnswers
    person: Person | null
    sessionHash: Buffer
    guestPasswordHash: string | null
    requestHash: string
    reference: string
    sourceId: number | null
    vatRate: BasisPoints
  },
): NewOrder {
  const { basket, reckoning, answers, person } = made
  const { totals, discounts } = reckoning
  // A guest has no account yet: his wish goes with the order that makes it.
  const kept = (address: WireAddress, isToKeep: boolean) =>
    person === null && isToKeep ? { ...address, saveForFuture: true as const } : address
  return {
    reference: made.reference,
    state: judged.method === 'sagepay' ? 'awaiting_payment' : 'saved',
    ...toKindAndMethod(judged.method),
    basketId: basket.id,
    sourceId: made.sourceId,
    basketVersion: basket.version,
    personId: person?.id ?? null,
    companyId: person?.company?.id ?? null,
    sessionHash: made.sessionHash,
    contact: {
      name: person?.name ?? answers.contact?.name ?? '',
      email: person?.email ?? answers.contact?.email ?? '',
      telephone: person?.telephone || answers.contact?.telephone || judged.delivery.telephone,
      vat: vatOf(answers, person),
    },
    guestPasswordHash: person ? null : made.guestPasswordHash,
    requestHash: made.requestHash,
    delivery: kept(judged.delivery, answers.saveDelivery),
    billing: kept(judged.billing, answers.saveBilling),
    deliveryCode: judged.option.code,
    deliveryTitle: deliveryTitle(judged),
    deliveryDate: judged.date,
    purchaseOrder: answers.purchaseOrder,
    deliveryInstructions: answers.instructions,
    onStop: judged.method === 'account' && (person?.company?.onStop ?? false),
    subtotal: totals.subtotal,
    discount: totals.discount,
    deliveryCost: totals.carriage,
    vat: totals.discountedVat,
    total: totals.discountedTotal,
    vatRateBp: made.vatRate,
    lines: basket.lines.map(toOrderLine),
    vouchers: discounts.map(({ voucher, summary, amount }) => ({
      voucherId: voucher.id,
      code: voucher.code,
      summary,
      amount,
    })),
  }
}

function deliveryTitle({ option, date }: Judged): string {
  return date && option.arg !== date
    ? `${showDay(date as IsoDate)} – ${option.title}`
    : `${option.title} – ${option.subtitle}`
}

/** An address as an order keeps it. */
export function plain({ id: _id, imported: _imported, ...address }: KeptAddress): WireAddress {
  return address
}
