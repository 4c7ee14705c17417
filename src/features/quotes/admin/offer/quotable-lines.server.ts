import { sql } from 'kysely'
import type { Db, Tx } from '../../../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../../../infra/database/columns.ts'
import { catalogueColumns, unitPriceSql } from '../../../basket/service.ts'
import type { QuotableLine } from './offer-form.ts'

const columns = (companyId: number | null): Columns<QuotableLine> => ({
  id: sql`l.position::int`,
  productId: sql`p.id`,
  code: sql`p.code`,
  title: sql`p.title`,
  entry: sql`'{}'::jsonb`,
  quantity: sql`l.quantity`,
  // Of the company; a person alone has no prices of their own.
  unitPrice: unitPriceSql({ personId: 0, companyId }),
  listPrice: sql`p.price`,
  ...catalogueColumns,
})

/** Products with the customer's price at these quantities, in their order; a product that does not exist is left out. */
export async function listQuotableLines(
  db: Db | Tx,
  companyId: number | null,
  lines: readonly { productId: number; quantity: number }[],
): Promise<QuotableLine[]> {
  const { rows } = await sql<QuotableLine>`
    select ${toSelectList(columns(companyId))}
    from unnest(${lines.map(({ productId }) => productId)}::int[], ${lines.map(({ quantity }) => quantity)}::int[])
      with ordinality as l (product_id, quantity, position)
    join product p on p.id = l.product_id join stock s on s.product_id = p.id
    cross join (select 0 as quantity) h
    order by l.position`.execute(db)
  return rows
}

/** The ids of products by their own part numbers, exactly as they are written. */
export async function listProductIdsByCode(
  db: Db | Tx,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from product where code = any(${codes}::text[])`.execute(db)
  return new Map(rows.map(({ id, code }) => [code, id]))
}
