import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { addDays, type IsoDate } from '../../../lib/dates.ts'
import { sendableLinesSql, shortProductsSql } from '../../stock/service.ts'
import { toOrderVersionSql } from '../order-version.server.ts'
import { isRestLater, promisedDay } from '../promised-day.server.ts'
import {
  type DelayFilter,
  type DelayReason,
  type DelaySort,
  delayReasons,
  type EndangeredOrder,
} from './endangered.ts'
import { listDueDays } from './queue.ts'

/**
 * The orders whose promised day cannot be kept, and whose customer does not know: goods that were looked for and not
 * found, a hold that was released, a day that has passed the last despatch, goods without a day whose longest lead time
 * has passed, goods that are not there on the last day.
 * Without those of which staff have said that no e-mail is needed, until there is something new. `today`: in London. A list
 * of queries for 'with', whose last is `endangered (id, promised, reason)`.
 */
function endangeredOrdersSql(today: IsoDate): RawBuilder<unknown> {
  const due = listDueDays(today)
  const late = new Map(listDueDays(addDays(today, -1), 'nearest').map(({ code, day }) => [code, day]))
  return sql`
    candidates as (
      select o.id, o.consignments,
        o.short_picked_at > greatest(o.delayed_at, o.promise_checked_at, '-infinity') as is_short_picked,
        o.hold_released_at > coalesce(o.promise_checked_at, '-infinity') and o.delayed_at is null as is_released,
        o.promise_checked_at is null or o.promise_checked_day is distinct from ${promisedDay} as is_unchecked,
        ${promisedDay} as promised, due.day as due_day, due.late_day,
        o.delayed_at is null and (o.delivery_date is null or ${isRestLater}) as is_undated,
        coalesce(o.placed_at, o.created_at) as ordered_at
      from orders o
        left join unnest(${due.map(({ code }) => code)}::text[], ${due.map(({ day }) => day)}::date[],
          ${due.map(({ code }) => late.get(code)!)}::date[]) as due (code, day, late_day) on due.code = o.delivery_code
      where order_is_despatchable(o.state) and o.kind = 'order' and not o.on_stop and o.ready_to_collect_at is null
    ), overdue as materialized (
      select candidates.id, max(lead_time.last_day) as last_day
      from candidates join order_line l on l.order_id = candidates.id, lateral (
        select coalesce(l.later_since, (candidates.ordered_at at time zone 'Europe/London')::date)
          + (l.lead_time->>'max')::int as last_day) lead_time
      where candidates.is_undated and candidates.is_unchecked and l.later_quantity > l.withdrawn_quantity
        and l.despatched_quantity + l.withdrawn_quantity < l.quantity
      group by candidates.id having max(lead_time.last_day) < ${today}::date
    ), due as materialized (
      select id, consignments, coalesce(promised, overdue.last_day) as promised,
        case when is_short_picked then 'short_pick' when is_released then 'released' when promised <= late_day then 'late'
          when overdue.last_day is not null then 'overdue' end as reason
      from candidates left join overdue using (id)
      where is_short_picked or is_released or (is_unchecked and promised <= due_day) or overdue.last_day is not null
    ), to_check as materialized (
      select id, consignments from due where reason is null
    ), short as materialized (
      select line.order_id from ${sendableLinesSql(
        shortProductsSql(
          sql`select l.product_id from order_line l join to_check on to_check.id = l.order_id
            where l.despatched_quantity < l.quantity`,
        ),
      )} line
        join to_check on to_check.id = line.order_id
        join order_line l on l.order_id = line.order_id and l.position = line.position
      where line.open - line.sendable
        > case when to_check.consignments = 'split' then greatest(0, l.later_quantity - l.withdrawn_quantity) else 0 end
    ), reasons as (
      select id, promised, coalesce(reason, case when id in (select order_id from short) then 'no_goods' end) as reason
      from due
    ), endangered as (select * from reasons where reason is not null)`
}

const customer = sql`coalesce(c.name, o.contact->>'name', '')`

const sortSql: Record<DelaySort, RawBuilder<unknown>> = {
  promised: sql`fits.promised`,
  order: sql`fits.id`,
  customer: sql`lower(${customer})`,
}

/** A page of the orders whose promised day cannot be kept, and how many there are for each reason. */
export async function listEndangeredOrders(
  db: Db,
  { reason, sort, direction }: DelayFilter,
  { today, ...window }: { today: IsoDate; page: number; size: number },
): Promise<{ rows: EndangeredOrder[]; counts: Record<DelayReason, number> }> {
  const [order, nulls] = direction === 'up' ? [sql`asc`, sql`nulls first`] : [sql`desc`, sql`nulls last`]
  const { rows } = await sql<{ rows: EndangeredOrder[] | null; counts: Record<DelayReason, number> }>`
    with ${endangeredOrdersSql(today)}, fits as (
      select * from endangered ${reason === 'all' ? sql`` : sql`where reason = ${reason}`}
    ), page as materialized (
      select fits.*, o.reference, o.delivery_code, ${customer} as customer,
        row_number() over (order by ${sortSql[sort]} ${order} ${nulls}, fits.id ${order}) as nth
      from fits join orders o on o.id = fits.id left join company c on c.id = o.company_id
      order by nth ${limitToPage(window)}
    ), missing as materialized (
      select line.order_id, json_agg(json_build_object('code', l.code, 'quantity', line.open - line.sendable) order by l.position) as parts
      from ${sendableLinesSql(
        shortProductsSql(
          sql`select l.product_id from order_line l join page on page.id = l.order_id where l.despatched_quantity < l.quantity`,
        ),
      )} line join order_line l on l.order_id = line.order_id and l.position = line.position
      where line.order_id in (select id from page) and line.sendable < line.open
      group by line.order_id
    )
    select (select json_agg(json_build_object('reference', reference, 'customer', customer, 'promised', promised,
        'deliveryCode', delivery_code, 'reason', reason, 'missing', coalesce((select parts from missing where order_id = page.id), '[]'), 'version', ${toOrderVersionSql(sql`page.id`)}) order by nth) from page) as rows,
      (select json_build_object(${sql.join(delayReasons.map(each => sql`${sql.lit(each)}, count(*) filter (where reason = ${sql.lit(each)})`))})
        from endangered) as counts`.execute(db)
  const { rows: orders, counts } = rows[0]!
  return { rows: orders ?? [], counts }
}

export async function countEndangeredOrders(db: Db, today: IsoDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${endangeredOrdersSql(today)} select count(*)::int as count from endangered`.execute(db)
  return rows[0]!.count
}
