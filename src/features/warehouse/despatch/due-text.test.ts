import { expect, test } from 'vitest'
import { createOpenLine, createOrder } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import { type ExpectedLine, expectStoredOrder } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import { formatLineDue, formatNoDate, formatRemainingAnnounced, formatRemainingDue } from './due-text.ts'

/** In two parts, of which the first has left in part. */
const createRest = (changes: Partial<Order> = {}): Order =>
  createOrder({
    state: 'part_despatched',
    consignments: 'split',
    deliveryDate: '2026-11-30',
    placedAt: new Date('2026-11-27T10:00:00Z'),
    ...changes,
  })

const inStock = createOpenLine({ quantity: 12 })
const later = createOpenLine({ quantity: 4, laterQuantity: 4, leadTime: { min: 14, max: 21 } })
const noDate = createOpenLine({ quantity: 2, laterQuantity: 2 })

const numberLines = (lines: readonly ExpectedLine[]) =>
  lines.map((line, index) => ({ ...line, position: index + 1 }))

const getRemaining = (lines: ExpectedLine[], changes: Partial<Order> = {}, today = '2026-11-27') =>
  formatRemainingDue(expectStoredOrder(createRest(changes), numberLines(lines), toIsoDate(today))).map(
    ({ text, isLate }) => `${text}${isLate ? ' (late)' : ''}`,
  )
const getLine = (line: ExpectedLine, changes: Partial<Order> = {}, today = '2026-11-27') => {
  const lines = numberLines([inStock, line])
  const { text, isLate } = formatLineDue(expectStoredOrder(createRest(changes), lines, toIsoDate(today)), 2)
  return `${text}${isLate ? ' (late)' : ''}`
}

test('R-DELAY-2: the rest is due on one day, or so many pieces of it on each', () => {
  expect(getRemaining([inStock])).toEqual(['The rest is promised for Monday 30 November'])
  expect(getRemaining([later])).toEqual(['The rest is due about 11–18 December'])
  expect(getRemaining([noDate])).toEqual(['No day promised for the rest'])
  expect(getRemaining([inStock, later, noDate])).toEqual([
    '12 pieces promised for Monday 30 November',
    '4 pieces due about 11–18 December',
    '2 pieces with no date yet',
  ])
  expect(getRemaining([noDate, later])).toEqual([
    '4 pieces due about 11–18 December',
    '2 pieces with no date yet',
  ])
  expect(getRemaining([createOpenLine({ quantity: 1 }), later])).toEqual([
    '1 piece promised for Monday 30 November',
    '4 pieces due about 11–18 December',
  ])
  expect(getRemaining([inStock], { onStop: true })).toEqual(['The rest was promised for Monday 30 November'])
  expect(getRemaining([inStock, later], { onStop: true })).toEqual([
    '12 pieces were promised for Monday 30 November',
    '4 pieces due about 11–18 December',
  ])
  expect(getRemaining([later], { onStop: true })).toEqual(['The rest is due about 11–18 December'])
  expect(getRemaining([inStock, later], { wasHeld: true })).toEqual([
    '4 pieces due about 11–18 December',
    '12 pieces with no date yet',
  ])
})

test('the rest says that its day has passed, or that it is delayed', () => {
  expect(getRemaining([inStock], {}, '2026-12-01')).toEqual(['The rest was due Monday 30 November (late)'])
  expect(getRemaining([inStock, later], {}, '2026-12-01')).toEqual([
    '12 pieces were due Monday 30 November (late)',
    '4 pieces due about 11–18 December',
  ])
  expect(getRemaining([later], {}, '2026-12-18')).toEqual(['The rest is due about 11–18 December'])
  expect(getRemaining([later], {}, '2026-12-19')).toEqual(['The rest was due about 11–18 December (late)'])
  expect(getRemaining([later, noDate], {}, '2026-12-19')).toEqual([
    '4 pieces were due about 11–18 December (late)',
    '2 pieces with no date yet',
  ])
  expect(getRemaining([inStock, later], { delay: { day: '2026-12-09' } })).toEqual([
    'The rest is delayed, now due Wednesday 9 December',
  ])
  expect(getRemaining([later], { delay: { day: '2026-12-09' } }, '2026-12-10')).toEqual([
    'The rest was due Wednesday 9 December (late)',
  ])
  expect(getRemaining([later], { delay: { day: null } })).toEqual([
    'The rest is delayed, the day isn’t known yet',
  ])
})

test('a line says the same of its pieces', () => {
  expect(getLine(inStock)).toBe('Promised Monday 30 November')
  expect(getLine(inStock, {}, '2026-12-01')).toBe('Was due Monday 30 November (late)')
  expect(getLine(inStock, { onStop: true })).toBe('Was promised Monday 30 November')
  expect(getLine({ ...later, quantity: 6 }, { onStop: true })).toBe(
    '2 were promised Monday 30 November, 4 due about 11–18 December',
  )
  expect(getLine(later)).toBe('Due about 11–18 December')
  expect(getLine(noDate)).toBe('No date yet')
  expect(getLine(inStock, { wasHeld: true })).toBe('No date yet')
  expect(getLine({ ...later, quantity: 6 })).toBe('2 promised Monday 30 November, 4 due about 11–18 December')
  expect(getLine({ ...noDate, quantity: 6 })).toBe('4 promised Monday 30 November, 2 with no date yet')
  expect(getLine(later, { delay: { day: '2026-12-09' } })).toBe('Now due Wednesday 9 December')
  expect(getLine(later, { delay: { day: '2026-12-09' } }, '2026-12-10')).toBe(
    'Was due Wednesday 9 December (late)',
  )
  expect(getLine(later, { delay: { day: null } })).toBe('Delayed, no day yet')
})

test('pieces that can go before the day that was given for them', () => {
  const [backOrderedHere, noDateHere] = [later, noDate].map(line => ({ ...line, allocatable: line.quantity }))
  expect(getLine(backOrderedHere!)).toBe('Customer expects it about 11–18 December')
  expect(getLine(noDateHere!)).toBe('Customer has no date')
  expect(getLine({ ...later, allocatable: 3 })).toBe('Due about 11–18 December')
  expect(getLine(backOrderedHere!, {}, '2026-12-19')).toBe('Was due about 11–18 December (late)')
  expect(getLine({ ...inStock, allocatable: 12 })).toBe('Promised Monday 30 November')

  expect(getRemaining([backOrderedHere!])).toEqual(['Customer expects it about 11–18 December'])
  expect(getRemaining([backOrderedHere!, noDateHere!])).toEqual([
    'Customer expects 4 pieces about 11–18 December, has no date for 2',
  ])
  expect(getRemaining([noDateHere!])).toEqual(['Customer has no date'])
  expect(getRemaining([inStock, backOrderedHere!])).toEqual(['12 pieces promised for Monday 30 November'])
  expect(getRemaining([backOrderedHere!, noDate])).toEqual(['2 pieces with no date yet'])
  expect(getRemaining([backOrderedHere!], {}, '2026-12-19')).toEqual([
    'The rest was due about 11–18 December (late)',
  ])
  const lines = numberLines([backOrderedHere!, noDate])
  expect(formatRemainingAnnounced(expectStoredOrder(createRest(), lines, toIsoDate('2026-12-30')))).toBe(
    '4 pieces due about 11–18 December, 2 pieces with no date yet',
  )
})

test('R-PICK-4: goods that were found missing were promised, and are expected later', () => {
  const missing = { ...later, laterSince: toIsoDate('2026-11-28') }
  const changes = { consignments: null }
  expect(getLine(missing, changes)).toBe('Promised Monday 30 November, now about 12–19 December')
  expect(getRemaining([missing], changes)).toEqual([
    'The rest is promised for Monday 30 November, now about 12–19 December',
  ])
  expect(getRemaining([missing], changes, '2026-12-01')).toEqual([
    'The rest was due Monday 30 November, then about 12–19 December (late)',
  ])
})

test('an order without a day says when its goods are expected, or a part of them', () => {
  const getNoDate = (lines: ExpectedLine[], changes: Partial<Order> = {}) => {
    const order = createRest({ state: 'placed', deliveryDate: null, consignments: null, ...changes })
    return formatNoDate(expectStoredOrder(order, numberLines(lines), toIsoDate('2026-11-27')), order)
  }
  expect(getNoDate([later])).toBe('About 11–18 December')
  expect(getNoDate([noDate, later])).toBe('Part about 11–18 December')
  expect(getNoDate([noDate])).toBe('No day promised')
  expect(getNoDate([inStock])).toBe('No day promised')
  expect(getNoDate([later], { wasHeld: true })).toBe('No day promised')
  expect(getNoDate([later], { delay: { day: null } })).toBe('Delayed, no day yet')
})
