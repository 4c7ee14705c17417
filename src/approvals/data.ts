import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { Decided, Waiting } from './listed.ts'

/** What waits in a company, the oldest first, and how many there are in all. Of each order, so many lines at most. */
export async function waitingOrders(
  db: Db,
  companyId: number,
  most: { orders: number; lines: number },
): Promise<{ rows: Waiting[]; total: number }> {
  const { rows } = await sql<Waiting & { count: number }>`
    select o.id, o.reference, o.person_id as "senderId", o.contact->>'name' as sender, h.at as "sentAt",
      o.purchase_order as "purchaseOrder", o.total, count(*) over ()::int as count,
      (select json_agg(json_build_object('code', l.code, 'title', l.title, 'quantity', l.quantity) order by l.position)
        from (select * from order_line where order_id = o.id order by position limit ${most.lines}) l) as lines,
      (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount"
    from orders o join lateral (select at from order_history
      where order_id = o.id and to_state = 'awaiting_approval' order by id desc limit 1) h on true
    where o.company_id = ${companyId} and o.method = 'approval' and o.state = 'awaiting_approval'
    order by o.id limit ${most.orders}`.execute(db)
  return { rows, total: rows[0]?.count ?? 0 }
}

/** What was decided in a company, the latest first. */
export async function decidedOrders(db: Db, companyId: number, most: number): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    select o.reference, o.contact->>'name' as sender, o.total, o.state, h.at,
      coalesce(n.contact->>'name', p.name, '') as "decidedBy",
      case when o.state = 'rejected' then h.why else '' end as reason, n.reference as "placedReference"
    from orders o
    join lateral (select id, at, actor, why from order_history
      where order_id = o.id and to_state = o.state order by id desc limit 1) h on true
    left join person p on p.id = substring(h.actor from '^person ([0-9]+)$')::int
    left join orders n on n.source_id = o.id and n.placed_at is not null
    where o.company_id = ${companyId} and o.method = 'approval' and o.state in ('approved', 'rejected')
    order by h.id desc limit ${most}`.execute(db)
  return rows
}

/** Who rejected an order; null: nobody. */
export async function rejectedBy(tx: Tx, orderId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('order_history')
    .select('actor')
    .where('order_id', '=', orderId)
    .where('to_state', '=', 'rejected')
    .executeTakeFirst()
  return row?.actor ?? null
}
