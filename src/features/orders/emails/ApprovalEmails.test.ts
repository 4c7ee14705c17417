import { describe, expect, test } from 'vitest'
import { createOrder } from '../../../../tests/support/order-fixtures.ts'
import { createEmailRenderers } from '../../../infra/mail/define-email.server.ts'
import {
  approvalGrantedEmail,
  approvalRejectedEmail,
  approvalRequestedEmail,
  noApproverEmail,
} from './ApprovalEmails.tsx'

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers(
  [approvalGrantedEmail, approvalRejectedEmail, approvalRequestedEmail, noApproverEmail],
  {
    config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch' },
    terms: null,
  },
)
const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

const payload = {
  reference: 'FH7K2M9QXA',
  name: 'Helen Ead',
  sender: 'Adam Prentice',
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 12, lineTotal: 15_000 }],
  total: 18_960,
  handover: { name: 'Deliver to', lines: ['Adam Prentice', 'Unit 4, Yard Lane', 'Leeds', 'LS1 4AP'] },
  purchaseOrder: 'PO 4711',
  placedReference: 'FHPLACED22',
  decidedBy: 'Helen Ead',
  reason: 'Use up the stores first',
  url: '/account/orders/FH7K2M9QXA',
}

const render = (kind: string, changes: object = {}) => renderers[kind]!({ ...payload, ...changes }, shop)

describe('the e-mails about an approval request', () => {
  test.each([
    [
      approvalRequestedEmail.kind,
      'Adam Prentice requests your approval: order FH7K2M9QXA – Filterhouse',
      ['PO 4711'],
    ],
    [approvalGrantedEmail.kind, 'Your order FH7K2M9QXA was approved – Filterhouse', ['FHPLACED22']],
    [
      approvalRejectedEmail.kind,
      'Your order FH7K2M9QXA was not approved – Filterhouse',
      ['Use up the stores first'],
    ],
    [
      noApproverEmail.kind,
      'Nobody can approve order FH7K2M9QXA – Filterhouse',
      ['Nobody can approve this order', 'Adam Prentice'],
    ],
  ])('say the same in HTML and in plain text: %s', async (kind, title, texts) => {
    const { subject, html, text } = await render(kind)
    expect(subject).toBe(title)
    for (const words of [...texts, 'FH7K2M9QXA', 'FH-OIL-1', 'Quantity 12', '£189.60', 'LS1 4AP']) {
      expect(text).toContain(words)
      expect(html.replaceAll('<!-- -->', '')).toContain(words)
    }
    expect(html).toContain('href="https://shop.example/account/orders/FH7K2M9QXA"')
    expect(text).toContain('https://shop.example/account/orders/FH7K2M9QXA')
  })

  test('R-BASKET-16: list goods, vouchers, delivery and VAT, which add up to the total', async () => {
    const { text } = await renderers[approvalRequestedEmail.kind]!(
      approvalRequestedEmail.create({ id: 1, email: 'head@example.com', name: 'Helen Ead' }, createOrder())
        .payload,
      shop,
    )
    expect(text).toMatch(
      /Subtotal ex VAT +£150\.00\nDelivery +£8\.00\nVAT 20% +£31\.60\nTotal inc VAT +£189\.60/,
    )
  })

  test('show what people typed as text, never as markup or as another header', async () => {
    const evil = '<script>alert(1)</script>"\r\nBcc: all@example.com'
    for (const kind of [
      approvalRequestedEmail.kind,
      approvalGrantedEmail.kind,
      approvalRejectedEmail.kind,
      noApproverEmail.kind,
    ]) {
      const { subject, html } = await render(kind, { sender: evil, reason: evil, purchaseOrder: evil })
      expect(subject).not.toMatch(/[\r\n]/)
      expect(html).not.toContain('<script')
    }
  })

  test('of a rejection goes to the sender, once, and links to the order', () => {
    const contact = { name: 'Adam Prentice', email: 'adam@example.com', telephone: '', vat: '' }
    expect(approvalRejectedEmail.create(createOrder({ contact }), 'Helen Ead', 'No')).toMatchObject({
      recipient: 'adam@example.com',
      dedupeKey: 'approval-refused:FH7K2M9QXA',
      payload: { decidedBy: 'Helen Ead', reason: 'No', url: '/account/orders/FH7K2M9QXA' },
    })
  })

  test('do not promise that an order of an account on stop is being prepared', async () => {
    const { text } = await render(approvalGrantedEmail.kind, { held: true })
    expect(text.replace(/\s+/g, ' ')).toContain('but it won’t be despatched yet.')
    expect(text.replace(/\s+/g, ' ')).not.toContain('getting it ready')
  })
})
