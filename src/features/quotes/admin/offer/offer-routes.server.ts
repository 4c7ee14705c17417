import type { FastifyInstance } from 'fastify'
import { handle } from '../../../../infra/http/handle.ts'
import type { BodyOf } from '../../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import type { Person } from '../../../accounts/visitor.ts'
import type { StaffReply } from '../../../back-office/schemas.ts'
import { requireStaff } from '../../../back-office/service.ts'
import { getQuoteVatRate } from '../../document.ts'
import { parseOffer } from '../../offer.ts'
import type { AdminQuote } from '../admin-quote.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import type { StaffQuotes } from '../quote-page.server.ts'
import { quoteChangeMessages } from '../rules.ts'
import { offerQuote, withdrawQuote } from '../schemas.ts'
import { formatChangesSince, formatNews } from '../view.ts'
import { parseLines, toRequestLines } from './offer-form.ts'
import { toOfferForm } from './original-offer.ts'
import {
  cancelQuote,
  type LinedOffer,
  priceQuote,
  type QuoteChangeRequest,
  type QuoteChangeResult,
  saveDraft,
} from './pricing.server.ts'
import type { LineEdit } from './read-form.server.ts'

/** Pricing a quote, saving what was typed, and withdrawing it. */
export function offerRoutes(
  app: FastifyInstance,
  { context, visitors }: QuoteAdminDeps,
  quotes: StaffQuotes,
): void {
  const { db } = context

  handle(
    app,
    offerQuote,
    async ({ params: { reference }, body, request }): Promise<StaffReply> => {
      const staff = await requireStaff(visitors, request, 'sales')
      const quote = await quotes.get(reference)
      const change = { staff, seen: body.seen, now: context.now() }
      if (body.step === 'save' || body.step === 'discard') {
        const form = body.step === 'save' ? toOfferForm(body) : null
        const done = form
          ? `Saved. Quote ${reference} was not sent yet.`
          : 'The saved changes were discarded.'
        return toReply(change, reference, await saveDraft(db, quote.order.id, form, change), done)
      }
      // The page that is displayed again has the quote as it is now, so it must say what has changed.
      const message = findNews(quote, body)
      const offer = await readOffer(staff, quote, body)
      if ('errors' in offer) return { success: false, message, errors: offer.errors }
      const result = await priceQuote(db, quote.order.id, offer, {
        ...change,
        lastMessage: body.last_message,
      })
      return toReply(
        change,
        reference,
        result,
        `Quote ${reference} was sent to ${quote.order.contact.email}.`,
      )
    },
    {
      authorize: request => requireStaff(visitors, request, 'sales'),
      form: (form, reply) =>
        quotes.answer(form, reply, {
          seen: form.body.seen,
          typed: toOfferForm(form.body),
          original: form.body.original,
          edit: toLineEdit(form.body),
        }),
    },
  )

  handle(
    app,
    withdrawQuote,
    async ({ params: { reference }, body: { reason, seen }, request }): Promise<StaffReply> => {
      const staff = await requireStaff(visitors, request, 'sales')
      const quote = await quotes.get(reference)
      const change = { staff, seen, now: context.now() }
      const result = await cancelQuote(db, quote.order.id, reason, change)
      return toReply(change, reference, result, `Quote ${reference} was withdrawn.`)
    },
    {
      authorize: request => requireStaff(visitors, request, 'sales'),
      form: (form, reply) => quotes.answer(form, reply, { seen: form.body.seen, reason: form.body.reason }),
    },
  )

  // A form whose lines are edited is displayed again, even without errors.
  const readOffer = async (
    staff: Person,
    quote: AdminQuote,
    body: OfferBody,
  ): Promise<LinedOffer | { errors: FieldErrors }> => {
    const form = toOfferForm(body)
    const { order } = quote
    const read = await quotes.readForm(staff, quote, form, toLineEdit(body))
    if (isLineEdit(body) || read.lines.length === 0) return { errors: read.errors }
    const { quantities, errors } = parseLines(read.lines)
    const goods = read.lines.map(({ product }, index) => ({
      code: product.code,
      quantity: quantities[index]!,
    }))
    const parsed = parseOffer(
      { ...form, prices: read.lines.map(({ price }) => price) },
      {
        lines: goods,
        vatRate: getQuoteVatRate(order),
        now: context.now(),
        minimumOrder: context.config.minimumOrder,
      },
    )
    const allErrors = { ...errors, ...('errors' in parsed ? parsed.errors : {}) }
    // A part that is typed and not added is an error only when the offer is sent.
    if (body.step === 'send') Object.assign(allErrors, read.errors)
    if ('errors' in parsed || Object.keys(allErrors).length > 0 || body.step !== 'send')
      return { errors: allErrors }
    const lines = read.lines.map(({ product }, index) => ({ product, quantity: quantities[index]! }))
    return { offer: parsed.offer, lines: toRequestLines(order, lines, parsed.offer.prices) }
  }

  const toReply = async (
    { seen }: QuoteChangeRequest,
    reference: string,
    result: QuoteChangeResult,
    done: string,
  ): Promise<StaffReply> => {
    if (result.done) return { success: true, message: done, errors: {} }
    const text = quoteChangeMessages[result.why]
    if (result.why === 'no_reason' || result.why === 'long_reason')
      return { success: false, message: '', errors: { reason: text } }
    // Whatever the reason is: that the quote was ordered or withdrawn may be what has changed.
    return {
      success: false,
      message: `${text}${formatChangesSince(await quotes.get(reference), seen)}`,
      errors: {},
    }
  }
}

type OfferBody = BodyOf<typeof offerQuote>

/** Enter in a field adds the part that is typed, if there is one. */
const toLineEdit = (body: OfferBody): LineEdit => ({
  add: { code: body.add_code, quantity: body.add_quantity },
  isAdding: body.step === 'add' || (body.step === 'check' && body.add_code !== ''),
  remove: /^\d{1,4}$/.test(body.remove) ? Number(body.remove) : null,
})

function findNews(quote: AdminQuote, { seen, last_message }: OfferBody): string {
  const news = formatNews(quote, seen)
  const hasRequest = quote.messages.some(({ id, isChangeRequest }) => isChangeRequest && id > last_message)
  return news !== '' ? news : hasRequest ? quoteChangeMessages.change_requested : ''
}

const isLineEdit = (body: OfferBody): boolean => {
  const { isAdding, remove } = toLineEdit(body)
  return isAdding || remove !== null
}
