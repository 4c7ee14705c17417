import { expect, test } from 'vitest'
import { type Pence, pence } from '../../lib/money.ts'
import type { DocumentLine } from './document.ts'
import { calculateCredited, formatCredited, sumCreditNotes, toInvoiceLink } from './view.ts'

const link = (invoices: number) =>
  toInvoiceLink({ state: 'placed', method: 'account', invoices }, '/account/orders/FH1')

test('R-INVOICE-6: what opens the invoices says what it opens, and several are opened from their list', () => {
  expect(link(0)).toMatchObject({ name: 'Pro forma invoice (PDF)', url: '/account/orders/FH1/invoice.pdf' })
  expect(link(1)).toMatchObject({ name: 'Invoice (PDF)', url: '/account/orders/FH1/invoice.pdf' })
  expect(link(3)).toMatchObject({ name: '3 invoices', url: '/account/orders/FH1#documents' })
  const of = { state: 'cancelled', method: 'account', invoices: 0 } as const
  expect(toInvoiceLink(of, '/account/orders/FH1')).toBeNull()
  expect(toInvoiceLink({ ...of, state: 'placed', method: 'godmode' }, '/account/orders/FH1')).toBeNull()
})

const toLine = (position: number | null, quantity: number, net: Pence, vat: Pence): DocumentLine => ({
  kind: position === null ? 'amount' : 'goods',
  position,
  productId: position,
  code: '',
  title: '',
  entry: {},
  quantity,
  net,
  vat,
})

test('R-CREDIT-1: what was credited is taken off the total, and its pieces are counted by line', () => {
  const credited = [
    toLine(1, 2, pence(2500), pence(500)),
    toLine(null, 1, pence(-100), pence(-20)),
    toLine(1, 1, pence(1250), pence(250)),
  ]
  expect(calculateCredited({ credited, deferred: [] })).toEqual({
    total: 4380,
    pieces: new Map([[1, 3]]),
  })
})

test('R-CREDIT-2: what was refunded while the order was held counts before its credit note is issued', () => {
  const lines = [toLine(2, 1, pence(400), pence(80))]
  const note = { id: 1, at: '', staffId: 1, reason: '', lines, net: pence(400), vat: pence(80) }
  expect(calculateCredited({ credited: [], deferred: [note] })).toEqual({
    total: 480,
    pieces: new Map([[2, 1]]),
  })
})

const invoice = { kind: 'invoice', total: pence(19_800) } as const
const note = { kind: 'credit_note', total: pence(1_500) } as const

test('an order’s credit is the sum of its credit notes', () => {
  expect(sumCreditNotes([invoice])).toBe(0)
  expect(sumCreditNotes([invoice, note, note])).toBe(3_000)
})

test('what reached the card is refunded, everything else credited', () => {
  const refund = (state: 'sending' | 'done' | 'refused') => ({ amount: pence(1_440), state })
  expect(formatCredited([invoice], [])).toBe('')
  expect(formatCredited([invoice, note, note], [])).toBe('£30.00 credited')
  expect(formatCredited([note], [refund('sending')])).toBe('£15.00 credited')
  expect(formatCredited([note], [refund('done'), refund('refused')])).toBe('£14.40 refunded')
  expect(formatCredited([], [refund('done')])).toBe('£14.40 refunded')
})
