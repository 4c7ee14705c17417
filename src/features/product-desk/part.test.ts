import { expect, test } from 'vitest'
import { pence } from '../../lib/money.ts'
import { describeDifference, findPriceMove, type Part } from './part.ts'

const part: Part = {
  ...{ code: 'FH-OIL-1', title: 'Oil filter', brand: 'Ridgeway', type: 'Oil filter', description: '' },
  ...{
    price: pence(1250),
    cost: null,
    backOrder: false,
    note: '',
    leadTime: null,
    bin: 'A1',
    lowStock: null,
  },
  ...{ weight: 850, path: 'ridgeway/fh-oil-1', forSale: true, measures: [{ name: 'Height', value: '142' }] },
  numbers: [{ maker: 'Donaldson', code: 'P551712' }],
  machines: [],
  ...{ successor: null, related: [], kit: [], pictures: [] },
}

test('the history says of each field what it was and what it is', () => {
  expect(describeDifference(part, part)).toBe('')
  const numbers = [{ maker: 'Fleetguard', code: 'LF9009' }]
  const measures = [{ name: 'Height', value: '143' }]
  expect(describeDifference(part, { ...part, price: pence(1300), numbers, measures })).toBe(
    'price: £12.50 → £13.00; measures: + Height 143, − Height 142; numbers: + Fleetguard LF9009, − Donaldson P551712',
  )
  expect(describeDifference(part, { ...part, price: null, forSale: false, bin: '' })).toBe(
    'price: £12.50 → on request; sale: on sale → off sale; bin: A1 → none',
  )
})

test('the history of a part that gets 500 machines stays readable', () => {
  const machines = Array.from({ length: 500 }, (_, nth) => ({
    ...{ variantId: nth, name: `JCB ${nth}`, position: '', quantity: 1 },
  }))
  expect(describeDifference(part, { ...part, machines })).toMatch(/^machines: \+ JCB 0 × 1, .* and 488 more$/)
})

test.each([
  [1250, 1300, null],
  [1250, 1625, null],
  [1250, 1626, '£12.50 becomes £16.26 (+30%)'],
  [1250, 1_250_000, '£12.50 becomes £12,500.00 (+99,900%)'],
  [1250, 800, '£12.50 becomes £8.00 (−36%)'],
  [1250, 0, '£12.50 becomes £0.00 (−100%)'],
  [null, 0, 'The price is £0.00'],
  [null, 99_999, null],
  [0, 500, null],
  [1250, null, null],
])('a price of %s that becomes %s is confirmed: %s', (from, to, label) => {
  const move = findPriceMove(from === null ? null : pence(from), to === null ? null : pence(to))
  expect(move?.label ?? null).toBe(label)
  if (move) expect(move.value).toBe(String(to))
})
