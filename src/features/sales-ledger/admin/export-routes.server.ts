import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { inSnapshot } from '../../../infra/database/db.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { line } from '../../../lib/calls/validate.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../../back-office/service.ts'
import { getLastMonth, type Period, parsePeriod } from '../exports/period.ts'
import { listCardMoves, sumVat } from '../exports/queries.ts'
import { exportFormats, readExport } from '../exports/write-csv.server.ts'
import { exportsPage } from './ExportsPage.tsx'
import { exportFiles, exportsUrl, toExportsView, toPeriodLinks } from './exports-view.ts'

const periodQuery = z.object({ from: line(100).catch('?'), to: line(100).catch('?') })

/** The figures of a period for the bookkeeper, and their files (R-LEDGER-8). */
export function exportRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, pages } = deps

  addAdminPage(deps, exportsUrl, { right: 'accounts', query: periodQuery }, ({ query }) =>
    renderExports(context, query),
  )

  for (const file of exportFiles) {
    const options = { right: 'accounts', query: periodQuery } as const
    addAdminFile(app, deps, `${exportsUrl}/${file}.csv`, options, async ({ query, request, reply }) => {
      const parsed = parsePeriod(query, getLastMonth(toLondonTime(context.now()).date))
      if ('errors' in parsed) return refuse(request, reply, query)
      const refusal = await exportFormats[file].check(context, parsed.period)
      if (refusal !== null) return refuse(request, reply, query, { to: refusal })
      const { from, to } = parsed.period
      const parts = await readExport(context, file, parsed.period)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file}-${from}-to-${to}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(parts))
    })
  }

  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: z.output<typeof periodQuery>,
    errors: FieldErrors = {},
  ): Promise<FastifyReply> => {
    const page = await renderExports(context, query, errors)
    return pages.send(request, reply, { ...page, head: { ...page.head, noindex: true } })
  }
}

async function renderExports(
  { db, now }: AppContext,
  typed: z.output<typeof periodQuery>,
  refusal: FieldErrors = {},
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const parsed = parsePeriod(typed, getLastMonth(today))
  const errors = 'errors' in parsed ? parsed.errors : refusal
  const period = 'errors' in parsed ? null : parsed.period
  const view = period && (await loadView(db, period))
  const props = { typed: period ?? typed, periods: toPeriodLinks(today, period), view, errors }
  return toPageResult(exportsPage, props, { title: 'Exports', errors })
}

const loadView = (db: AppContext['db'], period: Period) =>
  inSnapshot(db, async tx => toExportsView(period, await sumVat(tx, period), await listCardMoves(tx, period)))
