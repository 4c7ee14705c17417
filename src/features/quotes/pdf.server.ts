import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { drawDocumentJob, sendPdf, toLetterhead } from '../../infra/pdf/draw-pdf.server.ts'
import { type PdfDocument, toPdfTotals } from '../../infra/pdf/pdf-document.server.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { formatDate, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import type { Person } from '../accounts/visitor.ts'
import { toPartCell } from '../basket/lines/line-entry.ts'
import { exportNotice } from '../delivery/vat-rate.ts'
import type { Order } from '../orders/order.ts'
import { hasPdf } from './account/view.ts'
import {
  getPricingDay,
  type QuoteDocument,
  toOrderSentence,
  toQuoteDocument,
  toQuotedTotals,
} from './document.ts'
import type { Offer } from './offer.ts'
import { findCompany } from './queries.ts'
import type { QuoteState } from './quote.ts'

/** The quotation as a PDF; the same quote gives the same file. `owner`: whom the limits of drawing count. */
export const createQuotePdf = async (
  { config, threads }: Pick<AppContext, 'config' | 'threads'>,
  owner: string,
  quote: QuoteDocument,
) => ({
  filename: `quote-${quote.reference}.pdf`,
  pdf: await threads.run(drawDocumentJob, owner, () => createQuoteContent(config, quote)),
})

/** Answers with the quotation; 404 where the quote has none. `person`: null without an account. */
export async function sendQuotePdf(
  context: AppContext,
  { order, offer, state }: { order: Order; offer: Offer | null; state: QuoteState },
  { request, reply, person }: { request: FastifyRequest; reply: FastifyReply; person: Person | null },
): Promise<FastifyReply> {
  if (!offer || !hasPdf(state)) throw new Problem(404)
  const document = toQuoteDocument(order, offer, await findCompany(context.db, order.companyId))
  const { filename, pdf } = await createQuotePdf(context, toJobOwner(request, person), document)
  return sendPdf(reply, filename, pdf)
}

function toHowToOrder({ reference, canOrder, hasLink }: QuoteDocument, contact: Config['contact']): string {
  if (canOrder) return `Sign in and open quote ${reference} in your account, or use the link in our email.`
  return hasLink
    ? 'Open the link in our email to see this quote and order from it.'
    : fillInContact(toOrderSentence(reference), contact)
}

const toNoteLines = (note: string): string[] => note.split('\n').filter(line => line.trim() !== '')

export function createQuoteContent(config: Config, quote: QuoteDocument): PdfDocument {
  const validUntil = formatDate(toIsoDate(quote.validUntil))
  return {
    kind: 'Quotation',
    number: quote.reference,
    at: new Date(quote.pricedAt),
    ...toLetterhead(config),
    highlight: { name: `Valid until ${validUntil}`, value: formatPounds(quote.total), ink: 'amber' },
    notice: 'Quotation – not a VAT invoice',
    addresses: [
      { name: 'Quotation for', lines: quote.billing },
      { name: 'Deliver to', lines: quote.delivery },
    ],
    facts: [
      ['Date', formatDate(getPricingDay(quote))],
      ['Valid until', validUntil],
      ['PO number', quote.purchaseOrder],
      ['Sent by', quote.deliveryTitle],
      ['Account', quote.accountNumber],
      ['Requested by', quote.name],
    ],
    table: {
      columns: [
        { name: 'Part', share: 270 },
        { name: 'Quantity', share: 56, align: 'right' },
        { name: 'Each ex VAT', share: 80, align: 'right' },
        { name: 'Ex VAT', share: 84, align: 'right' },
      ],
      rows: quote.lines.map(line => [
        toPartCell(line),
        line.quantity.toLocaleString('en-GB'),
        formatPounds(line.unitPrice),
        formatPounds(line.lineTotal),
      ]),
    },
    vatSummary: [],
    totals: toPdfTotals(toQuotedTotals(quote)),
    blocks: [
      { name: 'How to order', lines: [toHowToOrder(quote, config.contact)] },
      {
        name: 'Validity',
        lines: [
          `These prices are valid until the end of ${validUntil}. Vouchers and other offers cannot be added.`,
        ],
      },
    ],
    notes: [
      ...toNoteLines(quote.note),
      ...toNoteLines(quote.requestNote && `Your note: ${quote.requestNote}`),
      ...(quote.vatRateBp === 0 ? [exportNotice] : []),
    ],
  }
}
