import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { sendableLinesSql } from '../../stock/service.ts'
import { promisedDay } from '../promised-day.server.ts'
import { listDueDays, type Queue, type QueueChoice } from './queue.ts'

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
    with ready as materialized (
      select o.id, o.reference, o.company_id, o.contact->>'name' as name, o.placed_at as "placedAt",
        o.delivery_code as "deliveryCode", o.delivery_title as "deliveryTitle", ${promisedDay} as promised,
        coalesce(o.consignments = 'together' and o.state = 'placed', false) as "isTogether"
      from orders o
      where order_is_despatchable(o.state) and not o.on_stop and o.kind = 'order' and o.stock_released_at is null
    ), open_lines as materialized (
      select l.order_id, l.position, l.product_id, l.quantity - l.despatched_quantity - l.withdrawn_quantity as open,
        l.set_aside_quantity
      from order_line l
      where l.despatched_quantity < l.quantity and l.despatched_quantity + l.withdrawn_quantity < l.quantity and not l.is_ended
    ), short_lines as materialized (
      select order_id, position, sendable from ${sendableLinesSql(sql`select product_id from stock where available < 0`)} line
    ), bins as materialized (
      select product_id, upper(substring(btrim(bin) from '^[^[:space:]./-]+')) as area from stock where btrim(bin) <> ''
    ), lines as (
      select l.order_id, l.open, least(l.set_aside_quantity, l.open) as set_aside,
        coalesce(short.sendable, l.open) as sendable, bins.area
      from ready join open_lines l on l.order_id = ready.id
        left join short_lines short on short.order_id = l.order_id and short.position = l.position
        left join bins on bins.product_id = l.product_id
    ), goods as materialized (
      select order_id, bool_or(sendable < open) as "isShort",
        count(*) filter (where sendable > set_aside)::int as "lineCount",
        sum(sendable - set_aside) filter (where sendable > set_aside)::int as "pieceCount",
        bool_and(sendable = open and sendable > set_aside) as "isWhole",
        coalesce(array_agg(distinct area) filter (where sendable > set_aside and area is not null), '{}') as areas
      from lines group by order_id
    ), queue as materialized (
      select o.*, goods.*, o.promised::text as "deliveryDate", coalesce(c.name, o.name, '') as customer,
        coalesce(o.promised <= due.day, false) as "isDue"
      from goods join ready o on o.id = goods.order_id left join company c on c.id = o.company_id
        left join unnest(${days.map(({ code }) => code)}::text[], ${days.map(({ day }) => day)}::date[])
          as due (code, day) on due.code = o."deliveryCode"
      where goods."lineCount" > 0 and not (o."isTogether" and goods."isShort")
        and not exists (select from pick_list_order po where po.order_id = o.id and po.is_open)
    ), matches as (
      select * from queue where (${service} = '' or "deliveryCode" = ${service})
        and (${area} = '' or ${area} = any(areas)) and (not ${due} or "isDue")
        and (${goods} = '' or "isWhole" = (${goods} = 'whole')) or reference = any(${ticked})
    )
    select (select count(*)::int from matches) as total, (select count(*)::int from goods join ready on ready.id = goods.order_id
        where "isTogether" and "isShort") as "waitingCount",
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
