import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../infra/http/handle.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { type PageDeps, requirePerson, toAccountPage, toLoginRedirect } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { toViewer } from '../order-pages/account/account-order.ts'
import { sendReturnLabel, sendReturnPicture } from './files.server.ts'
import { returnFormRoutes } from './form-routes.server.ts'
import { returnMessages } from './messages.ts'
import { findReturnOfViewer, listReturnHistory, listReturnsOfViewer } from './queries.ts'
import { returnDetailsPage } from './ReturnDetailsPage.tsx'
import { returnListPage } from './ReturnListPage.tsx'
import * as requests from './request-return.server.ts'
import {
  formatReturnNumber,
  maxPictures,
  parseReturnNumber,
  type ReturnRequest,
  returnsUrl,
} from './returns.ts'
import { cancelReturn } from './schemas.ts'
import { toReturnListItem, toReturnView } from './view.ts'

const pageSize = 20
const returnParams = z.object({ number: z.string().max(20) })
const pictureParams = returnParams.extend({ nth: z.coerce.number().int().min(1).max(maxPictures) })
const listQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** The customer's side of returns: asking for one, its page, label and pictures, the list (R-RETURN-1 to R-RETURN-5). */
export async function returnsPlugin(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db, config } = context

  returnFormRoutes(app, deps)

  pages.get(returnsUrl, { query: listQuery }, async ({ query: { page }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const { rows, total } = await listReturnsOfViewer(db, toViewer(person), { page, size: pageSize })
    if (rows.length === 0 && page > 1) return { to: returnsUrl }
    return toAccountPage(person, returnListPage, 'Returns', {
      rows: rows.map(toReturnListItem),
      page,
      pages: Math.ceil(total / pageSize),
    })
  })

  pages.get(`${returnsUrl}/:number`, { params: returnParams }, async ({ params: { number }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const current = await getReturn(person, number)
    const view = toReturnView(current, await listReturnHistory(db, current.id), {
      address: config.returns.address,
      shopName: config.shopName,
      viewerName: person.name,
    })
    return toAccountPage(person, returnDetailsPage, `Return ${view.number}`, { view })
  })

  app.get(`${returnsUrl}/:number/label.pdf`, { schema: { params: returnParams } }, async (request, reply) => {
    const { number } = request.params as z.output<typeof returnParams>
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    return sendReturnLabel(context, { request, reply }, person, await getReturn(person, number))
  })

  app.get(
    `${returnsUrl}/:number/pictures/:nth`,
    { schema: { params: pictureParams } },
    async (request, reply) => {
      const { number, nth } = request.params as z.output<typeof pictureParams>
      const person = await requirePerson(visitors, request)
      return sendReturnPicture(context, reply, (await getReturn(person, number)).id, nth)
    },
  )

  handle(
    app,
    cancelReturn,
    async ({ params: { number }, request }) => {
      const person = await requirePerson(visitors, request)
      const id = parseReturnNumber(number)
      const isCancelled = id && (await requests.cancelReturn(context, toViewer(person), id))
      if (!id || isCancelled === null) throw new Problem(404)
      const message = isCancelled
        ? `Return ${formatReturnNumber(id)} has been cancelled.`
        : returnMessages.notCancellable
      return { success: isCancelled === true, message }
    },
    {
      authorize: request => requirePerson(visitors, request),
      form: ({ params: { number }, reply }, { success, message }) =>
        pages.redirect(reply, {
          to: `${returnsUrl}/${encodeURIComponent(number)}`,
          flash: { kind: success ? 'success' : 'danger', text: message },
        }),
    },
  )

  const getReturn = async (person: Person, number: string): Promise<ReturnRequest> => {
    const id = parseReturnNumber(number)
    const current = id === null ? null : await findReturnOfViewer(db, toViewer(person), id)
    if (!current) throw new Problem(404)
    return current
  }
}
