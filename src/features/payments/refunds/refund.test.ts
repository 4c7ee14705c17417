import { describe, expect, test } from 'vitest'
import { pence } from '../../../lib/money.ts'
import { calculateRefundable, decideRefund, type PaidPayment, type Refund } from './refund.ts'

const paidAt = new Date('2026-11-24T09:00:00Z')
const sameDay = new Date('2026-11-24T23:59:00Z')
const nextDay = new Date('2026-11-25T00:00:00Z')

const paid = (...refunds: Refund[]): PaidPayment => ({ amount: pence(5421), paidAt, refunds })
const refund = (amount: number, state: Refund['state'] = 'done', isRepeated = false): Refund => ({
  kind: 'refund',
  amount: pence(amount),
  state,
  isRepeated,
})

describe('a whole payment', () => {
  test('is voided on its day, and refunded from the next midnight in London on', () => {
    expect(decideRefund(paid(), 'all', sameDay)).toEqual({ kind: 'void', amount: 5421 })
    expect(decideRefund(paid(), 'all', nextDay)).toEqual({ kind: 'refund', amount: 5421 })
  })

  test('of which a part was refunded is no whole payment any more', () => {
    expect(decideRefund(paid(refund(421)), 'all', sameDay)).toEqual({ kind: 'refund', amount: 5000 })
  })

  test('that could not be voided is refunded', () => {
    const refused: Refund = { ...refund(5421, 'refused', true), kind: 'void' }
    expect(decideRefund(paid(refused), 'all', sameDay)).toEqual({ kind: 'refund', amount: 5421 })
  })
})

describe('a part of a payment', () => {
  test('is refunded up to the penny that is left', () => {
    const twice = paid(refund(3000), refund(421, 'unknown'))
    expect(calculateRefundable(twice)).toBe(2000)
    expect(decideRefund(twice, pence(2000), nextDay)).toEqual({ kind: 'refund', amount: 2000 })
    expect(decideRefund(twice, pence(2001), nextDay)).toEqual({ refused: 'too_much' })
  })

  test('that was refused is kept for its repetition', () => {
    const refused = paid(refund(5000, 'refused'))
    expect(decideRefund(refused, 'all', nextDay)).toEqual({ kind: 'refund', amount: 421 })
    expect(decideRefund(refused, pence(422), nextDay)).toEqual({ refused: 'too_much' })
  })

  test('may be refunded once the repetition of a refusal has a result, not while it is unknown', () => {
    expect(decideRefund(paid(refund(5421, 'refused', true)), pence(5421), nextDay)).toEqual({
      kind: 'refund',
      amount: 5421,
    })
    for (const state of ['sending', 'unknown', 'done'] as const) {
      expect(decideRefund(paid(refund(5421, state)), 'all', nextDay)).toEqual({ refused: 'nothing_left' })
    }
  })

  test('of no payment is refused', () => {
    expect(decideRefund(null, 'all', sameDay)).toEqual({ refused: 'nothing_paid' })
  })
})
