import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { readPad } from '../../src/features/order-pad/schemas.ts'
import { lapseOrders } from '../../src/features/orders/service.ts'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getBasket, getStock, openGuestPayment } from './checkout-calls.ts'

let shop: TestShop
let visitor: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  visitor = shop.createVisitor()
})
afterAll(() => shop?.close())

const find = async (parameters: Record<string, string>, searcher = visitor) =>
  (await searcher.get<ReplyOf<typeof search>>(`/search?${new URLSearchParams(parameters)}`)).body
const listProducts = async (query: string, searcher = visitor, more: Record<string, string> = {}) =>
  (await find({ query, size: '100', ...more }, searcher)).products!.list
const listCodes = async (query: string, more: Record<string, string> = {}) =>
  (await listProducts(query, visitor, more)).map(({ code }) => code)
const findOilFilter = async (query: string, searcher = visitor) =>
  (await listProducts(query, searcher)).find(({ code }) => code === 'FH-OIL-1')!

describe('a visitor who searches sees what is in the database:', () => {
  const queries = ['FH-OIL-1', 'P551712', 'oil filter spin-on']

  test('the stock, at once after an order, after it lapsed, and after a stock count', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { visitor: buyer } = await openGuestPayment(shop, { 'FH-OIL-1': 2 })
    const after = await getStock(shop, 'FH-OIL-1')
    expect(after).toBeLessThan(before)
    for (const query of queries) expect((await findOilFilter(query, buyer)).stock).toBe(after)
    shop.clock.advance(31)
    await lapseOrders(shop.context)
    for (const query of queries) expect((await findOilFilter(query, buyer)).stock).toBe(before)
    for (const available of [3, 0, 41]) {
      await shop.setStock('FH-OIL-1', available)
      for (const query of queries) expect((await findOilFilter(query)).stock).toBe(available)
    }
  })

  test('a changed price, title and brand, at once', async () => {
    const { customer_price, title, brand } = await findOilFilter('FH-OIL-1')
    await shop.sql(`update product set price = price + 100, title = 'Renamed' where code = 'FH-OIL-1'`)
    await shop.sql('update brand set name = $1 where name = $2', ['Renamed brand', brand])
    expect(await findOilFilter('P551712')).toMatchObject({
      title: 'Renamed',
      brand: 'Renamed brand',
      customer_price: { standard: customer_price.standard! + 1 },
    })
    await shop.sql('update brand set name = $2 where name = $1', ['Renamed brand', brand])
    await shop.sql(`update product set price = price - 100, title = $1 where code = 'FH-OIL-1'`, [title])
    expect(await findOilFilter('P551712')).toMatchObject({ title, brand })
  })

  test("B10: a company's own price for its buyers only, whatever others searched before", async () => {
    const buyer = await shop.signIn('trade@example.com')
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
       select c.id, p.id, 777 from company c, product p where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'
       on conflict (company_id, product_id, min_quantity) do update set price = 777`,
    )
    const list = (await findOilFilter('FH-OIL-1')).customer_price.standard
    expect(list).not.toBe(7.77)
    for (let round = 0; round < 3; round++) {
      for (const query of ['FH-OIL-1', 'P551712']) {
        expect((await findOilFilter(query, buyer)).customer_price.standard).toBe(7.77)
        expect((await findOilFilter(query)).customer_price.standard).toBe(list)
      }
    }
  })
})

describe('a change of single products reaches the search without a new index', () => {
  const countBuilds = () => shop.log().filter(line => line.includes('search engine built')).length

  test('when a product is new, renamed, sold out or deleted', async () => {
    await shop.sql(`insert into brand (name, slug) values ('Novelty', 'novelty')`)
    await shop.waitForCatalogue()
    const builds = countBuilds()
    await shop.sql(`
      with p as (insert into product (code, path, title, brand_id, type_id, price)
        select 'NEW-4711', 'novelty/new-4711', 'Quartz widget', b.id, t.id, 100
        from brand b, product_type t where b.name = 'Novelty' limit 1 returning id)
      insert into stock (product_id, on_hand, available) select id, 3, 3 from p`)
    await shop.waitForCatalogue()
    expect(await listCodes('new4711')).toEqual(['NEW-4711'])
    expect(await listCodes('quartz', { buyable: '1' })).toEqual(['NEW-4711'])
    const { attributes } = await find({ query: '', 'filter-finder': '1' })
    expect(attributes![1]!.options).toContainEqual(expect.objectContaining({ value: 'Novelty', count: 1 }))

    // Without a movement: the product is deleted at the end.
    await shop.sql(`update stock set on_hand = 0, available = 0
      where product_id = (select id from product where code = 'NEW-4711')`)
    await shop.waitForCatalogue()
    expect(await listCodes('quartz', { buyable: '1' })).toEqual([])
    expect(await listCodes('quartz')).toEqual(['NEW-4711'])

    await shop.sql(`update product set title = 'Onyx gadget' where code = 'NEW-4711'`)
    await shop.sql(`insert into cross_reference (product_id, maker_id, code)
      select p.id, m.id, 'ONX 815' from product p, maker m where p.code = 'NEW-4711' and m.name = 'Donaldson'`)
    await shop.waitForCatalogue()
    expect(await listCodes('quartz')).toEqual([])
    expect(await listCodes('onyx')).toEqual(['NEW-4711'])
    expect(await listCodes('onx-815')).toEqual(['NEW-4711'])
    expect(await listCodes('donaldson onx815')).toEqual(['NEW-4711'])

    await shop.sql(`delete from product where code = 'NEW-4711'`)
    await shop.waitForCatalogue()
    for (const query of ['onyx', 'new4711', 'onx815']) expect(await listCodes(query)).toEqual([])
    expect(countBuilds()).toBe(builds)
  })

  test('and while a new index is built the old one answers', async () => {
    const builds = countBuilds()
    await shop.sql(`insert into search_synonym (word, means) values ('gizmo', 'oil')`)
    while (countBuilds() === builds) {
      expect(await listCodes('P551712')).toEqual(['FH-OIL-1'])
      expect((await visitor.request('GET', '/readyz')).status).toBe(200)
    }
    await shop.waitForCatalogue()
    expect(await listCodes('gizmo')).toEqual(await listCodes('oil'))
  })
})

test('a buyer gets the same first product for a text in search, order pad, quick add and finder', async () => {
  await shop.sql(`insert into cross_reference (product_id, maker_id, code)
    select p.id, m.id, 'XR 77-1' from product p, maker m
    where (p.code, m.name) in (('FH-AIR-1', 'Donaldson'), ('FH-OIL-1', 'Fleetguard'))`)
  await shop.waitForCatalogue()
  const texts = ['P551712', 'p55-1712', 'LF9009', 'FH-OIL-1', 'fh hyd 1', '0012', '00012', 'xr771']
  for (const text of texts) {
    const { products, codes } = await find({ query: text, scope: 'products,codes', buyable: '0' })
    const first = products!.list[0]!.id
    expect(codes!.list[0]!.product.id, text).toBe(first)
    const finder = await find({ query: text, 'filter-finder': '1', 'with-hint': '1' })
    expect(finder.products!.list[0]!.id, text).toBe(first)
    const { pad } = (await visitor.post<ReplyOf<typeof readPad>>('/order-pad', { text })).body
    expect(pad.lines[0]!.found[0]?.product, text).toBe(first)
    if (pad.lines[0]!.chosen === null) continue
    const buyer = shop.createVisitor()
    await buyer.post('/basket/add/single', { code: text, quantity: 1 })
    const [line] = Object.values((await getBasket(buyer)).items)
    if (line) expect(line.product_id, text).toBe(first)
  }
  await shop.sql(`delete from cross_reference where code = 'XR 77-1'`)
})
