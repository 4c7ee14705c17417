import { describe, expect, test } from 'vitest'
import { pence, zero } from '../../../lib/money.ts'
import { statesOf } from '../../orders/states.ts'
import { type AttemptState, getLinkPaymentState, getPageState, isAttemptOpen } from './attempt.ts'

describe('a payment page', () => {
  const createdAt = new Date('2026-11-24T09:00:00Z')
  const later = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
  const registered = { state: 'registered', createdAt, hasInvalidNotification: false } as const

  test('is used again for as long as the provider has it, 15 minutes', () => {
    expect(isAttemptOpen(registered, later(14 * 60 + 59))).toBe(true)
    expect(isAttemptOpen(registered, later(15 * 60))).toBe(false)
  })

  test('is of no use after a notification that could not be verified', () => {
    expect(isAttemptOpen({ ...registered, hasInvalidNotification: true }, later(1))).toBe(false)
    expect(getPageState('awaiting_payment', 'registered', true)).toBe('declined')
  })

  test('that is being registered is waited for, but not forever', () => {
    expect(isAttemptOpen({ ...registered, state: 'registering' }, later(34))).toBe(true)
    expect(isAttemptOpen({ ...registered, state: 'registering' }, later(36))).toBe(false)
    for (const state of ['declined', 'aborted', 'refused', 'superseded', 'paid'] as const)
      expect(isAttemptOpen({ ...registered, state }, later(1))).toBe(false)
  })
})

test('the page has a state for every state of order and attempt', () => {
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
      expect(getPageState(order, attempt)).toMatch(/^(waiting|paid|declined|cancelled|lapsed)$/)
  expect(getPageState('awaiting_payment', 'declined')).toBe('declined')
  expect(getPageState('awaiting_payment', 'superseded')).toBe('cancelled')
  expect(getPageState('placed', 'declined')).toBe('paid')
  expect(getPageState('cancelled', 'voided')).toBe('paid')
})

test('R-CORRECT-10: what became of a payment by the link follows from the attempt and from what is due now', () => {
  const createdAt = new Date('2026-11-24T09:00:00Z')
  const now = new Date('2026-11-24T09:01:00Z')
  const attempt = {
    isByLink: true,
    amount: pence(2000),
    state: 'registered' as AttemptState,
    createdAt,
    hasInvalidNotification: false,
  }
  const due = { amountDue: pence(2000) }
  expect(getLinkPaymentState(attempt, due, now)).toBe('waiting')
  expect(getLinkPaymentState(attempt, { amountDue: pence(2100) }, now)).toBe('changed')
  expect(getLinkPaymentState({ ...attempt, state: 'declined' }, due, now)).toBe('declined')
  expect(getLinkPaymentState({ ...attempt, state: 'aborted' }, due, now)).toBe('cancelled')
  expect(getLinkPaymentState({ ...attempt, state: 'paid' }, { amountDue: zero }, now)).toBe('paid')
  // What placed the order says nothing about what is due.
  expect(getLinkPaymentState({ ...attempt, isByLink: false, state: 'declined' }, due, now)).toBeNull()
  expect(getLinkPaymentState(null, due, now)).toBeNull()
})
