import { pluralize } from '../../../lib/count.ts'
import { countDaysBetween, formatDate, formatShortDate, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import {
  type AccountFigures,
  ageBandNames,
  ageBands,
  formatPaymentName,
  getAgeBand,
  type LedgerChange,
  type LedgerSource,
  type OpenInvoice,
  type SourceKind,
  sumByAge,
  toCredit,
} from '../ledger.ts'

/** Amounts as they are shown; '' where there is none. */
export interface FigureView {
  balance: string
  overdue: string
  limit: string
  used: string
  available: string
  isOverdue: boolean
  isOverLimit: boolean
}

export function toFigureView(figures: AccountFigures): FigureView {
  const { limit, used, available } = toCredit(figures)
  return {
    balance: formatPounds(figures.balance),
    overdue: formatPounds(figures.overdue),
    limit: limit === null ? '' : formatPounds(limit),
    used: formatPounds(used),
    available: available === null ? '' : formatPounds(available),
    isOverdue: figures.overdue > 0,
    isOverLimit: available !== null && available < 0,
  }
}

export interface ListedInvoice {
  id: number
  number: string
  pdfUrl: string
  reference: string
  orderUrl: string
  purchaseOrder: string
  date: string
  due: string
  /** '12 days overdue', 'Not due'. */
  age: string
  isOverdue: boolean
  total: string
  open: string
}

export function toListedInvoice(invoice: OpenInvoice, today: IsoDate): ListedInvoice {
  const { id, number, reference, purchaseOrder, issuedOn, dueOn, total, open } = invoice
  const isOverdue = getAgeBand(dueOn, today) !== 'not_due'
  const formatted = formatDocumentNumber('invoice', number)
  return {
    id,
    number: formatted,
    pdfUrl: `${adminOrderUrl(reference)}/documents/${formatted}.pdf`,
    reference,
    orderUrl: adminOrderUrl(reference),
    purchaseOrder,
    date: formatShortDate(issuedOn),
    due: dueOn === null ? 'No day' : formatShortDate(dueOn),
    age: isOverdue ? formatOverdue(dueOn!, today) : 'Not due',
    isOverdue,
    total: formatPounds(total),
    open: formatPounds(open),
  }
}

const formatOverdue = (dueOn: IsoDate, today: IsoDate): string =>
  `${pluralize(countDaysBetween(dueOn, today), 'day')} overdue`

/** An invoice that a form has an amount for. */
export interface FormInvoice {
  id: number
  number: string
  /** '£12.00 open, due 30 November 2026, 3 days overdue'. */
  hint: string
}

/** `paid`: by the payment or credit note whose form it is. `open` is then without it. */
export function toFormInvoice(
  { id, number, dueOn, open }: OpenInvoice,
  today: IsoDate,
  paid?: { kind: SourceKind; amount: Pence },
): FormInvoice {
  const without = paid ? ` without this ${paid.kind === 'payment' ? 'payment' : 'credit note'}` : ''
  const isCovered = paid !== undefined && paid.amount >= open
  const due = dueOn === null ? 'no due day' : `due ${formatDate(dueOn)}`
  const isOverdue = !isCovered && getAgeBand(dueOn, today) !== 'not_due'
  return {
    id,
    number: formatDocumentNumber('invoice', number),
    hint: [
      `${formatPounds(open)} open${without}`,
      ...(isCovered ? [] : [due]),
      ...(isOverdue ? [formatOverdue(dueOn!, today)] : []),
    ].join(', '),
  }
}

export const toAgeView = (invoices: readonly OpenInvoice[], today: IsoDate) => {
  const byAge = sumByAge(invoices, today)
  return ageBands.map(band => ({ name: ageBandNames[band], value: formatPounds(byAge[band]) }))
}

/** A payment or a credit note. */
export interface ListedSource {
  key: string
  /** 'Bank transfer BACS-123', 'Credit note CN-000007'. */
  name: string
  url: string
  day: string
  note: string
  who: string
  amount: string
  /** '£12.00 not allocated', 'Allocated', 'Cancelled: …'. */
  state: string
  isCancelled: boolean
  hasUnallocated: boolean
}

export function toListedSource(source: LedgerSource, accountUrl: string): ListedSource {
  const { kind, id, number, day, note, who, amount, unallocated, orderReference, cancelReason } = source
  const isCancelled = source.cancelledAt !== null
  return {
    key: `${kind} ${id}`,
    name: formatSourceName(source),
    url: `${accountUrl}/${kind === 'payment' ? `payments/${id}` : `credit-notes/${number}`}`,
    day: formatShortDate(toIsoDate(day)),
    note: [orderReference && `Order ${orderReference}`, note].filter(Boolean).join(': '),
    who,
    amount: formatPounds(amount),
    state: isCancelled
      ? `Cancelled: ${cancelReason}`
      : unallocated === 0
        ? 'Allocated'
        : `${formatPounds(unallocated)} not allocated`,
    isCancelled,
    hasUnallocated: unallocated > 0,
  }
}

export const formatSourceName = ({ kind, method, reference, number }: LedgerSource): string =>
  kind === 'payment'
    ? formatPaymentName(method!, reference)
    : `Credit note ${formatDocumentNumber('credit_note', number)}`

/** What a colleague did since a form was loaded. */
export function formatChanges(changes: readonly LedgerChange[]): string {
  const texts = changes.map(({ action, detail, who }) => `${lowerFirst(action)}: ${detail} (${who})`)
  const since = texts.length === 0 ? '' : ` Since then: ${texts.join('; ')}.`
  return `${changedMessage}${since}`
}

const changedMessage =
  'This account has changed since you opened it, so nothing was saved. Here is how it stands now; what you typed is still there.'
