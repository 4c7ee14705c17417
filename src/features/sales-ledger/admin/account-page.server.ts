import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../infra/app-context.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { formatDateTime, formatShortDateTime, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatDecimal, type Pence, sum } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import type { Rejection } from '../../back-office/service.ts'
import { formatChangesSince } from '../../back-office/subject-history.server.ts'
import { toCredit } from '../../credit/credit.ts'
import {
  type Allocation,
  getUnallocated,
  type LedgerCompany,
  type LedgerSource,
  type OpenInvoice,
  pickFormInvoices,
  pickInvoicePage,
  pickPaidInvoices,
  toAccountUrl,
  toListedInvoice,
} from '../ledger.ts'
import type { LedgerAccount } from '../ledger-account.server.ts'
import type { PaymentInput } from '../payment-form.ts'
import {
  getAccountFigures,
  listAllocations,
  listInvoiceNumbers,
  listOpenInvoices,
  listSources,
  toLedgerSubject,
} from '../queries.ts'
import { listMonths } from '../statement/queries.ts'
import { toListedStatement } from '../statement/statement.ts'
import { ledgerAccountPage } from './LedgerAccountPage.tsx'
import { sourcePage } from './SourcePage.tsx'
import {
  type DiscardedAmount,
  listDiscardedAmounts,
  moveDiscardedErrors,
  toAgeView,
  toDiscardedInput,
  toFormInvoice,
  toListedSource,
} from './view.ts'

const pageSize = 20
const maxMonths = 12

/** What was typed, and why it was refused. */
export interface AccountFormState {
  page?: number
  invoicePage?: number
  payment?: PaymentInput
  limit?: string
}

export interface SourceFormState {
  page?: number
  allocations?: PaymentInput['allocations']
  reason?: string
}

export async function renderAccount(
  { db, now }: AppContext,
  company: LedgerAccount,
  state: AccountFormState & Rejection,
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const { page = 1, invoicePage = 1, payment = createPayment(today), limit, notice, errors } = state
  const [figures, open, { rows, total }, months] = await Promise.all([
    getAccountFigures(db, company.id, today),
    listOpenInvoices(db, company.id),
    listSources(db, company.id, { size: pageSize, page }),
    listMonths(db, company.id, today, maxMonths),
  ])
  const url = toAccountUrl(company.accountNumber)
  const invoices = pickInvoicePage(open, invoicePage)
  const formInvoices = pickFormInvoices(open, invoices, payment.allocations)
  const discardedInput = await findDiscardedAmounts(db, company, payment.allocations, formInvoices)
  const props = {
    ...company,
    url,
    version: String(company.version),
    figures: { ...figures, ...toCredit(figures), unallocated: getUnallocated(open, figures.balance) },
    ages: toAgeView(open, today),
    openInvoices: {
      ...invoices,
      rows: invoices.rows.map(invoice => toListedInvoice(invoice, adminOrderUrl, today)),
    },
    invoices: formInvoices.map(invoice => toFormInvoice(invoice, today)),
    sources: rows.map(source => toListedSource(source, url)),
    payment,
    statements: months.map(month => toListedStatement(month, `${url}/statements`)),
    limit: limit ?? toField(company.creditLimit),
    page,
    pages: Math.ceil(total / pageSize),
    discardedInput: discardedInput.map(toDiscardedInput),
    ...moveDiscardedErrors(errors, notice, discardedInput),
  }
  return toPageResult(ledgerAccountPage, props, { title: `Account of ${company.name}`, errors })
}

/** The form of a new payment. */
const createPayment = (today: IsoDate): PaymentInput => ({
  received_on: today,
  amount: '',
  method: 'bank_transfer',
  reference: '',
  note: '',
  mode: 'oldest',
  other_payment: false,
  allocations: [],
  request: randomUUID(),
})

export async function renderSource(
  { db, now }: AppContext,
  company: LedgerAccount,
  source: LedgerSource,
  { page = 1, allocations, reason = '', notice, errors }: SourceFormState & Rejection,
): Promise<PageResult> {
  const today = toLondonTime(now()).date
  const [open, current] = await Promise.all([
    listOpenInvoices(db, company.id, source),
    listAllocations(db, source),
  ])
  const accountUrl = toAccountUrl(company.accountNumber)
  const listed = toListedSource(source, accountUrl)
  const paid = new Map(current.map(({ invoiceId, amount }) => [invoiceId, { kind: source.kind, amount }]))
  const saved = current.map(({ invoiceId, amount }) => ({ id: invoiceId, amount: toField(amount) }))
  const invoicePage = pickInvoicePage(open, page)
  const typed = allocations ?? []
  const form = pickPaidInvoices(open, invoicePage, { saved, typed })
  const typedIds = new Set(typed.map(({ id }) => id))
  const isCancelled = source.cancelledAt !== null
  const canCancel = source.kind === 'payment' && !isCancelled
  const discardedInput = await findDiscardedAmounts(db, company, typed, isCancelled ? [] : form.invoices)
  const props = {
    company: { name: company.name, url: accountUrl },
    source: listed,
    url: listed.url,
    version: String(company.version),
    at: formatShortDateTime(source.at),
    cancelled: formatCancelled(source),
    canCancel,
    page: invoicePage.page,
    pages: invoicePage.pages,
    invoices: form.invoices.map(invoice => toFormInvoice(invoice, today, paid.get(invoice.id))),
    paidCount: form.isPartial ? saved.length : null,
    total: source.amount,
    allocatable: getAllocatable(source, current, form.invoices),
    allocations: [...saved.filter(({ id }) => !typedIds.has(id)), ...typed],
    reason,
    discardedInput: [
      ...discardedInput.map(toDiscardedInput),
      ...(canCancel || reason === '' ? [] : [{ name: 'Reason', text: reason }]),
    ],
    ...moveDiscardedErrors(isCancelled && notice !== null ? {} : errors, notice, discardedInput),
  }
  return toPageResult(sourcePage, props, { title: `${listed.name}, ${company.name}`, errors })
}

// What other invoices are paid stays with them.
function getAllocatable(
  { unallocated }: LedgerSource,
  current: readonly Allocation[],
  invoices: readonly OpenInvoice[],
): Pence {
  const ids = new Set(invoices.map(({ id }) => id))
  const ofForm = current.filter(({ invoiceId }) => ids.has(invoiceId))
  return sum([unallocated, ...ofForm.map(({ amount }) => amount)])
}

async function findDiscardedAmounts(
  db: AppContext['db'],
  { id }: LedgerCompany,
  typed: PaymentInput['allocations'],
  formInvoices: readonly { id: number }[],
): Promise<DiscardedAmount[]> {
  if (typed.length === 0) return []
  const ids = typed.map(allocation => allocation.id)
  return listDiscardedAmounts(typed, formInvoices, await listInvoiceNumbers(db, id, ids))
}

function formatCancelled({ cancelledAt, cancelledBy, cancelReason }: LedgerSource): string {
  if (cancelledAt === null) return ''
  return `Cancelled on ${formatDateTime(cancelledAt)} by ${cancelledBy}: ${cancelReason}`
}

/** What colleagues did to the account since the version of a form. */
export async function describeLedgerChanges(
  db: AppContext['db'],
  accountNumber: string,
  expectedVersion: string,
): Promise<string> {
  const since = await formatChangesSince(db, toLedgerSubject(accountNumber), expectedVersion)
  return `This account has changed since you opened it, so nothing was saved. Here is how it stands now; what you typed is still there.${since}`
}

const toField = (amount: Pence | null): string => (amount === null ? '' : formatDecimal(amount))
