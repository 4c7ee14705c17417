import type { Config } from '../../infra/config.ts'
import { toLetterhead } from '../../infra/pdf/letterhead.server.ts'
import type { PdfBlock, PdfDocument } from '../../infra/pdf/pdf-document.server.ts'
import { formatAddressLines } from '../../lib/contact/address.ts'
import { formatDate, toLondonTime } from '../../lib/dates.ts'
import { formatPounds, formatVatRate } from '../../lib/money.ts'
import { lowerFirst } from '../../lib/text.ts'
import { toPartCell } from '../basket/lines/line-entry.ts'
import { formatPayment } from '../orders/messages.ts'
import { isPaidByCard } from '../orders/order.ts'
import { formatDocumentNumber } from './document.ts'
import type { DocumentOrder } from './document-order.ts'
import { formatDeliveryLine, getNotice, toOrderFacts } from './invoice-content.server.ts'
import type { CreditSums } from './next-credit.ts'

interface IssuedCreditNote {
  /** 'CN-000007'. */
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
      name: isPaidByCard(order) && !isTakenBack(order) ? 'To be refunded' : 'Credited',
      value: formatPounds(total),
      ink: 'green',
    },
    notice: getNotice(config, 'credit note'),
    addresses: [{ name: 'Credit to', lines: formatAddressLines(order.billing) }],
    facts: [
      ['Credit date', formatDate(toLondonTime(issuedAt).date)],
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
  if (isPaidByCard(order))
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
