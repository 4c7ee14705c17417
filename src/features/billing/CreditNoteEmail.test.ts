import { expect, test } from 'vitest'
import { createEmailRenderers } from '../../infra/mail/define-email.server.ts'
import { creditNoteEmail } from './CreditNoteEmail.tsx'

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers([creditNoteEmail], {
  config: { sessionSecret: 'x'.repeat(32), seller, invoiceWhen: 'despatch' },
  terms: null,
})
const shop = { name: 'Filterhouse', phone: null, email: null, baseUrl: 'https://shop.example' }

const payload = {
  reference: 'FH7K2M9QXA',
  name: 'Sam Fitter',
  purchaseOrder: 'PO 4711',
  number: 'CN-000007',
  total: 2_460,
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 1 }],
  hasDelivery: true,
  reason: 'Came <bent>',
  card: 'card ending 0006',
  onAccount: false,
  url: '/order/FH7K2M9QXA/confirmation',
}

test('R-CREDIT-2: one e-mail says what is refunded, why, and links the credit note', async () => {
  const { subject, text, html } = await renderers[creditNoteEmail.kind]!(payload, shop)
  expect(subject).toBe('Refund and credit note CN-000007 for order FH7K2M9QXA – Filterhouse')
  const words = text.replace(/\s+/g, ' ')
  for (const part of [
    'We’re refunding £24.60 to your card ending 0006',
    'PO 4711',
    'FH-OIL-1',
    'The delivery charge',
  ])
    expect(words).toContain(part)
  expect(html).toMatch(/https:\/\/shop\.example\/order\/FH7K2M9QXA\/documents\/CN-000007\.pdf\?key=[\w-]+/)
  expect(html).not.toContain('<bent>')
})

test('R-CREDIT-2: a refund of a cancelled order promises no invoice and no credit note', async () => {
  const refund = { ...payload, number: null, lines: [], hasDelivery: false, hasCreditNote: false }
  const { subject, text } = await renderers[creditNoteEmail.kind]!(refund, shop)
  expect(subject).toBe('Refund for order FH7K2M9QXA – Filterhouse')
  expect(text.replace(/\s+/g, ' ')).toContain('We’re refunding £24.60 to your card ending 0006')
  expect(text).not.toMatch(/invoice|credit note/i)
})

test('R-CREDIT-1: a credit on account says so, and promises no refund', async () => {
  const { subject, text } = await renderers[creditNoteEmail.kind]!(
    { ...payload, card: null, onAccount: true },
    shop,
  )
  expect(subject).toBe('Credit note CN-000007 for order FH7K2M9QXA – Filterhouse')
  expect(text.replace(/\s+/g, ' ')).toContain('We’ve credited £24.60 to your account.')
  expect(text).not.toContain('refund')
})
