import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import { expectStoredOrder } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import type { LineAllocation, OlderOrders } from '../../warehouse/despatch/rules.ts'
import { formatGoods, formatNote, toDespatchForm, toPiecesToCome } from './despatch-view.ts'

const expectRemaining = (order: Order, openLines: readonly LineAllocation[]) =>
  expectStoredOrder(order, openLines, toIsoDate('2026-11-27'))

test('a line of the form says who is to have what is on hand', () => {
  const note = (changes: Partial<LineAllocation>) => formatNote(createOpenLine({ onHand: 9, ...changes }), 5)
  expect(note({})).toBe('')
  expect(note({ reserved: 2 })).toBe('2 set aside for this order')
  expect(note({ reservedElsewhere: 6, allocatable: 3 })).toBe('6 set aside for other orders')
  expect(note({ reserved: 2, reservedElsewhere: 6, allocatable: 3 })).toBe(
    '2 set aside for this order, 6 set aside for other orders',
  )
  // Enough is left.
  expect(note({ reservedElsewhere: 4, allocatable: 5 })).toBe('')
})

test('staff who do not despatch read whether a line can go', () => {
  const goods = (changes: Partial<LineAllocation>, onStop = false) =>
    formatGoods(createOpenLine(changes), 5, { onStop })
  expect(goods({})).toBe('Not on hand')
  expect(goods({ onHand: 9, allocatable: 5 })).toBe('Can go now')
  expect(goods({ onHand: 9, allocatable: 2 })).toBe('2 of 5 can go now')
  expect(goods({ onHand: 9 })).toBe('9 on hand, for older orders')
  expect(goods({ onHand: 9, reservedElsewhere: 9 })).toBe('9 on hand, set aside for other orders')
  expect(goods({ onHand: 9 }, true)).toBe('9 on hand')
})

test('they read it of the rest of an order alone, and of 50 lines at most', () => {
  const lines = Array.from({ length: 52 }, (_, index) => createOpenLine({ position: index + 1 }))
  const getRemaining = (order: Order) => toPiecesToCome(order, lines, expectRemaining(order, lines))
  expect(getRemaining(createOrder())).toBeNull()
  const remaining = getRemaining(createOrder({ state: 'part_despatched' }))
  expect(remaining).toMatchObject({ more: 2 })
  expect(remaining!.lines).toHaveLength(50)
  expect(remaining!.lines[0]).toMatchObject({ quantity: 5, goods: 'Not on hand', canGo: false })
})

test('R-DESPATCH-11: the form says that nothing can go because older orders have what is on hand', () => {
  const order = createOrder({ state: 'part_despatched' })
  const getNothingGoes = (openLines: LineAllocation[], olderOrders: OlderOrders[]) =>
    toDespatchForm(
      order,
      { openLines, olderOrders, expectation: expectRemaining(order, openLines) },
      { lastCarrier: null, readyAt: null },
      undefined,
    )!.nothingGoes
  const first = createOpenLine({ onHand: 5 })
  const second = createOpenLine({ position: 2, productId: 2, onHand: 3 })
  const reference = 'FHYDP28L6P'
  const older = [
    { productId: 1, reference, count: 4 },
    { productId: 2, reference, count: 1 },
  ]
  const link = { reference, url: `/admin/orders/${reference}` }
  expect(getNothingGoes([first], older.slice(0, 1))).toEqual({
    text: 'The 5 on hand are for 4 older orders.',
    older: link,
  })
  const several = 'What is on hand is for older orders.'
  expect(getNothingGoes([first, second], older)).toEqual({ text: several, older: link })
  const other = { productId: 2, reference: 'FH2MEB94SV', count: 1 }
  expect(getNothingGoes([first, second], [older[0]!, other])).toEqual({ text: several, older: null })
  expect(getNothingGoes([first, { ...second, allocatable: 1 }], older)).toBeNull()
  expect(getNothingGoes([createOpenLine()], [])).toBeNull()
})

test('the tick for sending out of turn names the parts that older orders get first', () => {
  const getQueueJump = (openLines: LineAllocation[]) =>
    toDespatchForm(
      createOrder(),
      {
        openLines,
        olderOrders: openLines.map(({ productId }) => ({ productId, reference: 'FHYDP28L6P', count: 1 })),
        expectation: expectRemaining(createOrder(), openLines),
      },
      { lastCarrier: null, readyAt: null },
      undefined,
    )!.queueJump
  const lines = ['FH-A', 'FH-B', 'FH-B', 'FH-C', 'FH-D'].map((code, index) =>
    createOpenLine({ position: index + 1, productId: index + 1, code, onHand: 5 }),
  )
  expect(getQueueJump(lines.slice(0, 3))).toBe('FH-A, FH-B')
  expect(getQueueJump(lines)).toBe('FH-A, FH-B, FH-C and 1 more')
  expect(getQueueJump([createOpenLine({ onHand: 5, allocatable: 5 })])).toBe('')
})
