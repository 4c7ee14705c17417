import { sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import { codeKey } from '../shared/part-number.ts'
import type { AccountOrder, ListedOrder, Viewer } from './account-order.ts'
import { orderColumns } from './data.ts'

/** Orders in people's accounts. To everybody else they do not exist. */

// As the index orders_source says it: what was made from another order and came to something.
const fromAnother = sql.raw(
  `n.source_id is not null and n.state not in ('lapsed', 'cancelled', 'superseded', 'rejected')`,
)

/** Ids of what this person may see: his own, his company's when he is head buyer, and what was made from his own. */
const seenBy = ({ personId, companyId }: Viewer) => sql`(
  select id from orders where person_id = ${personId}
  union select id from orders where company_id = ${companyId}
  union select n.id from orders s join orders n on n.source_id = s.id
    where s.person_id = ${personId} and ${fromAnother})`

// What never became an order is left out, and so are requests for a quote, which have a list of their own. A request
// that was approved stands there as the order that was placed from it.
const isListed = sql`o.method <> 'quote' and o.state not in ('saved', 'superseded', 'lapsed')
  and not (o.state = 'approved' and exists (select from orders n where n.source_id = o.id and ${fromAnother}))`

/**
 * A page of a person's orders, newest first, and how many there are in all. `query` is part of a reference, of a
 * purchase order number, or of a part number however it is spelt.
 */
export async function listOrders(
  db: Db,
  viewer: Viewer,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ rows: ListedOrder[]; total: number }> {
  const wanted = query.trim().toLowerCase()
  const code = codeKey(query)
  const { rows } = await sql<ListedOrder & { total_count: number }>`
    with found as (
      select o.id, count(*) over ()::int as total_count from orders o
      where o.id in ${seenBy(viewer)} and ${isListed}
        and (${wanted} = '' or position(${wanted} in lower(o.reference)) > 0
          or position(${wanted} in lower(o.purchase_order)) > 0
          or (${code} <> '' and exists (select from order_line l
            where l.order_id = o.id and position(${code} in code_key(l.code)) > 0)))
      order by o.id desc limit ${size} offset ${(page - 1) * size}
    )
    select found.total_count, o.reference, o.state, o.created_at as "createdAt", o.placed_at as "placedAt",
      o.purchase_order as "purchaseOrder", o.total, o.person_id as "personId", o.contact->>'name' as buyer,
      (select l.title from order_line l where l.order_id = o.id order by l.position limit 1) as "firstTitle",
      (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount"
    from found join orders o on o.id = found.id order by o.id desc`.execute(db)
  return { rows, total: rows[0]?.total_count ?? 0 }
}

type Row = Omit<AccountOrder, 'history'> & {
  history: (Omit<AccountOrder['history'][number], 'at'> & { at: string })[]
}

/** The order of a reference with its history; null when it is not there or not this person's to see. */
export async function accountOrder(db: Db, viewer: Viewer, reference: string): Promise<AccountOrder | null> {
  const { rows } = await sql<Row>`
    select ${orderColumns}, o.created_at as "createdAt", o.vat_rate_bp as "vatRateBp",
      o.invoice_number as "invoiceNumber",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number,
          'vatRegistration', c.vat_registration)
        from company c where c.id = o.company_id) as company,
      (select json_build_object('type', a.card_type, 'lastFour', a.last_four) from payment_attempt a
        where a.order_id = o.id and a.state = 'paid' order by a.id desc limit 1) as card,
      (select json_agg(json_build_object('path', p.path, 'image', p.image, 'forSale', p.for_sale)
          order by l.position)
        from order_line l join product p on p.id = l.product_id where l.order_id = o.id) as goods,
      (select json_agg(json_build_object('at', h.at, 'actor', h.actor, 'name', hp.name,
          'isStaff', coalesce('staff' = any(hp.roles), false), 'to', h.to_state, 'why', h.why) order by h.id)
        from order_history h left join person hp on hp.id = substring(h.actor from '^person ([0-9]+)$')::int
        where h.order_id = o.id) as history
    from orders o where o.reference = ${reference} and o.id in ${seenBy(viewer)}`.execute(db)
  const row = rows[0]
  return row ? { ...row, history: row.history.map(line => ({ ...line, at: new Date(line.at) })) } : null
}
