import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { Problem } from '../../../lib/problem.ts'
import { orderRights } from '../../admin/navigation.ts'
import { type AdminDeps, addAdminFile } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { sendReturnLabel, sendReturnPicture } from '../files.server.ts'
import { findReturn } from '../queries.ts'
import { isReturnReason, maxPictures, parseReturnNumber, type ReturnRequest } from '../returns.ts'
import { adminReturnsPage } from './AdminReturnsPage.tsx'
import { countReturnsByState, listAdminReturns } from './queries.ts'
import {
  adminReturnsUrl,
  chooseReturnSorting,
  type ReturnListRow,
  returnGroups,
  returnSorts,
  toReturnFilters,
  toReturnSortLinks,
  toReturnsQuery,
} from './return-list.ts'
import { toAdminReturnListItem } from './view.ts'

const params = z.object({ number: z.string().max(20) })
const pictureParams = params.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })
const choiceQuery = z
  .object({
    state: z.enum(returnGroups).catch('open'),
    query: listParameters.query,
    reason: z
      .string()
      .transform(text => (isReturnReason(text) ? text : ''))
      .catch(''),
    from: listParameters.day,
    until: listParameters.day,
    sort: z.enum(returnSorts).optional().catch(undefined),
    direction: listParameters.direction,
    page: listParameters.page,
  })
  .transform(({ state, sort, direction, ...filters }) => ({
    group: state,
    ...filters,
    ...chooseReturnSorting(sort, direction),
  }))

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

  addListPage(deps, 'returns', {
    right: orderRights,
    title: 'Returns',
    page: adminReturnsPage,
    query: choiceQuery,
    toQuery: toReturnsQuery,
    loadProps: async (choice, window) => {
      const [counts, { rows, total }] = await Promise.all([
        countReturnsByState(db),
        listAdminReturns(db, { ...choice, ...window }),
      ])
      return {
        filters: toReturnFilters(counts, choice.group),
        sorts: toReturnSortLinks(choice),
        rows: rows.map(toAdminReturnListItem),
        total,
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('returns'), {
    right: orderRights,
    query: choiceQuery,
    fileName: 'returns',
    columns: ['Return', 'Requested', 'Status', 'Order number', 'Customer', 'Reason', 'Goods'],
    listIds: async choice => (await listAdminReturns(db, { ...choice, page: 1, size: maxExportedRows })).rows,
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

function toExportRow(row: ReturnListRow): CsvValue[] {
  const { number, state, reference, customer, reason, goods } = toAdminReturnListItem(row)
  return [number, toLondonTime(row.requestedAt).date, state.text, reference, customer, reason, goods]
}
