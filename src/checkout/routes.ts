import type { FastifyInstance } from 'fastify'
import { addressesOf } from '../accounts/server.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { goodsOf, weightOf } from '../basket/basket.ts'
import { openBasket, type PriceCarriage, reckonFor } from '../basket/server.ts'
import { basketOnTheWire } from '../basket/wire.ts'
import { cheapestOrdinary, deliveryOptions } from '../delivery/options.ts'
import { vatRateFor } from '../delivery/vat-rate.ts'
import { deliveryWords } from '../delivery/words.ts'
import { latestOrder, lockOrder, placeOrder } from '../orders/server.ts'
import { registerWords } from '../payments/attempts.ts'
import { openPayment } from '../payments/server.ts'
import { limitAttempts } from '../platform/attempts.ts'
import { inTransaction } from '../platform/db.ts'
import { handle } from '../platform/handle.ts'
import type { Tx } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { readAddress } from './address.ts'
import { checkoutPage } from './CheckoutPage.tsx'
import { judgeCompletion } from './completion.ts'
import { completeCheckout, loadCheckout, readDelivery, saveCheckout } from './contract.ts'
import { readDraft } from './data.ts'
import { makeOrder } from './make-order.server.ts'
import { actorOf, type CheckoutHouse, keepSend, livingDraft, methodsOf, optionsAt } from './server.ts'
import { draftOnTheWire, loadedOnTheWire, optionOnTheWire } from './wire.ts'
import { placeWords } from './words.ts'

interface Wiring extends CheckoutHouse {
  pages: Pages
  priceCarriage: PriceCarriage
  termsVersion: string
  /** Where the payment frame may go. */
  frameSrc: string[]
}

const noMore = { error_details: [], errors: {}, next_url: null, reference: null }

export function checkoutRoutes(app: FastifyInstance, room: Wiring): void {
  const { house, visitors, pages, payments } = room
  const { db, config } = house
  const testMode = payments?.testMode ?? false

  pages.get('/checkout', {}, async ({ request }) => {
    const visitor = await visitors.of(request)
    const open = await openBasket(db, visitor)
    if (open.basket.lines.length === 0) return { to: '/basket' }
    const found = visitor.sessionHash ? await readDraft(db, visitor.sessionHash) : null
    const draft = livingDraft(found, open.basket)
    const reckoning = reckonFor(room, open, true)
    return show(
      checkoutPage,
      {
        basket: basketOnTheWire(open.basket, reckoning),
        loaded: loadedOnTheWire(
          room.countries,
          open.basket,
          reckoning,
          methodsOf(room, visitor, ''),
          visitor,
        ),
        visitor: visitor.person ? { name: visitor.person.name, email: visitor.person.email } : null,
        addresses: visitor.person ? await addressesOf(db, visitor.person) : [],
        draft: draft && draftOnTheWire(draft, address => optionsAt(room, open.basket, address)),
        shop: { phone: config.shopPhone, email: config.shopEmail },
      },
      { title: 'Checkout', noindex: true, policy: { frameSrc: room.frameSrc } },
    )
  })

  // Where the card return page leads when it stands in the top window: only the session knows whose order it was.
  pages.get('/checkout/paid', {}, async ({ request }) => {
    const { sessionHash } = await visitors.of(request)
    const order = sessionHash ? await latestOrder(db, sessionHash) : null
    return { to: order?.state === 'placed' ? `/order/${order.reference}/confirmation` : '/checkout' }
  })

  handle(app, loadCheckout, async ({ body, request, reply }) => {
    const { person } = await visitors.of(request)
    if (isNamed(body.quote_id) || isNamed(body.approval_id)) throw new Problem(person ? 404 : 401)
    // Here the checkout begins: sends that come at once are then of one session.
    await visitors.guestSession(request, reply)
    const visitor = await visitors.of(request)
    const open = await openBasket(db, visitor)
    const reckoning = reckonFor(room, open, false)
    return loadedOnTheWire(room.countries, open.basket, reckoning, methodsOf(room, visitor, ''), visitor)
  })

  handle(app, readDelivery, async ({ body, request }) => {
    const visitor = await visitors.of(request)
    if (isNamed(body.quote_id) || isNamed(body.approval_id)) throw new Problem(visitor.person ? 404 : 401)
    const { basket } = await openBasket(db, visitor)
    const { country, postcode } = readAddress(body)
    const result = deliveryOptions({
      now: house.now(),
      country: country.toUpperCase(),
      postcode,
      countries: room.countries,
      weightG: weightOf(basket),
      goodsSubtotal: goodsOf(basket),
      settings: room.delivery,
    })
    if ('none' in result) return { error: deliveryWords[result.none], options: [] }
    return { error: false as const, options: result.options.map(optionOnTheWire) }
  })

  handle(app, saveCheckout, async ({ body, request, reply }) => {
    if ('contact' in body) await limitContacts(request.ip)
    const sessionHash = await visitors.guestSession(request, reply)
    const visitor = await visitors.of(request)
    const { basket } = await openBasket(db, visitor)
    const send = await keepSend(room, visitor, sessionHash, basket, body)
    const answer = { ...noMore, payment_test_mode: testMode }
    if (send.error !== null) return { ...answer, error: send.error, errors: send.errors }
    if (!send.isFinal) return { ...answer, error: false as const }
    const { savesPerMinute } = config.limits
    await limitAttempts(db, `save:${request.ip}`, savesPerMinute, 60, house.now(), placeWords.tooManySaves)
    if (basket.id === null) return { ...answer, error: placeWords.emptyBasket }
    const made = await makeOrder(room, visitor, sessionHash, basket.id, send.answers, send.guestPasswordHash)
    if (!made.made) return { ...answer, error: made.error, errors: made.errors, error_details: made.items }
    const { order } = made
    const { reference } = order
    if (order.state === 'placed') {
      return { ...answer, error: false as const, reference, next_url: confirmationUrl(reference) }
    }
    if (!made.payment || !payments) return { ...answer, error: false as const, reference }
    const opened = await openPayment(payments, order, made.payment, request.ip)
    if (!opened.ok) return { ...answer, reference, error: registerWords[opened.why] }
    return { ...answer, error: false as const, reference, next_url: opened.nextUrl }
  })

  // Each contact may cost a password's hash and tells whether an address is known.
  const limitContacts = (ip: string) =>
    limitAttempts(
      db,
      `contact:${ip}`,
      config.limits.contactsPerMinute,
      60,
      house.now(),
      placeWords.tooManySaves,
    )

  // A final send that was refused must not be answered with the order before it.
  const hasBegunAnother = async (tx: Tx, visitor: Visitor, sessionHash: Buffer) => {
    const { basket } = await openBasket(tx, visitor)
    return basket.lines.length > 0 && (await readDraft(tx, sessionHash))?.isSpent === false
  }

  handle(app, completeCheckout, async ({ request }) => {
    const visitor = await visitors.of(request)
    const { sessionHash, person } = visitor
    const latest = sessionHash ? await latestOrder(db, sessionHash) : null
    if (!sessionHash || !latest) return { error: placeWords.nothingToComplete, next_url: null }
    return inTransaction(db, async tx => {
      const order = await lockOrder(tx, latest.id)
      const verdict = order
        ? judgeCompletion(order, person)
        : { complete: 'no' as const, why: 'nothingToComplete' as const }
      if (verdict.complete === 'already' && (await hasBegunAnother(tx, visitor, sessionHash))) {
        return { error: placeWords.nothingToComplete, next_url: null }
      }
      if (!order || verdict.complete === 'no') {
        return {
          error: placeWords[verdict.complete === 'no' ? verdict.why : 'nothingToComplete'],
          next_url: null,
        }
      }
      if (verdict.complete === 'now') {
        const { termsVersion } = room
        const placing = {
          actor: actorOf(visitor),
          why: 'completed by the buyer',
          now: house.now(),
          termsVersion,
        }
        const placed = await placeOrder(tx, order, placing)
        if (!placed.placed) return { error: placeWords.lapsed, next_url: null }
      }
      return { error: false as const, next_url: confirmationUrl(order.reference) }
    })
  })
}

/** The delivery room's word on a basket: the chosen option, else the cheapest ordinary one where it goes. */
export function makePriceCarriage(room: Pick<CheckoutHouse, 'countries' | 'delivery'>): PriceCarriage {
  return (basket, now, withPrice) => {
    const to = basket.shipTo ?? { country: 'GB', postcode: 'LS1 1AA', method: null }
    const vatRate = to.method === 'COL' ? vatRateFor('GB', '') : vatRateFor(to.country, to.postcode)
    if (!withPrice || basket.lines.length === 0) return { price: null, vatRate }
    const result = deliveryOptions({
      now,
      country: to.country,
      postcode: to.postcode,
      countries: room.countries,
      weightG: weightOf(basket),
      goodsSubtotal: goodsOf(basket),
      settings: room.delivery,
    })
    if (!('options' in result)) return { price: null, vatRate }
    const chosen = result.options.find(option => option.code === to.method)
    return { price: (chosen ?? cheapestOrdinary(result.options))?.price ?? null, vatRate }
  }
}

const isNamed = (id: string | number | null | undefined): boolean =>
  id !== null && id !== undefined && String(id).trim() !== ''

const confirmationUrl = (reference: string): string => `/order/${reference}/confirmation`
