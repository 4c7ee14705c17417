import { describe, expect, test } from 'vitest'
import { createEmailRenderers } from '../../../infra/mail/define-email.server.ts'
import { orderCancelledEmail } from './OrderCancelledEmail.tsx'

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers([orderCancelledEmail], {
  config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch' },
  terms: null,
})
const shop = {
  name: 'Filterhouse',
  phone: '0113 496 0000',
  email: 'parts@example.com',
  baseUrl: 'https://shop.example',
}

const payload = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 12, lineTotal: 15_000 }],
  total: 18_960,
  reason: 'The maker has none left <for now>',
  moneyBack: 18_960,
  purchaseOrder: 'PO 4711',
}

const render = (changes: Partial<typeof payload>) =>
  renderers[orderCancelledEmail.kind]!({ ...payload, ...changes }, shop)

describe('the e-mail "order cancelled"', () => {
  test('says what was cancelled, why, and what happens to the money', async () => {
    const { subject, html, text } = await render({})
    expect(subject).toBe('Order FH7K2M9QXA was cancelled – Filterhouse')
    for (const words of [
      'FH-OIL-1',
      'Quantity 12',
      '£189.60 will be refunded to the card',
      'PO 4711',
      '0113 496 0000',
    ]) {
      expect(html.replaceAll('<!-- -->', '')).toContain(words)
      expect(text).toContain(words)
    }
    expect(text).toContain('The maker has none left <for now>')
    expect(html).not.toContain('<for now>')
  })

  test('promises no refund when no card paid', async () => {
    const { text } = await render({ moneyBack: 0, name: '' })
    expect(text).toContain('There is nothing to pay for this order.')
    expect(text).not.toContain('goes back')
    expect(text).toContain('Hello, we have cancelled')
  })
})
