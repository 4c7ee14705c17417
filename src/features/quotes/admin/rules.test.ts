import { describe, expect, test } from 'vitest'
import { getEffectiveState } from '../quote.ts'
import { findQuoteChangeRefusal, validateWithdrawalReason } from './rules.ts'

const seen = { version: 7, expectedVersion: 7, isBeingOrdered: false }

describe('staff', () => {
  test.each(['quote_requested', 'quote_approved', 'quote_expired'] as const)(
    'price and withdraw a quote that is %s',
    state => {
      expect(findQuoteChangeRefusal({ ...seen, state }, 'quote_approved')).toBe(null)
      expect(findQuoteChangeRefusal({ ...seen, state }, 'cancelled')).toBe(null)
    },
  )

  test('change nothing that was ordered or withdrawn', () => {
    expect(findQuoteChangeRefusal({ ...seen, state: 'quote_accepted' }, 'cancelled')).toBe('ordered')
    expect(findQuoteChangeRefusal({ ...seen, state: 'cancelled' }, 'quote_approved')).toBe('withdrawn')
    expect(findQuoteChangeRefusal({ ...seen, state: 'saved' }, 'quote_approved')).toBe('changed')
  })

  test('see what somebody else changed since the page was shown', () => {
    expect(findQuoteChangeRefusal({ ...seen, state: 'quote_approved', version: 8 }, 'quote_approved')).toBe(
      'changed',
    )
    expect(findQuoteChangeRefusal({ ...seen, state: 'quote_accepted', version: 8 }, 'quote_approved')).toBe(
      'ordered',
    )
  })

  test('leave a quote alone while its customer pays', () => {
    expect(
      findQuoteChangeRefusal({ ...seen, state: 'quote_approved', isBeingOrdered: true }, 'cancelled'),
    ).toBe('being_ordered')
  })

  test('give a reason that a customer can read', () => {
    expect(validateWithdrawalReason('')).toEqual({ reason: 'Give a reason: the customer sees it.' })
    expect(validateWithdrawalReason('x'.repeat(501))).toEqual({ reason: 'Up to 500 characters, please.' })
    expect(validateWithdrawalReason('The maker stopped this filter.')).toEqual({})
  })
})

test('a quote is expired from the moment on, whether or not that was written down', () => {
  const end = new Date('2026-12-25T00:00:00Z')
  expect(getEffectiveState('quote_approved', end, new Date('2026-12-24T23:59:59Z'))).toBe('quote_approved')
  expect(getEffectiveState('quote_approved', end, end)).toBe('quote_expired')
  expect(getEffectiveState('quote_accepted', end, end)).toBe('quote_accepted')
})
