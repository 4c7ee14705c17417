import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runScript } from '../support/run-script.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createGuestSend, sendSave } from './checkout-calls.ts'
import {
  createImportRunner,
  createRedPicture,
  fingerprintCatalogue,
  parseCounts,
  type RunImport,
  runImport,
} from './run-import.ts'

let shop: TestShop
let load: RunImport

beforeAll(async () => {
  shop = await startTestShop()
  load = await createImportRunner({ sql: shop.sql, dataDir: shop.context.config.dataDir })
}, 60_000)
afterAll(async () => {
  load.close()
  await shop.close()
})

const productsHead = 'code,title,brand,type,price,stock'
const product = (code: string, more = '') =>
  `${code},Filter ${code},Zollern,"Oil filter, spin-on",10,5${more}`

const createValidFolder = async () => ({
  'products.csv': `\ufeffprice,code,title,brand,type,stock,back_order,availability_note,lead_time_days,lead_time_days_min,image,path,description,attr:Height,attr:Colour\r
12.5,GD-1,Good filter one,donaldson,"Oil filter, spin-on",10,0,,5,,gd-1.png,,"Two
lines",142 mm,red\r
,GD-2,Good filter two,Zollern & Söhne,New kind of filter,0,1,7-10 days,10,7,,good/second,,,\r
`,
  'images/gd-1.png': await createRedPicture(),
  'codes.csv': 'manufacturer,code,product_code\ndonaldson,GX 551-1712,GD-1\nNovel,"A,1",GD-1\n',
  'machines.csv':
    'make,model_type,model,variant,show_mach_number\nJCB,Backhoe Loaders,3CX,3CX 2030-,1\nZettel,Tractors,Z/1,Z/1 a,0\nZettel,Tractors,Z-1,Z-1 a,0\n',
  'fitments.csv':
    'make,model,variant,product_code,quantity,position\njcb,3CX,3CX 2030-,GD-1,2,Engine oil\nZettel,Z-1,Z-1 a,GD-2,,\n',
  'serials.csv':
    'make,model,variant,from,to,kind\nJCB,3CX,3CX 2030-,7000001,7099999,serial\nZettel,Z/1,Z/1 a,AB100,,mach\n',
  'prices.csv': 'customer,product_code,price,min_quantity\nnph001,GD-1,9,1\nNPH001,GD-1,8.5,10\n',
})
const allNew = {
  'products.csv': [2, 0, 0],
  'codes.csv': [2, 0, 0],
  'machines.csv': [3, 0, 0],
  'fitments.csv': [2, 0, 0],
  'serials.csv': [2, 0, 0],
  'prices.csv': [2, 0, 0],
}

interface Products {
  products: { list: { code: string; title: string; details: string; stock: number; path: string }[] }
}
const search = async (query: string) => {
  await shop.waitForCatalogue()
  const { body } = await shop.createVisitor().get<Products>(`/search?query=${encodeURIComponent(query)}`)
  return body.products.list
}

describe('a valid folder', () => {
  test('is reported by a dry run, which writes nothing', { timeout: 60_000 }, async () => {
    const before = await fingerprintCatalogue(shop)
    const { code, out, complaints } = await load(await createValidFolder(), '--dry-run')
    expect(complaints).toEqual([])
    expect({ code, figures: parseCounts(out) }).toEqual({ code: 0, figures: allNew })
    expect(out).toContain('Dry run: nothing was written.')
    expect(await fingerprintCatalogue(shop)).toEqual(before)
    expect(existsSync(join(load.dataDir, 'images', 'gd-1.png'))).toBe(false)
  })

  test('is in the shop afterwards, with searches, prices, fitments and pictures', {
    timeout: 60_000,
  }, async () => {
    const { code, out } = await load(await createValidFolder())
    expect({ code, figures: parseCounts(out) }).toEqual({ code: 0, figures: allNew })
    const [product] = await search('gx5511712')
    expect(product).toMatchObject({
      code: 'GD-1',
      title: 'Good filter one',
      details: '142 mm · red',
      stock: 10,
      path: 'donaldson/gd-1',
    })
    expect((await search('colour red')).map(one => one.code)).toContain('GD-1')
    const visitor = shop.createVisitor()
    expect((await visitor.getPage('/good/second')).text).toContain('Good filter two')
    const picture = await visitor.request('GET', '/media/product/image/gd-1.png?w=50')
    expect(picture.status).toBe(200)
    const trade = await shop.signIn('trade@example.com')
    const { body } = await trade.get<{ products: { list: { customer_price: { standard: number } }[] } }>(
      '/search?query=GD-1',
    )
    expect(body.products.list[0]!.customer_price.standard).toBe(9)
    const rows = await shop.sql(
      `select p.code, mo.name as model, f.quantity from fitment f join product p on p.id = f.product_id
         join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id
       where p.code like 'GD-%' order by 1`,
    )
    expect(rows).toEqual([
      { code: 'GD-1', model: '3CX', quantity: 2 },
      { code: 'GD-2', model: 'Z-1', quantity: 1 },
    ])
    expect(await shop.sql(`select code, lead_time from product where code like 'GD-%' order by 1`)).toEqual([
      { code: 'GD-1', lead_time: { min: 5, max: 5 } },
      { code: 'GD-2', lead_time: { min: 7, max: 10 } },
    ])
    const [odd] = await shop.sql<{ price: null; brands: string }>(
      `select price, (select count(*)::int from brand where lower(name) = 'donaldson') as brands
       from product where code = 'GD-2'`,
    )
    expect(odd).toEqual({ price: null, brands: 1 })
  })

  test('changes nothing when it is imported again, and rewrites no row', { timeout: 60_000 }, async () => {
    const before = await fingerprintCatalogue(shop)
    const { code, out } = await load(await createValidFolder())
    const allSame = Object.entries(allNew).map(([file, [count]]) => [file, [0, 0, count]])
    expect({ code, figures: parseCounts(out) }).toEqual({ code: 0, figures: Object.fromEntries(allSame) })
    expect(await fingerprintCatalogue(shop)).toEqual(before)
  })
})

describe('a column or value that is missing in the file', () => {
  test('leaves the product unchanged when its column is left out', { timeout: 60_000 }, async () => {
    const state = () =>
      shop.sql(
        `select p.title, p.price, p.path, p.details, p.image, p.description, s.available, s.back_order,
           (select string_agg(a.name || '=' || pa.value, ', ' order by a.name) from product_attribute pa
              join attribute a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes
         from product p join stock s on s.product_id = p.id where p.code = 'GD-1'`,
      )
    const [before] = await state()
    const { out } = await load({ 'products.csv': 'stock,code,attr:Colour\n44,GD-1,blue\n' })
    expect(parseCounts(out)).toEqual({ 'products.csv': [0, 1, 0] })
    expect(await state()).toEqual([
      {
        ...(before as object),
        available: 44,
        details: '142 mm · blue',
        attributes: 'Colour=blue, Height=142',
      },
    ])
    expect((await search('colour blue')).map(one => one.code)).toContain('GD-1')
    expect((await search('colour red')).map(one => one.code)).not.toContain('GD-1')
  })

  test('removes the value when its cell is empty, except a picture', { timeout: 60_000 }, async () => {
    await load({
      'products.csv': 'code,price,stock,availability_note,image,attr:Colour\nGD-1,,,,,\n',
    })
    const rows = await shop.sql(
      `select price, image, availability_note as note, available,
         (select count(*)::int from product_attribute where product_id = p.id) as attributes
       from product p join stock s on s.product_id = p.id where code = 'GD-1'`,
    )
    expect(rows).toEqual([{ price: null, image: 'gd-1.png', note: null, available: 44, attributes: 1 }])
  })
})

describe('stock', () => {
  test('C04: is imported as what is on hand: what orders are allocated of it is not sold again (R-STOCK-1)', {
    timeout: 60_000,
  }, async () => {
    await load({ 'products.csv': `${productsHead}\n${product('HD-1')}\n` })
    const id = await shop.productId('HD-1')
    const available = async () =>
      (await shop.sql<{ available: number }>('select available from stock where product_id = $1', [id]))[0]!
        .available
    const visitor = shop.createVisitor()
    await visitor.post('/basket/add/single', { product: id, quantity: 2 })
    expect((await sendSave(visitor, createGuestSend())).body.error).toBe(false)
    expect(await available()).toBe(3)

    const again = await load({ 'products.csv': `code,stock\nHD-1,5\n` })
    expect(parseCounts(again.out)).toEqual({ 'products.csv': [0, 0, 1] })
    expect(await available()).toBe(3)

    await load({ 'products.csv': `code,stock\nHD-1,9\n` })
    expect(await available()).toBe(7)
    // One is on hand, and two are allocated.
    await load({ 'products.csv': `code,stock\nHD-1,1\n` })
    expect(await available()).toBe(-1)
  })
})

describe('--replace', () => {
  test('removes what the file no longer lists, except demo data', { timeout: 120_000 }, async () => {
    const files = {
      'products.csv': `${productsHead}\n${product('GD-1')}\n`,
      'codes.csv': 'manufacturer,code,product_code\nNovel,"A,1",GD-1\n',
      'machines.csv': 'make,model_type,model,variant\nJCB,Backhoe Loaders,3CX,3CX 2030-\n',
      'fitments.csv':
        'make,model,variant,product_code,quantity,position\nJCB,3CX,3CX 2030-,GD-1,3,Engine oil\n',
      'serials.csv': 'make,model,variant,from,to,kind\nJCB,3CX,3CX 2030-,7000001,7099999,serial\n',
      'prices.csv': 'customer,product_code,price,min_quantity\nNPH001,GD-1,9,1\n',
    }
    const expected = {
      'products.csv': [0, 1, 0, 2],
      'codes.csv': [0, 0, 1, 1],
      'machines.csv': [0, 0, 1, 2],
      'fitments.csv': [0, 1, 0, 0],
      'serials.csv': [0, 0, 1, 0],
      'prices.csv': [0, 0, 1, 1],
    }
    const demo = () =>
      shop.sql(
        `select count(*) from product where demo and for_sale union all select count(*) from cross_reference where demo
         union all select count(*) from fitment where not imported
         union all select count(*) from serial_range where not imported union all select count(*) from make
           where name <> 'Zettel'`,
      )
    const before = await demo()
    const dry = await load(files, '--replace', '--dry-run')
    expect(parseCounts(dry.out)).toEqual(expected)
    expect(dry.out).toContain('would be removed: GD-2; HD-1')
    const done = await load(files, '--replace')
    expect(parseCounts(done.out)).toEqual(expected)
    expect(await demo()).toEqual(before)
    expect(await shop.sql(`select name from make where name = 'Zettel'`)).toEqual([])
    const listed = await shop.sql(
      `select code, for_sale from product where code in ('GD-1', 'GD-2') order by 1`,
    )
    expect(listed).toEqual([
      { code: 'GD-1', for_sale: true },
      { code: 'GD-2', for_sale: false },
    ])

    await load({ 'products.csv': 'code\nGD-2\n' })
    expect(await shop.sql(`select for_sale from product where code = 'GD-2'`)).toEqual([{ for_sale: true }])
    const empty = await load({ 'products.csv': `${productsHead}\n` }, '--replace')
    expect(empty.code).toBe(1)
    expect(empty.complaints.join()).toContain('--replace would remove everything')
  })
})

test('R-IMPORT-8: a new measure takes the unit that all of its values have', async () => {
  const rows = ['UN-1,62 mm,1/4 in,12 V', 'UN-2,70.5MM,3 bar,24V', 'UN-3,,,']
  const { code } = await load({
    'products.csv': `code,attr:Bore,attr:Port,attr:Voltage,title,brand,type,price,stock\n${rows
      .map(row => `${row},Unit,Zollern,Cabin filter,1,1`)
      .join('\n')}\n`,
  })
  expect(code).toBe(0)
  const values = await shop.sql(
    `select a.name, a.unit, array_agg(pa.value order by pa.product_id) as values,
       array_agg(pa.number order by pa.product_id) as numbers
     from attribute a join product_attribute pa on pa.attribute_id = a.id
     where a.name in ('Bore', 'Port', 'Voltage') group by a.id order by a.name`,
  )
  expect(values).toEqual([
    { name: 'Bore', unit: 'mm', values: ['62', '70.5'], numbers: [62, 70.5] },
    { name: 'Port', unit: '', values: ['1/4 in', '3 bar'], numbers: [null, null] },
    { name: 'Voltage', unit: 'V', values: ['12', '24'], numbers: [12, 24] },
  ])
})

describe('while an import runs', () => {
  test('visitors can search, open pages and fill baskets', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `FH-OIL-1,Busy,BSY ${n}`).join('\n')
    const products = Array.from({ length: 1000 }, (_, n) => product(`BSY-${n}`)).join('\n')
    const folder = mkdtempSync(join(tmpdir(), 'filterhouse-import-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'products.csv'), `${productsHead}\n${products}\n`)
    writeFileSync(join(folder, 'codes.csv'), `product_code,manufacturer,code\n${rows}\n`)
    let running = true
    const done = runScript('import', [folder], load.env).finally(() => {
      running = false
    })
    const statuses: number[] = []
    const oil = await shop.productId('FH-OIL-1')
    while (running) {
      const visitor = shop.createVisitor()
      const answers = await Promise.all([
        visitor.get('/search?query=P551712'),
        visitor.getPage('/filterhouse/fh-oil-1'),
        visitor.post('/basket/add/single', { product: oil, quantity: 1 }),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    expect((await done).code).toBe(0)
    expect(statuses.length).toBeGreaterThan(10)
    expect([...new Set(statuses)]).toEqual([200])
  })
})

describe('the command', () => {
  test('exits with 2 and a message when its parameters are wrong', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: load.dataDir }
    const withoutFolder = await runImport([], env)
    expect(withoutFolder).toMatchObject({ code: 2, out: '' })
    expect(withoutFolder.complaints[0]).toBe('Say which folder to import.')
    const missing = await runImport(['/nowhere/at/all'], env)
    expect(missing).toMatchObject({ code: 2, complaints: ['/nowhere/at/all is not a folder.'] })
    const wrong = await runImport([load.dataDir, '--force'], env)
    expect(wrong.code).toBe(2)
    expect(wrong.complaints[0]).toContain("'--force'")
    const empty = await load({ 'product.csv': 'code\n' })
    expect(empty.code).toBe(2)
    expect(empty.complaints[0]).toMatch(/^Not read: product\.csv\./)
  })
})

describe('the warehouse', () => {
  test('R-STOCK-5: bin and low-stock level follow the file when it has their columns', async () => {
    const details = () =>
      shop.sql(
        `select bin, low_stock, on_hand from stock join product p on p.id = product_id where code = 'BIN-1'`,
      )
    await load({ 'products.csv': `${productsHead},bin,low_stock\n${product('BIN-1', ',A-04-2,10')}\n` })
    expect(await details()).toEqual([{ bin: 'A-04-2', low_stock: 10, on_hand: 5 }])
    await load({ 'products.csv': 'code,stock\nBIN-1,7\n' })
    expect(await details()).toEqual([{ bin: 'A-04-2', low_stock: 10, on_hand: 7 }])
    const same = await load({ 'products.csv': 'code,bin,low_stock\nBIN-1,A-04-2,10\n' })
    expect(parseCounts(same.out)['products.csv']).toEqual([0, 0, 1])
    await load({ 'products.csv': 'code,bin,low_stock\nBIN-1,,\n' })
    expect(await details()).toEqual([{ bin: '', low_stock: null, on_hand: 7 }])
    const bad = await load({ 'products.csv': 'code,low_stock\nBIN-1,0\n' })
    expect(bad.complaints[0]).toBe('products.csv:2: low_stock is below 1')
  })

  test('R-STOCK-4: an import that changes what is on hand writes a movement, and another one none', async () => {
    await load({ 'products.csv': `${productsHead}\n${product('MOV-1')}\n` })
    await load({ 'products.csv': 'code,stock\nMOV-1,3\n' })
    await load({ 'products.csv': 'code,stock,price\nMOV-1,3,11\n' })
    const movements = await shop.sql(
      `select change, m.on_hand, reason, staff_id from stock_movement m join product p on p.id = product_id
       where code = 'MOV-1' order by m.id`,
    )
    expect(movements).toEqual([
      { change: 5, on_hand: 5, reason: 'import', staff_id: null },
      { change: -2, on_hand: 3, reason: 'import', staff_id: null },
    ])
  })

  test('R-IMPORT-2: each file that changes something is in the audit once, with what it changed', async () => {
    const listAudited = () =>
      shop.sql<{ subject: string; detail: string }>(
        `select subject, detail from audit where actor = 'import' and action = 'file imported' order by id`,
      )
    const before = (await listAudited()).length
    const files = (stock: number) => ({
      'products.csv': `${productsHead}\n${product('AUD-1')}\nAUD-2,Filter AUD-2,Zollern,"Oil filter, spin-on",10,${stock}\n`,
      'codes.csv': 'manufacturer,code,product_code\nDonaldson,AUD-9,AUD-1\n',
    })
    await load(files(5), '--dry-run')
    expect(await listAudited()).toHaveLength(before)
    for (const stock of [5, 5, 3]) await load(files(stock))
    const gone = '0 gone, 0 bad'
    expect((await listAudited()).slice(before)).toEqual([
      { subject: 'products.csv', detail: `2 new, 0 changed, 0 same, ${gone}; on hand of 2 products changed` },
      { subject: 'codes.csv', detail: `1 new, 0 changed, 0 same, ${gone}` },
      { subject: 'products.csv', detail: `0 new, 1 changed, 1 same, ${gone}; on hand of 1 product changed` },
    ])
  })
})
