import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { addPad, PadReply, readPad } from '../../src/features/order-pad/schemas.ts'
import type { ReplyOf } from '../../src/lib/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { fillBasket, getBasket } from './checkout-calls.ts'

let shop: TestShop
const ids: Record<string, number> = {}

beforeAll(async () => {
  shop = await startTestShop()
  for (const code of ['FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-SEAL-1']) {
    ids[code] = await shop.productId(code)
  }
  // One number of two makers, which belongs to two products.
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code)
     select $1, id, 'LF-9009-A' from maker where name in ('Donaldson', 'Fleetguard')`,
    [ids['FH-OIL-1']],
  )
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code) select $1, id, 'LF 9009 A' from maker where name = 'Donaldson'`,
    [ids['FH-AIR-1']],
  )
  await shop.waitForCatalogue()
})
afterAll(() => shop.close())

type Read = ReplyOf<typeof readPad>
type Add = ReplyOf<typeof addPad>

const read = async (text: string, visitor = shop.createVisitor()) =>
  (await visitor.post<Read>('/order-pad', { text })).body
const add = async (visitor: TestVisitor, lines: PadReply['lines']) =>
  (await visitor.post<Add>('/order-pad/add', { lines })).body
const summarize = ({ lines }: PadReply) =>
  lines.map(({ nr, code, quantity, chosen, found: matches }) => [
    nr,
    code,
    quantity,
    chosen ?? matches.length,
  ])

describe('a list', () => {
  test('is read by own codes and by other makers’ numbers, line by line', async () => {
    const { pad, problem } = await read('Hello,\n2 x fh oil 1\np551712 x3\n\nLF9009;4\nNOSUCH99\nThank you')
    expect(problem).toBeNull()
    expect(summarize(pad)).toEqual([
      [1, '', '1', 0],
      [2, 'fh oil 1', '2', ids['FH-OIL-1']],
      [3, 'p551712', '3', ids['FH-OIL-1']],
      [5, 'LF9009', '4', ids['FH-OIL-1']],
      [6, 'NOSUCH99', '1', 0],
      [7, '', '1', 0],
    ])
    expect(pad.lines.map(({ isPart }) => isPart)).toEqual([false, true, true, true, true, false])
    expect(pad.lines[2]!.found).toEqual([{ product: ids['FH-OIL-1'], as: 'Donaldson P 551-712' }])
    expect(pad.products).toMatchObject([{ code: 'FH-OIL-1', prices: [{ from: 1, price: 12.5 }] }])
  })

  test('with a number of several products leaves the choice to the buyer, unless the line names the maker', async () => {
    const { pad } = await read('LF9009A 2\n3 x Fleetguard LF9009A\nDonaldson LF9009A')
    expect(pad.lines.map(({ chosen }) => chosen)).toEqual([null, ids['FH-OIL-1'], null])
    expect(pad.lines[0]!.found.map(({ product }) => product).sort()).toEqual(
      [ids['FH-OIL-1'], ids['FH-AIR-1']].sort(),
    )
  })

  test('with a product’s own code selects that product, and lists others that replace it', async () => {
    await shop.sql(`insert into maker (name) values ('Filterhouse') on conflict do nothing`)
    const replaces = (maker: string) =>
      shop.sql(
        `insert into cross_reference (product_id, maker_id, code) select $1, id, 'FH HYD 1' from maker where name = $2`,
        [ids['FH-AIR-1'], maker],
      )
    await replaces('Filterhouse')
    await shop.waitForCatalogue()
    const { pad } = await read('FH-HYD-1 2')
    expect(pad.lines[0]!.chosen).toBe(ids['FH-HYD-1'])
    expect(pad.lines[0]!.found.map(({ product }) => product)).toEqual([ids['FH-HYD-1'], ids['FH-AIR-1']])
    // The same number of another maker may mean a different part.
    await replaces('Donaldson')
    await shop.waitForCatalogue()
    expect((await read('FH-HYD-1 2')).pad.lines[0]!.chosen).toBeNull()
    expect((await read('Filterhouse FH-HYD-1 2')).pad.lines[0]!.chosen).toBe(ids['FH-HYD-1'])
    await shop.sql(`delete from cross_reference where code = 'FH HYD 1'`)
    await shop.waitForCatalogue()
  })

  test('offers numbers that nearly match, and never selects them', async () => {
    const { pad } = await read('P55171 x2\nLF9O09')
    expect(pad.lines.map(({ chosen }) => chosen)).toEqual([null, null])
    expect(pad.lines[0]!.near).toContain('P 551-712')
    expect(pad.lines[1]!.near).toContain('LF9009')
  })

  test('shows a company its own prices, from their quantities on', async () => {
    const company = `(select company_id from person where email = 'trade@example.com')`
    await shop.sql(
      `insert into customer_price (company_id, product_id, min_quantity, price) values
       (${company}, $1, 1, 300), (${company}, $1, 50, 250) on conflict do nothing`,
      [ids['FH-SEAL-1']],
    )
    const { pad } = await read('FH-SEAL-1 60', await shop.signIn('trade@example.com'))
    expect(pad.products[0]!.prices).toEqual([
      { from: 1, price: 3 },
      { from: 50, price: 2.5 },
    ])
  })

  test('of 500 lines is read whole; with one more it is refused as a whole, with a message', async () => {
    const lines = Array.from({ length: 500 }, (_, nth) => `FH-OIL-1 ${nth + 1}`)
    expect((await read(lines.join('\n'))).pad.lines).toHaveLength(500)
    const tooMany = await read([...lines, 'FH-AIR-1'].join('\n'))
    expect(tooMany.pad.lines).toEqual([])
    expect(tooMany.problem).toMatch(/501 lines.*500 at a time/)
    expect((await read(' \n;;\n')).problem).toMatch(/nothing to read/)
  })

  test('of hostile text or invalid lines never fails', async () => {
    for (const text of [
      "'; drop table product;--",
      '\u0001'.repeat(9),
      '9'.repeat(5000),
      '4 '.repeat(3000),
    ]) {
      const { status } = await shop.createVisitor().post('/order-pad', { text })
      expect(status).toBe(200)
    }
    for (const lines of ['x', { a: { chosen: 'x', nr: 'y', code: 'P551712' } }, [{ quantity: -1 }], [null]]) {
      const { status } = await shop.createVisitor().post('/order-pad', { lines })
      expect([200, 422]).toContain(status)
    }
  })
})

describe('adding to the basket', () => {
  test('adds all ready lines at once, sums up repeated products, and leaves the rest with a reason', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('FH-OIL-1 2\nP551712 3\nFH-FUEL-1\nNOSUCH99\nFH-AIR-1 6\nFH-HYD-1 1', visitor)
    const done = await add(visitor, pad.lines)
    expect(done).toMatchObject({ success: true, added: [1, 2, 6], basket: { count: 6, subtotal: 112.45 } })
    expect(done.messages).toEqual(['3 lines were added to your basket. 3 lines are still here.'])
    expect(done.pad.lines.map(({ nr }) => nr)).toEqual([3, 4, 5])
    const { items } = await getBasket(visitor)
    expect(items.map(({ product_id, qty }) => [product_id, qty])).toEqual([
      [ids['FH-OIL-1'], 5],
      [ids['FH-HYD-1'], 1],
    ])
  })

  test('counts what is in the basket already', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-AIR-1': 4 })
    const { pad } = await read('FH-AIR-1 2\nFH-SEAL-1 1', visitor)
    const done = await add(visitor, pad.lines)
    expect(done.added).toEqual([2])
    expect(done.pad.lines).toMatchObject([
      { nr: 1, refusal: expect.stringContaining('Only 5 in stock; 4 are in your basket') },
    ])
    expect((await getBasket(visitor)).count).toBe(5)
  })

  test('adds no product that the buyer has not seen beside its number', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('FH-AIR-1 1', visitor)
    const changed = pad.lines.map(line => ({ ...line, code: 'FH-SEAL-1' }))
    const done = await add(visitor, changed)
    expect(done).toMatchObject({ success: false, added: [] })
    expect(done.pad.lines).toMatchObject([
      { chosen: null, found: [{ product: ids['FH-SEAL-1'] }], refusal: expect.stringContaining('changed') },
    ])
    expect((await add(visitor, done.pad.lines)).added).toEqual([])
    expect((await getBasket(visitor)).count).toBe(0)
    const confirmed = done.pad.lines.map(line => ({ ...line, chosen: ids['FH-SEAL-1']! }))
    expect((await add(visitor, confirmed)).added).toEqual([1])
  })

  test('leaves out a line with several products until the buyer chooses one', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('AB 12 P551712 2\nFH-SEAL-1 1', visitor)
    expect(pad.lines[0]).toMatchObject({ chosen: null, found: [{ product: ids['FH-OIL-1'] }] })
    const done = await add(visitor, pad.lines)
    expect([done.added, done.pad.lines[0]!.chosen, done.pad.lines[0]!.refusal]).toEqual([[2], null, null])
  })

  test('fills a customer’s account basket, and leaves out a line with an invalid quantity', async () => {
    const visitor = await shop.signIn('retail@example.com')
    const { pad } = await read('code;qty\nFH-SEAL-1;4\nFH-OIL-1;4.5', visitor)
    expect((await add(visitor, pad.lines)).added).toEqual([2])
    expect((await getBasket(visitor)).count).toBe(4)
    await visitor.delete('/basket')
  })
})

describe('without JavaScript', () => {
  test('a guest pastes, chooses and adds by plain forms', async () => {
    const visitor = shop.createVisitor()
    const page = await visitor.postForm('/order-pad', { text: 'LF9009A 2\nFH-SEAL-1 1' })
    expect(page.status).toBe(200)
    expect(page.text.replaceAll('<!-- -->', '')).toContain('Which part on line 1?')
    const line = (at: number, fields: Record<string, string>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`lines[${at}][${name}]`, value]))
    const done = await visitor.postForm('/order-pad/add', {
      ...line(0, { nr: '1', isPart: '1', code: 'LF9009A', quantity: '2', chosen: String(ids['FH-OIL-1']) }),
      ...line(1, {
        nr: '2',
        isPart: '1',
        code: 'FH-SEAL-1',
        quantity: '1',
        chosen: String(ids['FH-SEAL-1']),
      }),
    })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/basket'])
    expect((await visitor.getPage('/basket')).text).toContain('2 lines were added to your basket.')
    expect((await getBasket(visitor)).count).toBe(3)
  })

  test('a guest presses a suggestion, which is then looked up', async () => {
    const page = await shop.createVisitor().postForm('/order-pad', {
      'lines[0][nr]': '1',
      'lines[0][isPart]': '1',
      'lines[0][code]': 'P55171',
      'lines[0][use]': 'P 551-712',
      'lines[0][quantity]': '2',
    })
    expect(page.text).toContain('FH-OIL-1')
  })

  test('a guest gets a list that is too long back with a message, and loses nothing of it', async () => {
    const text = Array.from({ length: 501 }, (_, nth) => `FH-OIL-1 ${nth + 1}`).join('\n')
    const page = await shop.createVisitor().postForm('/order-pad', { text })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Nothing was read')
    expect(page.text).toContain('FH-OIL-1 501')
  })
})

describe('a file', () => {
  const upload = async (bytes: Buffer | string, headers: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'list.csv')
    const response = await fetch(`${shop.url}/order-pad/file`, {
      method: 'POST',
      body: form,
      headers: { origin: shop.url, accept: 'text/html', ...headers },
    })
    return { status: response.status, text: await response.text() }
  }
  const sheetXml = (rows: string) =>
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  const book = (sheet: string) =>
    new Map(
      Object.entries({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        'xl/workbook.xml':
          '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': sheet,
      }).map(([name, text]) => [name, Buffer.from(text)]),
    )
  const zipped = (files: Map<string, Buffer>, level: 0 | 9 = 0) =>
    Buffer.from(zipSync(Object.fromEntries(files), { level }))
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

  test.each([
    ['CSV', Buffer.from('Part number,Qty\r\nLF9009,4\r\n')],
    ['CSV of an old Excel', Buffer.from('Part number;Note;Qty\nLF9009;caf\xe9;4\n', 'latin1')],
    ['UTF-16 text', Buffer.from('\ufeffLF9009\t4\n', 'utf16le')],
    [
      'Excel',
      zipped(
        book(
          sheetXml(
            `<row r="1">${cell('A1', 'Part number')}${cell('B1', 'Qty')}</row><row r="3">${cell('A3', 'LF9009')}<c r="B3"><v>4</v></c></row>`,
          ),
        ),
      ),
    ],
    [
      'Excel that claims to fill its sheet',
      zipped(
        book(
          sheetXml(`<row r="1">${cell('A1', 'LF9009')}<c r="B1"><v>4</v></c></row>`).replace(
            '<sheetData>',
            '<dimension ref="A1:XFD1048576"/><sheetData>',
          ),
        ),
      ),
    ],
  ])('of the kind %s is read', async (_, bytes) => {
    const { status, text } = await upload(bytes)
    expect(status).toBe(200)
    expect(text).toContain('FH-OIL-1')
    expect(text).toMatch(/Add (?:<!-- -->)?1(?:<!-- -->)? line/)
  })

  const huge = Buffer.alloc(64 * 1024 * 1024, 32)
  const bomb = () => zipped(new Map([...book(sheetXml('')), ['xl/sharedStrings.xml', huge]]), 9)
  const lyingBomb = () => {
    const packed = deflateRawSync(huge)
    // States a small size: the deflated bytes are stored, then their method is changed to 8 (deflate).
    const archive = zipped(new Map([...book(sheetXml('')), ['xl/sharedStrings.xml', packed]]))
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
  test.each<[string, () => Buffer, number, RegExp]>([
    ['too large', () => Buffer.alloc(1_100_000, 'P551712\n'), 422, /larger than 1 MB/],
    ['empty', () => Buffer.alloc(0), 422, /Choose a file first/],
    ['old Excel', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 422, /old Excel file/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), 422, /could not be read/],
    ['a broken archive', () => Buffer.from('PK\x03\x04 and no more'), 422, /could not be read/],
    ['an archive that unpacks to 64 MB', bomb, 422, /could not be read/],
    ['an archive that unpacks to 64 MB and states less', lyingBomb, 422, /could not be read/],
    [
      'a sheet with entities that expand to a gigabyte',
      () => zipped(book(sheetXml(`<row r="1">${cell('A1', '&i;')}</row>`).replace('?>', `?>${entities}`))),
      422,
      /could not be read/,
    ],
    [
      'a sheet with a cell at its end',
      () => zipped(book(sheetXml(`<row r="1048576">${cell('XFD1048576', 'LF9009')}</row>`))),
      422,
      /far outside/,
    ],
    [
      'a sheet that is no XML',
      () => zipped(book('<worksheet><sheetData><row')),
      422,
      /could not be read|nothing to read/,
    ],
  ])('that is %s is refused with a message', async (_, bytes, status, words) => {
    const answer = await upload(bytes())
    expect(answer.status).toBe(status)
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

describe('a line with more than is there', () => {
  test('R-PAD-3: names parts in stock that can replace it, and takes what is there without JavaScript', async () => {
    const visitor = shop.createVisitor()
    const setSuccessor = (id: number | null) =>
      shop.sql(`update product set superseded_by = $1 where code = 'FH-AIR-1'`, [id])
    await setSuccessor(ids['FH-OIL-1']!)
    const short = await read('FH-AIR-1 9', visitor)
    expect(short.pad.products[0]!.instead).toEqual([
      expect.objectContaining({ code: 'FH-OIL-1', available: 1000 }),
    ])
    expect((await read('FH-AIR-1 2', visitor)).pad.products[0]!.instead).toEqual([])
    const [line] = short.pad.lines
    const lines = [{ ...line!, use_quantity: '5' }]
    const { body } = await visitor.post<Read>('/order-pad', { lines })
    expect(body.pad.lines[0]!.quantity).toBe('5')
    await setSuccessor(null)
  })
})
