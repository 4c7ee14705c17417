import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import type { StockFilter, StockListChoice, StockListRow, StockSort } from './stock-list.ts'

const filterSql: Record<StockFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  low: sql`s.low_stock is not null and s.available < s.low_stock`,
  back_orders: sql`s.is_short`,
  none: sql`s.on_hand = 0`,
}

const sortSql: Record<Exclude<StockSort, 'code'>, RawBuilder<unknown>> = {
  bin: sql`s.bin`,
  on_hand: sql`s.on_hand`,
  available: sql`s.available`,
}

interface StockPageChoice extends Omit<StockListChoice, 'query'> {
  /** The products that the query means; null: all. */
  productIds: readonly number[] | null
  size: number
  page: number
}

const inIds = (productIds: readonly number[] | null): RawBuilder<unknown> =>
  productIds === null ? sql`` : sql`and s.product_id = any(${productIds}::int[])`

/** A page of the list. The page is picked before the products are joined, so that only its rows are read of them. */
export async function listStock(
  db: Db,
  { show, productIds, sort, direction, size, page }: StockPageChoice,
): Promise<StockListRow[]> {
  const order = direction === 'down' ? sql`desc` : sql`asc`
  const limit = limitToPage({ page, size })
  const which = sql`where ${filterSql[show]} ${inIds(productIds)}`
  const [picked, sorted] =
    sort === 'code'
      ? [
          sql`select s.* from stock s join product p on p.id = s.product_id ${which} order by p.code ${order} ${limit}`,
          sql`p.code ${order}`,
        ]
      : [
          sql`select s.* from stock s ${which} order by ${sortSql[sort]} ${order}, s.product_id ${limit}`,
          sql`${sortSql[sort]} ${order}, s.product_id`,
        ]
  const result = await sql<StockListRow>`
    select s.product_id as "productId", p.code, p.title, p.withdrawn, p.lead_time as "leadTime", s.on_hand as "onHand",
      s.allocated, s.available, s.bin, s.low_stock as "lowStock"
    from (${picked}) s join product p on p.id = s.product_id order by ${sorted}`.execute(db)
  return result.rows
}

/** How many products each filter lists. */
export async function countStock(
  db: Db,
  productIds: readonly number[] | null,
): Promise<Record<StockFilter, number>> {
  const count = (show: StockFilter) =>
    sql`(select count(*)::int from stock s where ${filterSql[show]} ${inIds(productIds)})`
  const { rows } = await sql<Record<StockFilter, number>>`
    select ${count('all')} as "all", ${count('low')} as low, ${count('back_orders')} as back_orders,
      ${count('none')} as none`.execute(db)
  return rows[0]!
}

/** Products whose number begins with this key, withdrawn ones too: the search does not know these. */
export async function listProductIdsByNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  // Keys have digits and capital letters only; '[' follows 'Z'.
  const { rows } = await sql<{ id: number }>`
    select id from product where code_key >= ${key} and code_key < ${`${key}[`}
    order by code_key limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The product with exactly this key, else those whose number begins with it. */
export async function listProductIdsOfNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  const { rows } = await sql<{ id: number }>`
    with matches as materialized (
      select id, code_key from product where code_key >= ${key} and code_key < ${`${key}[`} order by code_key limit ${limit}
    )
    select id from matches where code_key = ${key} or not exists (select from matches where code_key = ${key})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
