import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '../../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import type { Person } from '../../../accounts/visitor.ts'
import { createStaffAction, done, invalid, refuse } from '../../../back-office/staff-action.server.ts'
import { getQuoteVatRate } from '../../document.ts'
import { parseOffer } from '../../offer.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import type { StaffQuotes } from '../quote-page.server.ts'
import { quoteChangeMessages } from '../rules.ts'
import { offerQuote, withdrawQuote } from '../schemas.ts'
import { type AdminQuote, formatChangesSince, formatOutdated } from '../view.ts'
import { parseRows, toRequestLines } from './offer-form.ts'
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
export function offerRoutes(app: FastifyInstance, deps: QuoteAdminDeps, quotes: StaffQuotes): void {
  const { context } = deps
  const { db } = context

  const staffAction = createStaffAction(app, deps, quotes.formPage)

  staffAction(offerQuote, {
    right: 'sales',
    typed: ({ body }) => ({ typed: toOfferForm(body), original: body.original, edit: toLineEdit(body) }),
    run: async ({ target: quote, body, staff, now }) => {
      const { id, reference, contact } = quote.order
      const change = { staff, expectedVersion: body.seen, now }
      if (body.step === 'save') {
        const result = await saveDraft(db, id, toOfferForm(body), change)
        return toResult(result, change, reference, `Saved. Quote ${reference} was not sent yet.`)
      }
      if (body.step === 'discard') {
        const result = await saveDraft(db, id, null, change)
        return toResult(result, change, reference, 'The saved changes were discarded.')
      }
      const offer = await readOffer(staff, quote, body)
      // The page that is displayed again has the quote as it is now, so it must say what has changed.
      if ('errors' in offer) return refuse(describeOutdated(quote, body), offer.errors)
      const result = await priceQuote(db, id, offer, { ...change, lastMessage: body.last_message })
      return toResult(result, change, reference, `Quote ${reference} was sent to ${contact.email}.`)
    },
  })

  staffAction(withdrawQuote, {
    right: 'sales',
    typed: ({ body: { reason } }) => ({ reason }),
    run: async ({ target: { order }, body: { reason, seen }, staff, now }) => {
      const change = { staff, expectedVersion: seen, now }
      const result = await cancelQuote(db, order.id, reason, change)
      return toResult(result, change, order.reference, `Quote ${order.reference} was withdrawn.`)
    },
  })

  // A form whose lines are edited is displayed again, even without errors.
  const readOffer = async (
    staff: Person,
    quote: AdminQuote,
    body: OfferBody,
  ): Promise<LinedOffer | { errors: FieldErrors }> => {
    const form = toOfferForm(body)
    const { order } = quote
    const edit = toLineEdit(body)
    const { isAdding, remove } = edit
    const read = await quotes.readForm(staff, quote, form, edit)
    if (isAdding || remove !== null || read.rows.length === 0) return { errors: read.errors }
    const { lines, errors } = parseRows(read.rows)
    const parsed = parseOffer(
      { ...form, prices: read.rows.map(({ price }) => price) },
      {
        lines: lines.map(({ product: { code }, quantity }) => ({ code, quantity })),
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
    return { offer: parsed.offer, lines: toRequestLines(order, lines, parsed.offer.prices) }
  }

  const toResult = async (
    result: QuoteChangeResult,
    { expectedVersion }: QuoteChangeRequest,
    reference: string,
    message: string,
  ) => {
    if (result.ok) return done(message)
    const text = quoteChangeMessages[result.reason]
    if (result.reason === 'no_reason' || result.reason === 'long_reason') return invalid({ reason: text })
    // Whatever the reason is: that the quote was ordered or withdrawn may be what has changed.
    return refuse(`${text}${formatChangesSince(await quotes.get(reference), expectedVersion)}`)
  }
}

type OfferBody = BodyOf<typeof offerQuote>

/** Enter in a field adds the part that is typed, if there is one. */
const toLineEdit = (body: OfferBody): LineEdit => ({
  add: { code: body.add_code, quantity: body.add_quantity },
  isAdding: body.step === 'add' || (body.step === 'check' && body.add_code !== ''),
  remove: /^\d{1,4}$/.test(body.remove) ? Number(body.remove) : null,
})

function describeOutdated(quote: AdminQuote, { seen, last_message }: OfferBody): string {
  const changes = formatOutdated(quote, seen)
  const hasRequest = quote.messages.some(({ id, isChangeRequest }) => isChangeRequest && id > last_message)
  return changes !== '' ? changes : hasRequest ? quoteChangeMessages.change_requested : ''
}
