import { describe, expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import { createEmailRenderers } from '../../../infra/mail/define-email.server.ts'
import { pence } from '../../../lib/money.ts'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { Order } from '../order.ts'
import { orderReceivedEmail } from './OrderReceivedEmail.tsx'

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers([orderReceivedEmail], {
  config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch', terms: null },
})
const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

const order = createOrder({
  lines: [
    createOrderLine(),
    createOrderLine({
      productId: 2,
      code: 'FH-HYD-1',
      title: 'Hydraulic filter',
      unitPrice: pence(4_995),
      quantity: 1,
    }),
  ],
  subtotal: pence(19_995),
  discount: pence(2_000),
  vat: pence(3_759),
  total: pence(22_554),
  deliveryFacts: {},
  purchaseOrder: 'PO 4711',
})

const received = { origin: null, termsVersion: '2026-11-01', isGuest: true }

const render = (changes: Partial<Order>, contact: Partial<EmailShop> = {}) => {
  const { kind, payload } = orderReceivedEmail.create({ ...order, ...changes }, received)
  return renderers[kind]!(payload, { ...shop, ...contact })
}

describe('the e-mail "order received"', () => {
  test('calls the document what it is: a pro forma invoice, unless orders are invoiced when they are placed', async () => {
    expect((await render({})).text).toContain('Pro forma invoice (PDF)')
    const config = { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'placed' as const, terms: null }
    const renderers = createEmailRenderers([orderReceivedEmail], { config })
    const renderPlaced = (changes: Partial<Order>) => {
      const { kind, payload } = orderReceivedEmail.create({ ...order, ...changes }, received)
      return renderers[kind]!(payload, shop)
    }
    const { text } = await renderPlaced({})
    expect(text).toContain('Invoice (PDF)')
    expect(text).not.toContain('Pro forma')
    expect((await renderPlaced({ onStop: true })).text).toContain('Pro forma invoice (PDF)')
  })

  test('says the same in HTML and in plain text', async () => {
    const { subject, html, text } = await render({})
    expect(subject).toBe('Order FH7K2M9QXA received – Filterhouse')
    const expected = [
      'FH-OIL-1',
      'Quantity 12',
      '£150.00',
      '−£20.00',
      '£8.00',
      '£37.59',
      '£225.54',
      'LS1 4AP',
      'PO 4711',
    ]
    for (const words of [
      ...expected,
      'Tuesday 24 November – Next working day, before 17:30',
      '0113 496 0000',
    ]) {
      expect(text).toContain(words)
      expect(html.replaceAll('<!-- -->', '')).toContain(words)
    }
    expect(html).toContain('href="https://shop.example/order/FH7K2M9QXA/confirmation"')
    expect(text).toContain('https://shop.example/order/FH7K2M9QXA/confirmation')
    expect(text.replace(/\s+/g, ' ')).toMatch(/FH7K2M9QXA\. \w/)
    expect(html.replaceAll('<!-- -->', '')).toMatch(/FH7K2M9QXA<\/span>\. \w/)
  })

  test('R-EMPTY-1: offers to call or to write only where the shop can be called or written to', async () => {
    const both = await render({})
    expect(both.text).toContain('Questions? Call 0113 496 0000 or write to parts@example.com.')
    const byPhone = await render({}, { email: null })
    expect(byPhone.text).toContain('Questions? Call 0113 496 0000.')
    const byEmail = await render({}, { phone: null })
    expect(byEmail.text).toContain('Questions? Write to parts@example.com.')
    const { html, text } = await render({}, { phone: null, email: null })
    expect(html + text).not.toMatch(/Questions\?|[Cc]all |tel:|mailto:/)
    expect(text.trimEnd()).toMatch(/Filterhouse$/)
  })

  test('leaves out empty fields', async () => {
    const { text } = await render({
      discount: pence(0),
      purchaseOrder: '',
      contact: { ...order.contact, name: '' },
    })
    expect(text).not.toMatch(/Discount|purchase order|Hello ,/)
  })

  test('says that the delivery is to be quoted', async () => {
    expect((await render({ deliveryCost: null })).text).toMatch(/Delivery\s+We will quote/)
  })

  test('does not thank for an order when a quote was requested', async () => {
    const { subject, text } = await render({
      kind: 'quote',
      method: null,
      state: 'quote_requested',
      deliveryCost: null,
    })
    expect(subject).toBe('Your request FH7K2M9QXA for a quote – Filterhouse')
    const plain = text.replace(/\s+/g, ' ')
    for (const words of ['we have your request', 'Nothing is ordered yet.', 'Total before delivery']) {
      expect(plain).toContain(words)
    }
    expect(plain).not.toMatch(/getting it ready|Payment/)
  })

  test('does not promise that an order of an account on stop is being prepared', async () => {
    const words = (await render({ onStop: true })).text.replace(/\s+/g, ' ')
    expect(words).toContain('on stop: we’ve accepted the order, but it won’t be despatched yet.')
    expect(words).not.toContain('getting it ready')
  })

  test('says FREE where delivery costs nothing, as the checkout does', async () => {
    expect((await render({ deliveryCost: pence(0) })).text).toMatch(/Delivery\s+FREE/)
  })

  test('names the counter of a collected order instead of a delivery address', async () => {
    const { text } = await render({
      deliveryCode: 'COL',
      deliveryFacts: { counter: 'Leeds counter', readyFrom: '15:00' },
    })
    expect(text).toMatch(
      /To collect from\nLeeds counter\nTo be collected by Sam Fitter, Northfield Plant Hire/,
    )
    expect(text).not.toMatch(/Deliver to/)
  })

  test('shows what people typed as text, never as markup', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>"\''
    const { html } = await render({
      contact: { ...order.contact, name: evil },
      purchaseOrder: evil,
      delivery: { ...order.delivery, surname: evil },
      deliveryFacts: { text: evil },
    })
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;script&gt;')
  })

  test('refuses payload that are not those of an order', async () => {
    await expect(renderers[orderReceivedEmail.kind]!({ reference: 'FH7K2M9QXA' }, shop)).rejects.toThrow()
  })

  test('is one for each order', () => {
    expect(orderReceivedEmail.create(order, received)).toMatchObject({
      kind: 'order-received',
      recipient: 'sam@example.com',
      dedupeKey: 'order-received:FH7K2M9QXA',
    })
  })

  test('R-DELIVERY-10: shows what was in stock and what comes later apart', async () => {
    const lines = [
      createOrderLine({ quantity: 12, laterQuantity: 2 }),
      createOrderLine({ code: 'FH-HYD-1', quantity: 1, laterQuantity: 1, leadTime: { min: 14, max: 21 } }),
    ]
    const text = (await render({ lines, consignments: 'split' })).text.replace(/\s+/g, ' ')
    expect(text).toMatch(/We’ll send what’s in stock now, and the rest when it arrives/)
    expect(text).toContain('Send what is there now, the rest when it arrives. We will tell you the day.')
    expect(text).toMatch(/In stock now\s+10 × FH-OIL-1/)
    expect(text).toMatch(
      /Later\s+2 × FH-OIL-1 Oil filter, we will tell you the day\s+1 × FH-HYD-1 Oil filter, about 7–14 December/,
    )
    expect((await render({})).text).not.toContain('in stock')

    const deliveryFacts = { leadTime: { min: 14, max: 21 }, isTogether: true } as const
    const together = await render({ lines: [lines[1]!], deliveryFacts, deliveryDate: null })
    expect(together.text).toContain('About 7–14 December – Sent together once everything is in.')
    expect(together.text).not.toContain('weeks')
  })
})
