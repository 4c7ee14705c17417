import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handle } from '../../infra/http/handle.ts'
import { toFieldErrors } from '../../lib/calls/field-checks.ts'
import {
  getAccountPage,
  type PageDeps,
  requirePerson,
  toAccountPage,
  toLoginRedirect,
} from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { toViewer } from '../order-pages/account/account-order.ts'
import { quotePage } from './account/QuotePage.tsx'
import { quotesPage } from './account/QuotesPage.tsx'
import { findRequestedQuote, listQuotes, loadRequestedQuote } from './account/queries.ts'
import { toQuoteRow, toQuoteView } from './account/view.ts'
import { quoteLinkRoutes } from './link/routes.server.ts'
import { quoteUrl } from './links.ts'
import { loadCustomerThread, type RejectedText, writeAboutQuote } from './messages/messages.server.ts'
import { sendQuotePdf } from './pdf.server.ts'
import { quoteRequestRoutes } from './request/routes.server.ts'
import { quoteParams, writeAboutQuoteCall } from './schemas.ts'

const pageSize = 20
const listQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** Quotes in the account (the list, a quote, its PDF; customers see their own, head buyers those of the company), and asking for the price of a product. */
export async function quotesPlugin(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context

  getAccountPage(deps, '/account/quotes', { query: listQuery }, async ({ query: { page }, person }) => {
    const { rows, total } = await listQuotes(db, toViewer(person), { page, size: pageSize })
    // A page beyond the end has no rows, and so no total.
    if (rows.length === 0 && page > 1) return { to: '/account/quotes' }
    const now = context.now()
    return toAccountPage(person, quotesPage, 'Quotes', {
      rows: rows.map(row => toQuoteRow(row, now)),
      page,
      pages: Math.ceil(total / pageSize),
    })
  })

  getAccountPage(
    deps,
    '/account/quotes/:reference',
    { params: quoteParams },
    ({ params: { reference }, person }) => renderQuote(person, reference, { typed: '', error: null }),
  )

  const renderQuote = async (person: Person, reference: string, rejected: RejectedText) => {
    const { order, offer, requested, state } = await getVisibleQuote(person, reference)
    const messagesUrl = `${quoteUrl(reference)}/messages`
    const props = {
      quote: toQuoteView(order, offer, requested, context.now()),
      thread: await loadCustomerThread(context, order, state, messagesUrl, rejected),
    }
    const errors = toFieldErrors({ 'message-text': [rejected.error ?? false] })
    return toAccountPage(person, quotePage, `Quote ${reference}`, props, { errors })
  }

  handle(
    app,
    writeAboutQuoteCall,
    async ({ params: { reference }, body, request }) => {
      const author = await requirePerson(visitors, request)
      return writeAboutQuote(context, await getVisibleQuote(author, reference), author, { body, request })
    },
    {
      authorize: request => requirePerson(visitors, request),
      form: async ({ params: { reference }, body, request, reply }, { success, message, errors }) => {
        if (success)
          return pages.redirect(reply, { to: quoteUrl(reference), flash: { kind: 'success', text: message } })
        const person = await requirePerson(visitors, request)
        const rejected = { typed: body.text, error: errors['message-text'] ?? message }
        return pages.send(request, reply, await renderQuote(person, reference, rejected))
      },
    },
  )

  app.get(
    '/account/quotes/:reference/quote.pdf',
    { schema: { params: quoteParams } },
    async (request, reply) => {
      const { reference } = request.params as z.output<typeof quoteParams>
      const { person } = await visitors.get(request)
      if (!person) return pages.redirect(reply, toLoginRedirect(request))
      return sendQuotePdf(context, await getVisibleQuote(person, reference), { request, reply, person })
    },
  )

  quoteRequestRoutes(app, deps)
  quoteLinkRoutes(app, deps)

  const getVisibleQuote = async (person: Person, reference: string) => {
    const requested = await findRequestedQuote(db, toViewer(person), reference)
    return loadRequestedQuote(db, requested, context.now())
  }
}
