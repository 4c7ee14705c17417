import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../tests/support/order-fixtures.ts'
import type { OpenLine } from './despatch/rules.ts'
import type { Order } from './order.ts'
import { findPromisedDay, isDayOpen } from './promised-day.ts'

/** A line of which so many pieces of five are still to go, so many of them later. */
const createLine = (open: number, laterQuantity: number): OpenLine =>
  createOpenLine({ laterQuantity, despatchedQuantity: 5 - open })

const findDay = (changes: Partial<Order>, lines: OpenLine[] = [createLine(5, 0)]) =>
  findPromisedDay(createOrder({ state: 'placed', deliveryDate: '2026-11-30', ...changes }), lines)

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
  const isOpen = (changes: Partial<Order>, toCome = [{ quantity: 3, laterQuantity: 3 }]) =>
    isDayOpen(createOrder(changes), toCome)
  expect(isOpen({})).toBe(false)
  expect(isOpen({ onStop: true })).toBe(true)
  expect(isOpen({ wasHeld: true })).toBe(true)
  expect(isOpen({ delay: { day: null } })).toBe(true)
  expect(isOpen({ state: 'part_despatched' })).toBe(false)
  const split = { state: 'part_despatched', consignments: 'split' } as const
  expect(isOpen(split)).toBe(true)
  expect(isOpen(split, [{ quantity: 4, laterQuantity: 3 }])).toBe(true)
  expect(isOpen(split, [{ quantity: 4, laterQuantity: 0 }])).toBe(false)
  expect(isOpen({ state: 'despatched', wasHeld: true })).toBe(false)
})
