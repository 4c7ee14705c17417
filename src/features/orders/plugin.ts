import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import { toLoginRedirect, type Visitors } from '../accounts/service.ts'
import { accountOrderRoutes } from './account/routes.server.ts'
import { orderUrl } from './account/view.ts'
import { confirmationPage } from './confirmation/ConfirmationPage.tsx'
import { toConfirmation } from './confirmation/confirmation.ts'
import { signInToSeePage } from './confirmation/SignInToSeePage.tsx'
import { linePageQuery, pickLinePage } from './line-pages.ts'
import { nextStepMessages } from './messages.ts'
import type { Order } from './order.ts'
import { lacksApprover } from './placing/approver.server.ts'
import { findDecision, findOwnOrder } from './queries.ts'
import { isIn } from './states.ts'

export interface OrdersDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}

export async function ordersPlugin(
  app: FastifyInstance,
  { context, visitors, pages }: OrdersDeps,
): Promise<void> {
  accountOrderRoutes(app, { context, visitors, pages })

  const params = z.object({ reference: z.string().max(20) })
  // For the browser that ordered and the customer's login only: to anybody else the order does not exist.
  pages.get(
    '/order/:reference/confirmation',
    { params, query: linePageQuery },
    async ({ params: { reference }, query, request }) => {
      const { sessionHash, person } = await visitors.get(request)
      const order = await findOwnOrder(context.db, reference, { sessionHash, personId: person?.id ?? null })
      if (!order && !person) {
        const { to: loginUrl } = toLoginRedirect(request)
        return toPageResult(signInToSeePage, { loginUrl }, { title: 'Sign in', noindex: true, status: 404 })
      }
      if (!order) throw new Problem(404)
      const isOwn = person !== null && order.personId === person.id
      const isDecided = isIn('isDecided', order.state)
      const isWaiting = order.state === 'awaiting_approval'
      const confirmation = toConfirmation(order)
      const isStranded = isWaiting && (await lacksApprover(context.db, order))
      const next = isStranded ? nextStepMessages.noApprover : confirmation.next
      const props = {
        ...pickLinePage(confirmation, query.page, `/order/${reference}/confirmation`),
        next: fillInContact(next, context.config.contact),
        decision: isDecided ? await findDecision(context.db, order.id) : null,
        accountUrl: isOwn ? getAccountUrl(order) : null,
      }
      return toPageResult(confirmationPage, props, {
        title: `${props.headline} (${reference})`,
        noindex: true,
      })
    },
  )
}

// Requests for a quote have a list of their own.
const getAccountUrl = ({ kind, reference }: Order): string =>
  kind === 'quote' ? `/account/quotes/${reference}` : orderUrl(reference)
