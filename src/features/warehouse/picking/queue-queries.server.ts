import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { getRow } from '../../../infra/database/query.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { CalendarSettings } from '../../delivery/calendar.ts'
import {
  customerNameSql,
  expectedDayOfOrder,
  expectedFacts,
  isSentTogetherSql,
} from '../../orders/service.ts'
import { isOpenLineSql, openQuantitySql, shortLinesSql } from '../allocation/queries.ts'
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
      return sql`pieces ${order}, ${dueFirst}`
    case 'location':
      return sql`first_area ${order} nulls last, last_area ${order}, ${dueFirst}`
  }
}

const maxAreas = 200

const isListed = sql`"isPickable" and not "isOnList" and not "isWaiting"`

// The open lines of these orders (a condition on `l`), how many pieces of each can be picked, of a product that is not
// short all that is not set aside, and how many are on hand for it, with those that are set aside. 'not in' is planned
// as a hashed subplan. For a join the planner underestimates the lines of short products, and would scan all of them
// for each line.
const linesSql = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select l.order_id, l.product_id, greatest(0, ${openQuantitySql} - l.set_aside_quantity) as pieces,
    ${openQuantitySql} as open, ${openQuantitySql} as on_hand
  from order_line l
  where ${isOpenLineSql} and l.product_id not in (select product_id from short_lines) and ${which}
  union all select l.order_id, l.product_id, l.pieces, l.open, l.allocatable from short_lines l where ${which})`

// What the queue is sorted and filtered by in the lines of its orders; null: nothing.
function toContents({ sort, area }: QueueChoice): RawBuilder<unknown> | null {
  const columns = [
    ...(sort === 'pieces' ? [sql`sum(pieces) as pieces`] : []),
    ...(sort === 'location' ? [sql`min(s.area) as first_area, max(s.area) as last_area`] : []),
    ...(area === '' ? [] : [sql`bool_or(s.area = ${area}) as is_in_area`]),
  ]
  if (columns.length === 0) return null
  // Only the stock of the products of open lines, by an index: the planner would read that of the whole catalogue.
  return sql`
    select order_id, ${sql.join(columns)} from ${linesSql(sql`true`)} line left join (
      select product_id, area from stock where product_id = any(array(
        select l.product_id from order_line l where l.despatched_quantity < l.quantity and not l.is_ended))) s
      on s.product_id = line.product_id
    where pieces > 0 group by order_id`
}

interface PageRange {
  offset: number
  limit: number
}

/**
 * A page of the orders of which something can be taken out of the bins: placed, not held, and on no open list.
 * `ticked`: orders that come first, because their ticks must be seen.
 *
 * Of most orders all that is open can be picked: their lines are read only for the rows of the page, unless the queue is
 * sorted or filtered by what is in the lines.
 */
export async function listQueue(
  db: Db,
  choice: QueueChoice,
  {
    now,
    page,
    ticked = [],
    calendar,
  }: { now: Date; page: PageRange; ticked?: readonly string[]; calendar?: CalendarSettings | null },
): Promise<Queue> {
  const { service, area, due, goods, sort } = choice
  const days = listDueDays(toLondonTime(now).date, 'furthest', calendar ?? {})
  const contents = toContents(choice)
  const isTicked = sql`reference = any(${ticked})`
  const filters = [
    ...(service === '' ? [] : [sql`"deliveryCode" = ${service}`]),
    ...(area === '' ? [] : [sql`is_in_area`]),
    ...(due ? [sql`"isDue"`] : []),
    ...(goods === '' ? [] : [sql`"isWhole" = ${goods === 'whole'}`]),
  ]
  const isMatch = filters.length === 0 ? sql`true` : sql`(${sql.join(filters, sql` and `)} or ${isTicked})`
  const queue = await getRow(db)<Queue>`
    with recursive areas as (
      -- From each to the next one in the index.
      select min(area) as area from stock
      union all select (select min(area) from stock where area > areas.area) from areas where area is not null
    ), short_lines as materialized (
      select order_id, product_id, open, allocatable, allocatable < open as is_short, greatest(0, allocatable - set_aside) as pieces
      from (${shortLinesSql}) line
    ), partial_orders as materialized (
      select order_id, count(*) as line_count, bool_or(is_short) as is_short, bool_or(pieces > 0) as has_pieces
      from (
        select order_id, is_short, pieces from short_lines where pieces < open
        union all select l.order_id, false, greatest(0, ${openQuantitySql} - l.set_aside_quantity) from order_line l
        where l.set_aside_quantity > 0 and ${isOpenLineSql} and l.product_id not in (select product_id from short_lines)
      ) line
      group by order_id
    ), ${contents === null ? sql`` : sql`contents as materialized (${contents}),`} candidates as materialized (
      select o.id, o.reference, o.placed_at as "placedAt", o.delivery_code as "deliveryCode", expected.day as promised,
        ${sort === 'customer' ? customerNameSql : sql`''`} as customer, coalesce(expected.day <= due.day, false) as "isDue",
        not coalesce(partial.is_short, false) as "isWhole", ${contents === null ? sql`` : sql`contents.*,`}
        coalesce(partial.is_short and ${isSentTogetherSql}, false) as "isWaiting",
        po.order_id is not null as "isOnList", partial.order_id is null or partial.has_pieces
          or partial.line_count < (select count(*) from order_line l where l.order_id = o.id and ${isOpenLineSql}) as "isPickable"
      from orders o cross join ${expectedDayOfOrder} expected
        left join partial_orders partial on partial.order_id = o.id
        ${contents === null ? sql`` : sql`left join contents on contents.order_id = o.id`}
        left join unnest(${days.map(({ code }) => code)}::text[], ${days.map(({ day }) => day)}::date[])
          as due (code, day) on due.code = o.delivery_code
        left join pick_list_order po on po.order_id = o.id and po.is_open
        ${sort === 'customer' ? sql`left join company c on c.id = o.company_id` : sql``}
      where order_is_despatchable(o.state) and not o.on_stop and o.kind = 'order' and o.stock_released_at is null
    ), counts as materialized (
      select "deliveryCode" as code, count(*) filter (where "isWaiting")::int as waiting,
        count(*) filter (where ${isListed})::int as count, count(*) filter (where ${isListed} and "isDue")::int as due,
        count(*) filter (where "isOnList" and "isDue")::int as due_on_list,
        count(*) filter (where ${isListed} and ${isMatch})::int as matching
      from candidates group by 1
    ), page as materialized (
      select * from (select m.*, row_number() over () as nth from (select * from candidates where ${isListed} and ${isMatch}
        order by ${ticked.length === 0 ? sql`` : sql`${isTicked} desc,`} ${toSorting(choice)} limit ${page.limit} offset ${page.offset}) m) numbered
    ), page_goods as materialized (
      select order_id, count(*) filter (where pieces > 0)::int as "lineCount", sum(pieces)::int as "pieceCount",
        sum(open)::int as "openCount", sum(line.on_hand)::int as "onHandCount",
        coalesce(array_agg(distinct s.area) filter (where pieces > 0 and s.area is not null), '{}') as areas
      from ${linesSql(sql`l.order_id in (select id from page)`)} line join stock s on s.product_id = line.product_id
      group by order_id
    ), page_rows as (
      select page.nth, page.reference, ${customerNameSql} as customer, page."placedAt", page."deliveryCode",
        ${expectedFacts()} as facts, page."isDue", goods."lineCount", goods."pieceCount",
        goods."openCount", goods."onHandCount", page."isWhole", goods.areas
      from page join orders o on o.id = page.id left join company c on c.id = o.company_id
        join page_goods goods on goods.order_id = page.id
    )
    select coalesce((select sum(matching)::int from counts), 0) as total,
      coalesce((select sum(waiting)::int from counts), 0) as "waitingCount",
      coalesce((select sum(due)::int from counts), 0) as "dueCount",
      coalesce((select sum(due_on_list)::int from counts), 0) as "dueOnListCount",
      coalesce((select json_agg(to_jsonb(r) - 'nth' order by nth) from page_rows r), '[]') as rows,
      coalesce((select json_agg(json_build_object('code', code, 'count', count) order by code) from counts where count > 0), '[]') as services,
      array(select area from areas where area is not null limit ${sql.lit(maxAreas)}) as areas`
  return { ...queue, rows: queue.rows.map(row => ({ ...row, placedAt: new Date(row.placedAt) })) }
}
