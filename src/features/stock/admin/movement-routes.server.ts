import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CsvValue } from '../../../lib/csv.ts'
import { formatTime, toLondonTime } from '../../../lib/dates.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toListed } from '../../admin/table/list-page.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, listStaffOptions, maxExportedRows } from '../../admin/table/service.ts'
import { type MovementReason, movementReasons } from '../stock.ts'
import { movementsPage } from './MovementsPage.tsx'
import {
  type MovementListChoice,
  movementSorts,
  toMovementSortLinks,
  toMovementsQuery,
} from './movement-list.ts'
import { listMovementIds, listMovementPage, listMovementRows } from './movement-queries.server.ts'
import { listProductIdsOfNumber } from './queries.ts'
import type { MovementRow } from './stock-list.ts'
import { toListedMovement } from './view.ts'

const maxMatches = 1_000
const reasons = Object.keys(movementReasons) as [MovementReason, ...MovementReason[]]
const choiceQuery = z.object({
  query: listParameters.query,
  reason: z.enum(['', ...reasons]).catch(''),
  who: listParameters.person,
  from: listParameters.day,
  until: listParameters.day,
  sort: z.enum(movementSorts).catch('time'),
  direction: listParameters.direction.transform(value => value ?? 'down'),
  rows: listParameters.rows,
  page: listParameters.page,
})

/** The staff's list of all that changed what is on hand, and its export (R-STOCK-8, R-ADMIN-6). */
export function movementRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  addListPage(deps, 'movements', {
    right: 'warehouse',
    title: 'Stock movements',
    page: movementsPage,
    query: choiceQuery,
    toQuery: toMovementsQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, window) => {
      const [{ rows, total }, staff] = await Promise.all([
        listMovementPage(db, { ...choice, productIds: await findProducts(choice) }, window),
        listStaffOptions(db),
      ])
      return {
        filters: [],
        staff,
        sorts: toMovementSortLinks(choice),
        rows: rows.map(toListedMovement),
        total,
        ...toListed(total),
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('movements'), {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'stock-movements',
    columns: ['Part number', 'Day', 'Time', 'Reason', 'Note', 'Who', 'Change', 'On hand', 'For'],
    listIds: async choice =>
      listMovementIds(db, { ...choice, productIds: await findProducts(choice) }, maxExportedRows),
    listRows: async ids => (await listMovementRows(db, ids)).map(toExportRow),
  })

  const findProducts = async ({ query }: Pick<MovementListChoice, 'query'>): Promise<number[] | null> =>
    query === '' ? null : listProductIdsOfNumber(db, toCodeKey(query), maxMatches)
}

function toExportRow(row: MovementRow): CsvValue[] {
  const { date, minutes } = toLondonTime(row.at)
  const { part, reason, note, who, source } = toListedMovement(row)
  const moved = [row.change, row.onHand, source?.name ?? '']
  return [part.code, date, formatTime(minutes), reason, note, who, ...moved]
}
