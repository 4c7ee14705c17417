import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { areaOf } from '../accounts/area.ts'
import { toLogin, type Visitors } from '../accounts/server.ts'
import { orderById } from '../orders/server.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { askedQuote, listQuotes } from './account-data.server.ts'
import { hasPdf, rowOf, viewOf } from './account-view.ts'
import { companyOf, offerOf } from './data.ts'
import { documentOf } from './document.ts'
import { makeQuotePdf } from './pdf.server.ts'
import { quotePage } from './QuotePage.tsx'
import { quotesPage } from './QuotesPage.tsx'
import { isQuoteState, standsAs } from './quote.ts'

export interface QuotesDeps {
  house: House
  visitors: Visitors
  pages: Pages
}

const pageSize = 20
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Quotes in the account (contract §4): the list, one of them, its PDF. Each sees his own. */
export async function quotesPlugin(
  app: FastifyInstance,
  { house, visitors, pages }: QuotesDeps,
): Promise<void> {
  const { config, db } = house

  pages.get('/account/quotes', { query: listQuery }, async ({ query: { page }, request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    const { rows, total } = await listQuotes(db, person.id, { page, size: pageSize })
    // Beyond the end, where nothing can be counted.
    if (rows.length === 0 && page > 1) return { to: '/account/quotes' }
    const now = house.now()
    const props = {
      area: areaOf(person),
      rows: rows.map(row => rowOf(row, now)),
      page,
      pages: Math.ceil(total / pageSize),
    }
    return show(quotesPage, props, { title: 'Quotes', noindex: true })
  })

  pages.get('/account/quotes/:reference', { params }, async ({ params: { reference }, request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    const { order, offer, asked } = await ownQuote(person.id, reference)
    const props = { area: areaOf(person), quote: viewOf(order, offer, asked, house.now()) }
    return show(quotePage, props, { title: `Quote ${reference}`, noindex: true })
  })

  app.get('/account/quotes/:reference/quote.pdf', { schema: { params } }, async (request, reply) => {
    const { reference } = request.params as z.output<typeof params>
    const { person } = await visitors.of(request)
    if (!person) return pages.redirect(reply, toLogin(request))
    const { order, offer } = await ownQuote(person.id, reference)
    if (!offer || !isQuoteState(order.state) || !hasPdf(standsAs(order.state, offer.expiresAt, house.now())))
      throw new Problem(404)
    const company = await companyOf(db, order.companyId)
    const { filename, pdf } = await makeQuotePdf(config, documentOf(order, offer, company))
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })

  const ownQuote = async (personId: number, reference: string) => {
    const asked = await askedQuote(db, personId, reference)
    const order = asked && (await orderById(db, asked.id))
    if (!asked || !order) throw new Problem(404)
    return { asked, order, offer: await offerOf(db, asked.id) }
  }
}
