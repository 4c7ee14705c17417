import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import type { Visitor } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { Added } from './buying.ts'

// Two things that happen to one basket in the same moment: the second waits for the first, and answers what is true then.

let shop: Shop
let products: number[]

beforeAll(async () => {
  shop = await openShop()
  const rows = await shop.sql<{ id: number }>(
    'select id from product join stock on product_id = id where for_sale and price is not null and back_order limit 3',
  )
  products = rows.map(({ id }) => id)
})
afterAll(() => shop.close())

const add = async (visitor: Visitor, product: number, quantity: number) =>
  (await visitor.post<Added>('/basket/add/single', { product, quantity })).body

const linesOf = ({ items }: BasketReply) => items.map(item => [item.product_id, item.qty])

/** Somebody with five of the first product and two of the second. */
async function buyer(): Promise<Visitor> {
  const visitor = shop.visitor()
  await add(visitor, products[0]!, 5)
  await add(visitor, products[1]!, 2)
  return visitor
}

/** Adds while `change` holds the newest basket; it is committed once the add waits for it. */
async function addDuring(
  change: ReturnType<typeof sql>,
  visitor: Visitor,
  product: number,
  quantity: number,
): Promise<Added> {
  let adding: Promise<Added> | undefined
  await shop.context.db.transaction().execute(async tx => {
    await change.execute(tx)
    adding = add(visitor, product, quantity)
    await expect
      .poll(() =>
        shop.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1)
  })
  return adding!
}

test('an add to a basket that was just emptied into an account fills a new one, with nothing of the old', async () => {
  const visitor = await buyer()
  const emptied = sql`delete from basket where id = (select max(id) from basket)`
  const { success, basket } = await addDuring(emptied, visitor, products[2]!, 1)
  expect([success, linesOf(basket)]).toEqual([true, [[products[2], 1]]])
  expect((await visitor.get<BasketReply>('/basket')).body.items).toEqual(basket.items)
})

test('an add that meets another one of the same product is refused where both are too many, and loses no line', async () => {
  const visitor = await buyer()
  const filled = sql`
    with own as (update basket set version = version + 1 where id = (select max(id) from basket) returning id)
    update basket_line set quantity = 9995 from own where basket_id = own.id and product_id = ${products[0]!}`
  const { success, basket } = await addDuring(filled, visitor, products[0]!, 100)
  const lines = [
    [products[0], 9995],
    [products[1], 2],
  ]
  expect([success, linesOf(basket)]).toEqual([false, lines])
})
