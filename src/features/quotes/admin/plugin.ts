import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { BodyOf } from '../../../lib/call.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Person } from '../../accounts/visitor.ts'
import { addAdminPage, requireStaff } from '../../admin/service.ts'
import { formatRecipients } from '../../orders/correspondence/email-view.ts'
import { listOrderEmails } from '../../orders/service.ts'
import { getQuoteVatRate } from '../document.ts'
import type { QuoteThreadProps } from '../messages/QuoteThread.tsx'
import { toMessageViews } from '../messages/quote-message.ts'
import { parseOffer } from '../offer.ts'
import { listOfferRecipients } from '../queries.ts'
import { adminQuotePage } from './AdminQuotePage.tsx'
import type { AdminQuote } from './admin-quote.ts'
import type { QuoteAdminDeps } from './deps.server.ts'
import type { PartFinderDeps } from './find-parts.server.ts'
import { quoteListRoutes } from './list-routes.server.ts'
import { quoteMessageRoutes } from './message-routes.server.ts'
import { type OfferForm, parseLines, toRequestLines } from './offer-form.ts'
import { prepareQuoteRoutes } from './prepare-routes.server.ts'
import {
  cancelQuote,
  findAdminQuote,
  type LinedOffer,
  priceQuote,
  type QuoteChangeRequest,
  type QuoteChangeResult,
  saveDraft,
} from './pricing.server.ts'
import { toQuoteEmailView } from './quote-emails.ts'
import { type LineEdit, noEdit, readOfferForm } from './read-form.server.ts'
import { quoteChangeMessages } from './rules.ts'
import { offerQuote, withdrawQuote } from './schemas.ts'
import {
  adminQuoteUrl,
  formatChangesSince,
  formatSaved,
  getInitialForm,
  getQuoteVersion,
  toAdminQuoteView,
  toOfferFormView,
} from './view.ts'

const params = z.object({ reference: z.string().max(20) })

/** A form that was rejected, to be shown again. */
interface RejectedForm {
  typed?: OfferForm
  edit?: LineEdit
  reason?: string
  message?: string
  errors?: Record<string, string>
  notice?: string | null
  status?: number
}

type ChangeReply = { success: boolean; message: string; errors: Record<string, string> }

/** The staff's pages of quotes: the list, a quote, pricing and withdrawing it. */
export async function quoteAdminPlugin(app: FastifyInstance, deps: QuoteAdminDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context
  prepareQuoteRoutes(app, deps)

  quoteListRoutes(app, deps)

  addAdminPage(
    deps,
    '/admin/quotes/:reference',
    { right: 'sales', params },
    async ({ params: { reference }, staff }) => renderQuote(staff, await getQuote(reference)),
  )

  handle(
    app,
    offerQuote,
    async ({ params: { reference }, body, request }): Promise<ChangeReply> => {
      const staff = await requireStaff(visitors, request, 'sales')
      const quote = await getQuote(reference)
      const change = { staff, seen: body.seen, now: context.now() }
      if (body.step === 'save' || body.step === 'discard') {
        const form = body.step === 'save' ? toOfferForm(body) : null
        const done = form
          ? `Saved. Quote ${reference} was not sent yet.`
          : 'The saved changes were discarded.'
        return toReply(change, reference, await saveDraft(db, quote.order.id, form, change), done)
      }
      // The page that is shown again has the quote as it is now, so it must say what has changed.
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
        answerForm(form, reply, { typed: toOfferForm(form.body), edit: toLineEdit(form.body) }),
    },
  )

  handle(
    app,
    withdrawQuote,
    async ({ params: { reference }, body: { reason, seen }, request }): Promise<ChangeReply> => {
      const staff = await requireStaff(visitors, request, 'sales')
      const quote = await getQuote(reference)
      const change = { staff, seen, now: context.now() }
      const result = await cancelQuote(db, quote.order.id, reason, change)
      return toReply(change, reference, result, `Quote ${reference} was withdrawn.`)
    },
    {
      authorize: request => requireStaff(visitors, request, 'sales'),
      form: (form, reply) => answerForm(form, reply, { reason: form.body.reason }),
    },
  )

  const toPartFinder = (staff: Person, { order }: AdminQuote): PartFinderDeps => {
    const owner = `account:${staff.id}`
    return { db, search: deps.search, threads: context.threads, owner, companyId: order.companyId }
  }

  // Without errors, an edited form is no offer either: it is shown again.
  const readOffer = async (
    staff: Person,
    quote: AdminQuote,
    body: OfferBody,
  ): Promise<LinedOffer | { errors: FieldErrors }> => {
    const form = toOfferForm(body)
    const { order } = quote
    const read = await readOfferForm(toPartFinder(staff, quote), order, form, toLineEdit(body))
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
    // A part that is typed and not added matters to the offer that is sent only.
    if (body.step === 'send') Object.assign(allErrors, read.errors)
    if ('errors' in parsed || Object.keys(allErrors).length > 0 || body.step !== 'send')
      return { errors: allErrors }
    const lines = read.lines.map(({ product }, index) => ({ product, quantity: quantities[index]! }))
    return { offer: parsed.offer, lines: toRequestLines(order, lines, parsed.offer.prices) }
  }

  const getQuote = async (reference: string): Promise<AdminQuote> => {
    const quote = await findAdminQuote(db, reference)
    if (!quote) throw new Problem(404)
    return quote
  }
  const toReply = async (
    { seen }: QuoteChangeRequest,
    reference: string,
    result: QuoteChangeResult,
    done: string,
  ): Promise<ChangeReply> => {
    if (result.done) return { success: true, message: done, errors: {} }
    const text = quoteChangeMessages[result.why]
    if (result.why === 'no_reason' || result.why === 'long_reason')
      return { success: false, message: '', errors: { reason: text } }
    // Whatever the reason is: that the quote was ordered or withdrawn may be what has changed.
    return {
      success: false,
      message: `${text}${formatChangesSince(await getQuote(reference), seen)}`,
      errors: {},
    }
  }

  quoteMessageRoutes(app, deps, getQuote, (staff, quote, rejected) => renderQuote(staff, quote, rejected))

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
    const staff = await requireStaff(visitors, form.request, 'sales')
    const page = await renderQuote(staff, await getQuote(reference), {
      ...rejected,
      errors,
      notice: message || null,
      status,
    })
    return pages.send(form.request, form.reply, page)
  }

  const renderQuote = async (
    staff: Person,
    quote: AdminQuote,
    rejected: RejectedForm = {},
  ): Promise<PageResult> => {
    const { reference } = quote.order
    const now = context.now()
    const errors = rejected.errors ?? {}
    const title = `${Object.keys(errors).length > 0 ? 'Error: ' : ''}Quote ${reference}`
    const view = toAdminQuoteView(quote, now)
    const form = (view.isOpen && rejected.typed) || getInitialForm(quote, now)
    const edit = (view.isOpen && rejected.edit) || noEdit
    const [read, emails, recipients] = await Promise.all([
      readOfferForm(toPartFinder(staff, quote), quote.order, form, edit),
      listOrderEmails(db, reference),
      listOfferRecipients(db, quote.order),
    ])
    const isAdded = edit.isAdding && Object.keys(read.errors).length === 0
    return toPageResult(
      adminQuotePage,
      {
        quote: view,
        version: getQuoteVersion(quote),
        form: toOfferFormView(form, read.lines, { add: read.add, isAdded }),
        saved: view.isOpen ? formatSaved(quote) : null,
        emails: emails.map(email => toQuoteEmailView(email, quote, now)),
        recipients: formatRecipients(recipients.map(({ email }) => email)),
        requestKey: randomUUID(),
        thread: toStaffThread(quote, {
          typed: rejected.message ?? '',
          error: errors['message-text'] ?? null,
        }),
        reason: rejected.reason ?? '',
        errors,
        notice: rejected.notice ?? null,
      },
      { title, noindex: true, ...(rejected.status && { status: rejected.status }) },
    )
  }
}

const toStaffThread = (
  { order, messages }: AdminQuote,
  form: { typed: string; error: string | null },
): QuoteThreadProps => ({
  messages: toMessageViews(messages, { contactName: order.contact.name, shop: null }),
  form: { url: `${adminQuoteUrl(order.reference)}/messages`, requestKey: randomUUID(), ...form },
})

type OfferBody = BodyOf<typeof offerQuote>

const toOfferForm = (body: OfferBody): OfferForm => ({
  codes: body.codes,
  quantities: body.quantities,
  prices: body.prices,
  deliveryTitle: body.carriage_title,
  deliveryCost: body.carriage,
  note: body.note,
  validUntil: body.valid_until,
})

/** Enter in a field adds the part that is typed, if there is one. */
const toLineEdit = (body: OfferBody): LineEdit => ({
  add: { code: body.add_code, quantity: body.add_quantity },
  isAdding: body.step === 'add' || (body.step === 'check' && body.add_code !== ''),
  remove: /^\d{1,4}$/.test(body.remove) ? Number(body.remove) : null,
})

function findNews(quote: AdminQuote, { seen, last_message }: OfferBody): string {
  if (getQuoteVersion(quote) !== seen)
    return `${quoteChangeMessages.changed}${formatChangesSince(quote, seen)}`
  const hasRequest = quote.messages.some(({ id, isChangeRequest }) => isChangeRequest && id > last_message)
  return hasRequest ? quoteChangeMessages.change_requested : ''
}

const isLineEdit = (body: OfferBody): boolean => {
  const { isAdding, remove } = toLineEdit(body)
  return isAdding || remove !== null
}
