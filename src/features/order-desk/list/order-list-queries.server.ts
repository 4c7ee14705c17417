import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { getRow, listValues, selectRows } from '../../../infra/database/query.ts'
import type { ListRequest } from '../../back-office/table/define-list.server.ts'
import { choiceFilter, periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import { ordersWithRefundProblem } from '../../billing/service.ts'
import { channelNames } from '../../orders/messages.ts'
import { parseOrderSearch } from '../../orders/order-search.ts'
import {
  amountDue,
  expectedFacts,
  findMatchingOrders,
  isCreditHeldSql,
  paidByHand,
} from '../../orders/service.ts'
import {
  allocatableLinesSql,
  isBackOrderSql,
  isBeingPickedSql,
  shortProductsSql,
} from '../../warehouse/service.ts'
import type { AdminOrderRow } from '../admin-order.ts'
import { isCountedWhole, type OrderGroup, orderGroupDefinitions } from './groups.ts'

// Lists of orders stay quick with hundreds of thousands of them: each reads an index in its order and stops, or counts
// and sorts a bounded number (docs/performance.md).

/** No more orders are counted of a search or filter, nor of a group that only grows; the page says when there are more. */
export const maxListed = 1_000

export const orderFilters = {
  ...periodFilters,
  method: choiceFilter('Payment', {
    account: 'On account',
    card: 'By card',
    free: 'Nothing to pay',
    counter: 'Cash, terminal or bank',
    godmode: 'Free of charge',
  }),
  source: choiceFilter('How it came', channelNames),
  taken_by: staffFilter('Taken by'),
}
export type OrderListRequest = ListRequest<OrderGroup, typeof orderFilters>

export const at = sql`coalesce(o.placed_at, o.created_at)`

// The lines of the orders of `matches` whose products are short: of all others what is open can go now.
const shortLines = sql`short as materialized (
  select order_id, position, allocatable from ${allocatableLinesSql(
    shortProductsSql(
      sql`select l.product_id from order_line l join matches on matches.id = l.order_id where l.despatched_quantity < l.quantity`,
    ),
  )} line
  where order_id in (select id from matches))`

function listGroupConditions(group: OrderGroup): RawBuilder<unknown>[] {
  const { states, onStop, hasRefundProblem, hasOpenMessage, isBackOrder } = orderGroupDefinitions[group]
  return [
    sql`o.kind <> 'quote'`,
    ...(states === null ? [] : [sql`o.state in (${sql.join(states.map(state => sql.lit(state)))})`]),
    ...(onStop === null ? [] : [onStop ? sql`o.on_stop` : sql`not o.on_stop`]),
    ...(hasRefundProblem ? [sql`o.id in ${ordersWithRefundProblem}`] : []),
    ...(hasOpenMessage
      ? [sql`o.id in (select order_id from order_message where not from_staff and answered_at is null)`]
      : []),
    ...(isBackOrder ? [isBackOrderSql] : []),
  ]
}

const joinConditions = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** How many orders there are of each group; of the large ones at most one more than `maxListed`. */
export async function countOrders<Group extends OrderGroup>(
  db: Db,
  groups: readonly Group[],
): Promise<Record<Group, number>> {
  const counts = groups.map(group => {
    const limit = isCountedWhole(group) ? sql`` : sql`limit ${sql.lit(maxListed + 1)}`
    return sql`(select count(*)::int from (select from orders o where ${joinConditions(listGroupConditions(group))} ${limit}) counted)
      as ${sql.ref(group)}`
  })
  return getRow(db)<Record<Group, number>>`select ${sql.join(counts)}`
}

export interface OrderListPage {
  rows: AdminOrderRow[]
  /** How many fit, at most one more than `maxListed`. Null: all of the group. */
  total: number | null
  /** False: a search has too many to be sorted, and the newest come first. */
  isSorted: boolean
}

export async function listAdminOrders(request: OrderListRequest): Promise<OrderListPage> {
  const { db, choice, page, size } = request
  const fit = await findFit(request)
  if ('ids' in fit) {
    const rows = await listOrderRows(db, fit.ids.slice((page - 1) * size, page * size))
    return { rows, total: fit.ids.length, isSorted: true }
  }
  const { showsGoods = false } = orderGroupDefinitions[choice.group]
  const rows = await selectRows(db)<AdminOrderRow & { total_count: number | null }>`
    with matches as materialized (
      select o.id, o.total_count, row_number() over () as nth from (
        select o.id, ${fit.count} as total_count from ${fit.from} where ${fit.conditions}
        order by ${fit.sorting} ${limitToPage(request)}) o
    ), ${shortLines}
    select matches.total_count, ${orderRowColumns(showsGoods)}
    from matches join orders o on o.id = matches.id left join company c on c.id = o.company_id
    order by matches.nth`
  const isWhole = choice.query.trim() === '' && listFilterConditions(choice).length === 0
  return { rows, total: fit.total ?? (isWhole ? null : (rows[0]?.total_count ?? 0)), isSorted: fit.isSorted }
}

/** Which orders fit, as parts of a query over orders `o`. */
interface Fit {
  from: RawBuilder<unknown>
  conditions: RawBuilder<unknown>
  sorting: RawBuilder<unknown>
  /** The column with how many there are, unless `total` says it. */
  count: RawBuilder<unknown>
  total: number | null
  isSorted: boolean
}

/** The orders that fit, or only their ids, in the order of the choice, when a search knows them without the orders. */
async function findFit({ db, choice, orderBy, today }: OrderListRequest): Promise<Fit | { ids: number[] }> {
  const { group, query, sort, direction } = choice
  const search = query.trim() === '' ? null : parseOrderSearch(query, today)
  // A text without any word, such as '-', finds nothing.
  if (search === null && query.trim() !== '') return { ids: [] }
  const listFilters = listFilterConditions(choice)
  const filters = [...listGroupConditions(group), ...listFilters]
  if (search === null) {
    const conditions = joinConditions(filters)
    const from = sql`orders o`
    const count = listFilters.length === 0 ? sql`null::bigint` : countUpToLimit(from, conditions)
    return { from, conditions, sorting: orderBy, count, total: null, isSorted: true }
  }
  const matching = await findMatchingOrders(db, search, maxListed)
  const total = group === 'all' && listFilters.length === 0 ? matching.count : null
  if (matching.ids !== null && total !== null && sort === 'day') {
    return { ids: direction === 'down' ? matching.ids : matching.ids.toReversed() }
  }
  if (matching.ids === null) {
    // The rows of order_search are compared one by one, the newest first, until the page is full. 'is not false'
    // prevents the use of the index of words.
    const words = matching.isWholeWords ? search.wholeWords : search.beginnings
    const from = sql`order_search s join orders o on o.id = s.order_id`
    const isMatching = sql`not s.is_quote and (s.words @@ ${words}::tsquery) is not false`
    const conditions = joinConditions([
      ...listGroupConditions(group),
      ...listFilterConditions(choice, sql`s.at`),
      isMatching,
    ])
    return {
      from,
      conditions,
      sorting: sql`s.at desc, s.order_id desc`,
      count: total === null ? countUpToLimit(from, conditions) : sql`null::bigint`,
      total,
      isSorted: false,
    }
  }
  return {
    from: sql`orders o`,
    conditions: joinConditions([...filters, sql`o.id = any(${matching.ids}::bigint[])`]),
    sorting: orderBy,
    count: sql`count(*) over ()`,
    total,
    isSorted: true,
  }
}

const countUpToLimit = (from: RawBuilder<unknown>, conditions: RawBuilder<unknown>) =>
  sql`(select count(*) from (select from ${from} where ${conditions} limit ${sql.lit(maxListed + 1)}) counted)`

/** `time`: the column with the time of an order. */
function listFilterConditions(
  { filters: { from, until, method, source, taken_by: takenBy } }: OrderListRequest['choice'],
  time: RawBuilder<unknown> = at,
): RawBuilder<unknown>[] {
  return [
    ...listPeriodConditions(time, { from, until }),
    ...(method === null ? [] : [sql`o.method = ${method}`]),
    ...(source === null ? [] : [sql`o.source = ${source}`]),
    ...(takenBy === null ? [] : [sql`o.prepared_by = ${takenBy}`]),
  ]
}

/** The ids of the orders that fit the choice, in its order. */
export async function listOrderIds(request: OrderListRequest): Promise<number[]> {
  const fit = await findFit(request)
  if ('ids' in fit) return fit.ids.slice(0, request.size)
  const { from, conditions, sorting } = fit
  return listValues(request.db)<number>`
    select o.id from ${from} where ${conditions} order by ${sorting} ${limitToPage(request)}`
}

export const listOrderRows = (db: Db, ids: readonly number[]): Promise<AdminOrderRow[]> =>
  selectRows(db)<AdminOrderRow>`
    with matches as materialized (
      select id, nth from unnest(${ids}::bigint[]) with ordinality as listed (id, nth)
    ), ${shortLines}
    select ${orderRowColumns(false)}
    from matches join orders o on o.id = matches.id left join company c on c.id = o.company_id
    order by matches.nth`

const orderRowColumns = (showsGoods: boolean) => sql`
  o.reference, o.kind, o.state, o.method, ${paidByHand} as "paidBy", o.on_stop as "onStop", o.hold_reason as "holdReason", ${amountDue} as "amountDue",
  ${isCreditHeldSql} as "isCreditHeld", case when o.credit_hold then o.credit_check end as "creditCheck",
  o.ready_to_collect_at is not null as "isReadyToCollect",
  ${isBeingPickedSql} as "isBeingPicked",
  ${at} as at, o.contact->>'name' as name,
  o.contact->>'email' as email, coalesce(c.name, '') as company, o.purchase_order as "purchaseOrder", o.total,
  (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
  ${expectedFacts({ code: sql`l.code` }, sql`short`)} as facts,
  case when o.state in ('part_despatched', 'despatched', 'collected') then (
    select json_build_object('despatchedAt', p.despatched_at, 'carrier', p.carrier, 'collectedBy', p.collected_by)
    from parcel p where p.order_id = o.id order by p.number desc limit 1) end as "lastParcel",
  ${showsGoods}::boolean as "showsGoods"`
