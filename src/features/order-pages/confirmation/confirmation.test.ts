import { expect, test } from 'vitest'
import { createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import { type Pence, zero } from '../../../lib/money.ts'
import { fillInContact } from '../../../lib/shop-contact.ts'
import type { Order } from '../../orders/order.ts'
import { toConfirmation } from './confirmation.ts'

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

const order: Parameters<typeof toConfirmation>[0] = {
  parcels: [],
  documents: [],
  refunds: [],
  products: [],
  id: 1,
  basketId: 1,
  sourceId: null,
  personId: null,
  companyId: null,
  deliveryDate: '2026-11-24',
  kind: 'order',
  placedAt: null,
  isPrepared: false,
  linkVersion: 0,
  vouchers: [],
  state: 'placed',
  isStockReleased: false,
  consignments: null,
  method: 'account',
  freeReason: null,
  reference: 'FH7K2M9QXA',
  contact: { name: 'Sam Okafor', email: 'sam@example.com', telephone: '', vat: '' },
  delivery: home,
  billing: home,
  deliveryCode: 'ND',
  collectionDetails: [],
  deliveryFacts: {},
  purchaseOrder: '',
  deliveryInstructions: '',
  approvalNote: '',
  quoteNote: '',
  onStop: false,
  wasHeld: false,
  holdReason: '',
  isCreditHeld: false,
  amountDue: zero,
  payBy: null,
  isReadyToCollect: false,
  delay: null,
  lines: [],
  subtotal: 1250 as Pence,
  discount: 0 as Pence,
  deliveryCost: 800 as Pence,
  vat: 410 as Pence,
  vatRateBp: 2000,
  total: 2460 as Pence,
}

const now = new Date('2026-11-23T10:00:00Z')

test('the day of arrival is said first, but not of goods that are not sent', () => {
  const arrival = (changes: Partial<Order>) => toConfirmation({ ...order, ...changes }, now).arrival
  expect(arrival({ deliveryDate: '2026-11-24' })).toBe('Arrives Tuesday 24 November')
  expect(arrival({ onStop: true })).toMatch(/^Not sent/)
  expect(arrival({ kind: 'quote', method: null, state: 'quote_requested' })).toBeNull()
})

test('an order is announced for delivery, or for collection at the counter', () => {
  const delivered = toConfirmation(order, now)
  expect(delivered.deliveryOrCollection.name).toBe('Deliver to')
  expect(delivered.deliveryOrCollection.lines).toContain('88 Mill Lane')
  expect(fillInContact(delivered.next, { phone: null })).toContain('carrier')
  const collected = toConfirmation(
    {
      ...order,
      deliveryCode: 'COL',
      deliveryFacts: { counter: 'Leeds counter', readyFrom: '15:00' },
      collectionDetails: ['1 Example Street, Leeds, LS1 0XX', 'Open Monday to Friday 7:30–17:30'],
    },
    now,
  )
  expect(collected.deliveryOrCollection).toEqual({
    name: 'To collect from',
    lines: [
      'Leeds counter',
      '1 Example Street, Leeds, LS1 0XX',
      'Open Monday to Friday 7:30–17:30',
      'To be collected by Sam Okafor',
    ],
  })
  expect(collected.next).not.toContain('carrier')
  expect(collected.next).toContain('at the counter')
})

test('an account on stop is not promised that the goods are packed, not at the counter either', () => {
  for (const deliveryCode of ['ND', 'COL']) {
    expect(toConfirmation({ ...order, deliveryCode, onStop: true }, now).next).toMatch(
      /won’t be despatched yet/,
    )
  }
})

test('the sender of an approval request is promised no e-mail: there is none before the decision', () => {
  expect(
    toConfirmation({ ...order, kind: 'approval_request', method: null, state: 'awaiting_approval' }, now)
      .isMailed,
  ).toBe(false)
  expect(toConfirmation(order, now).isMailed).toBe(true)
  expect(
    toConfirmation({ ...order, kind: 'quote', method: null, state: 'quote_requested' }, now).isMailed,
  ).toBe(true)
})

test('an address abroad ends with the name of its country', () => {
  const oslo = { ...home, town: 'Oslo', postcode: '0150', country: 'NO' }
  expect(toConfirmation({ ...order, delivery: oslo }, now).deliveryOrCollection.lines.at(-1)).toBe('Norway')
})

test('R-DELIVERY-10: goods that come later are not said to be packed', () => {
  const line = createOrderLine({ quantity: 5, laterQuantity: 3, leadTime: { min: 14, max: 21 } })
  const products = [{ path: 'filter', image: null, forSale: true }]
  const later = { ...order, lines: [line], products }
  const next = (changes: Partial<Order>) => toConfirmation({ ...later, ...changes }, now).next
  expect(next({ consignments: 'split' })).toBe(
    'We’ll send what’s in stock now, and the rest when it arrives.',
  )
  expect(next({ consignments: 'together' })).toBe('We’ll send your order once everything is in.')
  expect(next({ deliveryCode: 'COL' })).toMatch(/^We’ll tell you when your order is ready at the counter/)
  expect(next({ consignments: 'split', deliveryCode: 'COL' })).toMatch(/when the rest is in/)
  expect(next({ consignments: 'split', onStop: true })).toMatch(/won’t be despatched yet/)
  expect(toConfirmation({ ...later, consignments: 'split' }, now).consignments?.later.lines).toMatchObject([
    { quantity: 3, arrival: 'about 2–3 weeks' },
  ])
})
