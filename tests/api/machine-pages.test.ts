import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop
let stranger: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  stranger = shop.createVisitor()
})
afterAll(() => shop.close())

const demoMachineCodes = ['FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-OIL-1']
const findDemoVariant = async () => {
  const [row] = await shop.sql<{ id: number }>("select id from variant where name = '3CX 2012-2018'")
  return row!
}
const createVariantWithoutFilters = async () => {
  const [row] = await shop.sql<{ id: number }>(
    "insert into variant (model_id, name) select id, '4CX prototype' from model where name = '4CX' returning id",
  )
  return row!.id
}

describe('the pages of machines', () => {
  const page = async (path: string) => {
    const { status, text, headers } = await stranger.getPage(path)
    return { status, text, location: headers.get('location') }
  }

  test('lead a visitor from the makes to the filters of one machine, with title, canonical address and breadcrumbs', async () => {
    const { id } = await findDemoVariant()
    const machineUrl = `/filters/jcb/3cx/${id}`
    expect((await page('/filters')).text).toContain('href="/filters/jcb"')
    expect((await page('/filters/jcb')).text).toContain('href="/filters/jcb/3cx"')
    expect((await page('/filters/jcb/3cx')).text).toContain(`href="${machineUrl}"`)
    const { status, text } = await page(machineUrl)
    expect(status).toBe(200)
    expect(text).toContain('<title>Filters for JCB 3CX 2012-2018')
    expect(text).toContain(`<link rel="canonical" href="${shop.url}${machineUrl}"/>`)
    expect(text).toContain('"@type":"BreadcrumbList"')
    for (const code of demoMachineCodes) expect(text).toContain(code)
  })

  test('group the filters by position, and add one of each that can be bought with a plain form', async () => {
    const { id } = await findDemoVariant()
    const path = `/filters/jcb/3cx/${id}`
    const { text } = await page(path)
    const headings = [...text.matchAll(/<h2 [^>]*class="text-lg">(.*?)<\/h2>/g)].map(match => match[1])
    expect(headings).toEqual(['Engine oil', 'Fuel, secondary', 'Air, outer', 'Hydraulic return'])
    expect(text).toContain('Add all available (3), £87.44')
    expect(text).toContain('Nothing can be ordered now for: Fuel, secondary.')
    const fields = Object.fromEntries(
      [...text.matchAll(/name="(items\[\d\]\[\w+\])" value="(\d+)"/g)].map(match => [match[1]!, match[2]!]),
    )
    const visitor = shop.createVisitor()
    const headers = { origin: shop.url, referer: shop.url + path, accept: 'text/html' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const added = await visitor.request('POST', '/basket/add/several', {
      headers: { ...headers, ...form },
      body: new URLSearchParams(fields).toString(),
    })
    expect([added.status, added.headers.get('location')]).toEqual([303, path])
    expect((await visitor.getPage(path)).text).toContain('3 products were added to your basket.')
    const { body } = await visitor.get<{ items: { price: number; qty: number }[]; subtotal: number }>(
      '/basket',
    )
    expect([body.items.length, body.subtotal]).toEqual([3, 87.44])
  })

  test('name what was not added when it ran out in the meantime', async () => {
    const oil = await shop.productId('FH-OIL-1')
    const fuel = await shop.productId('FH-FUEL-1')
    const visitor = shop.createVisitor()
    await visitor.postForm('/basket/add/several', {
      'items[0][product]': String(oil),
      'items[0][quantity]': '1',
      'items[1][product]': String(fuel),
      'items[1][quantity]': '1',
    })
    expect((await visitor.getPage('/basket')).text).toContain(
      '1 product was added to your basket. Fuel filter, spin-on is out of stock (available in 7-10 days), so it was not added.',
    )
  })

  test('list what can be bought first, then by the visitor’s price, and the same parts of other brands', async () => {
    const [machine] = await shop.sql<{ id: number }>(
      `insert into variant (model_id, name) select id, '4CX by price' from model where name = '4CX' returning id`,
    )
    const insert = async (code: string, brand: string, price: number, stock: number, isFitted: boolean) => {
      const [product] = await shop.sql<{ id: number }>(
        `insert into product (code, path, title, brand_id, type_id, price)
         select $1, lower($1), 'A test filter', b.id, t.id, $3 from brand b, product_type t
         where b.name = $2 and t.name = 'Oil filter, spin-on' returning id`,
        [code, brand, price],
      )
      await shop.sql('insert into stock (product_id, on_hand, available) values ($1, 0, 0)', [product!.id])
      await shop.setStock(code, stock)
      if (isFitted)
        await shop.sql("insert into fitment values ($1, $2, 'Engine oil', 2)", [machine!.id, product!.id])
      await shop.sql(
        `insert into cross_reference (product_id, maker_id, code)
         select $1, id, 'MP-77' from maker where name = 'Caterpillar'`,
        [product!.id],
      )
    }
    await insert('MP-DEAR', 'Filterhouse', 2000, 9, true)
    await insert('MP-NONE', 'Filterhouse', 100, 0, true)
    await insert('MP-CHEAP', 'Wix', 1500, 9, true)
    await insert('MP-SAME', 'Fram', 1400, 9, false)
    const { text } = await page(`/filters/jcb/4cx/${machine!.id}`)
    const codes = [...text.matchAll(/<a href="[^"]*" class="link code[^"]*">(.*?)<\/a>/g)].map(
      match => match[1],
    )
    expect(codes).toEqual(['MP-CHEAP', 'MP-DEAR', 'MP-NONE', 'MP-SAME'])
    expect(text).toContain('Same part:<!-- --> <!-- -->also replaces Caterpillar')
    // Only the first is among those that the button adds. All are of one kind, which is named once.
    expect(text.match(/In “Add all”/g)).toHaveLength(1)
    expect(text.match(/>A test filter</g)).toHaveLength(1)
    expect(text).toContain('Add all available (1), £30.00')
    expect(text).toMatch(/Delivery <!-- -->\w+day \d/)

    type Reply = {
      groups: { heading: string; filters: object[]; equivalents: { code: string; hint: object }[] }[]
      add_all: { items: object[]; total: number } | null
      list: { code: string; id: number }[]
    }
    const { body } = await stranger.get<Reply>(`/filter-finder/search?mode=make&variant=${machine!.id}`)
    expect(body.groups).toMatchObject([
      {
        heading: 'Engine oil',
        filters: body.list.map(filter => ({ product: filter.id, quantity: 2 })),
        equivalents: [{ code: 'MP-SAME', hint: { name: 'also replaces Caterpillar', value: 'MP-77' } }],
      },
    ])
    expect(body.add_all).toMatchObject({ items: [{ product: body.list[0]!.id, quantity: 2 }], total: 30 })
  })

  test('offer a customer the machine’s filters as a product list, after signing in', async () => {
    const { id } = await findDemoVariant()
    const list = `/account/productlists/new?variant=${id}`
    expect((await page(`/filters/jcb/3cx/${id}`)).text).toContain(`href="${list}"`)
    const login = `/login?${new URLSearchParams({ redirectTo: list })}`
    expect(await page(list)).toMatchObject({ status: 303, location: login })
    const trade = await shop.signIn('trade@example.com')
    const { status, text } = await trade.getPage(list)
    expect(status).toBe(200)
    for (const code of demoMachineCodes) expect(text).toContain(code)
  })

  test('redirect from the name of a variant to its canonical address', async () => {
    const { id } = await findDemoVariant()
    const named = await page('/filters/jcb/3cx/3cx-2012-2018')
    expect(named).toMatchObject({ status: 301, location: `/filters/jcb/3cx/${id}` })
  })

  test('do not exist for what is not in the catalogue', async () => {
    for (const path of [
      '/filters/none',
      '/filters/jcb/none',
      '/filters/jcb/3cx/none',
      `/filters/jcb/3cx/${await createVariantWithoutFilters()}`,
      '/filters/kubota/3cx',
      '/filters/jcb/3cx/1/more',
    ]) {
      expect((await page(path)).status, path).toBe(404)
    }
  })

  test('redirect to their canonical address when it is typed in capitals', async () => {
    const { id } = await findDemoVariant()
    expect(await page('/filters/JCB')).toMatchObject({ status: 301, location: '/filters/jcb' })
    expect(await page('/filters/Jcb/3CX')).toMatchObject({ status: 301, location: '/filters/jcb/3cx' })
    expect(await page(`/filters/JCB/3CX/${id}`)).toMatchObject({
      status: 301,
      location: `/filters/jcb/3cx/${id}`,
    })
    expect(await page('/filters/jcb/3CX/3CX-2012-2018')).toMatchObject({
      status: 301,
      location: '/filters/jcb/3cx/3cx-2012-2018',
    })
  })

  test('stay below 200 KB for a make of very many models', async () => {
    await shop.sql("insert into make (name, slug) values ('Titanic Machinery', 'titanic-machinery')")
    await shop.sql(
      `insert into model (make_id, model_type_id, name, slug)
       select mk.id, mt.id, 'Excavator TX ' || n, 'excavator-tx-' || n
       from make mk, (select min(id) as id from model_type) mt, generate_series(1, 1000) n
       where mk.slug = 'titanic-machinery'`,
    )
    for (const number of [1, 2, 3]) {
      const { status, text } = await page(`/filters/titanic-machinery?page=${number}`)
      expect(status).toBe(200)
      expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    }
    expect((await page('/filters/titanic-machinery')).text).toContain('page=3')
    expect((await page('/filters/titanic-machinery?page=4')).status).toBe(404)
  })

  test('accept the make from a plain form', async () => {
    expect(await page('/filters?make=jcb')).toMatchObject({ status: 303, location: '/filters/jcb' })
    expect((await page('/filters?make=')).status).toBe(200)
  })

  test('the finder and the panel of the home page offer every make', async () => {
    for (const path of ['/find-replacement-filters', '/']) {
      expect((await page(path)).text).toContain('<option value="jcb">JCB</option>')
    }
  })

  test('are refreshed in the cache when the catalogue changes', async () => {
    expect((await page('/filters')).text).not.toContain('Weidemann')
    await shop.sql("insert into make (name, slug) values ('Weidemann', 'weidemann')")
    await shop.waitForCatalogue()
    await expect.poll(async () => (await page('/filters')).text).toContain('Weidemann')
  })
})
