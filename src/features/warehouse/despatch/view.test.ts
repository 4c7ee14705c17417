import { expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import type { OrderLine } from '../../orders/order-line.ts'
import { toOrderConsignments } from './view.ts'

const line: OrderLine = createOrderLine({ laterQuantity: 2 })

/** Of an order that was placed half an hour after midnight in London. */
const getHeading = (today: string, lines: OrderLine[]) =>
  toOrderConsignments(createOrder({ placedAt: new Date('2026-06-22T23:30:00Z'), lines }), toIsoDate(today))!
    .nowHeading

test('goods of an order are in stock now on its own day, and were so when it was ordered afterwards', () => {
  expect(getHeading('2026-06-23', [line])).toBeUndefined()
  expect(getHeading('2026-06-24', [line])).toBe('In stock when you ordered')
})

test('what a pick left short was not missing when it was ordered', () => {
  const short = { ...line, laterSince: toIsoDate('2026-06-24') }
  expect(getHeading('2026-06-24', [createOrderLine(), short])).toBe('In stock')
})
