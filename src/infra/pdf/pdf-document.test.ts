import { describe, expect, test } from 'vitest'
import { readPdfText } from '../../../tests/support/pdf-text.ts'
import { createPdfDocument, type PdfDocument } from './pdf-document.server.ts'

const createDocument = (changes: Partial<PdfDocument> = {}): PdfDocument => ({
  kind: 'Invoice',
  number: 'INV-000042',
  at: new Date('2026-11-24T09:00:00Z'),
  shop: { name: 'Filterhouse', lines: ['1 Example Street'] },
  highlight: { name: 'Due by 30 December 2026', value: '£15.00', ink: 'amber' },
  notice: null,
  addresses: [{ name: 'Bill to', lines: ['Northfield Plant Hire'] }],
  facts: [
    ['PO number', 'PO 4711'],
    ['Account', ''],
  ],
  table: {
    columns: [
      { name: 'Part', share: 3 },
      { name: 'Ex VAT', share: 1, align: 'right' },
    ],
    rows: [[{ code: 'FH-OIL-1', title: 'Oil filter' }, '£12.50']],
  },
  totals: [{ name: 'Total', value: '£15.00', isMain: true }],
  vatSummary: [],
  blocks: [],
  notes: [],
  foot: 'Filterhouse',
  ...changes,
})
const manyRows = (count: number) => ({
  columns: [{ name: 'Part', share: 3 }],
  rows: Array.from({ length: count }, (_, nth) => [{ code: `FH-${nth + 1}`, title: 'Oil filter' }]),
})

describe('a document of the shop', () => {
  test('can be searched and copied: its text is text, in the shop’s own fonts', async () => {
    const pdf = await createPdfDocument(createDocument())
    const [page] = readPdfText(pdf)
    for (const words of ['Invoice', 'INV-000042', 'Northfield Plant Hire', 'PO 4711', 'FH-OIL-1', '£15.00'])
      expect(page).toContain(words)
    expect(page).not.toContain('Account')
    const names = [...pdf.toString('latin1').matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, name]) => name)
    expect(new Set(names)).toEqual(
      new Set(['IBMPlexSans-Regular', 'IBMPlexSans-SemiBold', 'IBMPlexMono-SemiBold']),
    )
  })

  test('has a title and a language, and is the same bytes each time', async () => {
    const [first, second] = [
      await createPdfDocument(createDocument()),
      await createPdfDocument(createDocument()),
    ]
    expect(first.equals(second)).toBe(true)
    expect(first.toString('latin1')).toContain('/Lang (en-GB)')
    expect(first.toString('latin1')).toContain('(Invoice INV-000042)')
  })

  test('renders accents, other alphabets, currency signs and dashes', async () => {
    const words = 'Ł ó d ź – René’s café, €12 £9 “Ωμέγα” Привет'
    const [page] = readPdfText(await createPdfDocument(createDocument({ notes: [words] })))
    expect(page!.replace(/\s/g, '')).toContain(words.replace(/\s/g, ''))
  })

  test('renders part numbers with spaces, and characters that the fonts lack', async () => {
    const rows = [[{ code: 'LF 9009 漢字', title: 'Oil filter ﷽' }, '£12.50']]
    const [page] = readPdfText(
      await createPdfDocument(createDocument({ table: { ...createDocument().table, rows } })),
    )
    expect(page).toContain('LF 9009')
  })

  test('keeps a value with control characters on one line', async () => {
    const [page] = readPdfText(
      await createPdfDocument(createDocument({ facts: [['PO number', 'PO\n47\u000011']] })),
    )
    expect(page).toContain('PO 47 11')
  })

  test('R-CHECKOUT-13: shows a PO number of 255 characters whole, on lines of its own', async () => {
    const purchaseOrder = `PO-${'x7'.repeat(126)}`
    const [page] = readPdfText(
      await createPdfDocument(createDocument({ facts: [['PO number', purchaseOrder]] })),
    )
    expect(page!.replace(/\s/g, '')).toContain(purchaseOrder)
  })

  test('uses as many pages as it needs, each with the table’s header and a page number', async () => {
    const pages = readPdfText(await createPdfDocument(createDocument({ table: manyRows(80) })))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page.split('\n').filter(piece => piece === 'Part')).toHaveLength(1)
    }
    expect(pages[1]).toContain('Invoice INV-000042, continued')
    const codes = pages.flatMap(page => page.match(/^FH-\d+$/gm) ?? [])
    expect(codes).toEqual(Array.from({ length: 80 }, (_, nth) => `FH-${nth + 1}`))
  })

  test('R-INVOICE-1: has the totals together, on one page with the last line, wherever the page ends', async () => {
    const totals = Array.from({ length: 6 }, (_, nth) => ({ name: `Sum ${nth}`, value: '£1.00' }))
    const counts = new Set<number>()
    for (let count = 8; count <= 16; count++) {
      const pages = readPdfText(await createPdfDocument(createDocument({ table: manyRows(count), totals })))
      const [page, ...morePages] = pages.filter(text => /Sum \d/.test(text))
      expect(morePages).toEqual([])
      expect(page).toContain(`FH-${count}\n`)
      expect(page!.split('\n').filter(piece => piece === 'Part')).toHaveLength(1)
      counts.add(pages.length)
    }
    expect([...counts]).toEqual([1, 2])
  })

  test('maps each glyph to its own character, even after another document used it in an accented one', async () => {
    await createPdfDocument(createDocument({ notes: ['Ù'] }))
    const [page] = readPdfText(await createPdfDocument(createDocument({ notes: ['U'] })))
    expect(page!.split('\n')).toContain('U')
  })
})
