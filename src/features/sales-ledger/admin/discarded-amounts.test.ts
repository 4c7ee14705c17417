import { expect, test } from 'vitest'
import { listDiscardedAmounts, moveDiscardedErrors, toDiscardedInput } from './discarded-amounts.ts'

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
