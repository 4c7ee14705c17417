import { describe, expect, test } from 'vitest'
import { statesOf } from '../orders/states.ts'
import { type AttemptState, isOpen, judgeNotification, pageState } from './attempts.ts'

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

describe('a notification of a payment that staff made void', () => {
  test.each(['paid', 'declined', 'aborted', 'failed'] as const)('that says %s changes nothing', outcome => {
    const voided = { attempt: 'voided', answered: true, order: 'cancelled' } as const
    expect(judgeNotification(voided, outcome)).toEqual({ do: 'repeat' })
  })
})

describe('a card form', () => {
  const opened = new Date('2026-11-24T09:00:00Z')
  const later = (seconds: number) => new Date(opened.getTime() + seconds * 1000)
  const form = { state: 'registered', createdAt: opened, doubted: false } as const

  test('is given again for as long as the provider keeps it, 15 minutes', () => {
    expect(isOpen(form, later(14 * 60 + 59))).toBe(true)
    expect(isOpen(form, later(15 * 60))).toBe(false)
  })

  test('that spoke of its payment in a way we did not believe is of no use any more', () => {
    expect(isOpen({ ...form, doubted: true }, later(1))).toBe(false)
    expect(pageState('awaiting_payment', 'registered', true)).toBe('declined')
  })

  test('that is being opened is waited for, but not for ever', () => {
    expect(isOpen({ ...form, state: 'registering' }, later(34))).toBe(true)
    expect(isOpen({ ...form, state: 'registering' }, later(36))).toBe(false)
    for (const state of ['declined', 'aborted', 'refused', 'superseded', 'paid'] as const)
      expect(isOpen({ ...form, state }, later(1))).toBe(false)
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
    'superseded',
    'reversed',
    'voided',
  ]
  for (const order of statesOf('order'))
    for (const attempt of attempts)
      expect(pageState(order, attempt)).toMatch(/^(waiting|paid|declined|cancelled|lapsed)$/)
  expect(pageState('awaiting_payment', 'declined')).toBe('declined')
  expect(pageState('placed', 'declined')).toBe('paid')
  expect(pageState('cancelled', 'voided')).toBe('paid')
})
