import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { sendableLinesSql } from '../../stock/service.ts'
import { promisedDay } from '../promised-day.server.ts'
import { listDueDays, type Queue, type QueueChoice, type QueueSort } from './queue.ts'
import { waitingOrdersSql } from './waiting-queries.server.ts'

const sortSql: Record<QueueSort, RawBuilder<unknown>> = {
  cut_off: sql`"isDue" desc, "deliveryDate" nulls last, id`,
  age: sql`"placedAt", id`,
  service: sql`"deliveryCode", "isDue" desc, "deliveryDate" nulls last, id`,
  location: sql`areas, "isDue" desc, "deliveryDate" nulls last, id`,
}

/** The orders of which something can be taken out of the bins: placed, not held, and on no open list. */
export async function listQueue(
  db: Db,
  { sort, service, area, due }: QueueChoice,
  { now, limit }: { now: Date; limit: number },
): Promise<Queue> {
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
    )
    select (select count(*)::int from matches) as total, (select count(*)::int from waiting) as "waitingCount",
      (select count(*)::int from queue where "isDue") as "dueCount",
      coalesce((select json_agg(m) from (select * from matches order by ${sortSql[sort]} limit ${limit}) m), '[]') as rows,
      coalesce((select json_agg(s) from (select "deliveryCode" as code, count(*)::int as count from queue
        group by 1 order by 1) s), '[]') as services,
      coalesce((select json_agg(a) from (select area, count(*)::int as count from queue, unnest(areas) as area
        group by 1 order by 1) a), '[]') as areas`.execute(db)
  const queue = rows[0]!
  return { ...queue, rows: queue.rows.map(row => ({ ...row, placedAt: new Date(row.placedAt) })) }
}
