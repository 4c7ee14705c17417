import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatPounds, type Pence, sum } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { formatDocumentNumber } from '../../orders/documents/document.ts'
import {
  type Allocation,
  allocateInOrder,
  checkAllocations,
  formatPaymentName,
  type LedgerCompany,
  type LedgerSource,
  mergeAllocations,
  type OpenInvoice,
} from '../ledger.ts'
import { findSamePayment, formatSamePayment, type PaymentEntry, toRefusalErrors } from '../payment-form.ts'
import {
  findSource,
  getLedgerVersion,
  listAllocations,
  listOpenInvoices,
  toLedgerSubject,
} from '../queries.ts'

import {
  insertAllocations,
  insertPayment,
  isEntered,
  listEnteredPayments,
  lockCompany,
  releaseAllocations,
  updateCancelled,
  updateCreditLimit,
} from './write-queries.server.ts'

export interface LedgerAction {
  company: LedgerCompany
  /** The version of the account that the form was made from. */
  seen: string
  staffId: number
  now: Date
}

/** `changed`: a colleague has written to the account since the form was loaded. */
export type LedgerResult =
  | { done: true }
  | { done: false; changed: true }
  | { done: false; errors: FieldErrors }

const done = { done: true } as const
const changed = { done: false, changed: true } as const

/**
 * Enters a payment and allocates it. The same form sent again answers as the first one did. Another form with the same
 * money is refused until staff say that it is another payment.
 */
export function enterPayment(
  db: Db,
  payment: PaymentEntry & { requestKey: string },
  action: LedgerAction,
): Promise<LedgerResult> {
  return inTransaction(db, async tx => {
    await lockCompany(tx, action.company.id)
    if (await isEntered(tx, payment.requestKey)) return done
    if (!(await isCurrent(tx, action))) return changed
    const same = payment.isOther
      ? undefined
      : findSamePayment(payment, await listEnteredPayments(tx, action.company.id, payment))
    if (same) return { done: false, errors: { other_payment: formatSamePayment(same) } }
    const open = await listOpenInvoices(tx, action.company.id)
    const allocations = chooseAllocations(payment, open)
    const refusal = checkAllocations(payment.amount, allocations, toOpenAmounts(open))
    if (refusal) return { done: false, errors: toRefusalErrors(refusal) }
    const source = {
      kind: 'payment',
      id: await insertPayment(tx, action.company.id, payment, action),
    } as const
    await insertAllocations(tx, source, allocations, action.now)
    const text = `${formatPounds(payment.amount)}, ${lowerFirst(formatPaymentName(payment.method, payment.reference))}`
    await audit(tx, 'payment entered', `${text}; ${formatAllocations(allocations, open)}`, action)
    return done
  })
}

function chooseAllocations(
  { mode, amount, allocations }: PaymentEntry,
  open: readonly OpenInvoice[],
): Allocation[] {
  if (mode === 'typed') return allocations
  return mode === 'oldest' ? allocateInOrder(amount, open) : []
}

/** `formIds`: the invoices that the form had fields for; null: all of them. */
interface AllocationChange {
  allocations: readonly Allocation[]
  formIds: readonly number[] | null
}

/**
 * Replaces the allocations of a payment or a credit note: what it paid before and is not in the form's allocations is open
 * again.
 */
export function changeAllocation(
  db: Db,
  source: LedgerSource,
  change: AllocationChange | 'oldest',
  action: LedgerAction,
): Promise<LedgerResult> {
  return inTransaction(db, async tx => {
    await lockCompany(tx, action.company.id)
    const current = await listAllocations(tx, source)
    const open = await listOpenInvoices(tx, action.company.id, source)
    const chosen = change === 'oldest' ? allocateInOrder(source.amount, open) : mergeChange(current, change)
    const fresh = await findSource(tx, action.company.id, source.kind, source.number || source.id)
    if (!fresh || fresh.cancelledAt) return changed
    // The same press did it.
    if (isSameAllocation(current, chosen)) return done
    if (!(await isCurrent(tx, action))) return changed
    const refusal = checkAllocations(source.amount, chosen, toOpenAmounts(open))
    if (refusal) return { done: false, errors: toRefusalErrors(refusal) }
    const numbers = [...open, ...current.map(one => ({ id: one.invoiceId, number: one.number }))]
    await releaseAllocations(tx, source, action.now)
    await insertAllocations(tx, source, chosen, action.now)
    const before = formatAllocations(current, numbers)
    await audit(
      tx,
      'allocation changed',
      `${formatSource(source)}: ${before} → ${formatAllocations(chosen, numbers)}`,
      action,
    )
    return done
  })
}

const mergeChange = (
  current: readonly Allocation[],
  { allocations, formIds }: AllocationChange,
): readonly Allocation[] => (formIds === null ? allocations : mergeAllocations(current, allocations, formIds))

/** Cancels a payment: what it paid is open again. It stays in the list, with the reason. */
export function cancelPayment(
  db: Db,
  payment: LedgerSource,
  reason: string,
  action: LedgerAction,
): Promise<LedgerResult> {
  return inTransaction(db, async tx => {
    await lockCompany(tx, action.company.id)
    const fresh = await findSource(tx, action.company.id, 'payment', payment.id)
    if (!fresh) return changed
    if (fresh.cancelledAt) return fresh.cancelReason === reason ? done : changed
    if (!(await isCurrent(tx, action))) return changed
    await releaseAllocations(tx, payment, action.now)
    await updateCancelled(tx, payment.id, reason, action)
    await audit(
      tx,
      'payment cancelled',
      `${formatSource(payment)}, ${formatPounds(payment.amount)}: ${reason}`,
      action,
    )
    return done
  })
}

export function setCreditLimit(db: Db, limit: Pence | null, action: LedgerAction): Promise<LedgerResult> {
  return inTransaction(db, async tx => {
    const before = await lockCompany(tx, action.company.id)
    if (before === limit) return done
    if (!(await isCurrent(tx, action))) return changed
    await updateCreditLimit(tx, action.company.id, limit)
    await audit(tx, 'credit limit changed', `${formatLimit(before)} → ${formatLimit(limit)}`, action)
    return done
  })
}

const isCurrent = async (tx: Tx, { company, seen }: LedgerAction): Promise<boolean> =>
  String(await getLedgerVersion(tx, company.accountNumber)) === seen

const toOpenAmounts = (open: readonly OpenInvoice[]) => new Map(open.map(one => [one.id, one.open]))

function isSameAllocation(current: readonly Allocation[], allocations: readonly Allocation[]): boolean {
  const amounts = new Map(current.map(({ invoiceId, amount }) => [invoiceId, amount]))
  return (
    current.length === allocations.length &&
    allocations.every(({ invoiceId, amount }) => amounts.get(invoiceId) === amount)
  )
}

const formatSource = ({ kind, number, reference }: LedgerSource): string =>
  kind === 'payment' ? `payment ${reference}` : formatDocumentNumber('credit_note', number)

/** The rows of the ledger have all of them. */
const maxAudited = 50

function formatAllocations(
  allocations: readonly Allocation[],
  invoices: readonly { id: number; number: number }[],
): string {
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]))
  const texts = allocations
    .slice(0, maxAudited)
    .map(
      ({ invoiceId, amount }) =>
        `${formatDocumentNumber('invoice', numbers.get(invoiceId) ?? 0)} ${formatPounds(amount)}`,
    )
  const more = allocations.slice(maxAudited)
  const rest = `${pluralize(more.length, 'more invoice')} ${formatPounds(sum(more.map(({ amount }) => amount)))}`
  return [...texts, ...(more.length > 0 ? [rest] : [])].join(', ') || 'not allocated'
}

const formatLimit = (limit: Pence | null): string => (limit === null ? 'none' : formatPounds(limit))

function audit(
  tx: Tx,
  action: string,
  detail: string,
  { company, staffId, now }: LedgerAction,
): Promise<void> {
  const subject = toLedgerSubject(company.accountNumber)
  return addAuditEntry(tx, { actor: `person ${staffId}`, action, subject, detail, now })
}
