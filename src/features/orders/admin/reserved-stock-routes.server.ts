import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { formatTime, toLondonTime } from '../../../lib/dates.ts'
import { zero } from '../../../lib/money.ts'
import { Problem } from '../../../lib/problem.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../admin/service.ts'
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
import { releaseReservedStock } from './schemas.ts'
import { adminOrderUrl, formatChanges } from './view.ts'

const pageSize = 50
const lineLimit = 3
const pageUrl = '/admin/reserved-stock'
const right = ['warehouse', 'sales'] as const
const query = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** The staff's page of stock that unfinished orders hold, and releasing it (R-ORDER-10). */
export function reservedStockRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  const { db } = context
  const guestMinutes = Math.min(context.config.limits.guestHoldMinutes, holdMinutes)

  addAdminPage(deps, pageUrl, { right, query }, async ({ query: { page } }) => {
    const rows = await listReservedStock(db, { page, size: pageSize, lineLimit })
    if (rows.length === 0 && page > 1) return { to: pageUrl }
    const orderCount = rows[0]?.orderCount ?? 0
    const props = {
      orders: rows.map(row => toReservedOrder(row, guestMinutes)),
      orderCount,
      value: rows[0]?.valueInAll ?? zero,
      page,
      pages: Math.ceil(orderCount / pageSize),
    }
    return toPageResult(reservedStockPage, props, { title: 'Reserved stock' })
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
      form: ({ reply }, { success, message }) =>
        pages.redirect(reply, { to: pageUrl, flash: { kind: success ? 'success' : 'info', text: message } }),
    },
  )
}

const refusals: Record<Exclude<ReleaseStockResult, 'done'>, (reference: string) => string> = {
  not_held: reference => `Order ${reference} no longer reserves any stock, so nothing was changed.`,
  changed: reference =>
    `Order ${reference} has changed since you opened this page, so its goods were not released. Here is how it stands now.`,
}

function toReservedOrder(row: ReservedStockRow, guestMinutes: number): ReservedOrder {
  const { reference, method, since, holdUntil, personId, lines, lineCount } = row
  const isGuest = personId === null
  const until = isGuest ? new Date(holdUntil.getTime() - (holdMinutes - guestMinutes) * 60_000) : holdUntil
  return {
    reference,
    url: adminOrderUrl(reference),
    version: row.version,
    releaseUrl: `${pageUrl}/${reference}/release`,
    method: formatMethod({ kind: 'order', method }),
    customer: row.company || row.name,
    account: isGuest ? `Guest, ${row.email}` : `${row.company ? `${row.name}, ` : ''}${row.email}`,
    browser: `Session ${row.session}${row.clientNetwork ? `, from ${row.clientNetwork}` : ''}`,
    since: formatClock(since),
    until: formatClock(until),
    lines,
    moreLines: lineCount - lines.length,
    value: row.subtotal,
  }
}

const formatClock = (at: Date): string => formatTime(toLondonTime(at).minutes)
