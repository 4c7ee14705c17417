import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { getRow, selectRows } from '../../../infra/database/query.ts'
import { addDays, formatShortDay, type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { adminOrderUrl, holdRights } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { customerNameSql, expectedDayOfOrder, toOrderVersionSql } from '../../orders/service.ts'
import { allocatableLinesSql, shortProductsSql } from '../allocation/queries.ts'
import { formatMissing, type MissingPieces } from '../despatch/rules.ts'
import { delaysUrl } from '../picking/pick-list.ts'
import { findLastDespatchDay, listDueDays } from '../picking/queue.ts'

const empty = 'No order is here for this reason.'

// By why the day cannot be kept.
const groups = {
  all: { name: 'All', empty: 'Every promised day can be kept, as far as we know.' },
  short_pick: { name: 'Short in the bin', empty },
  released: { name: 'Released from hold', empty },
  late: { name: 'Too late', empty },
  overdue: { name: 'Lead time passed', empty },
  no_goods: { name: 'Goods not here', empty },
}
type DelayGroup = keyof typeof groups
type DelayReason = Exclude<DelayGroup, 'all'>

const reasons: readonly DelayReason[] = ['short_pick', 'released', 'late', 'overdue', 'no_goods']

interface DelayedOrder {
  reference: string
  customer: string
  /** ISO date; of overdue goods the last day of their lead time; null: none holds. */
  promised: string | null
  deliveryCode: string
  reason: DelayReason
  /** What of it is not on hand for it, by line. */
  missing: MissingPieces[]
  /** `getOrderVersion`. */
  version: string
}

/** The orders whose promised day cannot be kept, for staff to e-mail their customers (R-DELAY-2, R-ADMIN-6). */
export const delayListRoutes = defineList({
  section: 'promised-days',
  url: delaysUrl,
  menu: 'orders',
  right: holdRights,
  title: 'Promised days we can’t keep',
  noun: ['order', 'orders'],
  intro:
    'Email each customer the new day, or that it isn’t known yet; an order that needs no email comes back here when its day moves or its goods are short again.',
  groups,
  groupParameter: 'reason',
  groupsLabel: 'Orders by reason',
  all: 'All orders',
  sort: 'promised',
  tieBreaker: sql`fits.id`,
  load: listDelayedOrders,
  rowKey: ({ reference }) => reference,
  columns: {
    order: {
      heading: 'Order',
      csvHeading: 'Order number',
      sort: { usual: 'up', by: sql`fits.id` },
      cell: ({ reference }) => ({ text: reference, url: toDelayUrl(reference), isCode: true }),
      csv: ({ reference }) => reference,
    },
    customer: {
      heading: 'Customer',
      sort: { usual: 'up', by: sql`lower(${customerNameSql})` },
      cell: order => order.customer,
      csv: order => order.customer,
    },
    why: {
      heading: 'Why',
      cell: order => {
        const detail = formatDetail(order)
        const { name } = groups[order.reason]
        return detail === '' ? name : [name, { text: detail, isSmall: true, tone: 'late' }]
      },
      csv: ({ reason }) => groups[reason].name,
    },
    promised: {
      heading: 'Promised',
      csvHeading: 'Promised day',
      phoneLabel: 'Promised',
      isAmount: true,
      // Those without a day before all others.
      sort: { usual: 'up', by: sql`coalesce(fits.promised, '-infinity')` },
      cell: ({ promised, reason }) =>
        promised === null
          ? 'No day yet'
          : `${reason === 'overdue' ? 'By ' : ''}${formatShortDay(toIsoDate(promised))}`,
      csv: ({ promised }) => promised ?? '',
    },
    missing: { heading: 'Not on hand', csv: ({ missing }) => formatMissing(missing) },
    actions: {
      heading: 'Actions',
      isActions: true,
      cell: ({ reference, version }, { view }) => [
        { text: 'Tell customer…', url: toDelayUrl(reference), isButton: true, spoken: ` of ${reference}` },
        {
          action: `${adminOrderUrl(reference)}/promise-checked`,
          fields: { seen: version, view },
          button: 'No email needed',
          spoken: `for ${reference}`,
        },
      ],
    },
  },
})

/** The form that e-mails the customer, on the order's page. */
const toDelayUrl = (reference: string): string => `${adminOrderUrl(reference)}#delay`

/** 'Had to leave Thu 26 Nov, 3 × FH-AIR-1 not on hand'; '': all is on hand. */
function formatDetail({ missing, reason, promised, deliveryCode }: DelayedOrder): string {
  const last =
    reason === 'late' && promised !== null ? findLastDespatchDay(deliveryCode, toIsoDate(promised)) : null
  return [
    ...(last === null ? [] : [`Had to leave ${formatShortDay(last)}`]),
    ...(missing.length === 0 ? [] : [`${formatMissing(missing)} not on hand`]),
  ].join(', ')
}

/**
 * The orders whose promised day cannot be kept, and whose customer does not know: goods that were looked for and not
 * found, a hold that was released, a day that has passed the last despatch, goods without a day whose longest lead time
 * has passed, goods that are not there on the last day.
 * Without those of which staff have said that no e-mail is needed, until there is something new. `today`: in London. A list
 * of queries for 'with', whose last is `at_risk (id, promised, reason)`.
 */
function atRiskOrdersSql(today: IsoDate): RawBuilder<unknown> {
  const due = listDueDays(today)
  const late = new Map(listDueDays(addDays(today, -1), 'nearest').map(({ code, day }) => [code, day]))
  return sql`
    candidates as (
      select o.id, o.consignments,
        o.short_picked_at > greatest(o.delayed_at, o.promise_checked_at, '-infinity') as is_short_picked,
        o.hold_released_at > coalesce(o.promise_checked_at, '-infinity') and o.delayed_at is null as is_released,
        o.promise_checked_at is null or o.promise_checked_day is distinct from expected.day as is_unchecked,
        expected.day as promised, due.day as due_day, due.late_day,
        expected.source = 'none' and (o.hold_released_at is null or o.delivery_date is null) as has_no_date
      from orders o cross join ${expectedDayOfOrder} expected
        left join unnest(${due.map(({ code }) => code)}::text[], ${due.map(({ day }) => day)}::date[],
          ${due.map(({ code }) => late.get(code)!)}::date[]) as due (code, day, late_day) on due.code = o.delivery_code
      where order_is_despatchable(o.state) and o.kind = 'order' and not o.on_stop and o.ready_to_collect_at is null
    ), overdue as materialized (
      select candidates.id, max(pieces.last_day) as last_day
      from candidates cross join lateral (
        select last_day from expected_pieces where order_id = candidates.id and is_back_ordered offset 0) pieces
      where candidates.has_no_date and candidates.is_unchecked
      group by candidates.id having max(pieces.last_day) < ${today}::date
    ), due as materialized (
      select id, consignments, coalesce(promised, overdue.last_day) as promised,
        case when is_short_picked then 'short_pick' when is_released then 'released' when promised <= late_day then 'late'
          when overdue.last_day is not null then 'overdue' end as reason
      from candidates left join overdue using (id)
      where is_short_picked or is_released or (is_unchecked and promised <= due_day) or overdue.last_day is not null
    ), to_check as materialized (
      select id, consignments from due where reason is null
    ), short as materialized (
      select line.order_id from ${allocatableLinesSql(
        shortProductsSql(
          sql`select l.product_id from order_line l join to_check on to_check.id = l.order_id
            where l.despatched_quantity < l.quantity`,
        ),
      )} line
        join to_check on to_check.id = line.order_id
        join order_line l on l.order_id = line.order_id and l.position = line.position
      where line.open - line.allocatable
        > case when to_check.consignments = 'split' then greatest(0, l.later_quantity - l.withdrawn_quantity) else 0 end
    ), reasons as (
      select id, promised, coalesce(reason, case when id in (select order_id from short) then 'no_goods' end) as reason
      from due
    ), at_risk as (select * from reasons where reason is not null)`
}

/** A page of the orders whose promised day cannot be kept, and how many there are for each reason. */
async function listDelayedOrders(request: ListRequest<DelayGroup>) {
  const { db, choice, orderBy, today } = request
  const { rows: orders, counts } = await getRow(db)<{
    rows: DelayedOrder[] | null
    counts: Record<DelayReason, number>
  }>`
    with ${atRiskOrdersSql(today)}, fits as (
      select * from at_risk ${choice.group === 'all' ? sql`` : sql`where reason = ${choice.group}`}
    ), page as materialized (
      select fits.*, o.reference, o.delivery_code, ${customerNameSql} as customer, row_number() over (order by ${orderBy}) as nth
      from fits join orders o on o.id = fits.id left join company c on c.id = o.company_id
      order by nth ${limitToPage(request)}
    ), missing as materialized (
      select line.order_id, json_agg(json_build_object('code', l.code, 'quantity', line.open - line.allocatable) order by l.position) as parts
      from ${allocatableLinesSql(
        shortProductsSql(
          sql`select l.product_id from order_line l join page on page.id = l.order_id where l.despatched_quantity < l.quantity`,
        ),
      )} line join order_line l on l.order_id = line.order_id and l.position = line.position
      where line.order_id in (select id from page) and line.allocatable < line.open
      group by line.order_id
    )
    select (select json_agg(json_build_object('reference', reference, 'customer', customer, 'promised', promised,
        'deliveryCode', delivery_code, 'reason', reason, 'missing', coalesce((select parts from missing where order_id = page.id), '[]'), 'version', ${toOrderVersionSql(sql`page.id`)}) order by nth) from page) as rows,
      (select json_build_object(${sql.join(reasons.map(each => sql`${sql.lit(each)}, count(*) filter (where reason = ${sql.lit(each)})`))})
        from at_risk) as counts`
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    rows: orders ?? [],
    counts: { ...counts, all },
    ...(all === 0 && { intro: null }),
  }
}

export async function listDelayTasks(db: Db, now: Date): Promise<AdminTask[]> {
  const rows = await selectRows(db)<{ count: number }>`
    with ${atRiskOrdersSql(toLondonTime(now).date)} select count(*)::int as count from at_risk`
  return [
    {
      name: 'Promised days we can’t keep',
      count: rows[0]!.count,
      url: delaysUrl,
      right: ['warehouse', 'sales'],
      isWaiting: true,
    },
  ]
}
