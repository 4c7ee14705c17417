import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatShortDate, toLondonTime } from '../../../lib/dates.ts'
import { formatGoods } from '../../../lib/text.ts'
import { adminOrderUrl, orderRights } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { choiceFilter, periodFilters } from '../../back-office/table/list-filter.ts'
import { customerNameSql } from '../../orders/service.ts'
import {
  formatReturnNumber,
  isReturnOpen,
  parseReturnNumber,
  type ReturnReason,
  type ReturnRow,
  type ReturnState,
  reasonNames,
  returnStates,
  staffStateNames,
} from '../returns.ts'
import { adminReturnsUrl, describeForStaff, toAdminReturnUrl } from './view.ts'

interface ListedReturn extends ReturnRow {
  reason: ReturnReason
  /** The company, else the person. */
  customer: string
  /** Requested, of all its lines. */
  pieceCount: number
}

// Everything that is to be done, each step of it, and what is over.
const groups = {
  open: { name: 'To do', empty: 'No return needs anything.' },
  requested: { name: staffStateNames.requested, empty: 'No return is to be authorised.' },
  authorised: { name: staffStateNames.authorised, empty: 'No goods are on their way back.' },
  received: { name: staffStateNames.received, empty: 'No goods are to be inspected.' },
  inspected: { name: staffStateNames.inspected, empty: 'No return is to be credited.' },
  finished: { name: 'Finished', empty: 'No return is finished yet.' },
  all: { name: 'All', empty: 'No returns yet.' },
}
type ReturnGroup = keyof typeof groups

const groupStates: Record<ReturnGroup, readonly ReturnState[]> = {
  open: returnStates.filter(isReturnOpen),
  requested: ['requested'],
  authorised: ['authorised'],
  received: ['received'],
  inspected: ['inspected'],
  finished: returnStates.filter(state => !isReturnOpen(state)),
  all: returnStates,
}

const filters = { ...periodFilters, reason: choiceFilter('Reason', reasonNames) }

const step = sql`array_position(array['requested', 'authorised', 'received', 'inspected'], r.state)`
const customer = sql`lower(${customerNameSql})`

/** The returns, what is to be done first (R-RETURN-6, R-ADMIN-6). */
export const returnListRoutes = defineList({
  section: 'returns',
  url: adminReturnsUrl,
  menu: { position: 40 },
  right: orderRights,
  title: 'Returns',
  noun: ['return', 'returns'],
  groups,
  groupParameter: 'state',
  groupsLabel: 'Returns by status',
  search: {
    name: 'Find a return',
    hint: 'By return number, order number, name, company or email',
    all: 'Show what is to do',
    group: 'all',
  },
  filters,
  sort: 'step',
  tieBreaker: sql`r.id`,
  load: listReturns,
  rowKey: row => row.id,
  columns: {
    requested: {
      heading: 'Return',
      sort: { usual: 'down', by: sql`r.id` },
      cell: row => [
        { text: formatReturnNumber(row.id), url: toAdminReturnUrl(row.id), isCode: true },
        muted(formatGoods(row.firstTitle, row.lineCount)),
      ],
      csv: row => formatReturnNumber(row.id),
    },
    day: { heading: 'Requested', csv: row => toLondonTime(row.requestedAt).date },
    status: { heading: 'Status', csv: row => describeForStaff(row.state).text },
    order: {
      heading: 'Order',
      csvHeading: 'Order number',
      phoneLabel: 'Order',
      cell: ({ reference }) => ({ text: reference, url: adminOrderUrl(reference), isCode: true }),
      csv: row => row.reference,
    },
    customer: {
      heading: 'Customer',
      sort: { usual: 'up', by: customer, isNullable: true },
      cell: row => row.customer,
      csv: row => row.customer,
    },
    reason: {
      heading: 'Reason',
      phoneLabel: 'Reason',
      cell: row => reasonNames[row.reason],
      csv: row => reasonNames[row.reason],
    },
    step: {
      heading: 'Status',
      phone: 'corner',
      // What is to be done first, the oldest first; what is finished after it, the newest first.
      sort: {
        usual: 'up',
        by: sql`case when ${step} is null then 1e15 - r.id else ${step} * 1e12 + r.id end`,
      },
      cell: row => ({ state: describeForStaff(row.state) }),
    },
    requestedOn: {
      heading: 'Requested',
      phoneLabel: 'Requested',
      cell: row => muted(formatShortDate(toLondonTime(row.requestedAt).date)),
    },
    goods: { heading: 'Goods', csv: row => formatGoods(row.firstTitle, row.lineCount) },
    quantity: { heading: 'Quantity', isAmount: true, cell: row => pluralize(row.pieceCount, 'piece') },
  },
})

export async function countReturnsByState(db: Db): Promise<Partial<Record<ReturnState, number>>> {
  const rows = await selectRows(db)<{ state: ReturnState; count: number }>`
    select state, count(*)::int as count from return_request group by state`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function listReturns(request: ListRequest<ReturnGroup, typeof filters>) {
  const { db, choice, orderBy } = request
  const [byState, { rows }] = await Promise.all([
    countReturnsByState(db),
    sql<ListedReturn & { total: number }>`
      with matches as materialized (
        select r.id, count(*) over ()::int as total, row_number() over (order by ${orderBy}) as nth
        from return_request r join orders o on o.id = r.order_id left join company c on c.id = o.company_id
        where ${sql.join(listConditions(choice), sql` and `)}
        order by nth ${limitToPage(request)}
      )
      select m.total, r.id, o.reference, r.state, r.reason, r.requested_at as "requestedAt",
        ${customerNameSql} as customer,
        (select ol.title from return_line l join order_line ol on ol.order_id = l.order_id and ol.position = l.position
          where l.return_id = m.id order by l.position limit 1) as "firstTitle",
        (select count(*)::int from return_line l where l.return_id = m.id) as "lineCount",
        (select sum(l.requested)::int from return_line l where l.return_id = m.id) as "pieceCount"
      from matches m join return_request r on r.id = m.id join orders o on o.id = r.order_id
      left join company c on c.id = o.company_id
      order by m.nth`.execute(db),
  ])
  const counts = mapGroups(states => states.reduce((sum, state) => sum + (byState[state] ?? 0), 0))
  return { rows, counts, total: rows[0]?.total ?? 0 }
}

const mapGroups = (count: (states: readonly ReturnState[]) => number): Partial<Record<ReturnGroup, number>> =>
  Object.fromEntries(Object.entries(groupStates).map(([group, states]) => [group, count(states)]))

function listConditions({
  group,
  query,
  filters: { reason, from, until },
}: ListRequest<ReturnGroup, typeof filters>['choice']): RawBuilder<unknown>[] {
  const text = query.toLowerCase()
  return [
    sql`r.state = any(${groupStates[group]})`,
    ...(text === ''
      ? []
      : [
          sql`(r.id = ${parseReturnNumber(query)}::bigint or position(${text} in lower(o.reference)) > 0
            or position(${text} in lower(o.contact->>'name')) > 0 or position(${text} in lower(o.contact->>'email')) > 0
            or position(${text} in lower(r.email)) > 0 or position(${text} in lower(c.name)) > 0)`,
        ]),
    ...(reason === null ? [] : [sql`r.reason = ${reason}`]),
    ...listPeriodConditions(sql`r.requested_at`, { from, until }),
  ]
}
