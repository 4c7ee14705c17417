import { addressesOf, emailIsTaken, hashPassword, type Visitors } from '../accounts/server.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { type Basket, goodsOf, weightOf } from '../basket/basket.ts'
import { setShipTo } from '../basket/server.ts'
import { type DeliveryOption, deliveryOptions } from '../delivery/options.ts'
import type { DeliverySettings } from '../delivery/services.ts'
import { hasOrderedAs } from '../orders/server.ts'
import type { Payments } from '../payments/server.ts'
import type { House } from '../platform/house.ts'
import type { Country } from '../shared/countries.ts'
import type { WireAddress } from './contract.ts'
import { type KeptDraft, readDraft, writeDraft } from './data.ts'
import { paymentMethods } from './methods.ts'
import { type KeptAnswers, nothingKept, type ReadSend, readSend } from './sent.ts'
import { checkoutWords } from './words.ts'

export interface CheckoutHouse {
  house: House
  visitors: Visitors
  /** Null where no card provider is set up: cards are not offered then. */
  payments: Payments | null
  countries: readonly Country[]
  delivery: DeliverySettings
}

/** What can be had at an address for this basket now; null when nothing can. */
export function optionsAt(
  room: CheckoutHouse,
  basket: Basket,
  address: WireAddress,
): readonly DeliveryOption[] | null {
  const result = deliveryOptions({
    now: room.house.now(),
    country: address.country,
    postcode: address.postcode,
    countries: room.countries,
    weightG: weightOf(basket),
    goodsSubtotal: goodsOf(basket),
    settings: room.delivery,
  })
  return 'options' in result ? result.options : null
}

export function methodsOf(room: CheckoutHouse, visitor: Visitor, deliveryCode: string) {
  return paymentMethods(visitor.person, deliveryCode, room.payments !== null)
}

/** Reads a send, keeps what is right of it, and says what is not. */
export async function keepSend(
  room: CheckoutHouse,
  visitor: Visitor,
  sessionHash: Buffer,
  basket: Basket,
  body: Record<string, unknown>,
): Promise<ReadSend & { guestPasswordHash: string | null }> {
  const { db } = room.house
  const [found, saved] = await Promise.all([
    readDraft(db, sessionHash),
    visitor.person ? addressesOf(db, visitor.person) : [],
  ])
  const draft = livingDraft(found, basket)
  const kept = draft?.answers ?? nothingKept
  const read = readSend(body, {
    kept,
    passwordKept: draft?.guestPasswordHash != null,
    person: visitor.person,
    saved,
    countries: room.countries,
    optionsFor: address => optionsAt(room, basket, address),
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
  const fresh = read.password !== '' && !('email' in read.errors) ? await hashPassword(read.password) : null
  const isFresh = found !== null && draft === null
  await writeDraft(db, sessionHash, {
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
  await setShipTo(room.house.db, basket.id, to)
}

export function actorOf({ person }: Visitor): string {
  return person ? `person ${person.id}` : 'guest'
}
