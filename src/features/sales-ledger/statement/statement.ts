import {
  addDays,
  formatDate,
  formatDateOf,
  getEndOfMonth,
  getFirstOfMonth,
  type IsoDate,
  parseIsoDate,
  toIsoDate,
} from '../../../lib/dates.ts'
import { formatPounds, type Pence, pence } from '../../../lib/money.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { type OpenInvoice, type PaymentMethodOnAccount, paymentMethodNames } from '../ledger.ts'

/** A calendar month, '2026-11'. */
export type Month = string & { readonly unit: 'month' }

/** The month of a text, when it ended before the month of this day; null: it did not, or the text is no month. */
export function parseEndedMonth(text: string, today: IsoDate): Month | null {
  const first = /^\d{4}-\d{2}$/.test(text) ? parseIsoDate(`${text}-01`) : null
  return first !== null && text < today.slice(0, 7) ? (text as Month) : null
}

export const getFirstDay = (month: Month): IsoDate => toIsoDate(`${month}-01`)

export const getLastDay = (month: Month): IsoDate => getEndOfMonth(getFirstDay(month))

export const getPreviousMonth = (today: IsoDate): Month =>
  addDays(getFirstOfMonth(today), -1).slice(0, 7) as Month

/** 'November 2026' */
export const formatMonth = (month: Month): string => formatDate(getFirstDay(month)).replace(/^\d+ /, '')

export const toStatementFile = (accountNumber: string, month: Month, type: 'pdf' | 'csv' = 'pdf'): string =>
  `statement-${accountNumber}-${month}.${type}`

/** What changed what a company owes. */
export interface StatementEntry {
  kind: 'invoice' | 'credit_note' | 'payment' | 'cancelled_payment'
  day: IsoDate
  /** Of an invoice or a credit note; 0. */
  number: number
  /** The order of a document; the reference of a payment. */
  reference: string
  purchaseOrder: string
  /** Of an invoice; null. */
  dueOn: IsoDate | null
  /** Of a payment; null. */
  method: PaymentMethodOnAccount | null
  receivedOn: IsoDate | null
  /** Above nothing: more is owed. */
  amount: Pence
}

/** What a company owed at the beginning and the end of a month, and what happened in it. */
export interface Statement {
  month: Month
  company: { name: string; accountNumber: string; address: string[] }
  opening: Pence
  entries: StatementEntry[]
  closing: Pence
  /** Invoices with something to pay at the end of the month, earliest due day first. */
  openInvoices: Omit<OpenInvoice, 'id' | 'purchaseOrder'>[]
}

export function listBalances({ opening, entries }: Statement): { entry: StatementEntry; balance: Pence }[] {
  let balance = opening
  return entries.map(entry => {
    balance = pence(balance + entry.amount)
    return { entry, balance }
  })
}

/** 'INV-000042'; 'Bank transfer'. */
export function formatEntryName({ kind, number, method }: StatementEntry): string {
  if (kind === 'invoice' || kind === 'credit_note') return formatDocumentNumber(kind, number)
  return kind === 'payment' ? paymentMethodNames[method!] : 'Payment taken back'
}

export function formatEntryDetails({
  kind,
  reference,
  purchaseOrder,
  dueOn,
  receivedOn,
}: StatementEntry): string {
  if (kind === 'invoice' || kind === 'credit_note') {
    const order = `${kind === 'invoice' ? 'Order' : 'Credit for order'} ${reference}`
    const due = dueOn === null ? '' : `due ${formatDate(dueOn)}`
    return [order, purchaseOrder && `PO number ${purchaseOrder}`, due].filter(Boolean).join(', ')
  }
  return `${reference}, received ${formatDate(receivedOn!)}`
}

export interface MonthBalance {
  month: Month
  closing: Pence
  /** When its statement was sent; null: it was not. */
  sentAt: Date | null
}

/** `url`: of the list; its files are below it. */
export const toListedStatement = ({ month, closing, sentAt }: MonthBalance, url: string) => ({
  month,
  name: formatMonth(month),
  closing: formatPounds(closing),
  pdfUrl: `${url}/${month}.pdf`,
  csvUrl: `${url}/${month}.csv`,
  /** An ISO instant; ''. */
  sentAt: sentAt?.toISOString() ?? '',
  sent: sentAt === null ? '' : `Sent on ${formatDateOf(sentAt)}`,
})

export type ListedStatement = ReturnType<typeof toListedStatement>
