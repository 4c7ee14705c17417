import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, toIsoDate } from '../../lib/dates.ts'
import { pence, sum } from '../../lib/money.ts'
import { toCredit } from '../credit/credit.ts'
import { ageBands, allocateInOrder, formatPaymentName, getAgeBand, sumByAge } from './ledger.ts'
import { validateAllocations } from './payment-form.ts'

const invoice = (id: number, open: number) => ({ id, open: pence(open) })

test('a payment pays the first invoice, then the next ones, and what remains stays with it', () => {
  const invoices = [invoice(1, 500), invoice(2, 300), invoice(3, 200)]
  expect(allocateInOrder(pence(600), invoices)).toEqual([
    { invoiceId: 1, amount: 500 },
    { invoiceId: 2, amount: 100 },
  ])
  expect(sum(allocateInOrder(pence(5_000), invoices).map(({ amount }) => amount))).toBe(1_000)
})

test('no invoice gets more than is open, none of the money is lost, and the result is allowed', () => {
  const opens = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(opens, fc.integer({ min: 1, max: 500_000 }), (list, amount) => {
      const invoices = list.map((open, nth) => invoice(nth + 1, open))
      const allocations = allocateInOrder(pence(amount), invoices)
      const all = sum(invoices.map(({ open }) => open))
      expect(sum(allocations.map(one => one.amount))).toBe(Math.min(amount, all))
      expect(validateAllocations(pence(amount), allocations, invoices)).toBeNull()
    }),
  )
})

test('more than an invoice has open, or than was paid, is refused', () => {
  const open = [invoice(1, 500)]
  const allocate = (invoiceId: number, amount: number) => [{ invoiceId, amount: pence(amount) }]
  expect(validateAllocations(pence(900), allocate(1, 501), open)).toEqual({
    'amount-1': 'Only £5.00 is open on this invoice.',
  })
  expect(validateAllocations(pence(900), allocate(2, 1), open)).toEqual({
    'amount-2': 'Nothing is open on this invoice any more.',
  })
  expect(validateAllocations(pence(400), allocate(1, 500), open)).toEqual({
    allocations: 'That is £1.00 more than there is to allocate.',
  })
  expect(validateAllocations(pence(500), allocate(1, 500), open)).toBeNull()
})

test('an invoice is not due on its last day, and ages by the day after it', () => {
  const due = toIsoDate('2026-11-30')
  const bands = [0, 1, 30, 31, 60, 61, 90, 91].map(days => getAgeBand(due, addDays(due, days)))
  expect(bands).toEqual(['not_due', 'to_30', 'to_30', 'to_60', 'to_60', 'to_90', 'to_90', 'over_90'])
  expect(getAgeBand(null, due)).toBe('not_due')
})

test('the ages of open invoices add up to what is open', () => {
  const today = toIsoDate('2026-11-30')
  const days = fc.array(fc.tuple(fc.integer({ min: -200, max: 60 }), fc.integer({ min: 1, max: 9_999 })))
  fc.assert(
    fc.property(days, list => {
      const invoices = list.map(([late, open]) => ({ dueOn: addDays(today, late), open: pence(open) }))
      const byAge = sumByAge(invoices, today)
      expect(sum(ageBands.map(band => byAge[band]))).toBe(sum(invoices.map(({ open }) => open)))
    }),
  )
})

test('R-LEDGER-5: used is what is owed with orders not invoiced yet, and never below nothing', () => {
  const figures = { balance: pence(-500), toInvoice: pence(2_000), creditLimit: pence(1_000) }
  expect(toCredit(figures)).toEqual({ limit: 1_000, used: 1_500, available: -500 })
  expect(toCredit({ ...figures, toInvoice: pence(100) })).toEqual({ limit: 1_000, used: 0, available: 1_000 })
  expect(toCredit({ ...figures, creditLimit: null }).available).toBeNull()
})

test.each([
  ['cheque', '100233', 'Cheque 100233'],
  ['cheque', 'Cheque 100233', 'Cheque 100233'],
  ['cheque', 'cheque', 'cheque'],
  ['cheque', 'Chequebook 3', 'Cheque Chequebook 3'],
  ['bank_transfer', 'BACS-123', 'Bank transfer BACS-123'],
] as const)('a payment by %s with the reference %s is named %s', (method, reference, name) => {
  expect(formatPaymentName(method, reference)).toBe(name)
})
