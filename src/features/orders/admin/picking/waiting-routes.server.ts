import { z } from 'zod'
import { toPageResult } from '../../../../infra/pages/render.ts'
import { formatDateTime } from '../../../../lib/dates.ts'
import { type AdminDeps, addAdminPage } from '../../../admin/service.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import { formatMissing } from '../../despatch/together.ts'
import { waitingUrl } from '../../picking/pick-list.ts'
import { listWaitingOrders, type WaitingOrder } from '../../picking/waiting-queries.server.ts'
import { waitingPage } from './WaitingPage.tsx'

const query = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) })
const ordersOfPage = 50

/** The orders that wait for the rest of their goods (R-PICK-7). */
export function waitingRoutes(deps: AdminDeps): void {
  const { db } = deps.context
  addAdminPage(deps, waitingUrl, { right: 'warehouse', query }, async ({ query: { page } }) => {
    const { rows, total } = await listWaitingOrders(db, { page, size: ordersOfPage })
    if (rows.length === 0 && page > 1) return { to: waitingUrl }
    const props = { rows: rows.map(toItem), page, pages: Math.ceil(total / ordersOfPage) }
    return toPageResult(waitingPage, props, { title: 'Waiting for the rest' })
  })
}

const toItem = ({ reference, customer, placedAt, missing, missingCount, pieceCount }: WaitingOrder) => ({
  reference,
  url: `/admin/orders/${reference}`,
  since: formatDateTime(placedAt),
  customer,
  missing: formatMissing(missing, missingCount),
  here: pieceCount === 0 ? 'Nothing yet' : pluralize(pieceCount, 'piece'),
})
