import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { readPad } from '../../src/features/order-pad/schemas.ts'
import {
  type AgreedPrice,
  calculatePrice,
  type PricedItem,
  type PriceRule,
  type RuleTarget,
} from '../../src/features/prices/price-rule.ts'
import { applyPriceChanges } from '../../src/features/prices/service.ts'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { addDays, toIsoDate } from '../../src/lib/dates.ts'
import { type Pence, pence } from '../../src/lib/money.ts'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createTestDatabase } from '../support/test-database.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getBasket } from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

const firstDay = toIsoDate('2026-01-01')
const toDay = (offset: number) => addDays(firstDay, offset)

interface Case {
  items: PricedItem[]
  agreed: AgreedPrice[]
  rules: PriceRule[]
}

const amount = fc.integer({ min: 0, max: 90_000 }).map(pence)
const targets = (ids: number[], brands: number[], types: number[]): fc.Arbitrary<RuleTarget> =>
  fc.oneof(
    fc.constant<RuleTarget>({ scope: 'all' }),
    fc.constantFrom(...types).map(typeId => ({ scope: 'type' as const, typeId })),
    fc.constantFrom(...brands).map(brandId => ({ scope: 'brand' as const, brandId })),
    fc.constantFrom(...ids).map(productId => ({ scope: 'product' as const, productId })),
  )
const quantity = fc.constantFrom(1, 2, 5, 10)

const rule = (target: fc.Arbitrary<RuleTarget>): fc.Arbitrary<PriceRule> =>
  fc
    .record({
      target,
      kind: fc.constantFrom('percent_off' as const, 'percent_on' as const, 'fixed' as const),
      value: fc.integer({ min: 1, max: 9_999 }),
      minQuantity: quantity,
      start: fc.integer({ min: 0, max: 20 }),
      days: fc.option(fc.integer({ min: -1, max: 20 })),
    })
    .map(({ start, days, ...rest }) => ({
      ...rest,
      validFrom: toDay(start),
      validTo: days === null ? null : toDay(start + days),
    }))

async function insertRule(
  client: pg.PoolClient,
  list: number,
  { target, ...rest }: PriceRule,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into price_rule (price_list_id, scope, type_id, brand_id, product_id, kind, value, min_quantity, valid_from, valid_to)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      ...[list, target.scope, target.scope === 'type' ? target.typeId : null],
      target.scope === 'brand' ? target.brandId : null,
      target.scope === 'product' ? target.productId : null,
      ...[rest.kind, rest.value, rest.minQuantity, rest.validFrom, rest.validTo],
    ],
  )
  return rowCount === 1
}

describe('price_of (R-PRICE-1)', () => {
  test('says the same as the rule in TypeScript, for any rules, agreed prices, quantities and days', async () => {
    const database = await createTestDatabase()
    const client = await database.pool.connect()
    try {
      const { rows } = await client.query<{ id: number; brandId: number; typeId: number }>(
        `select id, brand_id as "brandId", type_id as "typeId" from product order by brand_id, type_id, id limit 12`,
      )
      const distinct = (values: number[]) => [...new Set(values)]
      const target = targets(
        rows.map(({ id }) => id),
        distinct(rows.map(({ brandId }) => brandId)),
        distinct(rows.map(({ typeId }) => typeId)),
      )
      const cases: fc.Arbitrary<Case> = fc.record({
        items: fc
          .constantFrom(rows)
          .chain(all =>
            fc
              .array(fc.option(amount), { minLength: all.length, maxLength: all.length })
              .map(prices => all.map((item, index) => ({ ...item, listPrice: prices[index]! }))),
          ),
        agreed: fc.uniqueArray(fc.record({ minQuantity: quantity, price: amount }), {
          selector: ({ minQuantity }) => minQuantity,
          maxLength: 3,
        }),
        rules: fc.array(rule(target), { maxLength: 30 }),
      })
      let refused = 0
      await fc.assert(
        fc.asyncProperty(cases, async ({ items, agreed, rules }) => {
          await client.query('begin')
          const { rows: lists } = await client.query(
            `insert into price_list (name) values ('Any') returning id`,
          )
          const company = await client.query(
            `insert into company (account_number, name, price_list_id) values ('ANY', 'Any', $1) returning id`,
            [lists[0].id],
          )
          const companyId = company.rows[0].id
          // Prices were agreed for the first product alone.
          for (const { minQuantity, price } of agreed)
            await client.query('insert into customer_price values ($1, $2, $3, $4)', [
              ...[companyId, items[0]!.id, minQuantity, price],
            ])
          const inserted: PriceRule[] = []
          for (const one of rules) {
            if (await insertRule(client, lists[0].id, one)) inserted.push(one)
            else refused++
          }
          const queries = items.flatMap(item =>
            [1, 4, 10].flatMap(pieces => [0, 7, 15, 25, 400].map(day => ({ item, pieces, day: toDay(day) }))),
          )
          const { rows: prices } = await client.query<{ price: number | null }>(
            `select (select price from price_of($1, q.id, q.brand, q.type, q.list, q.pieces, q.day)) as price
             from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::date[])
               with ordinality as q (id, brand, type, list, pieces, day, position) order by q.position`,
            [
              companyId,
              queries.map(({ item }) => item.id),
              queries.map(({ item }) => item.brandId),
              queries.map(({ item }) => item.typeId),
              queries.map(({ item }) => item.listPrice),
              queries.map(({ pieces }) => pieces),
              queries.map(({ day }) => day),
            ],
          )
          await client.query('rollback')
          const expected = queries.map(({ item, pieces, day }) =>
            calculatePrice(item, item === items[0] ? agreed : [], inserted, pieces, day),
          )
          expect(prices.map(({ price }) => price)).toEqual(expected)
        }),
        { numRuns: 60 },
      )
      // Overlapping rules were among them.
      expect(refused).toBeGreaterThan(0)
    } finally {
      client.release()
      await database.close()
    }
  })
})

describe('a price list', () => {
  const findPrice = async (visitor: TestVisitor, query: string) =>
    (await visitor.get<ReplyOf<typeof search>>(`/search?query=${query}&size=100`)).body.products!.list.find(
      ({ code }) => code === query,
    )!.customer_price.standard

  test('is what its company pays everywhere, and no other customer', async () => {
    const [oil] = await shop.sql<{ id: number; price: Pence; path: string }>(
      `select id, price, path from product where code = 'FH-OIL-1'`,
    )
    const trade = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    const guest = shop.createVisitor()
    await shop.sql(`delete from customer_price where product_id = $1`, [oil!.id])
    await shop.sql(`insert into price_list (name) values ('Trade')`)
    await shop.sql(
      `update company set price_list_id = (select id from price_list) where account_number = 'NPH001'`,
    )
    await shop.sql(`insert into price_rule (price_list_id, scope, product_id, kind, value, min_quantity, valid_from)
      select l.id, v.scope, v.product, 'percent_off', v.value, v.quantity, '2026-01-01' from price_list l,
        (values ('all', null, 1500, 1), ('product', ${oil!.id}, 2000, 10)) v (scope, product, value, quantity)`)
    const round = (share: number) => Math.floor((oil!.price * share + 50) / 100) / 100
    expect(await findPrice(trade, 'FH-OIL-1')).toBe(round(85))
    expect(await findPrice(guest, 'FH-OIL-1')).toBe(oil!.price / 100)
    expect((await getBasket(trade)).items[0]!.price).toBe(round(85))
    const page = (await trade.getPage(`/${oil!.path}`)).text
    expect(page).toContain(`£${round(85).toFixed(2)}`)
    expect(page).toContain(`£${round(80).toFixed(2)}`)
    expect(page.replace(/<[^>]+>/g, '')).toContain(`the list price is £${(oil!.price / 100).toFixed(2)}`)
    expect((await guest.getPage(`/${oil!.path}`)).text).not.toContain('the list price is')
    const file = await trade.getFile('/account/price-list.csv')
    const rows = readCsvRows(file.content.toString())
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.find(row => row['Part number'] === 'FH-OIL-1')).toMatchObject({
      'Your price ex VAT': round(85).toFixed(2),
      'List price ex VAT': (oil!.price / 100).toFixed(2),
      'Quantity prices': `10+ £${round(80).toFixed(2)}`,
      Stock: 'in stock',
      'Numbers it replaces': expect.stringContaining('Donaldson P 551-712'),
    })
    expect((await guest.getPage('/account/price-list.csv')).status).toBe(303)
    const retail = await shop.signIn('retail@example.com')
    expect((await retail.getPage('/account/price-list.csv')).status).toBe(404)
    const pad = (await trade.post<ReplyOf<typeof readPad>>('/order-pad', { text: 'FH-OIL-1 10' })).body
    expect(pad.pad.products[0]!.prices).toEqual([
      { from: 1, price: round(85) },
      { from: 10, price: round(80) },
    ])
  })

  test('that has ended or not begun changes nothing', async () => {
    const trade = await shop.signIn('trade@example.com')
    await shop.sql(`update price_rule set valid_to = valid_from`)
    const [air] = await shop.sql<{ price: number }>(`select price from product where code = 'FH-AIR-1'`)
    await shop.sql(`delete from customer_price`)
    expect(await findPrice(trade, 'FH-AIR-1')).toBe(air!.price / 100)
    await shop.sql(`delete from price_rule`)
  })
})

describe('a scheduled change of list prices (R-PRICE-3)', () => {
  test('is on the page and in the search on its day, once', async () => {
    const schedule = (starts: string, price: number, key: string) =>
      shop.sql(
        `with c as (insert into price_change (title, starts, created_at, request_key) values ('Rise', $1, now(), $3) returning id)
         insert into product_price select c.id, p.id, p.price, $2 from c, product p where p.code = 'FH-SEAL-1'`,
        [starts, price, key],
      )
    await schedule('2026-11-26', 888, 'two')
    await schedule('2026-11-25', 777, 'one')
    const readPrice = async () =>
      (await shop.sql<{ price: number }>(`select price from product where code = 'FH-SEAL-1'`))[0]!.price
    const before = await readPrice()
    expect(await applyPriceChanges(shop.context)).toBe(0)
    expect(await readPrice()).toBe(before)
    shop.clock.advance(3 * 24 * 60)
    expect(await applyPriceChanges(shop.context)).toBe(2)
    expect(await applyPriceChanges(shop.context)).toBe(0)
    expect(await readPrice()).toBe(888)
    const guest = shop.createVisitor()
    const { body } = await guest.get<ReplyOf<typeof search>>('/search?query=FH-SEAL-1&size=100')
    expect(body.products!.list.find(({ code }) => code === 'FH-SEAL-1')!.customer_price.standard).toBe(8.88)
  })
})
