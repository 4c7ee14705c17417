import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lapseOrders } from '../../src/orders/server.ts'
import type { search } from '../../src/search/contract.ts'
import { makeFinding } from '../../src/search/finding.server.ts'
import { readCatalogue } from '../../src/search/index-data.server.ts'
import { KeptListing } from '../../src/search/kept-listing.ts'
import { noFilters, readQuery } from '../../src/search/query.ts'
import type { ReplyOf } from '../../src/shared/call.ts'
import type { Visitor } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { guestAtCard, stockOf } from './buying.ts'

let shop: Shop
let visitor: Visitor

beforeAll(async () => {
  shop = await openShop()
  visitor = shop.visitor()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const listed = async (query: string, who = visitor) => {
  const { body } = await who.get<ReplyOf<typeof search>>(
    `/search?${new URLSearchParams({ query, scope: 'products,codes' })}`,
  )
  return body.products!.list[0]!
}
const ways = ['FH-AIR-1', 'oil filter spin-on', 'P551712']
const soon = { timeout: 20_000 }

describe('lists show the stock as it is', () => {
  test('at once to whoever has just ordered, and again when his order has lapsed', async () => {
    // Before the database's notice can have come: there is none.
    await shop.sql('alter table stock disable trigger stock_changed')
    onTestFinished(async () => void (await shop.sql('alter table stock enable trigger stock_changed')))
    const before = await stockOf(shop, 'FH-AIR-1')
    expect((await listed('FH-AIR-1')).stock).toBe(before)
    const { visitor: buyer } = await guestAtCard(shop, { 'FH-AIR-1': 2 })
    expect((await listed('FH-AIR-1', buyer)).stock).toBe(before - 2)
    shop.clock.pass(35)
    expect(await lapseOrders(shop.house)).toBe(1)
    expect((await listed('FH-AIR-1', buyer)).stock).toBe(before)
  })

  test('soon after the storekeeper counted, by word and by number', async () => {
    for (const query of ways) await listed(query)
    for (const available of [3, 0, 41]) {
      await shop.setStock('FH-OIL-1', available)
      await expect.poll(async () => (await listed('P551712')).stock, soon).toBe(available)
      expect((await listed('FH-OIL-1')).stock).toBe(available)
    }
  })

  test('after many were counted at once, too many for one notice to name', async () => {
    await listed('FH-OIL-1')
    await shop.sql('update stock set available = available + 1')
    for (const [id, count] of shop.counted) (shop.counted as Map<number, number>).set(id, count + 1)
    const now = await stockOf(shop, 'FH-OIL-1')
    await expect.poll(async () => (await listed('FH-OIL-1')).stock, soon).toBe(now)
  })
})

describe('lists show the price and the name as they are', () => {
  test('soon after the price, the title or the name of the brand was changed', async () => {
    const { customer_price, title, brand } = await listed('FH-OIL-1')
    await shop.sql(`update product set price = price + 100, title = 'Renamed' where code = 'FH-OIL-1'`)
    await expect
      .poll(() => listed('FH-OIL-1'), soon)
      .toMatchObject({ title: 'Renamed', customer_price: { standard: customer_price.standard! + 1 } })
    await shop.sql('update brand set name = $1 where name = $2', ['Renamed brand', brand])
    await expect.poll(async () => (await listed('P551712')).brand, soon).toBe('Renamed brand')
    await shop.sql('update brand set name = $2 where name = $1', ['Renamed brand', brand])
    await shop.sql(`update product set price = price - 100, title = $1 where code = 'FH-OIL-1'`, [title])
    await expect.poll(() => listed('FH-OIL-1'), soon).toMatchObject({ title, brand })
  })

  test("B10: a company's own price to its buyers only, whoever asked before", async () => {
    const buyer = await shop.signedIn('trade@example.com')
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
       select c.id, p.id, 777 from company c, product p where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'
       on conflict (company_id, product_id, min_quantity) do update set price = 777`,
    )
    const list = (await listed('FH-OIL-1')).customer_price.standard
    expect(list).not.toBe(7.77)
    for (let round = 0; round < 3; round++) {
      for (const query of ['FH-OIL-1', 'P551712']) {
        expect((await listed(query, buyer)).customer_price.standard).toBe(7.77)
        expect((await listed(query)).customer_price.standard).toBe(list)
      }
    }
  })
})

test('a row is asked for once and shown again until its change is told', async () => {
  const database = await testDatabase()
  try {
    const index = await readCatalogue(database.db)
    const kept = new KeptListing()
    const find = makeFinding(database.db, () => index, kept)
    const stock = async (text: string) => {
      const { list } = await find({
        ...{
          query: readQuery(text),
          filters: noFilters,
          buyable: false,
          sort: 'relevance',
          size: 10,
          page: 1,
        },
        ...{ companyId: null, products: true, codes: 10, facets: false },
      })
      return list.find(({ code }) => code === 'FH-OIL-1')?.available
    }
    const { rows } = await database.pool.query(`select id from product where code = 'FH-OIL-1'`)
    const queries = ['FH-OIL-1', 'P551712', 'oil filter spin-on']
    const count = (available: number) =>
      database.pool.query('update stock set available = $1 where product_id = $2', [available, rows[0].id])
    const all = () => Promise.all(queries.map(stock))

    await count(11)
    expect(await all()).toEqual([11, 11, 11])
    await count(12)
    expect(await all()).toEqual([12, 12, 12])
    kept.hearing(true)
    expect(await all()).toEqual([12, 12, 12])
    await count(13)
    expect(await all()).toEqual([12, 12, 12])
    kept.stockChanged(String(rows[0].id))
    expect(await all()).toEqual([13, 13, 13])
    await count(14)
    kept.hearing(false)
    expect(await all()).toEqual([14, 14, 14])
  } finally {
    await database.close()
  }
})
