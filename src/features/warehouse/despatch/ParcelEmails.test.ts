import { expect, test } from 'vitest'
import { createEmailRenderers } from '../../../infra/mail/define-email.server.ts'
import { parcelDespatchedEmail, readyToCollectEmail } from './ParcelEmails.tsx'

const seller = { address: [], vatNumber: null, companyNumber: null, bank: [] }
const renderers = createEmailRenderers([parcelDespatchedEmail, readyToCollectEmail], {
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
  purchaseOrder: 'PO 4711',
  handover: { name: 'Deliver to', lines: ['Sam Fitter', 'Unit 4', 'Leeds', 'LS1 4AP'] },
  lines: [{ code: 'FH-OIL-1', title: 'Oil filter', quantity: 3, arrival: '' }],
  toCome: [{ code: 'FH-AIR-1', title: 'Air filter', quantity: 2, arrival: 'about 8–15 December' }],
  url: '/order/FH7K2M9QXA/confirmation',
  number: 1,
  carrier: 'DPD',
  trackingNumber: '1550 <1>',
  trackingUrl: 'https://track.dpd.co.uk/search?reference=1550',
}

const render = async (changes: Partial<typeof payload> = {}, kind = parcelDespatchedEmail.kind) => {
  const { subject, html, text } = await renderers[kind]!({ ...payload, ...changes }, shop)
  return { subject, html: html.replaceAll('<!-- -->', ''), text: text.replace(/\s+/g, ' ') }
}

test('R-DESPATCH-1: an e-mail about a part says what is in it, how to follow it, and what comes when', async () => {
  const { subject, html, text } = await render()
  expect(subject).toBe('Part of order FH7K2M9QXA has been despatched – Filterhouse')
  expect(text).toContain('Hello Sam Fitter, we’ve despatched part of your order FH7K2M9QXA.')
  for (const words of [
    'DPD',
    'FH-OIL-1',
    'Still to come',
    'FH-AIR-1',
    'We’ll email you when it’s on its way.',
    'about 8–15 December',
    'PO 4711',
  ])
    for (const content of [html, text]) expect(content).toContain(words)
  expect(html).toContain('href="https://track.dpd.co.uk/search?reference=1550"')
  expect(text).toContain('https://track.dpd.co.uk/search?reference=1550')
  expect(html).not.toContain('<1>')
})

test('R-DESPATCH-1: the e-mail about the last parcel says that it is the rest, or all of it', async () => {
  const rest = await render({ toCome: [], number: 2 })
  expect(rest.subject).toBe('Order FH7K2M9QXA has been despatched – Filterhouse')
  expect(rest.text).toContain('we’ve despatched the rest of your order')
  expect(rest.text).not.toContain('Still to come')
  expect((await render({ toCome: [] })).text).toContain('we’ve despatched your order')
})

test('R-DESPATCH-1: without a tracking number none is named', async () => {
  const { text } = await render({ carrier: 'Our own van', trackingNumber: '', trackingUrl: null as never })
  expect(text).toContain('Our own van')
  expect(text).not.toContain('Tracking')
})

test('R-DESPATCH-5: goods at the counter are announced with its address', async () => {
  const handover = { name: 'To collect from', lines: ['Leeds counter', '1 Example Street'] }
  const { subject, text } = await render({ handover, toCome: [] }, readyToCollectEmail.kind)
  expect(subject).toBe('Order FH7K2M9QXA is ready to collect – Filterhouse')
  expect(text).toContain('your order FH7K2M9QXA is at the counter. Bring the order number when you collect.')
  expect(text).toContain('1 Example Street')
  const part = await render({ handover }, readyToCollectEmail.kind)
  expect(part.subject).toContain('Part of order FH7K2M9QXA is ready to collect')
})
