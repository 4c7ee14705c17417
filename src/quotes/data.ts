import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { NewOffer, Offer } from './offer.ts'

/** What staff offered for a request, if they did. */
export async function offerOf(db: Db | Tx, orderId: number): Promise<Offer | null> {
  const { rows } = await sql<Offer>`
    select carriage, note, expires_at as "expiresAt", priced_at as "pricedAt",
      priced_by as "pricedBy",
      (select json_agg(json_build_object('position', l.position, 'unitPrice', l.unit_price) order by l.position)
        from quote_offer_line l where l.order_id = q.order_id) as lines
    from quote_offer q where q.order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** Writes what is offered from now on for a request; what was offered before is gone but for its history. */
export async function writeOffer(
  tx: Tx,
  orderId: number,
  offer: NewOffer,
  by: { personId: number; now: Date },
): Promise<void> {
  const { carriage, note, expiresAt, prices } = offer
  await sql`delete from quote_offer where order_id = ${orderId}`.execute(tx)
  await sql`
    insert into quote_offer (order_id, carriage, note, expires_at, priced_by, priced_at)
    values (${orderId}, ${carriage}, ${note}, ${expiresAt}, ${by.personId}, ${by.now})`.execute(tx)
  await sql`
    insert into quote_offer_line (order_id, position, unit_price)
    select ${orderId}, position, unit_price
    from unnest(${prices}::int[]) with ordinality as p (unit_price, position)`.execute(tx)
}

/** The last line of an order's history, and whether a checkout has an order made from it in hand. */
export async function standingOf(
  tx: Tx,
  orderId: number,
): Promise<{ version: number; isBeingOrdered: boolean }> {
  const { rows } = await sql<{ version: number; isBeingOrdered: boolean }>`
    select (select max(id)::int from order_history where order_id = ${orderId}) as version,
      exists (select from orders where source_id = ${orderId} and state in ('saved', 'awaiting_payment'))
        as "isBeingOrdered"`.execute(tx)
  return rows[0]!
}

export async function quoteId(db: Db, reference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where reference = ${reference} and method = 'quote'`.execute(db)
  return rows[0]?.id ?? null
}

export async function companyOf(
  db: Db | Tx,
  companyId: number | null,
): Promise<{ name: string; accountNumber: string } | null> {
  const { rows } = await sql<{ name: string; accountNumber: string }>`
    select name, account_number as "accountNumber" from company where id = ${companyId}::int`.execute(db)
  return rows[0] ?? null
}

/** Ids of quotes whose time is over, but for those that wait for a card to pay them. */
export async function overdueQuotes(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o join quote_offer q on q.order_id = o.id where ${isOverdueNow(now)}
    order by q.expires_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isOverdue(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from orders o join quote_offer q on q.order_id = o.id
    where o.id = ${orderId} and ${isOverdueNow(now)}`.execute(tx)
  return rows.length > 0
}

const isOverdueNow = (now: Date) => sql`
  o.state = 'quote_approved' and q.expires_at <= ${now} and not exists (
    select from orders n where n.source_id = o.id and n.state = 'awaiting_payment')`
