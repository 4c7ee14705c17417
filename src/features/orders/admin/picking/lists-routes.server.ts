import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AdminDeps } from '../../../admin/service.ts'
import { toExportUrl } from '../../../admin/table/saved-view.ts'
import { listParameters } from '../../../admin/table/schemas.ts'
import { addCsvExport, addListPage, listStaffOptions, maxExportedRows } from '../../../admin/table/service.ts'
import { listPickLists } from '../../picking/list-queries.server.ts'
import { pickListSorts } from '../../picking/pick-list.ts'
import {
  pickListExportColumns,
  toPickListExportRow,
  toPickListFilters,
  toPickListItem,
  toPickListSortLinks,
  toPickListsQuery,
} from './lists-view.ts'
import { pickListsPage } from './PickListsPage.tsx'

const choiceQuery = z
  .object({
    show: z.enum(['open', 'finished']).catch('open'),
    who: listParameters.person,
    from: listParameters.day,
    until: listParameters.day,
    sort: z.enum(pickListSorts).catch('number'),
    direction: listParameters.direction.transform(value => value ?? 'down'),
    rows: listParameters.rows,
    page: listParameters.page,
  })
  .transform(({ show, ...choice }) => ({ group: show, ...choice }))

/** The list of pick lists, and its export (R-PICK-6, R-ADMIN-6). */
export function pickListsRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  addListPage(deps, 'pick-lists', {
    right: 'warehouse',
    title: 'Pick lists',
    page: pickListsPage,
    query: choiceQuery,
    toQuery: toPickListsQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, window) => {
      const [{ rows, counts }, staff] = await Promise.all([
        listPickLists(db, choice, window),
        listStaffOptions(db),
      ])
      return {
        filters: toPickListFilters(choice, counts),
        staff,
        sorts: toPickListSortLinks(choice),
        rows: rows.map(toPickListItem),
        total: counts[choice.group],
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('pick-lists'), {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'pick-lists',
    columns: pickListExportColumns,
    listIds: async choice => (await listPickLists(db, choice, { page: 1, size: maxExportedRows })).rows,
    listRows: async rows => rows.map(toPickListExportRow),
  })
}
