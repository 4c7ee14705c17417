import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { lockOrder } from '../orders/service.ts'
import type { DocumentOrder } from './document.ts'
import { creditUnsent } from './issue-credit-note.server.ts'
import { type IssuedDocument, isNumberedBefore, issueInvoice } from './issue-invoice.server.ts'
import { getDocumentOrder, listOrdersToInvoice, listPaidOrdersToInvoice } from './queries.ts'

const batchSize = 100
// Limited, because the other work of the minute waits for it and an upgrade can leave many.
const maxPerRun = 1000
/** Two days before an invoice would be late (VAT Regulations 1995, regulation 13(5)): the shop may be down. */
const invoicedAfterDays = 28

/**
 * Issues the invoices that are due without a parcel; runs once a minute. Each order is a transaction of its own. Returns
 * how many were issued.
 */
export async function issueDueInvoices(context: AppContext): Promise<number> {
  return (await issueUninvoiced(context)) + (await issuePaidInvoices(context))
}

/** What a card paid for 28 days ago and no invoice has: the goods are still to come. */
async function issuePaidInvoices(context: AppContext): Promise<number> {
  const { config, db, now } = context
  const paidUntil = new Date(now().getTime() - invoicedAfterDays * 86_400_000)
  const ids = await listPaidOrdersToInvoice(db, { paidUntil, limit: maxPerRun })
  return issueEach(context, ids, id =>
    inTransaction(db, async tx => {
      await lockOrder(tx, id)
      // Held, cancelled or corrected since.
      const [isStillDue] = await listPaidOrdersToInvoice(tx, { paidUntil, limit: 1, orderId: id })
      if (isStillDue === undefined) return null
      return issueInvoice(tx, config, { id }, { parcel: null, pieces: 'rest', now: now() })
    }),
  )
}

async function issueUninvoiced(context: AppContext): Promise<number> {
  const { config, db, now } = context
  const whenPlaced = config.invoiceWhen === 'placed'
  let issued = 0
  let after: Parameters<typeof listOrdersToInvoice>[1]['after'] = null
  for (let handled = 0; handled < maxPerRun; handled += batchSize) {
    const orders = await listOrdersToInvoice(db, { whenPlaced, after, limit: batchSize })
    const ids = orders.map(({ id }) => id)
    issued += await issueEach(context, ids, id => issueDueInvoice(context, id, now()))
    if (orders.length < batchSize) break
    after = orders.at(-1)!
  }
  return issued
}

/** Returns how many were issued. One that fails does not keep the others waiting. */
async function issueEach(
  { log }: AppContext,
  ids: readonly number[],
  issue: (id: number) => Promise<IssuedDocument | null>,
): Promise<number> {
  let issued = 0
  for (const id of ids) {
    try {
      if (await issue(id)) issued++
    } catch (err) {
      log.error({ err, order: id }, 'An invoice was not issued.')
    }
  }
  return issued
}

/** Null: another process has issued it, or the order has been held or cancelled since. */
export const issueDueInvoice = (
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  id: number,
  now: Date,
): Promise<IssuedDocument | null> =>
  inTransaction(db, async tx => {
    await lockOrder(tx, id)
    const order = await getDocumentOrder(tx, id)
    if (order.isInvoiced) return null
    const invoice = await issueInvoice(tx, config, { id }, { parcel: null, pieces: 'rest', now })
    // An order that was numbered and cancelled had no credit note.
    if (invoice && isNumberedBefore(order) && isCancelled(order))
      await creditUnsent(tx, config, id, { reason: 'The order was cancelled.', now })
    return invoice
  })

const isCancelled = ({ state }: DocumentOrder): boolean =>
  state === 'cancelled' || state === 'payment_reversed'
