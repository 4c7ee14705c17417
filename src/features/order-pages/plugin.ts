import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { withoutPromise } from '../../lib/availability.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import type { Visitors } from '../accounts/service.ts'
import { countInvoices, toDocumentItems, toInvoiceLink, toRefundItems } from '../billing/view.ts'
import { nextStepMessages } from '../orders/messages.ts'
import type { Order } from '../orders/order.ts'
import { linkOrigin, orderUrl } from '../orders/order.ts'
import { linkLines } from '../orders/order-line.ts'
import { linePageQuery, pickLinePage } from '../orders/parts/line-pages.ts'
import type { LoadOrderReturns } from '../orders/parts/order-returns.ts'
import { findOrigin, findOwnOrder, lacksApprover, toAmountToPay } from '../orders/service.ts'
import { isIn } from '../orders/states.ts'
import { documentRoutes } from './account/document-routes.server.ts'
import { accountOrderRoutes } from './account/routes.server.ts'
import { type ConfirmationPageProps, confirmationPage } from './confirmation/ConfirmationPage.tsx'
import { toConfirmation } from './confirmation/confirmation.ts'
import { confirmationColumns, findDecision } from './confirmation/queries.ts'
import { renderSignIn } from './confirmation/sign-in.server.ts'
import { orderLookupRoutes } from './lookup/routes.server.ts'

export interface OrderPagesDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
  loadReturns: LoadOrderReturns
}

export async function orderPagesPlugin(
  app: FastifyInstance,
  { context, visitors, pages, loadReturns }: OrderPagesDeps,
): Promise<void> {
  accountOrderRoutes(app, { context, visitors, pages, loadReturns })
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
      const confirmation = {
        ...toConfirmation(order, context.now()),
        lines: linkLines(order.lines, order.products),
      }
      const isStranded = isWaiting && (await lacksApprover(context.db, order))
      const next = isStranded ? nextStepMessages.noApprover : confirmation.next
      const props = {
        ...pickLinePage(confirmation, query.page, `/order/${reference}/confirmation`),
        next: fillInContact(next, context.config.contact),
        madeFrom: await loadOrigin(order),
        signIn: person ? null : toSignIn(order),
        toPay: toAmountToPay(context.config, order),
        invoice: toInvoiceLink({ ...order, invoices: countInvoices(order.documents) }, `/order/${reference}`),
        documents: toDocumentItems(order.documents, `/order/${reference}`),
        refunds: toRefundItems(order.refunds),
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
