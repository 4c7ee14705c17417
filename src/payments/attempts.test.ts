import { describe, expect, test } from 'vitest'
import { orderMoves } from '../orders/states.ts'
import { type AttemptState, judgeNotification, pageState } from './attempts.ts'

const known = { attempt: 'registered' as AttemptState, answered: false, order: 'awaiting_payment' as const }

describe('a notification', () => {
  test('that says paid places the order that waits for it', () => {
    expect(judgeNotification(known, 'paid')).toEqual({ do: 'place' })
  })

  test('that says paid after a declined try in the same frame places the order', () => {
    expect(judgeNotification({ ...known, attempt: 'declined', answered: true }, 'paid')).toEqual({
      do: 'place',
    })
  })

  test('that says paid for an order that lapsed may still place it', () => {
    expect(judgeNotification({ ...known, order: 'lapsed' }, 'paid')).toEqual({ do: 'place' })
  })

  test.each(['superseded', 'placed', 'cancelled'] as const)(
    'that says paid for a %s order is refused: nobody is charged',
    order => {
      expect(judgeNotification({ ...known, order }, 'paid')).toEqual({
        do: 'note',
        attempt: 'refused',
        answer: 'INVALID',
      })
    },
  )

  test('that repeats itself gets the same answer and does nothing', () => {
    expect(judgeNotification({ attempt: 'paid', answered: true, order: 'placed' }, 'paid')).toEqual({
      do: 'repeat',
    })
  })

  test.each(['declined', 'failed', 'pending'] as const)(
    'that says %s after the payment was confirmed changes nothing',
    outcome => {
      expect(judgeNotification({ attempt: 'paid', answered: true, order: 'placed' }, outcome)).toEqual({
        do: 'repeat',
      })
    },
  )

  test('that says aborted after OK takes the payment back', () => {
    expect(judgeNotification({ attempt: 'paid', answered: true, order: 'placed' }, 'aborted')).toEqual({
      do: 'reverse',
    })
  })

  test('that says declined is accepted, and the order stays payable', () => {
    expect(judgeNotification(known, 'declined')).toEqual({ do: 'note', attempt: 'declined', answer: 'OK' })
  })
})

test('every state of order and attempt is one the page can tell', () => {
  const attempts: (AttemptState | null)[] = [
    null,
    'registering',
    'registered',
    'declined',
    'aborted',
    'paid',
    'refused',
  ]
  for (const order of Object.keys(orderMoves) as (keyof typeof orderMoves)[])
    for (const attempt of attempts)
      expect(pageState(order, attempt)).toMatch(/^(waiting|paid|declined|cancelled|lapsed)$/)
  expect(pageState('awaiting_payment', 'declined')).toBe('declined')
  expect(pageState('placed', 'declined')).toBe('paid')
})
