import { expect, test } from 'vitest'
import type { JsonValue } from '../db/types.gen.ts'
import { creditNoteEmail } from './features/billing/CreditNoteEmail.tsx'
import { paymentReceivedEmail, paymentRequestedEmail } from './features/billing/PaymentEmails.tsx'
import { orderChangedEmail } from './features/corrections/OrderChangedEmail.tsx'
import { orderMessageEmail, orderNoteEmail } from './features/correspondence/CorrespondenceEmails.tsx'
import {
  approvalGrantedEmail,
  approvalRejectedEmail,
  approvalRequestedEmail,
  noApproverEmail,
} from './features/orders/emails/ApprovalEmails.tsx'
import { orderCancelledEmail } from './features/orders/emails/OrderCancelledEmail.tsx'
import { orderReceivedEmail, type ReceivedDeps } from './features/orders/emails/OrderReceivedEmail.tsx'
import { orderDelayedEmail } from './features/warehouse/despatch/OrderDelayedEmail.tsx'
import { parcelDespatchedEmail, readyToCollectEmail } from './features/warehouse/despatch/ParcelEmails.tsx'
import { createEmailRenderers } from './infra/mail/define-email.server.ts'

// The outbox keeps unsent e-mails over a release. These are the payloads as the first release stored them: never add a
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

const storedPayloads: Record<string, object> = {
  [orderReceivedEmail.kind]: received,
  [orderCancelledEmail.kind]: { ...order, reason: 'None left', moneyBack: 18_960 },
  [parcelDespatchedEmail.kind]: {
    ...goods,
    number: 1,
    carrier: 'DPD',
    trackingNumber: '15501234567890',
    trackingUrl: 'https://track.dpd.co.uk/search?reference=15501234567890',
  },
  [readyToCollectEmail.kind]: goods,
  [orderDelayedEmail.kind]: {
    reference: 'FH7K2M9QXA',
    name: 'Sam Fitter',
    purchaseOrder: 'PO 4711',
    expected: 'Friday 4 December 2026',
    isCollected: false,
    toCome: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 1, arrival: '' }],
    url: '/order/FH7K2M9QXA/confirmation',
  },
  [creditNoteEmail.kind]: {
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
  [paymentRequestedEmail.kind]: payment,
  [paymentReceivedEmail.kind]: payment,
  [orderChangedEmail.kind]: {
    ...{ reference: 'FH7K2M9QXA', name: 'Sam Fitter', purchaseOrder: 'PO 4711', total: 18_960, moneyBack: 0 },
    changes: [{ name: 'Line 1', before: '12 × FH-OIL-1', after: '11 × FH-OIL-1' }],
    url: '/order/FH7K2M9QXA/confirmation',
  },
  [orderNoteEmail.kind]: {
    reference: 'FH7K2M9QXA',
    author: 'Stella Affleck',
    text: 'FH-OIL-1 came bent',
    url: '/admin/orders/FH7K2M9QXA',
  },
  [orderMessageEmail.kind]: {
    reference: 'FH7K2M9QXA',
    name: 'Sam Fitter',
    purchaseOrder: 'PO 4711',
    text: 'FH-OIL-1 comes\ntomorrow',
    url: '/account/orders/FH7K2M9QXA',
  },
  [approvalRequestedEmail.kind]: approval,
  [approvalGrantedEmail.kind]: approval,
  [approvalRejectedEmail.kind]: approval,
  [noApproverEmail.kind]: approval,
}

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers<ReceivedDeps>(
  [
    approvalGrantedEmail,
    approvalRejectedEmail,
    approvalRequestedEmail,
    creditNoteEmail,
    noApproverEmail,
    orderCancelledEmail,
    orderChangedEmail,
    orderDelayedEmail,
    orderMessageEmail,
    orderNoteEmail,
    orderReceivedEmail,
    parcelDespatchedEmail,
    paymentReceivedEmail,
    paymentRequestedEmail,
    readyToCollectEmail,
  ],
  {
    config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch', terms: null },
  },
)
const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

test.each(Object.keys(renderers))(
  'an e-mail that an earlier release stored is still sent: %s',
  async kind => {
    const { text } = await renderers[kind]!(storedPayloads[kind] as JsonValue, shop)
    expect(text).toContain('FH-OIL-1')
  },
)

test.each([
  ...Object.entries(storedPayloads),
  // The order of a guest has no page where the customer could answer.
  [orderMessageEmail.kind, { ...storedPayloads[orderMessageEmail.kind], url: '' }] as const,
])('R-EMPTY-1: an e-mail of a shop without a telephone does not offer to call: %s', async (kind, payload) => {
  const { text } = await renderers[kind]!(payload as JsonValue, { ...shop, phone: null })
  expect(text).not.toMatch(/\b(call|ring|phone|telephone)\b/i)
})
