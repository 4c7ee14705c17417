import { describe, expect, test } from 'vitest'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { createPdfDocument, type PdfDocument } from './pdf-letter.server.ts'

const letter = (changes: Partial<PdfDocument> = {}): PdfDocument => ({
  kind: 'Invoice',
  number: 'INV-000042',
  at: new Date('2026-11-24T09:00:00Z'),
  shop: { name: 'Filterhouse', lines: ['1 Example Street'] },
  notice: null,
  addresses: [{ name: 'Bill to', lines: ['Northfield Plant Hire'] }],
  facts: [
    ['Your order no.', 'PO 4711'],
    ['Account', ''],
  ],
  table: {
    columns: [
      { name: 'Part', share: 3 },
      { name: 'Ex VAT', share: 1, align: 'right' },
    ],
    rows: [[{ code: 'FH-OIL-1', words: 'Oil filter' }, '£12.50']],
  },
  totals: [{ name: 'Total', value: '£15.00', isMain: true }],
  notes: [],
  foot: 'Filterhouse',
  ...changes,
})
const manyRows = (count: number) => ({
  columns: [{ name: 'Part', share: 3 }],
  rows: Array.from({ length: count }, (_, nth) => [{ code: `FH-${nth + 1}`, words: 'Oil filter' }]),
})

describe('a document of the shop', () => {
  test('can be searched and copied: its words are words, in the shop’s own fonts', async () => {
    const pdf = await createPdfDocument(letter())
    const [page] = pdfText(pdf)
    for (const words of ['Invoice', 'INV-000042', 'Northfield Plant Hire', 'PO 4711', 'FH-OIL-1', '£15.00'])
      expect(page).toContain(words)
    expect(page).not.toContain('Account')
    const names = [...pdf.toString('latin1').matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, name]) => name)
    expect(new Set(names)).toEqual(
      new Set(['IBMPlexSans-Regular', 'IBMPlexSans-SemiBold', 'IBMPlexMono-SemiBold']),
    )
  })

  test('names itself and its language, and is the same bytes each time', async () => {
    const [first, second] = [await createPdfDocument(letter()), await createPdfDocument(letter())]
    expect(first.equals(second)).toBe(true)
    expect(first.toString('latin1')).toContain('/Lang (en-GB)')
    expect(first.toString('latin1')).toContain('(Invoice INV-000042)')
  })

  test('spells every name as it is: accents, other alphabets, money and dashes', async () => {
    const words = 'Ł ó d ź – René’s café, €12 £9 “Ωμέγα” Привет'
    const [page] = pdfText(await createPdfDocument(letter({ notes: [words] })))
    expect(page!.replace(/\s/g, '')).toContain(words.replace(/\s/g, ''))
  })

  test('draws part numbers with spaces, and characters that the fonts lack', async () => {
    const rows = [[{ code: 'LF 9009 漢字', words: 'Oil filter ﷽' }, '£12.50']]
    const [page] = pdfText(await createPdfDocument(letter({ table: { ...letter().table, rows } })))
    expect(page).toContain('LF 9009')
  })

  test('keeps on one line what no name may break: control characters draw nothing of their own', async () => {
    const [page] = pdfText(await createPdfDocument(letter({ facts: [['Your order no.', 'PO\n47\u000011']] })))
    expect(page).toContain('PO 47 11')
  })

  test('runs over as many pages as it needs, the table’s head on each, and each page numbered', async () => {
    const pages = pdfText(await createPdfDocument(letter({ table: manyRows(60) })))
    expect(pages).toHaveLength(4)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of 4`)
      expect(page.split('\n').filter(piece => piece === 'Part')).toHaveLength(1)
    }
    expect(pages[1]).toContain('Invoice INV-000042, continued')
    const codes = pages.flatMap(page => page.match(/^FH-\d+$/gm) ?? [])
    expect(codes).toEqual(Array.from({ length: 60 }, (_, nth) => `FH-${nth + 1}`))
  })

  test('never parts the sums from each other, nor lets them run into the foot: they move on together', async () => {
    const totals = Array.from({ length: 6 }, (_, nth) => ({ name: `Sum ${nth}`, value: '£1.00' }))
    const alone = []
    for (let count = 8; count <= 16; count++) {
      const pages = pdfText(await createPdfDocument(letter({ table: manyRows(count), totals })))
      expect(pages.filter(page => /Sum \d/.test(page))).toHaveLength(1)
      if (!/^FH-/m.test(pages.at(-1)!)) alone.push(count)
    }
    expect(alone.length).toBeGreaterThan(0)
  })

  test('gives a letter back as itself, also after another document has used it as part of an accented one', async () => {
    await createPdfDocument(letter({ notes: ['Ù'] }))
    const [page] = pdfText(await createPdfDocument(letter({ notes: ['U'] })))
    expect(page!.split('\n')).toContain('U')
  })
})
