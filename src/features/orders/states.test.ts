import { describe, expect, test } from 'vitest'
import {
  canTransition,
  completedState,
  getConvertedState,
  holdsStock,
  initialStates,
  type OrderState,
  orderKinds,
  statesOf,
} from './states.ts'

describe.each(orderKinds)('the transitions of kind %s', kind => {
  const states = statesOf(kind)
  const next = (from: OrderState) => states.filter(to => canTransition(kind, from, to))

  test('reach every state', () => {
    const reached = new Set<string>(initialStates[kind])
    for (const state of states) for (const to of next(state)) reached.add(to)
    expect([...reached].sort()).toEqual([...states].sort())
  })

  test('lead from every state to an end', () => {
    const ends = (state: OrderState, seen: OrderState[]): boolean =>
      next(state).length === 0 || next(state).some(to => !seen.includes(to) && ends(to, [...seen, to]))
    for (const state of states) expect(ends(state, [state]), state).toBe(true)
  })

  test('let a customer complete what was saved', () => {
    for (const state of initialStates[kind])
      expect(canTransition(kind, state, completedState[kind])).toBe(true)
  })
})

test('a placed order is never open again, and a superseded one never placed', () => {
  const targets = (from: OrderState) => statesOf('order').filter(to => canTransition('order', from, to))
  expect(targets('placed')).toEqual([
    'part_despatched',
    'despatched',
    'collected',
    'payment_reversed',
    'cancelled',
  ])
  expect(targets('superseded')).toEqual([])
})

test('an order that is placed from a quote or an approval request converts it', () => {
  for (const [kind, state] of [
    ['quote', 'quote_approved'],
    ['approval_request', 'awaiting_approval'],
  ] as const) {
    const convertible = statesOf(kind).filter(from => getConvertedState(from) !== null)
    expect(convertible).toEqual([state])
    expect(canTransition(kind, state, getConvertedState(state)!)).toBe(true)
  }
})

test('a kind has no transitions of another kind', () => {
  expect(canTransition('order', 'saved', 'quote_requested')).toBe(false)
  expect(canTransition('quote', 'saved', 'placed')).toBe(false)
  expect(canTransition('approval_request', 'lapsed', 'placed')).toBe(false)
})

test('only orders hold stock: quotes and approval requests order nothing yet', () => {
  expect(holdsStock({ kind: 'order', state: 'saved', isStockReleased: false })).toBe(true)
  expect(holdsStock({ kind: 'order', state: 'lapsed', isStockReleased: false })).toBe(false)
  expect(holdsStock({ kind: 'quote', state: 'saved', isStockReleased: false })).toBe(false)
  expect(holdsStock({ kind: 'approval_request', state: 'saved', isStockReleased: false })).toBe(false)
})
