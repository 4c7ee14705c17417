import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { sendableLinesSql } from '../../stock/service.ts'
import type { MissingPieces } from '../despatch/together.ts'

/**
 * The ids of the orders that are to be sent all together and cannot be yet, as `listWaitedFor` decides: among `lines`, a
 * table with the rows of `sendableLinesSql`.
 */
export const waitingOrdersSql = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select line.order_id from ${lines} line join orders o on o.id = line.order_id
  where o.consignments = 'together' and o.state = 'placed' and line.is_ready and line.sendable < line.open
  group by line.order_id`

/** An order that waits for a part of its goods. */
export interface WaitingOrder {
  reference: string
  customer: string
  placedAt: Date
  /** Of the first lines that miss pieces; `missingCount`: of all of them. */
  missing: MissingPieces[]
  missingCount: number
  /** Pieces that are there for it. */
  pieceCount: number
}

/** A page of the orders that are to be sent all together and wait for goods, the oldest first. */
export async function listWaitingOrders(
  db: Db,
  page: { page: number; size: number },
): Promise<{ rows: WaitingOrder[]; total: number }> {
  const { rows } = await sql<{ rows: WaitingOrder[]; total: number }>`
    with lines as materialized (select * from ${sendableLinesSql(null)} line),
    waiting as materialized (${waitingOrdersSql(sql`lines`)}),
    listed as (
      select o.id, o.reference, coalesce(c.name, o.contact->>'name', '') as customer, o.placed_at as "placedAt"
      from waiting join orders o on o.id = waiting.order_id left join company c on c.id = o.company_id
      order by o.placed_at, o.id ${limitToPage(page)}
    ), orders_of_page as (
      select listed.*, goods.* from listed, lateral (
        select count(*) filter (where line.sendable < line.open)::int as "missingCount",
          sum(line.sendable)::int as "pieceCount",
          (json_agg(json_build_object('code', l.code, 'quantity', line.open - line.sendable) order by l.position)
            filter (where line.sendable < line.open)) as missing
        from lines line join order_line l on l.order_id = line.order_id and l.position = line.position
        where line.order_id = listed.id) goods
    )
    select (select count(*)::int from waiting) as total,
      coalesce((select json_agg(o order by "placedAt", id) from orders_of_page o), '[]') as rows`.execute(db)
  const { rows: orders, total } = rows[0]!
  return { total, rows: orders.map(order => ({ ...order, placedAt: new Date(order.placedAt) })) }
}
