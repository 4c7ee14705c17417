import type { Config } from '../../infra/config.ts'
import { toLetterhead } from '../../infra/pdf/draw-pdf.server.ts'
import { type PdfBlock, type PdfDocument, toPdfTotals } from '../../infra/pdf/pdf-document.server.ts'
import { listTransferLines, toTransfer } from '../../lib/bank-transfer.ts'
import { formatAddressLines } from '../../lib/contact/address.ts'
import { formatDate, formatDateOf, type IsoDate } from '../../lib/dates.ts'
import { formatPounds, formatVatRate, pence, zero } from '../../lib/money.ts'
import { lowerFirst } from '../../lib/text.ts'
import { toPartCell } from '../basket/lines/line-entry.ts'
import { formatChosenDelivery, formatStartedDelivery } from '../delivery/chosen-delivery.ts'
import { toDeliveryOrCollection } from '../orders/delivery-or-collection.ts'
import { formatPayment } from '../orders/messages.ts'
import { isPrepaid } from '../orders/order.ts'
import { type DocumentOrder, formatDocumentNumber } from './document.ts'
import type { CreditSums } from './next-credit.ts'
import type { InvoiceSums } from './next-invoice.ts'

/** What an invoice says besides the order. */
interface IssuedInvoice {
  number: string
  issuedAt: Date
  taxPoint: IsoDate
  /** The last day to pay; null: it states none. */
  dueOn: IsoDate | null
  /** The number of the parcel that it comes with; null: it comes with none. */
  parcel: number | null
}

/** A VAT invoice (VAT Regulations 1995, regulation 14), to be stored with its document. */
export function createInvoiceContent(
  config: Config,
  order: DocumentOrder,
  sums: InvoiceSums,
  invoice: IssuedInvoice,
): PdfDocument {
  const { number, issuedAt, taxPoint, dueOn, parcel } = invoice
  return {
    kind: 'Invoice',
    number,
    at: issuedAt,
    ...toLetterhead(config),
    highlight: toHighlight(order, sums, dueOn),
    notice: getNotice(config),
    addresses: [
      { name: 'Invoice to', lines: formatAddressLines(order.billing) },
      toDeliveryOrCollection(order),
    ],
    facts: [
      ['Invoice date', formatDateOf(issuedAt)],
      ['Tax point', formatDate(taxPoint)],
      ['Due date', dueOn === null ? '' : formatDate(dueOn)],
      ...toOrderFacts(order),
      ['Parcel', parcel === null || sums.isWhole ? '' : String(parcel)],
    ],
    ...toSums(order, sums),
    blocks: toPaymentBlocks(config, order, sums, invoice),
    notes: toNotes(order, sums),
  }
}

/** What a bought order will be invoiced for: no document of the books, so it has no number and is not stored. */
export function createProFormaContent(config: Config, order: DocumentOrder, sums: InvoiceSums): PdfDocument {
  const placedAt = order.placedAt!
  const isPaid = sums.total === 0 || (order.method !== 'account' && order.amountDue === 0)
  return {
    kind: 'Pro forma invoice',
    number: order.reference,
    at: placedAt,
    ...toLetterhead(config),
    highlight: isPaid ? toHighlight(order, sums, null) : toProFormaHighlight(order, sums),
    notice: config.mode === 'demo' ? toDemoNotice('invoice') : `${toNoVatNotice('invoice')} ${proFormaNote}`,
    addresses: [
      { name: 'Invoice to', lines: formatAddressLines(order.billing) },
      toDeliveryOrCollection(order),
    ],
    facts: [['Order date', formatDateOf(placedAt)], ...toOrderFacts(order)],
    ...toSums(order, sums),
    blocks: isPaid
      ? [toPaidBlock(order, sums)]
      : [{ name: 'Payment', lines: [...listProFormaPayment(config, order), proFormaNote] }],
    notes: toNotes(order, sums),
  }
}

const toProFormaHighlight = (
  { amountDue }: DocumentOrder,
  { total }: InvoiceSums,
): PdfDocument['highlight'] =>
  amountDue > 0
    ? { name: 'Still to pay', value: formatPounds(amountDue), ink: 'amber' }
    : { name: 'To be invoiced', value: formatPounds(total), ink: 'amber' }

function listProFormaPayment(config: Config, order: DocumentOrder): string[] {
  const transfer = listTransferLines(toTransfer(order), config.seller.bank)
  if (transfer.length > 0) return transfer
  const payment = lowerFirst(formatPayment(order))
  if (order.amountDue === 0) return [`Ordered ${payment}.`]
  const paid = formatPounds(pence(order.total - order.amountDue))
  return [`${paid} was paid by ${payment}; ${formatPounds(order.amountDue)} is still to be paid.`]
}

const proFormaNote = 'The VAT invoice follows when the goods are on their way.'

export function toOrderFacts(order: DocumentOrder): PdfDocument['facts'] {
  const { company } = order
  const vatNumber = company?.vatRegistration ?? ''
  return [
    ['PO number', order.purchaseOrder],
    ['Order number', order.reference],
    [order.madeFrom?.kind === 'quote' ? 'Quote' : 'Request', order.madeFrom?.reference ?? ''],
    ['Account', company?.accountNumber ?? ''],
    ['Ordered by', order.contact.name],
    ['Your VAT no.', vatNumber],
    ['Your TAX/EORI', order.contact.vat === vatNumber ? '' : order.contact.vat],
  ]
}

function toSums(
  order: DocumentOrder,
  sums: InvoiceSums,
): Pick<PdfDocument, 'table' | 'vatSummary' | 'totals'> {
  const { subtotal, discount, net, vat, total, delivery, isWhole } = sums
  const totals = {
    subtotal,
    discount,
    // Each voucher's share of a part of the order is unknown.
    vouchers: isWhole ? order.vouchers : [],
    // Delivery that is still to be quoted is on no invoice.
    deliveryCost: delivery?.net ?? zero,
    vat,
    vatRateBp: order.vatRateBp,
    total,
  }
  return {
    table: toTable(order, sums),
    vatSummary: [{ rate: formatVatRate(order.vatRateBp), net: formatPounds(net), vat: formatPounds(vat) }],
    totals: toPdfTotals(totals, { hasDelivery: delivery !== null }),
  }
}

const toDemoNotice = (kind: string) => `Demonstration: nothing was sold, and this is not a VAT ${kind}.`
const toNoVatNotice = (kind: string) => `This is not a VAT ${kind}.`

/** What the document is not; null: it is what it says. */
export function getNotice({ mode, seller }: Config, kind = 'invoice'): string | null {
  if (mode === 'demo') return toDemoNotice(kind)
  return seller.vatNumber && seller.address.length > 0 ? null : toNoVatNotice(kind)
}

function toTable(order: DocumentOrder, sums: InvoiceSums): PdfDocument['table'] {
  const { lines, delivery } = sums
  const rate = formatVatRate(order.vatRateBp)
  const hasDiscount = sums.discount > 0
  const discountCell = (amount: number) =>
    hasDiscount ? [amount > 0 ? formatPounds(pence(-amount)) : '–'] : []
  return {
    columns: [
      { name: 'Part', share: hasDiscount ? 230 : 280 },
      { name: 'Quantity', share: 44, align: 'right' },
      { name: 'Each ex VAT', share: 56, align: 'right' },
      ...(hasDiscount ? [{ name: 'Discount', share: 50, align: 'right' as const }] : []),
      { name: 'Ex VAT', share: 54, align: 'right' },
      { name: 'VAT rate', share: 42, align: 'right' },
      { name: 'VAT', share: 50, align: 'right' },
    ],
    rows: [
      ...lines.map(({ line, quantity, discount, net, vat }) => [
        toPartCell(line),
        quantity.toLocaleString('en-GB'),
        formatPounds(line.unitPrice),
        ...discountCell(discount),
        formatPounds(net),
        rate,
        formatPounds(vat),
      ]),
      ...(delivery === null
        ? []
        : [
            [
              formatDeliveryLine(order),
              '1',
              formatPounds(delivery.net),
              ...discountCell(0),
              formatPounds(delivery.net),
              rate,
              formatPounds(delivery.vat),
            ],
          ]),
    ],
  }
}

export const formatDeliveryLine = (order: DocumentOrder): string =>
  order.deliveryCode === 'COL' ? formatChosenDelivery(order) : `Delivery: ${formatStartedDelivery(order)}`

function toHighlight(
  { method }: DocumentOrder,
  sums: InvoiceSums,
  dueOn: IsoDate | null,
): PdfDocument['highlight'] {
  const value = formatPounds(sums.total)
  if (method === 'godmode' || sums.total === 0) return { name: 'Nothing to pay', value, ink: 'green' }
  if (isPrepaid({ method })) return { name: 'Paid in full', value, ink: 'green' }
  return { name: dueOn === null ? 'Amount due' : `Due by ${formatDate(dueOn)}`, value, ink: 'amber' }
}

function toPaymentBlocks(
  { seller }: Config,
  order: DocumentOrder,
  sums: InvoiceSums,
  invoice: IssuedInvoice,
): PdfBlock[] {
  if (order.method !== 'account' || sums.total === 0) return [toPaidBlock(order, sums)]
  const { number, dueOn } = invoice
  const lines = [
    dueOn === null ? 'Please pay on your agreed terms.' : `Please pay by ${formatDate(dueOn)}.`,
    `Ordered ${lowerFirst(formatPayment(order))}.`,
    `Quote ${number} with your payment.`,
  ]
  const bank = { name: 'Bank transfer to', lines: seller.bank }
  return [{ name: 'How to pay', lines }, ...(bank.lines.length > 0 ? [bank] : [])]
}

function toPaidBlock(order: DocumentOrder, { total }: InvoiceSums): PdfBlock {
  if (order.method === 'godmode' || total === 0) return { name: 'Payment', lines: ['Nothing is to be paid.'] }
  const day = formatDateOf(order.paidAt ?? order.placedAt!)
  return { name: 'Payment', lines: [`Paid in full by ${lowerFirst(formatPayment(order))} on ${day}.`] }
}

function toNotes(order: DocumentOrder, { discount }: InvoiceSums): string[] {
  const vouchers = order.vouchers.map(({ code, summary }) => `${code} (${summary})`)
  return [
    ...(vouchers.length > 0 && discount > 0
      ? [`Vouchers: ${vouchers.join(', ')}. The discount is spread over the lines.`]
      : []),
    ...(order.vatRateBp === 0
      ? [
          'Zero-rated export: no UK VAT is charged. Delivered at place (DAP); import VAT and duty may be due on delivery.',
        ]
      : []),
  ]
}

interface IssuedCreditNote {
  number: string
  issuedAt: Date
  reason: string
}

/** A credit note (VAT Regulations 1995, regulation 15C), to be stored with its document. */
export function createCreditNoteContent(
  config: Config,
  order: DocumentOrder,
  { lines, net, vat, total }: CreditSums,
  { number, issuedAt, reason }: IssuedCreditNote,
): PdfDocument {
  const rate = formatVatRate(order.vatRateBp)
  return {
    kind: 'Credit note',
    number,
    at: issuedAt,
    ...toLetterhead(config),
    highlight: {
      name: isPrepaid(order) && !isTakenBack(order) ? 'To be refunded' : 'Credited',
      value: formatPounds(total),
      ink: 'green',
    },
    notice: getNotice(config, 'credit note'),
    addresses: [{ name: 'Credit to', lines: formatAddressLines(order.billing) }],
    facts: [
      ['Credit date', formatDateOf(issuedAt)],
      ['For', order.documents.flatMap(toInvoiceText).join(', ')],
      ...toOrderFacts(order),
    ],
    table: {
      columns: [
        { name: 'Part', share: 260 },
        { name: 'Quantity', share: 60, align: 'right' },
        { name: 'Ex VAT', share: 76, align: 'right' },
        { name: 'VAT rate', share: 56, align: 'right' },
        { name: 'VAT', share: 66, align: 'right' },
      ],
      rows: lines.map(line => [
        line.kind === 'goods'
          ? toPartCell(line)
          : line.kind === 'delivery'
            ? formatDeliveryLine(order)
            : line.title,
        line.kind === 'goods' ? line.quantity.toLocaleString('en-GB') : '',
        formatPounds(line.net),
        rate,
        formatPounds(line.vat),
      ]),
    },
    vatSummary: [{ rate, net: formatPounds(net), vat: formatPounds(vat) }],
    totals: [
      { name: 'Total ex VAT', value: formatPounds(net) },
      { name: `VAT ${rate} on ${formatPounds(net)}`, value: formatPounds(vat) },
      { name: 'Total credited', value: formatPounds(total), isMain: true },
    ],
    blocks: [{ name: 'Reason', lines: [reason] }, ...toMoneyBlocks(order)],
    notes: [],
  }
}

/** 'INV-000042 of 24 November 2026'. */
const toInvoiceText = ({ kind, number, issuedOn }: DocumentOrder['documents'][number]): string[] =>
  kind === 'invoice' ? [`${formatDocumentNumber(kind, number)} of ${formatDate(issuedOn)}`] : []

/** The money did not go back from the shop: the card provider took the payment back. */
const isTakenBack = ({ state }: DocumentOrder): boolean => state === 'payment_reversed'

function toMoneyBlocks(order: DocumentOrder): PdfBlock[] {
  if (isTakenBack(order))
    return [{ name: 'Payment', lines: ['The card provider took the payment back, so nothing is refunded.'] }]
  if (order.method === 'counter')
    return [{ name: 'Payment', lines: [`Paid back as it was paid: ${lowerFirst(formatPayment(order))}.`] }]
  if (isPrepaid(order))
    return [{ name: 'Payment', lines: [`To be refunded to the ${lowerFirst(formatPayment(order))}.`] }]
  if (order.method === 'account')
    return [
      {
        name: 'Payment',
        lines: [`Credited to your account ${order.company?.accountNumber ?? ''}.`.replace(' .', '.')],
      },
    ]
  return []
}

/** 'invoice-INV-000042-FH7K2M9QXA.pdf'. */
export function toDocumentFile({ kind, number }: PdfDocument, reference: string): string {
  const parts = [
    kind.toLowerCase().replaceAll(' ', '-'),
    ...(number === reference ? [] : [number]),
    reference,
  ]
  return `${parts.join('-')}.pdf`
}
