import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { expectedFacts } from '../../orders/service.ts'
import { allocatableLinesSql, getAllocatableSql } from '../../stock/service.ts'
import type { AllocatableLine, AllocatableLines } from './allocatable-line.ts'

/**
 * The oldest open lines of these products' orders with what they can send, and how many there are. `delivered`: pieces by
 * product; then only the lines that can send more than without them.
 */
export async function listAllocatableLines(
  db: Db | Tx,
  productIds: readonly number[],
  { limit, delivered = null }: { limit: number; delivered?: ReadonlyMap<number, number> | null },
): Promise<AllocatableLines> {
  const isFreed = sql`line.allocatable > ${getAllocatableSql(sql`greatest(0, line.on_hand - delivered.quantity)`)}`
  const { rows } = await sql<AllocatableLine & { total: number }>`
    with listed as materialized (
      select line.product_id as "productId", line.open, line.allocatable, line.set_aside as "reserved", o.reference,
        line.order_id, line.position, l.code, l.title,
        o.on_stop as "isHeld", case when o.payment_due and o.hold_reason = '' then 'waiting for payment' else o.hold_reason end as "holdReason",
        order_is_open(o.state) as "isUnfinished",
        coalesce(c.name, o.contact->>'name', '') as customer, line.since,
        ${expectedFacts()} as facts, count(*) over ()::int as total,
        line.is_ready and o.consignments = 'together' and o.state = 'placed' as is_together
      from ${allocatableLinesSql(sql`select unnest(${productIds}::int[])`)} line
        join order_line l on l.order_id = line.order_id and l.position = line.position
        join orders o on o.id = line.order_id left join company c on c.id = o.company_id
        left join unnest(${[...(delivered?.keys() ?? [])]}::int[], ${[...(delivered?.values() ?? [])]}::int[])
          as delivered (product_id, quantity) on delivered.product_id = line.product_id
      where ${delivered === null ? sql`true` : isFreed}
      order by line.since, line.order_id, line.position limit ${limit}
    ), waiting as materialized (
      select line.order_id from ${allocatableLinesSql(sql`
        select l.product_id from order_line l where l.order_id in (select order_id from listed where is_together)`)} line
      where line.order_id in (select order_id from listed where is_together) and line.allocatable < line.open
    )
    select "productId", open, allocatable, "reserved", reference, position, code, title, "isHeld", "holdReason", "isUnfinished",
      customer, since, facts, total,
      order_id in (select order_id from waiting) as "isWaiting"
    from listed order by since, order_id, position`.execute(db)
  return { lines: rows.map(({ total, ...line }) => line), total: rows[0]?.total ?? 0 }
}
