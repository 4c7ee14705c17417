import { expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import { listDiscardedAmounts, moveDiscardedErrors, toDiscardedInput, toFormInvoice } from './view.ts'

const invoice = {
  id: 1,
  number: 2,
  reference: 'FH00000001',
  purchaseOrder: '',
  issuedOn: toIsoDate('2026-09-23'),
  dueOn: toIsoDate('2026-10-30'),
  total: pence(40_000),
  open: pence(40_000),
}
const getHint = (amount?: number, kind: 'payment' | 'credit_note' = 'payment') =>
  toFormInvoice(
    invoice,
    toIsoDate('2026-11-27'),
    amount === undefined ? undefined : { kind, amount: pence(amount) },
  ).hint

test('an invoice of a payment’s form says what is open, and not that it is overdue when the payment covers it', () => {
  expect(getHint()).toBe('£400.00 open, due 30 October 2026, 28 days overdue')
  expect(getHint(40_000)).toBe('£400.00 open without this payment')
  expect(getHint(40_000, 'credit_note')).toBe('£400.00 open without this credit note')
  expect(getHint(10_000)).toBe('£400.00 open without this payment, due 30 October 2026, 28 days overdue')
})

const typed = [
  { id: 7, amount: '60' },
  { id: 8, amount: '' },
  { id: 9, amount: '12.50' },
]
const numbers = new Map([
  [7, 42],
  [8, 43],
  [9, 44],
])

test('R-LEDGER-3: an amount can be read that was typed for an invoice that others have paid', () => {
  const discardedInput = listDiscardedAmounts(typed, [{ id: 9 }], numbers)
  expect(discardedInput.map(toDiscardedInput)).toEqual([{ name: 'Amount for INV-000042, £', text: '60' }])
})

test('a message about its field is said of the invoice, and no link leads to a field that is not there', () => {
  const discardedInput = listDiscardedAmounts(typed, [{ id: 9 }], numbers)
  const errors = { 'amount-7': 'Nothing is open on this invoice any more.', 'amount-9': 'Too much.' }
  expect(moveDiscardedErrors(errors, null, discardedInput)).toEqual({
    errors: { 'amount-9': 'Too much.' },
    notice: 'INV-000042: Nothing is open on this invoice any more.',
  })
  expect(moveDiscardedErrors(errors, 'Changed.', discardedInput).notice).toBe('Changed.')
})
