import { expect, test } from 'vitest'
import { createOpenLine } from '../../../../tests/support/order-fixtures.ts'
import { findTickErrors, listQuantityErrors } from './field-errors.ts'
import type { LineAllocation } from './rules.ts'

const line = (position: number, changes: Partial<LineAllocation> = {}): LineAllocation =>
  createOpenLine({
    ...{ position, code: `FH-${position}`, productId: position, quantity: 6, onHand: 100, allocatable: 6 },
    ...changes,
  })

test('R-DESPATCH-3: each line of which too much was typed says how many there are, in one pass', () => {
  const lines = [
    line(1),
    line(2, { onHand: 1 }),
    line(3, { onHand: 4, reservedElsewhere: 3 }),
    line(4),
    line(5, { onHand: 8, productId: 9 }),
    line(6, { onHand: 8, productId: 9 }),
  ]
  const despatched = [
    { position: 1, quantity: 40 },
    { position: 2, quantity: 2 },
    { position: 3, quantity: 2 },
    { position: 4, quantity: 6 },
    { position: 5, quantity: 5 },
    { position: 6, quantity: 5 },
  ]
  expect(listQuantityErrors(lines, despatched)).toEqual({
    'quantity-1': 'Only 6 of FH-1 are left to send.',
    'quantity-2': 'Only 1 of FH-2 is on hand. Correct the stock first if that is wrong.',
    'quantity-3': 'Only 1 of FH-3 is free: 3 on hand are set aside for other orders.',
    'quantity-5': 'Only 8 of FH-5 are on hand. Correct the stock first if that is wrong.',
    'quantity-6': 'Only 8 of FH-6 are on hand. Correct the stock first if that is wrong.',
  })
})

test('R-DESPATCH-11: the box to tick says what waits, until it is ticked', () => {
  const fields = {
    order: { state: 'placed', consignments: 'together' } as const,
    lines: [line(1, { allocatable: 0 })],
    despatched: [{ position: 1, quantity: 2 }],
  }
  expect(findTickErrors({ ...fields, isQueueJump: false, isPart: false }, 'FHAAAAAAAA')).toEqual({
    'out-of-turn': 'Order FHAAAAAAAA is older and waits for FH-1. Tick this to send it all the same.',
    part: '6 × FH-1 can’t go yet. Tick this to send a part all the same.',
  })
  expect(findTickErrors({ ...fields, isQueueJump: true, isPart: true }, null)).toEqual({})
})
