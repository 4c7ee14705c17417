import type pg from 'pg'

/**
 * SQL: what is on hand of stock st after the import of row s. The file has what was counted; what orders are allocated of
 * it is not available. Without a number the stock stays as it is.
 */
const onHandSql = 'coalesce(s.stock, st.on_hand)'

/** SQL over stock st and row s: true when the row changes the stock. */
export const stockDiffersSql = `(st.on_hand <> ${onHandSql} or st.back_order <> coalesce(s.back_order, st.back_order))`

/** Sets the stock of the rows that differ. Locks by product id, the order in which orders lock stock too. */
export async function writeStock(client: pg.PoolClient, table: string): Promise<void> {
  await client.query(
    `select from stock st where product_id in (select product_id from ${table} where stock_differs)
     order by product_id for update`,
  )
  // Compared again under the locks, because an order may have changed the stock meanwhile.
  await client.query(
    `update stock st set on_hand = ${onHandSql}, available = ${onHandSql} - st.allocated,
       back_order = coalesce(s.back_order, st.back_order)
     from ${table} s
     where st.product_id = s.product_id and s.stock_differs and ${stockDiffersSql}`,
  )
}
