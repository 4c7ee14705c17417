import { expect, test } from 'vitest'
import { type Pence, pence } from '../../../lib/money.ts'
import { calculateCredited } from './credited.ts'
import type { DocumentLine } from './document.ts'

const toLine = (position: number | null, quantity: number, net: Pence, vat: Pence): DocumentLine => ({
  kind: position === null ? 'amount' : 'goods',
  position,
  productId: position,
  code: '',
  title: '',
  quantity,
  net,
  vat,
})

test('R-CREDIT-1: what was credited is taken off the total, and its pieces are counted by line', () => {
  const credited = [
    toLine(1, 2, pence(2500), pence(500)),
    toLine(null, 1, pence(-100), pence(-20)),
    toLine(1, 1, pence(1250), pence(250)),
  ]
  expect(calculateCredited({ total: pence(19_800), credited, deferred: [] })).toEqual({
    total: 4380,
    rest: 15_420,
    pieces: new Map([[1, 3]]),
  })
})

test('R-CREDIT-2: what was refunded while the order was held counts before its credit note is issued', () => {
  const lines = [toLine(2, 1, pence(400), pence(80))]
  const note = { id: 1, at: '', staffId: 1, reason: '', lines, net: pence(400), vat: pence(80) }
  expect(calculateCredited({ total: pence(1440), credited: [], deferred: [note] })).toEqual({
    total: 480,
    rest: 960,
    pieces: new Map([[2, 1]]),
  })
})

test('an order of which nothing was credited says nothing', () => {
  expect(calculateCredited({ total: pence(1440), credited: [], deferred: [] })).toBeNull()
})
