import { expect, test } from 'vitest'
import {
  approvalGrantedKind,
  approvalRejectedKind,
  approvalRequestedKind,
  noApproverKind,
} from './approval.ts'
import { orderMessageKind, orderNoteKind } from './correspondence.ts'
import { creditNoteKind } from './credit-note.ts'
import { createOrderEmails } from './emails.server.ts'
import { orderCancelledKind } from './order-cancelled.ts'
import { orderChangedKind } from './order-changed.ts'
import { orderDelayedKind } from './order-delayed.ts'
import { orderReceivedKind } from './order-received.ts'
import { parcelDespatchedKind, readyToCollectKind } from './parcel.ts'
import { paymentReceivedKind, paymentRequestedKind } from './payment.ts'

// The outbox keeps unsent e-mails over a release. These are the facts as the first release stored them: never add a
// field here, a new one has a default in its schema.

const order = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 12, lineTotal: 15_000 }],
  total: 18_960,
  purchaseOrder: 'PO 4711',
}

const payment = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  purchaseOrder: 'Two FH-OIL-1',
  amount: 3060,
  total: 18_960,
  url: '/order/FH7K2M9QXA/confirmation',
}
const handover = { name: 'Deliver to', lines: ['Sam Fitter', 'Unit 4', 'Leeds', 'LS1 4AP'] }
const received = {
  ...order,
  subtotal: 15_000,
  discount: 0,
  deliveryCost: 800,
  vat: 3_160,
  handover,
  deliveryText: 'Next working day',
  method: 'Card',
  url: '/order/FH7K2M9QXA/confirmation',
}
const approval = {
  ...order,
  sender: 'Adam Prentice',
  handover,
  placedReference: '',
  decidedBy: '',
  reason: '',
  url: '/account/orders/FH7K2M9QXA',
}
const goods = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  purchaseOrder: 'PO 4711',
  handover,
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 12, arrival: '' }],
  toCome: [{ code: 'FH-AIR-1', title: 'Air filter', quantity: 2, arrival: 'about 2–3 weeks from ordering' }],
  url: '/order/FH7K2M9QXA/confirmation',
}

const storedFacts = {
  [orderReceivedKind]: received,
  [orderCancelledKind]: { ...order, reason: 'None left', moneyBack: 18_960 },
  [parcelDespatchedKind]: {
    ...goods,
    number: 1,
    carrier: 'DPD',
    trackingNumber: '15501234567890',
    trackingUrl: 'https://track.dpd.co.uk/search?reference=15501234567890',
  },
  [readyToCollectKind]: goods,
  [orderDelayedKind]: {
    reference: 'FH7K2M9QXA',
    name: 'Sam Fitter',
    purchaseOrder: 'PO 4711',
    expected: 'Friday 4 December 2026',
    isCollected: false,
    toCome: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 1, arrival: '' }],
    url: '/order/FH7K2M9QXA/confirmation',
  },
  [creditNoteKind]: {
    reference: 'FH7K2M9QXA',
    name: 'Sam Fitter',
    purchaseOrder: 'PO 4711',
    number: 'CN-000007',
    total: 1_500,
    lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 1 }],
    hasDelivery: false,
    reason: 'Came bent',
    card: 'card ending 0006',
    onAccount: false,
    url: '/order/FH7K2M9QXA/confirmation',
  },
  [paymentRequestedKind]: payment,
  [paymentReceivedKind]: payment,
  [orderChangedKind]: {
    ...{ reference: 'FH7K2M9QXA', name: 'Sam Fitter', purchaseOrder: 'PO 4711', total: 18_960, moneyBack: 0 },
    changes: [{ name: 'Line 1', before: '12 × FH-OIL-1', after: '11 × FH-OIL-1' }],
    url: '/order/FH7K2M9QXA/confirmation',
  },
  [orderNoteKind]: {
    reference: 'FH7K2M9QXA',
    author: 'Stella Affleck',
    text: 'FH-OIL-1 came bent',
    url: '/admin/orders/FH7K2M9QXA',
  },
  [orderMessageKind]: {
    reference: 'FH7K2M9QXA',
    name: 'Sam Fitter',
    purchaseOrder: 'PO 4711',
    text: 'FH-OIL-1 comes\ntomorrow',
    url: '/account/orders/FH7K2M9QXA',
  },
  [approvalRequestedKind]: approval,
  [approvalGrantedKind]: approval,
  [approvalRejectedKind]: approval,
  [noApproverKind]: approval,
}

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const orderEmails = createOrderEmails({
  config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch' },
  terms: null,
})
const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

test.each(Object.keys(orderEmails))(
  'an e-mail that an earlier release stored is still sent: %s',
  async kind => {
    const facts = storedFacts[kind as keyof typeof storedFacts]
    const { text } = await orderEmails[kind]!(facts, shop)
    expect(text).toContain('FH-OIL-1')
  },
)

test.each([
  ...Object.entries(storedFacts),
  // The order of a guest has no page where the customer could answer.
  [orderMessageKind, { ...storedFacts[orderMessageKind], url: '' }] as const,
])('R-EMPTY-1: an e-mail of a shop without a telephone does not offer to call: %s', async (kind, facts) => {
  const { text } = await orderEmails[kind]!(facts, { ...shop, phone: null })
  expect(text).not.toMatch(/\b(call|ring|phone|telephone)\b/i)
})
