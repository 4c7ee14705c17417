import { describe, expect, test } from 'vitest'
import { pence } from '../shared/money.ts'
import { judgeMoneyBack, leftOf, type Paid, type Refund } from './money-back.ts'

const paidAt = new Date('2026-11-24T09:00:00Z')
const sameDay = new Date('2026-11-24T23:59:00Z')
const nextDay = new Date('2026-11-25T00:00:00Z')

const paid = (...refunds: Refund[]): Paid => ({ amount: pence(5421), paidAt, refunds })
const refund = (amount: number, state: Refund['state'] = 'done'): Refund => ({
  kind: 'refund',
  amount: pence(amount),
  state,
})

describe('a whole payment', () => {
  test('is made void on its day, and refunded from the next midnight in London on', () => {
    expect(judgeMoneyBack(paid(), 'all', sameDay)).toEqual({ kind: 'void', amount: 5421 })
    expect(judgeMoneyBack(paid(), 'all', nextDay)).toEqual({ kind: 'refund', amount: 5421 })
  })

  test('of which a part went back is no whole payment any more', () => {
    expect(judgeMoneyBack(paid(refund(421)), 'all', sameDay)).toEqual({ kind: 'refund', amount: 5000 })
  })

  test('that could not be made void is refunded', () => {
    const refused: Refund = { kind: 'void', amount: pence(5421), state: 'refused' }
    expect(judgeMoneyBack(paid(refused), 'all', sameDay)).toEqual({ kind: 'refund', amount: 5421 })
  })
})

describe('a part', () => {
  test('goes back to the penny that is left, and not one more', () => {
    const twice = paid(refund(3000), refund(421, 'unknown'))
    expect(leftOf(twice)).toBe(2000)
    expect(judgeMoneyBack(twice, pence(2000), nextDay)).toEqual({ kind: 'refund', amount: 2000 })
    expect(judgeMoneyBack(twice, pence(2001), nextDay)).toEqual({ refused: 'too_much' })
  })

  test('that was refused may be tried again; one whose fate is open may not', () => {
    expect(judgeMoneyBack(paid(refund(5421, 'refused')), pence(5421), nextDay)).toEqual({
      kind: 'refund',
      amount: 5421,
    })
    for (const state of ['sending', 'unknown', 'done'] as const) {
      expect(judgeMoneyBack(paid(refund(5421, state)), 'all', nextDay)).toEqual({ refused: 'nothing_left' })
    }
  })

  test('of nothing is nothing', () => {
    expect(judgeMoneyBack(null, 'all', sameDay)).toEqual({ refused: 'nothing_paid' })
  })
})
