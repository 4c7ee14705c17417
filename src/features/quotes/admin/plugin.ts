import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/problem.ts'
import { type AdminDeps, addAdminPage, requireStaff } from '../../admin/service.ts'
import { getQuoteVatRate } from '../document.ts'
import { type OfferInput, parseOffer } from '../offer.ts'
import { quoteStateDescriptions, quoteStates } from '../quote.ts'
import { adminQuotePage } from './AdminQuotePage.tsx'
import { adminQuotesPage } from './AdminQuotesPage.tsx'
import type { AdminQuote } from './admin-quote.ts'
import { cancelQuote, findAdminQuote, priceQuote, type QuoteChangeResult } from './pricing.server.ts'
import { countQuotesByState, listAdminQuotes } from './queries.ts'
import { quoteChangeMessages } from './rules.ts'
import { offerQuote, withdrawQuote } from './schemas.ts'
import {
  adminQuoteUrl,
  getInitialOffer,
  getQuoteVersion,
  toAdminQuoteListItem,
  toAdminQuoteView,
} from './view.ts'

const pageSize = 50
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  state: z.enum([...quoteStates, 'all']).catch('quote_requested'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** A form that was rejected, to be shown again. */
interface RejectedForm {
  typed?: OfferInput
  reason?: string
  errors?: Record<string, string>
  notice?: string | null
  status?: number
}

type ChangeReply = { success: boolean; message: string; errors: Record<string, string> }

/** The staff's pages of quotes: the list, a quote, pricing and withdrawing it. */
export async function quoteAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context

  addAdminPage(deps, '/admin/quotes', { query: listQuery }, async ({ query: { state, page } }) => {
    const counts = await countQuotesByState(db)
    const filter = state === 'all' ? null : state
    const { rows, total } = await listAdminQuotes(db, { state: filter, page, size: pageSize })
    const filters = [...quoteStates, 'all' as const].map(group => ({
      name: group === 'all' ? 'All' : quoteStateDescriptions[group].staff,
      url: listUrl(group),
      count:
        group === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[group] ?? 0),
      isCurrent: group === state,
    }))
    const now = context.now()
    const props = {
      filters,
      rows: rows.map(row => toAdminQuoteListItem(row, now)),
      page,
      pages: Math.ceil(total / pageSize),
      pageUrl: listUrl(state),
    }
    return toPageResult(adminQuotesPage, props, { title: 'Quotes' })
  })

  addAdminPage(deps, '/admin/quotes/:reference', { params }, async ({ params: { reference } }) =>
    renderQuote(await getQuote(reference)),
  )

  handle(
    app,
    offerQuote,
    async ({ params: { reference }, body, request }): Promise<ChangeReply> => {
      const staff = await requireStaff(visitors, request)
      const quote = await getQuote(reference)
      const now = context.now()
      const { lines } = quote.order
      const vatRate = getQuoteVatRate(quote.order)
      const { minimumOrder } = context.config
      const parsed = parseOffer(toOfferInput(body), { lines, vatRate, now, minimumOrder })
      // The page that is shown again has the quote as it is now, so it must say that the quote has changed.
      const message = getQuoteVersion(quote) === body.seen ? '' : quoteChangeMessages.changed
      if ('errors' in parsed) return { success: false, message, errors: parsed.errors }
      if (body.step === 'sums') return { success: false, message, errors: {} }
      const result = await priceQuote(db, quote.order.id, parsed.offer, { staff, seen: body.seen, now })
      return toReply(result, `Quote ${reference} was sent to ${quote.order.contact.email}.`)
    },
    {
      authorize: request => requireStaff(visitors, request),
      form: (form, reply) => answerForm(form, reply, { typed: toOfferInput(form.body) }),
    },
  )

  handle(
    app,
    withdrawQuote,
    async ({ params: { reference }, body: { reason, seen }, request }): Promise<ChangeReply> => {
      const staff = await requireStaff(visitors, request)
      const quote = await getQuote(reference)
      const result = await cancelQuote(db, quote.order.id, reason, { staff, seen, now: context.now() })
      return toReply(result, `Quote ${reference} was withdrawn.`)
    },
    {
      authorize: request => requireStaff(visitors, request),
      form: (form, reply) => answerForm(form, reply, { reason: form.body.reason }),
    },
  )

  const getQuote = async (reference: string): Promise<AdminQuote> => {
    const quote = await findAdminQuote(db, reference)
    if (!quote) throw new Problem(404)
    return quote
  }

  // A rejected form is shown again as it was typed, with the quote as it is now.
  const answerForm = async (
    form: { params: { reference: string }; request: FastifyRequest; reply: FastifyReply },
    { success, message, errors }: ChangeReply,
    rejected: RejectedForm,
  ): Promise<FastifyReply> => {
    const { reference } = form.params
    if (success) {
      const flash = { kind: 'success', text: message } as const
      return pages.redirect(form.reply, { to: adminQuoteUrl(reference), flash })
    }
    const status = message !== '' ? 409 : Object.keys(errors).length > 0 ? 422 : 200
    const page = renderQuote(await getQuote(reference), {
      ...rejected,
      errors,
      notice: message || null,
      status,
    })
    return pages.send(form.request, form.reply, page)
  }

  const renderQuote = (quote: AdminQuote, rejected: RejectedForm = {}): PageResult => {
    const { reference } = quote.order
    const now = context.now()
    const errors = rejected.errors ?? {}
    const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Quote ${reference}`
    const view = toAdminQuoteView(quote, now)
    return toPageResult(
      adminQuotePage,
      {
        quote: view,
        version: getQuoteVersion(quote),
        typed: (view.isOpen && rejected.typed) || getInitialOffer(quote, now),
        reason: rejected.reason ?? '',
        errors,
        notice: rejected.notice ?? null,
      },
      { title, noindex: true, ...(rejected.status && { status: rejected.status }) },
    )
  }
}

const listUrl = (state: string): string => `/admin/quotes?state=${state}`

function toOfferInput(body: {
  prices: string[]
  carriage: string
  note: string
  valid_until: string
}): OfferInput {
  return { prices: body.prices, deliveryCost: body.carriage, note: body.note, validUntil: body.valid_until }
}

function toReply(result: QuoteChangeResult, done: string): ChangeReply {
  if (result.done) return { success: true, message: done, errors: {} }
  const text = quoteChangeMessages[result.why]
  const isReason = result.why === 'no_reason' || result.why === 'long_reason'
  return { success: false, message: isReason ? '' : text, errors: isReason ? { reason: text } : {} }
}
