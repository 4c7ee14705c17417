import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CsvValue } from '../../../lib/csv.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, listStaffOptions, maxExportedRows } from '../../admin/table/service.ts'
import { deliveriesPage } from './DeliveriesPage.tsx'
import {
  type DeliveryListChoice,
  deliverySorts,
  toDeliveriesQuery,
  toDeliverySortLinks,
} from './delivery-list.ts'
import type { GoodsInRow } from './goods-in.ts'
import { listDeliveries } from './goods-in-queries.server.ts'
import { listProductIdsOfNumber } from './queries.ts'
import { toListedDelivery } from './view.ts'

const maxMatches = 1_000
const choiceQuery = z.object({
  query: listParameters.query,
  who: listParameters.person,
  from: listParameters.day,
  until: listParameters.day,
  sort: z.enum(deliverySorts).catch('day'),
  direction: listParameters.direction.transform(value => value ?? 'down'),
  rows: listParameters.rows,
  page: listParameters.page,
})

/** The staff's list of the deliveries that were booked in, and its export (R-STOCK-6, R-ADMIN-6). */
export function deliveryRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  addListPage(deps, 'deliveries', {
    right: 'warehouse',
    title: 'Deliveries booked in',
    page: deliveriesPage,
    query: choiceQuery,
    toQuery: toDeliveriesQuery,
    getPageSize: ({ rows }) => rows,
    loadProps: async (choice, window) => {
      const [{ rows, total }, staff] = await Promise.all([find(choice, window), listStaffOptions(db)])
      return {
        filters: [],
        staff,
        sorts: toDeliverySortLinks(choice),
        rows: rows.map(toListedDelivery),
        total,
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('deliveries'), {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'deliveries',
    columns: ['Delivery note', 'Supplier', 'Booked in', 'Who', 'Parts', 'Pieces'],
    listIds: async choice => (await find(choice, { page: 1, size: maxExportedRows })).rows,
    listRows: async rows => rows.map(toExportRow),
  })

  const find = async (choice: DeliveryListChoice, window: { page: number; size: number }) => {
    const productIds = await listProductIdsOfNumber(db, toCodeKey(choice.query), maxMatches)
    return listDeliveries(db, { ...choice, productIds }, window)
  }
}

const toExportRow = ({ deliveryNote, supplier, at, who, partCount, pieceCount }: GoodsInRow): CsvValue[] => [
  deliveryNote,
  supplier,
  toLondonTime(at).date,
  who,
  partCount,
  pieceCount,
]
