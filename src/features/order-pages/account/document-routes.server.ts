import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import type { Pages } from '../../../infra/pages/page-routes.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLoginRedirect, type Visitors } from '../../accounts/service.ts'
import { sendDocument, sendInvoice } from '../../billing/service.ts'
import { findOrderByReference, findOwnOrder, isInvoiceKey } from '../../orders/service.ts'
import { renderSignIn } from '../confirmation/sign-in.server.ts'
import { toViewer } from './account-order.ts'
import { findAccountOrder } from './queries.ts'

interface DocumentDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}

const params = z.object({ reference: z.string().max(20), file: z.string().max(30).optional() })
const querystring = z.object({ key: z.string().max(100).optional().catch(undefined) })

/** The customer's invoices and credit notes. */
export function documentRoutes(app: FastifyInstance, { context, visitors, pages }: DocumentDeps): void {
  const { config, db } = context

  const sendToAccount = async (request: FastifyRequest, reply: FastifyReply) => {
    const { reference, file } = request.params as z.output<typeof params>
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    const order = await findAccountOrder(db, toViewer(person), reference)
    if (!order) throw new Problem(404)
    const answer = { request, reply, person, order }
    return file === undefined ? sendInvoice(context, answer) : sendDocument(context, file, answer)
  }
  app.get('/account/orders/:reference/invoice.pdf', { schema: { params } }, sendToAccount)
  app.get('/account/orders/:reference/documents/:file', { schema: { params } }, sendToAccount)

  // For those who see the confirmation, or the order in an account, and for the links of the e-mails.
  const findOrder = async (request: FastifyRequest, reference: string) => {
    const { key } = request.query as z.output<typeof querystring>
    const { sessionHash, person } = await visitors.get(request)
    const linked = key === undefined ? null : await findOrderByReference(db, reference)
    if (linked && isInvoiceKey(config, linked, key!)) return linked
    const order = await findOwnOrder(db, reference, { sessionHash, personId: person?.id ?? null })
    return order ?? (person && findAccountOrder(db, toViewer(person), reference))
  }
  const sendToAnybody = async (request: FastifyRequest, reply: FastifyReply) => {
    const { reference, file } = request.params as z.output<typeof params>
    const { person } = await visitors.get(request)
    const order = await findOrder(request, reference)
    if (!order && !person) {
      await pages.send(request, reply, renderSignIn(request))
      return reply
    }
    if (!order) throw new Problem(404)
    const answer = { request, reply, person, order }
    return file === undefined ? sendInvoice(context, answer) : sendDocument(context, file, answer)
  }
  app.get('/order/:reference/invoice.pdf', { schema: { params, querystring } }, sendToAnybody)
  app.get('/order/:reference/documents/:file', { schema: { params, querystring } }, sendToAnybody)
}
