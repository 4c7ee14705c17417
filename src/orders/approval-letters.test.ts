import { describe, expect, test } from 'vitest'
import {
  approvalGivenKind,
  approvalRefusedKind,
  approvalRefusedMail,
  approvalStrandedKind,
  approvalWantedKind,
} from './approval-mail.ts'
import { orderLetters } from './letters.server.ts'
import type { Order } from './order.ts'

const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

const facts = {
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

const write = (kind: string, changes: object = {}) => orderLetters[kind]!({ ...facts, ...changes }, shop)

describe('the letters about an approval', () => {
  test.each([
    [approvalWantedKind, 'Adam Prentice asks for your approval: order FH7K2M9QXA – Filterhouse', ['PO 4711']],
    [approvalGivenKind, 'Your order FH7K2M9QXA was approved – Filterhouse', ['FHPLACED22']],
    [
      approvalRefusedKind,
      'Your order FH7K2M9QXA was not approved – Filterhouse',
      ['Use up the stores first'],
    ],
    [
      approvalStrandedKind,
      'Nobody can approve order FH7K2M9QXA – Filterhouse',
      ['Nobody can approve this order', 'Adam Prentice'],
    ],
  ])('say the same in HTML and in plain text: %s', async (kind, title, own) => {
    const { subject, html, text } = await write(kind)
    expect(subject).toBe(title)
    for (const words of [...own, 'FH7K2M9QXA', 'FH-OIL-1', 'Quantity 12', '£189.60', 'LS1 4AP']) {
      expect(text).toContain(words)
      expect(html.replaceAll('<!-- -->', '')).toContain(words)
    }
    expect(html).toContain('href="https://shop.example/account/orders/FH7K2M9QXA"')
    expect(text).toContain('https://shop.example/account/orders/FH7K2M9QXA')
  })

  test('show what people typed as words, never as markup or as another header', async () => {
    const evil = '<script>alert(1)</script>"\r\nBcc: all@example.com'
    for (const kind of [approvalWantedKind, approvalGivenKind, approvalRefusedKind, approvalStrandedKind]) {
      const { subject, html } = await write(kind, { sender: evil, reason: evil, purchaseOrder: evil })
      expect(subject).not.toMatch(/[\r\n]/)
      expect(html).not.toContain('<script')
    }
  })

  test('of a rejection goes to the sender, once, and leads to his order', () => {
    const contact = { name: 'Adam Prentice', email: 'adam@example.com', telephone: '', vat: '' }
    const address = { firstname: 'Adam', surname: 'Prentice', country: 'GB' }
    const order = {
      reference: 'FH7K2M9QXA',
      contact,
      delivery: address,
      lines: [],
      total: 0,
    } as unknown as Order
    expect(approvalRefusedMail(order, 'Helen Ead', 'No')).toMatchObject({
      recipient: 'adam@example.com',
      dedupeKey: 'approval-refused:FH7K2M9QXA',
      facts: { decidedBy: 'Helen Ead', reason: 'No', url: '/account/orders/FH7K2M9QXA' },
    })
  })

  test('do not promise that what a stopped account ordered is got ready', async () => {
    const { text } = await write(approvalGivenKind, { held: true })
    expect(text.replace(/\s+/g, ' ')).toContain('but it is not despatched yet.')
    expect(text.replace(/\s+/g, ' ')).not.toContain('getting it ready')
  })
})
