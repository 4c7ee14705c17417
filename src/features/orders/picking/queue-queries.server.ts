import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { sendableLinesSql } from '../../stock/service.ts'
import { promisedDay } from '../promised-day.server.ts'
import { listDueDays, type Queue, type QueueChoice } from './queue.ts'
import { waitingOrdersSql } from './waiting-queries.server.ts'

const dueFirst = sql`"isDue" desc, "deliveryDate" nulls last, id`

function toSorting({ sort, direction }: QueueChoice): RawBuilder<unknown> {
  const order = direction === 'up' ? sql`asc` : sql`desc`
  switch (sort) {
    case 'cut_off':
      return direction === 'up' ? dueFirst : sql`"isDue", "deliveryDate" desc nulls last, id desc`
    case 'age':
      return sql`"placedAt" ${order}, id ${order}`
    case 'customer':
      return sql`lower(customer) ${order}, ${dueFirst}`
    case 'service':
      return sql`"deliveryCode" ${order}, ${dueFirst}`
    case 'pieces':
      return sql`"pieceCount" ${order}, ${dueFirst}`
    case 'location':
      return sql`areas = '{}', areas ${order}, ${dueFirst}`
  }
}

const maxAreas = 200

/**
 * The orders of which something can be taken out of the bins: placed, not held, and on no open list. `ticked`: orders that
 * come first, because their ticks must be seen.
 */
export async function listQueue(
  db: Db,
  choice: QueueChoice,
  {
    now,
    limit,
    offset = 0,
    ticked = [],
  }: { now: Date; limit: number; offset?: number; ticked?: readonly string[] },
): Promise<Queue> {
  const { service, area, due, goods } = choice
  const days = listDueDays(toLondonTime(now).date)
  const { rows } = await sql<Queue>`
    with lines as materialized (select * from ${sendableLinesSql(null)} line),
    waiting as materialized (${waitingOrdersSql(sql`lines`)}),
    pickable as materialized (
      select line.order_id, count(*)::int as lines, sum(line.sendable - line.set_aside)::int as pieces,
        bool_and(line.sendable = line.open) and count(*) = (select count(*) from order_line l
          where l.order_id = line.order_id and l.despatched_quantity + l.withdrawn_quantity < l.quantity) as whole,
        array_agg(distinct upper(substring(btrim(s.bin) from '^[^[:space:]./-]+')))
          filter (where btrim(s.bin) <> '') as areas
      from lines line join stock s on s.product_id = line.product_id
      where line.sendable > line.set_aside and line.order_id not in (select order_id from waiting)
        and not exists (select from pick_list_order po where po.order_id = line.order_id and po.is_open)
      group by line.order_id
    ), queue as materialized (
      select o.id, o.reference, coalesce(c.name, o.contact->>'name', '') as customer, o.placed_at as "placedAt",
        o.delivery_code as "deliveryCode", o.delivery_title as "deliveryTitle",
        ${promisedDay}::text as "deliveryDate",
        coalesce(${promisedDay} <= due.day, false) as "isDue",
        pickable.lines as "lineCount", pickable.pieces as "pieceCount", pickable.whole as "isWhole",
        coalesce(pickable.areas, '{}') as areas
      from pickable join orders o on o.id = pickable.order_id left join company c on c.id = o.company_id
        left join unnest(${days.map(({ code }) => code)}::text[], ${days.map(({ day }) => day)}::date[])
          as due (code, day) on due.code = o.delivery_code
    ), matches as (
      select * from queue where (${service} = '' or "deliveryCode" = ${service})
        and (${area} = '' or ${area} = any(areas)) and (not ${due} or "isDue")
        and (${goods} = '' or "isWhole" = (${goods} = 'whole')) or reference = any(${ticked})
    )
    select (select count(*)::int from matches) as total, (select count(*)::int from waiting) as "waitingCount",
      (select count(*)::int from queue where "isDue") as "dueCount",
      coalesce((select json_agg(m) from (select * from matches
        order by reference = any(${ticked}) desc, ${toSorting(choice)} limit ${limit} offset ${offset}) m), '[]') as rows,
      coalesce((select json_agg(s) from (select "deliveryCode" as code, count(*)::int as count from queue
        group by 1 order by 1) s), '[]') as services,
      coalesce((select json_agg(a) from (select area, count(*)::int as count from queue, unnest(areas) as area
        group by 1 order by 1 limit ${sql.lit(maxAreas)}) a), '[]') as areas`.execute(db)
  const queue = rows[0]!
  return { ...queue, rows: queue.rows.map(row => ({ ...row, placedAt: new Date(row.placedAt) })) }
}
