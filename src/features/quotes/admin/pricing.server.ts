import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { enqueueEmail } from '../../../infra/mail/outbox.ts'
import { formatPounds } from '../../../lib/money.ts'
import { findOrderById, lockOrder, releaseAndTransition } from '../../orders/service.ts'
import { toQuoteDocument } from '../document.ts'
import type { NewOffer, Offer } from '../offer.ts'
import {
  findCompany,
  findOffer,
  findQuoteId,
  getQuoteProgress,
  listOfferRecipients,
  replaceOffer,
} from '../queries.ts'
import { isSubmitted } from '../quote.ts'
import { quoteReadyEmail } from '../quote-email.ts'
import type { AdminQuote } from './admin-quote.ts'
import { getAdminQuoteDetails } from './queries.ts'
import { findQuoteChangeRefusal, type QuoteChangeRefusal, validateWithdrawalReason } from './rules.ts'

/** Null: no request of that reference was sent. */
export async function findAdminQuote(db: Db, reference: string): Promise<AdminQuote | null> {
  const id = await findQuoteId(db, reference)
  const order = id === null ? null : await findOrderById(db, id)
  if (!order || !isSubmitted(order.state)) return null
  return {
    order,
    offer: await findOffer(db, order.id),
    details: await getAdminQuoteDetails(db, order.id),
  }
}

export type QuoteChangeResult = { done: true } | { done: false; why: QuoteChangeRefusal }

export interface QuoteChangeRequest {
  staff: { id: number }
  /** Id of the last row of history that the page showed. */
  seen: number
  now: Date
}

/** Replaces the offer for a request, and e-mails it to the customer. */
export async function priceQuote(
  db: Db,
  id: number,
  offer: NewOffer,
  { staff, seen, now }: QuoteChangeRequest,
): Promise<QuoteChangeResult> {
  return inTransaction(db, async (tx): Promise<QuoteChangeResult> => {
    const order = (await lockOrder(tx, id))!
    const refusal = findQuoteChangeRefusal(
      { ...order, ...(await getQuoteProgress(tx, id)), seen },
      'quote_approved',
    )
    // The same form sent twice is one offer and one e-mail.
    if (refusal === 'changed' && isSame(await findOffer(tx, id), offer, staff.id)) return { done: true }
    if (refusal) return { done: false, why: refusal }
    await replaceOffer(tx, id, offer, { personId: staff.id, now })
    const quote = toQuoteDocument(order, (await findOffer(tx, id))!, await findCompany(tx, order.companyId))
    // The next offer replaces this one; its total stays in the history.
    const why = `priced at ${formatPounds(quote.total)} inc VAT until ${quote.validUntil}`
    await releaseAndTransition(tx, id, { to: 'quote_approved', actor: `person ${staff.id}`, why, now })
    const { version } = await getQuoteProgress(tx, id)
    for (const recipient of await listOfferRecipients(tx, order))
      await enqueueEmail(tx, quoteReadyEmail(recipient, quote, version))
    return { done: true }
  })
}

function isSame(current: Offer | null, offer: NewOffer, staffId: number): boolean {
  return (
    current !== null &&
    current.pricedBy === staffId &&
    current.deliveryCost === offer.deliveryCost &&
    current.note === offer.note &&
    current.expiresAt.getTime() === offer.expiresAt.getTime() &&
    current.lines.every(({ unitPrice }, index) => unitPrice === offer.prices[index])
  )
}

/** Withdraws a quote; the reason is for the customer to read. */
export async function cancelQuote(
  db: Db,
  id: number,
  reason: string,
  { staff, seen, now }: QuoteChangeRequest,
): Promise<QuoteChangeResult> {
  const invalid = validateWithdrawalReason(reason)
  if (invalid) return { done: false, why: invalid }
  return inTransaction(db, async (tx): Promise<QuoteChangeResult> => {
    const order = (await lockOrder(tx, id))!
    const refusal = findQuoteChangeRefusal(
      { ...order, ...(await getQuoteProgress(tx, id)), seen },
      'cancelled',
    )
    if (refusal) return { done: false, why: refusal }
    await releaseAndTransition(tx, id, { to: 'cancelled', actor: `person ${staff.id}`, why: reason, now })
    return { done: true }
  })
}
