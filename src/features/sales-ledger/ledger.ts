import { pluralize } from '../../lib/count.ts'
import { countDaysBetween, type IsoDate } from '../../lib/dates.ts'
import { type Pence, pence, sum } from '../../lib/money.ts'
import { formatDocumentNumber } from '../billing/document.ts'
import type { AccountDebt, Credit } from '../credit/credit.ts'

export interface LedgerCompany {
  id: number
  name: string
  accountNumber: string
  /** Null: none was agreed. */
  creditLimit: Pence | null
  onStop: boolean
}

/** An invoice of which something is to be paid. */
export interface OpenInvoice {
  id: number
  number: number
  reference: string
  purchaseOrder: string
  issuedOn: IsoDate
  /** Null: it names no day, and is never overdue. */
  dueOn: IsoDate | null
  total: Pence
  /** What is still to be paid of it. */
  open: Pence
}

const invoicesPerPage = 50

export interface InvoicePage<Invoice> {
  page: number
  pages: number
  /** Of all pages. */
  count: number
  rows: Invoice[]
}

/** A page of open invoices, the last one where there are fewer. */
export function pickInvoicePage<Invoice extends { id: number }>(
  invoices: readonly Invoice[],
  requested: number,
): InvoicePage<Invoice> {
  const count = invoices.length
  const pages = Math.ceil(count / invoicesPerPage)
  const page = Math.max(1, Math.min(requested, pages))
  return { page, pages, count, rows: invoices.slice((page - 1) * invoicesPerPage, page * invoicesPerPage) }
}

/** The invoices of a page and, in the same order, those with an allocation: a form without these would release them. */
export function pickFormInvoices<Invoice extends { id: number }>(
  invoices: readonly Invoice[],
  { rows }: InvoicePage<Invoice>,
  amounts: readonly { id: number; amount: string }[],
): Invoice[] {
  const ids = new Set([...rows, ...amounts.filter(({ amount }) => amount !== '')].map(({ id }) => id))
  return invoices.filter(({ id }) => ids.has(id))
}

/** How many of the invoices that a payment or a credit note pays are on each page of its form. */
const maxPaidInvoices = 200

/**
 * The invoices of the form of a payment or a credit note: those of a page and, of what it pays, those that were due first.
 * `isPartial`: it pays others besides, which are on the pages of their own.
 */
export function pickPaidInvoices<Invoice extends { id: number }>(
  invoices: readonly Invoice[],
  page: InvoicePage<Invoice>,
  { saved, typed }: Record<'saved' | 'typed', readonly { id: number; amount: string }[]>,
): { invoices: Invoice[]; isPartial: boolean } {
  const paid = new Set(saved.map(({ id }) => id))
  const first = invoices.filter(({ id }) => paid.has(id)).slice(0, maxPaidInvoices)
  const listed = pickFormInvoices(invoices, { ...page, rows: [...page.rows, ...first] }, typed)
  return { invoices: listed, isPartial: listed.filter(({ id }) => paid.has(id)).length < paid.size }
}

/** Part of a payment or a credit note for one invoice. */
export interface Allocation {
  invoiceId: number
  amount: Pence
}

/** Allocates an amount to the invoices in their order, to each as much as is open, until it is used up. */
export function allocateInOrder(
  amount: Pence,
  invoices: readonly Pick<OpenInvoice, 'id' | 'open'>[],
): Allocation[] {
  let remaining = amount
  return invoices.flatMap(({ id, open }) => {
    const share = pence(Math.min(remaining, open))
    remaining = pence(remaining - share)
    return share > 0 ? [{ invoiceId: id, amount: share }] : []
  })
}

/** The allocations of a form; those of invoices that it has no field for (`formIds`) stay. */
export function mergeAllocations(
  current: readonly Allocation[],
  typed: readonly Allocation[],
  formIds: readonly number[],
): Allocation[] {
  const ids = new Set(formIds)
  const untouched = current.filter(({ invoiceId }) => !ids.has(invoiceId))
  return [...untouched.map(({ invoiceId, amount }) => ({ invoiceId, amount })), ...typed]
}

/** How long an invoice is overdue, in days. */
export const ageBandNames = {
  not_due: 'Not due',
  to_30: '1–30 days',
  to_60: '31–60 days',
  to_90: '61–90 days',
  over_90: 'Over 90 days',
}
type AgeBand = keyof typeof ageBandNames
export const ageBands = Object.keys(ageBandNames) as AgeBand[]

export function getAgeBand(dueOn: IsoDate | null, today: IsoDate): AgeBand {
  const days = dueOn === null ? 0 : countDaysBetween(dueOn, today)
  if (days <= 0) return 'not_due'
  return days <= 30 ? 'to_30' : days <= 60 ? 'to_60' : days <= 90 ? 'to_90' : 'over_90'
}

export function sumByAge(
  invoices: readonly Pick<OpenInvoice, 'dueOn' | 'open'>[],
  today: IsoDate,
): Record<AgeBand, Pence> {
  const ofBand = (band: AgeBand) =>
    sum(invoices.filter(({ dueOn }) => getAgeBand(dueOn, today) === band).map(({ open }) => open))
  return Object.fromEntries(ageBands.map(band => [band, ofBand(band)])) as Record<AgeBand, Pence>
}

/** The unallocated part of payments and credit notes: open invoices less this sum are the balance. */
export const getUnallocated = (openInvoices: readonly Pick<OpenInvoice, 'open'>[], balance: Pence): Pence =>
  pence(sum(openInvoices.map(({ open }) => open)) - balance)

/** What a company owes, and how much more it may order on account. */
export interface AccountFigures extends AccountDebt {
  overdue: Pence
}

/** What pages show of an account: `unallocated` is paid or credited, and not set against an invoice yet. */
export type ListedFigures = AccountFigures & Credit & { unallocated: Pence }

/** What pays invoices. */
export type SourceKind = 'payment' | 'credit_note'

export const paymentMethodNames = {
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  card_by_phone: 'Card by phone',
  card: 'Card',
  other: 'Other',
}
export type PaymentMethodOnAccount = keyof typeof paymentMethodNames
/** Those that staff enter. */
export const paymentMethods = (Object.keys(paymentMethodNames) as PaymentMethodOnAccount[]).filter(
  method => method !== 'card',
)

/** 'Bank transfer BACS-123'. 'Cheque 100233' whether or not its reference begins with the method. */
export function formatPaymentName(method: PaymentMethodOnAccount, reference: string): string {
  const name = paymentMethodNames[method]
  const isNamed = `${reference} `.toLowerCase().startsWith(`${name} `.toLowerCase())
  return isNamed ? reference : `${name} ${reference}`
}

/** One of the payments and credit notes. */
export interface SourceRef {
  kind: SourceKind
  id: number
}

/** A payment or a credit note with what is not allocated of it. */
export interface LedgerSource extends SourceRef {
  /** Of a credit note; 0. */
  number: number
  /** Of a credit note; ''. */
  orderReference: string
  /** Of a payment; null. */
  method: PaymentMethodOnAccount | null
  /** Of a payment; ''. */
  reference: string
  note: string
  /** The day the money came in, or the credit note was issued. */
  day: IsoDate
  amount: Pence
  /** Nothing of a cancelled payment. */
  unallocated: Pence
  at: Date
  who: string
  cancelledAt: Date | null
  cancelledBy: string
  cancelReason: string
}

/** An open invoice with what pages link to. */
export interface ListedInvoice extends OpenInvoice {
  /** 'INV-000042'. */
  document: string
  pdfUrl: string
  orderUrl: string
  /** '12 days overdue'; '' when it is not. */
  overdue: string
}

/** `toOrderUrl`: of the customer's or the staff's page of an order. */
export function toListedInvoice(
  invoice: OpenInvoice,
  toOrderUrl: (reference: string) => string,
  today: IsoDate,
): ListedInvoice {
  const document = formatDocumentNumber('invoice', invoice.number)
  const orderUrl = toOrderUrl(invoice.reference)
  const pdfUrl = `${orderUrl}/documents/${document}.pdf`
  return { ...invoice, document, pdfUrl, orderUrl, overdue: formatOverdue(invoice, today) }
}

/** '12 days overdue'; '' when it is not. */
export const formatOverdue = ({ dueOn }: Pick<OpenInvoice, 'dueOn'>, today: IsoDate): string =>
  dueOn !== null && dueOn < today ? `${pluralize(countDaysBetween(dueOn, today), 'day')} overdue` : ''

export const accountsUrl = '/admin/accounts' as const
export const toAccountUrl = (accountNumber: string): string =>
  `${accountsUrl}/${encodeURIComponent(accountNumber)}`
