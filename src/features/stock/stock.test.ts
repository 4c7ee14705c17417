import { expect, test } from 'vitest'
import { decideChange } from './stock.ts'

test.each([
  [0, 'None is on hand, so 2 can’t be taken off.'],
  [1, 'Only 1 is on hand, so 2 can’t be taken off.'],
])('with %i on hand, the refusal says so in plain words', (onHand, refusal) => {
  expect(decideChange({ mode: 'change', quantity: -2 }, onHand)).toEqual({ refusal })
})
