import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { shortLinesSql } from '../../stock/service.ts'
import { promisedDay } from '../promised-day.server.ts'
import { listDueDays, type Queue, type QueueChoice } from './queue.ts'

const dueFirst = sql`"isDue" desc, promised nulls last, id`

function toSorting({ sort, direction }: QueueChoice): RawBuilder<unknown> {
  const order = direction === 'up' ? sql`asc` : sql`desc`
  switch (sort) {
    case 'cut_off':
      return direction === 'up' ? dueFirst : sql`"isDue", promised desc nulls last, id desc`
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

// What can be picked of these orders (a condition on lines `l`): all of a line that is not among `short_lines`. Both are
// grouped instead of joined, because the planner expects few short lines and would read all of them for each line.
const goodsSql = (
  which: RawBuilder<unknown>,
  { readsAreas }: { readsAreas: boolean },
): RawBuilder<unknown> => sql`
  select order_id, bool_or(sendable < open) as "isShort",
    count(*) filter (where sendable > set_aside)::int as "lineCount",
    sum(sendable - set_aside) filter (where sendable > set_aside)::int as "pieceCount",
    bool_and(sendable = open and sendable > set_aside) as "isWhole",
    ${readsAreas ? sql`coalesce(array_agg(distinct s.area) filter (where sendable > set_aside and s.area is not null), '{}')` : sql`null::text[]`} as areas
  from (
    select order_id, max(product_id) as product_id, max(open) as open, max(set_aside) as set_aside,
      coalesce(max(sendable), max(open)) as sendable
    from (
      select l.order_id, l.position, l.product_id, l.quantity - l.despatched_quantity - l.withdrawn_quantity as open,
        least(l.set_aside_quantity, l.quantity - l.despatched_quantity - l.withdrawn_quantity) as set_aside, null as sendable
      from order_line l
      where l.despatched_quantity < l.quantity and l.despatched_quantity + l.withdrawn_quantity < l.quantity and not l.is_ended
        and ${which}
      union all select l.order_id, l.position, null, null, null, l.sendable from short_lines l where ${which}
    ) each group by order_id, position having max(open) is not null
  ) line ${readsAreas ? sql`join stock s on s.product_id = line.product_id` : sql``}
  group by order_id`

/**
 * The orders of which something can be taken out of the bins: placed, not held, and on no open list. `ticked`: orders that
 * come first, because their ticks must be seen.
 *
 * Of most orders all that is open can be picked: their lines are read only for the rows of the page, unless the queue is
 * sorted or filtered by what is in the lines.
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
  const { service, area, due, goods, sort } = choice
  const days = listDueDays(toLondonTime(now).date)
  const readsAllLines = area !== '' || sort === 'pieces' || sort === 'location'
  const customer = sql`coalesce(c.name, o.contact->>'name', '')`
  const isReady = sql`order_is_despatchable(o.state) and not o.on_stop and o.kind = 'order' and o.stock_released_at is null`
  const isWaiting = sql`(coalesce(o.consignments = 'together' and o.state = 'placed', false) and goods."isShort")`
  const isTicked = sql`reference = any(${ticked})`
  const isMatch = sql`((${service} = '' or "deliveryCode" = ${service}) and (${area} = '' or ${area} = any(areas))
    and (not ${due} or "isDue") and (${goods} = '' or "isWhole" = (${goods} = 'whole')) or ${isTicked})`
  const { rows } = await sql<Queue>`
    with recursive areas as (
      -- From each to the next one in the index.
      select min(area) as area from stock
      union all select (select min(area) from stock where area > areas.area) from areas where area is not null
    ), short_lines as materialized (${shortLinesSql}
    ), partial_orders as materialized (
      select order_id from short_lines where sendable < open
      union select order_id from order_line where set_aside_quantity > 0
    ), goods as materialized (${goodsSql(
      readsAllLines ? sql`true` : sql`l.order_id in (select order_id from partial_orders)`,
      { readsAreas: readsAllLines },
    )}
    ), queue as materialized (
      select o.id, o.reference, o.placed_at as "placedAt", o.delivery_code as "deliveryCode", ${promisedDay} as promised,
        ${sort === 'customer' ? customer : sql`''`} as customer, coalesce(${promisedDay} <= due.day, false) as "isDue",
        coalesce(goods."isWhole", true) as "isWhole", goods."pieceCount", goods.areas
      from orders o left join goods on goods.order_id = o.id
        left join unnest(${days.map(({ code }) => code)}::text[], ${days.map(({ day }) => day)}::date[])
          as due (code, day) on due.code = o.delivery_code
        ${sort === 'customer' ? sql`left join company c on c.id = o.company_id` : sql``}
      where ${isReady} and (goods.order_id is null or (goods."lineCount" > 0 and not ${isWaiting}))
        and not exists (select from pick_list_order po where po.order_id = o.id and po.is_open)
    ), counts as materialized (
      select "deliveryCode" as code, count(*)::int as count, count(*) filter (where "isDue")::int as due,
        count(*) filter (where ${isMatch})::int as matching
      from queue group by 1
    ), page as materialized (
      select m.*, row_number() over () as nth from (select * from queue where ${isMatch}
        order by ${isTicked} desc, ${toSorting(choice)} limit ${limit} offset ${offset}) m
    ), page_goods as materialized (${goodsSql(sql`l.order_id in (select id from page)`, { readsAreas: true })}
    ), page_rows as (
      select page.reference, ${customer} as customer, page."placedAt", page."deliveryCode", o.delivery_title as "deliveryTitle",
        page.promised as "deliveryDate", page."isDue", goods."lineCount", goods."pieceCount", page."isWhole", goods.areas
      from page join orders o on o.id = page.id left join company c on c.id = o.company_id
        join page_goods goods on goods.order_id = page.id
      order by page.nth
    )
    select coalesce((select sum(matching)::int from counts), 0) as total,
      (select count(*)::int from goods join orders o on o.id = goods.order_id where ${isReady} and ${isWaiting}) as "waitingCount",
      coalesce((select sum(due)::int from counts), 0) as "dueCount",
      coalesce((select json_agg(r) from page_rows r), '[]') as rows,
      coalesce((select json_agg(json_build_object('code', code, 'count', count) order by code) from counts), '[]') as services,
      array(select area from areas where area is not null limit ${sql.lit(maxAreas)}) as areas`.execute(db)
  const queue = rows[0]!
  return { ...queue, rows: queue.rows.map(row => ({ ...row, placedAt: new Date(row.placedAt) })) }
}
