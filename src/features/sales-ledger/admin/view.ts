import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatDate, formatShortDate, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { formatDocumentNumber } from '../../billing/document.ts'
import {
  ageBandNames,
  ageBands,
  formatOverdue,
  formatPaymentName,
  type LedgerSource,
  type OpenInvoice,
  type SourceKind,
  sumByAge,
} from '../ledger.ts'
import { type AllocationInput, toAmountField } from '../payment-form.ts'

/** An invoice that a form has an amount for. */
export type FormInvoice = ReturnType<typeof toFormInvoice>

/** `paid`: by the payment or credit note whose form it is. `open` is then without it. */
export function toFormInvoice(
  { id, number, dueOn, open }: OpenInvoice,
  today: IsoDate,
  paid?: { kind: SourceKind; amount: Pence },
) {
  const without = paid ? ` without this ${paid.kind === 'payment' ? 'payment' : 'credit note'}` : ''
  const isCovered = paid !== undefined && paid.amount >= open
  const due = dueOn === null ? 'no due day' : `due ${formatDate(dueOn)}`
  return {
    id,
    number: formatDocumentNumber('invoice', number),
    hint: [
      `${formatPounds(open)} open${without}`,
      ...(isCovered ? [] : [due, formatOverdue({ dueOn }, today)]),
    ]
      .filter(Boolean)
      .join(', '),
  }
}

export const toAgeView = (invoices: readonly OpenInvoice[], today: IsoDate) => {
  const byAge = sumByAge(invoices, today)
  return ageBands.map(band => ({ name: ageBandNames[band], value: formatPounds(byAge[band]) }))
}

export type ListedSource = ReturnType<typeof toListedSource>

export function toListedSource(source: LedgerSource, accountUrl: string) {
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

/** An amount that was typed for an invoice that the form has no field for any more: others have paid it. */
export interface DiscardedAmount {
  field: string
  /** 'INV-000042'. */
  invoice: string
  amount: string
}

/** `numbers`: of the company's invoices, by id. */
export function listDiscardedAmounts(
  typed: readonly AllocationInput[],
  formInvoices: readonly { id: number }[],
  numbers: ReadonlyMap<number, number>,
): DiscardedAmount[] {
  const ids = new Set(formInvoices.map(({ id }) => id))
  return typed
    .filter(({ id, amount }) => amount !== '' && numbers.has(id) && !ids.has(id))
    .map(({ id, amount }) => ({
      field: toAmountField(id),
      invoice: formatDocumentNumber('invoice', numbers.get(id)!),
      amount,
    }))
}

export const toDiscardedInput = ({ invoice, amount }: DiscardedAmount): DiscardedInput => ({
  name: `Amount for ${invoice}, £`,
  text: amount,
})

/** The messages without those of fields that are gone, which are the notice if there is none. */
export function moveDiscardedErrors(
  errors: FieldErrors,
  notice: string | null,
  discardedInput: readonly DiscardedAmount[],
): { errors: FieldErrors; notice: string | null } {
  const gone = new Map(discardedInput.map(({ field, invoice }) => [field, invoice]))
  const texts = Object.entries(errors)
    .filter(([field]) => gone.has(field))
    .map(([field, message]) => `${gone.get(field)}: ${message}`)
  return {
    errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !gone.has(field))),
    notice: notice ?? (texts.join(' ') || null),
  }
}
