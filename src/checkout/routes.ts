import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressesOf } from '../accounts/server.ts'
import type { PriceCarriage } from '../basket/server.ts'
import { basketOnTheWire } from '../basket/wire.ts'
import type { DeliveryOption } from '../delivery/options.ts'
import { promiseFor } from '../delivery/promise.ts'
import { deliveryWords } from '../delivery/words.ts'
import { findLatestOrder, findOrderById } from '../orders/server.ts'
import { cameFrom } from '../platform/came-from.ts'
import { handle } from '../platform/handle.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { readAddress } from '../shared/address.ts'
import { checkoutPage } from './CheckoutPage.tsx'
import { loadCheckout, readDelivery } from './contract.ts'
import { readDraft } from './data.ts'
import { answersOf } from './loaded.ts'
import { notLoadablePage } from './NotLoadablePage.tsx'
import { NotLoadable, notLoadable } from './not-loadable.ts'
import { orderingRoutes } from './ordering-routes.server.ts'
import {
  type CheckoutHouse,
  carriageOf,
  deliveryTo,
  livingDraft,
  methodsOf,
  optionsAt,
  reckonSubject,
} from './server.ts'
import { openSubject, type Subject } from './subject.server.ts'
import { draftOnTheWire, loadedOnTheWire, optionOnTheWire } from './wire.ts'
import { ownWords } from './words.ts'

interface Wiring extends CheckoutHouse {
  pages: Pages
  termsVersion: string
  /** Where the payment frame may go. */
  frameSrc: string[]
}

const ids = z.object({
  quote_id: z.string().max(40).optional().catch(undefined),
  approval_id: z.string().max(40).optional().catch(undefined),
})

export function checkoutRoutes(app: FastifyInstance, room: Wiring): void {
  const { house, visitors, pages } = room
  const { db, config } = house

  pages.get('/checkout', { query: ids }, async ({ query, request }) => {
    const visitor = await visitors.of(request)
    const { person, sessionHash } = visitor
    const isLoading = Boolean(query.quote_id?.trim() || query.approval_id?.trim())
    if (isLoading && !person) return { to: `/login?redirectTo=${encodeURIComponent(request.url)}` }
    const subject = await openSubject(db, visitor, query, house.now()).catch(notLoadable)
    if (subject instanceof NotLoadable) {
      const { status, title, words, quote } = subject
      return show(notLoadablePage, { words, quote }, { title, noindex: true, status })
    }
    const { about, basket, loaded } = subject
    // Its sender looks at it there; a head buyer places it here.
    if (loaded && !loaded.mayPlace) return { to: `/order/${loaded.order.reference}/confirmation` }
    if (basket.lines.length === 0) return { to: '/basket' }
    const found = sessionHash ? await readDraft(db, sessionHash, about) : null
    const kept = loaded ? found : livingDraft(found, basket)
    // What a loaded order answers by itself is filled in before the buyer's eyes, once.
    const fills = loaded !== null && kept === null
    const draft = fills ? { answers: answersOf(loaded), guestPasswordHash: null } : kept
    const reckoning = reckonSubject(room, visitor, subject)
    const methods = methodsOf(room, visitor, '')
    return show(
      checkoutPage,
      {
        basket: basketOnTheWire(basket, reckoning),
        loaded: loadedOnTheWire(room.countries, basket, reckoning, methods, visitor, loaded),
        load: loaded && {
          quote_id: loaded.status === 'quote_approved' ? loaded.order.id : null,
          approval_id: loaded.status === 'approval' ? loaded.order.id : null,
          reference: loaded.order.reference,
          sender: loaded.order.contact.name,
          fills,
        },
        visitor: person && { name: person.name, email: person.email },
        knownVat: person?.vat || person?.company?.vatRegistration || '',
        unpaid: await unpaidReference(sessionHash, subject),
        addresses: person ? await addressesOf(db, person) : [],
        draft: draft && draftOnTheWire(draft, address => optionsAt(room, subject, address)),
        shop: { phone: config.shopPhone, email: config.shopEmail },
      },
      { title: 'Checkout', noindex: true, policy: { frameSrc: room.frameSrc } },
    )
  })

  // A stage that was sent before its script was there: nothing of it is read, and the page says so.
  app.post('/checkout', { constraints: { marker: 'no' } }, (request, reply) =>
    pages.redirect(reply, {
      to: cameFrom(request, '/checkout'),
      flash: { kind: 'info', text: ownWords.sentTooEarly },
    }),
  )

  // Where the card return page leads when it stands in the top window: only the session knows whose order it was.
  pages.get('/checkout/paid', {}, async ({ request }) => {
    const { sessionHash } = await visitors.of(request)
    const order = sessionHash ? await findLatestOrder(db, sessionHash) : null
    if (order?.state === 'placed') return { to: `/order/${order.reference}/confirmation` }
    const source = order?.sourceId ? await findOrderById(db, order.sourceId) : null
    if (!source) return { to: '/checkout' }
    return { to: `/checkout?${source.kind === 'approval_request' ? 'approval_id' : 'quote_id'}=${source.id}` }
  })

  // He left the card form and came back: the order stands, and nothing was charged.
  const unpaidReference = async (sessionHash: Buffer | null, { basket, loaded }: Subject) => {
    const order = sessionHash ? await findLatestOrder(db, sessionHash) : null
    if (order?.state !== 'awaiting_payment') return null
    const isThis = loaded ? order.sourceId === loaded.order.id : order.basketId === basket.id
    return isThis ? order.reference : null
  }

  handle(app, loadCheckout, async ({ body, request, reply }) => {
    const { loaded } = await openSubject(db, await visitors.of(request), body, house.now())
    // Here the checkout begins: sends that come at once are then of one session.
    if (!loaded) await visitors.guestSession(request, reply)
    const visitor = await visitors.of(request)
    const subject = await openSubject(db, visitor, body, house.now())
    const reckoning = reckonSubject(room, visitor, subject)
    const methods = methodsOf(room, visitor, '')
    return loadedOnTheWire(room.countries, subject.basket, reckoning, methods, visitor, subject.loaded)
  })

  handle(app, readDelivery, async ({ body, request }) => {
    const visitor = await visitors.of(request)
    const subject = await openSubject(db, visitor, body, house.now())
    const { country, postcode } = readAddress(body)
    const to = { country: country.toUpperCase(), postcode }
    const result = deliveryTo(room, subject, to, house.now())
    if ('none' in result) return { error: deliveryWords[result.none], options: [] }
    const named = result.options.find(({ days }) => days)
    return {
      error: false as const,
      options: result.options.map(optionOnTheWire),
      ...promiseOf(result.options, house.now()),
      ...(named?.days && { named_days: [...named.days] }),
    }
  })

  // The first day that something is brought; collection and a day to be named promise none.
  const promiseOf = (options: readonly DeliveryOption[], now: Date) => {
    const first = options.find(({ code, arg }) => arg !== null && code !== 'COL' && code !== 'NAM')
    return first?.arg ? { promise: promiseFor(first.arg, now, room.delivery.cutOffMinutes) } : {}
  }

  orderingRoutes(app, room)
}

/** The delivery room's word on a basket: the chosen option, else the cheapest ordinary one where it goes. */
export function makePriceCarriage(room: Pick<CheckoutHouse, 'countries' | 'delivery'>): PriceCarriage {
  return (basket, now, withPrice) => carriageOf(room, { basket, loaded: null }, now, withPrice)
}
