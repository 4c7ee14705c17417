import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../platform/handle.ts'
import { type Shown, show } from '../platform/render.ts'
import { deskWords } from '../quotes/desk.ts'
import type { QuoteAtDesk } from '../quotes/desk-facts.ts'
import { vatRateOf } from '../quotes/document.ts'
import { readOffer, type TypedOffer } from '../quotes/offer.ts'
import { quoteStates, quoteStateWords } from '../quotes/quote.ts'
import {
  countQuotes,
  type DeskVerdict,
  deskQuotes,
  priceQuote,
  quoteAtDesk,
  withdrawQuote as withdraw,
} from '../quotes/server.ts'
import { Problem } from '../shared/problem.ts'
import { offerQuote, withdrawQuote } from './contract.ts'
import { quotePage } from './QuotePage.tsx'
import { quotesPage } from './QuotesPage.tsx'
import { firstTyped, quoteDeskUrl, rowOf, versionOf, viewOf } from './quote-view.ts'
import { type Desk, requireStaff, staffPage } from './staff.server.ts'

const pageSize = 50
const params = z.object({ reference: z.string().max(20) })
const listQuery = z.object({
  state: z.enum([...quoteStates, 'all']).catch('quote_requested'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** What a form is sent back with when it could not be taken. */
interface Back {
  typed?: TypedOffer
  reason?: string
  errors?: Record<string, string>
  notice?: string | null
  status?: number
}

type Told = { success: boolean; message: string; errors: Record<string, string> }

/** Quotes at the desk: the list, one of them, its prices, taking it back. */
export function quoteDeskRoutes(app: FastifyInstance, desk: Desk): void {
  const { house, visitors, pages } = desk
  const { db } = house

  staffPage(desk, '/admin/quotes', { query: listQuery }, async ({ query: { state, page } }) => {
    const counts = await countQuotes(db)
    const wanted = state === 'all' ? null : state
    const { rows, total } = await deskQuotes(db, { state: wanted, page, size: pageSize })
    const filters = [...quoteStates, 'all' as const].map(each => ({
      name: each === 'all' ? 'All' : quoteStateWords[each].staff,
      url: listUrl(each),
      count:
        each === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[each] ?? 0),
      isCurrent: each === state,
    }))
    const now = house.now()
    const props = {
      filters,
      rows: rows.map(row => rowOf(row, now)),
      page,
      pages: Math.ceil(total / pageSize),
      pageUrl: listUrl(state),
    }
    return show(quotesPage, props, { title: 'Quotes' })
  })

  staffPage(desk, '/admin/quotes/:reference', { params }, async ({ params: { reference } }) =>
    screen(await quoteOf(reference)),
  )

  handle(
    app,
    offerQuote,
    async ({ params: { reference }, body, request }): Promise<Told> => {
      const staff = await requireStaff(visitors, request)
      const quote = await quoteOf(reference)
      const now = house.now()
      const { lines } = quote.order
      const read = readOffer(typedOf(body), { lines, vatRate: vatRateOf(quote.order), now })
      // The screen that goes back shows the quote as it is now: what changed meanwhile must not go unsaid.
      const message = versionOf(quote) === body.seen ? '' : deskWords.changed
      if ('errors' in read) return { success: false, message, errors: read.errors }
      if (body.step === 'sums') return { success: false, message, errors: {} }
      const verdict = await priceQuote(db, quote.order.id, read.offer, { staff, seen: body.seen, now })
      return toldOf(verdict, `Quote ${reference} was sent to ${quote.order.contact.email}.`)
    },
    {
      allow: request => requireStaff(visitors, request),
      form: (asked, told) => answerForm(asked, told, { typed: typedOf(asked.body) }),
    },
  )

  handle(
    app,
    withdrawQuote,
    async ({ params: { reference }, body: { reason, seen }, request }): Promise<Told> => {
      const staff = await requireStaff(visitors, request)
      const quote = await quoteOf(reference)
      const verdict = await withdraw(db, quote.order.id, reason, { staff, seen, now: house.now() })
      return toldOf(verdict, `Quote ${reference} was withdrawn.`)
    },
    {
      allow: request => requireStaff(visitors, request),
      form: (asked, told) => answerForm(asked, told, { reason: asked.body.reason }),
    },
  )

  const quoteOf = async (reference: string): Promise<QuoteAtDesk> => {
    const quote = await quoteAtDesk(db, reference)
    if (!quote) throw new Problem(404)
    return quote
  }

  // A form that could not be taken comes back as it was typed, with the quote as it is now.
  const answerForm = async (
    asked: { params: { reference: string }; request: FastifyRequest; reply: FastifyReply },
    { success, message, errors }: Told,
    back: Back,
  ): Promise<FastifyReply> => {
    const { reference } = asked.params
    if (success) {
      const flash = { kind: 'success', text: message } as const
      return pages.redirect(asked.reply, { to: quoteDeskUrl(reference), flash })
    }
    const status = message !== '' ? 409 : Object.keys(errors).length > 0 ? 422 : 200
    const shown = screen(await quoteOf(reference), { ...back, errors, notice: message || null, status })
    return pages.send(asked.request, asked.reply, shown)
  }

  const screen = (quote: QuoteAtDesk, back: Back = {}): Shown => {
    const { reference } = quote.order
    const now = house.now()
    const errors = back.errors ?? {}
    const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Quote ${reference}`
    const view = viewOf(quote, now)
    return show(
      quotePage,
      {
        quote: view,
        version: versionOf(quote),
        typed: (view.isOpen && back.typed) || firstTyped(quote, now),
        reason: back.reason ?? '',
        errors,
        notice: back.notice ?? null,
      },
      { title, noindex: true, ...(back.status && { status: back.status }) },
    )
  }
}

const listUrl = (state: string): string => `/admin/quotes?state=${state}`

function typedOf(body: {
  prices: string[]
  carriage: string
  note: string
  valid_until: string
}): TypedOffer {
  return { prices: body.prices, carriage: body.carriage, note: body.note, validUntil: body.valid_until }
}

function toldOf(verdict: DeskVerdict, done: string): Told {
  if (verdict.done) return { success: true, message: done, errors: {} }
  const words = deskWords[verdict.why]
  const isReason = verdict.why === 'no_reason' || verdict.why === 'long_reason'
  return { success: false, message: isReason ? '' : words, errors: isReason ? { reason: words } : {} }
}
