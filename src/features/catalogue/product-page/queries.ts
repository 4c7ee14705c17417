import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { findRow, findValue, getValue } from '../../../infra/database/query.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { selectPrice, selectPriceBreaks } from '../../prices/service.ts'
import { selectEquivalents } from '../queries.ts'
import type { ProductPageRow } from './create-props.ts'
import type { KitPart } from './props.ts'

export interface ProductPageQuery {
  path: string
  /** The company whose own prices apply; null: list prices. */
  companyId: number | null
  /** The number that the customer searched for, or ''. */
  searched: string
  /** The slug of the make whose machines are listed; null: machines of all makes. */
  make: string | null
  maxFits: number
  maxNumbers: number
}

const maxLinkedProducts = 12
const maxAlternatives = 6
const maxEquivalents = 8
// Of the many products with the same dimensions the most popular ones are enough.
const maxSameDimensions = 24

interface ProductRow extends Omit<ProductPageRow, ProductLinkKind | 'alternatives'> {
  links: (KitPart & { kind: ProductLinkKind })[] | null
  needsAlternatives: boolean
}

type ProductLinkKind = 'successor' | 'predecessors' | 'components' | 'kits' | 'related'

/** The path of the product that had this one before; null: none had it. */
export const findCurrentPath = (db: Db, path: string): Promise<string | null> =>
  findValue(db)<string>`
    select p.path from product_path_redirect r join product p on p.id = r.product_id where r.path = ${path}`

/**
 * Reads everything that a product's page shows, in one round trip; alternatives in another one, only for what is not in
 * stock. To start a statement of forty subqueries took PostgreSQL as long as to execute it, so what a page does not need is
 * left out of its statement, and five kinds of links are read by one subquery.
 */
export async function findProductByPath(db: Db, query: ProductPageQuery): Promise<ProductPageRow | null> {
  const row = await findProductRow(db, query)
  if (!row) return null
  const { links, needsAlternatives, ...product } = row
  const pick = (kind: ProductLinkKind) =>
    (links ?? [])
      .filter(link => link.kind === kind)
      .map(({ code, title, brand, url }) => ({ code, title, brand, url }))
  return {
    ...product,
    successor: pick('successor')[0] ?? null,
    predecessors: pick('predecessors'),
    components: (links ?? []).flatMap(({ kind, ...part }) => (kind === 'components' ? [part] : [])),
    kits: pick('kits'),
    related: pick('related'),
    alternatives: needsAlternatives
      ? await getValue(db)<ProductPageRow['alternatives']>`
          select ${selectAlternatives(query.companyId)} from product p
            join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
          where p.id = ${row.id}`
      : null,
  }
}

function findProductRow(db: Db, query: ProductPageQuery): Promise<ProductRow | null> {
  const { path, companyId } = query
  return findRow(db)<ProductRow>`
    select p.id, p.code, p.path, p.title, p.description, p.details, b.name as brand, t.name as type,
      ${selectPrice('p', companyId)} as price, ${companyId === null ? sql`null` : sql`p.price`} as "listPrice",
      p.for_sale as "forSale", p.availability_note as note, p.lead_time as "leadTime", p.image,
        p.more_images as "moreImages", p.demo,
      s.available, s.back_order as "backOrder",
      (select json_agg(json_build_object('name', a.name, 'value', concat_ws(' ', pa.value, nullif(a.unit, '')))
          order by a.position, a.name)
        from product_attribute pa join attribute a on a.id = pa.attribute_id
        where pa.product_id = p.id) as facts,
      ${crossReferences(query)}, ${machines(query)},
      ${
        companyId === null
          ? sql`null`
          : sql`(select json_agg(json_build_object('from', b.from_quantity, 'price', b.price) order by b.from_quantity)
              from ${selectPriceBreaks(companyId)} b)`
      } as "priceBreaks",
      ${selectLinks(companyId)} as links,
      ${toCodeKey(query.searched) === '' ? sql`null as "directMatch", null as "searchedProducts"` : searchedParts(query)},
      (select json_agg(e) from (${selectEquivalents({ companyId, limit: maxEquivalents })}) e) as equivalents,
      s.available <= 0 or not p.for_sale or p.price is null as "needsAlternatives"
    from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
      join stock s on s.product_id = p.id
    where p.path = ${path}`
}

const selectLinks = (companyId: number | null): RawBuilder<unknown> => sql`
  (select json_agg(json_build_object('kind', l.kind, 'code', o.code, 'title', o.title, 'brand', ob.name,
      'url', '/' || o.path, 'quantity', l.quantity, 'price', ${selectPrice('o', companyId)})
      order by case l.kind when 'components' then o.type_id else 0 end, o.code)
    from (
      select 'successor' as kind, p.superseded_by as id, null::int as quantity
      union all
      (select 'predecessors', old.id, null from product old where old.superseded_by = p.id
        order by old.code limit ${maxLinkedProducts})
      union all
      select 'components', k.product_id, k.quantity from kit_component k where k.kit_product_id = p.id
      union all
      (select 'kits', k.kit_product_id, null from kit_component k where k.product_id = p.id
        order by k.kit_product_id limit ${maxLinkedProducts})
      union all
      (select 'related', r.related_id, null from product_related r where r.product_id = p.id
        order by r.related_id limit ${maxLinkedProducts})
    ) l join product o on o.id = l.id join brand ob on ob.id = o.brand_id)`

// A subquery, because a join would read all makers for a few look-ups by id.
const makerName = sql`(select m.name from maker m where m.id = x.maker_id)`

const crossReferences = ({ maxNumbers }: ProductPageQuery): RawBuilder<unknown> => sql`
  (select json_agg(r order by r.maker) from (
    select listed.maker, array_agg(listed.code order by listed.code) as codes,
      coalesce(json_object_agg(listed.code, '/' || sold.path) filter (where sold.path is not null), '{}') as urls
    from (
      select ${makerName} as maker, x.code, x.code_key from cross_reference x
      where x.product_id = p.id order by 1, x.code limit ${maxNumbers}) listed
    left join lateral (
      select own.path from product own join brand ownb on ownb.id = own.brand_id
      where own.code_key = listed.code_key and ownb.name = listed.maker and own.id <> p.id and not own.withdrawn
      order by own.for_sale desc, own.id limit 1) sold on true
    group by listed.maker) r) as replaces,
  (select count(*)::int from cross_reference x where x.product_id = p.id) as "numberCount"`

// Materialized, because it is read twice: for the counts by make and for the listed machines.
const machines = ({ make, maxFits }: ProductPageQuery): RawBuilder<unknown> => sql`
  (with fitted as materialized (
      select mk.name as make, mk.slug as "makeSlug", mo.name as model, v.name as variant,
        concat_ws('/', '/filters', mk.slug, mo.slug, v.id) as url, f.position, f.quantity
      from fitment f join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id
        join make mk on mk.id = mo.make_id
      where f.product_id = p.id)
    select json_build_object(
      'makes', coalesce((select json_agg(g order by g.name) from (
        select fitted.make as name, fitted."makeSlug" as slug, count(*)::int as count
        from fitted group by fitted.make, fitted."makeSlug") g), '[]'),
      'fits', coalesce((select json_agg(f) from (
        select "makeSlug", model, variant, url, position, quantity from fitted where ${make}::text is null or fitted."makeSlug" = ${make}::text
        order by fitted.make, fitted.model, fitted.variant, fitted.position limit ${maxFits}) f), '[]'))) as machines`

const searchedParts = ({ searched }: ProductPageQuery): RawBuilder<unknown> => sql`
  (select json_build_object('maker', m.name, 'code', x.code)
    from cross_reference x join maker m on m.id = x.maker_id
    where x.product_id = p.id and x.code_key = ${toCodeKey(searched)} order by m.name limit 1) as "directMatch",
  (select json_agg(json_build_object('code', o.code, 'brand', ob.name, 'type', ot.name, 'details', o.details,
      'numbers', coalesce((
        select json_agg(json_build_object('maker', m.name, 'code', x.code) order by m.name, x.code)
        from cross_reference x join maker m on m.id = x.maker_id
        where x.product_id = o.id and (
          exists (select from cross_reference mine where mine.product_id = p.id and mine.maker_id = x.maker_id
            and mine.code_key = x.code_key)
          or (x.code_key = p.code_key and m.name = b.name))), '[]')))
    from (select * from product hit where hit.code_key = ${toCodeKey(searched)} and hit.id <> p.id
      order by hit.id limit ${maxLinkedProducts}) o
      join brand ob on ob.id = o.brand_id join product_type ot on ot.id = o.type_id) as "searchedProducts"`

// Candidates, by rank: 0 they list this product's number, 1 this product lists theirs, 2 both list a third number, 3 they
// have the same dimensions. evidence.ts decides which of these reasons holds for a candidate.
const selectAlternatives = (companyId: number | null): RawBuilder<unknown> => sql`
  (select json_agg(a) from (
    select o.id, o.code, o.title, ob.name as brand, o.path, t.name as type, o.details,
      ${selectPrice('o', companyId)} as price,
      os.available,
      coalesce(json_agg(json_build_object('maker', c.maker, 'code', c.code) order by c.rank, c.maker, c.code)
        filter (where c.maker is not null), '[]') as numbers
    from (
      select x.product_id as id, 0 as rank, m.name as maker, x.code
      from cross_reference x join maker m on m.id = x.maker_id where x.code_key = p.code_key and m.name = b.name
      union all
      select own.id, 1, null, null
      from cross_reference x join product own on own.code_key = x.code_key
      where x.product_id = p.id and ${makerName} = (select ownb.name from brand ownb where ownb.id = own.brand_id)
      union all
      select other.product_id, 2, m.name, other.code
      from cross_reference x join maker m on m.id = x.maker_id
        join cross_reference other on other.code_key = x.code_key and other.maker_id = x.maker_id
      where x.product_id = p.id
      union all
      (select alike.id, 3, null, null
      from product alike join stock on stock.product_id = alike.id
      where alike.type_id = p.type_id and alike.details = p.details and alike.details <> '' and stock.available > 0
      order by alike.popularity desc, alike.id limit ${maxSameDimensions})
    ) c join product o on o.id = c.id join brand ob on ob.id = o.brand_id join stock os on os.product_id = o.id
      join product_type ot on ot.id = o.type_id
    -- Shared numbers and dimensions are evidence only within one product type.
    where o.id <> p.id and (ot.id = p.type_id or c.rank <= 1) and o.for_sale and o.price is not null
      and os.available > 0
    group by o.id, ob.id, os.product_id
    order by min(c.rank), o.popularity desc, o.id limit ${maxAlternatives}) a)`
