import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import type { Person } from '../accounts/visitor.ts'
import { isOrderOfPerson } from '../orders/ownership.ts'
import { findOrderById, type Order, releaseOverdue } from '../orders/service.ts'
import type { Offer } from './offer.ts'
import { findOffer, isQuoteOverdue, listOverdueQuotes } from './queries.ts'
import { isSubmitted } from './quote.ts'
import { findQuoteRefusal, type QuoteRefusal } from './rules.ts'

export type LoadedQuote = { order: Order; offer: Offer } | { refused: QuoteRefusal; reference: string }

/** A person's own quote with its offer, or why it cannot be ordered; null: the person has no such quote. */
export async function loadQuote(
  db: Db | Tx,
  person: Person,
  id: number,
  now: Date,
): Promise<LoadedQuote | null> {
  const order = await findOrderById(db, id)
  if (order?.kind !== 'quote' || !isSubmitted(order.state) || !isOrderOfPerson(order, person)) return null
  const offer = await findOffer(db, id)
  const refused = findQuoteRefusal(order, offer?.expiresAt ?? null, now)
  if (refused || !offer) return { refused: refused ?? 'not_priced', reference: order.reference }
  return { order, offer }
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
