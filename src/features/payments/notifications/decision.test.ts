import { describe, expect, test } from 'vitest'
import { type CurrentStates, decideNotification } from './decision.ts'

const registered: CurrentStates = {
  attempt: 'registered',
  order: 'awaiting_payment',
  byLink: null,
  hasReply: false,
}
const paid: CurrentStates = { attempt: 'paid', order: 'placed', byLink: null, hasReply: true }

describe("a notification 'paid'", () => {
  test('places the order that awaits payment', () => {
    expect(decideNotification(registered, 'paid')).toEqual({ action: 'place_order' })
  })

  test('places the order after a declined card on the same payment page', () => {
    const declined: CurrentStates = { ...registered, attempt: 'declined', hasReply: true }
    expect(decideNotification(declined, 'paid')).toEqual({ action: 'place_order' })
  })

  test('may still place an order that lapsed', () => {
    expect(decideNotification({ ...registered, order: 'lapsed' }, 'paid')).toEqual({ action: 'place_order' })
  })

  test.each(['superseded', 'placed', 'cancelled'] as const)(
    'is refused for a %s order, so that nobody is charged',
    order => {
      expect(decideNotification({ ...registered, order }, 'paid')).toEqual({
        action: 'record',
        state: 'refused',
        isAccepted: false,
      })
    },
  )

  test('is refused for a payment that the customer has cancelled at the shop', () => {
    expect(decideNotification({ ...registered, attempt: 'superseded' }, 'paid')).toEqual({
      action: 'record',
      state: 'refused',
      isAccepted: false,
    })
  })

  test('of a payment link is received while exactly that is due, and else refused', () => {
    const byLink: CurrentStates = { ...registered, order: 'placed', byLink: 'due' }
    const refused = { action: 'record', state: 'refused', isAccepted: false }
    expect(decideNotification(byLink, 'paid')).toEqual({ action: 'receive_payment' })
    expect(decideNotification({ ...byLink, byLink: 'not_due' }, 'paid')).toEqual(refused)
    expect(decideNotification({ ...byLink, attempt: 'superseded' }, 'paid')).toEqual(refused)
  })

  test('changes nothing when it is repeated', () => {
    expect(decideNotification(paid, 'paid')).toEqual({ action: 'repeat_reply' })
  })
})

test.each(['declined', 'pending'] as const)('%s after the payment was confirmed changes nothing', outcome => {
  expect(decideNotification(paid, outcome)).toEqual({ action: 'repeat_reply' })
})

test("'aborted' after the payment was confirmed reverses the order", () => {
  expect(decideNotification(paid, 'aborted')).toEqual({ action: 'reverse_order' })
})

test("'declined' is accepted, and the order can still be paid", () => {
  expect(decideNotification(registered, 'declined')).toEqual({
    action: 'record',
    state: 'declined',
    isAccepted: true,
  })
})

test.each(['paid', 'declined', 'aborted'] as const)('%s for a voided payment changes nothing', outcome => {
  const voided: CurrentStates = { attempt: 'voided', order: 'cancelled', byLink: null, hasReply: true }
  expect(decideNotification(voided, outcome)).toEqual({ action: 'repeat_reply' })
})
