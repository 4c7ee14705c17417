import type { Db } from '../../infra/app-context.ts'
import { selectRows } from '../../infra/database/query.ts'
import { selectPriceBreaks } from '../prices/service.ts'

/** A company's quantity prices of these products, the smallest quantity first; pence ex VAT. */
export async function listPriceBreaks(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<{ product: number; from: number; price: number }[]> {
  if (ids.length === 0) return []
  return selectRows(db)<{ product: number; from: number; price: number }>`
    select p.id as product, b.from_quantity as "from", b.price
    from product p cross join lateral ${selectPriceBreaks(companyId)} b
    where p.id = any(${ids}::int[]) order by p.id, b.from_quantity`
}

const maxAlternatives = 3

interface SubstituteRow {
  product: number
  code: string
  title: string
  path: string
  available: number
}

/** Products in stock that can replace these: the successor, and products of the same type that share a number. */
export async function listAlternatives(db: Db, ids: readonly number[]): Promise<SubstituteRow[]> {
  if (ids.length === 0) return []
  return selectRows(db)<SubstituteRow>`
    select p.id as product, a.code, a.title, a.path, a.available
    from product p cross join lateral (
      select o.code, o.title, o.path, s.available
      from (
        select p.superseded_by as id, 0 as rank
        union all
        select other.product_id, 1 from cross_reference x
          join cross_reference other on other.code_key = x.code_key and other.maker_id = x.maker_id
        where x.product_id = p.id
      ) c join product o on o.id = c.id join stock s on s.product_id = o.id
      where o.id <> p.id and o.for_sale and o.price is not null and s.available > 0
        and (c.rank = 0 or o.type_id = p.type_id)
      group by o.id, s.available order by min(c.rank), o.popularity desc, o.id limit ${maxAlternatives}
    ) a
    where p.id = any(${ids}::int[])`
}
