import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Visitor } from '../accounts/visitor.ts'
import { findLatestOrder, lockOrder, notifyIfNoApprover, type Order, placeOrder } from '../orders/server.ts'
import { registerWords } from '../payments/attempts.ts'
import { openPayment } from '../payments/server.ts'
import { limitAttempts } from '../platform/attempts.ts'
import { inTransaction } from '../platform/db.ts'
import { handle } from '../platform/handle.ts'
import type { Tx } from '../platform/house.ts'
import { Problem } from '../shared/problem.ts'
import { judgeCompletion, type LastWord } from './completion.ts'
import { completeCheckout, saveCheckout, sendForApproval } from './contract.ts'
import { hasBegunAnother } from './data.ts'
import { orderedFrom } from './loaded-data.server.ts'
import { makeOrder } from './make-order.server.ts'
import { isOn, shownTotalOf } from './sent.ts'
import { actorOf, type CheckoutHouse, keepSend } from './server.ts'
import { type Ids, openSubject } from './subject.server.ts'
import { placeWords } from './words.ts'

interface Wiring extends CheckoutHouse {
  termsVersion: string
}

const noMore = { error_details: [], errors: {}, next_url: null, reference: null }

/** The sends of the checkout, and the last word on an order. */
export function orderingRoutes(app: FastifyInstance, room: Wiring): void {
  const { house, visitors, payments } = room
  const { db, config } = house
  const testMode = payments?.testMode ?? false

  handle(app, saveCheckout, async ({ body, request, reply }) => {
    if (isOn(body.signed_in) && !(await visitors.of(request)).person) {
      throw new Problem(401, placeWords.signedOut)
    }
    if ('contact' in body) await limitContacts(request.ip)
    const sessionHash = await visitors.guestSession(request, reply)
    const visitor = await visitors.of(request)
    const answer = { ...noMore, payment_test_mode: testMode }
    const ordered = await orderedBefore(visitor, body)
    if (ordered) return { ...answer, error: false as const, ...placedAs(ordered) }
    const subject = await openSubject(db, visitor, body, house.now())
    const send = await keepSend(room, visitor, sessionHash, subject, body)
    if (send.error !== null) return { ...answer, error: send.error, errors: send.errors }
    if (!send.isFinal) return { ...answer, error: false as const }
    const { savesPerMinute } = config.limits
    await limitAttempts(db, `save:${request.ip}`, savesPerMinute, 60, house.now(), placeWords.tooManySaves)
    const { guestPasswordHash } = send
    const shownTotal = shownTotalOf(body.shown_total)
    const made = await makeOrder(room, visitor, sessionHash, subject, send.answers, {
      guestPasswordHash,
      shownTotal,
    })
    if (!made.made) return { ...answer, error: made.error, errors: made.errors, error_details: made.items }
    const { order } = made
    const { reference } = order
    if (order.state === 'placed') return { ...answer, error: false as const, ...placedAs(order) }
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

  // A loaded order that this buyer has ordered is loaded no more: the same send again is answered with his order.
  const orderedBefore = async ({ person }: Visitor, body: Ids & Record<string, unknown>) => {
    const id = Number(body.quote_id || body.approval_id)
    if (!person || !Number.isSafeInteger(id) || id <= 0) return null
    return orderedFrom(db, id, person.id)
  }

  handle(app, completeCheckout, ({ request }) => finish(request, 'complete'))
  handle(app, sendForApproval, ({ request }) => finish(request, 'send_approval'))

  const finish = async (request: FastifyRequest, word: LastWord) => {
    const visitor = await visitors.of(request)
    const { sessionHash, person } = visitor
    const refuse = (error: string) => ({ error, next_url: null })
    const latest = sessionHash ? await findLatestOrder(db, sessionHash) : null
    if (!sessionHash || !latest) return refuse(placeWords.nothingToComplete)
    return inTransaction(db, async tx => {
      const order = await lockOrder(tx, latest.id)
      if (!order) return refuse(placeWords.nothingToComplete)
      const verdict = judgeCompletion(order, person, word)
      if (verdict.complete === 'no') return refuse(placeWords[verdict.why])
      // A final send that was refused must not be answered with the order before it.
      if (verdict.complete === 'already' && (await hasBegunAnother(tx, sessionHash, order.id))) {
        return refuse(placeWords.nothingToComplete)
      }
      if (verdict.complete === 'now') {
        const refused = await placeNow(tx, order, visitor, word)
        if (refused) return refuse(refused)
      }
      return { error: false as const, next_url: confirmationUrl(order.reference) }
    })
  }

  const placeNow = async (tx: Tx, order: Order, visitor: Visitor, word: LastWord): Promise<string | null> => {
    const now = house.now()
    const gone = await noLongerLoaded(tx, visitor, order, now)
    if (gone) return gone
    const why = word === 'complete' ? 'completed by the buyer' : 'sent for approval by the buyer'
    const { termsVersion } = room
    const placed = await placeOrder(tx, order, { actor: actorOf(visitor), why, now, termsVersion })
    if (placed.placed) {
      if (word === 'send_approval') await notifyIfNoApprover(tx, order, config.shopEmail)
      return null
    }
    return placed.why === 'source_gone' ? placeWords.loadedMeanwhile : placeWords.lapsed
  }

  // The right to a loaded order, and its time, are looked at once more.
  const noLongerLoaded = async (
    tx: Tx,
    visitor: Visitor,
    order: Order,
    now: Date,
  ): Promise<string | null> => {
    if (order.sourceId === null) return null
    const source = await lockOrder(tx, order.sourceId)
    const ids =
      source?.kind === 'approval_request' ? { approval_id: order.sourceId } : { quote_id: order.sourceId }
    try {
      const { loaded } = await openSubject(tx, visitor, ids, now)
      return loaded?.mayPlace ? null : placeWords.notAnyMore
    } catch (error) {
      if (error instanceof Problem) return error.detail ?? placeWords.notAnyMore
      throw error
    }
  }
}

const placedAs = ({ reference }: Pick<Order, 'reference'>) => ({
  reference,
  next_url: confirmationUrl(reference),
})

const confirmationUrl = (reference: string): string => `/order/${reference}/confirmation`
