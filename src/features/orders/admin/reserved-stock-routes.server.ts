import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { formatTime, toLondonTime } from '../../../lib/dates.ts'
import { Problem } from '../../../lib/problem.ts'
import { type AdminDeps, requireStaff } from '../../admin/service.ts'
import { normaliseViewQuery, toExportUrl, toViewUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { toStockUrl } from '../../stock/stock.ts'
import { formatMethod } from '../messages.ts'
import { holdMinutes } from '../states.ts'
import { findOrderVersion, listChangesSince } from './queries.ts'
import { type ReservedOrder, reservedStockPage } from './ReservedStockPage.tsx'
import {
  listReservedStock,
  type ReleaseStockResult,
  type ReservedStockRow,
  releaseByStaff,
} from './reserved-stock.server.ts'
import {
  reservedGroups,
  reservedSorts,
  reservedStockUrl,
  toReservedFilters,
  toReservedQuery,
  toReservedSortLinks,
} from './reserved-stock-list.ts'
import { releaseReservedStock } from './schemas.ts'
import { adminOrderUrl, formatChanges } from './view.ts'

const lineLimit = 3
const right = ['warehouse', 'sales'] as const
const choiceQuery = z.object({
  show: z.enum(reservedGroups).catch('all'),
  sort: z.enum(reservedSorts).catch('until'),
  direction: listParameters.direction.transform(value => value ?? 'up'),
  rows: listParameters.rows,
  page: listParameters.page,
})

/** The staff's page of stock that unfinished orders hold, and releasing it (R-ORDER-10). */
export function reservedStockRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  const { db } = context
  const guestMinutes = Math.min(context.config.limits.guestHoldMinutes, holdMinutes)

  addListPage(deps, 'reserved-stock', {
    right,
    title: 'Reserved stock',
    page: reservedStockPage,
    query: choiceQuery,
    toQuery: toReservedQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, window) => {
      const { rows, counts, value } = await listReservedStock(db, choice, {
        ...window,
        lineLimit,
        guestMinutes,
      })
      return {
        filters: toReservedFilters(choice, counts),
        sorts: toReservedSortLinks(choice),
        rows: rows.map(row => toReservedOrder(row, context.now())),
        total: counts[choice.show],
        orderCount: counts.all,
        value,
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('reserved-stock'), {
    right,
    query: choiceQuery,
    fileName: 'reserved-stock',
    columns: exportColumns,
    listIds: async choice =>
      (await listReservedStock(db, choice, { page: 1, size: maxExportedRows, lineLimit: 0, guestMinutes }))
        .rows,
    listRows: async rows => rows.map(toExportRow),
  })

  handle(
    app,
    releaseReservedStock,
    async ({ params: { reference }, body: { seen }, request }) => {
      const staff = await requireStaff(visitors, request, right)
      const order = await findOrderVersion(db, reference)
      if (!order) throw new Problem(404)
      const action = { seen, staffId: staff.id, now: context.now() }
      const result = await releaseByStaff(db, { id: order.id, reference }, action)
      if (result === 'done')
        return { success: true, message: `The goods of order ${reference} are back in stock.` }
      const changes = formatChanges(await listChangesSince(db, order.id, seen))
      return { success: false, message: `${refusals[result](reference)}${changes}` }
    },
    {
      authorize: request => requireStaff(visitors, request, right),
      form: ({ reply, body: { view } }, { success, message }) =>
        pages.redirect(reply, {
          to: toViewUrl('reserved-stock', normaliseViewQuery(view)),
          flash: { kind: success ? 'success' : 'info', text: message },
        }),
    },
  )
}

const refusals: Record<Exclude<ReleaseStockResult, 'done'>, (reference: string) => string> = {
  not_held: reference => `Order ${reference} no longer reserves any stock, so nothing was changed.`,
  changed: reference =>
    `Order ${reference} has changed since you opened this page, so its goods were not released. Here is how it stands now.`,
}

function toReservedOrder(row: ReservedStockRow, now: Date): ReservedOrder {
  const { reference, method, since, until, personId, lines, lineCount } = row
  return {
    reference,
    url: adminOrderUrl(reference),
    version: row.version,
    releaseUrl: `${reservedStockUrl}/${reference}/release`,
    method: formatMethod({ kind: 'order', method }),
    customer: row.company || row.name,
    account: personId === null ? `Guest, ${row.email}` : `${row.company ? `${row.name}, ` : ''}${row.email}`,
    browser: `Session ${row.session}${row.clientNetwork ? `, from ${row.clientNetwork}` : ''}`,
    since: formatClock(since),
    minutesLeft: Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    until: formatClock(until),
    lines: lines.map(line => ({ ...line, url: toStockUrl(line.code) })),
    moreLines: lineCount - lines.length,
    value: row.subtotal,
  }
}

const exportColumns = [
  'Order number',
  'Customer',
  'Email',
  'Payment',
  'From',
  'Until',
  'Lines',
  'Value ex VAT',
]

const toExportRow = (row: ReservedStockRow): CsvValue[] => [
  row.reference,
  row.company || row.name,
  row.email,
  formatMethod({ kind: 'order', method: row.method }),
  formatClock(row.since),
  formatClock(row.until),
  row.lineCount,
  { pence: row.subtotal },
]

const formatClock = (at: Date): string => formatTime(toLondonTime(at).minutes)
