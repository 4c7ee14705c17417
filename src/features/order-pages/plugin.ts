import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../infra/pages/render.ts'
import { withoutPromise } from '../../lib/availability.ts'
import { listTransferLines, toTransfer } from '../../lib/bank-transfer.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import { type PageDeps, toLoginRedirect } from '../accounts/service.ts'
import { linePageQuery, pickLinePage } from '../basket/lines/line-pages.ts'
import { formatDocumentNumber, readDocumentNumber } from '../billing/document.ts'
import { sendDocument, sendInvoice } from '../billing/service.ts'
import { nextStepMessages } from '../orders/messages.ts'
import { linkOrigin, type Order, orderUrl } from '../orders/order.ts'
import {
  findOrderByReference,
  findOrigin,
  findOwnOrder,
  isInvoiceKey,
  lacksApprover,
  toAmountToPay,
} from '../orders/service.ts'
import { isIn } from '../orders/states.ts'
import { toViewer } from './account/account-order.ts'
import { accountOrderRoutes } from './account/routes.server.ts'
import { confirmationPage } from './confirmation/ConfirmationPage.tsx'
import { type ConfirmationPageProps, toConfirmation } from './confirmation/confirmation.ts'
import { signInToSeePage } from './confirmation/SignInToSeePage.tsx'
import { orderLookupRoutes } from './lookup/routes.server.ts'
import { confirmationColumns, findAccountOrder, findDecision, findOrderOfDocument } from './queries.ts'
import type { LoadOrderReturns } from './ReturnsSection.tsx'

export interface OrderPagesDeps extends PageDeps {
  loadReturns: LoadOrderReturns
  /** False: what is due can only be transferred. */
  takesCards: boolean
}

export async function orderPagesPlugin(
  app: FastifyInstance,
  { context, visitors, pages, loadReturns, takesCards }: OrderPagesDeps,
): Promise<void> {
  accountOrderRoutes(app, { context, visitors, pages, loadReturns, takesCards })
  orderLookupRoutes(app, { context, visitors, pages })
  documentRoutes(app, { context, visitors, pages })

  const params = z.object({ reference: z.string().max(20) })
  // For the browser that ordered and the customer's login only: to anybody else the order does not exist.
  pages.get(
    '/order/:reference/confirmation',
    { params, query: linePageQuery },
    async ({ params: { reference }, query, request }) => {
      const { sessionHash, person } = await visitors.get(request)
      const owner = { sessionHash, personId: person?.id ?? null }
      const order = await findOwnOrder(context.db, reference, owner, confirmationColumns)
      if (!order && !person) return renderSignIn(request)
      if (!order) throw new Problem(404)
      const isOwn = person !== null && order.personId === person.id
      const isDecided = isIn('isDecided', order.state)
      const isWaiting = order.state === 'awaiting_approval'
      const confirmation = toConfirmation(order, context.now())
      const isStranded = isWaiting && (await lacksApprover(context.db, order, context.now()))
      const next = isStranded ? nextStepMessages.noApprover : confirmation.next
      const props = {
        ...pickLinePage(confirmation, query.page, `/order/${reference}/confirmation`),
        next: fillInContact(next, context.config.contact),
        madeFrom: await loadOrigin(order),
        signIn: person ? null : toSignIn(order),
        toPay: takesCards ? toAmountToPay(context.config, order) : null,
        transfer: listTransferLines(toTransfer(order), context.config.seller.bank),
        decision: isDecided ? await findDecision(context.db, order.id) : null,
        accountUrl: isOwn ? getAccountUrl(order) : null,
      }
      return toPageResult(confirmationPage, props, {
        title: `${props.headline} (${reference})`,
        layout: withoutPromise,
        noindex: true,
      })
    },
  )

  const loadOrigin = async ({ sourceId }: Order) => {
    const origin = sourceId === null ? null : await findOrigin(context.db, sourceId)
    return origin && linkOrigin(origin)
  }
}

/** For a guest who has just ordered: the account that the order has created, if it did. */
const toSignIn = (order: Order): ConfirmationPageProps['signIn'] => ({
  url: order.personId === null ? null : `/login?redirectTo=${getAccountUrl(order)}`,
})

// Requests for a quote have a list of their own.
const getAccountUrl = ({ kind, reference }: Order): string =>
  kind === 'quote' ? `/account/quotes/${reference}` : orderUrl(reference)

const params = z.object({ reference: z.string().max(20), file: z.string().max(30).optional() })
const querystring = z.object({ key: z.string().max(100).optional().catch(undefined) })

export function documentRoutes(app: FastifyInstance, { context, visitors, pages }: PageDeps): void {
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

  // By the number alone, as the accounts department of a customer has it.
  const byNumber = z.object({ query: z.string().max(100).catch('') })
  app.get('/account/documents', { schema: { querystring: byNumber } }, async (request, reply) => {
    const { query } = request.query as z.output<typeof byNumber>
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    const document = readDocumentNumber(query)
    const reference = document && (await findOrderOfDocument(db, toViewer(person), document))
    const to = reference
      ? `${orderUrl(reference)}/documents/${formatDocumentNumber(document.kind, document.number)}.pdf`
      : `/account/orders?${new URLSearchParams({ document: query })}#document`
    return pages.redirect(reply, { to })
  })

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

/** Instead of an order that this visitor does not see, but may see once signed in. */
export function renderSignIn(request: FastifyRequest) {
  const { to: loginUrl } = toLoginRedirect(request)
  return toPageResult(signInToSeePage, { loginUrl }, { title: 'Sign in', noindex: true, status: 404 })
}
