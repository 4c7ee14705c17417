import type { TestShop } from './shop.ts'
import type { TestVisitor } from './test-visitor.ts'

/** Creates so many products like FH-OIL-1, with stock, and returns their ids. */
export async function createProducts(shop: TestShop, count: number): Promise<number[]> {
  const rows = await shop.sql<{ id: number }>(
    `with created as (
       insert into product (code, title, path, brand_id, type_id, price, image)
       select 'LOT-' || n, title || ' ' || n, path || '-lot-' || n, brand_id, type_id, price, image
       from product, generate_series(1, $1::int) n where code = 'FH-OIL-1' returning id
     ), stocked as (
       insert into stock (product_id, on_hand, available) select id, 1000, 1000 from created
     ), moved as (
       insert into stock_movement (product_id, at, change, on_hand, reason)
       select id, now(), 1000, 1000, 'count' from created
     )
     select id from created order by id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Puts two of each product into the basket of a visitor, who has one already. */
export async function fillLines(shop: TestShop, visitor: TestVisitor, products: number[]): Promise<void> {
  const { body } = await visitor.get<{ items: { rowId: string }[] }>('/basket')
  await shop.sql(
    `insert into basket_line (basket_id, product_id, quantity)
     select (select basket_id from basket_line where id = $1), id, 2 from unnest($2::int[]) id order by id`,
    [body.items[0]!.rowId, products],
  )
}
