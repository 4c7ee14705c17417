import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../tests/support/order-fixtures.ts'
import { readPdfText } from '../../../tests/support/pdf-text.ts'
import { type Config, parseConfig } from '../../infra/config.ts'
import { createPdfDocument } from '../../infra/pdf/pdf-document.server.ts'
import { type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import type { DocumentOrder } from './document.ts'
import { createInvoiceContent, createProFormaContent } from './document-content.server.ts'
import { calculateNextInvoice } from './next-invoice.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'invoice-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const production = (env: Record<string, string> = {}): Config =>
  parseConfig({
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SESSION_SECRET: 'hV3zQ8wLrT5nYc2kPm7sXb4dGf9jAe6u',
    BASE_URL: 'https://shop.example',
    ...env,
  })

const order: DocumentOrder = {
  ...createOrder({
    contact: { name: 'Ada Byron', email: 'ada@example.org', telephone: '', vat: '' },
    lines: [createOrderLine({ quantity: 1 })],
    subtotal: pence(1250),
    vat: pence(410),
    total: pence(2460),
    placedAt: new Date('2026-11-24T23:30:00Z'),
  }),
  vatRateBp: 2000,
  company: null,
  legacyNumber: null,
  legacyDue: null,
  isInvoiced: false,
  documents: [],
  card: { type: 'VISA', lastFour: '0006', provider: 'opayo' },
  paidAt: new Date('2026-11-24T23:31:00Z'),
  madeFrom: null,
  invoiced: [],
  credited: [],
  deferred: [],
}

const textOf = async (config: Config, of = order, dueOn: IsoDate | null = null) => {
  const invoice = {
    number: 'INV-000007',
    issuedAt: new Date('2026-11-26T09:00:00Z'),
    taxPoint: toIsoDate('2026-11-24'),
    dueOn,
    parcel: null,
  }
  const content = createInvoiceContent(config, of, calculateNextInvoice(of, 'rest', [])!, invoice)
  return readPdfText(await createPdfDocument(content)).join('\n')
}

const proFormaTextOf = async (config: Config, of = order) =>
  readPdfText(
    await createPdfDocument(createProFormaContent(config, of, calculateNextInvoice(of, 'rest', [])!)),
  ).join('\n')

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
  const text = await textOf(production(), {
    ...order,
    deliveryCode: 'COL',
    deliveryFacts: { counter: 'Leeds counter', readyFrom: '15:00' },
  })
  for (const words of ['To collect from', 'Leeds counter', 'To be collected by Sam Fitter'])
    expect(text).toContain(words)
  expect(text).not.toContain('Deliver to')
  expect(await textOf(production())).toContain('Deliver to')
})

test('R-EMPTY-1: the letterhead of an invoice has the contact that is set, and nothing invented', async () => {
  expect(await textOf(production())).not.toMatch(/0113 496 0000|example\.com|@/)
  expect(await textOf(production({ SHOP_PHONE: '01904 555 010' }))).toContain('01904 555 010')
})

test('R-INVOICE-3: an invoice says how to pay it, with the bank account that is set, or that it is paid', async () => {
  const onAccount = { ...order, method: 'account', card: null } as const
  const bank = { SHOP_BANK: 'Filters Ltd, Sort code 20-00-00, Account number 12345678' }
  const text = await textOf(production(bank), onAccount, toIsoDate('2026-12-30'))
  expect(text).toMatch(/Bank transfer to\nFilters Ltd\nSort code 20-00-00\nAccount number 12345678/)
  expect(text).toContain('Please pay by 30 December 2026.')
  expect(text).toContain('Quote INV-000007 with your payment.')
  expect(text).toMatch(/VAT summary\nNet\nVAT\n20%\n£20\.50\n£4\.10/)
  expect(text).toContain('Page 1 of 1')
  expect(await textOf(production(), onAccount)).not.toContain('Bank transfer to')
  const paid = await textOf(production(bank))
  expect(paid).toMatch(/Paid in full\n£24\.60/)
  expect(paid).not.toContain('Sort code')
})

test('R-INVOICE-2: an invoice on account names the day by which it is due, where the shop has set one', async () => {
  const onAccount = { ...order, method: 'account', card: null } as const
  const text = await textOf(production(), onAccount, toIsoDate('2026-12-30'))
  expect(text).toMatch(/Due date\n30 December 2026/)
  expect(text).toMatch(/Due by 30 December 2026\n£24\.60/)
  const without = await textOf(production(), onAccount)
  expect(without).toMatch(/Amount due\n£24\.60/)
  expect(without).not.toMatch(/[Dd]ue (date|by)/)
})

test('R-INVOICE-5: an invoice of a card order has the day of the payment as its tax point', async () => {
  const text = await textOf(production())
  expect(text).toMatch(/Invoice date\n26 November 2026\nTax point\n24 November 2026/)
  expect(text).toContain('Paid in full by card ending 0006 on 24 November 2026.')
})

test('R-INVOICE-6: a pro forma invoice has no number, and says that it is no VAT invoice', async () => {
  const registered = { SHOP_ADDRESS: '5 Canal Road, York', SHOP_VAT_NUMBER: 'GB980780684' }
  const text = await proFormaTextOf(production(registered))
  expect(text).toContain('Pro forma invoice\nFH7K2M9QXA')
  expect(text).toContain('This is not a VAT invoice.')
  expect(text).not.toMatch(/INV-|Tax point|Invoice date/)
  const onAccount = { ...order, method: 'account', card: null, paidAt: null } as const
  const unpaid = await proFormaTextOf(production(registered), onAccount)
  expect(unpaid).toMatch(/To be invoiced\n£24\.60/)
  expect(unpaid).not.toMatch(/Paid|How to pay/)
})

test('an order that is free of charge asks for no payment', async () => {
  const free = { ...order, method: 'godmode', card: null, paidAt: null } as const
  const text = await textOf(production(), free)
  expect(text).toContain('Nothing is to be paid.')
  expect(text).not.toMatch(/Amount due|Please pay/)
})

test('R-PAPER-4: an invoice of four lines with a voucher, long titles and how to pay it is one page', async () => {
  const title = 'Hydraulic return filter element with bypass valve, 10 micron, for cranes and excavators'
  const demo = parseConfig({ DATA_DIR: dataDir })
  const onAccount = {
    ...order,
    method: 'account' as const,
    card: null,
    lines: [1, 2, 3, 4].map(nth => createOrderLine({ code: `FH-HYD-${nth}`, title })),
    subtotal: pence(60_000),
    discount: pence(6_000),
    vouchers: [
      {
        code: 'SAVE10',
        kind: 'percentage' as const,
        rate: 1000,
        summary: '10% off',
        amount: pence(6_000),
      },
    ],
    purchaseOrder: 'PO 4711',
    company: { name: 'Northfield Plant Hire', accountNumber: 'NPH001', vatRegistration: 'GB980780684' },
  }
  const text = await textOf(demo, onAccount, toIsoDate('2026-12-30'))
  expect(text).toContain('Bank transfer to')
  expect(text).toContain('The discount is spread over the lines.')
  expect(text).toContain('Page 1 of 1')
})
