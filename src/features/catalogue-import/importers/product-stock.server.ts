import type pg from 'pg'

/**
 * SQL: the available stock after the import of row s. The file has the physical stock, of which open orders (h) have
 * reserved a part; that part becomes available again when they lapse. Without a number the stock stays as it is.
 */
const targetStockSql = `(case
  when coalesce(s.back_order, st.back_order) then coalesce(s.stock - coalesce(h.quantity, 0), st.available)
  else greatest(0, coalesce(s.stock - coalesce(h.quantity, 0), st.available)) end)`

/** SQL over stock st, row s and reservations h: true when the row changes the stock. */
export const stockDiffersSql = `(st.available <> ${targetStockSql} or st.back_order <> coalesce(s.back_order, st.back_order))`

/** Sets the stock of the rows that differ. Locks by product id, the order in which orders lock stock too. */
export async function writeStock(client: pg.PoolClient, table: string): Promise<void> {
  await client.query(
    `select from stock st where product_id in (select product_id from ${table} where stock_differs)
     order by product_id for update`,
  )
  // Calculated again under the locks, because an order may have changed the stock meanwhile.
  await client.query(
    `update stock st set available = ${targetStockSql}, back_order = coalesce(s.back_order, st.back_order)
     from ${table} s left join stock_held h on h.product_id = s.product_id
     where st.product_id = s.product_id and s.stock_differs and ${stockDiffersSql}`,
  )
}
