import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import type { ChangedProduct } from './engine/apply-change.ts'
import type { ProductData } from './engine/catalogue-index.ts'
import type { AttributeData } from './engine/index-builder.ts'
import type { NamesAndSynonyms } from './engine/index-parts.ts'
import type { MakeData } from './engine/machines/machine-index-builder.ts'

// The queries that the engine is built from. Values of many rows are aggregated to one text: fetching millions of single
// rows takes longer and blocks requests while they are parsed.

// Characters that no value contains: the import refuses control characters.
const [pairSeparator, partSeparator] = ['\u001e', '\u001f']

const isSellable = sql`p.for_sale and p.price is not null and (s.available > 0 or s.back_order)`

const productColumns = sql`p.id, p.title, p.description, t.name as type, b.name as brand, p.price,
  ${isSellable} as "isSellable", p.for_sale as "isForSale", p.superseded_by as "supersededBy"`

const attributeText = sql`string_agg(a.attribute_id || ${partSeparator} || a.value, ${pairSeparator})`

const productTables = sql`product p join product_type t on t.id = p.type_id join brand b on b.id = p.brand_id
  join stock s on s.product_id = p.id`

type IndexedProductRow = Omit<ProductData, 'attributes'> & { attributes: string | null }

export async function listAttributes(db: Db): Promise<AttributeData[]> {
  const { rows } = await sql<AttributeData>`
    select id, name, unit from attribute order by position, name`.execute(db)
  return rows
}

/** All products by descending popularity, in batches; needs a transaction. */
export async function* listProducts(tx: Db, batchSize: number): AsyncGenerator<ProductData[]> {
  // All rows are fetched: by default PostgreSQL plans a cursor for its first rows, with a lookup for each product.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare catalogue cursor for
    select ${productColumns}, attributes from ${productTables}
      left join (select a.product_id, ${attributeText} as attributes from product_attribute a group by a.product_id)
        a on a.product_id = p.id
    order by p.popularity desc, p.id`.execute(tx)
  const fetchNext = () => sql<IndexedProductRow>`fetch ${sql.lit(batchSize)} from catalogue`.execute(tx)
  for (let next = fetchNext(); ; ) {
    const { rows } = await next
    if (rows.length === 0) return
    next = prefetch(fetchNext)
    yield rows.map(toProductData)
  }
}

// The database works on the next batch while this one is added to the index.
function prefetch<T>(fetchNext: () => Promise<T>): Promise<T> {
  const next = fetchNext()
  // Awaited only later: until then its rejection must not end the process.
  next.catch(() => {})
  return next
}

function toProductData(row: IndexedProductRow): ProductData {
  return { ...row, attributes: parseAttributes(row.attributes) }
}

function parseAttributes(text: string | null): ProductData['attributes'] {
  if (text === null) return []
  return text.split(pairSeparator).map(pair => {
    const at = pair.indexOf(partSeparator)
    return { id: Number(pair.slice(0, at)), value: pair.slice(at + 1) }
  })
}

/** Part numbers: lists of the same length, separated by spaces. */
export interface NumberRows {
  keys: string
  productIds: string
  /** 0: the product's own number. */
  referenceIds: string
  /** A brand's id for an own number, else a maker's. */
  makerIds: string
}

/** All part numbers by key, in batches. */
export async function* listNumbers(db: Db, atOnce: number): AsyncGenerator<NumberRows> {
  for (let next = readNumbers(db, atOnce, { key: '', productId: 0, referenceId: 0 }); ; ) {
    const row = await next
    if (row.keys === null) return
    const last = {
      key: lastOf(row.keys),
      productId: Number(lastOf(row.productIds)),
      referenceId: Number(lastOf(row.referenceIds)),
    }
    next = prefetch(() => readNumbers(db, atOnce, last))
    yield { ...row, keys: row.keys }
  }
}

async function readNumbers(
  db: Db,
  atOnce: number,
  after: { key: string; productId: number; referenceId: number },
): Promise<Omit<NumberRows, 'keys'> & { keys: string | null }> {
  const { key, productId, referenceId } = after
  const limit = sql.lit(atOnce)
  const { rows } = await sql<NumberRows & { keys: string | null }>`
    select string_agg(code_key, ' ') as keys, string_agg(product_id::text, ' ') as "productIds",
      string_agg(id::text, ' ') as "referenceIds", string_agg(maker_id::text, ' ') as "makerIds"
    from (
      (select code_key, id as product_id, 0 as id, brand_id as maker_id from product
        where (code_key, id) > (${key}, ${productId}) order by code_key, id limit ${limit})
      union all
      (select code_key, product_id, id, maker_id from cross_reference
        where (code_key, product_id, id) > (${key}, ${productId}, ${referenceId})
        order by code_key, product_id, id limit ${limit})
      order by code_key, product_id, id limit ${limit}) n`.execute(db)
  return rows[0]!
}

function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(' ') + 1)
}

export async function getMakerNames(
  db: Db,
): Promise<{ makers: Map<number, string>; brands: Map<number, string> }> {
  const makers = await db.selectFrom('maker').select(['id', 'name']).execute()
  const brands = await db.selectFrom('brand').select(['id', 'name']).execute()
  const toMap = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { makers: toMap(makers), brands: toMap(brands) }
}

export async function listMakes(db: Db): Promise<(MakeData & { id: number })[]> {
  return db.selectFrom('make').select(['id', 'name', 'slug']).orderBy('name').orderBy('id').execute()
}

/** Models in the order of listMakes(). */
export async function listModels(
  db: Db,
): Promise<{ id: number; makeId: number; name: string; slug: string }[]> {
  const { rows } = await sql<{ id: number; makeId: number; name: string; slug: string }>`
    select mo.id, mo.make_id as "makeId", mo.name, mo.slug
    from model mo join make mk on mk.id = mo.make_id order by mk.name, mk.id, mo.name, mo.id`.execute(db)
  return rows
}

export async function listPositions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ position: string }>`
    with recursive distinct_position as (
      (select position from fitment order by position limit 1)
      union all
      select (select f.position from fitment f where f.position > d.position order by f.position limit 1)
      from distinct_position d where d.position is not null)
    select position from distinct_position where position is not null`.execute(db)
  return rows.map(({ position }) => position)
}

/** A variant with its products and their positions: lists of the same length, separated by spaces. */
export interface VariantRow {
  id: number
  modelId: number
  name: string
  engine: string | null
  yearFrom: number | null
  yearTo: number | null
  productIds: string | null
  /** Indexes of listPositions(), from 1. */
  positions: string | null
}

/** All variants in the order of listModels(), in batches; needs a transaction. */
export async function* listVariants(
  tx: Db,
  positions: readonly string[],
  batchSize: number,
): AsyncGenerator<VariantRow[]> {
  await sql`declare variants cursor for
    select v.id, v.model_id as "modelId", v.name, v.engine, v.year_from as "yearFrom", v.year_to as "yearTo",
      f.product_ids as "productIds", f.positions
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
      left join (
        select f.variant_id, string_agg(f.product_id::text, ' ') as product_ids,
          string_agg(p.nth::text, ' ') as positions
        from fitment f join unnest(${positions}::text[]) with ordinality p (name, nth) on p.name = f.position
        group by f.variant_id
      ) f on f.variant_id = v.id
    order by mk.name, mk.id, mo.name, mo.id, v.id`.execute(tx)
  const fetchNext = () => sql<VariantRow>`fetch ${sql.lit(batchSize)} from variants`.execute(tx)
  for (let next = fetchNext(); ; ) {
    const { rows } = await next
    if (rows.length === 0) return
    next = prefetch(fetchNext)
    yield rows
  }
}

export async function listSynonyms(db: Db): Promise<NamesAndSynonyms['synonyms']> {
  const { rows } = await sql<NamesAndSynonyms['synonyms'][number]>`
    select word, means as meaning from search_synonym order by word, means`.execute(db)
  return rows
}

/** Products with everything that the engine searches; a removed one is left out. */
export async function getChangedProducts(db: Db, ids: readonly number[]): Promise<ChangedProduct[]> {
  const { rows } = await sql<
    IndexedProductRow & { fitments: ChangedProduct['fitments'] | null; numbers: ChangedProduct['numbers'] }
  >`
    select ${productColumns},
      (select ${attributeText} from product_attribute a where a.product_id = p.id) as attributes,
      (select json_agg(json_build_object('variantId', f.variant_id, 'position', f.position))
        from fitment f where f.product_id = p.id) as fitments,
      (select json_agg(json_build_object('key', n.code_key, 'referenceId', n.id, 'maker', n.maker)) from (
        select p.code_key, 0 as id, b.name as maker
        union all
        select x.code_key, x.id, m.name from cross_reference x join maker m on m.id = x.maker_id
        where x.product_id = p.id) n) as numbers
    from ${productTables} where p.id = any(${ids})`.execute(db)
  return rows.map(row => ({ ...toProductData(row), fitments: row.fitments ?? [], numbers: row.numbers }))
}
