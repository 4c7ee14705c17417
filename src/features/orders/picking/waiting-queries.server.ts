import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { sendableLinesSql } from '../../stock/service.ts'
import type { WaitingFilter, WaitingOrder, WaitingSort } from './waiting.ts'

/**
 * The ids of the orders that are to be sent all together and cannot be yet, as `listWaitedFor` decides: among `lines`, a
 * table with the rows of `sendableLinesSql`.
 */
export const waitingOrdersSql = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select line.order_id from ${lines} line join orders o on o.id = line.order_id
  where o.consignments = 'together' and o.state = 'placed' and line.is_ready and line.sendable < line.open
  group by line.order_id`

const customer = sql`coalesce(c.name, o.contact->>'name', '')`

const sortSql: Record<WaitingSort, RawBuilder<unknown>> = {
  age: sql`o.placed_at`,
  customer: sql`lower(${customer})`,
  missing: sql`waiting.missing`,
  here: sql`waiting.here`,
}

/** A page of the orders that are to be sent all together and wait for goods. */
export async function listWaitingOrders(
  db: Db,
  { query, sort, direction }: WaitingFilter,
  page: { page: number; size: number },
): Promise<{ rows: WaitingOrder[]; total: number }> {
  const order = direction === 'up' ? sql`asc` : sql`desc`
  const pattern = toPattern(query)
  const isMatch = sql`(o.reference ilike ${pattern} or ${customer} ilike ${pattern}
    or exists (select from lines line join order_line l on l.order_id = line.order_id and l.position = line.position
      where line.order_id = o.id and line.sendable < line.open and l.code ilike ${pattern}))`
  const { rows } = await sql<{ rows: WaitingOrder[]; total: number }>`
    with lines as materialized (select * from ${sendableLinesSql(null)} line),
    waiting as materialized (
      select order_id, sum(open - sendable)::int as missing, sum(sendable)::int as here from lines
      where order_id in (${waitingOrdersSql(sql`lines`)}) group by order_id
    ), listed as (
      select o.id, o.reference, ${customer} as customer, o.placed_at as "placedAt", waiting.here as "pieceCount",
        count(*) over ()::int as total, row_number() over (order by ${sortSql[sort]} ${order}, o.id ${order}) as nth
      from waiting join orders o on o.id = waiting.order_id left join company c on c.id = o.company_id
      ${query === '' ? sql`` : sql`where ${isMatch}`} order by nth ${limitToPage(page)}
    ), orders_of_page as (
      select listed.*, goods.* from listed, lateral (
        select count(*)::int as "missingCount",
          case when bool_and(l.lead_time is not null) then max(coalesce(l.later_since,
            (listed."placedAt" at time zone 'Europe/London')::date) + (l.lead_time->>'max')::int) end as expected,
          json_agg(json_build_object('code', l.code, 'quantity', line.open - line.sendable) order by l.position) as missing
        from lines line join order_line l on l.order_id = line.order_id and l.position = line.position
        where line.order_id = listed.id and line.sendable < line.open) goods
    )
    select coalesce((select max(total) from listed), 0) as total,
      coalesce((select json_agg(o order by nth) from orders_of_page o), '[]') as rows`.execute(db)
  const { rows: orders, total } = rows[0]!
  return { total, rows: orders.map(order => ({ ...order, placedAt: new Date(order.placedAt) })) }
}
