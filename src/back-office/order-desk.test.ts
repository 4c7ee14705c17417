import { describe, expect, test } from 'vitest'
import { type OrderState, orderMoves } from '../orders/states.ts'
import { faultsOfCancel, judgeCancel, judgeRefund, longestReason, readRefund } from './order-desk.ts'
import { countIn, groupOf, orderGroups } from './order-groups.ts'

const placed = { state: 'placed', version: '7.0', seen: '7.0', lacksProvider: false } as const

describe('cancelling', () => {
  test('is for placed orders, decided from what they are now', () => {
    expect(judgeCancel(placed)).toBeNull()
    expect(judgeCancel({ ...placed, seen: '6.0' })).toBe('changed')
    expect(judgeCancel({ ...placed, state: 'cancelled', seen: '6.0' })).toBe('cancelled_already')
    expect(judgeCancel({ ...placed, state: 'awaiting_payment' })).toBe('not_placed')
    expect(judgeCancel({ ...placed, lacksProvider: true })).toBe('no_provider')
  })

  test('wants a reason that a letter can hold, and a yes', () => {
    expect(faultsOfCancel({ reason: 'Sold out', confirm: true })).toEqual({})
    expect(Object.keys(faultsOfCancel({ reason: '', confirm: false }))).toEqual([
      'cancel-reason',
      'cancel-confirm',
    ])
    const long = 'x'.repeat(longestReason + 1)
    expect(Object.keys(faultsOfCancel({ reason: long, confirm: true }))).toEqual(['cancel-reason'])
  })
})

describe('a refund', () => {
  test('is for orders that stand, and for cancelled ones whose money did not go back', () => {
    for (const state of ['placed', 'cancelled'] as const) expect(judgeRefund({ ...placed, state })).toBeNull()
    expect(judgeRefund({ ...placed, state: 'payment_reversed' })).toBe('nothing_paid')
    expect(judgeRefund({ ...placed, seen: '7.1' })).toBe('changed')
  })

  test.each(['', '0', '0.00', '-1', '1.234', '1e3', 'NaN', '1,2', 'ten'])('of %j is none', amount => {
    expect(readRefund({ amount, reason: 'Bent', confirm: true })).toMatchObject({
      errors: { 'refund-amount': expect.any(String) },
    })
  })

  test('is read to the penny', () => {
    expect(readRefund({ amount: ' £1,250.05', reason: 'Bent', confirm: true })).toEqual({ amount: 125005 })
  })
})

test('every order is in one list, and in the list of all', () => {
  for (const state of Object.keys(orderMoves) as OrderState[]) {
    if (state.startsWith('quote_')) continue
    for (const onStop of [true, false]) {
      const lists = orderGroups.filter(
        group => !groupOf[group].inTrouble && countIn(group, [{ state, onStop, count: 1 }]) === 1,
      )
      expect(lists).toHaveLength(2)
      expect(lists).toContain('all')
    }
  }
})
