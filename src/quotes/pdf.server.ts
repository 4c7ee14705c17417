import { exportNotice } from '../delivery/vat-rate.ts'
import type { Config } from '../platform/config.ts'
import { makePdfLetter, type PdfLetter } from '../platform/pdf-letter.server.ts'
import { day, showDate } from '../shared/dates.ts'
import { pence, showPounds } from '../shared/money.ts'
import { pricedOn, type QuoteDocument } from './document.ts'

export interface QuotePdf {
  filename: string
  pdf: Buffer
}

/** A quotation as a document; the same quote is drawn the same each time. */
export async function makeQuotePdf(config: Config, quote: QuoteDocument): Promise<QuotePdf> {
  return { filename: `quote-${quote.reference}.pdf`, pdf: await makePdfLetter(quoteLetter(config, quote)) }
}

function quoteLetter({ shopName, shopPhone, shopEmail, seller }: Config, quote: QuoteDocument): PdfLetter {
  const { goods, carriage, vat, total } = quote
  const net = pence(goods + carriage)
  const validUntil = showDate(day(quote.validUntil))
  return {
    kind: 'Quotation',
    number: quote.reference,
    at: new Date(quote.pricedAt),
    shop: {
      name: shopName,
      lines: [...seller.address, ...(seller.vatNumber ? [`VAT number ${seller.vatNumber}`] : [])],
    },
    // Reference vat-and-delivery.md §7.
    notice: 'Quotation – not a VAT invoice',
    addresses: [
      { name: 'For', lines: quote.billing },
      { name: 'Deliver to', lines: quote.delivery },
    ],
    facts: [
      ['Date', showDate(pricedOn(quote))],
      ['Valid until', validUntil],
      ['Your order no.', quote.purchaseOrder],
      ['Account', quote.accountNumber],
      ['Asked for by', quote.name],
    ],
    table: {
      columns: [
        { name: 'Part', share: 270 },
        { name: 'Quantity', share: 56, align: 'right' },
        { name: 'Each ex VAT', share: 80, align: 'right' },
        { name: 'Ex VAT', share: 84, align: 'right' },
      ],
      rows: quote.lines.map(line => [
        { code: line.code, words: line.title },
        line.quantity.toLocaleString('en-GB'),
        showPounds(line.unitPrice),
        showPounds(line.lineTotal),
      ]),
    },
    totals: [
      { name: 'Goods ex VAT', value: showPounds(goods) },
      { name: 'Delivery ex VAT', value: carriage === 0 ? 'FREE' : showPounds(carriage) },
      { name: 'Total ex VAT', value: showPounds(net) },
      { name: `VAT at ${quote.vatRateBp / 100} % on ${showPounds(net)}`, value: showPounds(vat) },
      { name: 'Total', value: showPounds(total), isMain: true },
    ],
    notes: [
      ...quote.note.split('\n').filter(line => line.trim() !== ''),
      `These prices hold until the end of ${validUntil}. Vouchers and other offers cannot be used on top.`,
      ...(quote.vatRateBp === 0 ? [exportNotice] : []),
      quote.canOrder
        ? `To order, sign in and open quote ${quote.reference} in your account, or use the link in our email.`
        : `To order, call ${shopPhone} and name quote ${quote.reference}.`,
    ],
    foot: [
      shopName,
      ...(seller.companyNumber ? [`Company number ${seller.companyNumber}`] : []),
      shopPhone,
      shopEmail,
    ].join(' · '),
  }
}
