import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv, readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { despatch } from './despatch-calls.ts'
import { enterPayment, getExport, getPaymentId, getSeen, toPence, total } from './ledger-calls.ts'
import { type DocumentSums, type InsertedDocuments, insertRandomDocuments } from './random-documents.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-8: what the bookkeeper exports adds up to the documents to the penny.

const month = '2026-10'
const period = `from=${month}-01&to=${month}-31`
let shop: TestShop
let staff: TestVisitor
let inserted: InsertedDocuments
let documents: DocumentSums
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names:
        /^(I5|I6: one e-mail for each placed|I9: histories|R-INVOICE-4: (what has left|documents are numbered))/,
      reason: 'thousands of random documents are inserted by SQL, for orders without history and e-mails',
    },
  })
  staff = await shop.signIn('staff@example.com')
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await shop.sql(`update company set name = '=HYPERLINK("http://x","Pay")' where account_number = 'NPH001'`)
  const seeds = [20261123, 20261124]
  inserted = await insertRandomDocuments(shop, { orders: 1_050, reference, month, seeds })
  documents = inserted.sums
}, 60_000)
afterAll(() => shop.close())

const getFile = (name: string, query = period) => getExport(staff, name, query)
const expected = () => {
  const all = [...documents.values()]
  return { net: total(all.map(({ net }) => net)), vat: total(all.map(({ vat }) => vat)) }
}
/** By document: what its rows add up to. */
function sumByDocument(rows: readonly { number: string; net: number; vat: number }[]): DocumentSums {
  const sums: DocumentSums = new Map()
  for (const { number, net, vat } of rows) {
    const before = sums.get(number) ?? { net: 0, vat: 0 }
    sums.set(number, { net: before.net + net, vat: before.vat + vat })
  }
  return sums
}

describe('the files of thousands of random orders with vouchers, part despatches and refunds', () => {
  test('have enough of everything', () => {
    const all = [...documents.values()]
    expect(documents.size).toBeGreaterThan(6_000)
    expect(all.filter(({ net }) => net < 0).length).toBeGreaterThan(2_000)
    expect(inserted.mixed).toBeGreaterThan(50)
    expect(all.filter(({ net, vat }) => net > 0 && vat === 0).length).toBeGreaterThan(300)
  })

  test('VAT period: each document, and boxes that are their sums', async () => {
    const rows = readCsvRows(await getFile('vat'))
    const papers = rows.filter(row => /^(INV|CN)-/.test(row.Document!))
    expect(
      sumByDocument(
        papers.map(row => ({ number: row.Document!, net: toPence(row.Net!), vat: toPence(row.VAT!) })),
      ),
    ).toEqual(documents)
    for (const row of papers) expect(toPence(row.Total!)).toBe(toPence(row.Net!) + toPence(row.VAT!))
    const boxes = new Map(rows.slice(papers.length).map(row => [row['Tax point'], row]))
    const { net, vat } = expected()
    expect(toPence(boxes.get('Box 1, VAT due on sales')!.VAT!)).toBe(vat)
    expect(boxes.get('Box 4, VAT reclaimed on purchases (not in the shop)')!.VAT).toBe('0.00')
    expect(toPence(boxes.get('Box 6, sales ex VAT')!.Net!)).toBe(net)
    expect(boxes.get('Box 6, in whole pounds')!.Net).toBe(String(Math.trunc(net / 100)))
  })

  test('sales per day and product', async () => {
    const rows = readCsvRows(await getFile('sales'))
    expect(new Set(rows.map(row => `${row.Day} ${row['Part number']} ${row.Description}`)).size).toBe(
      rows.length,
    )
    expect(total(rows.map(row => toPence(row.Net!)))).toBe(expected().net)
    expect(total(rows.map(row => toPence(row.VAT!)))).toBe(expected().vat)
    const [{ quantity }] = (await shop.sql(
      `select sum(case d.kind when 'invoice' then quantity else -quantity end)::int as quantity
       from sales_document_line l join sales_document d on d.id = l.document_id where l.kind = 'goods'`,
    )) as [{ quantity: number }]
    expect(total(rows.map(row => Number(row.Quantity)))).toBe(quantity)
  })

  test('journal for Sage', async () => {
    const rows = readCsvRows(await getFile('sage'))
    const sums = sumByDocument(
      rows.map(row => {
        expect(row.Type).toBe(row.Reference!.startsWith('INV') ? 'SI' : 'SC')
        expect(row['Tax Code']).toMatch(toPence(row['Tax Amount']!) > 0 ? /^T1$/ : /^T[01]$/)
        expect(row['Account Reference']).toMatch(/^(NPH001|WEB)$/)
        // Sage takes no amounts below 0.
        for (const amount of ['Net Amount', 'Tax Amount'])
          expect(toPence(row[amount]!)).toBeGreaterThanOrEqual(0)
        expect(row['Extra Reference']).toBe(inserted.orders.get(row.Reference!))
        const toSigned = (text: string) => (row.Type === 'SI' ? toPence(text) : 0 - toPence(text))
        return {
          number: row.Reference!,
          net: toSigned(row['Net Amount']!),
          vat: toSigned(row['Tax Amount']!),
        }
      }),
    )
    expect(sums).toEqual(documents)
    for (const details of ['Goods', 'Delivery', 'Goods and delivery'])
      expect(rows.filter(row => row.Details!.startsWith(`${details}, `)).length).toBeGreaterThan(50)
    expect(new Set(rows.map(row => row['Nominal A/C Ref']))).toEqual(new Set(['4000', '4905']))
  })

  test('journal for Xero', async () => {
    const rows = readCsvRows(await getFile('xero'))
    const rates = new Map([
      ['20% (VAT on Income)', 0.2],
      ['Zero Rated Income', 0],
    ])
    // As Xero does: its import does not take the TaxAmount of the file.
    const toXeroVat = (net: number, taxType: string) =>
      Math.sign(net) * Math.round(Math.abs(net) * rates.get(taxType)!)
    const sums = sumByDocument(
      rows.map(row => {
        const net = Number(row['*Quantity']) * toPence(row['*UnitAmount']!)
        const vat = toXeroVat(net, row['*TaxType']!)
        expect(toPence(row.TaxAmount!)).toBe(vat + 0)
        return { number: row['*InvoiceNumber']!, net, vat }
      }),
    )
    expect(sums).toEqual(documents)
    expect(rows.filter(row => row['*Description']!.startsWith('Rounding of VAT')).length).toBeGreaterThan(10)
    expect(new Set(rows.map(row => row['*TaxType']))).toEqual(
      new Set(['20% (VAT on Income)', 'Zero Rated Income']),
    )
    expect(rows[0]).toMatchObject({
      '*InvoiceDate': '01/10/2026',
      '*DueDate': '01/10/2026',
      '*AccountCode': '200',
    })
  })

  test('no cell is a formula, and lines end as spreadsheets expect', async () => {
    for (const name of ['vat', 'sales', 'sage', 'xero']) {
      const text = await getFile(name)
      expect(text.startsWith('\ufeff')).toBe(name === 'vat' || name === 'sales')
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const cells = readCsv(text).flat()
      expect(cells.filter(cell => /^[=+\-@]/.test(cell) && !/^-\d+(\.\d\d)?$/.test(cell))).toEqual([])
      if (name !== 'sales')
        expect(cells.some(cell => cell.includes(`=HYPERLINK("http://x","Pay")`))).toBe(true)
    }
  })
})

test('Xero has the PO number of an invoice as its reference, and the number of its order without one', async () => {
  const listReferences = async () =>
    readCsvRows(await getFile('xero', 'from=2026-11-24&to=2026-11-24')).map(row => row.Reference)
  const place = (changes: object) =>
    placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 }, { ...changes })
  const { reference: numbered } = await place({ purchase_order: 'PO 77' })
  const { reference } = await place({})
  for (const each of [numbered, reference]) expect((await despatch(staff, each, { 1: 2 })).success).toBe(true)
  expect(await listReferences()).toEqual(['PO 77', reference])
})

test('payments on account are receipts in Sage, and those that were cancelled go back', async () => {
  await enterPayment(staff, 'NPH001', { reference: '-BACS 1', amount: '12.34' })
  await enterPayment(staff, 'NPH001', { reference: 'CHQ 2', amount: '5' })
  const id = await getPaymentId(shop, 'CHQ 2')
  const seen = await getSeen(staff, 'NPH001')
  await staff.post(`/admin/accounts/NPH001/payments/${id}/cancel`, { seen, reason: 'Returned' })
  const text = await getFile('sage', 'from=2026-11-24&to=2026-11-24')
  const rows = readCsv(text).filter(([type]) => type === 'SA' || type === 'SP')
  expect(rows.map(cells => cells.slice(0, 10))).toEqual([
    [
      'SA',
      'NPH001',
      '1200',
      '0',
      '24/11/2026',
      "'-BACS 1",
      'Payment on account, received 20/11/2026',
      '12.34',
      'T9',
      '0.00',
    ],
    [
      'SA',
      'NPH001',
      '1200',
      '0',
      '24/11/2026',
      'CHQ 2',
      'Payment on account, received 20/11/2026',
      '5.00',
      'T9',
      '0.00',
    ],
    [
      'SP',
      'NPH001',
      '1200',
      '0',
      '24/11/2026',
      'CHQ 2',
      'Payment on account taken back',
      '5.00',
      'T9',
      '0.00',
    ],
  ])
})

describe('the page of a period', () => {
  test('shows the boxes, the documents by rate and the files; without dates the last month', async () => {
    const { status, text } = await staff.getPage('/admin/exports')
    expect(status).toBe(200)
    expect(text).toContain('1 October 2026 to 31 October 2026')
    expect(text).toContain(`£${Math.trunc(expected().net / 100).toLocaleString('en-GB')}`)
    expect(text).toContain(`/admin/exports/vat.csv?from=2026-10-01&amp;to=2026-10-31`)
    expect(text).toContain('Together, boxes 6 and 1')
    expect(text).toContain('They aren’t recorded here: add them from your purchase ledger.')
    expect(text).toContain('Download October 2026 (CSV)')
    expect(text).toContain('href="/admin/exports?from=2026-07-01&amp;to=2026-09-30"')
  })

  test('says in one sentence that nothing was sold', async () => {
    const { text } = await staff.getPage('/admin/exports?from=2020-01-01&to=2020-01-31')
    expect(text).toContain(
      'No sale has its tax point from 1 January 2020 to 31 January 2020, so boxes 1 and 6 are £0.',
    )
    expect(text.slice(0, text.indexOf('id="page-state"'))).not.toContain('£0.00')
  })

  test('dates that are none are refused with a sentence, on the page and as a file', async () => {
    for (const path of ['/admin/exports', '/admin/exports/vat.csv', '/admin/exports/xero.csv']) {
      const refuse = async (query: string) => {
        const { status, text } = await staff.getPage(`${path}?${query}`)
        expect(status).toBe(422)
        return text
      }
      expect(await refuse('from=2026-02-30&to=2026-03-01')).toContain('Enter the first day of the period')
      expect(await refuse('from=2026-03-02&to=2026-03-01')).toContain(
        'The last day can’t be before the first.',
      )
      expect(await refuse('from=x&from=y&to=')).toContain('Enter the last day of the period')
    }
  })
})
