import { addressesOf, emailIsTaken, hashPassword, passwordFault, type Visitors } from '../accounts/server.ts'
import type { Visitor } from '../accounts/visitor.ts'
import {
  type Basket,
  type BasketTotals,
  calculateBasketTotals,
  calculateSubtotal,
  calculateWeight,
  type DeliveryCost,
} from '../basket/basket.ts'
import { getBuyer, updateShipTo } from '../basket/server.ts'
import { type DeliveryOption, findCheapestDelivery, listDeliveryOptions } from '../delivery/options.ts'
import type { DeliverySettings } from '../delivery/services.ts'
import { getVatRate } from '../delivery/vat-rate.ts'
import { hasOrderedAs } from '../orders/server.ts'
import type { Payments } from '../payments/server.ts'
import type { House } from '../platform/house.ts'
import type { Country } from '../shared/countries.ts'
import { type KeptDraft, readDraft, writeDraft } from './data.ts'
import { answersOf } from './loaded.ts'
import { checkoutWords } from './messages.ts'
import { paymentMethods } from './methods.ts'
import { type KeptAnswers, nothingKept, type ReadSend, readSend } from './sent.ts'
import type { Subject } from './subject.server.ts'

export interface CheckoutHouse {
  house: House
  visitors: Visitors
  /** Null where no card provider is set up: cards are not offered then. */
  payments: Payments | null
  countries: readonly Country[]
  delivery: DeliverySettings
}

type Ordered = Pick<Subject, 'basket' | 'loaded'>

/** What can be had for these goods at a place now, or why nothing can. */
export function deliveryTo(
  room: Pick<CheckoutHouse, 'countries' | 'delivery'>,
  { basket, loaded }: Ordered,
  { country, postcode }: { country: string; postcode: string },
  now: Date,
) {
  return listDeliveryOptions({
    now,
    country,
    postcode,
    countries: room.countries,
    weightG: calculateWeight(basket),
    goodsSubtotal: calculateSubtotal(basket),
    quoted: loaded?.quoted ?? null,
    settings: room.delivery,
  })
}

/** What can be had at an address for these goods now; null when nothing can. */
export function optionsAt(
  room: CheckoutHouse,
  ordered: Ordered,
  address: { country: string; postcode: string },
): readonly DeliveryOption[] | null {
  const result = deliveryTo(room, ordered, address, room.house.now())
  return 'options' in result ? result.options : null
}

/** The sums with the delivery that was chosen, else with the cheapest ordinary one. */
export function reckonSubject(room: CheckoutHouse, visitor: Visitor, ordered: Ordered): BasketTotals {
  const now = room.house.now()
  return calculateBasketTotals(ordered.basket, getBuyer(visitor), carriageOf(room, ordered, now), now)
}

/** The price of delivery (null: not known) and the VAT rate of where it goes. */
export function carriageOf(
  room: Pick<CheckoutHouse, 'countries' | 'delivery'>,
  ordered: Ordered,
  now: Date,
  withPrice = true,
): DeliveryCost {
  const to = ordered.basket.shipTo ?? { country: 'GB', postcode: 'LS1 1AA', method: null }
  const vatRate = to.method === 'COL' ? getVatRate('GB', '') : getVatRate(to.country, to.postcode)
  if (!withPrice || ordered.basket.lines.length === 0) return { price: null, vatRate }
  const result = deliveryTo(room, ordered, to, now)
  if (!('options' in result)) return { price: null, vatRate }
  const chosen = result.options.find(option => option.code === to.method)
  return { price: (chosen ?? findCheapestDelivery(result.options))?.price ?? null, vatRate }
}

export function methodsOf(room: CheckoutHouse, visitor: Visitor, deliveryCode: string) {
  return paymentMethods(visitor.person, deliveryCode, room.payments !== null)
}

/** Reads a send, keeps what is right of it, and says what is not. */
export async function keepSend(
  room: CheckoutHouse,
  visitor: Visitor,
  sessionHash: Buffer,
  subject: Subject,
  body: Record<string, unknown>,
): Promise<ReadSend & { guestPasswordHash: string | null }> {
  const { db } = room.house
  const { about, basket, loaded } = subject
  const [found, saved] = await Promise.all([
    readDraft(db, sessionHash, about),
    visitor.person ? addressesOf(db, visitor.person) : [],
  ])
  const draft = loaded ? found : livingDraft(found, basket)
  const kept = draft?.answers ?? (loaded ? answersOf(loaded) : nothingKept)
  const read = readSend(body, {
    kept,
    passwordKept: draft?.guestPasswordHash != null,
    person: visitor.person,
    saved,
    countries: room.countries,
    optionsFor: address => optionsAt(room, subject, address),
    methodsFor: code => methodsOf(room, visitor, code).map(({ value }) => value),
  })
  const { contact } = read.answers
  if (
    !visitor.person &&
    ('contact' in body || read.isFinal) &&
    contact &&
    !('email' in read.errors) &&
    (await emailIsTaken(db, contact.email)) &&
    !(await isRepeat(room, basket, sessionHash, contact.email))
  ) {
    read.errors.email = checkoutWords.emailExists
    read.error ??= checkoutWords.contactInvalid
    read.answers.contact = kept.contact
  }
  const fault = read.password === '' ? null : passwordFault(read.password, contact?.email ?? '')
  if (fault !== null) {
    read.errors.password = fault
    read.error ??= checkoutWords.contactInvalid
    read.answers.contact = kept.contact
  }
  const isGood = !('email' in read.errors) && fault === null
  const fresh = read.password !== '' && isGood ? await hashPassword(read.password) : null
  const isFresh = found !== null && draft === null
  await writeDraft(db, sessionHash, about, {
    answers: read.answers,
    changed: changedIn(read.answers, kept),
    passwordHash: fresh,
    isFresh,
  })
  if (basket.id !== null) await rememberDestination(room, basket, read.answers)
  return { ...read, guestPasswordHash: fresh ?? draft?.guestPasswordHash ?? null }
}

/** What was told before, unless an order was placed with it and the basket holds something new. */
export function livingDraft(draft: KeptDraft | null, basket: Pick<Basket, 'lines'>): KeptDraft | null {
  return draft?.isSpent && basket.lines.length > 0 ? null : draft
}

function changedIn(answers: KeptAnswers, before: KeptAnswers): Partial<KeptAnswers> {
  const names = Object.keys(answers) as (keyof KeptAnswers)[]
  return Object.fromEntries(
    names.filter(name => answers[name] !== before[name]).map(name => [name, answers[name]]),
  )
}

// The account was made by this very browser's order, and this is its send once more: there is nothing new to order.
async function isRepeat(
  room: CheckoutHouse,
  basket: Basket,
  sessionHash: Buffer,
  email: string,
): Promise<boolean> {
  return basket.lines.length === 0 && (await hasOrderedAs(room.house.db, sessionHash, email))
}

// Carriage and VAT of the basket follow from where it goes.
async function rememberDestination(room: CheckoutHouse, basket: Basket, answers: KeptAnswers): Promise<void> {
  if (!answers.delivery || basket.id === null) return
  const { country } = answers.delivery
  if (!room.countries.some(({ code }) => code === country)) return
  const to = {
    country: answers.delivery.country,
    postcode: answers.delivery.postcode,
    method: answers.deliveryMethod || null,
  }
  const { shipTo } = basket
  if (
    shipTo &&
    shipTo.country === to.country &&
    shipTo.postcode === to.postcode &&
    shipTo.method === to.method
  )
    return
  await updateShipTo(room.house.db, basket.id, to)
}

export function actorOf({ person }: Visitor): string {
  return person ? `person ${person.id}` : 'guest'
}
