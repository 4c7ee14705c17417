import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'

export interface RequestedProduct {
  code: string
  path: string
  title: string
  brand: string
  image: string | null
  forSale: boolean
  /** Pence ex VAT, of the company where it has a price of its own; null: on request. */
  price: number | null
}

/** The product with this code; null: there is none. */
export async function findRequestedProduct(
  db: Db,
  code: string,
  companyId: number | null,
): Promise<RequestedProduct | null> {
  const { rows } = await sql<RequestedProduct>`
    select p.code, p.path, p.title, b.name as brand, p.image, p.for_sale as "forSale",
      coalesce((select c.price from customer_price c
        where c.company_id = ${companyId}::int and c.product_id = p.id and c.min_quantity = 1), p.price) as price
    from product p join brand b on b.id = p.brand_id
    where p.code = ${code}`.execute(db)
  return rows[0] ?? null
}
