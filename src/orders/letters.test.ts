import { describe, expect, test } from 'vitest'
import { handoverOf } from './handover.ts'
import { orderLetters } from './letters.server.ts'
import { orderReceivedKind, orderReceivedMail } from './mail.ts'

const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

const home = {
  firstname: 'Sam',
  surname: 'Fitter',
  company: 'Northfield Plant Hire',
  address1: 'Unit 4',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS1 4AP',
  country: 'GB',
  telephone: '',
}

const facts = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  lines: [
    { code: 'FH-OIL-1', title: 'Oil filter', quantity: 12, lineTotal: 15_000 },
    { code: 'FH-HYD-1', title: 'Hydraulic filter', quantity: 1, lineTotal: 4_995 },
  ],
  subtotal: 19_995,
  discount: 2_000,
  carriage: 800,
  vat: 3_759,
  total: 22_554,
  handover: { name: 'Deliver to' as const, lines: ['Sam Fitter', 'Unit 4, Yard Lane', 'Leeds', 'LS1 4AP'] },
  deliveryText: 'Tuesday 24 November, next working day',
  method: 'Card',
  purchaseOrder: 'PO 4711',
  url: '/order/FH7K2M9QXA/confirmation',
}

const write = (changes: Partial<Parameters<typeof orderReceivedMail>[1]>) =>
  orderLetters[orderReceivedKind]!({ ...facts, ...changes }, shop)

describe('the letter "order received"', () => {
  test('says the same in HTML and in plain text', async () => {
    const { subject, html, text } = await write({})
    expect(subject).toBe('Order FH7K2M9QXA received – Filterhouse')
    const told = [
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
    for (const words of [...told, 'Tuesday 24 November, next working day', '0113 496 0000']) {
      expect(text).toContain(words)
      expect(html.replaceAll('<!-- -->', '')).toContain(words)
    }
    expect(html).toContain('href="https://shop.example/order/FH7K2M9QXA/confirmation"')
    expect(text).toContain('https://shop.example/order/FH7K2M9QXA/confirmation')
  })

  test('leaves out what there is none of', async () => {
    const { text } = await write({ discount: 0, purchaseOrder: '', name: '' })
    expect(text).not.toMatch(/Discount|purchase order|Hello ,/)
  })

  test('says that the carriage is still to be quoted', async () => {
    expect((await write({ carriage: null })).text).toMatch(/Delivery\s+To be quoted/)
  })

  test('does not thank for an order where only a quote was asked for', async () => {
    const { subject, text } = await write({ outcome: 'quote_requested', carriage: null })
    expect(subject).toBe('Your request FH7K2M9QXA for a quote – Filterhouse')
    const words = text.replace(/\s+/g, ' ')
    for (const told of ['we have your request', 'Nothing is ordered yet.', 'Total before delivery']) {
      expect(words).toContain(told)
    }
    expect(words).not.toMatch(/getting it ready|Payment/)
  })

  test('does not promise that an order on a stopped account is got ready', async () => {
    const words = (await write({ outcome: 'held' })).text.replace(/\s+/g, ' ')
    expect(words).toContain('on stop: we have accepted the order, but it is not despatched yet.')
    expect(words).not.toContain('getting it ready')
  })

  test('says FREE where delivery costs nothing, as the checkout does', async () => {
    expect((await write({ carriage: 0 })).text).toMatch(/Delivery\s+FREE/)
  })

  test('names the counter to collect from instead of an address it would go to', async () => {
    const { text } = await write({ handover: handoverOf({ deliveryCode: 'COL', delivery: home }) })
    expect(text).toMatch(/To collect from\nLeeds counter\nCollected by Sam Fitter, Northfield Plant Hire/)
    expect(text).not.toMatch(/Deliver to/)
  })

  test('shows what people typed as words, never as markup', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>"\''
    const { html } = await write({
      name: evil,
      purchaseOrder: evil,
      handover: { name: 'Deliver to', lines: [evil] },
      deliveryText: evil,
      method: evil,
    })
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;script&gt;')
  })

  test('refuses facts that are not those of an order', () => {
    expect(() => orderLetters[orderReceivedKind]!({ reference: 'FH7K2M9QXA' }, shop)).toThrow()
  })

  test('is one for each order', () => {
    expect(orderReceivedMail('sam@example.com', facts)).toMatchObject({
      kind: 'order-received',
      recipient: 'sam@example.com',
      dedupeKey: 'order-received:FH7K2M9QXA',
    })
  })
})
