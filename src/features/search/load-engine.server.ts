import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { getRow, listValues, selectRows } from '../../infra/database/query.ts'
import { sortPositions } from '../catalogue/positions.ts'
import type { ChangedProduct } from './engine/apply-change.ts'
import type { ProductData } from './engine/catalogue-index.ts'
import { type AttributeData, IndexBuilder, type NamesAndSynonyms } from './engine/index-builder.ts'
import type { MachineIndex } from './engine/machines/machine-index.ts'
import {
  MachineIndexBuilder,
  type MakeData,
  type VariantData,
} from './engine/machines/machine-index-builder.ts'
import { GrowableArray } from './engine/postings.ts'
import { SearchEngine } from './engine/search-engine.ts'

// Small enough that a request waits only some milliseconds for one batch.
const productsPerBatch = 500
const numbersPerBatch = 5000
const modelsPerStep = 1000

/** Builds the engine from the whole catalogue in batches, so that requests are answered in between. */
export function loadEngine(db: Db): Promise<SearchEngine> {
  // One snapshot: notifications of later changes are applied afterwards.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await sql`set transaction read only`.execute(tx)
      // A large catalogue is indexed for longer than other transactions may idle.
      await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
      const builder = new IndexBuilder(await listAttributes(tx))
      for await (const products of listProducts(tx, productsPerBatch)) {
        for (const product of products) builder.addProduct(product)
        await nextTurn()
      }
      const names = await getMakerNames(tx)
      for await (const rows of listNumbers(tx, numbersPerBatch)) {
        addNumbers(builder, rows, names)
        await nextTurn()
      }
      const rest = { machines: await loadMachines(tx, builder), synonyms: await listSynonyms(tx) }
      return new SearchEngine(await runSteps(builder.build(rest)))
    })
}

function addNumbers(
  builder: IndexBuilder,
  rows: NumberRows,
  { makers, brands }: { makers: Map<number, string>; brands: Map<number, string> },
): void {
  const [productIds, referenceIds, makerIds] = [rows.productIds, rows.referenceIds, rows.makerIds].map(
    parseIds,
  )
  for (const [i, key] of rows.keys.split(' ').entries()) {
    const referenceId = referenceIds![i]!
    const names = referenceId === 0 ? brands : makers
    builder.addNumber(key, productIds![i]!, referenceId, names.get(makerIds![i]!)!)
  }
}

const variantsPerBatch = 1000

async function loadMachines(tx: Db, products: IndexBuilder): Promise<MachineIndex> {
  const positions = sortPositions(await listPositions(tx))
  const builder = new MachineIndexBuilder(positions)
  const makeOf = new Map<number, number>()
  for (const [at, make] of (await listMakes(tx)).entries()) {
    builder.addMake(make)
    makeOf.set(make.id, at)
  }
  const modelOf = new Map<number, number>()
  for (const [at, { id, makeId, ...model }] of (await listModels(tx)).entries()) {
    builder.addModel({ ...model, make: makeOf.get(makeId)! })
    modelOf.set(id, at)
    if (at % modelsPerStep === 0) await nextTurn()
  }
  for await (const rows of listVariants(tx, positions, variantsPerBatch)) {
    for (const row of rows) builder.addVariant(toVariantData(row, modelOf.get(row.modelId)!, products))
    await nextTurn()
  }
  return runSteps(builder.build())
}

function toVariantData(
  { productIds, positions, modelId: _, ...variant }: VariantRow,
  model: number,
  products: IndexBuilder,
): VariantData {
  const nths = parseIds(positions ?? '')
  const fitments = Array.from(parseIds(productIds ?? ''), (id, at) => ({
    document: products.getDocument(id),
    position: nths[at]! - 1,
  }))
  return { ...variant, model, fitments: fitments.filter(({ document }) => document >= 0) }
}

async function runSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

const [space, zero] = [32, 48]

/** The ids of '7 12'. Character by character, because lists of millions would otherwise become millions of strings. */
function parseIds(text: string): Uint32Array {
  const ids = new GrowableArray()
  let id = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === space) {
      ids.push(id)
      id = 0
    } else id = id * 10 + character - zero
  }
  if (text !== '') ids.push(id)
  return ids.toArray()
}

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

const listAttributes = (db: Db): Promise<AttributeData[]> =>
  selectRows(db)<AttributeData>`
    select id, name, unit from attribute order by position, name`

/** All products by descending popularity, in batches; needs a transaction. */
async function* listProducts(tx: Db, batchSize: number): AsyncGenerator<ProductData[]> {
  // All rows are fetched: by default PostgreSQL plans a cursor for its first rows, with a lookup for each product.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare catalogue cursor for
    select ${productColumns}, attributes from ${productTables}
      left join (select a.product_id, ${attributeText} as attributes from product_attribute a group by a.product_id)
        a on a.product_id = p.id
    order by p.popularity desc, p.id`.execute(tx)
  for await (const rows of fetchBatches<IndexedProductRow>(tx, 'catalogue', batchSize)) {
    yield rows.map(toProductData)
  }
}

async function* fetchBatches<Row>(tx: Db, cursor: string, size: number): AsyncGenerator<Row[]> {
  const fetchNext = () => sql<Row>`fetch ${sql.lit(size)} from ${sql.ref(cursor)}`.execute(tx)
  for (let next = fetchNext(); ; ) {
    const { rows } = await next
    if (rows.length === 0) return
    next = prefetch(fetchNext)
    yield rows
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
interface NumberRows {
  keys: string
  productIds: string
  /** 0: the product's own number. */
  referenceIds: string
  /** A brand's id for an own number, else a maker's. */
  makerIds: string
}

async function* listNumbers(db: Db, atOnce: number): AsyncGenerator<NumberRows> {
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
  return getRow(db)<NumberRows & { keys: string | null }>`
    select string_agg(code_key, ' ') as keys, string_agg(product_id::text, ' ') as "productIds",
      string_agg(id::text, ' ') as "referenceIds", string_agg(maker_id::text, ' ') as "makerIds"
    from (
      (select code_key, id as product_id, 0 as id, brand_id as maker_id from product
        where (code_key, id) > (${key}, ${productId}) order by code_key, id limit ${limit})
      union all
      (select code_key, product_id, id, maker_id from cross_reference
        where (code_key, product_id, id) > (${key}, ${productId}, ${referenceId})
        order by code_key, product_id, id limit ${limit})
      order by code_key, product_id, id limit ${limit}) n`
}

function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(' ') + 1)
}

async function getMakerNames(db: Db): Promise<{ makers: Map<number, string>; brands: Map<number, string> }> {
  const makers = await db.selectFrom('maker').select(['id', 'name']).execute()
  const brands = await db.selectFrom('brand').select(['id', 'name']).execute()
  const toMap = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { makers: toMap(makers), brands: toMap(brands) }
}

async function listMakes(db: Db): Promise<(MakeData & { id: number })[]> {
  return db.selectFrom('make').select(['id', 'name', 'slug']).orderBy('name').orderBy('id').execute()
}

/** Models in the order of listMakes(). */
const listModels = (db: Db) =>
  selectRows(db)<{ id: number; makeId: number; name: string; slug: string }>`
    select mo.id, mo.make_id as "makeId", mo.name, mo.slug
    from model mo join make mk on mk.id = mo.make_id order by mk.name, mk.id, mo.name, mo.id`

const listPositions = (db: Db): Promise<string[]> =>
  listValues(db)<string>`
    with recursive distinct_position as (
      (select position from fitment order by position limit 1)
      union all
      select (select f.position from fitment f where f.position > d.position order by f.position limit 1)
      from distinct_position d where d.position is not null)
    select position from distinct_position where position is not null`

/** A variant with its products and their positions: lists of the same length, separated by spaces. */
interface VariantRow {
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
async function* listVariants(tx: Db, positions: readonly string[], batchSize: number) {
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
  yield* fetchBatches<VariantRow>(tx, 'variants', batchSize)
}

const listSynonyms = (db: Db): Promise<NamesAndSynonyms['synonyms']> =>
  selectRows(db)<NamesAndSynonyms['synonyms'][number]>`
    select word, means as meaning from search_synonym order by word, means`

/** Products with everything that the engine searches; a removed one is left out. */
export async function getChangedProducts(db: Db, ids: readonly number[]): Promise<ChangedProduct[]> {
  const rows = await selectRows(db)<
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
    from ${productTables} where p.id = any(${ids})`
  return rows.map(row => ({ ...toProductData(row), fitments: row.fitments ?? [], numbers: row.numbers }))
}
