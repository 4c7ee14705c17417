import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

type SearchReply = ReplyOf<typeof search>

let shop: TestShop
let visitor: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  visitor = shop.createVisitor()
})
afterAll(() => shop.close())

const callSearch = (parameters: Record<string, string>) =>
  visitor.get<SearchReply>(`/search?${new URLSearchParams(parameters)}`)
const find = async (parameters: Record<string, string>) => (await callSearch(parameters)).body
const findCodes = async (query: string, more: Record<string, string> = {}) =>
  (await find({ query, size: '100', ...more })).products!.list.map(({ code }) => code)

describe('a part number', () => {
  test.each([
    'P551712',
    'p551712',
    'P55-1712',
    'P 551 712',
    'P551.712',
    'P55/1712',
    ' p 551-712 ',
    'p551_712',
    'P\t551712',
    'LF9009',
    'lf 9009',
    'LF-9009',
    'FH-OIL-1',
    'fhoil1',
    'FH OIL 1',
  ])('is found as %j', async query => {
    expect(await findCodes(query)).toEqual(['FH-OIL-1'])
  })

  test('of the catalogue is found in any spelling', async () => {
    const rows = await shop.sql<{ code: string; product: string }>(
      'select x.code, p.code as product from cross_reference x join product p on p.id = x.product_id order by x.id',
    )
    const signs = fc.array(fc.constantFrom('', '', '-', ' ', '.', '/'), { minLength: 40, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rows),
        signs,
        fc.boolean(),
        async ({ code, product }, between, low) => {
          const letters = [...toCodeKey(code)]
            .map((letter, i) => (i === 0 ? '' : between[i % 40]!) + letter)
            .join('')
          expect(await findCodes(low ? letters.toLowerCase() : letters)).toContain(product)
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })

  test('is answered with its maker, and with the reason for the match on request', async () => {
    const { products, codes } = await find({ query: 'p551712', scope: 'products,codes', 'with-hint': '1' })
    expect(products!.list[0]!.hint).toEqual({ name: 'replaces Donaldson', value: 'P 551-712' })
    expect(products!.list[0]!.value.hint).toEqual(products!.list[0]!.hint)
    expect(codes!.list).toMatchObject([
      {
        code: 'P 551-712',
        manufacturer: 'Donaldson',
        product: { code: 'FH-OIL-1', url: '/filterhouse/fh-oil-1' },
      },
    ])
    expect((await find({ query: 'p551712' })).products!.list[0]!.hint).toBeNull()
  })

  test('is found while it is typed, the exact number before the longer ones', async () => {
    expect(await findCodes('FH-OI')).toContain('FH-OIL-1')
    const codes = await findCodes('FH-EDGE-1')
    expect(codes[0]).toBe('FH-EDGE-1')
    expect(codes).toEqual(expect.arrayContaining(['FH-EDGE-10', 'FH-EDGE-11']))
    const { codes: suggested } = await find({ query: 'LF900', scope: 'codes' })
    expect(suggested!.list.map(({ code }) => code)).toContain('LF9009')
  })

  test('that several makers use finds all their products', async () => {
    const { codes } = await find({ query: 'MAR10', scope: 'codes' })
    expect(codes!.list.map(({ manufacturer }) => manufacturer)).toEqual(
      expect.arrayContaining(['Fram', 'Sure Filter']),
    )
    expect(await findCodes('MAR10')).toEqual(expect.arrayContaining(['MAR10', 'FH-EDGE-5']))
    expect((await findCodes('FHEDGE9')).slice(0, 2).sort()).toEqual(['FH-EDGE 9', 'FH/EDGE-9'])
  })

  test('that nearly matches is never searched silently', async () => {
    const { products, codes } = await find({ query: 'P551713X', scope: 'products,codes' })
    expect(products!.list).toEqual([])
    expect(codes!.list).toEqual([])
  })
})

describe('words', () => {
  test('of title, brand and description find a product, in any order', async () => {
    expect(await findCodes('sealing ring')).toContain('FH-SEAL-1')
    expect(await findCodes('ring sealing')).toContain('FH-SEAL-1')
    expect(await findCodes('heads housings')).toContain('FH-SEAL-1')
    expect((await find({ query: 'filterhouse sealing' })).products!.list[0]!.brand).toBe('Filterhouse')
    expect(await findCodes('Größe')).toContain('FH-EDGE-2')
  })

  test('that are unknown find nothing, without an error', async () => {
    const { status, body } = await callSearch({
      query: 'xylophone zebra',
      scope: 'products,codes,makes_models',
    })
    expect(status).toBe(200)
    expect(body.products).toMatchObject({ list: [], total: 0 })
    expect(body.codes!.list).toEqual([])
    expect(body.makes_models).toEqual({ list: [] })
    const page = await visitor.getPage('/search?query=xylophone')
    expect([page.status, page.text.includes('No Products found')]).toEqual([200, true])
  })
})

describe('an answer', () => {
  test('has for each product all fields of a listing (R-CATALOGUE-1)', async () => {
    const [row] = (await find({ query: 'FH-FUEL-1' })).products!.list
    expect(row).toEqual({
      id: await shop.productId('FH-FUEL-1'),
      path: 'filterhouse/fh-fuel-1',
      title: 'Fuel filter, spin-on',
      label: 'FH-FUEL-1 Fuel filter, spin-on',
      details: expect.any(String),
      code: 'FH-FUEL-1',
      value: {
        id: expect.any(Number),
        url: '/filterhouse/fh-fuel-1',
        image: expect.stringContaining('/media/product/image/fh-fuel-1.jpg'),
        brand_image: '/media/brand/image/logo-filterhouse.png?w=200',
        price: 8,
        hint: null,
      },
      hint: null,
      brand: 'Filterhouse',
      brand_image: { thumbnail: '/media/brand/image/logo-filterhouse.png?w=200' },
      customer_price: { standard: 8 },
      stock: 0,
      availability_note: '7-10 days',
      can_be_purchased: false,
      sale_state: 'for_sale',
      type: 'Fuel filter, spin-on',
      primary_image: {
        title: 'Fuel filter, spin-on',
        alt: 'Fuel filter, spin-on FH-FUEL-1',
        filename: 'fh-fuel-1.jpg',
      },
    })
  })

  test('R-CATALOGUE-12: has the logo of each brand of the demo, which the page shows with its name', async () => {
    const brands = await shop.sql<{ name: string; logo: string | null }>('select name, logo from brand')
    expect(brands.length).toBeGreaterThan(30)
    for (const { logo } of brands) {
      const image = await shop.createVisitor().get(`/media/brand/image/${logo}?w=100`)
      expect([logo, image.status, image.headers.get('content-type')]).toEqual([logo, 200, 'image/jpeg'])
    }
    const { text } = await shop.createVisitor().getPage('/search?query=FH-OIL-1')
    expect(text).toContain(
      '<img src="/media/brand/image/logo-filterhouse.png?w=200" alt="Filterhouse" loading="lazy"',
    )
  })

  test('R-CATALOGUE-12: has the name of a brand without a logo', async () => {
    await shop.sql(`update brand set logo = null where name = 'Filterhouse'`)
    await shop.waitForCatalogue()
    const [row] = (await find({ query: 'FH-FUEL-1' })).products!.list
    expect([row!.brand_image.thumbnail, row!.value.brand_image]).toEqual([null, null])
    const { text } = await shop.createVisitor().getPage('/search?query=FH-OIL-1')
    expect(text).toContain('<td>Filterhouse</td>')
    await shop.sql(`update brand set logo = 'logo-filterhouse.png' where name = 'Filterhouse'`)
    await shop.waitForCatalogue()
  })

  test('has the parts of the scope, and no others', async () => {
    const parts = async (scope?: string) =>
      Object.keys(await find({ query: 'fh', ...(scope === undefined ? {} : { scope }) }))
    expect(await parts()).toEqual(['products'])
    expect(await parts('')).toEqual(['products'])
    expect(await parts('codes')).toEqual(['codes'])
    expect(await parts('products,codes')).toEqual(['products', 'codes'])
    expect(await parts('makes_models, codes ,products')).toEqual(['products', 'codes', 'makes_models'])
    expect(await parts('nothing,__proto__')).toEqual([])
    const { makes_models } = await find({ query: 'jc', scope: 'makes_models' })
    expect(makes_models!.list).toMatchObject([
      { label: 'JCB', image: null, url: expect.stringMatching(/^\//) },
    ])
  })

  test('has each product on exactly one page, and an exact total', async () => {
    const [row] = await shop.sql<{ all: number }>('select count(*)::int as all from product')
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const { products } = await find({ query: '', size: '100', page: String(page) })
      expect(products).toMatchObject({ total: row!.all, size: 100, page })
      if (products!.list.length === 0) break
      ids.push(...products!.list.map(({ id }) => id))
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(row!.all)
    expect((await find({ query: '' })).products!.list).toHaveLength(10)
    expect((await find({ query: '', size: '1' })).products!.list).toHaveLength(1)
  })

  test.each<Record<string, string>>([
    { size: '0' },
    { size: '101' },
    { size: '-1' },
    { size: 'ten' },
    { size: '1.5' },
    { size: '1e2' },
    { page: '0' },
    { page: '-1' },
    { page: '99999999999' },
    { page: 'x' },
    { query: 'x'.repeat(101) },
  ])('is refused for %j, with the field named', async parameters => {
    const { status, body, headers } = await callSearch({ query: 'oil', ...parameters })
    expect(status).toBe(400)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual(Object.keys(parameters))
  })

  test('with buyable=1 has only what can be bought', async () => {
    const rows = await shop.sql<{ code: string; buyable: boolean }>(
      `select p.code, p.for_sale and p.price is not null and (s.available > 0 or s.back_order) as buyable
       from product p join stock s on s.product_id = p.id where p.code_key like 'FHEDGE%'`,
    )
    const codes = await findCodes('fh-edge', { buyable: '1' })
    expect(codes.sort()).toEqual(
      rows
        .filter(row => row.buyable)
        .map(row => row.code)
        .sort(),
    )
    expect(await findCodes('FH-FUEL-1', { buyable: '1' })).toEqual([])
    expect(await findCodes('FH-FUEL-1', { buyable: '0' })).toEqual(['FH-FUEL-1'])
    const { codes: numbers } = await find({ query: 'FH-FUEL-1', scope: 'codes', buyable: '1' })
    expect(numbers!.list).toEqual([])
  })

  test('is filtered: options of one attribute are combined with OR, attributes with AND', async () => {
    const [seal] = await shop.sql<{ id: number }>(`select id from attribute where name = 'Seal material'`)
    const [height] = await shop.sql<{ id: number }>(`select id from attribute where name = 'Height'`)
    const count = async (filters: object) =>
      (await find({ query: '', filters: JSON.stringify(filters) })).products!.total
    const truth = async (where: string) =>
      (
        await shop.sql<{ n: number }>(
          `select count(distinct a.product_id)::int as n from product_attribute a where ${where}`,
        )
      )[0]!.n
    const nbr = `a.attribute_id = ${seal!.id} and a.value = 'NBR'`
    expect(await count({ [seal!.id]: ['NBR'] })).toBe(await truth(nbr))
    expect(await count({ [seal!.id]: ['NBR', 'FKM'] })).toBe(
      await truth(`a.attribute_id = ${seal!.id} and a.value in ('NBR', 'FKM')`),
    )
    const both = `${nbr} and exists (select from product_attribute b where b.product_id = a.product_id and b.attribute_id = ${height!.id} and b.value = '142')`
    expect(await count({ [seal!.id]: ['NBR'], [height!.id]: ['142'] })).toBe(await truth(both))
    expect(await count({ 99999: ['x'] })).toBe(0)
    expect(await count({})).toBe((await find({ query: '' })).products!.total)
  })

  test.each([
    '{',
    '[]',
    '"x"',
    '7',
    'null',
    '{"1":{"a":1}}',
    '{"1":[null]}',
    '{"__proto__":["x"]}',
    '{"constructor":["x"]}',
    '{"0":["x"]}',
    `{"1' or 1=1":["x"]}`,
    '{"-1":["x"]}',
    '{"1e3":["x"]}',
    `{"1":${JSON.stringify(Array(300).fill('x'))}}`,
    `{"1":["${'x'.repeat(5000)}"]}`,
  ])('is refused for the filters %s', async filters => {
    const { status, body } = await callSearch({ query: 'oil', filters })
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ errors: { filters: [expect.any(String)] } }),
    ])
  })

  test('B10: has the prices of the customer who searches', async () => {
    const id = await shop.productId('FH-OIL-1')
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
      select id, $1, 999 from company where account_number = 'NPH001'`,
      [id],
    )
    const trade = await shop.signIn('trade@example.com')
    const priceFor = async (customer: TestVisitor) =>
      (await customer.get<SearchReply>('/search?query=FH-OIL-1')).body.products!.list[0]!.customer_price
        .standard
    expect(await priceFor(trade)).toBe(9.99)
    expect(await priceFor(visitor)).toBe(12.5)
    expect(await priceFor(await shop.signIn('stopped@example.com'))).toBe(12.5)
    await trade.post('/logout')
    expect(await priceFor(trade)).toBe(12.5)
  })

  test('varies with the AJAX marker, and is never cached', async () => {
    const { headers } = await callSearch({ query: 'oil' })
    expect(headers.get('vary')).toContain('X-Requested-With')
    expect(headers.get('cache-control')).toBe('no-store')
    const page = await visitor.getPage('/search?query=oil')
    expect(page.headers.get('vary')).toContain('X-Requested-With')
    expect(page.headers.get('content-type')).toContain('text/html')
  })
})

test('a visitor gets an answer to any input', async () => {
  const parameters = fc.record(
    {
      query: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
      ),
      scope: fc.string({ maxLength: 30 }),
      size: fc.oneof(fc.string({ maxLength: 6 }), fc.integer().map(String)),
      page: fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 200_000 }).map(String)),
      filters: fc.oneof(fc.string(), fc.json()),
      buyable: fc.string({ maxLength: 5 }),
      'filter-finder': fc.constantFrom('0', '1', 'x'),
    },
    { requiredKeys: ['query'] },
  )
  await fc.assert(
    fc.asyncProperty(parameters, async input => {
      const { status } = await callSearch({ ...input, scope: input.scope ?? 'products,codes,makes_models' })
      expect([200, 400]).toContain(status)
      // A page past the end leads to the last one.
      expect([200, 303, 400]).toContain(
        (await visitor.getPage(`/search?${new URLSearchParams(input)}`)).status,
      )
    }),
    { numRuns: 150, seed: 3 },
  )
})
