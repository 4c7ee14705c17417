import { describe, expect, test } from 'vitest'
import { statesOf } from '../orders/states.ts'
import { orderGroupDefinitions, orderGroups } from './list/groups.ts'
import {
  addTickAgain,
  findCancelRefusal,
  findRefundRefusal,
  formatActionRefusal,
  maxCancellationReasonLength,
  parseRefund,
  validateCancel,
} from './rules.ts'

const placed = { state: 'placed', version: '7.0', expectedVersion: '7.0', lacksProvider: false } as const

describe('cancelling', () => {
  test('needs a placed order and a page that shows its current version', () => {
    expect(findCancelRefusal(placed)).toBeNull()
    expect(findCancelRefusal({ ...placed, expectedVersion: '6.0' })).toBe('changed')
    expect(findCancelRefusal({ ...placed, state: 'cancelled', expectedVersion: '6.0' })).toBe(
      'cancelled_already',
    )
    expect(findCancelRefusal({ ...placed, state: 'awaiting_payment' })).toBe('not_placed')
    expect(findCancelRefusal({ ...placed, lacksProvider: true })).toBe('no_provider')
  })

  test('needs a confirmation and a reason short enough for the e-mail', () => {
    expect(validateCancel({ reason: 'Sold out', confirm: true })).toEqual({})
    expect(Object.keys(validateCancel({ reason: '', confirm: false }))).toEqual([
      'cancel-reason',
      'cancel-confirm',
    ])
    const long = 'x'.repeat(maxCancellationReasonLength + 1)
    expect(Object.keys(validateCancel({ reason: long, confirm: true }))).toEqual(['cancel-reason'])
  })
})

describe('a refund', () => {
  test('is possible for placed orders, and for cancelled ones whose refund failed', () => {
    for (const state of ['placed', 'cancelled'] as const)
      expect(findRefundRefusal({ ...placed, state })).toBeNull()
    expect(findRefundRefusal({ ...placed, state: 'payment_reversed' })).toBe('nothing_paid')
    expect(findRefundRefusal({ ...placed, expectedVersion: '7.1' })).toBe('changed')
  })

  const typed = { lines: [], delivery: false, amount: '', reason: 'Bent', confirm: true }
  const orderLines = [1, 2].map(position => ({ position, code: `FH-${position}` }))

  test.each(['', '0', '0.00', '-1', '1.234', '1e3', 'NaN', '1,2', 'ten'])('of %j is rejected', amount => {
    expect(Object.keys(parseRefund({ ...typed, amount }, orderLines).errors)).toEqual(['refund-amount'])
  })

  test('is parsed to the penny', () => {
    expect(parseRefund({ ...typed, amount: ' £1,250.05' }, orderLines)).toEqual({
      items: { lines: [], delivery: false, amount: 125005 },
      errors: {},
    })
  })

  test('is of lines and delivery, or of an amount', () => {
    const lines = [
      { position: 1, quantity: '' },
      { position: 2, quantity: '3' },
    ]
    expect(parseRefund({ ...typed, lines, delivery: true }, orderLines)).toEqual({
      items: { lines: [{ position: 2, quantity: 3 }], delivery: true, amount: null },
      errors: {},
    })
    expect(Object.keys(parseRefund({ ...typed, lines, amount: '5' }, orderLines).errors)).toEqual([
      'refund-amount',
    ])
    const half = [{ position: 2, quantity: '1.5' }]
    expect(parseRefund({ ...typed, lines: half, delivery: true }, orderLines).errors).toEqual({
      'refund-quantity-2': 'FH-2: enter a whole number.',
    })
  })
})

test('a box that was ticked is to be ticked again once something else was wrong', () => {
  const wrong = { 'refund-reason': 'Give a reason: the customer sees it.' }
  expect(addTickAgain('refund-confirm', true, wrong)).toEqual({
    ...wrong,
    'refund-confirm': 'Tick again to confirm.',
  })
  expect(addTickAgain('refund-confirm', false, wrong)).toEqual(wrong)
  expect(addTickAgain('refund-confirm', true, {})).toEqual({})
})

test('every order is in one group, and in the group of all; two groups are parts of others', () => {
  for (const state of [...statesOf('order'), ...statesOf('approval_request')]) {
    for (const onStop of [true, false]) {
      const lists = orderGroups.filter(group => {
        const definition = orderGroupDefinitions[group]
        if (definition.hasRefundProblem || definition.hasOpenMessage || definition.isBackOrder) return false
        if (group === 'part_despatched') return false
        const isOfState = definition.states === null || definition.states.includes(state)
        return isOfState && (definition.onStop === null || definition.onStop === onStop)
      })
      expect(lists).toHaveLength(2)
      expect(lists).toContain('all')
    }
  }
})

test.each([
  [0, 'account', 'Nothing of FH-1 is left to credit. Nothing was done.'],
  [1, 'account', 'Only 1 of FH-1 is left to credit. Nothing was done.'],
  [2, 'account', 'Only 2 of FH-1 are left to credit. Nothing was done.'],
  [2, 'card', 'Only 2 of FH-1 are left to refund. Nothing was done.'],
] as const)(
  'with %i left of an order by %s, the refusal says so in plain words',
  (left, method, sentence) => {
    expect(formatActionRefusal({ why: 'too_many', code: 'FH-1', left }, { method })).toBe(sentence)
  },
)
