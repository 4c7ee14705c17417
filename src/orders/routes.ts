import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toLogin, type Visitors } from '../accounts/server.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { accountOrderRoutes } from './account-pages.server.ts'
import { orderUrl } from './account-view.ts'
import { confirmationPage } from './ConfirmationPage.tsx'
import { confirmationOf } from './confirmation.ts'
import { ownOrder } from './data.ts'
import { decisionOf } from './decision-data.server.ts'
import type { Order } from './order.ts'
import { signInToSeePage } from './SignInToSeePage.tsx'
import { isStranded } from './stranded.server.ts'
import { nextWords } from './words.ts'

export interface OrdersDeps {
  house: House
  visitors: Visitors
  pages: Pages
}

export async function ordersPlugin(
  app: FastifyInstance,
  { house, visitors, pages }: OrdersDeps,
): Promise<void> {
  accountOrderRoutes(app, { house, visitors, pages })

  const params = z.object({ reference: z.string().max(20) })
  // The buyer's own browser or his login only: to anybody else the order does not exist.
  pages.get('/order/:reference/confirmation', { params }, async ({ params: { reference }, request }) => {
    const { sessionHash, person } = await visitors.of(request)
    const order = await ownOrder(house.db, reference, { sessionHash, personId: person?.id ?? null })
    if (!order && !person) {
      const { to: loginUrl } = toLogin(request)
      return show(signInToSeePage, { loginUrl }, { title: 'Sign in', noindex: true, status: 404 })
    }
    if (!order) throw new Problem(404)
    const isOwn = person !== null && order.personId === person.id
    const isDecided = order.state === 'approved' || order.state === 'rejected'
    const isWaiting = order.state === 'awaiting_approval'
    const props = {
      ...confirmationOf(order),
      ...(isWaiting && (await isStranded(house.db, order)) && { next: nextWords.stranded }),
      decision: isDecided ? await decisionOf(house.db, order.id) : null,
      accountUrl: isOwn ? placeOf(order) : null,
    }
    return show(confirmationPage, props, { title: `${props.headline} (${reference})`, noindex: true })
  })
}

// Requests for a quote have a list of their own.
const placeOf = ({ method, reference }: Order): string =>
  method === 'quote' ? `/account/quotes/${reference}` : orderUrl(reference)
