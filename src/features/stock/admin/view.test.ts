import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import type { ExpectedLine, ExpectedOrder } from '../../orders/expectation/expectation.ts'
import { formatPromise, toListedMovement } from './view.ts'

const weeks = { min: 14, max: 21 }
const backOrder = createOpenLine({ laterQuantity: 5, leadTime: weeks })

/** What the page of the part on the first of these lines says of an order that was placed on 20 November. */
function getPromise(changes: Partial<ExpectedOrder> = {}, lines: ExpectedLine[] = [backOrder]): string {
  const facts = {
    ...createOrder({ deliveryDate: null }),
    orderedOn: toIsoDate('2026-11-20'),
    ...changes,
    lines,
  }
  const isUnfinished = facts.state === 'awaiting_payment'
  return formatPromise({ position: 1, isUnfinished, facts }, toIsoDate('2026-11-24'))
}

test('R-DELAY-1: a part’s page says the day that the customer of an order expects, or when its goods come', () => {
  const inStock = [createOpenLine()]
  expect(getPromise({ deliveryDate: '2026-11-26' }, inStock)).toBe('Thursday 26 November')
  expect(getPromise({ deliveryDate: '2026-11-23' }, inStock)).toBe('Was due 23 November 2026')
  expect(getPromise({ deliveryDate: '2026-11-23', isReadyToCollect: true }, inStock)).toBe(
    'Monday 23 November',
  )
  expect(getPromise()).toBe('About 4–11 December')
  expect(getPromise({}, [{ ...backOrder, leadTime: null }])).toBe('No day promised')
  expect(getPromise({ wasHeld: true })).toBe('No day promised')
  expect(getPromise({ delay: { day: null } })).toBe('Delayed, the day isn’t known yet')
  expect(getPromise({ delay: { day: '2026-12-01' } })).toBe('Tuesday 1 December')
  expect(getPromise({ state: 'awaiting_payment', orderedOn: null })).toBe('About 2–3 weeks from ordering')
})

test('R-DELAY-2: of a split order each part has a day of its own, and all of one that is sent together the last', () => {
  const split = { consignments: 'split', deliveryDate: '2026-11-26' } as const
  expect(getPromise(split, [createOpenLine()])).toBe('Thursday 26 November')
  expect(getPromise(split, [{ ...backOrder, laterQuantity: 3 }])).toBe('Thursday 26 November')
  expect(getPromise(split)).toBe('About 4–11 December')
  const slower = { ...backOrder, position: 2, leadTime: { min: 21, max: 28 } }
  expect(getPromise({}, [backOrder, slower])).toBe('About 4–11 December')
  expect(getPromise({ consignments: 'together' }, [backOrder, slower])).toBe('About 11–18 December')
  expect(getPromise({ consignments: 'together' }, [createOpenLine(), slower])).toBe('About 11–18 December')
})

test('R-PICK-4: goods that were found missing have a lead time instead of the day that was promised', () => {
  const missing = { ...backOrder, laterSince: toIsoDate('2026-11-23') }
  expect(getPromise({ deliveryDate: '2026-11-26' }, [missing])).toBe('About 7–14 December')
  expect(getPromise({ deliveryDate: '2026-11-26' }, [{ ...missing, leadTime: null }])).toBe(
    'Thursday 26 November',
  )
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
