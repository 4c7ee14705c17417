import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

type PageSearchReply = ReplyOf<typeof search>
const call = async (query: string, scope = 'products,makes_models', more = '') =>
  (
    await shop
      .createVisitor()
      .get<PageSearchReply>(`/search?${new URLSearchParams({ query, size: '100', scope })}${more}`)
  ).body
const page = (query: string, more = '') =>
  shop.createVisitor().getPage(`/search?query=${encodeURIComponent(query)}${more}`)
describe('a visitor who searches for a machine', () => {
  test.each([
    ['jcb 3cx', '/filters/jcb/3cx'],
    ['3cx', '/filters/jcb/3cx'],
    ['3 CX', '/filters/jcb/3cx'],
    ['JS130', '/filters/jcb/js130'],
    ['jcb', '/filters/jcb'],
    ['jcb 3cx oil filter', '/filters/jcb/3cx'],
    ['jcb 3cx of 2012', '/filters/jcb/3cx'],
  ])('%j sees a link to it', async (query, url) => {
    const { text } = await page(query)
    expect(text).toMatch(/>Filters that fit<\/h2>|>All filters of the /)
    expect(text).toContain(`href="${url}"`)
  })

  test('of an unknown make sees a link to the finder', async () => {
    const { text } = await page('xylophone')
    expect(text).not.toContain('>Filters that fit</h2>')
    expect(text).toMatch(/<a href="\/find-replacement-filters"[^>]*>by machine/)
  })
})

test('a visitor who requests a page past the end is led to the last one', async () => {
  const { status, headers } = await page('oil', '&page=9999&sort=code')
  expect(status).toBe(303)
  const to = headers.get('location')!
  expect(to).toMatch(/^\/search\?query=oil&sort=code&page=\d+$/)
  const { text, status: last } = await shop.createVisitor().getPage(to)
  expect(last).toBe(200)
  expect(text).not.toContain('No Products found')
  const none = await page('xylophone', '&page=2')
  expect([none.status, none.headers.get('location')]).toEqual([303, '/search?query=xylophone'])
})

describe('a page of results', () => {
  const countRows = (text: string) => text.match(/name="product" value=|>View<|>Ask for a quote/g)!.length
  const getTitle = (text: string) => /<title>([^<]*) – Filterhouse<\/title>/.exec(text)![1]!

  test('has 25 rows, and 50 or 100 for a visitor who wants more, who sees them in the next search too', async () => {
    const visitor = shop.createVisitor()
    const open = async (path: string) => (await visitor.getPage(path)).text
    expect(countRows(await open('/search?query=oil'))).toBe(25)
    const choice = await visitor.request('POST', '/search/rows', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: shop.url,
        referer: `${shop.url}/search?query=oil&page=3`,
      },
      body: 'rows=50',
    })
    expect([choice.status, choice.headers.get('location')]).toEqual([303, '/search?query=oil'])
    expect(countRows(await open('/search?query=oil'))).toBe(50)
    expect(await open('/search?query=air&page=2')).toContain('Showing 51 to 100')
    // Others get the page from the cache with 25 rows as before.
    expect(countRows((await page('oil')).text)).toBe(25)
  })

  test('ignores a number of rows that is not offered', async () => {
    const visitor = shop.createVisitor()
    expect((await visitor.post('/search/rows', { rows: 1000 })).status).toBe(422)
    visitor.cookies.set('rows', '1000')
    expect(countRows((await visitor.getPage('/search?query=oil')).text)).toBe(25)
  })

  test('leaves the calls as they are: ten products', async () => {
    const visitor = shop.createVisitor()
    visitor.cookies.set('rows', '100')
    const { body } = await visitor.get<PageSearchReply>('/search?query=oil')
    expect([body.products!.size, body.products!.list.length]).toEqual([10, 10])
  })

  test('has a title that names the filter, with the number of results', async () => {
    const { total } = (await call('donaldson air filter')).products!
    expect(getTitle((await page('donaldson air filter')).text)).toBe(`Donaldson air filters, ${total}`)
    const filters = encodeURIComponent(JSON.stringify({ brand: ['Donaldson'], type: ['Air filter, outer'] }))
    expect(getTitle((await page('', `&filters=${filters}`)).text)).toMatch(
      /^Donaldson air filters, outer, \d+$/,
    )
    expect(getTitle((await page('P551712')).text)).toMatch(/^“P551712”, \d+ products?$/)
  })
})

describe('accents', () => {
  test('of a make need not be typed', async () => {
    await shop.sql(`with one as (insert into make (name, slug) values ('Hägglunds', 'hagglunds') returning id),
      drum as (insert into model (make_id, model_type_id, name, slug)
        select one.id, (select min(id) from model_type), 'BV206', 'bv206' from one returning id),
      whole as (insert into variant (model_id, name) select id, 'All' from drum returning id)
      insert into fitment (variant_id, product_id) select whole.id, p.id from whole, product p where p.code in ('FH-OIL-1', 'FH-AIR-1')`)
    await shop.waitForCatalogue()
    for (const query of ['hagglunds', 'HAGGLUNDS', 'hägglunds', 'Ha\u0308gg']) {
      expect((await call(query)).makes_models!.list[0]?.label, query).toBe('Hägglunds')
    }
    const fitting = (await call('Hägglunds')).products!.total
    expect(fitting).toBe(2)
    expect((await call('hagglunds')).products!.total).toBe(fitting)
  })

  test('of words and numbers need not be typed', async () => {
    await shop.sql(
      `insert into cross_reference (product_id, maker_id, code)
       select p.id, (select min(id) from maker), 'ÉQ-77/ü' from product p where p.code = 'FH-OIL-1'`,
    )
    await shop.sql(`update product set title = 'Ölfilter für Ładowarka' where code = 'FH-AIR-1'`)
    await shop.waitForCatalogue()
    for (const query of ['EQ77U', 'éq77Ü', 'Éq 77 u']) {
      expect((await call(query)).products!.list.map(({ code }) => code)).toContain('FH-OIL-1')
    }
    for (const query of ['olfilter', 'Ölfilter', 'ladowarka', 'ŁADOWARKA']) {
      expect((await call(query)).products!.list.map(({ code }) => code)).toContain('FH-AIR-1')
    }
  })
})

describe('the page stays below 200 KB', () => {
  const limit = 200 * 1024
  const measure = async (query: string, more = '') => {
    const { status, text } = await page(query, more)
    return { status, bytes: Buffer.byteLength(text) }
  }

  test('with everything, and with many attributes of many values', async () => {
    expect((await measure('')).bytes).toBeLessThan(0.95 * limit)
    await shop.sql(`insert into attribute (name, unit, position)
      select 'Attribute of long name ' || n, case when n % 2 = 0 then 'mm' else '' end, n from generate_series(1, 60) n`)
    await shop.sql(`insert into product_attribute (product_id, attribute_id, value)
      select p.id, a.id, case when a.unit = 'mm' then (p.id * 7 % 400)::text else 'a value of some length ' || p.id * a.id % 300 end
      from product p join attribute a on a.name like 'Attribute of%'`)
    await shop.waitForCatalogue()
    const { attributes } = await call('oil', 'products', '&filter-finder=1')
    expect(attributes!.length).toBeGreaterThan(60)
    const bare = await page('filter')
    expect(bare.text).toContain('Attribute of long name')
    expect(Buffer.byteLength(bare.text)).toBeLessThan(limit)
    // As many options as fit into a URL.
    const [one] = await shop.sql<{ id: number }>(
      `select min(id) as id from attribute where name like 'Attribute of%'`,
    )
    for (const values of [10, 30, 50]) {
      const chosen = {
        [one!.id]: Array.from({ length: values }, (_, nth) => `a value of some length ${nth}`),
      }
      const { status, bytes } = await measure(
        'filter',
        `&filters=${encodeURIComponent(JSON.stringify(chosen))}`,
      )
      expect(status).toBe(200)
      expect(bytes).toBeLessThan(limit)
    }
  })
})
