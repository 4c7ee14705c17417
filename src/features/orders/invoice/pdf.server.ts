import type { Config } from '../../../infra/config.ts'
import { type PdfBlock, type PdfDocument, toPdfTotals } from '../../../infra/pdf/pdf-document.server.ts'
import { formatAddressLines } from '../../../lib/address.ts'
import { formatDate, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, pence, zero } from '../../../lib/money.ts'
import { joinDetails } from '../../../lib/shop-contact.ts'
import type { AccountOrder } from '../account/account-order.ts'
import { formatPayment } from '../account/view.ts'
import { toHandover } from '../handover.ts'
import { isPaidByCard } from '../order.ts'
import { calculateInvoice, type InvoiceTotals } from './invoice.ts'

interface InvoiceNumber {
  /** 'INV-000042'. */
  number: string
  /** The last day to pay; null: it states none. */
  due: IsoDate | null
}

/** The VAT invoice of a placed order (VAT Regulations 1995, regulation 14). It is not stored but drawn for each request. */
export function createInvoiceDocument(
  config: Config,
  order: AccountOrder,
  { number, due }: InvoiceNumber,
): PdfDocument {
  const { shopName, contact, seller } = config
  const { company } = order
  const placedAt = order.placedAt ?? order.createdAt
  const day = formatDate(toLondonTime(placedAt).date)
  const sums = calculateInvoice(order)
  const vatNumber = company?.vatRegistration ?? ''
  return {
    kind: 'Invoice',
    number,
    at: placedAt,
    shop: {
      name: shopName,
      lines: [...seller.address, joinDetails([contact.phone, contact.email])].filter(line => line !== ''),
    },
    highlight: toHighlight(order, due),
    notice: getNotice(config),
    addresses: [{ name: 'Invoice to', lines: formatAddressLines(order.billing) }, toHandover(order)],
    facts: [
      ['Invoice date', day],
      ['Tax point', day],
      ['Due date', due === null ? '' : formatDate(due)],
      ['PO number', order.purchaseOrder],
      ['Order number', order.reference],
      [order.madeFrom?.kind === 'quote' ? 'Quote' : 'Request', order.madeFrom?.reference ?? ''],
      ['Account', company?.accountNumber ?? ''],
      ['Ordered by', order.contact.name],
      ['Your VAT no.', vatNumber],
      ['Your TAX/EORI', order.contact.vat === vatNumber ? '' : order.contact.vat],
    ],
    table: toTable(order, sums),
    vatSummary: [{ rate: formatRate(order), net: formatPounds(sums.net), vat: formatPounds(sums.vat) }],
    // Delivery that is still to be quoted is on no invoice.
    totals: toPdfTotals({ ...order, deliveryCost: order.deliveryCost ?? zero }),
    blocks: toPaymentBlocks(config, order, { number, due }, day),
    notes: toNotes(order),
    foot: joinDetails([
      shopName,
      seller.companyNumber && `Company number ${seller.companyNumber}`,
      seller.vatNumber && `VAT number ${seller.vatNumber}`,
    ]),
  }
}

function getNotice({ mode, seller }: Config): string | null {
  if (mode === 'demo') return 'Demonstration: nothing was sold, and this is not a VAT invoice.'
  return seller.vatNumber && seller.address.length > 0 ? null : 'This is not a VAT invoice.'
}

function toTable(order: AccountOrder, { lines, deliveryCost }: InvoiceTotals): PdfDocument['table'] {
  const rate = formatRate(order)
  const hasDiscount = order.discount > 0
  const discountCell = (amount: number) =>
    hasDiscount ? [amount > 0 ? formatPounds(pence(-amount)) : '–'] : []
  return {
    columns: [
      { name: 'Part', share: hasDiscount ? 190 : 230 },
      { name: 'Quantity', share: 50, align: 'right' },
      { name: 'Each ex VAT', share: 64, align: 'right' },
      ...(hasDiscount ? [{ name: 'Discount', share: 60, align: 'right' as const }] : []),
      { name: 'Ex VAT', share: 66, align: 'right' },
      { name: 'VAT rate', share: 46, align: 'right' },
      { name: 'VAT', share: 62, align: 'right' },
    ],
    rows: [
      ...lines.map(line => [
        { code: line.code, title: line.title },
        line.quantity.toLocaleString('en-GB'),
        formatPounds(line.unitPrice),
        ...discountCell(line.discount),
        formatPounds(line.net),
        rate,
        formatPounds(line.vat),
      ]),
      [
        order.deliveryCode === 'COL' ? order.deliveryTitle : `Delivery: ${order.deliveryTitle}`,
        '1',
        formatPounds(deliveryCost.net),
        ...discountCell(0),
        formatPounds(deliveryCost.net),
        rate,
        formatPounds(deliveryCost.vat),
      ],
    ],
  }
}

function toHighlight(order: AccountOrder, due: IsoDate | null): PdfDocument['highlight'] {
  const value = formatPounds(order.total)
  if (isPaidByCard(order)) return { name: 'Paid in full', value, ink: 'green' }
  return { name: due === null ? 'Amount due' : `Due by ${formatDate(due)}`, value, ink: 'amber' }
}

function toPaymentBlocks(
  { seller }: Config,
  order: AccountOrder,
  { number, due }: InvoiceNumber,
  day: string,
): PdfBlock[] {
  const method = lowerFirst(formatPayment(order))
  if (isPaidByCard(order)) return [{ name: 'Payment', lines: [`Paid in full by ${method} on ${day}.`] }]
  const lines = [
    due === null ? 'Please pay as agreed with you.' : `Please pay by ${formatDate(due)}.`,
    `Ordered ${method}.`,
    `Quote ${number} with your payment.`,
  ]
  const bank = { name: 'Bank transfer to', lines: seller.bank }
  return [{ name: 'How to pay', lines }, ...(bank.lines.length > 0 ? [bank] : [])]
}

function toNotes(order: AccountOrder): string[] {
  const vouchers = order.vouchers.map(({ code, summary }) => `${code} (${summary})`)
  return [
    ...(vouchers.length > 0
      ? [`Vouchers: ${vouchers.join(', ')}. The discount is spread over the lines.`]
      : []),
    ...(order.vatRateBp === 0
      ? [
          'Zero-rated export: no UK VAT is charged. Delivered at place (DAP); import VAT and duty may be due on delivery.',
        ]
      : []),
  ]
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const formatRate = ({ vatRateBp }: AccountOrder): string => `${vatRateBp / 100}%`
