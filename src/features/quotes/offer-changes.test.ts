import { expect, test } from 'vitest'
import { pence } from '../../lib/money.ts'
import { formatOfferChanges, type OfferedGoods } from './offer-changes.ts'

const line = (code: string, quantity: number, price: number | null) => ({
  code,
  quantity,
  unitPrice: price === null ? null : pence(price),
})
const offer = (lines: OfferedGoods['lines'], deliveryCost: number | null = 1250, deliveryTitle = '') => ({
  lines,
  deliveryTitle,
  deliveryCost: deliveryCost === null ? null : pence(deliveryCost),
})

test('the history of a quote says what was changed, before and after', () => {
  const before = offer([line('FH-OIL-1', 10, 1137), line('FH-SEAL-1', 3, 350)])
  const after = offer([line('FH-OIL-1', 12, 1100), line('FH-AIR-1', 4, 2249)], 0, 'By pallet')
  expect(formatOfferChanges(before, after)).toBe(
    'FH-SEAL-1 removed (quantity was 3). FH-OIL-1: quantity 10 → 12, price £11.37 → £11.00 each. ' +
      'FH-AIR-1 added: 4 at £22.49 each. Carriage £12.50 → £0.00 By pallet.',
  )
  expect(formatOfferChanges(before, before)).toBe('')
})

test('the first prices of a request are no change, a changed quantity is', () => {
  const request = offer([line('FH-OIL-1', 10, null)], null)
  expect(formatOfferChanges(request, offer([line('FH-OIL-1', 10, 1137)]))).toBe('')
  expect(formatOfferChanges(request, offer([line('FH-OIL-1', 8, 1137)]))).toBe('FH-OIL-1: quantity 10 → 8.')
})

test('a long list of changes is cut', () => {
  const lines = Array.from({ length: 30 }, (_, index) => line(`FH-${index}`, 1, 100))
  expect(formatOfferChanges(offer([]), offer(lines))).toMatch(
    /FH-19 added: 1 at £1\.00 each\. and 10 more changes\.$/,
  )
})
