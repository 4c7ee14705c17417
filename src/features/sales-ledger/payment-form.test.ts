import { expect, test } from 'vitest'
import { pence } from '../../lib/money.ts'
import { calculateLeft, formatLeft } from './payment-form.ts'

const read = (...amounts: string[]) => {
  const left = calculateLeft(pence(40_000), amounts)
  return left === null ? null : formatLeft(left, pence(50_000))
}

test('staff read what is left of a payment as they type', () => {
  expect(read('', ' ')).toBe('£400.00 of £500.00 left to allocate')
  expect(read('300', '£25.00')).toBe('£75.00 of £500.00 left to allocate')
  expect(read('300', '100.01')).toBe('£0.01 more than there is to allocate')
  expect(read('300', '1.')).toBeNull()
})
