import { randomUUID } from 'node:crypto'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Person } from '../../accounts/visitor.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import type { Rejection } from '../../back-office/service.ts'
import { formatRecipients } from '../../correspondence/correspondence.ts'
import { listOrderEmails } from '../../correspondence/service.ts'
import type { QuoteThreadProps } from '../messages/QuoteThread.tsx'
import { toMessageViews } from '../messages/quote-message.ts'
import { listOfferRecipients } from '../queries.ts'
import { adminQuotePage } from './AdminQuotePage.tsx'
import type { QuoteAdminDeps } from './deps.server.ts'
import type { OfferForm } from './offer/offer-form.ts'
import { formatOriginal, parseOriginalOffer, pickTyped } from './offer/original-offer.ts'
import { getAdminQuote } from './offer/pricing.server.ts'
import { type LineEdit, noEdit, readOfferForm } from './offer/read-form.server.ts'
import { toQuoteEmailView } from './quote-emails.server.ts'
import {
  type AdminQuote,
  formatOutdated,
  formatSaved,
  getInitialForm,
  getQuoteVersion,
  toAdminQuoteView,
} from './view.ts'

/** A form that was rejected, to be displayed again. */
interface RejectedForm {
  typed?: OfferForm
  /** `formatOriginal` of the page that it was typed into. */
  original?: string
  edit?: LineEdit
  reason?: string
  message?: string
  errors?: Record<string, string>
  notice?: string | null
}

export type StaffQuotes = ReturnType<typeof createStaffQuotes>

/** What the calls of the staff's quote page share. */
export function createStaffQuotes({ context, emails: declaredEmails, search }: QuoteAdminDeps) {
  const { db } = context

  /** Throws a 404. */
  const get = (reference: string) => getAdminQuote(db, reference)

  const readForm = (staff: Person, { order }: AdminQuote, form: OfferForm, edit: LineEdit) => {
    const owner = `account:${staff.id}`
    const parts = { db, search, threads: context.threads, owner, companyId: order.companyId }
    return readOfferForm(parts, order, form, edit)
  }

  const render = async (
    staff: Person,
    quote: AdminQuote,
    rejected: RejectedForm = {},
  ): Promise<PageResult> => {
    const { reference } = quote.order
    const now = context.now()
    const view = toAdminQuoteView(quote, now)
    const discardedInput = listDiscardedInput(view.isOpen, rejected)
    const initial = getInitialForm(quote, now)
    const { typed, original = '' } = rejected
    const form = view.isOpen && typed ? pickTyped(typed, parseOriginalOffer(original), initial) : initial
    // A message of a form that is gone would lead nowhere.
    const errors = discardedInput.length > 0 && rejected.notice ? {} : pickErrors(rejected, form)
    const edit = view.isOpen && rejected.edit ? moveEdit(rejected.edit, typed, form) : noEdit
    const [read, emails, recipients] = await Promise.all([
      readForm(staff, quote, form, edit),
      listOrderEmails(db, declaredEmails, reference),
      listOfferRecipients(db, quote.order),
    ])
    const isAdded = edit.isAdding && Object.keys(read.errors).length === 0
    return toPageResult(
      adminQuotePage,
      {
        quote: view,
        version: getQuoteVersion(quote),
        original: formatOriginal(initial),
        form: { ...form, rows: read.rows, add: read.add, isAdded },
        saved: view.isOpen ? formatSaved(quote) : null,
        emails: emails.map(email => toQuoteEmailView(email, quote, now)),
        recipients: formatRecipients(recipients.map(({ email }) => email)),
        requestKey: randomUUID(),
        thread: toStaffThread(quote, {
          typed: rejected.message ?? '',
          error: errors['message-text'] ?? null,
        }),
        reason: rejected.reason ?? '',
        discardedInput,
        errors,
        notice: rejected.notice ?? null,
      },
      { title: `Quote ${reference}`, errors },
    )
  }

  /** For `createStaffAction`. */
  const formPage = {
    load: async ({ reference }: { reference: string }) => {
      const quote = await get(reference)
      return { ...quote, version: getQuoteVersion(quote) }
    },
    describeChanges: (quote: AdminQuote, expectedVersion: string) =>
      formatOutdated(quote, Number(expectedVersion)),
    toUrl: ({ params }: { params: { reference: string } }) => adminQuoteUrl(params.reference),
    render: (quote: AdminQuote, typed: RejectedForm | undefined, rejection: Rejection, staff: Person) =>
      render(staff, quote, { ...typed, ...rejection }),
  }

  return { get, readForm, render, formPage }
}

/** The line to remove has another index once the lines are those of the quote as it is now. */
function moveEdit(edit: LineEdit, typed: OfferForm | undefined, { codes }: OfferForm): LineEdit {
  if (edit.remove === null || !typed || typed.codes.length === 0) return edit
  const index = codes.indexOf(typed.codes[edit.remove] ?? '')
  return { ...edit, remove: index < 0 ? null : index }
}

/** Messages about lines go by index: with other lines they would be beside the wrong one. The next press repeats them. */
function pickErrors({ errors = {}, typed }: RejectedForm, { codes }: OfferForm): FieldErrors {
  if (!typed || typed.codes.length === 0 || typed.codes.join() === codes.join()) return errors
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !/^(price|quantity|line)-\d+$/.test(field)),
  )
}

const toStaffThread = (
  { order, messages }: AdminQuote,
  form: { typed: string; error: string | null },
): QuoteThreadProps => ({
  messages: toMessageViews(messages, { contactName: order.contact.name, shop: null }),
  form: {
    url: `${adminQuoteUrl(order.reference)}/messages`,
    requestKey: randomUUID(),
    lastMessage: messages.at(-1)?.id ?? 0,
    ...form,
  },
})

/** What was typed for a quote that was ordered or withdrawn meanwhile, so that its forms are gone. */
function listDiscardedInput(isOpen: boolean, { typed, edit, reason = '' }: RejectedForm): DiscardedInput[] {
  if (isOpen) return []
  const offer = typed
    ? [
        { name: 'Lines', text: typed.codes.map((code, index) => formatLine(typed, code, index)).join('\n') },
        { name: 'Part to add', text: [edit?.add.code, edit?.add.quantity].filter(Boolean).join(' ') },
        { name: 'Carriage, £ ex VAT', text: typed.deliveryCost },
        { name: 'Sent by', text: typed.deliveryTitle },
        { name: 'Valid until', text: typed.validUntil },
        { name: 'Note to the customer', text: typed.note },
      ]
    : []
  return [...offer, { name: 'Reason', text: reason }].filter(({ text }) => text !== '')
}

/** 'FH-OIL-1: 10 at £11.37'. */
function formatLine({ quantities, prices }: OfferForm, code: string, index: number): string {
  const price = prices[index] ?? ''
  return `${code}: ${quantities[index] ?? ''}${price === '' ? '' : ` at £${price}`}`
}
