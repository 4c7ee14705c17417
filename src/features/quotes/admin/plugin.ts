import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addAdminPage } from '../../back-office/service.ts'
import type { QuoteAdminDeps } from './deps.server.ts'
import { quoteMessageRoutes } from './message-routes.server.ts'
import { prepareQuoteRoutes } from './new-quote/prepare-routes.server.ts'
import { offerRoutes } from './offer/offer-routes.server.ts'
import { quoteListRoutes } from './quote-list.server.ts'
import { createStaffQuotes } from './quote-page.server.ts'

const params = z.object({ reference: z.string().max(20) })

/** The staff's pages of quotes: the list, and a quote; the forms have route files of their own. */
export async function quoteAdminPlugin(app: FastifyInstance, deps: QuoteAdminDeps): Promise<void> {
  const quotes = createStaffQuotes(deps)

  prepareQuoteRoutes(app, deps)
  quoteListRoutes(app, deps)
  offerRoutes(app, deps, quotes)
  quoteMessageRoutes(app, deps, quotes)

  addAdminPage(
    deps,
    '/admin/quotes/:reference',
    { right: 'sales', params },
    async ({ params: { reference }, staff }) => quotes.render(staff, await quotes.get(reference)),
  )
}
