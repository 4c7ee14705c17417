import type { Person } from '../accounts/visitor.ts'
import type { Order } from '../orders/order.ts'
import { endOrder, lockOrder, orderById } from '../orders/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Db, House, Tx } from '../platform/house.ts'
import { enqueueMail } from '../platform/mail.ts'
import { showPounds } from '../shared/money.ts'
import { companyOf, isOverdue, offerOf, overdueQuotes, quoteId, standingOf, writeOffer } from './data.ts'
import { type DeskRefusal, judgeDesk, judgeReason } from './desk.ts'
import { deskFacts } from './desk-data.server.ts'
import type { QuoteAtDesk } from './desk-facts.ts'
import { documentOf } from './document.ts'
import { judgeQuote, type QuoteRefusal } from './judge.ts'
import { quoteReadyMail } from './mail.ts'
import type { NewOffer, Offer } from './offer.ts'
import { isQuoteState } from './quote.ts'

export { countQuotes, deskQuotes } from './desk-data.server.ts'

export type LoadedQuote = { order: Order; offer: Offer } | { refused: QuoteRefusal; reference: string }

/** A person's own quote with what was offered, or why it can't be ordered; null: he has none of that number. */
export async function loadQuote(
  db: Db | Tx,
  person: Person,
  id: number,
  now: Date,
): Promise<LoadedQuote | null> {
  const order = await orderById(db, id)
  // What was saved but never asked for, or made way for another, is no quote.
  if (!order || !isQuote(order) || order.personId !== person.id) return null
  const offer = await offerOf(db, id)
  const refused = judgeQuote(order, offer?.expiresAt ?? null, now)
  if (refused || !offer) return { refused: refused ?? 'not_priced', reference: order.reference }
  return { order, offer }
}

const isQuote = ({ method, state }: Order): boolean => method === 'quote' && isQuoteState(state)

/** Null: no request of that reference was sent. */
export async function quoteAtDesk(db: Db, reference: string): Promise<QuoteAtDesk | null> {
  const id = await quoteId(db, reference)
  const order = id === null ? null : await orderById(db, id)
  if (!order || !isQuote(order)) return null
  return { order, offer: await offerOf(db, order.id), facts: await deskFacts(db, order.id) }
}

export type DeskVerdict = { done: true } | { done: false; why: DeskRefusal }

export interface AtDesk {
  staff: { id: number }
  /** The last line of history (its id) that the screen showed. */
  seen: number
  now: Date
}

/** Offers these prices for a request, in place of what was offered before, and tells the customer by mail. */
export async function priceQuote(db: Db, id: number, offer: NewOffer, at: AtDesk): Promise<DeskVerdict> {
  const { staff, now } = at
  return inTransaction(db, async (tx): Promise<DeskVerdict> => {
    const order = (await lockOrder(tx, id))!
    const refused = judgeDesk({ ...order, ...(await standingOf(tx, id)), seen: at.seen }, 'quote_approved')
    // The same sent twice is one offer and one mail.
    if (refused === 'changed' && isSame(await offerOf(tx, id), offer, staff.id)) return { done: true }
    if (refused) return { done: false, why: refused }
    await writeOffer(tx, id, offer, { personId: staff.id, now })
    const quote = documentOf(order, (await offerOf(tx, id))!, await companyOf(tx, order.companyId))
    // The history keeps what an offer came to: the next one takes its place.
    const why = `priced at ${showPounds(quote.total)} inc VAT until ${quote.validUntil}`
    await endOrder(tx, id, { to: 'quote_approved', actor: `person ${staff.id}`, why, now })
    const { version } = await standingOf(tx, id)
    await enqueueMail(tx, quoteReadyMail(order.contact.email, quote, version))
    return { done: true }
  })
}

function isSame(old: Offer | null, offer: NewOffer, staffId: number): boolean {
  return (
    old !== null &&
    old.pricedBy === staffId &&
    old.carriage === offer.carriage &&
    old.note === offer.note &&
    old.expiresAt.getTime() === offer.expiresAt.getTime() &&
    old.lines.every(({ unitPrice }, index) => unitPrice === offer.prices[index])
  )
}

/** Takes a quote back; the reason is for the customer to read. */
export async function withdrawQuote(db: Db, id: number, reason: string, at: AtDesk): Promise<DeskVerdict> {
  const { staff, now } = at
  const unclear = judgeReason(reason)
  if (unclear) return { done: false, why: unclear }
  return inTransaction(db, async (tx): Promise<DeskVerdict> => {
    const order = (await lockOrder(tx, id))!
    const why = judgeDesk({ ...order, ...(await standingOf(tx, id)), seen: at.seen }, 'cancelled')
    if (why) return { done: false, why }
    await endOrder(tx, id, { to: 'cancelled', actor: `person ${staff.id}`, why: reason, now })
    return { done: true }
  })
}

const mostAtOnce = 200

/** Writes down that the time of quotes is over; each in its own transaction. Returns how many. */
export async function expireQuotes(house: House): Promise<number> {
  const now = house.now()
  let expired = 0
  for (const id of await overdueQuotes(house.db, now, mostAtOnce)) {
    const hasExpired = await inTransaction(house.db, async tx => {
      await lockOrder(tx, id)
      // Looked at again under the lock: it may have been priced anew, or a card may be paying for it.
      if (!(await isOverdue(tx, id, now))) return false
      return endOrder(tx, id, { to: 'quote_expired', actor: 'clock', why: 'its time was over', now })
    })
    if (hasExpired) expired++
  }
  return expired
}
