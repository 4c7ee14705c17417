import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { findRow, findValue, selectRows } from '../../infra/database/query.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import type { DocumentKind } from '../billing/document.ts'
import {
  creditedPieces,
  orderCompany,
  orderDocuments,
  orderOrigin,
  orderRefunds,
} from '../billing/service.ts'
import { orderMessages } from '../correspondence/service.ts'
import {
  amountDue,
  expectedFacts,
  isCreditHeldSql,
  isOrderOfPersonSql,
  lineProducts,
  orderColumns,
} from '../orders/service.ts'
import { orderParcels } from '../warehouse/service.ts'
import type { AccountOrder, OrderListRow, Viewer } from './account/account-order.ts'
import type { Decision } from './confirmation/confirmation.ts'

/** Orders in people's accounts. To everybody else they do not exist. */

// `n` is the order that a quote or an approval request became.
const isSuccessor = sql`(n.placed_at is not null or not order_is_void(n.state))`

/** What this person sees, as (id, kind, state): their own orders, a head buyer's company's, and the orders made from their own. */
export const ordersVisibleTo = ({ personId, companyId }: Viewer) => sql`(
  select id, kind, state from orders_of_person(${personId})
  union select id, kind, state from orders where company_id = ${companyId}
  union select n.id, n.kind, n.state from orders_of_person(${personId}) s join orders n on n.source_id = s.id
    where ${isSuccessor})`

/** Whether `ordersVisibleTo` has the order `o`, without a list of the others. */
export const isVisibleTo = ({ personId, companyId }: Viewer) => sql`(
  ${isOrderOfPersonSql(personId)} or o.company_id = ${companyId}
  or exists (select from orders n join orders s on s.id = n.source_id
    where n.id = o.id and ${isSuccessor} and ${isOrderOfPersonSql(personId, 's')}))`

// Of the visible orders `o`. Quotes have a list of their own. An approved request is listed as the order that was placed
// from it.
const isListed = sql`o.kind <> 'quote' and not order_is_unsubmitted(o.state)
  and not (o.state = 'approved' and exists (select from orders n where n.source_id = o.id and ${isSuccessor}))`

/** The columns of an OrderListRow, from orders as `o`. */
const listColumns = sql`
  o.reference, o.state, o.method, o.created_at as "createdAt", o.placed_at as "placedAt", o.purchase_order as "purchaseOrder",
  o.total, o.person_id as "personId", o.contact->>'name' as buyer, o.on_stop as "onStop", o.hold_reason as "holdReason",
  ${isCreditHeldSql} as "isCreditHeld",
  ${amountDue} as "amountDue",
  (select s.reference from orders s where s.id = o.source_id) as "madeFrom",
  (select l.title from order_line l where l.order_id = o.id order by l.position limit 1) as "firstTitle",
  (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
  ${expectedFacts()} as facts,
  coalesce((select json_agg(json_build_object('number', p.number, 'carrier', p.carrier, 'trackingNumber', p.tracking_number,
      'collectedBy', p.collected_by, 'despatchedAt', p.despatched_at) order by p.number)
    from parcel p where p.order_id = o.id), '[]') as parcels,
  (select count(*)::int from sales_document d where d.order_id = o.id and d.kind = 'invoice') as invoices`

export type OrderListJson = Omit<OrderListRow, 'createdAt' | 'placedAt'> & {
  createdAt: string
  placedAt: string | null
}

/** A person's newest orders, as a column of JSON. */
export const latestOrdersJson = (viewer: Viewer, limit: number) => sql`coalesce((
  select json_agg(latest) from (
    select ${listColumns} from (
      select o.id from ${ordersVisibleTo(viewer)} o where ${isListed} order by o.id desc limit ${limit}) newest
      join orders o on o.id = newest.id order by o.id desc) latest), '[]')`

/**
 * A page of a person's orders, newest first, and how many there are in all. `query` is part of a reference (also of the
 * request or quote that an order was made from), of a purchase order number, or of a part number in any spelling.
 */
export async function listOrders(
  db: Db,
  viewer: Viewer,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ rows: OrderListRow[]; total: number }> {
  const text = query.trim().toLowerCase()
  const code = toCodeKey(query).toLowerCase()
  const search =
    text === ''
      ? sql`where ${isListed}`
      : sql`join orders e on e.id = o.id where ${isListed}
        and (position(${text} in lower(e.reference)) > 0 or position(${text} in lower(e.purchase_order)) > 0
          or exists (select from orders s where s.id = e.source_id and position(${text} in lower(s.reference)) > 0)
          or (${code} <> '' and exists (select from order_line l
            where l.order_id = o.id and position(${code} in search_key(l.code)) > 0)))`
  const rows = await selectRows(db)<OrderListRow & { total_count: number }>`
    with matches as (
      select o.id, count(*) over ()::int as total_count from ${ordersVisibleTo(viewer)} o ${search}
      order by o.id desc limit ${size} offset ${(page - 1) * size}
    )
    select matches.total_count, ${listColumns}
    from matches join orders o on o.id = matches.id order by o.id desc`
  return { rows, total: rows[0]?.total_count ?? 0 }
}

type AccountOrderRow = Omit<AccountOrder, 'history' | 'messages'> & {
  messages: (Omit<AccountOrder['messages'][number], 'at'> & { at: string })[]
  history: (Omit<AccountOrder['history'][number], 'at'> & { at: string })[]
}

/** The order of a reference with its history; null when this person does not see it. */
export async function findAccountOrder(
  db: Db,
  viewer: Viewer,
  reference: string,
): Promise<AccountOrder | null> {
  const row = await findRow(db)<AccountOrderRow>`
    select ${orderColumns}, o.created_at as "createdAt",
      ${orderCompany} as company,
      (select json_build_object('type', a.card_type, 'lastFour', a.last_four) from payment_attempt a
        where a.order_id = o.id and a.state = 'paid' order by a.id desc limit 1) as card,
      ${lineProducts} as products, ${orderParcels} as parcels, ${orderMessages} as messages,
      ${orderDocuments} as documents, ${orderRefunds} as refunds,
      ${creditedPieces} as credited,
      (select json_agg(json_build_object('at', h.at, 'actor', json_build_object('kind', h.actor_kind, 'id', h.actor_id),
          'name', hp.name, 'isStaff', coalesce('staff' = any(hp.roles), false), 'to', h.to_state, 'event', h.event,
          'why', h.why, 'changes', h.changes) order by h.id)
        from order_history h left join person hp on hp.id = h.actor_id
        where h.order_id = o.id) as history,
      ${orderOrigin} as "madeFrom",
      (select n.reference from orders n where n.source_id = o.id and n.placed_at is not null
        order by n.id desc limit 1) as "placedReference"
    from orders o where o.reference = ${reference} and ${isVisibleTo(viewer)}`
  if (!row) return null
  return { ...row, history: row.history.map(parseTime), messages: row.messages.map(parseTime) }
}

/** The reference of the order that a document is of; null when this person does not see it. */
export const findOrderOfDocument = (
  db: Db,
  viewer: Viewer,
  { kind, number }: { kind: DocumentKind; number: number },
) =>
  findValue(db)<string>`
    select o.reference from sales_document d join orders o on o.id = d.order_id
    where d.kind = ${kind} and d.number = ${number} and ${isVisibleTo(viewer)}`

const parseTime = <Entry extends { at: string }>(entry: Entry) => ({ ...entry, at: new Date(entry.at) })

/** What the confirmation shows of an order besides it; `products` are in the order of the lines. */
export const confirmationColumns = sql<
  Pick<AccountOrder, 'products' | 'parcels' | 'documents' | 'refunds'>
>`, ${lineProducts} as products, ${orderParcels} as parcels, ${orderDocuments} as documents, ${orderRefunds} as refunds`

/** The decision about an approval request; null: not decided yet. */
export const findDecision = (db: Db, orderId: number): Promise<Decision | null> =>
  findRow(db)<Decision>`
    select coalesce(n.contact->>'name', p.name, '') as by,
      case when h.to_state = 'rejected' then h.why else '' end as reason, n.reference as "placedReference"
    from order_history h
    left join person p on p.id = h.actor_id
    left join orders n on n.source_id = h.order_id and n.placed_at is not null
    where h.order_id = ${orderId} and order_is_decided(h.to_state)
    order by h.id desc limit 1`
