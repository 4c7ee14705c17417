import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { isOrderOfPerson } from '../orders/ownership.ts'
import { findOrderById, type Order, releaseOverdue } from '../orders/service.ts'
import type { Offer } from './offer.ts'
import { findOffer, hasRequesterLeft, isQuoteOverdue, listOverdueQuotes } from './queries.ts'
import { isSubmitted } from './quote.ts'
import { findQuoteRefusal, type QuoteRefusal } from './rules.ts'

export { remindOfQuotes } from './remind.server.ts'

export type LoadedQuote = { order: Order; offer: Offer } | { refused: QuoteRefusal; reference: string }

/**
 * A quote that a person may order with its offer, or why it cannot be ordered; null: the person has no such quote. A person
 * may order a quote that they requested, and a head buyer that of a colleague who has left (R-QUOTE-9).
 */
export async function loadQuote(
  db: Db | Tx,
  person: Person,
  id: number,
  now: Date,
): Promise<LoadedQuote | null> {
  const order = await findOrderById(db, id)
  if (order?.kind !== 'quote' || !isSubmitted(order.state) || !(await mayOrder(db, order, person)))
    return null
  const offer = await findOffer(db, id)
  const refused = findQuoteRefusal(order, offer?.expiresAt ?? null, now)
  if (refused || !offer) return { refused: refused ?? 'not_priced', reference: order.reference }
  return { order, offer }
}

async function mayOrder(db: Db | Tx, order: Order, person: Person): Promise<boolean> {
  if (isOrderOfPerson(order, person)) return true
  const isOfHeadBuyer = isHeadBuyer(person) && order.companyId === person.company?.id
  return isOfHeadBuyer && hasRequesterLeft(db, order)
}

const expiryBatch = 200

/**
 * Moves quotes that have expired to that state, except those that were priced again or are being paid for by card
 * meanwhile. Returns how many.
 */
export async function expireQuotes({ db, now }: AppContext): Promise<number> {
  const time = now()
  const ids = await listOverdueQuotes(db, time, expiryBatch)
  const release = { to: 'quote_expired', actor: 'clock', why: 'its time was over', now: time } as const
  return releaseOverdue(db, ids, (tx, id) => isQuoteOverdue(tx, id, time), release)
}
