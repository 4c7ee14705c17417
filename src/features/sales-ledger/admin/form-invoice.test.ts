import { expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import { toFormInvoice } from './view.ts'

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
