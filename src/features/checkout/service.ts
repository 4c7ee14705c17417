import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { type Consignments, findBackOrderedGoods } from '../../lib/availability.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { type Actor, toActor } from '../accounts/actor.ts'
import type { Visitors } from '../accounts/service.ts'
import { canPayOnAccount, hasGodmode, type Visitor } from '../accounts/visitor.ts'
import { requiresApproval } from '../approvals/service.ts'
import {
  type Basket,
  type BasketTotals,
  calculateBasketTotals,
  calculateSubtotal,
  calculateWeight,
  type DeliveryCost,
  listOrderableLines,
  type ShipTo,
} from '../basket/basket.ts'
import { type CalculateDeliveryCost, getBuyer } from '../basket/service.ts'
import { formatBackOrderedGoods, formatChosenDelivery } from '../delivery/chosen-delivery.ts'
import { formatRest } from '../delivery/option-text.ts'
import {
  type DeliveryOption,
  findCheapestDelivery,
  formatDeliveryNote,
  listDeliveryOptions,
  toChosenDelivery,
  validateDeliveryChoice,
} from '../delivery/options.ts'
import { getVatRate } from '../delivery/vat-rate.ts'
import { findUnpaidPayment, type PaymentsContext, type UnpaidPayment } from '../payments/service.ts'
import { type CheckoutDraft, hasAddress } from './draft/draft.ts'
import { getPrepaidMethod, listOrderMethods } from './payment-method.ts'
import type { DraftRow } from './queries.ts'
import type { PaymentMethod } from './schemas.ts'
import { type CheckoutSource, getOrigin } from './source.server.ts'
import { getForcedMethod } from './stages.ts'
import type { DestinationInput } from './totals.ts'

export interface CheckoutDeps {
  context: AppContext
  visitors: Visitors
  /** Null: no payment provider is configured, so cards are not offered. */
  payments: PaymentsContext | null
  countries: readonly Country[]
}

/** Whether the shop has what a sale needs (R-EMPTY-2). */
export const takesOrders = ({ delivery, terms }: Pick<Config, 'delivery' | 'terms'>): boolean =>
  delivery !== null && terms !== null

type DeliveryDeps = Pick<CheckoutDeps, 'context' | 'countries'>
type Goods = Pick<CheckoutSource, 'basket' | 'loadedOrder'>
export function findDeliveryOptions(
  deps: DeliveryDeps,
  { basket, loadedOrder }: Goods,
  { country, postcode }: DestinationInput,
  consignments: Consignments | null,
  now: Date,
) {
  return listDeliveryOptions({
    now,
    country,
    postcode,
    countries: deps.countries,
    weightG: calculateWeight(basket),
    later: findBackOrderedGoods(listOrderableLines(basket.lines)),
    consignments,
    goodsSubtotal: calculateSubtotal(basket),
    quoted: loadedOrder?.quoted ?? null,
    settings: deps.context.config.delivery,
    phone: deps.context.config.contact.phone,
  })
}

/** The delivery options for the goods at the draft's address, sent as it says; empty when there are none. */
export function listOptions(
  deps: CheckoutDeps,
  goods: Goods,
  { delivery, consignments }: Pick<CheckoutDraft, 'delivery' | 'consignments'>,
): readonly DeliveryOption[] {
  if (!hasAddress(delivery)) return []
  const result = findDeliveryOptions(deps, goods, delivery, consignments, deps.context.now())
  return result.ok ? result.options : []
}

export function calculateSourceTotals(deps: CheckoutDeps, visitor: Visitor, source: Goods): BasketTotals {
  const now = deps.context.now()
  return calculateBasketTotals(
    source.basket,
    getBuyer(visitor),
    calculateDeliveryCost(deps, source, now),
    now,
  )
}

const defaultShipTo: ShipTo = {
  country: 'GB',
  postcode: 'LS1 1AA',
  method: null,
  day: null,
  consignments: null,
}

const getShipTo = ({ basket }: Goods): ShipTo => basket.shipTo ?? defaultShipTo

/** The delivery that totals are calculated with: the chosen one, else the cheapest ordinary one; null: none is known. */
export function findAssumedDelivery(deps: DeliveryDeps, goods: Goods, now: Date): DeliveryOption | null {
  const to = getShipTo(goods)
  const result = findDeliveryOptions(deps, goods, to, to.consignments, now)
  if (!result.ok) return null
  const chosen = result.options.find(option => option.code === to.method)
  return chosen ?? findCheapestDelivery(result.options) ?? null
}

function calculateDeliveryCost(deps: DeliveryDeps, goods: Goods, now: Date, withPrice = true): DeliveryCost {
  const to = getShipTo(goods)
  const vatRate = to.method === 'COL' ? getVatRate('GB', '') : getVatRate(to.country, to.postcode)
  const unknown = { price: null, vatRate }
  if (!withPrice || goods.basket.lines.length === 0) return unknown
  const option = findAssumedDelivery(deps, goods, now)
  if (!option) return unknown
  const { delivery } = deps.context.config
  const note = formatDeliveryNote(option, calculateSubtotal(goods.basket), delivery?.freeFrom ?? null)
  const text = formatDeliveryText(option, goods, to)
  return { price: option.price, vatRate, note, text }
}

// A day that has gone is no longer named: the checkout says so, and offers the next.
function formatDeliveryText(assumed: DeliveryOption, { basket }: Goods, to: ShipTo): string | null {
  const choice = validateDeliveryChoice([assumed], to.method ?? '', to.day)
  if (!choice.ok) return formatBackOrderedGoods(findBackOrderedGoods(listOrderableLines(basket.lines)))
  const text = formatChosenDelivery(toChosenDelivery(choice.option, choice.date))
  return choice.option.rest === undefined ? text : `${text}. ${formatRest(choice.option.rest)}`
}

/** For the basket: the chosen option's price, else that of the cheapest ordinary one at its destination. */
export function createDeliveryCostCalculator(deps: DeliveryDeps): CalculateDeliveryCost {
  return (basket, now, withPrice) =>
    calculateDeliveryCost(deps, { basket, loadedOrder: null }, now, withPrice)
}

/** Who buys, and whether the goods need approval first. */
export interface CheckoutBuyer extends Pick<Visitor, 'person'> {
  needsApproval: boolean
}

/** By what was ordered before on the same day. */
export async function loadBuyer(
  db: Db | Tx,
  { person }: Pick<Visitor, 'person'>,
  { basket, loadedOrder }: Goods,
  now: Date,
): Promise<CheckoutBuyer> {
  const goods = { subtotal: calculateSubtotal(basket), sourceId: loadedOrder?.order.id ?? null }
  return { person, needsApproval: await requiresApproval(db, person, goods, now) }
}

/** The payment methods of a customer for a delivery option ('': none is chosen). Checked again in every request. */
export function listMethods(
  { payments, context: { config } }: Pick<CheckoutDeps, 'payments' | 'context'>,
  { person, needsApproval }: CheckoutBuyer,
  deliveryOption: string,
  isFree: boolean,
): PaymentMethod[] {
  const forced = getForcedMethod(deliveryOption, needsApproval)
  if (forced) return [forced]
  return listOrderMethods({
    onAccount: canPayOnAccount(person),
    prepaid: getPrepaidMethod(payments !== null, config.seller.bank),
    godmode: hasGodmode(person),
    isFree,
  })
}

/** Those that a send may name: a card too where the total has come down to £0.00 since it was chosen. */
export function listAcceptedMethods(
  deps: Pick<CheckoutDeps, 'payments' | 'context'>,
  buyer: CheckoutBuyer,
  deliveryOption: string,
  isFree: boolean,
): PaymentMethod[] {
  const methods = [false, isFree].flatMap(each => listMethods(deps, buyer, deliveryOption, each))
  return [...new Set(methods)]
}

/** Whether the goods of the draft cost nothing with its delivery, so that nothing is to be paid. */
export function isDraftFree(
  deps: CheckoutDeps,
  visitor: Visitor,
  { basket, loadedOrder }: Goods,
  { delivery, deliveryOption, deliveryDay, consignments }: CheckoutDraft,
): boolean {
  if (!hasAddress(delivery)) return isFree(calculateSourceTotals(deps, visitor, { basket, loadedOrder }))
  const { country, postcode } = delivery
  const shipTo: ShipTo = { country, postcode, method: deliveryOption || null, day: deliveryDay, consignments }
  return isFree(calculateSourceTotals(deps, visitor, { basket: { ...basket, shipTo }, loadedOrder }))
}

export const isFree = ({ totals }: Pick<BasketTotals, 'totals'>): boolean => totals.discountedTotal === 0

/** Null when an order was placed with the draft and the basket has new content. */
export function ignoreSpentDraft(row: DraftRow | null, basket: Pick<Basket, 'lines'>): DraftRow | null {
  return row?.isSpent && basket.lines.length > 0 ? null : row
}

export function getActor({ person }: Visitor): Actor {
  return person ? toActor(person.id) : { kind: 'guest' }
}

/** The order of this source whose card form was opened in this browser and that is not paid. */
export async function findUnpaidOrder(
  { context }: Pick<CheckoutDeps, 'context'>,
  source: CheckoutSource,
  sessionHash: Buffer | null,
): Promise<UnpaidPayment | null> {
  const origin = getOrigin(source)
  return sessionHash && origin ? findUnpaidPayment(context, sessionHash, origin, source.basket.version) : null
}
