import { countDaysBetween, formatDate, type IsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import { type AccountFigures, getAgeBand, getUnallocated, type OpenInvoice, toCredit } from '../ledger.ts'

export interface StatementFigures {
  balance: Pence
  overdue: Pence
  /** Placed on account and not invoiced yet: limit less balance and this is available. */
  toInvoice: Pence
  /** Null: none was agreed. */
  limit: Pence | null
  available: Pence | null
  /** Paid or credited, and not set against an invoice yet. */
  unallocated: Pence
}

export function toStatementFigures(
  figures: AccountFigures,
  open: readonly Pick<OpenInvoice, 'open'>[],
): StatementFigures {
  const { balance, overdue, toInvoice } = figures
  const { limit, available } = toCredit(figures)
  return { balance, overdue, toInvoice, limit, available, unallocated: getUnallocated(open, balance) }
}

/** An open invoice as the customer sees it. */
export interface OpenItem {
  number: string
  pdfUrl: string
  reference: string
  orderUrl: string
  purchaseOrder: string
  date: string
  due: string
  /** '12 days overdue'; ''. */
  late: string
  total: string
  open: string
}

export function toOpenItem(invoice: OpenInvoice, today: IsoDate): OpenItem {
  const { number, reference, purchaseOrder, issuedOn, dueOn, total, open } = invoice
  const formatted = formatDocumentNumber('invoice', number)
  const orderUrl = `/account/orders/${reference}`
  const isLate = getAgeBand(dueOn, today) !== 'not_due'
  return {
    number: formatted,
    pdfUrl: `${orderUrl}/documents/${formatted}.pdf`,
    reference,
    orderUrl,
    purchaseOrder,
    date: formatDate(issuedOn),
    due: dueOn === null ? '' : formatDate(dueOn),
    late: isLate ? formatLate(countDaysBetween(dueOn!, today)) : '',
    total: formatPounds(total),
    open: formatPounds(open),
  }
}

const formatLate = (days: number): string => (days === 1 ? '1 day overdue' : `${days} days overdue`)
