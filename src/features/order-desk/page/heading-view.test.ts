import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import { expectStoredOrder } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import type { Parcel } from '../../warehouse/despatch/parcel.ts'
import type { LineAllocation } from '../../warehouse/despatch/rules.ts'
import { formatPromisedFirst, toHeading } from './heading-view.ts'

const parcel: Parcel = {
  number: 1,
  carrier: 'dpd',
  trackingNumber: '',
  collectedBy: '',
  despatchedAt: '2026-11-20T10:28:00Z',
  despatchedBy: '',
  lines: [],
}
const state = 'part_despatched'
const lines = [createOpenLine({ quantity: 12, despatchedQuantity: 6, onHand: 9, allocatable: 6 })]

const expectRemaining = (order: Order, openLines: readonly LineAllocation[], today = '2026-11-23') =>
  expectStoredOrder(order, openLines, toIsoDate(today))

function getHeading(
  changes: Partial<Order>,
  parcels: Parcel[] = [],
  today = '2026-11-23',
  openLines: LineAllocation[] = lines,
) {
  const order = createOrder(changes)
  return toHeading(order, { parcels }, openLines, expectRemaining(order, openLines, today))
}
const getShare = (allocatable: number) =>
  getHeading({ state }, [parcel], '2026-11-23', [{ ...lines[0]!, allocatable }]).goods?.text

test('an order of which nothing has left is for its day, which may have passed', () => {
  expect(getHeading({})).toEqual({
    goods: null,
    sent: null,
    due: [{ text: 'For Tuesday 24 November', isLate: false }],
  })
  const getDue = (changes: Partial<Order>, today?: string) => getHeading(changes, [], today).due
  expect(getDue({}, '2026-11-25')).toEqual([{ text: 'Was due Tuesday 24 November', isLate: true }])
  expect(getDue({ isReadyToCollect: true }, '2026-11-25')).toMatchObject([{ isLate: false }])
  expect(getDue({ onStop: true })).toEqual([{ text: 'Promised for Tuesday 24 November', isLate: false }])
  expect(getDue({ delay: { day: '2026-12-04' } })).toEqual([
    { text: 'Delayed, now due Friday 4 December', isLate: false },
  ])
  const later = createOpenLine({ laterQuantity: 5, leadTime: { min: 14, max: 21 } })
  const getBackOrdered = (changes: Partial<Order>) =>
    getHeading({ deliveryDate: null, ...changes }, [], '2026-11-23', [later]).due
  expect(getBackOrdered({})).toEqual([{ text: 'About 7–14 December', isLate: false }])
  expect(getBackOrdered({ onStop: true })).toEqual([])
  expect(getDue({ state: 'despatched' })).toEqual([])
})

test('of one that has left in part the heading says what was sent, and how much of the rest can go', () => {
  expect(getHeading({ state }, [parcel])).toEqual({
    goods: { share: 'all', text: 'The rest can go now' },
    sent: { text: '6 of 12 pieces sent Fri 20 Nov', carrier: 'DPD', trackingUrl: null },
    due: [{ text: 'The rest is promised for Tuesday 24 November', isLate: false }],
  })
  expect([getShare(2), getShare(0)]).toEqual(['2 of the remaining 6 can go now', 'Nothing can go yet'])
  expect(getHeading({ state, onStop: true }, [parcel])).toMatchObject({ goods: null })
  expect(getHeading({ state }, [parcel, parcel]).sent?.text).toBe('6 of 12 pieces sent, last Fri 20 Nov')
  const tracked = { ...parcel, trackingNumber: '15501234567890' }
  expect(getHeading({ state }, [tracked]).sent?.trackingUrl).toBe(
    'https://track.dpd.co.uk/search?reference=15501234567890',
  )
  const collected = { ...parcel, carrier: '', collectedBy: 'Sam Fitter' }
  expect(getHeading({ state }, [collected]).sent).toMatchObject({
    text: '6 of 12 pieces collected Fri 20 Nov',
    carrier: '',
  })
  const all = [{ ...lines[0]!, despatchedQuantity: 12 }]
  expect(getHeading({ state: 'despatched' }, [parcel], '2026-11-23', all)).toMatchObject({
    goods: null,
    sent: { text: '12 pieces sent Fri 20 Nov' },
    due: [],
  })
})

test('R-DELAY-2: the form about a delay has the day that is promised, of the rest as the heading', () => {
  const getPromise = (changes: Partial<Order>) => {
    const order = createOrder(changes)
    return formatPromisedFirst(order, expectRemaining(order, lines))
  }
  expect(getPromise({})).toBe('Promised: Tuesday 24 November')
  expect(getPromise({ deliveryDate: null })).toBe('')
  expect(getPromise({ delay: { day: null } })).toBe('')
  expect(getPromise({ state })).toBe('The rest is promised for Tuesday 24 November')
  expect(getPromise({ state, wasHeld: true })).toBe('No day promised for the rest')
})
