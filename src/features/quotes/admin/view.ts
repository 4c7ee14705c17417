import { formatAddressLines } from '../../../lib/contact/address.ts'
import { toContactView } from '../../../lib/contact/contact-view.ts'
import { addDays, formatDateTime, formatMoment, toLondonTime } from '../../../lib/dates.ts'
import { sum } from '../../../lib/money.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import type { EmailView } from '../../correspondence/correspondence.ts'
import type { HistoryEvent } from '../../orders/history.ts'
import type { Order } from '../../orders/order.ts'
import { getQuoteVatRate } from '../document.ts'
import type { QuoteThreadProps } from '../messages/QuoteThread.tsx'
import type { QuoteMessage } from '../messages/quote-message.ts'
import { defaultDays, getLastDay, type Offer } from '../offer.ts'
import { getEffectiveState, getStateDescription, type QuoteState, quoteStateDescriptions } from '../quote.ts'
import { createOfferForm, type OfferForm, type TypedRow } from './offer/offer-form.ts'
import { quoteChangeMessages } from './rules.ts'

export interface QuoteHistoryEntry {
  id: number
  at: Date
  /** The name of a person, or 'clock', 'guest'. */
  who: string
  to: string
  event: HistoryEvent | null
  why: string
}

/** What staff have typed and not sent. */
export interface QuoteDraft {
  form: OfferForm
  /** A name. */
  savedBy: string
  savedAt: Date
}

export interface AdminQuoteDetails {
  requestedAt: Date
  company: { name: string; accountNumber: string; onStop: boolean } | null
  history: QuoteHistoryEntry[]
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
  orderedAs: string | null
  /** For colleagues, from the form that made it. */
  notes: { author: string; text: string }[]
}

/** A quote as staff see it. */
export interface AdminQuote {
  order: Order
  offer: Offer | null
  draft: QuoteDraft | null
  messages: QuoteMessage[]
  details: AdminQuoteDetails
}

/** The form for an order, with a quote as what it ends in. */
export const newQuoteUrl = '/admin/orders/new?end=quote'

/** The form of an offer as it is shown. */
export interface OfferFormView extends OfferForm {
  rows: TypedRow[]
  add: { code: string; quantity: string }
  /** A part was added: the next one is likely to follow. */
  isAdded: boolean
}

export interface AdminQuotePageProps {
  quote: AdminQuoteView
  /** Id of the last row of history that is shown; sent with the forms, so that an outdated page changes nothing. */
  version: number
  /** `formatOriginal` of the form as the quote is. */
  original: string
  form: OfferFormView
  /** 'Saved by Ann Reid on 24 November 2026, 09:00': it is shown and was not sent; null: nothing is saved. */
  saved: string | null
  thread: QuoteThreadProps
  emails: EmailView[]
  /** Who gets an e-mail that is sent again. */
  recipients: string
  /** Of the forms that copy the quote and send an e-mail again. */
  requestKey: string
  /** What was typed before the quote was ordered or withdrawn. */
  discardedInput: DiscardedInput[]
  /** The reason of a withdrawal as it was typed. */
  reason: string
  errors: Record<string, string>
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}

export type AdminQuoteView = ReturnType<typeof toAdminQuoteView>

export function toAdminQuoteView({ order, offer, details }: AdminQuote, now: Date) {
  const state = getEffectiveState(order.state as QuoteState, offer?.expiresAt ?? null, now)
  return {
    reference: order.reference,
    url: adminQuoteUrl(order.reference),
    state: getStateDescription(state, 'staff'),
    /** It can be priced and withdrawn. */
    isOpen: state !== 'quote_accepted' && state !== 'cancelled',
    isPriced: offer !== null,
    /** Where it is ordered for the customer; null: it cannot be ordered. */
    placeUrl:
      state === 'quote_approved' && !details.isBeingOrdered
        ? `${adminQuoteUrl(order.reference)}/place`
        : null,
    /** Why it cannot be changed at the moment; null: it can. */
    obstacle: details.isBeingOrdered ? quoteChangeMessages.being_ordered : null,
    vatRate: getQuoteVatRate(order),
    requestedGoods: sum(order.lines.map(line => line.lineTotal)),
    customer: { ...toContactView(order.contact, order.billing.country), taxCode: order.contact.vat },
    company: details.company,
    /** The customer has an account that can load the quote at the checkout. */
    canOrder: order.personId !== null,
    /** Staff made it for somebody without an account, who opens it with the link of the e-mail. */
    isForContact: order.isPrepared && order.personId === null,
    isPrepared: order.isPrepared,
    delivery: formatAddressLines(order.delivery),
    billing: formatAddressLines(order.billing),
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
    requestNote: order.quoteNote,
    notes: details.notes.map(({ author, text }) => `${author}: ${text}`),
    vouchers: order.vouchers.map(({ code, summary }) => `${code} (${summary})`),
    remindedAt: offer?.remindedAt ? formatDateTime(offer.remindedAt) : null,
    orderedAs: details.orderedAs,
    history: details.history
      // Staff do not save at a checkout.
      .filter(({ to }) => !order.isPrepared || to !== 'saved')
      .map(({ at, who, to, event, why }) => ({
        ...formatMoment(at),
        who: actorNames[who] ?? who,
        what:
          order.isPrepared && to === 'quote_requested' && event === null ? why : formatEntry(to, event, why),
      })),
  }
}

/** Id of the last row of its history. */
export const getQuoteVersion = ({ details }: AdminQuote): number => details.history.at(-1)?.id ?? 0

/** The form's first values: what staff have saved, else the current offer, else the prices of the request. */
export function getInitialForm({ order, offer, draft }: AdminQuote, now: Date): OfferForm {
  if (draft) return draft.form
  const today = toLondonTime(now).date
  const lastDay = offer && offer.expiresAt > now ? getLastDay(offer.expiresAt) : addDays(today, defaultDays)
  const prices = offer?.prices ?? order.lines.map(line => line.unitPrice)
  return createOfferForm(order.lines, prices, offer, lastDay)
}

export const formatSaved = ({ draft }: AdminQuote): string | null =>
  draft && `Saved by ${draft.savedBy} on ${formatDateTime(draft.savedAt)}`

const maxNamedChanges = 3

/** ' Since then: Changed: … (Stella Affleck).' `expectedVersion`: `getQuoteVersion` of the page. */
export function formatChangesSince(
  { details }: Pick<AdminQuote, 'details'>,
  expectedVersion: number,
): string {
  const texts = details.history
    .filter(({ id }) => id > expectedVersion)
    .slice(-maxNamedChanges)
    .map(({ who, to, event, why }) => `${formatEntry(to, event, why)} (${actorNames[who] ?? who})`)
  return texts.length === 0 ? '' : ` Since then: ${texts.join('; ')}.`
}

/** For who comes second; '': nothing has changed since this version. */
export const formatOutdated = (quote: AdminQuote, expectedVersion: number): string =>
  getQuoteVersion(quote) === expectedVersion
    ? ''
    : `${quoteChangeMessages.changed}${formatChangesSince(quote, expectedVersion)}`

const historyMessages: Record<QuoteState, string> = {
  quote_requested: 'Quote requested',
  quote_approved: 'Sent by email',
  quote_expired: 'Expired',
  quote_accepted: 'Ordered',
  cancelled: 'Withdrawn',
}

// The reason of a withdrawal and the note of a pricing are for staff to read.
function formatEntry(to: string, event: HistoryEvent | null, why: string): string {
  if (event === 'quote_edited') return `Changed: ${why}`
  if (event !== null) return why
  const what = to in quoteStateDescriptions ? historyMessages[to as QuoteState] : 'Saved at the checkout'
  return (to === 'cancelled' || to === 'quote_approved') && why !== '' ? `${what}: ${why}` : what
}

const actorNames: Record<string, string> = { clock: 'Automatic', guest: 'Guest', demo: 'Demo data' }
