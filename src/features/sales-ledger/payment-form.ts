import type { BodyOf } from '../../lib/calls/call.ts'
import {
  type FieldErrors,
  formatRequired,
  formatTooLong,
  toFieldErrors,
} from '../../lib/calls/field-checks.ts'
import { addDays, formatDate, type IsoDate, parseIsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence, parsePounds, pence, sum, zero } from '../../lib/money.ts'
import { toComparisonKey } from '../../lib/text.ts'
import {
  type Allocation,
  formatPaymentName,
  type OpenInvoice,
  type PaymentMethodOnAccount,
  paymentMethods,
} from './ledger.ts'
import type { enterPayment } from './schemas.ts'

/** `oldest`: the invoices with the earliest due day. `typed`: the amounts of the form. */
export const allocationModeNames = {
  oldest: 'Pay the oldest invoices first',
  typed: 'Pay what I enter for each invoice',
  none: 'Leave it unallocated for now',
}
type AllocationMode = keyof typeof allocationModeNames
const allocationModes = Object.keys(allocationModeNames) as AllocationMode[]

const maxReferenceLength = 60
export const maxNoteLength = 200
/** £10 million; the columns hold twice as much. */
const maxAmount = pence(1_000_000_000)
const maxDaysAgo = 366

/** A form as it was sent. */
export type PaymentInput = Omit<BodyOf<typeof enterPayment>, 'seen'>
/** `id`: of the invoice. */
export type AllocationInput = PaymentInput['allocations'][number]

export interface PaymentEntry {
  receivedOn: IsoDate
  amount: Pence
  method: PaymentMethodOnAccount
  reference: string
  note: string
  mode: AllocationMode
  isOther: boolean
  allocations: Allocation[]
}

export function parsePayment(
  input: PaymentInput,
  today: IsoDate,
): { payment: PaymentEntry } | { errors: FieldErrors } {
  const receivedOn = parseIsoDate(input.received_on)
  const amount = parsePounds(input.amount)
  const method = paymentMethods.find(each => each === input.method)
  const mode = allocationModes.find(each => each === input.mode)
  const typed = parseAllocations(input.allocations)
  const hasAmounts = input.allocations.some(allocation => allocation.amount.trim() !== '')
  const earliest = addDays(today, -maxDaysAgo)
  const errors = {
    ...toFieldErrors({
      amount: validateAmount('Enter the amount that came in, such as 120.50.', input.amount, amount),
      received_on: [
        !receivedOn && 'Enter the day the money came in.',
        receivedOn! > today && 'The day can’t be later than today.',
        receivedOn! < earliest && `The day can’t be before ${formatDate(earliest)}.`,
      ],
      method: [!method && 'Choose how it was paid.'],
      reference: [
        toComparisonKey(input.reference) === '' && formatRequired('Reference'),
        input.reference.length > maxReferenceLength && formatTooLong('Reference', maxReferenceLength),
      ],
      note: [input.note.length > maxNoteLength && formatTooLong('Note', maxNoteLength)],
      mode: [
        !mode && 'Choose which invoices it pays.',
        mode !== 'typed' &&
          hasAmounts &&
          `You entered amounts by invoice. Choose “${allocationModeNames.typed}”, or clear them.`,
      ],
    }),
    ...('errors' in typed ? typed.errors : {}),
  }
  if (!receivedOn || !amount || !method || !mode || 'errors' in typed || Object.keys(errors).length > 0)
    return { errors }
  const { reference, note, other_payment: isOther } = input
  const { allocations } = typed
  return { payment: { receivedOn, amount, method, reference, note, mode, isOther, allocations } }
}

type PaymentIdentity = Pick<PaymentEntry, 'amount' | 'method' | 'reference'>

/** A payment that was entered before and is not cancelled. */
export interface EnteredPayment extends PaymentIdentity {
  receivedOn: IsoDate
  enteredOn: IsoDate
  who: string
}

/**
 * The newest of the company's payments that may be the same money: a cheque with the same number, or the same amount with the
 * same reference. Signs between letters and digits, and zeros before a number, do not count.
 */
export const findSamePayment = (
  payment: PaymentIdentity,
  enteredNewestFirst: readonly EnteredPayment[],
): EnteredPayment | undefined => enteredNewestFirst.find(entered => isSamePayment(payment, entered))

function isSamePayment(one: PaymentIdentity, other: PaymentIdentity): boolean {
  const [number, otherNumber] = [toChequeNumber(one), toChequeNumber(other)]
  if (number !== '' && number === otherNumber) return true
  return one.amount === other.amount && toReferenceKey(one.reference) === toReferenceKey(other.reference)
}

/** '' of what is no cheque, or has no digits. */
const toChequeNumber = ({ method, reference }: PaymentIdentity): string =>
  method === 'cheque' ? toReferenceKey(reference).replace(/\D/g, '') : ''

const toReferenceKey = (reference: string): string =>
  toComparisonKey(reference)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

export const otherPaymentLabel = 'Yes, this is another payment'

/** 'Cheque 100233 of £500.00, received on 20 November 2026, was entered by Stella Affleck on …' */
export const formatSamePayment = ({
  amount,
  method,
  reference,
  receivedOn,
  enteredOn,
  who,
}: EnteredPayment): string =>
  `${formatPaymentName(method, reference)} of ${formatPounds(amount)}, received on ${formatDate(receivedOn)}, was already entered${who && ` by ${who}`} on ${formatDate(enteredOn)}. If this is another payment, tick the box.`

function validateAmount(hint: string, text: string, amount: Pence | null) {
  return [
    text.trim() === '' && hint,
    amount === null && 'Enter an amount in pounds and pence, such as 120.50.',
    amount === 0 && 'The amount must be more than £0.00.',
    amount! > maxAmount && `The amount can be ${formatPounds(maxAmount)} at most.`,
  ]
}

/** The amounts of the form; empty ones are left out. The message is that of the first field with an error. */
export function parseAllocations(
  inputs: readonly AllocationInput[],
): { allocations: Allocation[] } | { errors: FieldErrors } {
  const errors: FieldErrors = {}
  const allocations = new Map<number, Pence>()
  for (const { id, amount: text } of inputs) {
    const amount = text.trim() === '' ? pence(0) : parsePounds(text)
    if (amount === null || amount > maxAmount)
      errors[toAmountField(id)] = 'Enter an amount in pounds and pence, such as 120.50.'
    else if (amount > 0) allocations.set(id, pence((allocations.get(id) ?? 0) + amount))
  }
  return Object.keys(errors).length > 0
    ? { errors }
    : { allocations: [...allocations].map(([invoiceId, amount]) => ({ invoiceId, amount })) }
}

/** What is left of an amount once these are taken from it, below 0 when they are more; null: one of them is no amount. */
export function calculateLeft(amount: Pence, typed: readonly string[]): Pence | null {
  const amounts = typed.map(text => (text.trim() === '' ? zero : parsePounds(text)))
  return amounts.includes(null) ? null : pence(amount - sum(amounts as Pence[]))
}

/** '£75.00 of £400.00 left to allocate'. */
export const formatLeft = (left: Pence, amount: Pence): string =>
  left < 0
    ? `${formatPounds(pence(-left))} more than there is to allocate`
    : `${formatPounds(left)} of ${formatPounds(amount)} left to allocate`

export const toAmountName = (index: number): string => `allocations[${index}][amount]`

/** The id of the field with the amount for an invoice. */
export const toAmountField = (invoiceId: number): string => `amount-${invoiceId}`

/**
 * Why an amount cannot be allocated like this; null: it can. `open`: the invoices with what they have open without this source's
 * allocations; one that is not among them does not belong to the company, or is paid.
 */
export function validateAllocations(
  amount: Pence,
  allocations: readonly Allocation[],
  open: readonly Pick<OpenInvoice, 'id' | 'open'>[],
): FieldErrors | null {
  const openById = new Map(open.map(invoice => [invoice.id, invoice.open]))
  for (const { invoiceId, amount: share } of allocations) {
    const most = openById.get(invoiceId) ?? zero
    if (share > most) return { [toAmountField(invoiceId)]: formatOpen(most) }
  }
  const excess = pence(sum(allocations.map(({ amount: share }) => share)) - amount)
  return excess > 0
    ? { allocations: `That is ${formatPounds(excess)} more than there is to allocate.` }
    : null
}

const formatOpen = (open: Pence): string =>
  open === 0
    ? 'Nothing is open on this invoice any more.'
    : `Only ${formatPounds(open)} is open on this invoice.`

/** '' is no limit. */
export function parseCreditLimit(text: string): { limit: Pence | null } | { errors: FieldErrors } {
  const amount = text.trim() === '' ? null : parsePounds(text)
  if (text.trim() !== '' && amount === null)
    return { errors: { credit_limit: 'Enter an amount in pounds, such as 5000, or nothing for no limit.' } }
  return amount !== null && amount > maxAmount
    ? { errors: { credit_limit: `The limit can be ${formatPounds(maxAmount)} at most.` } }
    : { limit: amount }
}

export function validateReason(reason: string): FieldErrors {
  return toFieldErrors({
    reason: [
      reason === '' && 'Say why, such as: cheque returned.',
      reason.length > maxNoteLength && formatTooLong('Reason', maxNoteLength),
    ],
  })
}
