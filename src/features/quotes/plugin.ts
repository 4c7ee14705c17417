import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { toJobOwner } from '../../infra/worker-threads/job-owner.ts'
import { Problem } from '../../lib/problem.ts'
import { toAccountNavigation } from '../accounts/navigation.ts'
import { toLoginRedirect, type Visitors } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { toViewer } from '../orders/account/account-order.ts'
import type { Order } from '../orders/order.ts'
import { findDisplayedPrices, findOrderById, saveOrderPrices } from '../orders/service.ts'
import { quotePage } from './account/QuotePage.tsx'
import { quotesPage } from './account/QuotesPage.tsx'
import { findRequestedQuote, listQuotes } from './account/queries.ts'
import { canOrder, hasPdf, toQuoteRow, toQuoteView } from './account/view.ts'
import { toOfferedPrices, toQuoteDocument } from './document.ts'
import type { Offer } from './offer.ts'
import { createQuotePdf } from './pdf.server.ts'
import { findCompany, findOffer } from './queries.ts'
import { getEffectiveState, isSubmitted } from './quote.ts'
import { quoteRequestRoutes } from './request/routes.server.ts'

export interface QuotesDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}

const pageSize = 20
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Quotes in the account (the list, a quote, its PDF; customers see their own, head buyers those of the company), and asking for the price of a product. */
export async function quotesPlugin(
  app: FastifyInstance,
  { context, visitors, pages }: QuotesDeps,
): Promise<void> {
  const { db } = context

  pages.get('/account/quotes', { query: listQuery }, async ({ query: { page }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const { rows, total } = await listQuotes(db, toViewer(person), { page, size: pageSize })
    // A page beyond the end has no rows, and so no total.
    if (rows.length === 0 && page > 1) return { to: '/account/quotes' }
    const now = context.now()
    const props = {
      navigation: toAccountNavigation(person),
      rows: rows.map(row => toQuoteRow(row, now)),
      page,
      pages: Math.ceil(total / pageSize),
    }
    return toPageResult(quotesPage, props, { title: 'Quotes', noindex: true })
  })

  pages.get('/account/quotes/:reference', { params }, async ({ params: { reference }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const { order, offer, requested } = await getVisibleQuote(person, reference)
    if (offer && canOrder(requested)) await saveQuotePrices(person.id, order, offer)
    const props = {
      navigation: toAccountNavigation(person),
      quote: toQuoteView(order, offer, requested, context.now()),
    }
    return toPageResult(quotePage, props, { title: `Quote ${reference}`, noindex: true })
  })

  app.get('/account/quotes/:reference/quote.pdf', { schema: { params } }, async (request, reply) => {
    const { reference } = request.params as z.output<typeof params>
    const { person } = await visitors.get(request)
    if (!person) return pages.redirect(reply, toLoginRedirect(request))
    const { order, offer } = await getVisibleQuote(person, reference)
    if (
      !offer ||
      !isSubmitted(order.state) ||
      !hasPdf(getEffectiveState(order.state, offer.expiresAt, context.now()))
    )
      throw new Problem(404)
    const company = await findCompany(db, order.companyId)
    const { filename, pdf } = await createQuotePdf(
      context,
      toJobOwner(request, person),
      toQuoteDocument(order, offer, company),
    )
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })

  quoteRequestRoutes(app, { context, visitors, pages })

  /** Stores what the page of a quote displays (R-CHECKOUT-28). */
  const saveQuotePrices = async (personId: number, order: Order, offer: Offer) => {
    const before = (await findDisplayedPrices(db, order.id, personId)).prices ?? {}
    await saveOrderPrices(db, order.id, personId, before, { ...before, ...toOfferedPrices(order, offer) })
  }

  const getVisibleQuote = async (person: Person, reference: string) => {
    const requested = await findRequestedQuote(db, toViewer(person), reference)
    const order = requested && (await findOrderById(db, requested.id))
    if (!requested || !order) throw new Problem(404)
    return { requested, order, offer: await findOffer(db, requested.id) }
  }
}
