import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPdfText } from '../../../../tests/support/pdf-text.ts'
import { type Config, parseConfig } from '../../../infra/config.ts'
import { pence } from '../../../lib/money.ts'
import type { AccountOrder } from '../account/account-order.ts'
import { createInvoicePdf } from './pdf.server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'invoice-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const production = (env: Record<string, string> = {}): Config =>
  parseConfig({
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
    BASE_URL: 'https://shop.example',
    ...env,
  })

const home = {
  firstname: 'Ada',
  surname: 'Byron',
  company: '',
  address1: '1 High Street',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS1 4DY',
  country: 'GB',
  telephone: '',
}
const order = {
  reference: 'FHABCD2345',
  state: 'placed',
  kind: 'order',
  method: 'card',
  contact: { name: 'Ada Byron', email: 'ada@example.org', telephone: '', vat: '' },
  delivery: home,
  billing: home,
  deliveryTitle: 'Next working day',
  purchaseOrder: '',
  subtotal: pence(1250),
  discount: pence(0),
  deliveryCost: pence(800),
  vat: pence(410),
  total: pence(2460),
  vatRateBp: 2000,
  placedAt: new Date('2026-11-24T23:30:00Z'),
  lines: [
    {
      productId: 1,
      code: 'FH-OIL-1',
      title: 'Oil filter',
      unitPrice: pence(1250),
      quantity: 1,
      lineTotal: pence(1250),
    },
  ],
  vouchers: [],
  company: null,
  card: { type: 'VISA', lastFour: '0006' },
} as unknown as AccountOrder

const textOf = async (config: Config, of = order) =>
  readPdfText((await createInvoicePdf(config, of, 7)).pdf).join('\n')

test('a shop that is registered for VAT issues a VAT invoice with its name, address and numbers', async () => {
  const text = await textOf(
    production({
      SHOP_ADDRESS: 'Filters Ltd, 5 Canal Road, York, YO1 7HH',
      SHOP_VAT_NUMBER: 'GB980780684',
      SHOP_COMPANY_NUMBER: '01234567',
    }),
  )
  for (const words of ['Filters Ltd', '5 Canal Road', 'YO1 7HH', 'VAT number GB980780684', '01234567'])
    expect(text).toContain(words)
  for (const words of ['INV-000007', '24 November 2026', 'Paid in full by card ending 0006', '£24.60'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/not a VAT invoice|[Dd]emo/)
})

test('a shop without a VAT number or an address states that this is not a VAT invoice', async () => {
  const settings: Record<string, string>[] = [
    {},
    { SHOP_VAT_NUMBER: 'GB980780684' },
    { SHOP_ADDRESS: '5 Canal Road, York' },
  ]
  for (const env of settings) expect(await textOf(production(env))).toContain('This is not a VAT invoice.')
})

test('the invoice of a collected order names the counter instead of a delivery address', async () => {
  const text = await textOf(production(), { ...order, deliveryCode: 'COL' })
  for (const words of ['To collect from', 'Leeds counter', 'Collected by Ada Byron'])
    expect(text).toContain(words)
  expect(text).not.toContain('Deliver to')
  expect(await textOf(production())).toContain('Deliver to')
})
