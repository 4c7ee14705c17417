import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import type { Order } from '../order.ts'
import { type ExpectedLine, expectStoredOrder } from './expectation.ts'

/** A line of which so many pieces of five are still to go, so many of them later. */
const createLine = (open: number, laterQuantity: number): ExpectedLine =>
  createOpenLine({ laterQuantity, despatchedQuantity: 5 - open })

const expectLines = (changes: Partial<Order>, lines: ExpectedLine[] = [createLine(5, 0)]) =>
  expectStoredOrder(
    createOrder({ state: 'placed', deliveryDate: '2026-11-30', ...changes }),
    lines,
    toIsoDate('2026-11-27'),
  )
const findDay = (...facts: Parameters<typeof expectLines>) => expectLines(...facts).day

test('R-DELAY-2: the customer expects the day announced last, else the one promised, but none after a released hold', () => {
  expect(findDay({})).toBe('2026-11-30')
  expect(findDay({ deliveryDate: null })).toBe(null)
  expect(findDay({ delay: { day: '2026-12-04' }, wasHeld: true })).toBe('2026-12-04')
  expect(findDay({ delay: { day: null } })).toBe(null)
  expect(findDay({ wasHeld: true })).toBe(null)
})

test('R-DELAY-2: the day of a split order is that of its first part', () => {
  const split = { state: 'part_despatched', consignments: 'split' } as const
  expect(findDay({ ...split, state: 'placed' }, [createLine(5, 3)])).toBe('2026-11-30')
  expect(findDay(split, [createLine(4, 3)])).toBe('2026-11-30')
  expect(findDay(split, [createLine(0, 0), createLine(3, 3)])).toBe(null)
  expect(findDay({ ...split, delay: { day: '2026-12-04' } }, [createLine(3, 3)])).toBe('2026-12-04')
  expect(findDay({ ...split, consignments: 'together' }, [createLine(3, 3)])).toBe('2026-11-30')
})

test('the day is called requested where it is not promised any more', () => {
  const isOpen = (changes: Partial<Order>, lines = [createLine(3, 3)]) =>
    expectLines(changes, lines).isDayOpen
  expect(isOpen({})).toBe(false)
  expect(isOpen({ onStop: true })).toBe(true)
  expect(isOpen({ wasHeld: true })).toBe(true)
  expect(isOpen({ delay: { day: null } })).toBe(true)
  expect(isOpen({ state: 'part_despatched' })).toBe(false)
  const split = { state: 'part_despatched', consignments: 'split' } as const
  expect(isOpen(split)).toBe(true)
  expect(isOpen(split, [createLine(4, 3)])).toBe(true)
  expect(isOpen(split, [createLine(4, 0)])).toBe(false)
  expect(isOpen({ state: 'despatched', wasHeld: true })).toBe(false)
})

test('pieces of a line are where they are, and can go when nothing else has to come with them', () => {
  const line = createOpenLine({
    quantity: 9,
    laterQuantity: 4,
    despatchedQuantity: 1,
    allocatable: 5,
    reserved: 2,
  })
  const list = (changes: Partial<Order>) =>
    expectLines(changes, [line]).pieces.map(
      ({ quantity, state, canGo }) => `${quantity} ${state}${canGo ? ', can go' : ''}`,
    )
  expect(list({ state: 'part_despatched' })).toEqual([
    '1 sent',
    '2 picked, can go',
    '2 to_pick, can go',
    '1 to_pick, can go',
    '3 waiting',
  ])
  expect(list({ consignments: 'together' })).toEqual([
    '1 sent',
    '2 picked',
    '2 to_pick',
    '1 to_pick',
    '3 waiting',
  ])
  expect(list({ onStop: true })).toEqual(['1 sent', '4 held', '4 held'])
  expect(list({ isReadyToCollect: true })[1]).toBe('2 ready_to_collect, can go')
  expect(list({ state: 'awaiting_payment' })[1]).toBe('4 unfinished')
  expect(list({ state: 'collected' })).toEqual(['9 collected'])
  expect(list({ state: 'cancelled' })).toEqual(['1 sent'])
})
