import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import { createImportRunner, createRedPicture, fingerprintCatalogue, type RunImport } from './run-import.ts'

let shop: TestShop
let staff: TestVisitor
let load: RunImport

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  staff = await shop.signIn('staff@example.com')
  load = await createImportRunner({ sql: shop.sql, dataDir: shop.context.config.dataDir })
}, 60_000)
afterAll(async () => {
  load.close()
  await shop.close()
})

type Files = Record<string, string | Buffer>

const zip = async (files: Files, options: { compress?: boolean } = {}): Promise<Buffer> => {
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name, { compress: options.compress ?? true })
  archive.end()
  return buffer(archive.outputStream)
}

let keys = 0
const upload = async (
  files: Files,
  { replace = false, visitor = staff, key = `upload-key-${++keys}` } = {},
) => {
  const form = new FormData()
  form.append('request_key', key)
  if (replace) form.append('replace', '1')
  for (const [name, content] of Object.entries(files))
    form.append('files', new Blob([Buffer.from(content)]), name)
  const { status, headers, text } = await visitor.request('POST', '/admin/imports/new', {
    headers: { origin: shop.url, accept: 'text/html' },
    body: form,
  })
  return {
    status,
    url: headers.get('location') ?? '',
    text: toText(text.replace(/<script[\s\S]*?<.script>/g, '')),
  }
}

/** The page of an import once nothing of it runs, as text. */
const follow = async (url: string): Promise<{ text: string; html: string; seen: string }> => {
  for (let tries = 0; tries < 150; tries++) {
    const { text: html, headers, status } = await staff.getPage(url)
    expect(status).toBe(200)
    if (headers.get('refresh') === null)
      return { text: toText(html), html, seen: /name="seen" value="(\d+)"/.exec(html)?.[1] ?? '' }
    await sleep(100)
  }
  throw new Error(`${url} does not end`)
}
const check = async (files: Files, options: Parameters<typeof upload>[1] = {}) => {
  const { status, url, text } = await upload(files, options)
  expect([status, text]).toEqual([303, expect.anything()])
  return { url, ...(await follow(url)) }
}
const press = (url: string, action: string, fields: Record<string, string>) =>
  staff.postForm(`${url}/${action}`, { count: '', ...fields })
const importAll = async (files: Files, options: Parameters<typeof upload>[1] & { count?: string } = {}) => {
  const { url, seen } = await check(files, options)
  const { status } = await press(url, 'apply', { seen, count: options.count ?? '' })
  expect(status).toBe(303)
  return { url, ...(await follow(url)) }
}

/** By whom is in the entry too: staff's person. */
const getLastAudit = async (url: string) => {
  const [entry] = await shop.sql<{ action: string }>(
    `select action from audit join person p on p.id = actor_id and p.email = 'staff@example.com'
     where subject = $1 order by audit.id desc limit 1`,
    [`import ${url.split('/').at(-1)}`],
  )
  return entry?.action
}

const parts = (count: number, from = 1) =>
  [
    'code,title,brand,type,price,stock',
    ...Array.from(
      { length: count },
      (_, nth) => `UP-${nth + from},Part ${nth + from},Zollern,Oil filter,10.00,5`,
    ),
  ].join('\n')

describe('an upload', () => {
  test('R-IMPORT-19: shows what is new, changes nothing until it is confirmed, and is imported then', {
    timeout: 60_000,
  }, async () => {
    const before = await fingerprintCatalogue(shop)
    const files = {
      'catalogue.zip': await zip({
        'shop/products.csv': parts(5),
        'shop/codes.csv': 'product_code,manufacturer,code\nUP-1,Maker,M 1\n',
        'shop/images/up-1.png': await createRedPicture(),
        '__MACOSX/._products.csv': 'x',
      }),
    }
    const { url, text, seen } = await check(files)
    expect(text).toContain('products.csv: 5 new')
    expect(text).toContain('codes.csv: 1 new')
    expect(text).toContain('UP-1, Maker, M 1')
    expect(await fingerprintCatalogue(shop)).toEqual(before)
    expect((await press(url, 'apply', { seen })).status).toBe(303)
    const done = await follow(url)
    expect(done.text).toContain('Imported')
    expect(await shop.sql(`select count(*)::int as n from product where code like 'UP-%'`)).toEqual([
      { n: 5 },
    ])
    const audit = await shop.sql<{ subject: string; action: string; who: string }>(
      `select a.subject, a.action, p.email as who from audit a join person p on p.id = a.actor_id
       where a.action like '%import%' order by a.id`,
    )
    expect(audit).toEqual([
      { subject: 'import 1', action: 'import files uploaded', who: 'staff@example.com' },
      { subject: 'import 1', action: 'import started', who: 'staff@example.com' },
      { subject: 'products.csv', action: 'file imported', who: 'staff@example.com' },
      { subject: 'codes.csv', action: 'file imported', who: 'staff@example.com' },
    ])
    // Its files are not needed any more.
    const folder = join(shop.context.config.dataDir, 'imports')
    await expect.poll(() => readdirSync(folder)).toEqual([])
    const list = toText((await staff.getPage('/admin/imports')).text)
    expect(list).toContain('catalogue.zip')
    expect(list).toContain('products.csv: 5 new; codes.csv: 1 new')
  })

  test('R-IMPORT-19: changes are shown cell by cell, stock too, while orders take stock', {
    timeout: 60_000,
  }, async () => {
    const { text, url, seen } = await check({
      'products.csv': 'code,price,attr:Colour\nUP-1,11.50,red\nUP-2,10,\n',
      'stock.csv': 'code,stock,bin\nUP-1,8,A-9\n',
    })
    expect(text).toContain('products.csv: 1 changed')
    expect(text).toMatch(/UP-1 Changed price 10\.00 → 11\.50 .*attr:Colour none → red/)
    expect(text).toMatch(/stock 5 → 8/)
    expect(text).toMatch(/bin none → A-9/)
    expect(text).not.toContain('UP-2')
    expect((await press(url, 'apply', { seen })).status).toBe(303)
    await follow(url)
    expect(
      await shop.sql(
        `select p.price, s.on_hand as "onHand" from product p join stock s on s.product_id = p.id where code = 'UP-1'`,
      ),
    ).toEqual([{ price: 1150, onHand: 8 }])
  })

  test('R-IMPORT-19: nothing of it is written when one file has a bad row; the problems are a file', {
    timeout: 60_000,
  }, async () => {
    const before = await fingerprintCatalogue(shop)
    const { url, text, html } = await check({
      'products.csv': `${parts(2, 50)}\nUP-99,=SUM(A1),Zollern,Oil filter,-1,5`,
      'machines.csv': 'make,model,variant,model_type\nNovel,N1,N1 a,Tractors\n',
      'codes.csv': `product_code,manufacturer,code\n${Array.from({ length: 12 }, (_, nth) => `UP-5${nth},Maker,X ${nth}`).join('\n')}\n`,
    })
    expect(text).toContain('Refused')
    expect(text).toContain(`Line 4: price '-1' is below 0`)
    expect(text).toContain('12 rows were not read: what it names is in products.csv')
    expect(html).not.toContain('/apply')
    const { content } = await staff.getFile(`${url}/errors.csv`)
    expect(content.toString()).toContain(`products.csv,4,"price '-1' is below 0"`)
    expect(await fingerprintCatalogue(shop)).toEqual(before)
  })

  test('R-IMPORT-20: prices that jump and rows that go need the number of rows', {
    timeout: 60_000,
  }, async () => {
    const files = { 'products.csv': 'code,price\nUP-1,11500\nUP-2,10.50\n' }
    const { url, text, seen } = await check(files)
    expect(text).toContain('1 price in products.csv moves by more than 30%.')
    const refused = await press(url, 'apply', { seen, count: '' })
    expect([refused.status, toText(refused.text)]).toEqual([
      422,
      expect.stringContaining('Type 1, the number of rows'),
    ])
    expect((await press(url, 'apply', { seen, count: '2' })).status).toBe(422)
    expect((await press(url, 'drop', { seen })).status).toBe(303)
    expect((await follow(url)).text).toContain('Dropped')
    expect(await getLastAudit(url)).toBe('import dropped')
    const codes = (await staff.getFile('/admin/imports/export/codes.csv')).content.toString()
    const rows = codes.split('\r\n').length - 2
    const short = await check(
      { 'codes.csv': 'product_code,manufacturer,code\nUP-1,Maker,M 1\n' },
      { replace: true },
    )
    // What the demo has stays whatever a file lists.
    expect(short.text).toContain('codes.csv: no change')
    expect(rows).toBeGreaterThan(100)
    await importAll({
      'codes.csv': `product_code,manufacturer,code\n${Array.from({ length: rows }, (_, nth) => `UP-2,Maker,L ${nth}`).join('\n')}\n`,
    })
    const most = await check(
      { 'codes.csv': 'product_code,manufacturer,code\nUP-1,Maker,M 1\n' },
      { replace: true },
    )
    expect(most.text).toContain('codes.csv has less than half of what the shop has')
    expect(most.text).toMatch(/If that is right, type \d+/)
  })

  test('R-IMPORT-21: what changed since the check is shown again, and a second press does nothing more', {
    timeout: 60_000,
  }, async () => {
    const { url, seen } = await check({ 'products.csv': 'code,title\nUP-3,Renamed\n' })
    await shop.sql(`update product set title = 'By a colleague' where code = 'UP-3'`)
    await press(url, 'apply', { seen })
    const again = await follow(url)
    expect(again.text).toContain('The shop has changed since the files were checked.')
    expect(again.text).toContain('title By a colleague → Renamed')
    expect((await press(url, 'apply', { seen })).status).toBe(409)
    const [first, second] = await Promise.all([
      press(url, 'apply', { seen: again.seen }),
      press(url, 'apply', { seen: again.seen }),
    ])
    expect([first.status, second.status]).toEqual([303, 303])
    expect((await follow(url)).text).toContain('Imported')
    const key = 'same-key-twice'
    const twice = await Promise.all([1, 2].map(() => upload({ 'products.csv': parts(1) }, { key })))
    expect(new Set(twice.map(each => each.url)).size).toBe(1)
    await follow(twice[0]!.url)
  })

  test('R-IMPORT-21: of two imports at once the second waits', { timeout: 60_000 }, async () => {
    const [one, two] = await Promise.all([
      upload({ 'products.csv': parts(300, 1000) }),
      upload({ 'products.csv': parts(300, 2000) }),
    ])
    for (const { url } of [one, two]) expect((await follow(url)).text).toContain('300 new')
  })

  test('R-IMPORT-21: a process that was killed has written nothing, and the page says so', {
    timeout: 60_000,
  }, async () => {
    const { url, seen } = await check({ 'products.csv': 'code,title\nUP-4,Never\n' })
    const id = Number(url.split('/').at(-1))
    // As a process leaves it that began, and was killed a minute ago.
    await shop.sql(
      `update import_run set state = 'importing', version = version + 1, beat_at = clock_timestamp() - interval '1 minute'
       where id = $1`,
      [id],
    )
    const { text, seen: current } = await follow(url)
    expect(text).toContain(
      'The shop was stopped before the end, so nothing of it was written. Start it again.',
    )
    expect((await press(url, 'apply', { seen })).status).toBe(409)
    await press(url, 'apply', { seen: current })
    expect((await follow(url)).text).toContain('Imported')
    const half = await check({ 'products.csv': 'code,title\nUP-4,Twice\n' })
    await shop.sql(
      `update import_run set state = 'checking', beat_at = clock_timestamp() - interval '1 minute' where id = $1`,
      [Number(half.url.split('/').at(-1))],
    )
    expect((await follow(half.url)).text).toContain('upload them again')
  })
})

describe('undoing an import', () => {
  test('R-IMPORT-22: leads back to the same shop, and a product that was added is off sale', {
    timeout: 60_000,
  }, async () => {
    await importAll({
      'products.csv': parts(3, 700),
      'codes.csv': 'product_code,manufacturer,code\nUP-700,Maker,U 1\n',
    })
    const read = async () => {
      const files = ['products', 'codes', 'stock', 'fitments']
      const texts = files.map(file => staff.getFile(`/admin/imports/export/${file}.csv`))
      return (await Promise.all(texts)).map(({ content }) => content.toString())
    }
    const before = await read()
    const { url, seen } = await importAll({
      'products.csv':
        'code,title,brand,type,price,attr:Colour\nUP-700,Other,Novel brand,Oil filter,11,blue\nUP-799,New,Zollern,Oil filter,3,\n',
      'codes.csv': 'product_code,manufacturer,code\nUP-701,Maker,U 2\n',
      'fitments.csv': 'make,model,variant,product_code\nJCB,3CX,3CX 2012-2018,UP-700\n',
      'stock.csv': 'code,stock\nUP-700,9\n',
    })
    expect(await read()).not.toEqual(before)
    expect((await press(url, 'undo', { seen })).status).toBe(303)
    expect((await follow(url)).text).toContain('Undone')
    expect(await getLastAudit(url)).toBe('import undone')
    const [products = '', ...further] = await read()
    const [oldProducts, ...oldFurther] = before
    const withoutNew = (text: string) => text.split('\r\n').filter(line => !line.startsWith('UP-799'))
    expect(withoutNew(products)).toEqual(withoutNew(oldProducts!))
    expect(further.map(withoutNew)).toEqual(oldFurther.map(withoutNew))
    expect(await shop.sql(`select for_sale as "forSale" from product where code = 'UP-799'`)).toEqual([
      { forSale: false },
    ])
  })

  test('R-IMPORT-22: is refused once somebody has changed a row', { timeout: 60_000 }, async () => {
    const { url, seen } = await importAll({ 'products.csv': 'code,title\nUP-701,First\nUP-702,Second\n' })
    await shop.sql(`update product set price = 999 where code = 'UP-702'`)
    await press(url, 'undo', { seen })
    const { text } = await follow(url)
    expect(text).toContain('It cannot be undone, because rows of products.csv were changed since: UP-702.')
    expect(text).toContain('Imported')
  })
})

describe('hostile files', () => {
  test.each<[string, () => Promise<Files> | Files, string]>([
    [
      'a picture with a script',
      () => ({ 'logo.svg': '<svg/>' }),
      'logo.svg is neither a picture nor one of products.csv',
    ],
    [
      'an archive in an archive',
      async () => ({ 'a.zip': await zip({ 'b.zip': 'x' }) }),
      'b.zip is a packed file or a workbook',
    ],
    ['a workbook', () => ({ 'products.xlsx': 'PK' }), 'products.xlsx is a packed file or a workbook'],
    ['a broken ZIP', () => ({ 'a.zip': 'PKno' }), 'a.zip is damaged or encrypted'],
    ['no ZIP', () => ({ 'a.zip': 'code,title' }), 'a.zip is damaged or encrypted'],
    [
      'a file twice',
      async () => ({ 'a.zip': await zip({ 'a/products.csv': 'code', 'b/products.csv': 'code' }) }),
      'products.csv is there twice',
    ],
    [
      'a bomb',
      async () => ({ 'a.zip': await zip({ 'products.csv': Buffer.alloc(20 * 1024 * 1024, 65) }) }),
      'unpacks to more than 200 times its size',
    ],
    [
      'a workbook under another name',
      async () => ({ 'products.csv': await zip({ 'xl/workbook.xml': 'x' }) }),
      'this is an Excel workbook',
    ],
    ['no rows', () => ({ 'products.csv': '' }), 'the file is empty'],
    ['a web page', () => ({ 'products.csv': '<html><script>alert(1)</script>' }), 'unknown column'],
    ['only a picture', async () => ({ 'a.png': await createRedPicture() }), 'has none of products.csv'],
    [
      'a page that is called a picture',
      () => ({
        'products.csv': `${parts(1).replace('stock', 'image').replace('10.00,5', '1,evil.png')}`,
        'evil.png': 'GIF89a/*<script>',
      }),
      `image 'evil.png' is not a picture that can be read`,
    ],
  ])('R-IMPORT-23: %s is refused with a sentence', { timeout: 60_000 }, async (_name, create, sentence) => {
    const { text, html } = await check(await create())
    expect(text).toContain(sentence)
    expect(text).toContain('Refused')
    expect(html).not.toContain('/apply')
  })

  test('R-IMPORT-23: a name that leads out of the folder is refused', { timeout: 60_000 }, async () => {
    const archive = await zip({ 'xx/products.csv': 'code,title\n' })
    const evil = Buffer.from(
      archive.toString('latin1').replaceAll('xx/products', '../products'.slice(0, 11)),
      'latin1',
    )
    const { text } = await check({ 'a.zip': evil })
    expect(text).toContain('Refused')
    expect(readdirSync(shop.context.config.dataDir)).not.toContain('products.csv')
  })

  test('R-IMPORT-23: a file of 100 MB is refused before it is read', { timeout: 60_000 }, async () => {
    const { status, text } = await upload({ 'products.csv': Buffer.alloc(100 * 1024 * 1024, 65) })
    expect(status).toBe(413)
    expect(text).toContain('The files are larger than 64 MB together.')
    const none = await upload({})
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('Choose one or more CSV files')])
  })

  test('R-IMPORT-23: prices of customers are for managers, and customers find no such page', {
    timeout: 60_000,
  }, async () => {
    const buyer = await shop.signIn('trade@example.com')
    expect((await upload({ 'products.csv': parts(1) }, { visitor: buyer })).status).toBe(404)
    expect((await buyer.getFile('/admin/imports/export/prices.csv')).status).toBe(404)
    expect((await staff.getPage('/admin/imports/999999')).status).toBe(404)
  })
})

test('R-IMPORT-19: what is downloaded is what the command exports, and the templates too', {
  timeout: 60_000,
}, async () => {
  for (const file of ['products.csv', 'prices.csv', 'stock.csv']) {
    const { status, headers, content } = await staff.getFile(`/admin/imports/export/${file}`)
    expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${file}"`])
    expect(content.toString().startsWith('\ufeff')).toBe(true)
  }
  expect((await staff.getFile('/admin/imports/template/COLUMNS.txt')).content.toString()).toContain(
    'STOCK.CSV',
  )
  expect((await staff.getPage('/admin/imports/template/passwd')).status).toBe(404)
  expect(toText((await staff.getPage('/admin/imports/new')).text)).toContain('Download what the shop has')
})
