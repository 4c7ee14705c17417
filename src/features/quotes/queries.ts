import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import {
  changesRow,
  findRow,
  findValue,
  getRow,
  hasRow,
  listValues,
  selectRows,
} from '../../infra/database/query.ts'
import type { Totals } from '../basket/totals.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { replaceLines } from '../orders/service.ts'
import type { QuoteMessage } from './messages/quote-message.ts'
import type { NewOffer, Offer } from './offer.ts'

/** The offer for a request; null before it is priced. */
export const findOffer = (db: Db | Tx, orderId: number) =>
  findRow(db)<Offer>`
    select delivery_title as "deliveryTitle", delivery_cost as "deliveryCost", note,
      expires_at as "expiresAt", priced_at as "pricedAt", reminded_at as "remindedAt",
      priced_by as "pricedBy",
      array(select unit_price from quote_offer_line l where l.order_id = q.order_id order by position) as prices
    from quote_offer q where q.order_id = ${orderId}`

/**
 * Replaces the offer for a request, and its lines unless they stay as they are (null); what they were before remains in
 * the history only.
 */
export async function replaceOffer(
  tx: Tx,
  orderId: number,
  { deliveryTitle, deliveryCost, note, expiresAt, prices }: NewOffer,
  lines: { rows: readonly OrderLine[]; totals: Totals } | null,
  by: { personId: number; now: Date },
): Promise<void> {
  await sql`delete from quote_offer where order_id = ${orderId}`.execute(tx)
  if (lines) await replaceLines(tx, orderId, lines.rows, lines.totals)
  await sql`
    with offer as (
      insert into quote_offer (order_id, delivery_title, delivery_cost, note, expires_at, priced_by, priced_at)
      values (${orderId}, ${deliveryTitle}, ${deliveryCost}, ${note}, ${expiresAt}, ${by.personId}, ${by.now})
    ), draft as (delete from quote_draft where order_id = ${orderId})
    insert into quote_offer_line (order_id, position, unit_price)
    select ${orderId}, position, unit_price
    from unnest(${prices}::int[]) with ordinality as p (unit_price, position)`.execute(tx)
}

interface QuoteProgress {
  /** Id of the last row of its history. */
  version: number
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
  /** Id of the last message that asks for a change; 0: there is none. */
  lastChangeRequest: number
}

export const getQuoteProgress = (tx: Tx, orderId: number) =>
  getRow(tx)<QuoteProgress>`
    select (select max(id)::int from order_history where order_id = ${orderId}) as version,
      exists (select from orders where source_id = ${orderId} and order_is_open(state))
        as "isBeingOrdered",
      coalesce((select max(id) from order_message where order_id = ${orderId} and change_request), 0)
        as "lastChangeRequest"`

export const findQuoteId = (db: Db, reference: string) =>
  findValue(db)<number>`
    select id from orders where reference = ${reference} and kind = 'quote'`

/** Whether the person who requested a quote no longer belongs to the company of the request. */
export async function hasRequesterLeft(
  db: Db | Tx,
  { personId, companyId }: Pick<Order, 'personId' | 'companyId'>,
): Promise<boolean> {
  if (companyId === null) return false
  return !(await hasRow(db)`
    select from person where id = ${personId}::int and company_id = ${companyId}`)
}

/** Who gets the offer for a request: the requester, or the head buyers of the company that the requester has left. */
export async function listOfferRecipients(
  db: Db | Tx,
  order: Pick<Order, 'personId' | 'companyId' | 'contact'>,
): Promise<{ email: string; name: string }[]> {
  if (!(await hasRequesterLeft(db, order))) return [order.contact]
  const headBuyers = await selectRows(db)<{ email: string; name: string }>`
    select email, name from person where company_id = ${order.companyId} and 'head_buyer' = any(roles)
    order by id`
  return headBuyers.length > 0 ? headBuyers : [order.contact]
}

export const findCompany = async (db: Db | Tx, companyId: number | null) =>
  companyId === null
    ? null
    : findRow(db)<{ name: string; accountNumber: string }>`
        select name, account_number as "accountNumber" from company where id = ${companyId}`

/** Ids of quotes that have expired, except those with a card payment under way. */
export const listOverdueQuotes = (db: Db, now: Date, limit: number) =>
  listValues(db)<number>`
    select o.id from orders o join quote_offer q on q.order_id = o.id where ${hasExpired(now)}
    order by q.expires_at limit ${limit}`

export const isQuoteOverdue = (tx: Tx, orderId: number, now: Date) =>
  hasRow(tx)`
    select from orders o join quote_offer q on q.order_id = o.id
    where o.id = ${orderId} and ${hasExpired(now)}`

const hasExpired = (now: Date) => sql`
  o.state = 'quote_approved' and q.expires_at <= ${now} and not exists (
    select from orders n where n.source_id = o.id and n.state = 'awaiting_payment')`

interface ReminderTime {
  now: Date
  /** Quotes that end until then are due. */
  until: Date
  /** Offers that were sent later wait. */
  sentBefore: Date
}

export const listQuotesToRemind = (db: Db, time: ReminderTime, limit: number) =>
  listValues(db)<number>`
    select o.id from quote_offer q join orders o on o.id = q.order_id where ${isReminderDue(time)}
    order by q.expires_at limit ${limit}`

/** False: the customer of this offer needs no reminder (any more). The caller holds the order's lock. */
export const setReminded = (tx: Tx, orderId: number, time: ReminderTime): Promise<boolean> =>
  changesRow(tx)`
    update quote_offer q set reminded_at = ${time.now} from orders o
    where o.id = q.order_id and o.id = ${orderId} and ${isReminderDue(time)}`

const isReminderDue = ({ now, until, sentBefore }: ReminderTime) => sql`
  o.state = 'quote_approved' and q.reminded_at is null and q.expires_at > ${now} and q.expires_at <= ${until}
  and q.priced_at <= ${sentBefore}
  and not exists (select from orders n where n.source_id = o.id and order_is_open(n.state))`

export const listQuoteMessages = (db: Db, orderId: number) =>
  selectRows(db)<QuoteMessage>`
    select m.id, m.at, coalesce(nullif(p.name, ''), p.email, '') as author, m.from_staff as "isFromStaff",
      m.change_request as "isChangeRequest", not m.from_staff and m.answered_at is null as "isOpen", m.text
    from order_message m left join person p on p.id = m.author_id
    where m.order_id = ${orderId} order by m.id`
