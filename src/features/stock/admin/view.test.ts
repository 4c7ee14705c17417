import { expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { formatPromise, toListedMovement } from './view.ts'

const line = {
  promised: null,
  isReadyToCollect: false,
  isDelayed: false,
  wasHeld: false,
  leadTime: { min: 14, max: 21 },
  laterSince: null,
  since: new Date('2026-11-20T09:00:00Z'),
  isUnfinished: false,
}
const today = toIsoDate('2026-11-24')

test('R-DELAY-1: a part’s page says the day that the customer of an order expects, or when its goods come', () => {
  expect(formatPromise({ ...line, promised: '2026-11-26' }, today)).toBe('Thursday 26 November')
  expect(formatPromise({ ...line, promised: '2026-11-23' }, today)).toBe('Was due 23 November 2026')
  expect(formatPromise(line, today)).toBe('About 4–11 December')
  expect(formatPromise({ ...line, leadTime: null }, today)).toBe('No day promised')
  expect(formatPromise({ ...line, wasHeld: true }, today)).toBe('No day promised')
  expect(formatPromise({ ...line, isDelayed: true }, today)).toBe('Delayed, the day isn’t known yet')
})

test('a movement of a return links it by its number, and a note of staff stays a note', () => {
  const movement = {
    ...{ id: 1, code: 'FH-OIL-1', at: new Date('2026-11-24T09:00:00Z'), change: 2, onHand: 12 },
    ...{
      reason: 'return' as const,
      who: 'Stella Affleck',
      reference: null,
      goodsInId: null,
      deliveryNote: '',
    },
  }
  expect(toListedMovement({ ...movement, note: 'RMA-000012' })).toMatchObject({
    note: '',
    source: { name: 'RMA-000012', url: '/admin/returns/RMA-000012' },
  })
  expect(toListedMovement({ ...movement, note: 'RMA-000012, bent' })).toMatchObject({
    note: 'RMA-000012, bent',
    source: null,
  })
})
