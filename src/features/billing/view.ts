import { formatDate, formatDateOf } from '../../lib/dates.ts'
import { formatPounds, type Pence, sum } from '../../lib/money.ts'
import { type MoneyBackWay, toMoneyBackWay } from '../orders/money-back.ts'
import { isWithoutPayment, type Order } from '../orders/order.ts'
import { isBought } from '../orders/states.ts'
import {
  type DocumentLine,
  type DocumentOrder,
  type DocumentSummary,
  documentNames,
  formatDocumentNumber,
  type OrderRefund,
} from './document.ts'

export type DocumentItem = ReturnType<typeof toDocumentItems>[number]

/** `url`: of the order's page. */
export const toDocumentItems = (documents: readonly DocumentSummary[], url: string) =>
  documents.map(({ kind, number, issuedOn, total, parcel, reason }) => {
    const formatted = formatDocumentNumber(kind, number)
    return {
      name: documentNames[kind],
      number: formatted,
      url: `${url}/documents/${formatted}.pdf`,
      day: formatDate(issuedOn),
      /** 'Parcel 2', the reason of a credit note; ''. */
      note: parcel === null ? reason : `Parcel ${parcel}`,
      isCredit: kind === 'credit_note',
      total,
    }
  })

export type RefundItem = ReturnType<typeof toRefundItems>[number]

const refundTexts: Record<OrderRefund['state'], string> = {
  sending: 'on its way to your card',
  unknown: 'on its way to your card',
  done: 'refunded to your card',
  refused: 'not refunded yet: our card provider refused it, and we’ll sort it out',
}

const handTexts: Record<Exclude<MoneyBackWay, 'card'>, string> = {
  cash: 'in cash',
  terminal: 'at our card terminal',
  bank: 'by bank transfer',
  several: 'as you paid',
}

/** In words: '£12.00 refunded to your card ending 0006'. */
export const toRefundItems = (refunds: readonly OrderRefund[]) =>
  refunds.map(({ amount, state, at, lastFour, provider }) => {
    const card = lastFour !== null && state !== 'refused' ? ` ending ${lastFour}` : ''
    const way = toMoneyBackWay([provider])
    return {
      text: `${formatPounds(amount)} ${way === 'card' ? `${refundTexts[state]}${card}` : `paid back, ${handTexts[way]}`}`,
      day: formatDateOf(new Date(at)),
    }
  })

/** What opens the invoices of an order: the only one, the list of several, or before there is one the pro forma invoice. */
export interface InvoiceLink {
  /** 'Invoice (PDF)'. */
  name: string
  /** Its beginning, for a row of orders: 'Invoice'. */
  shortName: string
  url: string
}

/** `invoices`: how many there are; `url`: of the order's page. Null: the order is not bought, or has no invoice. */
export function toInvoiceLink(
  order: Pick<Order, 'state' | 'method'> & { invoices: number },
  url: string,
): InvoiceLink | null {
  const { state, invoices } = order
  if (!isBought(state) || (invoices === 0 && isWithoutPayment(order))) return null
  if (invoices > 1)
    return { name: `${invoices} invoices`, shortName: `${invoices} invoices`, url: `${url}#documents` }
  const file = `${url}/invoice.pdf`
  return invoices === 1
    ? { name: 'Invoice (PDF)', shortName: 'Invoice', url: file }
    : { name: 'Pro forma invoice (PDF)', shortName: 'Pro forma', url: file }
}

export const countInvoices = (documents: readonly DocumentSummary[]): number =>
  documents.filter(({ kind }) => kind === 'invoice').length

/** What was credited of an order. */
export interface Credited {
  /** Inc VAT. */
  total: Pence
  /** How many pieces, by the position of the line. */
  pieces: ReadonlyMap<number, number>
}

/** With what was refunded while the order was held, whose credit notes follow. */
export function calculateCredited({
  credited,
  deferred,
}: Pick<DocumentOrder, 'credited' | 'deferred'>): Credited {
  const lines: DocumentLine[] = [...credited, ...deferred.flatMap(note => note.lines)]
  const pieces = new Map<number, number>()
  for (const { kind, position, quantity } of lines)
    if (kind === 'goods' && position !== null) pieces.set(position, (pieces.get(position) ?? 0) + quantity)
  return { total: sum(lines.flatMap(({ net, vat }) => [net, vat])), pieces }
}

/** What the credit notes of an order come to, inc VAT. */
export const sumCreditNotes = (documents: readonly Pick<DocumentSummary, 'kind' | 'total'>[]): Pence =>
  sum(documents.filter(({ kind }) => kind === 'credit_note').map(({ total }) => total))

/** Beside the state of an order: '£14.40 refunded', '£30.00 credited'; '': nothing was. */
export function formatCredited(
  documents: readonly Pick<DocumentSummary, 'kind' | 'total'>[],
  refunds: readonly Pick<OrderRefund, 'amount' | 'state'>[],
): string {
  const refunded = sum(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount))
  if (refunded > 0) return `${formatPounds(refunded)} refunded`
  const credited = sumCreditNotes(documents)
  return credited > 0 ? `${formatPounds(credited)} credited` : ''
}
