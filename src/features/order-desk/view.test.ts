import { expect, test } from 'vitest'
import { createOpenLine, createOrder, createOrderLine } from '../../../tests/support/order-fixtures.ts'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import type { Order } from '../orders/order.ts'
import { listDiscardedInput, omitGoneErrors } from './discarded-input.ts'
import { creditWords } from './refunds/credit-form.ts'
import { type TypedForms, toAdminOrderView } from './view.ts'

const creditable = { lines: [], delivery: null, net: pence(0), vat: pence(0), total: pence(0) }

const details = {
  createdAt: new Date('2026-11-23T10:00:00Z'),
  source: 'web' as const,
  takenBy: null,
  isAccountStopped: false,
  creditCheck: null,
  pickListId: null,
  company: null,
  madeFrom: null,
  madeInto: null,
  parcels: [],
  delayedAt: null,
  readyAt: null,
  lastCarrier: null,
  history: [],
  notes: [],
  messages: [],
}

/** The page of an order with a line of 12 pieces for each figure, of which so many are on hand. */
function show(
  onHand: readonly number[],
  changes: Partial<Order> = {},
  typed: TypedForms = {},
  linkSentAt: Date | null = null,
) {
  const openLines = toOpenLines(onHand)
  const order = createOrder({
    lines: openLines.map(({ productId }) => createOrderLine({ productId })),
    ...changes,
  })
  return toAdminOrderView(
    { ...order, documents: [], credited: [], deferred: [] },
    details,
    { attempts: [], refunds: [] },
    {
      lines: openLines,
      olderOrders: [],
      emails: [],
      linkSentAt,
      paymentUrl: '/pay',
      creditable: { ...creditable, isExact: true },
      today: toIsoDate('2026-11-23'),
    },
    typed,
  )
}

const toOpenLines = (onHand: readonly number[]) =>
  onHand.map((count, index) =>
    createOpenLine({
      position: index + 1,
      code: `FH-${index + 1}`,
      title: 'Oil filter',
      quantity: 12,
      onHand: count,
      productId: index + 1,
      allocatable: Math.min(12, count),
    }),
  )

const missing = Array.from({ length: 100 }, () => 0)

test('a payment link that was never sent of a pro forma is not sent again', () => {
  const toDue = (changes: Partial<Order>, linkSentAt: Date | null) => {
    const { dueText, linkButton } = show([12], { amountDue: pence(2000), ...changes }, {}, linkSentAt)
    return [dueText, linkButton]
  }
  const sentAt = new Date('2026-11-23T09:00:00Z')
  const proForma = { method: 'counter', payBy: '2026-12-01' } as const
  expect(toDue(proForma, null)).toEqual([
    expect.stringMatching(
      /^£20.00 is to be paid first by 1 December 2026. Enter the payment when it is there. Nothing/,
    ),
    'Email the payment link',
  ])
  expect(toDue(proForma, sentAt)).toEqual([
    expect.stringContaining('was sent the link to pay £20.00 on 23 November 2026'),
    'Send payment link again',
  ])
  expect(toDue({ method: 'card' }, null)[1]).toBe('Send payment link again')
})

test('R-DESPATCH-1: the lines that can go out now come first, however many there are', () => {
  const { despatch } = show([...missing, 5, 7])
  expect(despatch?.lines).toHaveLength(100)
  expect(despatch?.lines.slice(0, 3)).toMatchObject([
    { position: 101, proposed: 5 },
    { position: 102, proposed: 7 },
    { position: 1, proposed: 0 },
  ])
  expect(despatch).toMatchObject({ more: 2, isNothingHere: false })
  expect(show(missing).despatch).toMatchObject({ more: 0, isNothingHere: true })
})

test('R-DESPATCH-3: a quantity that was typed stays, however many lines come before it now', () => {
  const typed = {
    lines: [{ position: 105, quantity: '3' }],
    carrier: 'dpd',
    carrier_name: '',
    tracking: '',
    collected_by: '',
    out_of_turn: false,
    part: false,
  }
  const stocked = Array.from({ length: 110 }, () => 12)
  const { despatch } = show(stocked, {}, { despatch: typed })
  expect(despatch?.lines[0]).toMatchObject({ position: 105 })
  expect(despatch).toMatchObject({ more: 10 })
})

test('what was typed into forms that the order has no more can be read: pieces to refund, and the new day', () => {
  const typed: TypedForms = {
    refund: {
      lines: [
        { position: 1, quantity: '2' },
        { position: 2, quantity: '' },
      ],
      delivery: true,
      amount: '',
      reason: 'Came bent',
      restock: false,
      free_of_charge: false,
    },
    delay: { choice: 'day', day: '2026-12-04' },
  }
  const order = show([5, 5], { state: 'payment_reversed' })
  expect(listDiscardedInput(order, typed, toOpenLines([5, 5]))).toEqual([
    { name: 'Pieces to refund', text: 'FH-1: 2' },
    { name: 'Refund the delivery charge', text: 'Yes' },
    { name: 'Reason', text: 'Came bent' },
    { name: 'New day', text: '2026-12-04' },
  ])
  expect(listDiscardedInput(order, { delay: { choice: 'unknown', day: '' } }, [])).toEqual([
    { name: 'New day', text: 'Not known yet' },
  ])
})

test('R-DESPATCH-3: a quantity can be read that was typed for a line of which nothing is to go any more', () => {
  const typed: TypedForms = {
    despatch: {
      lines: [
        { position: 1, quantity: '5' },
        { position: 2, quantity: '2' },
        { position: 3, quantity: '0' },
      ],
      carrier: 'dpd',
      carrier_name: '',
      tracking: '123',
      collected_by: '',
      out_of_turn: false,
      part: false,
    },
  }
  const lines = toOpenLines([12, 12, 12]).map(line => ({
    ...line,
    despatchedQuantity: line.position === 2 ? 0 : line.quantity,
  }))
  const order = show([12, 12, 12])
  const despatch = {
    ...order.despatch!,
    lines: order.despatch!.lines.filter(({ position }) => position === 2),
  }
  expect(listDiscardedInput({ ...order, despatch }, typed, lines)).toEqual([
    { name: 'Pieces', text: 'FH-1: 5' },
  ])
})

test('pieces to refund can be read that were typed for a line that was credited meanwhile', () => {
  const refund = {
    lines: [
      { position: 1, quantity: '2' },
      { position: 2, quantity: '1' },
    ],
    ...{ delivery: true, amount: '', reason: 'Came bent', restock: false, free_of_charge: false },
  }
  const order = show([5, 5])
  const sums = { net: pence(100), vat: pence(0) }
  const line = { position: 2, productId: 2, code: 'FH-2', title: '', entry: {}, quantity: 1, ...sums }
  const left = { lines: [line], delivery: null, ...sums, total: pence(100), left: pence(100), isExact: true }
  const credit = {
    ...left,
    ...{ isCard: false, isRefundAlone: false, canRestock: false, canWithdraw: false, words: creditWords },
  }
  expect(listDiscardedInput({ ...order, credit }, { refund }, toOpenLines([5, 5]))).toEqual([
    { name: 'Pieces to refund', text: 'FH-1: 2' },
    { name: 'Refund the delivery charge', text: 'Yes' },
  ])
})

test('R-DESPATCH-3: what was typed for a delivery can be read once the order is collected, and the reverse', () => {
  const typed = {
    lines: [{ position: 1, quantity: '5' }],
    ...{
      carrier: 'dpd',
      carrier_name: '',
      tracking: '155',
      collected_by: '',
      out_of_turn: false,
      part: false,
    },
  }
  const order = show([12])
  const collected = { ...order, despatch: { ...order.despatch!, isCollected: true } }
  expect(listDiscardedInput(collected, { despatch: typed }, [])).toEqual([
    { name: 'Carrier', text: 'DPD' },
    { name: 'Tracking number', text: '155' },
  ])
  const despatch = { ...typed, carrier: '', tracking: '', collected_by: 'Sam Okafor' }
  expect(listDiscardedInput(order, { despatch }, [])).toEqual([{ name: 'Collected by', text: 'Sam Okafor' }])
})

test('messages are about fields of the page: those of a form or a line that is gone are left out', () => {
  const order = show([12])
  const errors = { 'quantity-1': 'Enter a whole number.', 'quantity-9': 'Enter a whole number.' }
  expect(omitGoneErrors(order, {}, errors)).toEqual({ 'quantity-1': 'Enter a whole number.' })
  const cancelled = show([12], { state: 'cancelled' })
  expect(omitGoneErrors(cancelled, { cancel: 'Sold out' }, { 'cancel-confirm': 'Tick the box.' })).toEqual({})
})
