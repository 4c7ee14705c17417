import { formatDate, toIsoDate } from '../../lib/dates.ts'
import type { QuoteDocument } from './document.ts'

export const quoteReadyKind = 'quote-ready'

/** The e-mail for the outbox with an offer: one for each pricing (`version`: the id of its row of history). */
export function quoteReadyEmail(recipient: string, quote: QuoteDocument, version: number) {
  const dedupeKey = `${quoteReadyKind}:${quote.reference}:${version}`
  return { kind: quoteReadyKind, recipient, facts: quote, dedupeKey }
}

export function quoteReadySubject(quote: QuoteDocument, shopName: string): string {
  return `Quote ${quote.reference}, valid until ${formatDate(toIsoDate(quote.validUntil))} – ${shopName}`
}
