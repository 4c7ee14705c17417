import { describe, expect, test } from 'vitest'
import { judgeDesk, judgeReason } from './desk.ts'
import { standsAs } from './quote.ts'

const seen = { version: 7, seen: 7, isBeingOrdered: false }

describe('staff at the desk', () => {
  test.each(['quote_requested', 'quote_approved', 'quote_expired'] as const)(
    'price and withdraw a quote that is %s',
    state => {
      expect(judgeDesk({ ...seen, state }, 'quote_approved')).toBe(null)
      expect(judgeDesk({ ...seen, state }, 'cancelled')).toBe(null)
    },
  )

  test('change nothing that was ordered or withdrawn', () => {
    expect(judgeDesk({ ...seen, state: 'quote_accepted' }, 'cancelled')).toBe('ordered')
    expect(judgeDesk({ ...seen, state: 'cancelled' }, 'quote_approved')).toBe('withdrawn')
    expect(judgeDesk({ ...seen, state: 'saved' }, 'quote_approved')).toBe('changed')
  })

  test('are told what somebody else did since they looked', () => {
    expect(judgeDesk({ ...seen, state: 'quote_approved', version: 8 }, 'quote_approved')).toBe('changed')
    expect(judgeDesk({ ...seen, state: 'quote_accepted', version: 8 }, 'quote_approved')).toBe('ordered')
  })

  test('leave a quote alone while its customer pays', () => {
    expect(judgeDesk({ ...seen, state: 'quote_approved', isBeingOrdered: true }, 'cancelled')).toBe(
      'being_ordered',
    )
  })

  test('give a reason that a customer can read', () => {
    expect(judgeReason('')).toBe('no_reason')
    expect(judgeReason('x'.repeat(501))).toBe('long_reason')
    expect(judgeReason('The maker stopped this filter.')).toBe(null)
  })
})

test('a quote is expired from the moment on, whether or not that was written down', () => {
  const end = new Date('2026-12-25T00:00:00Z')
  expect(standsAs('quote_approved', end, new Date('2026-12-24T23:59:59Z'))).toBe('quote_approved')
  expect(standsAs('quote_approved', end, end)).toBe('quote_expired')
  expect(standsAs('quote_accepted', end, end)).toBe('quote_accepted')
})
