import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/call.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import type { Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Found = ReplyOf<typeof search>

let shop: Shop
let visitor: Visitor

beforeAll(async () => {
  shop = await openShop()
  visitor = shop.visitor()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const ask = (parameters: Record<string, string>) =>
  visitor.get<Found>(`/search?${new URLSearchParams(parameters)}`)
const find = async (parameters: Record<string, string>) => (await ask(parameters)).body
const codesFound = async (query: string, more: Record<string, string> = {}) =>
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
    expect(await codesFound(query)).toEqual(['FH-OIL-1'])
  })

  test('is found however it is spelt, any number of the catalogue', async () => {
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
          expect(await codesFound(low ? letters.toLowerCase() : letters)).toContain(product)
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })

  test('names its maker, and why the product was found, when that is asked', async () => {
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

  test('is found while it is typed, the very number before the longer ones', async () => {
    expect(await codesFound('FH-OI')).toContain('FH-OIL-1')
    const codes = await codesFound('FH-EDGE-1')
    expect(codes[0]).toBe('FH-EDGE-1')
    expect(codes).toEqual(expect.arrayContaining(['FH-EDGE-10', 'FH-EDGE-11']))
    const { codes: shown } = await find({ query: 'LF900', scope: 'codes' })
    expect(shown!.list.map(({ code }) => code)).toContain('LF9009')
  })

  test('that several makers use finds them all', async () => {
    const { codes } = await find({ query: 'MAR10', scope: 'codes' })
    expect(codes!.list.map(({ manufacturer }) => manufacturer)).toEqual(
      expect.arrayContaining(['Fram', 'Sure Filter']),
    )
    expect(await codesFound('MAR10')).toEqual(expect.arrayContaining(['MAR10', 'FH-EDGE-5']))
    expect((await codesFound('FHEDGE9')).slice(0, 2).sort()).toEqual(['FH-EDGE 9', 'FH/EDGE-9'])
  })

  test('that nearly matches is never taken silently', async () => {
    const { products, codes } = await find({ query: 'P551713X', scope: 'products,codes' })
    expect(products!.list).toEqual([])
    expect(codes!.list).toEqual([])
  })
})

describe('words', () => {
  test('of title, brand and description find it, in any order', async () => {
    expect(await codesFound('sealing ring')).toContain('FH-SEAL-1')
    expect(await codesFound('ring sealing')).toContain('FH-SEAL-1')
    expect(await codesFound('heads housings')).toContain('FH-SEAL-1')
    expect((await find({ query: 'filterhouse sealing' })).products!.list[0]!.brand).toBe('Filterhouse')
    expect(await codesFound('Größe')).toContain('FH-EDGE-2')
  })

  test('that nobody knows find nothing, and that is no error', async () => {
    const { status, body } = await ask({ query: 'xylophone zebra', scope: 'products,codes,makes_models' })
    expect(status).toBe(200)
    expect(body.products).toMatchObject({ list: [], total: 0 })
    expect(body.codes!.list).toEqual([])
    expect(body.makes_models).toEqual({ list: [] })
    const page = await visitor.page('/search?query=xylophone')
    expect([page.status, page.text.includes('No Products found')]).toEqual([200, true])
  })
})

describe('an answer', () => {
  test('tells of each product what the contract names', async () => {
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
        brand_image: null,
        price: 8,
        hint: null,
      },
      hint: null,
      brand: 'Filterhouse',
      brand_image: { thumbnail: null },
      customer_price: { standard: 8 },
      stock: 0,
      availability_note: '7-10 days',
      can_be_purchased: false,
      type: 'Fuel filter, spin-on',
      primary_image: {
        title: 'Fuel filter, spin-on',
        alt: 'Fuel filter, spin-on FH-FUEL-1',
        filename: 'fh-fuel-1.jpg',
      },
    })
  })

  test('holds what the scope names, and nothing else', async () => {
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

  test('pages through everything exactly once, and the total is exact', async () => {
    const [row] = await shop.sql<{ all: number }>('select count(*)::int as all from product')
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const { products } = await find({ query: '', size: '100', page: String(page) })
      expect(products).toMatchObject({ total: row!.all, size: 100, page })
      if (products!.list.length === 0) break
      seen.push(...products!.list.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(row!.all)
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
  ])('is refused for %j, with the field named', async wrong => {
    const { status, body, headers } = await ask({ query: 'oil', ...wrong })
    expect(status).toBe(400)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual(Object.keys(wrong))
  })

  test('with buyable=1 holds only what can be bought', async () => {
    const rows = await shop.sql<{ code: string; buyable: boolean }>(
      `select p.code, p.for_sale and p.price is not null and (s.available > 0 or s.back_order) as buyable
       from product p join stock s on s.product_id = p.id where p.code_key like 'FHEDGE%'`,
    )
    const codes = await codesFound('fh-edge', { buyable: '1' })
    expect(codes.sort()).toEqual(
      rows
        .filter(row => row.buyable)
        .map(row => row.code)
        .sort(),
    )
    expect(await codesFound('FH-FUEL-1', { buyable: '1' })).toEqual([])
    expect(await codesFound('FH-FUEL-1', { buyable: '0' })).toEqual(['FH-FUEL-1'])
    const { codes: numbers } = await find({ query: 'FH-FUEL-1', scope: 'codes', buyable: '1' })
    expect(numbers!.list).toEqual([])
  })

  test('is filtered: options of one attribute are OR, attributes are AND', async () => {
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
  ])('is not made from the filters %s', async filters => {
    const { status, body } = await ask({ query: 'oil', filters })
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ errors: { filters: [expect.any(String)] } }),
    ])
  })

  test('B10: has the prices of the one who asks', async () => {
    const id = await shop.productId('FH-OIL-1')
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
      select id, $1, 999 from company where account_number = 'NPH001'`,
      [id],
    )
    const trade = await shop.signedIn('trade@example.com')
    const priceFor = async (who: Visitor) =>
      (await who.get<Found>('/search?query=FH-OIL-1')).body.products!.list[0]!.customer_price.standard
    expect(await priceFor(trade)).toBe(9.99)
    expect(await priceFor(visitor)).toBe(12.5)
    expect(await priceFor(await shop.signedIn('stopped@example.com'))).toBe(12.5)
    await trade.post('/logout')
    expect(await priceFor(trade)).toBe(12.5)
  })

  test('says that marker and cookies change it, and is never kept', async () => {
    const { headers } = await ask({ query: 'oil' })
    expect(headers.get('vary')).toContain('X-Requested-With')
    expect(headers.get('cache-control')).toBe('no-store')
    const page = await visitor.page('/search?query=oil')
    expect(page.headers.get('vary')).toContain('X-Requested-With')
    expect(page.headers.get('content-type')).toContain('text/html')
  })
})

test('whatever is typed into the search, the shop answers', async () => {
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
    fc.asyncProperty(parameters, async asked => {
      const { status } = await ask({ ...asked, scope: asked.scope ?? 'products,codes,makes_models' })
      expect([200, 400]).toContain(status)
      // A page past the end leads to the last one.
      expect([200, 303, 400]).toContain((await visitor.page(`/search?${new URLSearchParams(asked)}`)).status)
    }),
    { numRuns: 150, seed: 3 },
  )
})
