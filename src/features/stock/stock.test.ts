import { expect, test } from 'vitest'
import { decideChange } from './stock.ts'

test.each([
  [0, 'None is on hand, so 2 can’t be taken off.'],
  [1, 'Only 1 is on hand, so 2 can’t be taken off.'],
])('with %i on hand, the refusal says so in plain words', (onHand, refusal) => {
  expect(decideChange({ mode: 'change', quantity: -2, reason: 'damage' }, onHand)).toEqual({ refusal })
})

test('a count may confirm what is on hand; a loss or a delivery of nothing is refused', () => {
  expect(decideChange({ mode: 'counted', quantity: 2, reason: 'count' }, 2)).toEqual({ change: 0 })
  for (const reason of ['damage', 'return', 'delivery'] as const)
    expect(decideChange({ mode: 'counted', quantity: 2, reason }, 2)).toEqual({
      refusal: '2 are on hand already. If you only counted, choose ‘Count’ as the reason.',
    })
})
