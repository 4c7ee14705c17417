import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import type { Person } from '../accounts/visitor.ts'
import { findOrderById, lockOrder, type Order, releaseAndTransition } from '../orders/service.ts'
import type { Offer } from './offer.ts'
import { findOffer, isOverdue, listOverdueQuotes } from './queries.ts'
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
  if (order?.kind !== 'quote' || !isSubmitted(order.state) || order.personId !== person.id) return null
  const offer = await findOffer(db, id)
  const refused = findQuoteRefusal(order, offer?.expiresAt ?? null, now)
  if (refused || !offer) return { refused: refused ?? 'not_priced', reference: order.reference }
  return { order, offer }
}

const expiryBatch = 200

/** Writes down that quotes have expired, each in a transaction of its own. Returns how many. */
export async function expireQuotes(context: AppContext): Promise<number> {
  const now = context.now()
  let expired = 0
  for (const id of await listOverdueQuotes(context.db, now, expiryBatch)) {
    const hasExpired = await inTransaction(context.db, async tx => {
      await lockOrder(tx, id)
      // Checked again under the lock: it may have been priced again, or a card payment for it may be under way.
      if (!(await isOverdue(tx, id, now))) return false
      return releaseAndTransition(tx, id, {
        to: 'quote_expired',
        actor: 'clock',
        why: 'its time was over',
        now,
      })
    })
    if (hasExpired) expired++
  }
  return expired
}
