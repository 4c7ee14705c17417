import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { getValue, listValues, selectRows } from '../../infra/database/query.ts'
import type { IsoDate } from '../../lib/dates.ts'

/** The columns of a product that `price_of` and `price_breaks` read (db/migrations/155-price-rules.sql). */
const productColumns = (product: string) =>
  `${product}.id, ${product}.brand_id, ${product}.type_id, ${product}.price`

/** As `selectPrice`, for one piece, as text. `company`: an expression of SQL, '$3'. */
export const formatPriceSql = (product: string, company: string): string =>
  `(select price from price_of(${company}, ${productColumns(product)}, 1, null))`

/**
 * What the visitor pays today for one of so many pieces of a product of the statement, in pence ex VAT; null: on request.
 * Visitors without a company pay the list price, which is a column of the product.
 */
export function selectPrice(
  product: 'o' | 'p',
  companyId: number | null,
  pieces: RawBuilder<unknown> = sql`1`,
): RawBuilder<unknown> {
  if (companyId === null) return sql.raw(`${product}.price`)
  return sql`(select price from price_of(${companyId}::int, ${sql.raw(productColumns(product))}, ${pieces}, null))`
}

/** Rows `from_quantity` and `price` of product `p`: from which quantities on a company pays something else. */
export const selectPriceBreaks = (companyId: number): RawBuilder<unknown> =>
  sql`price_breaks(${companyId}::int, ${sql.raw(productColumns('p'))})`

/**
 * Makes the scheduled prices that are due the list prices of today, change by change; the triggers of product inform search
 * and caches. Returns the ids of the changes.
 */
export const applyDueChanges = (tx: Tx, today: IsoDate, now: Date): Promise<number[]> =>
  listValues(tx)<number>`
    with due as materialized (
      select id, starts from price_change
      where starts <= ${today}::date and applied_at is null and cancelled_at is null order by id for update
    ), latest as (
      select distinct on (pp.product_id) pp.product_id, pp.price from product_price pp join due on due.id = pp.change_id
      order by pp.product_id, due.starts desc, due.id desc
    ), changed as (
      update product p set price = latest.price, updated_at = ${now} from latest
      where p.id = latest.product_id and p.price is distinct from latest.price
    )
    update price_change c set applied_at = ${now} from due where c.id = due.id returning c.id`

/** Whether a change is due, without locks. */
export const hasDueChange = (db: Db, today: IsoDate): Promise<boolean> =>
  getValue(db)<boolean>`
    select exists (select from price_change
      where starts <= ${today}::date and applied_at is null and cancelled_at is null)`

export const listPriceLists = (db: Db | Tx): Promise<{ id: number; name: string }[]> =>
  selectRows(db)<{ id: number; name: string }>`select id, name from price_list order by lower(name)`
