import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import type { AddReply } from './checkout-calls.ts'

// Two requests for one basket at the same time: the second waits for the first and sees its result.

let shop: TestShop
let products: number[]

beforeAll(async () => {
  shop = await startTestShop()
  const rows = await shop.sql<{ id: number }>(
    'select id from product join stock on product_id = id where for_sale and price is not null and back_order limit 3',
  )
  products = rows.map(({ id }) => id)
})
afterAll(() => shop.close())

const add = async (visitor: TestVisitor, product: number, quantity: number) =>
  (await visitor.post<AddReply>('/basket/add/single', { product, quantity })).body

const toLines = ({ items }: BasketReply) => items.map(item => [item.product_id, item.qty])

/** A visitor with five of the first product and two of the second. */
async function createBuyer(): Promise<TestVisitor> {
  const visitor = shop.createVisitor()
  await add(visitor, products[0]!, 5)
  await add(visitor, products[1]!, 2)
  return visitor
}

/** Adds while `change` locks the newest basket; it is committed once the add waits for the lock. */
async function addDuring(
  change: ReturnType<typeof sql>,
  visitor: TestVisitor,
  product: number,
  quantity: number,
): Promise<AddReply> {
  let adding: Promise<AddReply> | undefined
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

test('a buyer who adds while the basket is merged into an account gets a new one with that product only', async () => {
  const visitor = await createBuyer()
  const emptied = sql`delete from basket where id = (select max(id) from basket)`
  const { success, basket } = await addDuring(emptied, visitor, products[2]!, 1)
  expect([success, toLines(basket)]).toEqual([true, [[products[2], 1]]])
  expect((await visitor.get<BasketReply>('/basket')).body.items).toEqual(basket.items)
})

test('a buyer who adds too many of one product in two requests at once gets one refused, and loses no line', async () => {
  const visitor = await createBuyer()
  const filled = sql`
    with changed as (update basket set version = version + 1 where id = (select max(id) from basket) returning id)
    update basket_line set quantity = 9995 from changed where basket_id = changed.id and product_id = ${products[0]!}`
  const { success, basket } = await addDuring(filled, visitor, products[0]!, 100)
  const lines = [
    [products[0], 9995],
    [products[1], 2],
  ]
  expect([success, toLines(basket)]).toEqual([false, lines])
})
