import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { parseIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { Problem } from '../../../lib/problem.ts'
import { line } from '../../../lib/validate.ts'
import { orderRights } from '../../admin/navigation.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { sendReturnLabel, sendReturnPicture } from '../files.server.ts'
import { findReturn } from '../queries.ts'
import {
  type AdminReturnRow,
  isReturnReason,
  maxPictures,
  parseReturnNumber,
  type ReturnRequest,
} from '../returns.ts'
import { adminReturnsPage } from './AdminReturnsPage.tsx'
import { countReturnsByState, listAdminReturns } from './queries.ts'
import {
  adminReturnsUrl,
  chooseReturnSorting,
  type ReturnListChoice,
  returnGroups,
  returnSorts,
  returnsExportUrl,
  toReturnFilters,
  toReturnSortLinks,
  toReturnsQuery,
  toReturnsUrl,
} from './return-list.ts'
import { toAdminReturnListItem } from './view.ts'

const pageSize = 50
const params = z.object({ number: z.string().max(20) })
const pictureParams = params.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })
const day = line(10).transform(parseIsoDate).catch(null)
const choiceQuery = z.object({
  state: z.enum(returnGroups).catch('open'),
  query: line(100).catch(''),
  reason: z
    .string()
    .transform(text => (isReturnReason(text) ? text : ''))
    .catch(''),
  from: day,
  until: day,
  sort: z.enum(returnSorts).optional().catch(undefined),
  direction: z.enum(['up', 'down']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** Throws a 404. */
export async function getReturn(db: Db, number: string): Promise<ReturnRequest> {
  const id = parseReturnNumber(number)
  const current = id === null ? null : await findReturn(db, id)
  if (!current) throw new Problem(404)
  return current
}

/** The list of returns with its export (R-ADMIN-6), their labels and pictures: for everybody who looks at orders. */
export function returnListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addAdminPage(
    deps,
    adminReturnsUrl,
    { right: orderRights, query: choiceQuery },
    async ({ query: { page, ...typed }, staff }) => {
      const choice = toChoice(typed)
      const [counts, views, { rows, total }] = await Promise.all([
        countReturnsByState(db),
        listSavedViews(db, staff.id, 'returns', toReturnsQuery(choice)),
        listAdminReturns(db, { ...choice, page, size: pageSize }),
      ])
      if (rows.length === 0 && page > 1) return { to: toReturnsUrl(choice) }
      const props = {
        choice,
        filters: toReturnFilters(counts, choice.group),
        views,
        sorts: toReturnSortLinks(choice),
        rows: rows.map(toAdminReturnListItem),
        total,
        page,
        pages: Math.ceil(total / pageSize),
        pageUrl: toReturnsUrl(choice),
      }
      return toPageResult(adminReturnsPage, props, { title: 'Returns' })
    },
  )

  addCsvExport(app, deps, returnsExportUrl, {
    right: orderRights,
    query: choiceQuery,
    fileName: 'returns',
    columns: ['Return', 'Requested', 'Status', 'Order number', 'Customer', 'Reason', 'Goods'],
    listIds: async ({ page: _, ...typed }) =>
      (await listAdminReturns(db, { ...toChoice(typed), page: 1, size: maxExportedRows })).rows,
    listRows: async rows => rows.map(toExportRow),
  })

  addAdminFile(
    app,
    deps,
    `${adminReturnsUrl}/:number/label.pdf`,
    { right: orderRights, params },
    async ({ params: { number }, request, reply, staff }) =>
      sendReturnLabel(context, { request, reply }, staff, await getReturn(db, number)),
  )
  addAdminFile(
    app,
    deps,
    `${adminReturnsUrl}/:number/pictures/:nth`,
    { right: orderRights, params: pictureParams },
    async ({ params: { number, nth }, reply }) =>
      sendReturnPicture(context, reply, (await getReturn(db, number)).id, nth),
  )
}

type TypedReturnChoice = Omit<z.output<typeof choiceQuery>, 'page'>

const toChoice = ({ state, sort, direction, ...filters }: TypedReturnChoice): ReturnListChoice => ({
  group: state,
  ...filters,
  ...chooseReturnSorting(sort, direction),
})

function toExportRow(row: AdminReturnRow): CsvValue[] {
  const { number, state, reference, customer, reason, goods } = toAdminReturnListItem(row)
  return [number, toLondonTime(row.requestedAt).date, state.text, reference, customer, reason, goods]
}
