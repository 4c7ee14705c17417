import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { parseIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { parseRowCount } from '../../../lib/row-count.ts'
import { line } from '../../../lib/validate.ts'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { orderRights } from '../../admin/navigation.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { parseOrderSearch } from '../order-search.ts'
import { adminOrdersPage } from './AdminOrdersPage.tsx'
import type { AdminOrderRow } from './admin-order.ts'
import { isCountedWhole, type OrderGroup, orderGroupDefinitions, orderGroups } from './groups.ts'
import {
  canSortByPromise,
  chooseSorting,
  formatSorting,
  maxListed,
  type OrderListChoice,
  orderSorts,
  ordersExportUrl,
  ordersUrl,
  toGroupUrl,
  toOrderSortLink,
  toOrdersQuery,
  toOrdersUrl,
} from './order-list.ts'
import {
  countOrders,
  listAdminOrders,
  listOrderIds,
  listOrderRows,
  type OrderListPage,
} from './order-list-queries.server.ts'
import { toAdminOrderListItem } from './view.ts'

/** An address may ask for pages that there are not: reading so far into an index costs little. */
const maxPage = 1_000

const day = line(10).transform(parseIsoDate).catch(null)
const choiceQuery = z.object({
  state: z.enum(orderGroups).catch('placed'),
  query: z.string().max(100).catch(''),
  from: day,
  until: day,
  method: z.enum(['', 'account', 'card']).catch(''),
  sort: z.enum(orderSorts).optional().catch(undefined),
  direction: z.enum(['up', 'down']).optional().catch(undefined),
  rows: z.string().optional().catch(undefined).transform(parseRowCount),
  page: z.coerce.number().int().min(1).max(maxPage).catch(1),
})

/** The staff's list of orders, and its export (R-ADMIN-4, R-ADMIN-6). */
export function orderListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addAdminPage(
    deps,
    ordersUrl,
    { right: orderRights, query: choiceQuery },
    async ({ query: { page, ...typed }, staff }) => {
      const choice = toChoice(typed)
      const { group } = choice
      // A group that only grows is counted only for its pages.
      const counted = orderGroups.filter(each => isCountedWhole(each) || each === group)
      const [counts, matches, views] = await Promise.all([
        countOrders(db, counted),
        findPage(context, choice, page),
        listSavedViews(db, staff.id, 'orders', toOrdersQuery(choice)),
      ])
      if (matches.rows.length === 0 && page > 1) return { to: toOrdersUrl(choice) }
      const total = matches.total ?? counts[group]
      const { isSorted } = matches
      const listed = matches.total === null && isCountedWhole(group) ? total : Math.min(total, maxListed)
      const props = {
        choice,
        filters: orderGroups.map(each => ({
          name: orderGroupDefinitions[each].name,
          url: toGroupUrl(each, choice.rows),
          ...toFilterCount(each, counts[each]),
          isCurrent: each === group,
        })),
        views,
        sorts: {
          day: toOrderSortLink(choice, 'day', 'Order', isSorted),
          promised: canSortByPromise(group)
            ? toOrderSortLink(choice, 'promised', 'Status, promised day', isSorted)
            : null,
          total: toOrderSortLink(choice, 'total', 'Total inc VAT', isSorted),
        },
        sorting: isSorted ? formatSorting(choice) : formatSorting({ sort: 'day', direction: 'down' }),
        rows: matches.rows.map(toAdminOrderListItem),
        total,
        isCut: listed < total,
        page,
        pages: Math.ceil(listed / choice.rows),
        pageUrl: toOrdersUrl(choice),
      }
      return toPageResult(adminOrdersPage, props, { title: 'Orders' })
    },
  )

  addCsvExport(app, deps, ordersExportUrl, {
    right: orderRights,
    query: choiceQuery,
    fileName: 'orders',
    columns: exportColumns,
    listIds: async ({ page: _, ...typed }) => {
      const choice = toChoice(typed)
      const search = toSearch(context, choice)
      return search === 'nothing' ? [] : listOrderIds(db, { ...choice, search }, maxExportedRows)
    },
    listRows: async ids => (await listOrderRows(db, ids)).map(toExportRow),
  })
}

/** `count` undefined: the group is not counted. */
function toFilterCount(group: OrderGroup, count: number | undefined): Pick<AdminFilter, 'count' | 'isMore'> {
  if (count === undefined) return { count: null }
  return isCountedWhole(group) ? { count } : { count: Math.min(count, maxListed), isMore: count > maxListed }
}

type TypedOrderChoice = Omit<z.output<typeof choiceQuery>, 'page'>

function toChoice({ state, sort, direction, ...filters }: TypedOrderChoice): OrderListChoice {
  return { group: state, ...filters, ...chooseSorting(state, sort, direction) }
}

/** Null: nothing was typed. 'nothing': a text without any word, such as '-', which finds nothing. */
function toSearch({ now }: AppContext, { query }: OrderListChoice): string | null | 'nothing' {
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

function toExportRow(row: AdminOrderRow): CsvValue[] {
  const { reference, state, method, lineCount } = toAdminOrderListItem(row)
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
