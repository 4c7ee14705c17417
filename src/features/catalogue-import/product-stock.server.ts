import type pg from 'pg'

/**
 * SQL: what can be sold once the row (as s) is taken. The file says what is on the shelf; what unfinished orders hold
 * (h) is still there and spoken for, and returns by itself should they lapse. Without a number what there is stays.
 */
const target = `(case
  when coalesce(s.back_order, st.back_order) then coalesce(s.stock - coalesce(h.quantity, 0), st.available)
  else greatest(0, coalesce(s.stock - coalesce(h.quantity, 0), st.available)) end)`

/** SQL over st (stock), s and h: the row says something else than what there is. */
export const stockDiffers = `(st.available <> ${target} or st.back_order <> coalesce(s.back_order, st.back_order))`

/** Sets the stock of the rows that differ, in the order in which orders take their locks too: by product. */
export async function writeStock(client: pg.PoolClient, table: string): Promise<void> {
  await client.query(
    `select from stock st where product_id in (select product_id from ${table} where stock_differs)
     order by product_id for update`,
  )
  // Reckoned again under the locks: an order may have taken or returned something meanwhile.
  await client.query(
    `update stock st set available = ${target}, back_order = coalesce(s.back_order, st.back_order)
     from ${table} s left join stock_held h on h.product_id = s.product_id
     where st.product_id = s.product_id and s.stock_differs and ${stockDiffers}`,
  )
}
