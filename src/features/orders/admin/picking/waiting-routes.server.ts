import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AdminDeps } from '../../../admin/service.ts'
import { toExportUrl } from '../../../admin/table/saved-view.ts'
import { listParameters } from '../../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../../admin/table/service.ts'
import { waitingSorts } from '../../picking/waiting.ts'
import { listWaitingOrders } from '../../picking/waiting-queries.server.ts'
import { waitingPage } from './WaitingPage.tsx'
import {
  toWaitingExportRow,
  toWaitingItem,
  toWaitingQuery,
  toWaitingSortLinks,
  waitingExportColumns,
} from './waiting-view.ts'

const choiceQuery = z.object({
  query: listParameters.query,
  sort: z.enum(waitingSorts).catch('age'),
  direction: listParameters.direction.transform(value => value ?? 'up'),
  rows: listParameters.rows,
  page: listParameters.page,
})

/** The orders that wait for the rest of their goods, and the export (R-PICK-7, R-ADMIN-6). */
export function waitingRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  addListPage(deps, 'waiting', {
    right: 'warehouse',
    title: 'Waiting for the rest',
    page: waitingPage,
    query: choiceQuery,
    toQuery: toWaitingQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, window) => {
      const { rows, total } = await listWaitingOrders(db, choice, window)
      return { filters: [], sorts: toWaitingSortLinks(choice), rows: rows.map(toWaitingItem), total }
    },
  })

  addCsvExport(app, deps, toExportUrl('waiting'), {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'waiting-for-the-rest',
    columns: waitingExportColumns,
    listIds: async choice => (await listWaitingOrders(db, choice, { page: 1, size: maxExportedRows })).rows,
    listRows: async rows => rows.map(toWaitingExportRow),
  })
}
