import { describe, expect, test } from 'vitest'
import { pence } from '../../../lib/money.ts'
import {
  calculateRefundable,
  formatRefundOutcome,
  type PaidPayment,
  planRefunds,
  type Refund,
} from './refund.ts'

const paidAt = new Date('2026-11-24T09:00:00Z')
const sameDay = new Date('2026-11-24T23:59:00Z')
const nextDay = new Date('2026-11-25T00:00:00Z')

const paid = (...refunds: Refund[]): PaidPayment => ({
  attemptId: 1,
  provider: 'opayo',
  amount: pence(5421),
  paidAt,
  refunds,
})
const refund = (amount: number, state: Refund['state'] = 'done', isRepeated = false): Refund => ({
  kind: 'refund',
  amount: pence(amount),
  state,
  isRepeated,
})

describe('a whole payment', () => {
  test('is voided on its day, and refunded from the next midnight in London on', () => {
    expect(planRefunds([paid()], 'all', sameDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'void', amount: 5421 }],
    })
    expect(planRefunds([paid()], 'all', nextDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 5421 }],
    })
  })

  test('of which a part was refunded is no whole payment any more', () => {
    expect(planRefunds([paid(refund(421))], 'all', sameDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 5000 }],
    })
  })

  test('that could not be voided is refunded', () => {
    const refused: Refund = { ...refund(5421, 'refused', true), kind: 'void' }
    expect(planRefunds([paid(refused)], 'all', sameDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 5421 }],
    })
  })
})

describe('a part of a payment', () => {
  test('is refunded up to the penny that is left', () => {
    const twice = paid(refund(3000), refund(421, 'unknown'))
    expect(calculateRefundable(twice)).toBe(2000)
    expect(planRefunds([twice], pence(2000), nextDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 2000 }],
    })
    expect(planRefunds([twice], pence(2001), nextDay)).toEqual({
      ok: false,
      reason: { why: 'too_much', left: 2000 },
    })
  })

  test('that was refused is kept for its repetition', () => {
    const refused = paid(refund(5000, 'refused'))
    expect(planRefunds([refused], 'all', nextDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 421 }],
    })
    expect(planRefunds([refused], pence(422), nextDay)).toEqual({
      ok: false,
      reason: { why: 'too_much', left: 421 },
    })
  })

  test('may be refunded once the repetition of a refusal has a result, not while it is unknown', () => {
    expect(planRefunds([paid(refund(5421, 'refused', true))], pence(5421), nextDay)).toEqual({
      ok: true,
      refunds: [{ attemptId: 1, provider: 'opayo', kind: 'refund', amount: 5421 }],
    })
    for (const state of ['sending', 'unknown', 'done'] as const) {
      expect(planRefunds([paid(refund(5421, state))], 'all', nextDay)).toEqual({
        ok: false,
        reason: 'nothing_left',
      })
    }
  })

  test('of no payment is refused', () => {
    expect(planRefunds([], 'all', sameDay)).toEqual({ ok: false, reason: 'nothing_paid' })
  })
})

describe('an order with two payments', () => {
  const first = paid()
  const second: PaidPayment = {
    attemptId: 2,
    provider: 'opayo',
    amount: pence(1000),
    paidAt: new Date('2026-11-26T10:00:00Z'),
    refunds: [],
  }
  const now = new Date('2026-11-26T12:00:00Z')

  test('is refunded from the newest payment first, and from none more than it took', () => {
    expect(planRefunds([second, first], pence(600), now)).toEqual({
      ok: true,
      refunds: [{ attemptId: 2, provider: 'opayo', kind: 'refund', amount: 600 }],
    })
    expect(planRefunds([second, first], pence(1600), now)).toEqual({
      ok: true,
      refunds: [
        { attemptId: 2, provider: 'opayo', kind: 'refund', amount: 1000 },
        { attemptId: 1, provider: 'opayo', kind: 'refund', amount: 600 },
      ],
    })
    expect(planRefunds([second, first], pence(6422), now)).toEqual({
      ok: false,
      reason: { why: 'too_much', left: 6421 },
    })
  })

  test('is refunded whole: a payment of the day is voided, the other refunded, what went back before is left out', () => {
    expect(planRefunds([second, paid(refund(421))], 'all', now)).toEqual({
      ok: true,
      refunds: [
        { attemptId: 2, provider: 'opayo', kind: 'void', amount: 1000 },
        { attemptId: 1, provider: 'opayo', kind: 'refund', amount: 5000 },
      ],
    })
    expect(planRefunds([second, paid(refund(5421))], 'all', now)).toEqual({
      ok: true,
      refunds: [{ attemptId: 2, provider: 'opayo', kind: 'void', amount: 1000 }],
    })
  })
})

test.each([
  ['cash', 'Give £12.40 back in cash.'],
  ['terminal', 'Refund £12.40 on the card terminal.'],
  ['bank', 'Pay £12.40 back by bank transfer.'],
  ['opayo', '£12.40 was refunded to the card.'],
])('what was paid by %s goes back as it came', (provider, sentence) => {
  expect(formatRefundOutcome({ provider, amount: pence(1240), state: 'done' }, 'below')).toBe(sentence)
})
