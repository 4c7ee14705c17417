import { expect, test } from 'vitest'
import { pence } from '../../../lib/money.ts'
import type { BasketLine } from '../basket.ts'
import {
  findLineProblem,
  formatAvailability,
  formatProblemNotice,
  listAvailableQuantities,
  listLineProblems,
} from './line-problems.ts'

const createLine = (changes: Partial<BasketLine>): BasketLine => ({
  id: 7,
  productId: 1,
  code: 'FH-AIR-1',
  path: 'filterhouse/fh-air-1',
  title: 'Air filter, outer',
  entry: {},
  quantity: 5,
  unitPrice: pence(24_99),
  available: 2,
  backOrder: false,
  note: null,
  leadTime: null,
  forSale: true,
  weightG: 1850,
  image: null,
  ...changes,
})

const describeProblem = (changes: Partial<BasketLine>) => {
  const problem = findLineProblem(createLine(changes))
  return problem && [problem.text, problem.available, problem.later]
}

test('a row with more than is there says how many there are, and how many can be ordered for later', () => {
  expect(describeProblem({})).toEqual(['Only 2 available', 2, 0])
  expect(describeProblem({ backOrder: true })).toEqual(['Only 2 available', 2, 3])
  expect(describeProblem({ quantity: 2 })).toBeNull()
})

test('a row of which none is there has a problem, unless all of it can be ordered for later', () => {
  expect(describeProblem({ available: 0 })).toEqual(['Out of stock', 0, 0])
  expect(describeProblem({ available: -4 })).toEqual(['Out of stock', 0, 0])
  expect(describeProblem({ available: -4, backOrder: true })).toBeNull()
})

test('a row that is no longer sold, or has no price any more, cannot be ordered', () => {
  expect(describeProblem({ forSale: false, available: 9 })).toEqual(['No longer available', 0, 0])
  expect(describeProblem({ unitPrice: null, available: 9 })).toEqual(['Price on request', 0, 0])
})

test('the availability of a row says its problem, but keeps the note of what is out of stock', () => {
  expect(formatAvailability(createLine({}), null)).toBe('Only 2 available')
  expect(formatAvailability(createLine({ quantity: 1 }), null)).toBe('2 in stock')
  expect(formatAvailability(createLine({ available: 0, note: '7-10 days' }), null)).toBe(
    'Available in - 7-10 days',
  )
})

test('a row of which the customer takes a part later says so, and is no problem any more', () => {
  const line = createLine({ backOrder: true })
  expect(formatAvailability(line, 'split')).toBe('2 now, 3 later')
  expect(formatAvailability(line, 'together')).toBe('Only 2 available')
  expect(listLineProblems({ lines: [line, createLine({})], consignments: 'split' })).toHaveLength(1)
})

test('the notice after a change names the part and the quantity', () => {
  expect(formatProblemNotice(findLineProblem(createLine({}))!)).toBe(
    'Only 2 available: FH-AIR-1 Air filter, outer. 5 are in your basket.',
  )
})

test('short rows are reduced to what is there, one or all, and none is removed', () => {
  const lines = [
    createLine({ id: 1 }),
    createLine({ id: 2, available: 0 }),
    createLine({ id: 3, available: 9 }),
    createLine({ id: 4, backOrder: true }),
  ]
  expect(listAvailableQuantities({ lines, consignments: null }, '*')).toMatchObject([
    { rowId: 1, quantity: 2 },
  ])
  expect(listAvailableQuantities({ lines, consignments: null }, '4')).toMatchObject([
    { rowId: 4, quantity: 2 },
  ])
  expect(listAvailableQuantities({ lines, consignments: null }, '2')).toEqual([])
})
