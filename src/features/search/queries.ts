import { CompiledQuery } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { listValues } from '../../infra/database/query.ts'
import { formatPriceSql } from '../prices/service.ts'
import type { PartNumber, ProductSummary } from './listed-product.ts'

// Fixed texts, so that each is prepared once per connection.

const listPrice = 'p.price'

const summaryColumns = (
  price: string,
) => `p.id, p.code, p.path, p.title, p.details, b.name as brand, b.logo as "brandLogo",
  t.name as type, ${price} as price, p.for_sale as "forSale", p.availability_note as note, p.image, s.available,
  s.back_order as "backOrder"`

const summaryTables = `join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
  join stock s on s.product_id = p.id`

// `offset 0`: the number is read by its id. Without, the planner reads all numbers of each product, those without a hit too.
const formatHitQuery = (price: string) => `
  select ${summaryColumns(price)}, h.number_id as "numberId",
    case when h.number_id = 0 then p.code else x.code end as number,
    case when h.number_id = 0 then b.name else x.maker end as maker
  from unnest($1::int[], $2::int[]) as h (product_id, number_id) join product p on p.id = h.product_id
    ${summaryTables}
    left join lateral (select x.code, m.name as maker from cross_reference x join maker m on m.id = x.maker_id
      where x.id = h.number_id and x.product_id = p.id offset 0) x on true`
const listPriceHitQuery = formatHitQuery(listPrice)
const companyPriceHitQuery = formatHitQuery(formatPriceSql('p', '$3'))

/** A product, with the part number that matched (`numberId`, 0: its own number) or null. */
export interface Hit {
  productId: number
  numberId: number | null
}

/** The current row of a product with the number of its hit; null without a number, or when it was removed meanwhile. */
export type HitRow = ProductSummary & { numberId: number | null } & (
    | PartNumber
    | { number: null; maker: null }
  )

/** The current rows of the hits, in any order; a removed product is left out. */
export async function getHitRows(db: Db, hits: readonly Hit[], companyId: number | null): Promise<HitRow[]> {
  if (hits.length === 0) return []
  const values: unknown[] = [hits.map(({ productId }) => productId), hits.map(({ numberId }) => numberId)]
  const query =
    companyId === null
      ? CompiledQuery.raw(listPriceHitQuery, values)
      : CompiledQuery.raw(companyPriceHitQuery, [...values, companyId])
  const { rows } = await db.executeQuery<HitRow>(query)
  return rows
}

/** The current rows of the products, in the order of `ids`; a removed product is left out. */
export async function getProducts(
  db: Db,
  ids: readonly number[],
  companyId: number | null,
): Promise<ProductSummary[]> {
  const hits = ids.map(productId => ({ productId, numberId: null }))
  const byId = new Map((await getHitRows(db, hits, companyId)).map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Products whose number begins with this key, withdrawn ones too: the search does not know these. */
export async function listProductIdsByNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  // Keys have digits and capital letters only; '[' follows 'Z'.
  return listValues(db)<number>`
    select id from product where code_key >= ${key} and code_key < ${`${key}[`}
    order by code_key limit ${limit}`
}
