import { expect, test } from 'vitest'
import { createOrder } from '../../../../tests/support/order-fixtures.ts'
import { parseOriginal } from '../../back-office/original-form.ts'
import { originalCorrection } from '../schemas.ts'
import { formatOriginal, listDiscardedLines, pickTyped } from './original-correction.ts'

const before = createOrder({ purchaseOrder: 'PO 1', deliveryInstructions: 'Ring' })
const lines = [
  { position: 1, quantity: 6 },
  { position: 2, quantity: 4 },
]
const original = parseOriginal(originalCorrection, formatOriginal(before, lines))
/** A form as a browser sends it: all of its fields. */
const form = {
  contact: before.contact,
  delivery: before.delivery,
  purchase_order: 'PO 1',
  delivery_instructions: 'Ring',
  lines: [
    { position: 1, quantity: '6', code: '', price: '' },
    { position: 2, quantity: '4', code: '', price: '' },
  ],
}
/** As a colleague has corrected it. */
const after = {
  ...before,
  contact: { ...before.contact, telephone: '0113 496 0555' },
  delivery: { ...before.delivery, town: 'Bradford' },
  purchaseOrder: 'PO 2',
}

test('R-CORRECT-5: what was typed stays, and all else is as the order is now', () => {
  const typed = { ...form, contact: { ...before.contact, name: 'Sam B' }, delivery_instructions: 'Knock' }
  expect(pickTyped(typed, original, after, lines)).toMatchObject({
    contact: { name: 'Sam B', telephone: '0113 496 0555' },
    delivery: { town: 'Bradford' },
    purchase_order: undefined,
    delivery_instructions: 'Knock',
    lines: [],
  })
})

test('a part is replaced in the quantity that a colleague has lowered, and a typed quantity stays', () => {
  const typed = {
    lines: [
      { position: 1, quantity: '6', code: 'FH-AIR-1', price: '' },
      { position: 2, quantity: '3', code: '', price: '' },
    ],
  }
  const lowered = [
    { position: 1, quantity: 5 },
    { position: 2, quantity: 1 },
  ]
  expect(pickTyped(typed, original, after, lowered).lines).toEqual([
    { position: 1, quantity: '5', code: 'FH-AIR-1', price: '' },
    { position: 2, quantity: '3', code: '', price: '' },
  ])
})

test('without what the page displayed everything counts as typed', () => {
  expect(pickTyped(form, null, after, lines)).toBe(form)
})

test('what was typed for a line that is gone can be read', () => {
  const typed = [{ position: 3, quantity: '2', code: 'FH-AIR-1', price: '4.50' }, form.lines[0]!]
  expect(listDiscardedLines(typed, lines)).toEqual([
    { name: 'Line 3', text: '2, replaced by FH-AIR-1, £4.50 each' },
  ])
})
