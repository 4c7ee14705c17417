import { expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import type { OpenLine } from '../despatch/rules.ts'
import type { Order } from '../order.ts'
import { toAdminOrderView } from './view.ts'

const details = {
  createdAt: new Date('2026-11-23T10:00:00Z'),
  invoiceNumber: null,
  company: null,
  madeFrom: null,
  madeInto: null,
  parcels: [],
  history: [],
}

/** The page of an order with a line of 12 pieces for each figure, of which so many are on hand. */
function show(onHand: readonly number[], changes: Partial<Order> = {}) {
  const openLines = onHand.map(
    (count, index): OpenLine => ({
      position: index + 1,
      code: `FH-${index + 1}`,
      title: 'Oil filter',
      quantity: 12,
      laterQuantity: 0,
      leadTime: null,
      despatchedQuantity: 0,
      onHand: count,
      productId: index + 1,
    }),
  )
  const order = createOrder({
    lines: openLines.map(({ productId }) => createOrderLine({ productId })),
    ...changes,
  })
  return toAdminOrderView(
    order,
    details,
    { attempts: [], refunds: [] },
    { lines: openLines, lastCarrier: null },
  )
}

const missing = Array.from({ length: 100 }, () => 0)

test('R-DESPATCH-1: the lines that can go out now come first, however many there are', () => {
  const { despatch } = show([...missing, 5, 7])
  expect(despatch?.lines).toHaveLength(100)
  expect(despatch?.lines.slice(0, 3)).toMatchObject([
    { position: 101, sendable: 5 },
    { position: 102, sendable: 7 },
    { position: 1, sendable: 0 },
  ])
  expect(despatch).toMatchObject({ more: 2, isNothingHere: false })
  expect(show(missing).despatch).toMatchObject({ more: 0, isNothingHere: true })
})
