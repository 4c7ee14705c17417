import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { addDays, toLondonTime } from '../../lib/dates.ts'
import { lockOrder } from '../orders/service.ts'
import { toQuoteDocument } from './document.ts'
import { getExpiry } from './offer.ts'
import { quoteReminderEmail } from './QuoteEmails.tsx'
import { findCompany, findOffer, listOfferRecipients, listQuotesToRemind, setReminded } from './queries.ts'

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
