import { expect, test } from 'vitest'
import { createExpectedLines, createOrder } from '../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../lib/dates.ts'
import {
  type BackOrderedShare,
  type ExpectedLine,
  expectStoredOrder,
} from '../orders/expectation/expectation.ts'
import type { Order } from '../orders/order.ts'
import { formatOrderArrival } from './customer-state.ts'

interface ArrivingChanges extends Partial<Order>, Pick<Partial<ExpectedLine>, 'leadTime' | 'laterSince'> {
  backOrderedGoods?: BackOrderedShare
  despatchedAt?: string[]
}

function at(today: string, changes: ArrivingChanges = {}): string | null {
  const {
    backOrderedGoods = 'none',
    leadTime = null,
    laterSince = null,
    despatchedAt = [],
    ...facts
  } = changes
  const order = createOrder({ deliveryDate: '2026-11-25', ...facts })
  const lines = createExpectedLines(backOrderedGoods, { leadTime, laterSince })
  const expectation = expectStoredOrder(order, lines, toIsoDate(today))
  return formatOrderArrival({ ...order, expectation, despatchedAt }, toIsoDate(today))
}

test('an order arrives on its day, and was due on it afterwards', () => {
  expect(at('2026-11-23')).toBe('Arrives Wednesday 25 November')
  expect(at('2026-11-25')).toBe('Arrives today, Wednesday 25 November')
  expect(at('2027-01-04')).toBe('Late: was due 25 November 2026')
  expect(at('2026-11-26')).toBe('Late: was due 25 November')
})

test('a collected order is ready from its day on', () => {
  expect(at('2026-11-23', { deliveryCode: 'COL' })).toBe('To collect from Wednesday 25 November')
  expect(at('2026-12-01', { deliveryCode: 'COL' })).toBe('To collect from 25 November 2026')
})

test('the day of a service that is less sure is less sure in the list too', () => {
  expect(at('2026-11-23', { deliveryCode: 'NO5' })).toBe('Arrives about Wednesday 25 November')
  expect(at('2026-11-23', { deliveryCode: 'HI2' })).toBe('Arrives by Wednesday 25 November')
})

test('goods that are not in stock have no day', () => {
  expect(at('2026-11-23', { deliveryDate: null })).toBe('We will tell you the day')
  expect(
    at('2026-11-23', { deliveryDate: null, backOrderedGoods: 'all', leadTime: { min: 14, max: 21 } }),
  ).toBe('About 7–14 December')
  expect(at('2026-11-23', { consignments: 'split', backOrderedGoods: 'part' })).toBe(
    'Arrives Wednesday 25 November, the rest later',
  )
  // What was to come later was credited.
  expect(at('2026-11-23', { consignments: 'split' })).toBe('Arrives Wednesday 25 November')
})

test('goods that were found missing do not arrive on the day that was promised for all', () => {
  const missing = (changes: ArrivingChanges) => at('2026-11-23', { backOrderedGoods: 'part', ...changes })
  const laterSince = toIsoDate('2026-11-23')
  expect(missing({ laterSince })).toBe('Arrives Wednesday 25 November, the rest later')
  expect(missing({ laterSince, leadTime: { min: 2, max: 3 } })).toBe(
    'Arrives Wednesday 25 November, the rest later',
  )
  expect(missing({ laterSince, leadTime: { min: 1, max: 2 } })).toBe('Arrives Wednesday 25 November')
  expect(missing({ backOrderedGoods: 'all' })).toBe('We will tell you the day')
  // Nothing of it leaves before all of it can.
  expect(missing({ consignments: 'together' })).toBe('We will tell you the day')
})

test('R-PICK-4: the lead time of goods that were found missing runs from that day', () => {
  const late = {
    backOrderedGoods: 'all' as const,
    leadTime: { min: 14, max: 21 },
    laterSince: toIsoDate('2026-11-24'),
  }
  expect(at('2026-11-24', { deliveryDate: null, ...late })).toBe('About 8–15 December')
  expect(at('2026-11-24', { state: 'part_despatched', ...late })).toBe('The rest about 8–15 December')
  expect(at('2026-12-16', { deliveryDate: null, ...late })).toBe('Late: was due about 8–15 December')
  expect(at('2026-12-16', { state: 'part_despatched', ...late })).toBe('The rest was due about 8–15 December')
})

test('nothing arrives of an order that is not placed or is held', () => {
  expect(at('2026-11-23', { state: 'awaiting_approval' })).toBeNull()
  expect(at('2026-11-23', { state: 'cancelled' })).toBeNull()
  expect(at('2026-11-23', { onStop: true })).toBe('Not sent: your account is on stop')
  expect(at('2026-11-23', { wasHeld: true })).toBe('Released: we’ll email you when it’s on its way')
  expect(at('2026-11-23', { wasHeld: true, deliveryCode: 'COL' })).toBe(
    'Released: we’ll email you when it’s ready to collect',
  )
})

test('R-DESPATCH-9: what has left arrives on its day, while that can still be true', () => {
  const sent = (today: string, changes: ArrivingChanges) => at(today, { state: 'despatched', ...changes })
  const despatchedAt = ['2026-11-24T14:00:00Z']
  expect(sent('2026-11-24', { despatchedAt })).toBe('Arrives Wednesday 25 November')
  expect(sent('2026-11-26', { despatchedAt })).toBeNull()
  // It left on the day on which it was due, so it does not arrive on it.
  expect(sent('2026-11-25', { despatchedAt: ['2026-11-25T08:00:00Z'] })).toBeNull()
  expect(sent('2026-11-24', { despatchedAt: [...despatchedAt, '2026-11-24T15:00:00Z'] })).toBeNull()
  expect(at('2026-11-24', { state: 'collected', despatchedAt })).toBeNull()
  // It left before parcels were recorded.
  expect(sent('2026-11-24', {})).toBeNull()
})

test('R-DESPATCH-9: of an order that has left in part the rest is to come', () => {
  const state = 'part_despatched'
  expect(at('2026-11-26', { state })).toBe('The rest is to follow')
  expect(at('2026-11-26', { state, backOrderedGoods: 'part', leadTime: { min: 14, max: 21 } })).toBe(
    'The rest about 7–14 December',
  )
  expect(at('2026-11-26', { state, onStop: true, holdReason: 'Odd address' })).toBe('Not sent yet')
})

test('R-DESPATCH-5: what is ready to collect waits at the counter', () => {
  expect(at('2026-11-26', { deliveryCode: 'COL', isReadyToCollect: true })).toBe(
    'Waiting for you at the counter',
  )
})
