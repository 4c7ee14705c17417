import { describe, expect, test } from 'vitest'
import { createExpectedLines, createOrder } from '../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import {
  type BackOrderedShare,
  type ExpectedLine,
  expectStoredOrder,
} from '../orders/expectation/expectation.ts'
import type { Order } from '../orders/order.ts'
import { describeState, getOrderNotice } from './customer-state.ts'

interface ArrivingChanges extends Partial<Order>, Pick<Partial<ExpectedLine>, 'leadTime' | 'laterSince'> {
  backOrderedGoods?: BackOrderedShare
}

function createArriving({
  backOrderedGoods = 'none',
  leadTime = null,
  laterSince = null,
  ...changes
}: ArrivingChanges) {
  const order = createOrder(changes)
  const lines = createExpectedLines(backOrderedGoods, { leadTime, laterSince })
  const expectation = expectStoredOrder(order, lines, toIsoDate('2026-11-24'))
  return { ...order, expectation, despatchedAt: [] }
}

const describeOrder = (changes: Partial<Order>, backOrderedGoods: BackOrderedShare = 'none') =>
  describeState(createArriving({ ...changes, backOrderedGoods }), { hidesAccount: false })

const readNotice = (changes: ArrivingChanges, correction = '') => {
  const notice = getOrderNotice(createArriving(changes), { correction })
  return notice && `${notice.text} Write to us${fillInContact(notice.offer, { phone: '0113 496 0000' })}`
}

describe('how an order reads for its customer', () => {
  test('what waits for goods is marked as waiting', () => {
    expect(describeOrder({})).toEqual({ text: 'Placed', tone: 'good' })
    expect(describeOrder({ deliveryDate: null }, 'all')).toEqual({ text: 'Placed', tone: 'waiting' })
    expect(describeOrder({ consignments: 'split' }, 'part')).toMatchObject({ tone: 'waiting' })
    // All of it was promised for a day, and a part was found missing since.
    expect(describeOrder({ deliveryDate: '2026-11-24' }, 'part')).toMatchObject({ tone: 'waiting' })
    expect(describeOrder({ state: 'part_despatched' }, 'part')).toMatchObject({ tone: 'waiting' })
    expect(describeOrder({ state: 'despatched' })).toMatchObject({ tone: 'good' })
  })

  test('an order is marked as waiting once its day has passed', () => {
    expect(describeOrder({ deliveryDate: '2026-11-24' })).toEqual({ text: 'Placed', tone: 'good' })
    expect(describeOrder({ deliveryDate: '2026-11-23' })).toEqual({ text: 'Placed', tone: 'waiting' })
    // It may be collected from its day on.
    expect(describeOrder({ deliveryDate: '2026-11-23', deliveryCode: 'COL' }).tone).toBe('good')
    expect(describeOrder({ deliveryDate: '2026-11-23', state: 'despatched' }).tone).toBe('good')
  })

  test('R-DELAY-1: a moved day is a delay, until the order is held or ready at the counter', () => {
    const delay = { day: '2026-12-04' }
    expect(describeOrder({ delay })).toEqual({ text: 'Delayed', tone: 'waiting' })
    expect(describeOrder({ delay, state: 'part_despatched' }).text).toBe('Part despatched, the rest delayed')
    expect(describeOrder({ delay, isReadyToCollect: true }).text).toBe('Ready to collect')
    expect(describeOrder({ delay, onStop: true, holdReason: 'Odd address' }).text).toBe('On hold')
    expect(describeOrder({ delay, state: 'cancelled' }).text).toBe('Cancelled')
  })
})

describe('the notice of an order that waits', () => {
  test('says what the customer has to do, and where to ask', () => {
    expect(readNotice({})).toBeNull()
    expect(readNotice({ onStop: true, holdReason: 'Odd address' })).toBe(
      'Your order is on hold: it won’t be despatched yet. You don’t need to do anything: we’ll email you when it’s on its way. Write to us or call 0113 496 0000 with any question.',
    )
    expect(readNotice({ onStop: true })).toBe(
      'Your account is on stop: we’ve accepted the order, but it won’t be despatched yet. Once your account is paid up, we’ll send it. Write to us or call 0113 496 0000 if you think it’s paid up.',
    )
    expect(readNotice({ delay: { day: null } })).toBe(
      'We’re sorry about the delay. Write to us or call 0113 496 0000 if you can’t wait, and we’ll see what we can do.',
    )
    expect(readNotice({ onStop: true, state: 'cancelled' })).toBeNull()
  })

  test('R-DESPATCH-9: apologises once the day that the customer expects has passed', () => {
    const late =
      'We’re sorry this order is late. Write to us or call 0113 496 0000 if you can’t wait, and we’ll see what we can do.'
    const past = { deliveryDate: '2026-11-23' }
    const weeks = { leadTime: { min: 14, max: 21 }, laterSince: toIsoDate('2026-11-02') }
    expect(readNotice(past)).toBe(late)
    expect(readNotice({ ...past, backOrderedGoods: 'part', consignments: 'split' })).toBe(late)
    expect(readNotice({ deliveryDate: null, backOrderedGoods: 'all', ...weeks })).toBe(late)
    const rest = late.replace('this order', 'the rest of this order')
    expect(readNotice({ ...past, state: 'part_despatched' })).toBe(rest)
    expect(readNotice({ ...past, state: 'part_despatched', backOrderedGoods: 'all', ...weeks })).toBe(rest)
    expect(readNotice({ ...past, delay: { day: '2026-11-30' } })).toMatch(/^We’re sorry about the delay/)
    expect(readNotice({ ...past, onStop: true })).toMatch(/^Your account is on stop/)
    for (const changes of [
      { state: 'despatched' },
      { deliveryCode: 'COL' },
      { wasHeld: true },
      // The rest is said to come later, or no day is known.
      { state: 'part_despatched', backOrderedGoods: 'all', ...weeks, laterSince: toIsoDate('2026-11-03') },
      { state: 'part_despatched', backOrderedGoods: 'all' },
      { backOrderedGoods: 'all' },
    ] as const)
      expect(readNotice({ ...past, ...changes }), JSON.stringify(changes)).toBeNull()
  })

  test('names the change that left something to pay', () => {
    const due = { onStop: true, amountDue: pence(3_180) }
    const change = 'Order changed: 2 × E6439KP at £25.75 instead of 2 × FH-OIL-1 at £12.50.'
    expect(readNotice(due, change)).toBe(
      `${change} £31.80 is still to be paid. We’ll carry on with your order as soon as it is. Write to us or call 0113 496 0000 with any question.`,
    )
  })
})
