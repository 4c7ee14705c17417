import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import {
  createImportRunner,
  createRedPicture,
  fingerprintCatalogue,
  parseCounts,
  type RunImport,
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

const head = 'code,title,brand,type,price,stock'
const product = (code: string, price = '1', stock = '1') =>
  `${code},Filter,Zollern,Cabin filter,${price},${stock}`
const getPrices = (pattern: string) =>
  shop.sql<{ code: string; price: number | null }>(
    'select code, price from product where code like $1 order by code',
    [pattern],
  )

describe('R-IMPORT-12: rows without a fault that say nothing new are skipped and counted', () => {
  test('in each file', { timeout: 60_000 }, async () => {
    const files = {
      'products.csv': [
        head,
        product('SKIP-1'),
        ',,,,,',
        product('SKIP-1'),
        '"",""," ",,,',
        '',
        product('SKIP-2'),
        '\u00a0,\u200b,,,,',
      ],
      'codes.csv': [
        'product_code,manufacturer,code',
        'SKIP-1,Novel,N-1',
        ',,',
        'SKIP-1,Novel,N-1',
        ' SKIP-1 ,Novel,N-1',
      ],
      'machines.csv': ['make,model_type,model,variant', 'Skipper,Boats,S1,a', ',,,', 'Skipper,Boats,S1,a'],
      'fitments.csv': [
        'make,model,variant,product_code,quantity,position',
        'Skipper,S1,a,SKIP-1,1,',
        ',,,,,',
        'Skipper,S1,a,SKIP-1,1,',
      ],
      'serials.csv': [
        'make,model,variant,from,to,kind',
        'Skipper,S1,a,100,200,serial',
        ',,,,,',
        'Skipper,S1,a,100,200,serial',
      ],
      'prices.csv': ['customer,product_code,price', 'NPH001,SKIP-1,0.50', ',,', 'NPH001,SKIP-1,0.50'],
    }
    const folder = Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [name, `${rows.join('\n')}\n`]),
    )
    const { code, out, complaints } = await load(folder)
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
    expect(parseCounts(out)).toEqual({
      'products.csv': [2, 0, 0],
      'codes.csv': [1, 0, 0],
      'machines.csv': [1, 0, 0],
      'fitments.csv': [1, 0, 0],
      'serials.csv': [1, 0, 0],
      'prices.csv': [1, 0, 0],
    })
    expect(out.match(/skipped: .*/g)).toEqual([
      'skipped: 4 blank rows, 1 exact duplicate',
      'skipped: 1 blank row, 2 exact duplicates',
      ...Array(4).fill('skipped: 1 blank row, 1 exact duplicate'),
    ])
    const before = await fingerprintCatalogue(shop)
    expect((await load(folder)).code).toBe(0)
    expect(await fingerprintCatalogue(shop)).toEqual(before)
  })

  test('before the header too; what only begins alike, or differs in one value, is a bad row', async () => {
    const { code, out } = await load({ 'products.csv': `\n,,,,,\n${head}\n${product('SKIP-3')}\n` })
    expect([code, parseCounts(out)]).toEqual([0, { 'products.csv': [1, 0, 0] }])
    const rows = [head, product('SKIP-4'), product('SKIP-4', '2'), product('SKIP-4', '2'), ',,,1,,']
    const { complaints } = await load({ 'products.csv': rows.join('\n') })
    expect(complaints).toEqual([
      'products.csv:3: appears twice, first on line 2',
      'products.csv:4: appears twice, first on line 2',
      'products.csv:5: code is empty',
      'products.csv: 3 bad rows found; nothing of this file was written.',
    ])
  })

  test('a duplicate of a bad row is counted once', async () => {
    const { code, complaints } = await load({
      'codes.csv': 'product_code,manufacturer,code\nNOPE-9,Novel,X1\nNOPE-9,Novel,X1\n',
    })
    expect(code).toBe(1)
    expect(complaints).toEqual([
      'codes.csv:2: product_code: no product has the code NOPE-9',
      'codes.csv: 1 bad row found; nothing of this file was written.',
    ])
  })
})

test('R-IMPORT-13: codes that differ only in case or punctuation are named, and imported', async () => {
  const rows = [
    head,
    product('SIM-100/A'),
    product('sim-100-a'),
    product('SIM 100A'),
    product('SIM-200'),
    product('fh oil 1'),
  ]
  const { code, complaints } = await load({ 'products.csv': rows.join('\n') })
  expect(code).toBe(0)
  const why = 'customers who type one of them find both'
  expect(complaints).toEqual([
    `products.csv:3: warning: code 'sim-100-a' differs only in case or punctuation from 'SIM-100/A' (on line 2); ${why}`,
    `products.csv:4: warning: code 'SIM 100A' differs only in case or punctuation from 'SIM-100/A' (on line 2); ${why}`,
    `products.csv:6: warning: code 'fh oil 1' differs only in case or punctuation from 'FH-OIL-1' (in the shop); ${why}`,
  ])
})

describe('R-IMPORT-11: a price of 0', () => {
  test('means price on request, with a warning', async () => {
    const rows = [
      head,
      product('FREE-1', '0'),
      product('FREE-2', '0.00'),
      product('FREE-3', ''),
      product('FREE-4', '£0'),
    ]
    const { code, complaints } = await load({ 'products.csv': rows.join('\n') })
    expect(code).toBe(0)
    const warning =
      "warning: price is 0, so the product is shown with Price on request; if it costs nothing, write 1 into a column 'free'"
    expect(complaints).toEqual([2, 3, 5].map(line => `products.csv:${line}: ${warning}`))
    expect(await getPrices('FREE-%')).toEqual([1, 2, 3, 4].map(nth => ({ code: `FREE-${nth}`, price: null })))
  })

  test('is one where the column free says so', async () => {
    const rows = [
      `${head},free`,
      `${product('GIFT-1', '0')},1`,
      `${product('GIFT-2', '')},1`,
      `${product('GIFT-3', '2')},0`,
      `${product('GIFT-4', '0')},`,
    ]
    const folder = { 'products.csv': rows.join('\n') }
    const { code, complaints } = await load(folder)
    expect([code, complaints.length]).toEqual([0, 1])
    expect(await getPrices('GIFT-%')).toEqual([
      { code: 'GIFT-1', price: 0 },
      { code: 'GIFT-2', price: 0 },
      { code: 'GIFT-3', price: 200 },
      { code: 'GIFT-4', price: null },
    ])
    expect(parseCounts((await load(folder)).out)).toEqual({ 'products.csv': [0, 0, 4] })
  })

  test.each([
    ['products.csv', `${head},free\n${product('GIFT-9', '2')},1`, 'free is 1, but the price is 2'],
    ['products.csv', 'code,free\nFH-OIL-1,1', 'price is empty'],
    [
      'prices.csv',
      'customer,product_code,price\nNPH001,FH-OIL-1,0',
      'price is 0; leave the row out and the customer pays the list price',
    ],
  ])('in %s that contradicts itself is a bad row', async (file, text, reason) => {
    const { code, complaints } = await load({ [file]: text })
    expect([code, complaints[0]]).toEqual([1, `${file}:2: ${reason}`])
  })
})

describe('a lead time', () => {
  test('is a number of days or a range', async () => {
    const rows = ['5', '7-10', '7 – 10 days', '7 to 10', ''].map(
      (time, nth) => `${product(`LEAD-${nth}`)},${time}`,
    )
    expect((await load({ 'products.csv': [`${head},lead_time`, ...rows].join('\n') })).code).toBe(0)
    expect(await shop.sql(`select lead_time from product where code like 'LEAD-%' order by code`)).toEqual([
      { lead_time: { min: 5, max: 5 } },
      ...Array(3).fill({ lead_time: { min: 7, max: 10 } }),
      { lead_time: null },
    ])
  })

  test.each(['10-7', '0', '07-Oct', 'soon', '1-9999', '-5'])('of %s is a bad row', async time => {
    const { complaints } = await load({ 'products.csv': `code,lead_time\nFH-OIL-1,${time}` })
    expect(complaints[0]).toContain(`lead_time '${time}' is neither a number of days nor a range`)
  })
})

describe('R-IMPORT-14: brands.csv gives brands their logos', () => {
  const getLogo = async (name: string) =>
    (await shop.sql<{ logo: string | null }>('select logo from brand where name = $1', [name]))[0]!.logo

  test('which replace those before, and stay when nothing changes', { timeout: 60_000 }, async () => {
    const picture = await createRedPicture()
    const folder = {
      'products.csv': `${head}\n${product('LOGO-1')}\n`,
      'brands.csv': 'brand,logo\nzollern,zollern.png\n',
      'images/zollern.png': picture,
    }
    const first = await load(folder)
    expect(first).toMatchObject({ code: 0, complaints: [] })
    expect(parseCounts(first.out)['brands.csv']).toEqual([1, 0, 0])
    expect(await getLogo('Zollern')).toBe('zollern.png')
    const image = await shop.createVisitor().get('/media/brand/image/zollern.png?w=200')
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const before = await fingerprintCatalogue(shop)
    expect(parseCounts((await load(folder)).out)['brands.csv']).toEqual([0, 0, 1])
    expect(await fingerprintCatalogue(shop)).toEqual(before)
    expect(parseCounts((await load({ 'brands.csv': 'brand,logo\nZollern,\n' })).out)['brands.csv']).toEqual([
      0, 1, 0,
    ])
    expect(await getLogo('Zollern')).toBeNull()
  })

  test('which --replace removes, but not those of the demo', async () => {
    await load({ 'brands.csv': 'brand,logo\nZollern,zollern.png\n' })
    const [drawn] = await shop.sql<{ name: string; logo: string }>(
      `select name, logo from brand where logo is not null and name <> 'Zollern' limit 1`,
    )
    const { out } = await load({ 'brands.csv': `brand,logo\n${drawn!.name},\n` }, '--replace', '--dry-run')
    expect(out).toContain('would be removed: Zollern')
    await load({ 'brands.csv': 'brand,logo\nFilterhouse,zollern.png\n' }, '--replace')
    expect([await getLogo('Zollern'), await getLogo(drawn!.name)]).toEqual([
      null,
      drawn!.name === 'Filterhouse' ? 'zollern.png' : drawn!.logo,
    ])
  })

  test.each([
    ['Zoller & Sons,', 'brand: no product has the brand Zoller & Sons'],
    ['Zollern,logos/x.png', "logo 'logos/x.png' has a path in it; give the file name only"],
    ['Zollern,..\\x.png', "logo '..\\x.png' has a path in it; give the file name only"],
    ['Zollern,missing.png', "logo 'missing.png' is not in the folder images"],
    [',zollern.png', 'brand is empty'],
  ])('and a row that cannot be right is bad: %s', async (row, reason) => {
    const { code, complaints } = await load({ 'brands.csv': `brand,logo\n${row}\n` })
    expect([code, complaints[0]]).toEqual([1, `brands.csv:2: ${reason}`])
  })
})

describe('R-IMPORT-4: a bad row is', () => {
  test.each([
    ['stock', '-1', 'stock is below 0'],
    ['stock', '−1', 'stock is below 0'],
    ['stock', '(1)', "stock '(1)' is not a whole number"],
    ['price', '-0.01', "price '-0.01' is below 0"],
    ['price', '−5', "price '−5' is below 0"],
    ['price', '-£5', "price '-£5' is below 0"],
    ['price', '£-5', "price '£-5' is below 0"],
    ['image', 'images/a.png', "image 'images/a.png' has a path in it; give the file name only"],
    ['image', '/etc/a.png', "image '/etc/a.png' has a path in it; give the file name only"],
    ['image', 'C:\\a.png', "image 'C:\\a.png' has a path in it; give the file name only"],
    ['image', '..', "image '..' has a path in it; give the file name only"],
    ['path', 'basket', "path 'basket' is one of the shop's own addresses"],
    ['path', '/Basket/', "path '/Basket/' is one of the shop's own addresses"],
    ['path', 'media/brand/x', "path 'media/brand/x' is one of the shop's own addresses"],
    ['path', 'order-pad', "path 'order-pad' is one of the shop's own addresses"],
    ['path', 'robots.txt', "path 'robots.txt' is one of the shop's own addresses"],
  ])('%s %s', async (column, value, reason) => {
    const { code, complaints } = await load({ 'products.csv': `code,${column}\nFH-OIL-1,${value}\n` })
    expect([code, complaints[0]]).toEqual([1, `products.csv:2: ${reason}`])
  })
})
