import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { orderParcels } from '../despatch/queries.ts'
import type { AdminHistoryEntry, AdminOrderDetails, AdminOrderRow } from './admin-order.ts'
import { type OrderGroup, orderGroupDefinitions, type StateCount } from './groups.ts'

// A refund without an answer, or refused and not repeated; a cancelled order whose payment is not fully refunded.
const attemptsWithRefundProblem = sql`(
  select r.attempt_id from payment_refund r where r.state = 'unknown' or (r.state = 'refused' and not exists (
    select from payment_refund later where later.attempt_id = r.attempt_id and later.id > r.id))
  union
  select a.id from orders o join payment_attempt a on a.order_id = o.id and a.state = 'paid'
  where o.state = 'cancelled' and a.amount > (
    select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id and r.state <> 'refused'))`

// Of each product of the order there is as much on hand as is still to go.
const canGoOutWhole = sql`not exists (
  select from order_line l join stock s on s.product_id = l.product_id where l.order_id = o.id
  group by s.product_id, s.on_hand having sum(l.quantity - l.despatched_quantity) > s.on_hand)`

/** How many orders there are in each state. */
export async function countOrdersByState(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select state, on_stop as "onStop", count(*)::int as count from orders where kind <> 'quote'
    group by state, on_stop`.execute(db)
  return rows
}

/**
 * A page of a group of orders, newest first or as its group is sorted, and how many there are in all. `query`: part of a
 * reference, an e-mail address, a name, the customer's order number, a tracking number, or of a part number in any spelling.
 */
export async function listAdminOrders(
  db: Db,
  { group, query, page, size }: { group: OrderGroup; query: string; page: number; size: number },
): Promise<{ rows: AdminOrderRow[]; total: number }> {
  const { states, onStop, hasRefundProblem = false, isQueue = false } = orderGroupDefinitions[group]
  // The day that was promised is in the column; of a held order that was released it is promised no more.
  const promisedDay = sql`case when ${isQueue} then case when o.hold_released_at is null then o.delivery_date end end`
  const sorting = sql`${promisedDay} nulls last, case when ${isQueue} then o.id end, o.id desc`
  const text = query.trim().toLowerCase()
  const code = toCodeKey(query)
  const { rows } = await sql<AdminOrderRow & { all: number }>`
    with matches as (
      select o.id, count(*) over ()::int as all from orders o left join company c on c.id = o.company_id
      where o.kind <> 'quote' and (${states}::text[] is null or o.state = any(${states}))
        and (${onStop}::boolean is null or o.on_stop = ${onStop})
        and (not ${hasRefundProblem} or o.id in (select a.order_id from payment_attempt a where a.id in ${attemptsWithRefundProblem}))
        and (${text} = '' or position(${text} in lower(o.reference)) > 0
          or position(${text} in lower(o.contact->>'email')) > 0
          or position(${text} in lower(o.contact->>'name')) > 0 or position(${text} in lower(c.name)) > 0
          or position(${text} in lower(o.purchase_order)) > 0
          or exists (select from parcel p where p.order_id = o.id and position(${text} in lower(p.tracking_number)) > 0)
          or (${code} <> '' and exists (select from order_line l
            where l.order_id = o.id and position(${code} in code_key(l.code)) > 0)))
      order by ${sorting} limit ${size} offset ${(page - 1) * size}
    )
    select matches.all, o.reference, o.kind, o.state, o.method, o.on_stop as "onStop",
      o.hold_reason as "holdReason", o.ready_to_collect_at is not null as "isReadyToCollect",
      coalesce(o.placed_at, o.created_at) as at, o.contact->>'name' as name, o.contact->>'email' as email,
      coalesce(c.name, '') as company, o.purchase_order as "purchaseOrder", o.total,
      (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
      o.delivery_date::text as "deliveryDate", o.hold_released_at is not null as "wasHeld",
      case when ${isQueue} then ${canGoOutWhole} end as "canGoOutWhole"
    from matches join orders o on o.id = matches.id left join company c on c.id = o.company_id
    order by ${sorting}`.execute(db)
  return { rows, total: rows[0]?.all ?? 0 }
}

/** Null: there is no order or approval request of that reference. */
export async function findOrderId(db: Db, reference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where reference = ${reference} and kind <> 'quote'`.execute(db)
  return rows[0]?.id ?? null
}

export async function getAdminOrderDetails(db: Db, orderId: number): Promise<AdminOrderDetails> {
  type Row = Omit<AdminOrderDetails, 'history'> & { history: (AdminHistoryEntry & { at: string })[] }
  const { rows } = await sql<Row>`
    select o.created_at as "createdAt", ${orderParcels} as parcels, o.invoice_number as "invoiceNumber",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number)
        from company c where c.id = o.company_id) as company,
      (select json_build_object('reference', s.reference, 'isQuote', s.kind = 'quote')
        from orders s where s.id = o.source_id) as "madeFrom",
      (select n.reference from orders n where n.source_id = o.id and n.placed_at is not null
        order by n.id desc limit 1) as "madeInto",
      (select json_agg(json_build_object('at', h.at, 'who', coalesce(p.name, h.actor), 'to', h.to_state,
          'event', h.event, 'why', h.why)
          order by h.id)
        from order_history h left join person p on p.id = substring(h.actor from '^person ([0-9]+)$')::int
        where h.order_id = o.id) as history
    from orders o where o.id = ${orderId}`.execute(db)
  const row = rows[0]!
  return { ...row, history: row.history.map(line => ({ ...line, at: new Date(line.at) })) }
}

/** What happened to an order after the version that a page showed, the newest first. */
export async function listChangesSince(
  db: Db,
  orderId: number,
  seen: string,
): Promise<Omit<AdminHistoryEntry, 'at'>[]> {
  const seenHistoryId = /^\d{1,15}/.exec(seen)?.[0] ?? '0'
  const { rows } = await sql<Omit<AdminHistoryEntry, 'at'>>`
    select coalesce(p.name, h.actor) as who, h.to_state as to, h.event, h.why
    from order_history h left join person p on p.id = substring(h.actor from '^person ([0-9]+)$')::int
    where h.order_id = ${orderId} and h.id > ${seenHistoryId}::bigint order by h.id desc limit 3`.execute(db)
  return rows
}

/** How many orders have a refund that staff must look at. */
export async function countRefundProblems(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct a.order_id)::int as count from payment_attempt a where a.id in ${attemptsWithRefundProblem}`.execute(
    db,
  )
  return rows[0]!.count
}
