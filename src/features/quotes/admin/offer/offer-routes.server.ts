import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '../../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import { hasGodmode, type Person } from '../../../accounts/visitor.ts'
import { createStaffAction, refuse } from '../../../back-office/staff-action.server.ts'
import { belowCostMessage } from '../../../catalogue/messages.ts'
import { listBelowCost } from '../../../catalogue/service.ts'
import { getQuoteVatRate } from '../../document.ts'
import { parseOffer, priceField } from '../../offer.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import type { StaffQuotes } from '../quote-page.server.ts'
import { quoteChangeMessages, validateWithdrawalReason } from '../rules.ts'
import { offerQuote, withdrawQuote } from '../schemas.ts'
import { type AdminQuote, formatOutdated } from '../view.ts'
import { parseRows, toRequestLines } from './offer-form.ts'
import { toOfferForm } from './original-offer.ts'
import { cancelQuote, type LinedOffer, priceQuote, saveDraft } from './pricing.server.ts'
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
      const change = { db, id, staff, expectedVersion: body.seen, now }
      if (body.step === 'save')
        return saveDraft(change, toOfferForm(body), `Saved. Quote ${reference} was not sent yet.`)
      if (body.step === 'discard') return saveDraft(change, null, 'The saved changes were discarded.')
      const offer = await readOffer(staff, quote, body)
      // The page that is displayed again has the quote as it is now, so it must say what has changed.
      if ('errors' in offer) return refuse(describeOutdated(quote, body), offer.errors)
      const message = `Quote ${reference} was sent to ${contact.email}.`
      return priceQuote(change, offer, body.last_message, message)
    },
  })

  staffAction(withdrawQuote, {
    right: 'sales',
    typed: ({ body: { reason } }) => ({ reason }),
    validate: ({ body: { reason } }) => ({ errors: validateWithdrawalReason(reason) }),
    run: ({ target: { order }, body: { reason, seen }, staff, now }) => {
      const change = { db, id: order.id, staff, expectedVersion: seen, now }
      return cancelQuote(change, reason, `Quote ${order.reference} was withdrawn.`)
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
    const offered = toRequestLines(order, lines, parsed.offer.prices)
    const atPrices = offered.map(({ productId }, index) => ({
      productId,
      unitPrice: parsed.offer.prices[index]!,
    }))
    const belowCost = hasGodmode(staff) ? [] : await listBelowCost(db, atPrices)
    if (belowCost.length === 0) return { offer: parsed.offer, lines: offered }
    const refused = offered.flatMap(({ productId, code }, index) =>
      belowCost.includes(productId) ? [[priceField(index), belowCostMessage(code)]] : [],
    )
    return { errors: Object.fromEntries(refused) }
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
