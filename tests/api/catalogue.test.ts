import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductPageProps } from '../../src/features/catalogue/product-page/props.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
const mostBytes = 200 * 1000

beforeAll(async () => {
  shop = await startTestShop()
})
// Pages are cached for seconds: afterwards each test sees what the previous one wrote.
beforeEach(() => shop.clock.advance(1))
afterAll(() => shop.close())

/** The props of the page at a path, as they are sent to the browser. */
async function getProductPage(
  path: string,
  visitor = shop.createVisitor(),
): Promise<ProductPageProps & { bytes: number }> {
  const { status, text } = await visitor.getPage(path)
  expect(status).toBe(200)
  const state = /<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(text)![1]!
  return { ...(JSON.parse(state) as { props: ProductPageProps }).props, bytes: Buffer.byteLength(text) }
}

interface NewProduct {
  code: string
  brand: string
  type?: string
  details?: string
  /** In pence; null: on request. */
  price?: number | null
  stock?: number
  /** Other makers' numbers that it replaces. */
  numbers?: [maker: string, code: string][]
}

async function insertProduct({
  code,
  brand,
  type = 'Oil filter, spin-on',
  details = '',
  price = 990,
  stock = 3,
  numbers = [],
}: NewProduct) {
  const [product] = await shop.sql<{ id: number }>(
    `insert into product (code, path, title, details, brand_id, type_id, price)
     select $1, lower($1), 'A test filter', $4, b.id, t.id, $5 from brand b, product_type t
     where b.name = $2 and t.name = $3 returning id`,
    [code, brand, type, details, price],
  )
  await shop.sql('insert into stock (product_id, on_hand, available) values ($1, 0, 0)', [product!.id])
  await shop.setStock(code, stock)
  for (const [maker, number] of numbers) await insertCrossReference(code, maker, number)
}

async function insertCrossReference(productCode: string, maker: string, number: string) {
  await shop.sql('insert into maker (name) values ($1) on conflict do nothing', [maker])
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code)
     select p.id, m.id, $3 from product p, maker m where p.code = $1 and m.name = $2`,
    [productCode, maker, number],
  )
}

describe('a product page', () => {
  test('lists the machines by make, each with a link to all its filters', async () => {
    const { makes } = await getProductPage('/filterhouse/fh-oil-1')
    const [variant] = await shop.sql<{ id: number }>(`select id from variant where name = '3CX 2012-2018'`)
    expect(makes).toEqual([
      {
        make: 'JCB',
        url: '/filters/jcb',
        count: 1,
        allUrl: null,
        fits: [
          {
            model: '3CX',
            variant: '3CX 2012-2018',
            url: `/filters/jcb/3cx/${variant!.id}`,
            position: 'Engine oil',
            quantity: 1,
          },
        ],
      },
    ])
  })

  test('lists other makers’ numbers by maker', async () => {
    const { replaces, numberCount } = await getProductPage('/filterhouse/fh-oil-1')
    expect(replaces).toEqual([
      { maker: 'Caterpillar', codes: ['1R-0750', '1R-0751'], urls: {} },
      { maker: 'Donaldson', codes: ['P 551-712'], urls: {} },
      { maker: 'Fleetguard', codes: ['LF9009'], urls: {} },
    ])
    expect(numberCount).toBe(4)
  })

  test('names the successor of a product, and its predecessors', async () => {
    expect((await getProductPage('/filterhouse/fh-edge-7')).successor).toMatchObject({
      code: 'FH-EDGE-8',
      url: '/filterhouse/fh-edge-8',
    })
    expect((await getProductPage('/filterhouse/fh-edge-8')).predecessors).toMatchObject([
      { code: 'FH-EDGE-7' },
    ])
  })

  test('lists the contents of a kit, and the kits of a part', async () => {
    const { components } = await getProductPage('/filterhouse/fh-edge-1')
    expect(components.map(part => [part.quantity, part.code, part.price])).toEqual([
      [2, 'FH-OIL-1', 1250],
      [2, 'FH-FUEL-1', 800],
    ])
    expect((await getProductPage('/filterhouse/fh-fuel-1')).kits).toMatchObject([{ code: 'FH-EDGE-1' }])
  })

  test('says how much a kit saves, and nothing when it costs more than its filters', async () => {
    expect((await getProductPage('/filterhouse/fh-edge-1')).kitSaving).toEqual({ singly: 4100, saved: 505 })
    const { text } = await shop.createVisitor().getPage('/filterhouse/fh-edge-1')
    expect(text).toContain('Saves <!-- -->£5.05<!-- -->: its filters cost <!-- -->£41.00<!-- --> separately')
    await shop.sql(`update product set price = 4100 where code = 'FH-EDGE-1'`)
    shop.clock.advance(11)
    expect((await getProductPage('/filterhouse/fh-edge-1')).kitSaving).toBeNull()
    await shop.sql(`update product set price = 3595 where code = 'FH-EDGE-1'`)
  })

  test('shows a second picture where there is one', async () => {
    const { pictures } = await getProductPage('/filterhouse/fh-oil-1')
    expect(pictures.map(picture => picture.filename)).toEqual(['fh-oil-1.jpg', 'fh-oil-1.end.jpg'])
    const bytes = await Promise.all(
      pictures.map(async ({ filename }) => {
        const answer = await shop.createVisitor().getPage(`/media/product/image/${filename}?w=585&h=585`)
        expect(answer.status).toBe(200)
        return answer.text
      }),
    )
    expect(bytes[0]).not.toBe(bytes[1])
    expect((await getProductPage('/filterhouse/fh-edge-5')).pictures).toEqual([])
    expect((await getProductPage('/filterhouse/fh-edge-6')).pictures).toHaveLength(1)
  })

  test('redirects to its canonical address when the address has capitals or a trailing slash', async () => {
    const { status, headers } = await shop.createVisitor().getPage('/Filterhouse/FH-OIL-1/?for=LF9009')
    expect([status, headers.get('location')]).toEqual([301, '/filterhouse/fh-oil-1?for=LF9009'])
    expect((await shop.createVisitor().getPage('/filterhouse/no-such-part')).status).toBe(404)
  })

  test('stays below 200 KB for a product with very many machines and numbers', async () => {
    await insertProduct({ code: 'FH-MANY-1', brand: 'Filterhouse' })
    await shop.sql(
      `insert into fitment (variant_id, product_id, position)
       select v.id, p.id, 'Engine oil, position ' || n from variant v, product p, generate_series(1, 20) n
       where p.code = 'FH-MANY-1'`,
    )
    await shop.sql(
      `insert into cross_reference (product_id, maker_id, code)
       select p.id, m.id, 'NUMBER-' || m.id || '-' || n from maker m, product p, generate_series(1, 200) n
       where p.code = 'FH-MANY-1'`,
    )
    const firstPage = await getProductPage('/fh-many-1')
    const busiest = firstPage.makes.find(make => make.make === 'JCB')!
    expect(busiest.allUrl).not.toBeNull()
    const ofMake = await getProductPage(busiest.allUrl!)
    expect(ofMake.makes.map(make => make.make)).toEqual(['JCB'])
    expect(ofMake.makes[0]!.fits.length).toBeGreaterThan(busiest.fits.length)
    // The page of the make lists what does not fit here.
    expect(ofMake.makes[0]!.allUrl).toBe('/filters/jcb')
    const numbers = await getProductPage(firstPage.allNumbersUrl!)
    const countOf = (page: ProductPageProps) => page.replaces.flatMap(({ codes }) => codes).length
    expect(countOf(numbers)).toBeGreaterThan(countOf(firstPage))
    for (const page of [firstPage, ofMake, numbers]) expect(page.bytes).toBeLessThan(mostBytes)
  })
})

describe('an alternative to a product', () => {
  test('is offered with its evidence while the product is out of stock, and an indirect one as indirect', async () => {
    const details = '⌀ 1 mm · 2 mm · M9'
    await insertProduct({ code: 'A1', brand: 'Filterhouse', details, stock: 0, numbers: [['Wix', '51 748']] })
    await insertProduct({ code: 'DIRECT1', brand: 'Wix', numbers: [['Filterhouse', 'A-1']] })
    await insertProduct({ code: 'VIA1', brand: 'Fram', stock: 9, numbers: [['Wix', '51748']] })
    await insertProduct({ code: 'ALIKE1', brand: 'Fram', details })
    await insertProduct({ code: 'FAR1', brand: 'Fram', numbers: [['Donaldson', 'X9']] })
    await insertCrossReference('VIA1', 'Donaldson', 'X9')
    await insertProduct({ code: 'SAMEBRAND1', brand: 'Filterhouse', numbers: [['Wix', '51748']] })
    await insertProduct({ code: 'GONE1', brand: 'Fram', stock: 0, numbers: [['Wix', '51748']] })
    await insertProduct({
      code: 'OTHERTYPE1',
      brand: 'Fram',
      type: 'Sealing ring',
      numbers: [['Wix', '51748']],
    })

    const { alternatives, equivalents } = await getProductPage('/a1')
    expect(equivalents.map(({ code, hint }) => [code, hint])).toEqual([
      ['DIRECT1', { name: 'replaces Filterhouse', value: 'A1' }],
      ['VIA1', { name: 'also replaces Wix', value: '51 748' }],
      ['GONE1', { name: 'also replaces Wix', value: '51 748' }],
    ])
    expect(alternatives.map(({ code, evidence }) => [code, evidence])).toEqual([
      ['SAMEBRAND1', { kind: 'via', number: { maker: 'Wix', code: '51748' } }],
      ['ALIKE1', { kind: 'dimensions' }],
    ])
    expect(equivalents[1]).toMatchObject({ price: 990, priceIncVat: 1188, url: '/via1?for=A1' })
    expect((await getProductPage(equivalents[0]!.url)).searchMatch?.evidence.kind).toBe('direct')
    expect((await getProductPage(equivalents[1]!.url)).searchMatch).toEqual({
      searchedNumber: { maker: 'Filterhouse', code: 'A1' },
      evidence: { kind: 'via', number: { maker: 'Wix', code: '51748' } },
    })
    expect((await getProductPage(alternatives[1]!.url)).searchMatch?.evidence.kind).toBe('dimensions')
    // Two references away: this is not evidence.
    expect((await getProductPage('/far1?for=A1')).searchMatch).toBeNull()
  })

  test('is not offered while the product is in stock', async () => {
    expect((await getProductPage('/filterhouse/fh-oil-1')).alternatives).toEqual([])
  })
})

describe('the same part of other brands', () => {
  const listEquivalents = async (path: string) =>
    (await getProductPage(path)).equivalents.map(({ code }) => code)

  test('is on the page of a part in stock: what can be bought first, then by price', async () => {
    const number: [string, string] = ['Perkins', '2654-403']
    await insertProduct({ code: 'B1', brand: 'Filterhouse', numbers: [number] })
    await insertProduct({ code: 'B-DEAR', brand: 'Wix', price: 1500, numbers: [['Perkins', '2654403']] })
    await insertProduct({ code: 'B-CHEAP', brand: 'Fram', price: 1200, numbers: [number] })
    await insertProduct({ code: 'B-NONE', brand: 'Mahle', price: 100, stock: 0, numbers: [number] })
    await insertProduct({ code: 'B-ASK', brand: 'Hengst', price: null, numbers: [number] })
    await insertProduct({ code: 'B-OTHERMAKER', brand: 'Wix', numbers: [['Deutz', '2654403']] })
    await insertProduct({ code: 'B-OTHERTYPE', brand: 'Wix', type: 'Sealing ring', numbers: [number] })
    await insertProduct({ code: 'B-SAMEBRAND', brand: 'Filterhouse', numbers: [number] })
    await insertProduct({ code: 'B-ENDED', brand: 'Sakura', numbers: [number] })
    await shop.sql("update product set for_sale = false where code = 'B-ENDED'")
    await insertProduct({ code: 'B-SUPERSEDED', brand: 'Sakura', stock: 0, numbers: [number] })
    await insertProduct({ code: 'B-LASTONES', brand: 'Sakura', price: 1900, numbers: [number] })
    await shop.sql(
      `update product set superseded_by = (select id from product where code = 'FH-EDGE-8')
       where code in ('B-SUPERSEDED', 'B-LASTONES')`,
    )
    expect(await listEquivalents('/b1')).toEqual(['B-CHEAP', 'B-DEAR', 'B-LASTONES', 'B-NONE', 'B-ASK'])
    const { equivalents, deliveryDay } = await getProductPage('/b1')
    expect(equivalents[0]).toMatchObject({
      brand: 'Fram',
      price: 1200,
      priceIncVat: 1440,
      stock: { text: '3 in stock' },
      hint: { name: 'also replaces Perkins', value: '2654-403' },
    })
    expect(deliveryDay).toMatch(/^\w+day \d+ \w+$/)
    const { text } = await shop.createVisitor().getPage('/b1')
    expect(text).toContain('Same part, other brands')
    expect(text).toContain(`Delivery <!-- -->${deliveryDay}`)
  })

  test('follows a part’s own number in both directions, whatever the type is called', async () => {
    await insertProduct({ code: 'C1', brand: 'Filterhouse', type: 'Oil filter, element' })
    await insertProduct({ code: 'C2', brand: 'Wix', numbers: [['Filterhouse', 'C-1']] })
    expect((await getProductPage('/c1')).equivalents).toMatchObject([
      { code: 'C2', hint: { name: 'replaces Filterhouse', value: 'C1' } },
    ])
    expect((await getProductPage('/c2')).equivalents).toMatchObject([
      { code: 'C1', hint: { name: 'replaced by Wix', value: 'C2' } },
    ])
  })

  test('is priced for the visitor’s own company', async () => {
    const trade = await shop.signIn('trade@example.com')
    await insertProduct({ code: 'D1', brand: 'Filterhouse', numbers: [['Perkins', 'D-77']] })
    await insertProduct({ code: 'D2', brand: 'Wix', price: 900, numbers: [['Perkins', 'D77']] })
    await insertProduct({ code: 'D3', brand: 'Fram', price: 950, numbers: [['Perkins', 'D77']] })
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
       select c.id, p.id, 555 from company c, product p where c.account_number = 'NPH001' and p.code = 'D3'`,
    )
    const tradePage = await getProductPage('/d1', trade)
    expect(tradePage.equivalents.map(({ code, price }) => [code, price])).toEqual([
      ['D3', 555],
      ['D2', 900],
    ])
    expect(await listEquivalents('/d1')).toEqual(['D2', 'D3'])
  })

  test('is the eight best where there are more', async () => {
    await insertProduct({ code: 'E0', brand: 'Filterhouse', numbers: [['Perkins', 'E-1']] })
    for (let nth = 1; nth <= 10; nth++) {
      const offer = { brand: 'Wix', price: 1000 - nth, stock: nth === 10 ? 0 : 5 }
      await insertProduct({ code: `E${nth}`, ...offer, numbers: [['Perkins', 'E1']] })
    }
    expect(await listEquivalents('/e0')).toEqual(['E9', 'E8', 'E7', 'E6', 'E5', 'E4', 'E3', 'E2'])
  })

  test('links the numbers in “Replaces” that are sold here, and only those of the same maker', async () => {
    await insertProduct({
      code: 'F1',
      brand: 'Filterhouse',
      numbers: [
        ['Wix', '57 060'],
        ['Fram', '57060'],
        ['Wix', '57061'],
      ],
    })
    await insertProduct({ code: '57060', brand: 'Wix' })
    expect((await getProductPage('/f1')).replaces).toEqual([
      { maker: 'Fram', codes: ['57060'], urls: {} },
      { maker: 'Wix', codes: ['57 060', '57061'], urls: { '57 060': '/57060' } },
    ])
    expect((await shop.createVisitor().getPage('/f1')).text).toMatch(/<a href="\/57060"[^>]*>57 060<\/a>/)
  })
})

describe('a buyer who searched for a number', () => {
  const findReplacement = async (searched: string) =>
    (await getProductPage(`/filterhouse/fh-oil-1?for=${encodeURIComponent(searched)}`)).searchMatch

  test('sees that the product directly replaces it, in any spelling', async () => {
    const direct = { maker: 'Donaldson', code: 'P 551-712' }
    for (const spelling of ['P551712', 'p 551 712', 'P-551/712'])
      expect(await findReplacement(spelling)).toEqual({
        searchedNumber: direct,
        evidence: { kind: 'direct', number: direct },
      })
  })
  test('sees no such note when the number is the product’s own, is not listed, or is invalid', async () => {
    for (const other of ['FH-OIL-1', 'P551713', '<b>', '', 'x'.repeat(200)])
      expect(await findReplacement(other)).toBeNull()
  })
})
