import { expect, test } from 'vitest'
import type { Pence } from '../shared/money.ts'
import { confirmationOf } from './confirmation.ts'
import type { Order } from './order.ts'

const home = {
  firstname: 'Sam',
  surname: 'Okafor',
  company: '',
  address1: '88 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS4 1AB',
  country: 'GB',
  telephone: '0113 496 0999',
}

const order: Order = {
  id: 1,
  basketId: 1,
  sourceId: null,
  personId: null,
  companyId: null,
  deliveryDate: '2026-11-24',
  holdsStock: true,
  placedAt: null,
  vouchers: [],
  state: 'placed',
  method: 'account',
  reference: 'FH7K2M9QXA',
  contact: { name: 'Sam Okafor', email: 'sam@example.com', telephone: '', vat: '' },
  delivery: home,
  billing: home,
  deliveryCode: 'ND',
  deliveryTitle: 'Tuesday 24 November – Next working day, before 17:30',
  purchaseOrder: '',
  deliveryInstructions: '',
  onStop: false,
  lines: [],
  subtotal: 1250 as Pence,
  discount: 0 as Pence,
  carriage: 800 as Pence,
  vat: 410 as Pence,
  total: 2460 as Pence,
}

test('who ordered hears that the carrier brings it, and who collects that it stays at the counter', () => {
  const brought = confirmationOf(order)
  expect(brought.handover.name).toBe('Deliver to')
  expect(brought.handover.lines).toContain('88 Mill Lane')
  expect(brought.next).toContain('carrier')
  const collected = confirmationOf({ ...order, deliveryCode: 'COL' })
  expect(collected.handover).toEqual({
    name: 'To collect from',
    lines: ['Leeds counter', 'Collected by Sam Okafor'],
  })
  expect(collected.next).not.toContain('carrier')
  expect(collected.next).toContain('at the counter')
})

test('nobody on stop is promised that his goods are packed, not at the counter either', () => {
  for (const deliveryCode of ['ND', 'COL']) {
    expect(confirmationOf({ ...order, deliveryCode, onStop: true }).next).toMatch(/not despatched yet/)
  }
})

test('who sends an order for approval is promised no mail of it: there is none before the decision', () => {
  expect(confirmationOf({ ...order, method: 'approval', state: 'awaiting_approval' }).isMailed).toBe(false)
  expect(confirmationOf(order).isMailed).toBe(true)
  expect(confirmationOf({ ...order, method: 'quote', state: 'quote_requested' }).isMailed).toBe(true)
})

test('an address abroad ends with the name of its country', () => {
  const oslo = { ...home, town: 'Oslo', postcode: '0150', country: 'NO' }
  expect(confirmationOf({ ...order, delivery: oslo }).handover.lines.at(-1)).toBe('Norway')
})
