import { formatDate, toIsoDate } from '../../lib/dates.ts'
import type { QuoteDocument } from './document.ts'

export const quoteReadyKind = 'quote-ready'

/** The e-mail for the outbox with an offer: one for each pricing (`version`: the id of its row of history) and recipient. */
export function quoteReadyEmail(
  { email, name }: { email: string; name: string },
  quote: QuoteDocument,
  version: number,
) {
  const dedupeKey = `${quoteReadyKind}:${quote.reference}:${version}:${email}`
  return { kind: quoteReadyKind, recipient: email, facts: { ...quote, recipientName: name }, dedupeKey }
}

export function quoteReadySubject(quote: QuoteDocument, shopName: string): string {
  return `Quote ${quote.reference}, valid until ${formatDate(toIsoDate(quote.validUntil))} – ${shopName}`
}

export const quoteReminderKind = 'quote-reminder'

/** The e-mail for the outbox before an offer ends: one for each offer and recipient. */
export function quoteReminderEmail({ email, name }: { email: string; name: string }, quote: QuoteDocument) {
  const dedupeKey = `${quoteReminderKind}:${quote.reference}:${quote.pricedAt}:${email}`
  return { kind: quoteReminderKind, recipient: email, facts: { ...quote, recipientName: name }, dedupeKey }
}

export function quoteReminderSubject(quote: QuoteDocument, shopName: string): string {
  return `Quote ${quote.reference} ends on ${formatDate(toIsoDate(quote.validUntil))} – ${shopName}`
}
