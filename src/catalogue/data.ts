import { sql } from 'kysely'
import type { Db } from '../platform/house.ts'

/** The product page's facts as the tables hold them; money in pence ex VAT. */
export interface ProductRow {
  id: number
  code: string
  path: string
  title: string
  description: string
  details: string
  brand: string
  type: string
  typeSlug: string
  price: number | null
  forSale: boolean
  note: string | null
  image: string | null
  demo: boolean
  available: number
  backOrder: boolean
  attributes: { name: string; value: string; unit: string }[] | null
  replaces: { maker: string; codes: string[] }[] | null
  fits: { make: string; model: string; variant: string; position: string; quantity: number }[] | null
  priceBreaks: { from: number; price: number }[] | null
}

const mostFits = 400

/** One product by its path, with all its page shows, in one round trip. `companyId`: whose prices; null: the list's. */
export async function productByPath(
  db: Db,
  path: string,
  companyId: number | null,
): Promise<ProductRow | null> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.code, p.path, p.title, p.description, p.details, b.name as brand, t.name as type, t.slug as "typeSlug",
      coalesce((select c.price from customer_price c
        where c.company_id = ${companyId}::int and c.product_id = p.id and c.min_quantity = 1), p.price) as price,
      p.for_sale as "forSale", p.availability_note as note, p.image, p.demo, s.available, s.back_order as "backOrder",
      (select json_agg(json_build_object('name', a.name, 'value', pa.value, 'unit', a.unit) order by a.position, a.name)
        from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes,
      (select json_agg(r order by r.maker) from (
        select m.name as maker, array_agg(x.code order by x.code) as codes
        from cross_reference x join maker m on m.id = x.maker_id where x.product_id = p.id group by m.name) r) as replaces,
      (select json_agg(f) from (
        select mk.name as make, mo.name as model, v.name as variant, f.position, f.quantity
        from fitment f join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id
          join make mk on mk.id = mo.make_id
        where f.product_id = p.id order by mk.name, mo.name, v.name limit ${mostFits}) f) as fits,
      (select json_agg(json_build_object('from', c.min_quantity, 'price', c.price) order by c.min_quantity)
        from customer_price c
        where c.company_id = ${companyId}::int and c.product_id = p.id and c.min_quantity > 1) as "priceBreaks"
    from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
      join stock s on s.product_id = p.id
    where p.path = ${path}`.execute(db)
  return rows[0] ?? null
}

/** How many products of each type there are, the fullest first. */
export async function typeCounts(db: Db): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select t.name, t.slug, count(*)::int as count from product p join product_type t on t.id = p.type_id
    group by t.id order by count desc, t.name`.execute(db)
  return rows
}

/** The makes with most variants, by name. */
export async function makeCounts(
  db: Db,
  most: number,
): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select * from (
      select mk.name, mk.slug, count(*)::int as count
      from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
      group by mk.id order by count(*) desc, mk.name limit ${most}) busiest
    order by name`.execute(db)
  return rows
}

/** Paths of a slice of the catalogue for the sitemap, by id. */
export async function productPaths(
  db: Db,
  afterId: number,
  most: number,
): Promise<{ id: number; path: string }[]> {
  return db
    .selectFrom('product')
    .select(['id', 'path'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute()
}
