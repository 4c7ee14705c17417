import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { line } from '../../../lib/validate.ts'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { orderRights } from '../../admin/navigation.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { type OrderSearch, parseOrderSearch } from '../order-search.ts'
import { adminOrdersPage } from './AdminOrdersPage.tsx'
import type { AdminOrderRow } from './admin-order.ts'
import {
  isCountedEverywhere,
  isCountedWhole,
  type OrderGroup,
  orderGroupDefinitions,
  orderGroups,
} from './groups.ts'
import {
  chooseSorting,
  formatSorting,
  isStillToGo,
  maxListed,
  type OrderListChoice,
  orderSorts,
  toGroupUrl,
  toOrderSortLink,
  toOrdersQuery,
} from './order-list.ts'
import {
  countOrders,
  listAdminOrders,
  listOrderIds,
  listOrderRows,
  type OrderListPage,
} from './order-list-queries.server.ts'
import { toAdminOrderListItem } from './order-list-view.ts'

/** An address may ask for pages that there are not: reading so far into an index costs little. */
const maxPage = 1_000

const choiceQuery = z
  .object({
    state: z.enum(orderGroups).catch('placed'),
    query: line(100).catch(''),
    from: listParameters.day,
    until: listParameters.day,
    method: z.enum(['', 'account', 'card', 'free']).catch(''),
    sort: z.enum(orderSorts).optional().catch(undefined),
    direction: listParameters.direction,
    rows: listParameters.rows,
    page: z.coerce.number().int().min(1).max(maxPage).catch(1),
  })
  .transform(({ state, sort, direction, ...filters }) => ({
    group: state,
    ...filters,
    ...chooseSorting(state, sort, direction),
  }))

/** The staff's list of orders, and its export (R-ADMIN-4, R-ADMIN-6). */
export function orderListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addListPage(deps, 'orders', {
    right: orderRights,
    title: ({ group, query }) =>
      query === '' ? `Orders: ${orderGroupDefinitions[group].name.toLowerCase()}` : `Orders: ${query}`,
    page: adminOrdersPage,
    query: choiceQuery,
    toQuery: toOrdersQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, { page }) => {
      const { group } = choice
      const today = toLondonTime(context.now()).date
      // What takes long to count is counted only for its own pages. Beside the result of a search none is: its number would be
      // read as a part of that.
      const isSearch = choice.query.trim() !== ''
      const counted = orderGroups.filter(each => isCountedEverywhere(each) || each === group)
      const [counts, matches] = await Promise.all([
        isSearch ? null : countOrders(db, counted),
        findPage(context, choice, page),
      ])
      const total = matches.total ?? counts?.[group] ?? 0
      const { isSorted } = matches
      const listed = matches.total === null && isCountedWhole(group) ? total : Math.min(total, maxListed)
      return {
        filters: orderGroups.map(each => ({
          name: orderGroupDefinitions[each].name,
          url: toGroupUrl(each, choice.rows),
          ...toFilterCount(each, counts?.[each]),
          isCurrent: each === group,
        })),
        sorts: {
          day: toOrderSortLink(choice, 'day', 'Order', isSorted),
          customer: isStillToGo(group) ? toOrderSortLink(choice, 'customer', 'Customer', isSorted) : null,
          promised: isStillToGo(group)
            ? toOrderSortLink(choice, 'promised', 'Status, promised day', isSorted)
            : null,
          total: toOrderSortLink(choice, 'total', 'Total inc VAT', isSorted),
        },
        sorting: isSorted ? formatSorting(choice) : formatSorting({ sort: 'day', direction: 'down' }),
        rows: matches.rows.map(row => toAdminOrderListItem(row, today)),
        total,
        listed,
        isCut: listed < total,
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('orders'), {
    right: orderRights,
    query: choiceQuery,
    fileName: 'orders',
    columns: exportColumns,
    listIds: async choice => {
      const search = toSearch(context, choice)
      return search === 'nothing' ? [] : listOrderIds(db, { ...choice, search }, maxExportedRows)
    },
    listRows: async ids => {
      const { date } = toLondonTime(context.now())
      return (await listOrderRows(db, ids)).map(row => toExportRow(row, date))
    },
  })
}

/** `count` undefined: the group is not counted. */
function toFilterCount(group: OrderGroup, count: number | undefined): Pick<AdminFilter, 'count' | 'isMore'> {
  if (count === undefined) return { count: null }
  return isCountedWhole(group) ? { count } : { count: Math.min(count, maxListed), isMore: count > maxListed }
}

/** Null: nothing was typed. 'nothing': a text without any word, such as '-', which finds nothing. */
function toSearch({ now }: AppContext, { query }: OrderListChoice): OrderSearch | null | 'nothing' {
  if (query.trim() === '') return null
  return parseOrderSearch(query, toLondonTime(now()).date) ?? 'nothing'
}

async function findPage(context: AppContext, choice: OrderListChoice, page: number): Promise<OrderListPage> {
  const search = toSearch(context, choice)
  if (search === 'nothing') return { rows: [], total: 0, isSorted: true }
  return listAdminOrders(context.db, { ...choice, search, page })
}

const exportColumns = [
  'Order number',
  'Date',
  'Status',
  'Name',
  'Company',
  'Email',
  'PO number',
  'Payment',
  'Promised day',
  'Lines',
  'Total inc VAT',
]

function toExportRow(row: AdminOrderRow, today: IsoDate): CsvValue[] {
  const { reference, state, method, lineCount } = toAdminOrderListItem(row, today)
  const { at, name, company, email, purchaseOrder, promised, total } = row
  return [
    reference,
    toLondonTime(at).date,
    state.text,
    name,
    company,
    email,
    purchaseOrder,
    method,
    promised ?? '',
    lineCount,
    { pence: total },
  ]
}
