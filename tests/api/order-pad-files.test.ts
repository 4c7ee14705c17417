import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderPadPageProps } from '../../src/features/order-pad/OrderPadPage.tsx'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createRows, createWorkbook, createWorkbookParts, zip } from '../support/workbook.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

type Content = Buffer | string

const upload = async (content: Content | Promise<Content>, headers: Record<string, string> = {}) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(Buffer.from(await content))]), 'list.csv')
  const response = await fetch(`${shop.url}/order-pad/file`, {
    method: 'POST',
    body: form,
    headers: { origin: shop.url, accept: 'text/html', ...headers },
  })
  return { status: response.status, text: await response.text() }
}

const getProps = (page: string): OrderPadPageProps =>
  JSON.parse(/id="page-state">(.*?)<\/script>/s.exec(page)![1]!).props

/** Part, quantity and what the buyer sees of each line. */
const read = async (bytes: Content | Promise<Content>) => {
  const { pad, problem, note, sheets } = getProps((await upload(bytes)).text)
  const lines = pad.lines.filter(({ isPart }) => isPart).map(({ code, quantity }) => [code, quantity])
  return { lines, problem, note, sheets }
}

const list = createRows([
  ['Part number', 'Qty'],
  ['FH-OIL-1', 4],
])
const isNoQuantity = expect.not.stringMatching(/^\d+$/)

describe('a file', () => {
  test.each([
    ['CSV', Buffer.from('Part number,Qty\r\nLF9009,4\r\n')],
    ['CSV of an old Excel', Buffer.from('Part number;Note;Qty\nLF9009;caf\xe9;4\n', 'latin1')],
    ['UTF-16 text', Buffer.from('\ufeffLF9009\t4\n', 'utf16le')],
    [
      'Excel',
      createWorkbook({ sheets: [{ rows: createRows([['Part number', 'Qty'], [], ['LF9009', 4]]) }] }),
    ],
    [
      'Excel that claims to fill its sheet',
      createWorkbook({
        sheets: [{ columns: '<dimension ref="A1:XFD1048576"/>', rows: createRows([['LF9009', 4]]) }],
      }),
    ],
  ])('of the kind %s is read', async (_, bytes) => {
    const { status, text } = await upload(bytes)
    expect(status).toBe(200)
    expect(text).toContain('FH-OIL-1')
    expect(text).toMatch(/Add (?:<!-- -->)?1(?:<!-- -->)? line/)
  })

  const huge = Buffer.alloc(64 * 1024 * 1024, 32)
  const bombParts = {
    ...createWorkbookParts({ sheets: [{ rows: createRows([[{ xml: '<c t="s"><v>0</v></c>' }]]) }] }),
  }
  const bomb = () => zip({ ...bombParts, 'xl/sharedStrings.xml': huge })
  const lyingBomb = async () => {
    const packed = deflateRawSync(huge)
    // States a small size: the deflated bytes are stored, then their method is changed to 8 (deflate).
    const archive = await zip({ ...bombParts, 'xl/sharedStrings.xml': packed }, 0)
    const name = Buffer.from('xl/sharedStrings.xml')
    for (let at = archive.indexOf(name); at >= 0; at = archive.indexOf(name, at + 1)) {
      const isCentral = archive.readUInt32LE(at - 46) === 0x02014b50
      archive.writeUInt16LE(8, isCentral ? at - 36 : at - 22)
    }
    return archive
  }
  const names = [...'abcdefghi']
  const entities = `<!DOCTYPE x [<!ENTITY a "LF9009">${names
    .slice(1)
    .map((name, at) => `<!ENTITY ${name} "${`&${names[at]};`.repeat(10)}">`)
    .join('')}]>`
  const cells = (count: number, xml: string) => Array.from({ length: count }, () => ({ xml }))
  const shared = '<c t="s"><v>0</v></c>'

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['too large', () => Buffer.alloc(1_100_000, 'P551712\n'), /larger than 1 MB/],
    ['empty', () => Buffer.alloc(0), /Choose a file first/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), /That is a picture/],
    [
      'a photograph of a telephone',
      () => Buffer.from('00000024667479706865696300000000', 'hex'),
      /That is a picture/,
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), /That is a PDF/],
    ['old Excel', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file \(\.xls\)/],
    [
      'a workbook with a password',
      () =>
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /has a password/,
    ],
    ['a binary workbook', () => zip({ 'xl/workbook.bin': 'x' }), /\.xlsb/],
    [
      'OpenDocument',
      () => zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      /OpenDocument file \(\.ods\)/,
    ],
    ['Numbers', () => zip({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }), /That is a Numbers file/],
    ['a letter', () => zip({ 'word/document.xml': '<x/>' }), /That is a document/],
    [
      'a web page with the name of a spreadsheet',
      () => Buffer.from('<html><table><tr><td>FH-OIL-1'),
      /web page/,
    ],
    ['a packed file', () => Buffer.from('1f8b080000000000', 'hex'), /packed file/],
    ['a broken archive', () => Buffer.from('PK\x03\x04 and no more'), /could not be read/],
    ['an archive that unpacks to 64 MB', bomb, /could not be read/],
    ['an archive that unpacks to 64 MB and states less', lyingBomb, /could not be read/],
    [
      'a small sheet of a million long texts',
      () =>
        createWorkbook({
          sheets: [{ rows: createRows(Array.from({ length: 400 }, () => cells(25, shared))) }],
          sharedStrings: [`<t>${'A1 '.repeat(10_000)}</t>`],
        }),
      /too much text/,
    ],
    [
      'a sheet with entities that expand to a gigabyte',
      () =>
        createWorkbook({
          sheets: [
            {
              xml: `<?xml version="1.0"?>${entities}<worksheet><sheetData>${createRows([['&i;']])}</sheetData></worksheet>`,
            },
          ],
        }),
      /could not be read/,
    ],
    [
      'a sheet with a cell at its end',
      () => createWorkbook({ sheets: [{ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }] }),
      /far outside/,
    ],
    [
      'a sheet of 6,000 rows',
      () =>
        createWorkbook({
          sheets: [{ rows: createRows(Array.from({ length: 6000 }, () => ['FH-OIL-1', 1])) }],
        }),
      /That list has 6,000 lines/,
    ],
    [
      'a sheet that is no XML',
      () => createWorkbook({ sheets: [{ xml: '<worksheet><sheetData><row' }] }),
      /could not be read/,
    ],
  ])('that is %s is refused with a message', async (_, bytes, words) => {
    const answer = await upload(bytes())
    expect(answer.status).toBe(422)
    expect(answer.text).toMatch(words)
  })

  test('is accepted from the shop’s own pages only, and by this call only', async () => {
    expect((await upload('LF9009', { origin: 'https://evil.example' })).status).toBe(403)
    const form = new FormData()
    form.set('text', 'LF9009')
    const elsewhere = await fetch(`${shop.url}/order-pad`, {
      method: 'POST',
      body: form,
      headers: { origin: shop.url },
    })
    expect(elsewhere.status).toBe(415)
  })
})

describe('of a workbook', () => {
  const prices = createRows([['FH-AIR-1', 99]])

  test.each<[string, Parameters<typeof createWorkbook>[0]['sheets']]>([
    [
      'a hidden first one',
      [
        { name: 'Old', state: 'hidden', rows: prices },
        { name: 'Order', rows: list },
      ],
    ],
    [
      'one that only a macro can show',
      [
        { name: 'Old', state: 'veryHidden', rows: prices },
        { name: 'Order', rows: list },
      ],
    ],
    [
      'a chart',
      [
        { name: 'Chart', kind: 'chartsheet', xml: '<chartsheet/>' },
        { name: 'Order', rows: list },
      ],
    ],
    ['an empty one', [{ name: 'Blank' }, { name: 'Order', rows: list }]],
    [
      'a covering letter',
      [
        { name: 'Letter', rows: createRows([['Please send us'], ['the parts on the next sheet']]) },
        { name: 'Order', rows: list },
      ],
    ],
    [
      'a price list of 20,000 rows',
      [
        { name: 'Order', rows: list },
        { name: 'Prices', rows: createRows(Array.from({ length: 20_000 }, (_, nth) => [`FH-${nth}`, nth])) },
      ],
    ],
    [
      'a sheet that cannot be read',
      [
        { name: 'Order', rows: list },
        { name: 'Bad', xml: '<worksheet' },
      ],
    ],
  ])('the order is read, and not %s', async (_, sheets) => {
    expect(await read(createWorkbook({ sheets }))).toMatchObject({
      lines: [['FH-OIL-1', '4']],
      problem: null,
      sheets: null,
    })
  })

  test('the sheet that was read is named when there are others', async () => {
    const sheets = [
      { name: 'Old', state: 'hidden' as const, rows: prices },
      { name: 'Our order', rows: list },
    ]
    expect((await read(createWorkbook({ sheets }))).note).toBe('Read from the sheet “Our order” alone.')
    expect((await read(createWorkbook({ sheets: [{ rows: list }, {}] }))).note).toBe('')
  })

  test('with two sheets of parts the buyer chooses, also without JavaScript', async () => {
    const file = createWorkbook({
      sheets: [
        { name: 'Yard', rows: list },
        { name: 'Van', rows: prices },
      ],
    })
    const { status, text } = await upload(file)
    expect(status).toBe(200)
    expect(text).toContain('Which sheet is your order?')
    const { pad, sheets } = getProps(text)
    expect(pad.lines).toEqual([])
    expect(sheets!.candidates.map(({ name }) => name)).toEqual(['Yard', 'Van'])
    const chosen = /name="sheet" value="([^"]*Van[^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"')
    const page = getProps((await shop.createVisitor().postForm('/order-pad', { sheet: chosen })).text)
    expect(page.pad.lines.map(({ code, quantity }) => [code, quantity])).toEqual([['FH-AIR-1', '99']])
    expect(page.note).toBe('Read from the sheet “Van” alone.')
  })

  test('a field that is no sheet is refused as invalid', async () => {
    for (const sheet of ['', '{}', '[[1]]', '{"name":"x","rows":[[1]]}', 'x'.repeat(300_000)]) {
      const { status } = await shop.createVisitor().post('/order-pad', { sheet })
      expect(status).toBe(422)
    }
  })

  test('hidden rows and columns are not read, and the page says so', async () => {
    const rows = createRows([
      ['Part', 'Old qty', 'Qty'],
      ['FH-AIR-1', 9, 1],
      ['FH-OIL-1', 9, 4],
    ])
    const hidden = rows.replace('<row r="2">', '<row r="2" hidden="1">')
    const columns = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>'
    const result = await read(createWorkbook({ sheets: [{ rows: hidden, columns }] }))
    expect(result.lines).toEqual([['FH-OIL-1', '4']])
    expect(result.note).toBe('1 hidden row and 1 hidden column were not read.')
  })
})

describe('a cell', () => {
  const readRows = async (
    rows: Parameters<typeof createRows>[0],
    more: Partial<Parameters<typeof createWorkbook>[0]> = {},
    merges: string[] = [],
  ) =>
    (
      await read(
        createWorkbook({
          sheets: [{ rows: createRows([['Part number', 'Qty'], ...rows]), merges }],
          ...more,
        }),
      )
    ).lines
  const cell = (xml: string) => ({ xml })

  test('of a formula has its last value; of one that was never calculated, the buyer enters the quantity', async () => {
    expect(await readRows([['FH-OIL-1', cell('<c><f>2*3</f><v>6</v></c>')]])).toEqual([['FH-OIL-1', '6']])
    expect(await readRows([['FH-OIL-1', cell('<c><f>C1*2</f><v></v></c>')]])).toEqual([
      ['FH-OIL-1', isNoQuantity],
    ])
  })

  test.each([
    ['an error', cell('<c t="e"><v>#REF!</v></c>')],
    ['a percentage', cell('<c s="1"><v>0.5</v></c>')],
    ['two as a percentage', cell('<c s="1"><v>2</v></c>')],
    ['a date', cell('<c s="2"><v>46354</v></c>')],
    ['a day of the month', cell('<c s="3"><v>46354</v></c>')],
    ['a truth value', cell('<c t="b"><v>1</v></c>')],
    ['a broken quantity', cell('<c><v>2.0000001</v></c>')],
    ['one that is rounded for display', cell('<c s="4"><v>2.6</v></c>')],
    ['a negative one in brackets', cell('<c s="5"><v>-5</v></c>')],
  ])('with %s is a question, never one piece', async (_, quantity) => {
    const formats = ['0%', 'dd/mm/yyyy', 'd', '0" pcs"', '0;(0)']
    expect(
      await readRows(
        [
          ['FH-OIL-1', quantity],
          ['FH-SEAL-1', 3],
        ],
        { formats },
      ),
    ).toEqual([
      ['FH-OIL-1', isNoQuantity],
      ['FH-SEAL-1', '3'],
    ])
  })

  test('with a formatted text, a number as text or noise of arithmetic is read', async () => {
    const sharedStrings = [
      '<r><t>FH-</t></r><r><rPr><b/></rPr><t>OIL</t></r><r><t>-1</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
    ]
    const part = cell('<c t="s"><v>0</v></c>')
    expect(await readRows([[part, '7']], { sharedStrings })).toEqual([['FH-OIL-1', '7']])
    expect(await readRows([['FH-OIL-1', cell('<c><v>3.0000000000000004</v></c>')]])).toEqual([
      ['FH-OIL-1', '3'],
    ])
    expect(
      await readRows([['FH-OIL-1', cell('<c s="1"><v>1000</v></c>')]], { formats: ['#,##0.00'] }),
    ).toEqual([['FH-OIL-1', '1000']])
  })

  test('over several parts is for each of them, unless it is a number', async () => {
    expect(
      await readRows(
        [
          ['FH-OIL-1', 5],
          ['FH-SEAL-1', null],
        ],
        {},
        ['B2:B3'],
      ),
    ).toEqual([
      ['FH-OIL-1', isNoQuantity],
      ['FH-SEAL-1', isNoQuantity],
    ])
    expect(
      await readRows(
        [
          ['FH-OIL-1', 5],
          [null, 6],
        ],
        {},
        ['A2:A3'],
      ),
    ).toEqual([
      ['FH-OIL-1', '5'],
      ['FH-OIL-1', '6'],
    ])
  })

  test('with a part number that a spreadsheet has shortened is named, not searched for', async () => {
    const sheets = [
      {
        rows: createRows([
          ['Part', 'Qty'],
          [cell('<c><v>1.2345678901234501E+17</v></c>'), 2],
        ]),
      },
    ]
    const { text } = await upload(createWorkbook({ sheets }))
    expect(text).toContain('A spreadsheet has shortened this number')
    expect((await upload('Part,Qty\n1.23457E+12,2\n')).text).toContain(
      'A spreadsheet has shortened this number',
    )
  })
})
