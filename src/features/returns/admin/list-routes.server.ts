import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/problem.ts'
import { line } from '../../../lib/validate.ts'
import { orderRights } from '../../admin/navigation.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../../admin/service.ts'
import { sendReturnLabel, sendReturnPicture } from '../files.server.ts'
import { findReturn } from '../queries.ts'
import { maxPictures, parseReturnNumber, type ReturnRequest } from '../returns.ts'
import { adminReturnsPage } from './AdminReturnsPage.tsx'
import { countReturnsByState, listAdminReturns } from './queries.ts'
import {
  adminReturnsUrl,
  listGroupStates,
  returnGroups,
  toAdminReturnListItem,
  toReturnFilters,
  toReturnListUrl,
} from './view.ts'

const pageSize = 50
const params = z.object({ number: z.string().max(20) })
const pictureParams = params.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })
const listQuery = z.object({
  state: z.enum(returnGroups).catch('open'),
  query: line(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** Throws a 404. */
export async function getReturn(db: Db, number: string): Promise<ReturnRequest> {
  const id = parseReturnNumber(number)
  const current = id === null ? null : await findReturn(db, id)
  if (!current) throw new Problem(404)
  return current
}

/** The list of returns, their labels and pictures: for everybody who looks at orders. */
export function returnListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addAdminPage(
    deps,
    adminReturnsUrl,
    { right: orderRights, query: listQuery },
    async ({ query: { state, query, page } }) => {
      const [counts, matches] = await Promise.all([
        countReturnsByState(db),
        listAdminReturns(db, { states: listGroupStates(state), query, page, size: pageSize }),
      ])
      if (matches.rows.length === 0 && page > 1) return { to: toReturnListUrl(state, query) }
      const props = {
        filters: toReturnFilters(counts, state),
        rows: matches.rows.map(toAdminReturnListItem),
        query,
        total: matches.total,
        page,
        pages: Math.ceil(matches.total / pageSize),
        pageUrl: toReturnListUrl(state, query),
      }
      return toPageResult(adminReturnsPage, props, { title: 'Returns' })
    },
  )

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
