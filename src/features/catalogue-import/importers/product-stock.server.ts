import type { WriteContext } from '../file-importer.server.ts'
import type { FileHeader } from '../validation/file-formats.ts'

/**
 * SQL: what is on hand of stock st after the import of row s. The file has what was counted; what orders are allocated of
 * it is not available. Without a number the stock stays as it is.
 */
const onHandSql = 'coalesce(s.stock, st.on_hand)'

/** The columns of stock st with their value after the import of row s. Bin and low-stock level follow an empty cell. */
const listStockValues = ({ columns }: FileHeader): [column: string, value: string][] => [
  ['on_hand', onHandSql],
  ['back_order', 'coalesce(s.back_order, st.back_order)'],
  ...['bin', 'low_stock']
    .filter(name => columns.has(name))
    .map((name): [string, string] => [name, `s.${name}`]),
]

/** SQL over stock st and row s: true when the row changes the stock. */
export const formatStockDiffers = (header: FileHeader): string =>
  `(${listStockValues(header)
    .map(([column, value]) => `st.${column} is distinct from ${value}`)
    .join(' or ')})`

/**
 * Sets the stock of the rows that differ. Locks by product id, the order in which orders lock stock too. Returns of how many
 * products what is on hand has changed.
 */
export async function writeStock({ client, header }: WriteContext, table: string): Promise<number> {
  await client.query(
    `select from stock st where product_id in (select product_id from ${table} where stock_differs)
     order by product_id for update`,
  )
  const assignments = listStockValues(header).map(([column, value]) => `${column} = ${value}`)
  // Compared again under the locks, because an order may have changed the stock meanwhile.
  const { rowCount } = await client.query(
    `with changed as (
       update stock st set ${assignments.join(', ')}, available = ${onHandSql} - st.allocated
       from ${table} s join stock before on before.product_id = s.product_id
       where st.product_id = s.product_id and s.stock_differs and ${formatStockDiffers(header)}
       returning st.product_id, st.on_hand, st.on_hand - before.on_hand as change
     )
     insert into stock_movement (product_id, at, change, on_hand, reason)
     select product_id, now(), change, on_hand, 'import' from changed where change <> 0 order by product_id`,
  )
  return rowCount ?? 0
}
