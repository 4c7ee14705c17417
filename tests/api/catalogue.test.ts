import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductPageProps } from '../../src/features/catalogue/product-view.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
const mostBytes = 200 * 1000

beforeAll(async () => {
  shop = await openShop()
})
// Pages are kept for seconds: each test sees what the one before it has written.
beforeEach(() => shop.clock.pass(1))
afterAll(() => shop.close())

/** What the page of a path shows, as the browser is handed it. */
async function productPage(path: string): Promise<ProductPageProps & { bytes: number }> {
  const { status, text } = await shop.visitor().page(path)
  expect(status).toBe(200)
  const state = /<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(text)![1]!
  return { ...(JSON.parse(state) as { props: ProductPageProps }).props, bytes: Buffer.byteLength(text) }
}

interface Written {
  code: string
  brand: string
  type?: string
  details?: string
  stock?: number
  /** Makers' numbers it replaces. */
  numbers?: [maker: string, code: string][]
}

async function write({
  code,
  brand,
  type = 'Oil filter, spin-on',
  details = '',
  stock = 3,
  numbers = [],
}: Written) {
  const [product] = await shop.sql<{ id: number }>(
    `insert into product (code, path, title, details, brand_id, type_id, price)
     select $1, lower($1), 'A test filter', $4, b.id, t.id, 990 from brand b, product_type t
     where b.name = $2 and t.name = $3 returning id`,
    [code, brand, type, details],
  )
  await shop.sql('insert into stock (product_id, available) values ($1, $2)', [product!.id, stock])
  for (const [maker, number] of numbers) await list(code, maker, number)
}

async function list(productCode: string, maker: string, number: string) {
  await shop.sql('insert into maker (name) values ($1) on conflict do nothing', [maker])
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code)
     select p.id, m.id, $3 from product p, maker m where p.code = $1 and m.name = $2`,
    [productCode, maker, number],
  )
}

describe('a product page', () => {
  test('lists the machines make by make, each with the way to all that fits it', async () => {
    const { makes } = await productPage('/filterhouse/fh-oil-1')
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

  test('lists other makers’ numbers under their makers', async () => {
    const { replaces, numberCount } = await productPage('/filterhouse/fh-oil-1')
    expect(replaces).toEqual([
      { maker: 'Caterpillar', codes: ['1R-0750', '1R-0751'] },
      { maker: 'Donaldson', codes: ['P 551-712'] },
      { maker: 'Fleetguard', codes: ['LF9009'] },
    ])
    expect(numberCount).toBe(4)
  })

  test('tells who took its place, and whose place it took', async () => {
    expect((await productPage('/filterhouse/fh-edge-7')).successor).toMatchObject({
      code: 'FH-EDGE-8',
      url: '/filterhouse/fh-edge-8',
    })
    expect((await productPage('/filterhouse/fh-edge-8')).predecessors).toMatchObject([{ code: 'FH-EDGE-7' }])
  })

  test('tells what is in a kit, and in which kits a part is', async () => {
    const { components } = await productPage('/filterhouse/fh-edge-1')
    expect(components.map(part => [part.quantity, part.code, part.price])).toEqual([
      [2, 'FH-OIL-1', 1250],
      [2, 'FH-FUEL-1', 800],
    ])
    expect((await productPage('/filterhouse/fh-fuel-1')).kits).toMatchObject([{ code: 'FH-EDGE-1' }])
  })

  test('shows a second picture where there is one', async () => {
    const { pictures } = await productPage('/filterhouse/fh-oil-1')
    expect(pictures.map(picture => picture.filename)).toEqual(['fh-oil-1.jpg', 'fh-oil-1.plain.jpg'])
    const bytes = await Promise.all(
      pictures.map(async ({ filename }) => {
        const answer = await shop.visitor().page(`/media/product/image/${filename}?w=585&h=585`)
        expect(answer.status).toBe(200)
        return answer.text
      }),
    )
    expect(bytes[0]).not.toBe(bytes[1])
    expect((await productPage('/filterhouse/fh-edge-5')).pictures).toEqual([])
    expect((await productPage('/filterhouse/fh-edge-6')).pictures).toHaveLength(1)
  })

  test('moves to its own spelling when the address has capitals or a slash at its end', async () => {
    const { status, headers } = await shop.visitor().page('/Filterhouse/FH-OIL-1/?for=LF9009')
    expect([status, headers.get('location')]).toEqual([301, '/filterhouse/fh-oil-1?for=LF9009'])
    expect((await shop.visitor().page('/filterhouse/no-such-part')).status).toBe(404)
  })

  test('stays below 200 KB however much there is to list', async () => {
    await write({ code: 'FH-MANY-1', brand: 'Filterhouse' })
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
    const usual = await productPage('/fh-many-1')
    const busiest = usual.makes.find(make => make.make === 'JCB')!
    expect(busiest.allUrl).not.toBeNull()
    const ofMake = await productPage(busiest.allUrl!)
    expect(ofMake.makes.map(make => make.make)).toEqual(['JCB'])
    expect(ofMake.makes[0]!.fits.length).toBeGreaterThan(busiest.fits.length)
    // What even that page cannot hold is found on the make's own.
    expect(ofMake.makes[0]!.allUrl).toBe('/filters/jcb')
    const numbers = await productPage(usual.allNumbersUrl!)
    const countOf = (page: ProductPageProps) => page.replaces.flatMap(({ codes }) => codes).length
    expect(countOf(numbers)).toBeGreaterThan(countOf(usual))
    for (const page of [usual, ofMake, numbers]) expect(page.bytes).toBeLessThan(mostBytes)
  })
})

describe('what stands in for a part', () => {
  test('is offered with its reason while the part is not in stock, and a chain never as direct', async () => {
    const details = '⌀ 1 mm · 2 mm · M9'
    await write({ code: 'A1', brand: 'Filterhouse', details, stock: 0, numbers: [['Wix', '51 748']] })
    await write({ code: 'DIRECT1', brand: 'Wix', numbers: [['Filterhouse', 'A-1']] })
    await write({ code: 'VIA1', brand: 'Fram', stock: 9, numbers: [['Wix', '51748']] })
    await write({ code: 'ALIKE1', brand: 'Fram', details })
    await write({ code: 'FAR1', brand: 'Fram', numbers: [['Donaldson', 'X9']] })
    await list('VIA1', 'Donaldson', 'X9')
    await write({ code: 'GONE1', brand: 'Fram', stock: 0, numbers: [['Wix', '51748']] })
    await write({ code: 'OTHERTYPE1', brand: 'Fram', type: 'Sealing ring', numbers: [['Wix', '51748']] })

    const { alternatives } = await productPage('/a1')
    expect(alternatives.map(({ code, evidence }) => [code, evidence])).toEqual([
      ['DIRECT1', { kind: 'direct', number: { maker: 'Filterhouse', code: 'A-1' } }],
      ['VIA1', { kind: 'via', number: { maker: 'Wix', code: '51748' } }],
      ['ALIKE1', { kind: 'dimensions' }],
    ])
    expect(alternatives[1]).toMatchObject({ price: 990, priceIncVat: 1188, url: '/via1?for=A1' })
    expect((await productPage(alternatives[0]!.url)).found?.evidence.kind).toBe('direct')
    expect((await productPage(alternatives[1]!.url)).found).toEqual({
      sought: { maker: 'Filterhouse', code: 'A1' },
      evidence: { kind: 'via', number: { maker: 'Wix', code: '51748' } },
    })
    expect((await productPage(alternatives[2]!.url)).found?.evidence.kind).toBe('dimensions')
    // Two references away: nothing is said of it.
    expect((await productPage('/far1?for=A1')).found).toBeNull()
  })

  test('is not asked for while the part is in stock', async () => {
    expect((await productPage('/filterhouse/fh-oil-1')).alternatives).toEqual([])
  })
})

describe('the number by which a buyer came', () => {
  const found = async (searched: string) =>
    (await productPage(`/filterhouse/fh-oil-1?for=${encodeURIComponent(searched)}`)).found

  test('is a direct replacement when it is listed, however it is spelt', async () => {
    const direct = { maker: 'Donaldson', code: 'P 551-712' }
    for (const spelling of ['P551712', 'p 551 712', 'P-551/712'])
      expect(await found(spelling)).toEqual({
        sought: direct,
        evidence: { kind: 'direct', number: direct },
      })
  })
  test('is nothing when it is the part’s own, is not listed, or cannot be a number', async () => {
    for (const other of ['FH-OIL-1', 'P551713', '<b>', '', 'x'.repeat(200)])
      expect(await found(other)).toBeNull()
  })
})
