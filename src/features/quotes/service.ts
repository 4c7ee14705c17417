import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { addDays, toLondonTime } from '../../lib/dates.ts'
import type { Result } from '../../lib/result.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { isOrderOfPerson } from '../orders/order.ts'
import { findOrderById, lockOrder, type Order, releaseOverdue } from '../orders/service.ts'
import { toQuoteDocument } from './document.ts'
import { getExpiry, type Offer } from './offer.ts'
import { quoteReminderEmail } from './QuoteEmails.tsx'
import {
  findCompany,
  findOffer,
  hasRequesterLeft,
  isQuoteOverdue,
  listOfferRecipients,
  listOverdueQuotes,
  listQuotesToRemind,
  setReminded,
} from './queries.ts'
import { findQuoteRefusal, isSubmitted, type QuoteRefusal } from './quote.ts'

type LoadedQuote = Result<{ order: Order; offer: Offer }, QuoteRefusal, { reference: string }>

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
  if (refused || !offer) return { ok: false, reason: refused ?? 'not_priced', reference: order.reference }
  return { ok: true, order, offer }
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
  const release = {
    to: 'quote_expired',
    actor: { kind: 'clock' },
    why: 'its time was over',
    now: time,
  } as const
  return releaseOverdue(db, ids, (tx, id) => isQuoteOverdue(tx, id, time), release)
}

const reminderBatch = 200
const dayMs = 24 * 60 * 60_000

/** Reminds customers of quotes that end soon, once for each offer. Returns of how many. */
export async function remindOfQuotes({
  db,
  config,
  now,
}: Pick<AppContext, 'db' | 'config' | 'now'>): Promise<number> {
  if (config.quoteReminderDays === 0) return 0
  const current = now()
  const lastDay = addDays(toLondonTime(current).date, config.quoteReminderDays)
  const time = { now: current, until: getExpiry(lastDay), sentBefore: new Date(current.getTime() - dayMs) }
  let count = 0
  for (const id of await listQuotesToRemind(db, time, reminderBatch)) {
    const isReminded = await inTransaction(db, async tx => {
      const order = (await lockOrder(tx, id))!
      if (!(await setReminded(tx, id, time))) return false
      const offer = (await findOffer(tx, id))!
      const quote = toQuoteDocument(order, offer, await findCompany(tx, order.companyId))
      for (const recipient of await listOfferRecipients(tx, order))
        await quoteReminderEmail.enqueue(tx, recipient, quote)
      return true
    })
    if (isReminded) count++
  }
  return count
}
