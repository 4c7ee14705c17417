import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { formatDocumentNumber } from '../../billing/document.ts'
import { type AllocationInput, toAmountField } from '../payment-form.ts'

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
