import { expect, test } from 'vitest'
import { firstStates, mayMove, type OrderState, orderMoves } from './states.ts'

const states = Object.keys(orderMoves) as OrderState[]

test('every state can be reached', () => {
  const reached = new Set<string>(firstStates)
  for (const state of states) for (const next of orderMoves[state]) reached.add(next)
  expect([...reached].sort()).toEqual([...states].sort())
})

test('every state that an order starts in can be left, and each way ends', () => {
  const ends = (state: OrderState, seen: OrderState[]): boolean =>
    orderMoves[state].length === 0 ||
    orderMoves[state].some(next => !seen.includes(next) && ends(next, [...seen, next]))
  for (const state of states) expect(ends(state, [state]), state).toBe(true)
})

test('a placed order never goes back to waiting, and a superseded one never comes to life', () => {
  expect(states.filter(to => mayMove('placed', to))).toEqual(['payment_reversed', 'cancelled'])
  expect(states.filter(to => mayMove('superseded', to))).toEqual([])
})
