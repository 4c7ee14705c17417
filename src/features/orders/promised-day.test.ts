import { expect, test } from 'vitest'
import { createOrder } from '../../../tests/support/order-fixtures.ts'
import type { OpenLine } from './despatch/rules.ts'
import type { Order } from './order.ts'
import { findPromisedDay } from './promised-day.ts'

/** A line of which so many pieces of five are still to go, so many of them later. */
const createLine = (open: number, laterQuantity: number): OpenLine => ({
  position: 1,
  code: 'FH-HYD-1',
  title: 'Hydraulic filter',
  quantity: 5,
  laterQuantity,
  leadTime: null,
  laterSince: null,
  despatchedQuantity: 5 - open,
  onHand: 0,
  productId: 1,
  sendable: 0,
  setAside: 0,
  setAsideElsewhere: 0,
})

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
