import { expect, test } from 'vitest'
import { findLastCorrection, formatCustomerHistory, type HistoryRow } from './history.ts'

const row = (changes: Partial<HistoryRow>): HistoryRow => ({
  to: 'placed',
  event: null,
  why: '',
  changes: null,
  ...changes,
})
const read = (changes: Partial<HistoryRow>, isPlaced = true) =>
  formatCustomerHistory(row(changes), { isPlaced })

test('how an order came to be placed is over once it is', () => {
  expect(read({ to: 'awaiting_payment' })).toBeNull()
  expect(read({ to: 'awaiting_payment' }, false)).toBe('Card payment begun')
  expect(read({ to: 'saved' }, false)).toBeNull()
  expect(read({})).toBe('Order placed')
  expect(read({ to: 'lapsed' })).not.toBeNull()
})

test('changes read as a sentence, without the numbers of lines', () => {
  const changes = [
    { field: 'PO number', before: '', after: 'PO; 2' },
    { field: 'Line 2', before: '2 × FH-OIL-1 at £12.50', after: '2 × E6439KP at £25.75' },
    { field: 'Line 3', before: '1 × LAF3117 at £4.00', after: '' },
    { field: 'Total inc VAT', before: '£63.60', after: '£95.40' },
  ]
  const text =
    'Order changed: PO number: PO; 2 added; 2 × E6439KP at £25.75 instead of 2 × FH-OIL-1 at £12.50; 1 × LAF3117 at £4.00 removed; Total inc VAT: £95.40 instead of £63.60'
  expect(read({ event: 'corrected', changes })).toBe(text)
  expect(findLastCorrection([row({ event: 'corrected', changes }), row({ event: 'held' })])).toBe(`${text}.`)
  expect(findLastCorrection([row({})])).toBe('')
  expect(read({ event: 'corrected', why: 'What had not left was credited, and is not sent' })).toBe(
    'Order changed: What had not left was credited, and is not sent',
  )
})
