import { expect, test } from 'vitest'
import { createOpenLine } from '../../../../tests/support/order-fixtures.ts'
import {
  type DespatchInput,
  findDespatchRefusal,
  formatDespatchRefusal,
  getStateAfter,
  type LineAllocation,
  listProposed,
  listToCome,
} from './rules.ts'

const line = (position: number, changes: Partial<LineAllocation> = {}): LineAllocation =>
  createOpenLine({
    ...{
      position,
      code: `FH-${position}`,
      productId: position,
      despatchedQuantity: 2,
      onHand: 10,
      allocatable: 3,
    },
    ...changes,
  })

const order: DespatchInput['order'] = {
  state: 'placed',
  onStop: false,
  consignments: null,
  method: 'account',
  freeReason: null,
}

const input = (changes: Partial<DespatchInput> = {}): DespatchInput => ({
  order,
  version: '7.0',
  expectedVersion: '7.0',
  lines: [line(1), line(2)],
  despatched: [{ position: 1, quantity: 3 }],
  isQueueJump: false,
  isPart: false,
  ...changes,
})

test('what is still to go out and on hand can be despatched', () => {
  expect(findDespatchRefusal(input())).toBeNull()
  expect(findDespatchRefusal(input({ order: { ...order, state: 'part_despatched' } }))).toBeNull()
})

test.each([
  [{ order: { state: 'cancelled', onStop: false } }, { reason: 'cancelled' }],
  [{ order: { state: 'payment_reversed', onStop: false } }, { reason: 'cancelled' }],
  [{ order: { state: 'despatched', onStop: false } }, { reason: 'not_open' }],
  [{ order: { state: 'awaiting_payment', onStop: false } }, { reason: 'not_open' }],
  [{ order: { state: 'placed', onStop: true } }, { reason: 'held' }],
  [{ order: { ...order, method: 'godmode' } }, { reason: 'no_free_reason' }],
  [{ expectedVersion: '6.0' }, { reason: 'changed' }],
  [{ despatched: [] }, { reason: 'nothing' }],
  [{ despatched: [{ position: 1, quantity: 4 }] }, { reason: 'too_many', code: 'FH-1', open: 3 }],
  [{ despatched: [{ position: 9, quantity: 1 }] }, { reason: 'too_many', code: 'line 9', open: 0 }],
  [{ lines: [line(1, { onHand: 2 })] }, { reason: 'not_on_hand', code: 'FH-1', onHand: 2 }],
] as [Partial<DespatchInput>, object][])('%j is refused', (changes, refusal) => {
  expect(findDespatchRefusal(input(changes))).toEqual(refusal)
})

test.each([
  [
    { reason: 'too_many', code: 'FH-1', open: 0 },
    'None of FH-1 is still to go out, so nothing was despatched.',
  ],
  [
    { reason: 'too_many', code: 'FH-1', open: 1 },
    'Only 1 of FH-1 is still to go out, so nothing was despatched.',
  ],
  [
    { reason: 'not_on_hand', code: 'FH-1', onHand: 0 },
    'FH-1 is out of stock, so nothing was despatched. Correct the stock first if that is wrong.',
  ],
  [
    { reason: 'reserved', code: 'FH-1', free: 0, reserved: 1 },
    'None of FH-1 can go out, so nothing was despatched: 1 on hand is set aside for another order.',
  ],
] as const)('%j is said in plain words', (refusal, sentence) => {
  expect(formatDespatchRefusal(refusal)).toBe(sentence)
})

test('two lines of one product share what is on hand', () => {
  const lines = [line(1, { productId: 7, onHand: 5 }), line(2, { productId: 7, onHand: 5 })]
  const despatched = [
    { position: 1, quantity: 3 },
    { position: 2, quantity: 3 },
  ]
  expect(findDespatchRefusal(input({ lines, despatched }))).toEqual({
    reason: 'not_on_hand',
    code: 'FH-2',
    onHand: 5,
  })
})

test('an order is despatched when nothing of any line is left', () => {
  const lines = [line(1), line(2)]
  const all = [
    { position: 1, quantity: 3 },
    { position: 2, quantity: 3 },
  ]
  expect(getStateAfter(lines, all.slice(0, 1), false)).toBe('part_despatched')
  expect(getStateAfter(lines, all, false)).toBe('despatched')
  expect(getStateAfter(lines, all, true)).toBe('collected')
  expect(getStateAfter([line(1, { despatchedQuantity: 5 }), line(2)], all.slice(1), false)).toBe('despatched')
})

test('R-DESPATCH-11: what is set aside for other orders is never sent', () => {
  const lines = [line(1, { onHand: 4, reservedElsewhere: 2, allocatable: 0 })]
  const refusal = { reason: 'reserved', code: 'FH-1', free: 2, reserved: 2 }
  expect(findDespatchRefusal(input({ lines }))).toEqual(refusal)
  expect(findDespatchRefusal(input({ lines, isQueueJump: true }))).toEqual(refusal)
})

test('R-DESPATCH-11: what an older order waits for is sent only knowingly', () => {
  const lines = [line(1, { allocatable: 2 })]
  expect(findDespatchRefusal(input({ lines }))).toEqual({
    reason: 'queue_jump',
    code: 'FH-1',
    productId: 1,
    older: null,
  })
  expect(findDespatchRefusal(input({ lines, isQueueJump: true }))).toBeNull()
})

test('the next parcel is what was set aside for the order, else what can go out now', () => {
  const lines = [line(1), line(2, { allocatable: 1 }), line(3, { allocatable: 0 })]
  expect(listProposed(lines)).toEqual([
    { position: 1, quantity: 3 },
    { position: 2, quantity: 1 },
  ])
  expect(listProposed([...lines, line(4, { reserved: 2 })])).toEqual([{ position: 4, quantity: 2 }])
  // A count has found fewer than were set aside.
  expect(listProposed([...lines, line(4, { reserved: 6, onHand: 5 })])).toEqual([
    { position: 4, quantity: 5 },
  ])
})

test('what is still to come leaves out what goes out now', () => {
  const toCome = listToCome([line(1), line(2)], [{ position: 1, quantity: 3 }])
  expect(toCome).toMatchObject([{ line: { position: 2 }, quantity: 3 }])
})
