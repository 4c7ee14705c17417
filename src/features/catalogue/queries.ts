import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, listValues, selectRows } from '../../infra/database/query.ts'
import type { Pence } from '../../lib/money.ts'
import { selectPrice } from '../prices/service.ts'
import { toTypeUrl } from './listing.ts'
import type { CatalogueLink } from './messages.ts'

/** Links to the product types, that with most products first. */
export async function listTypeLinks(db: Db): Promise<CatalogueLink[]> {
  const rows = await selectRows(db)<Omit<CatalogueLink, 'url'>>`
    select t.name, count(*)::int as count from product p join product_type t on t.id = p.type_id
    group by t.id order by count desc, t.name`
  return rows.map(row => ({ ...row, url: toTypeUrl(row.name) }))
}

/** Links to the makes with most variants, by name. */
export const listMakeLinks = (db: Db, limit: number): Promise<CatalogueLink[]> =>
  selectRows(db)<CatalogueLink>`
    select * from (
      select mk.name, '/filters/' || mk.slug as url, count(*)::int as count
      from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
      group by mk.id order by count(*) desc, mk.name limit ${limit}) busiest
    order by name`

interface ExampleRow {
  productCode: string
  type: string | null
  make: string | null
  /** Other makers' numbers, as written and without punctuation. */
  numbers: { written: string; key: string }[]
}

/** Null: the catalogue has no product. */
export const findExampleRow = (db: Db): Promise<ExampleRow | null> =>
  findRow(db)<ExampleRow>`
    select p.code as "productCode",
      coalesce(fitting.type, (select name from product_type t where t.id = p.type_id)) as type, fitting.make,
      (select coalesce(json_agg(x), '[]') from (
        select min(code) as written, code_key as key
        from (
          select c.id, c.code, c.code_key from cross_reference c join product cp on cp.id = c.product_id
          where cp.for_sale order by c.id limit 20) c
        group by code_key order by min(id) limit 2) x) as numbers
    from product p left join lateral (
      select t.name as type, mk.name as make
      from fitment f join product fp on fp.id = f.product_id join product_type t on t.id = fp.type_id
        join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
      where fp.for_sale order by f.variant_id, f.product_id limit 1) fitting on true
    where not p.withdrawn order by p.for_sale desc, p.id limit 1`

// More numbers of one part, or more products of one number, are not compared: the cost of a page stays bounded.
const maxNumbers = 200
const maxProductsOfNumber = 50

export interface EquivalentsQuery {
  /** The company whose own prices apply; null: list prices. */
  companyId: number | null
  limit: number
  condition?: RawBuilder<unknown>
}

/** Orders products by what a customer can have: from stock, on back order, later, not at all. */
export const selectAvailabilityRank = (product: 'o' | 'p', stock: 'os' | 's'): RawBuilder<unknown> => sql`case
  when not ${sql.ref(product)}.for_sale or ${sql.ref(product)}.price is null then 3
  when ${sql.ref(stock)}.available > 0 then 0
  when ${sql.ref(stock)}.back_order then 1
  else 2 end`

/**
 * The products of other brands that are the same part as `p` (with its brand `b`) of the outer query, as
 * EquivalentProduct: one lists the other's own number, or both replace the same number of the same maker and have the same
 * type (R-CATALOGUE-6). Those that can be bought first, then by price.
 */
export const selectEquivalents = ({
  companyId,
  limit,
  condition = sql`true`,
}: EquivalentsQuery): RawBuilder<unknown> => sql`
  select o.id, o.code, o.path, o.title, o.details, ob.name as brand, ob.logo as "brandLogo", ot.name as type,
    ${selectPrice('o', companyId)} as price, o.for_sale as "forSale", o.availability_note as note, o.image,
      os.available,
    os.back_order as "backOrder", c.rank, c.maker, c.number
  from (
    select distinct on (id) id, rank, maker, number from (
      (select x.product_id as id, 0 as rank, b.name as maker, p.code as number
      from cross_reference x where x.code_key = p.code_key and p.code_key <> ''
        and x.maker_id = (select m.id from maker m where m.name = b.name)
      order by x.product_id limit ${maxProductsOfNumber})
      union all
      select hit.id, hit.rank, case hit.rank when 1 then b.name else x.maker end,
        case hit.rank when 1 then p.code else x.code end
      from (
        select n.code_key, n.maker_id, n.code, m.name as maker from cross_reference n
          join maker m on m.id = n.maker_id
        where n.product_id = p.id and n.code_key <> '' order by n.id limit ${maxNumbers}
      ) x cross join lateral (
        select own.id, 1 as rank from product own
        where own.code_key = x.code_key and (select ownb.name from brand ownb where ownb.id = own.brand_id) = x.maker
        union all
        (select y.product_id, 2 from cross_reference y
        where y.code_key = x.code_key and y.maker_id = x.maker_id and y.product_id <> p.id
        order by y.product_id limit ${maxProductsOfNumber})
      ) hit
    ) candidate order by id, rank, maker, number
  ) c join product o on o.id = c.id join brand ob on ob.id = o.brand_id join product_type ot on ot.id = o.type_id
    join stock os on os.product_id = o.id
  where o.brand_id <> p.brand_id and (c.rank < 2 or o.type_id = p.type_id) and o.for_sale and not o.withdrawn
    -- What is left of a superseded product is still sold.
    and (o.superseded_by is null or os.available > 0) and ${condition}
  order by ${selectAvailabilityRank('o', 'os')}, ${selectPrice('o', companyId)} nulls last, c.rank, o.id
  limit ${limit}`

/** Ids of those products whose price is below what they cost the shop. */
export const listBelowCost = (
  db: Db | Tx,
  lines: readonly { productId: number; unitPrice: Pence }[],
): Promise<number[]> =>
  listValues(db)<number>`
    select p.id from unnest(${lines.map(({ productId }) => productId)}::int[],
      ${lines.map(({ unitPrice }) => unitPrice)}::int[]) as l (product_id, price)
      join product p on p.id = l.product_id where l.price < p.cost`
