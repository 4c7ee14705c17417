import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchRequest, SearchResult } from '../../src/features/search/engine/search-engine.ts'
import { findProducts, type SearchAnswer } from '../../src/features/search/find-products.server.ts'
import { loadEngine } from '../../src/features/search/load-engine.server.ts'
import { noFilters } from '../../src/features/search/query/filters.ts'
import { parseQuery } from '../../src/features/search/query/parse-query.ts'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let find: (text: string, more?: Partial<SearchRequest>) => Promise<SearchAnswer>
/** The same without the rows of the products. */
let searchIndex: (text: string, more?: Partial<SearchRequest>) => SearchResult
/** `number`: 0 for the product's own, else the cross-reference. */
let stored: { code: string; product: number; number: number }[]
/** The keys of `stored`, without leading zeros, by product and number. */
let storedKeys: Map<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  const engine = await loadEngine(database.db)
  const toRequest = (text: string, more: Partial<SearchRequest> = {}) => ({
    ...everything,
    query: parseQuery(text),
    ...more,
  })
  find = (text, more) => findProducts(database.db, engine, toRequest(text, more), null)
  searchIndex = (text, more) => engine.search(toRequest(text, more))
  const { rows } = await database.pool.query(`
    select code, id as product, 0 as number from product
    union all select code, product_id, id from cross_reference order by 1, 2, 3`)
  stored = rows
  storedKeys = new Map(
    stored.map(({ code, product, number }) => [`${product} ${number}`, toCodeKeyWithoutZeros(code)]),
  )
})
afterAll(() => database?.close())

const everything: SearchRequest = {
  query: parseQuery(''),
  filters: noFilters,
  buyable: false,
  sort: 'relevance',
  size: 100,
  page: 1,
  products: true,
  numbers: 20,
  facets: false,
}

const insertSigns = (key: string, sign: string, every: number) =>
  [...key].map((letter, at) => (at > 0 && at % every === 0 ? sign : '') + letter).join('')

const mutations: Record<string, (code: string) => string> = {
  'as it is': code => code,
  'without signs': toCodeKey,
  'with spaces': code => insertSigns(toCodeKey(code), ' ', 3),
  'with hyphens': code => insertSigns(toCodeKey(code), '-', 2),
  'with dots': code => insertSigns(toCodeKey(code), '.', 3),
  'with slashes': code => insertSigns(toCodeKey(code), '/', 4),
  'in lower case': code => code.toLowerCase(),
  'with other signs': code => code.replace(/[^A-Za-z0-9]+/g, '_'),
  'with a leading zero': code => `0${toCodeKey(code)}`,
  'without its leading zeros': code => toCodeKey(code).replace(/^0+(?=.)/, ''),
  'with blanks around it': code => `  ${code} `,
}

/** The products listed first: those whose number is exactly this code. */
function listFirstGroup({ products }: SearchResult, code: string): number[] {
  const key = toCodeKeyWithoutZeros(code)
  const end = products.findIndex(
    ({ productId, numberId }) => storedKeys.get(`${productId} ${numberId}`) !== key,
  )
  return products.slice(0, end < 0 ? products.length : end).map(({ productId }) => productId)
}

const toCodeKeyWithoutZeros = (code: string) => toCodeKey(code).replace(/^0+(?=.)/, '')

// Tens of thousands of searches take long on a busy machine.
describe('every number of the catalogue', { timeout: 180_000 }, () => {
  test.each(Object.keys(mutations))('finds its product in the first group, written %s', kind => {
    expect(stored.length).toBeGreaterThan(3000)
    const missing: string[] = []
    for (const { code, product } of stored) {
      const text = mutations[kind]!(code)
      if (toCodeKey(text).length < 2) continue
      if (!listFirstGroup(searchIndex(text), code).includes(product)) missing.push(`${code} as ${text}`)
    }
    expect(missing).toEqual([])
  })

  test('finds its product by every beginning of three characters or more', () => {
    const missing: string[] = []
    // Many numbers share a beginning: each is searched once.
    const products = new Map<string, Set<number>>()
    for (const { code, product } of stored) {
      const key = toCodeKey(code)
      for (let length = 3; length < key.length; length++) {
        const beginning = key.slice(0, length)
        products.set(beginning, (products.get(beginning) ?? new Set()).add(product))
      }
    }
    for (const [beginning, ids] of products) {
      if (!/\d/.test(beginning)) continue
      const { total, products: list } = searchIndex(beginning, { numbers: 0 })
      const isAll = total <= 100
      if (
        total < ids.size ||
        (isAll && [...ids].some(id => !list.some(({ productId }) => productId === id)))
      ) {
        missing.push(beginning)
      }
    }
    expect(missing).toEqual([])
  })

  test('finds its product by a part within', () => {
    const missing: string[] = []
    for (const { code, product } of stored.filter((_row, at) => at % 7 === 0)) {
      const key = toCodeKey(code)
      const part = key.slice(1)
      if (part.length < 4 || !/\d/.test(part)) continue
      const { total, products: list } = searchIndex(part, { numbers: 0 })
      // With ten or more results the product may be on a later page.
      if (
        total < 10 &&
        !list.some(
          ({ productId, numberId }) =>
            storedKeys.get(`${productId} ${numberId}`) === toCodeKeyWithoutZeros(part),
        ) &&
        !list.some(({ productId }) => productId === product)
      )
        missing.push(`${code} by ${part}`)
    }
    expect(missing).toEqual([])
  })
})

test('a visitor who filters gets as many products as the option says, the same ones in every sort order', async () => {
  const { facets } = await find('filter', { facets: true })
  const diameter = facets!.find(({ name }) => name === 'Outer diameter')!
  const type = facets!.find(({ id }) => id === 'type')!
  const range = diameter.options.find(({ value }) => value.includes('..'))!
  const filters = {
    types: type.options
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 6)
      .map(({ value }) => value),
    brands: [],
    attributes: [{ id: Number(diameter.id), values: [range.value, '93±1'] }],
  }
  for (const buyable of [false, true]) {
    const all = await find('filter', { filters, buyable, facets: true })
    expect(all.total).toBeGreaterThan(0)
    const ids = ({ products }: SearchAnswer) => products.map(({ id }) => id).toSorted()
    for (const sort of ['price-up', 'price-down', 'code'] as const) {
      const sorted = await find('filter', { filters, buyable, sort })
      expect(ids(sorted)).toEqual(ids(all))
      const values = sorted.products.map(({ price, code }) =>
        sort === 'code' ? toCodeKey(code) : (price ?? Number.POSITIVE_INFINITY),
      )
      const rising = sort === 'price-down' ? values.toReversed() : values
      expect(rising).toEqual(rising.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    }
    for (const option of all.facets![0]!.options) {
      const alone = await find('filter', { buyable, filters: { ...filters, types: [option.value] } })
      expect(alone.total).toBe(option.count)
    }
  }
})

type NumberSearchReply = ReplyOf<typeof search>

describe('the search call', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop()
  })
  afterAll(() => shop?.close())

  const search = async (parameters: Record<string, string>) =>
    (await shop.createVisitor().get<NumberSearchReply>(`/search?${new URLSearchParams(parameters)}`)).body
  const codes = async (query: string, more: Record<string, string> = {}) =>
    (await search({ query, size: '100', ...more })).products!.list.map(({ code }) => code)

  test('ignores leading zeros', async () => {
    expect(await codes('0012')).toContain('0012')
    expect((await codes('12')).slice(0, 2)).toContain('0012')
    expect((await codes('00012'))[0]).toBe('0012')
  })

  test('finds a number beside its maker or product type, and says so when it is of another maker', async () => {
    for (const query of ['donaldson p551712', 'P 551 712 Donaldson', 'oil filter p55-1712']) {
      expect(await codes(query), query).toEqual(['FH-OIL-1'])
    }
    const { products, understood } = await search({ query: 'fram p551712', 'with-hint': '1' })
    expect(products!.list.map(({ code }) => code)).toEqual(['FH-OIL-1'])
    expect(understood!.dropped).toEqual(['fram'])
  })

  test('offers numbers that nearly match, and takes a single one only with a word about it', async () => {
    const { products, codes: nearCodes } = await search({ query: 'P551713', scope: 'products,codes' })
    expect(products!.total).toBe(1)
    expect(products!.corrected).toBe('P 551-712')
    expect(nearCodes!.suggestions).toEqual(['P 551-712'])
    expect((await search({ query: 'PSSI7I2' })).products!.corrected).toBe('P 551-712')
    const exact = await search({ query: 'P551712', scope: 'products,codes' })
    expect(exact.codes!.suggestions).toEqual([])
    const page = await shop.createVisitor().getPage('/search?query=P551713')
    expect(page.text).toContain('P 551-712')
  })

  test.each([
    ['hydrauic', 'hydraulic'],
    ['hydraullic', 'hydraulic'],
    ['hydrailic', 'hydraulic'],
    ['hydrualic', 'hydraulic'],
    ['oli fitler', 'oil filter'],
    ['sealign ring', 'sealing ring'],
  ])('searches %j as %j, and says so', async (query, right) => {
    const { products } = await search({ query })
    expect(products!.corrected).toBe(right)
    expect(products!.total).toBeGreaterThan(0)
    expect(products!.total).toBe((await search({ query: right })).products!.total)
  })

  test('leaves out what nothing has, and says so', async () => {
    const { products, understood } = await search({ query: 'seelant ring', 'with-hint': '1' })
    expect(products!.total).toBe((await search({ query: 'ring' })).products!.total)
    expect(products).not.toHaveProperty('corrected')
    expect(understood).toEqual({ parts: [{ kind: 'kind', label: 'Ring' }], dropped: ['seelant'] })
    expect((await search({ query: 'quetzal umbrella' })).products!.total).toBe(0)
  })

  test('never corrects words that have results', async () => {
    for (const query of ['oil filter', 'filters', 'FH-OIL-1', 'hydraul', '93 mm']) {
      expect((await search({ query })).products, query).not.toHaveProperty('corrected')
    }
  })

  test('understands sizes, threads, synonyms and makes', async () => {
    expect(await codes('93 x 142')).toContain('FH-OIL-1')
    expect(await codes('92 × 141 mm')).toContain('FH-OIL-1')
    expect(await codes('90 x 142')).not.toContain('FH-OIL-1')
    expect(await codes('1-12 UNF')).toContain('FH-OIL-1')
    const { products } = await search({ query: '1 1/8-16' })
    expect(products!.total).toBeGreaterThan(0)
    expect(await codes('lube filter')).toEqual(expect.arrayContaining(['FH-OIL-1']))
    const jcb = await search({ query: 'jcb oil filter', 'with-hint': '1' })
    const fitting = jcb.products!.list.find(({ code }) => code === 'FH-OIL-1')
    expect(fitting?.hint).toEqual({ name: 'fits', value: 'JCB' })
  })

  test.each([
    'Donaldson 551712',
    '551712 oil filter',
    'JCB 3CX 551712',
    'donaldsn 551-712 x 2',
    'P551%20712™',
  ])(
    '%s, as a part beside other words or as it was copied, is one part in the list and the suggestions',
    async query => {
      const reply = await search({ query, scope: 'products,codes', 'with-hint': '1', size: '8' })
      expect(reply.products!.list.map(({ code, hint }) => [code, hint?.value])).toEqual([
        ['FH-OIL-1', 'P 551-712'],
      ])
      expect(reply.codes!.list.map(({ code }) => code)).toEqual(['P 551-712'])
      expect(reply.understood?.dropped ?? []).toEqual([])
    },
  )

  test.each(['1-12 UNF-2B', '9.3 cm x 14.2 cm', 'oil filter 90-95 mm 1-12 UNF', 'between 92 and 94 mm'])(
    'finds by the measure %s',
    async query => {
      const { products } = await search({ query, size: '100' })
      expect(products!.list.map(({ code }) => code)).toContain('FH-OIL-1')
      expect(products!.total).toBeLessThan(500)
    },
  )

  test('uses a new synonym', async () => {
    expect((await search({ query: 'wotsit' })).products!.total).toBe(0)
    await shop.sql(`insert into search_synonym (word, means) values ('wotsit', 'sealing ring')`)
    await shop.waitForCatalogue()
    expect(await codes('wotsit')).toContain('FH-SEAL-1')
  })

  test('answers attributes on request only, with type and brand first', async () => {
    const { attributes } = await search({ query: 'oil', 'filter-finder': '1' })
    expect(attributes!.slice(0, 2).map(({ id }) => id)).toEqual(['type', 'brand'])
    expect(Object.keys(attributes![0]!).toSorted()).toEqual(['collapsed', 'id', 'name', 'options'])
    expect(await search({ query: 'oil' })).not.toHaveProperty('attributes')
  })

  test('has a results page with facets, chips and sort orders as links, and a form for any size', async () => {
    const visitor = shop.createVisitor()
    const [diameter] = await shop.sql<{ id: number }>(
      `select id from attribute where name = 'Outer diameter'`,
    )
    const size = await visitor.getPage(`/search?query=oil&near=${diameter!.id}&mm=93`)
    expect(size.status).toBe(303)
    const location = decodeURIComponent(size.headers.get('location')!)
    expect(location).toBe(`/search?query=oil&filters={"${diameter!.id}":["93±1"]}`)
    const { text } = await visitor.getPage(size.headers.get('location')!)
    expect(text).toContain('Outer diameter: 93±1 mm')
    expect(text).toContain('sort=price-up')
    expect(text).toContain('Clear all')
  })
})
