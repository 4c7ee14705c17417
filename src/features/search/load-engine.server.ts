import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { getRow, selectRows } from '../../infra/database/query.ts'
import { sortPositions } from '../catalogue/positions.ts'
import type { ChangedProduct } from './engine/apply-change.ts'
import type { ProductData } from './engine/catalogue-index.ts'
import {
  type AttributeData,
  IndexBuilder,
  type NamesAndSynonyms,
  type NumberLists,
} from './engine/index-builder.ts'
import type { IndexedVariant, MachineIndex } from './engine/machines/machine-index.ts'
import { MachineIndexBuilder, type MakeData } from './engine/machines/machine-index-builder.ts'
import { GrowableArray, getNumber } from './engine/postings.ts'
import { SearchEngine } from './engine/search-engine.ts'

// Small enough that a request waits only some milliseconds for one batch.
const productsPerBatch = 1000
const rowsPerBatch = 10_000
const variantsPerBatch = 1000
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
      for (const { id, name } of await listMakers(tx)) builder.addMaker(id, name)
      for await (const numbers of listNumbers(tx, rowsPerBatch)) {
        builder.addNumbers(numbers)
        await nextTurn()
      }
      const rest = { machines: await loadMachines(tx, builder), synonyms: await listSynonyms(tx) }
      return new SearchEngine(await runSteps(builder.build(rest)))
    })
}

async function loadMachines(tx: Db, products: IndexBuilder): Promise<MachineIndex> {
  const { positions, addFitments } = await loadFitments(tx, products)
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
  const variantsOf: IndexedVariant[][] = Array.from(modelOf, () => [])
  for await (const rows of listVariants(tx, variantsPerBatch)) {
    for (const { modelId, ...variant } of rows) {
      const model = modelOf.get(modelId)!
      variantsOf[model]!.push({ ...variant, model })
    }
    await nextTurn()
  }
  for (const [model, variants] of variantsOf.entries()) {
    for (const variant of variants) {
      builder.addVariant(variant)
      addFitments(builder, variant.id)
    }
    if (model % modelsPerStep === 0) await nextTurn()
  }
  return runSteps(builder.build())
}

interface LoadedFitments {
  /** In the order of a service. */
  positions: string[]
  /** Adds those of a variant. */
  addFitments: (builder: MachineIndexBuilder, variantId: number) => void
}

async function loadFitments(tx: Db, products: IndexBuilder): Promise<LoadedFitments> {
  const [documents, numbers] = [new GrowableArray(), new GrowableArray()]
  const numberOf = new Map<string, number>()
  const rangeOf = new Map<number, { from: number; to: number }>()
  for await (const { variantIds, productIds, positions } of listFitments(tx, rowsPerBatch)) {
    for (const [at, position] of positions.split(partSeparator).entries()) {
      const document = products.getDocument(productIds[at]!)
      if (document < 0) continue
      const range = rangeOf.get(variantIds[at]!)
      if (range) range.to++
      else rangeOf.set(variantIds[at]!, { from: documents.length, to: documents.length + 1 })
      documents.push(document)
      numbers.push(getNumber(numberOf, position))
    }
    await nextTurn()
  }
  const positions = sortPositions([...numberOf.keys()])
  const places = Array.from(numberOf.keys(), position => positions.indexOf(position))
  return {
    positions,
    addFitments: (builder, variantId) => {
      const { from, to } = rangeOf.get(variantId) ?? { from: 0, to: 0 }
      for (let at = from; at < to; at++) {
        builder.addFitment({ document: documents.at(at), position: places[numbers.at(at)]! })
      }
    },
  }
}

async function runSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
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

/** Batches, each read from where the one before ended; null: there is no more. */
async function* continueFrom<Row>(read: (last: Row | null) => Promise<Row | null>): AsyncGenerator<Row> {
  for (let next = read(null); ; ) {
    const row = await next
    if (row === null) return
    next = prefetch(() => read(row))
    yield row
  }
}

/** All part numbers in the order of their keys. */
const listNumbers = (db: Db, atOnce: number): AsyncGenerator<NumberLists> =>
  continueFrom(async last => {
    const isAfter = last === null ? sql`true` : sql`code_key > ${lastOf(last.keys, ' ')}`
    // Ties, so that the next batch begins with another key. Indexes have all of the columns, in this order.
    const order = sql`order by code_key fetch first ${sql.lit(atOnce)} rows with ties`
    const row = await getRow(db)<{ [Key in keyof NumberLists]: Packed<NumberLists[Key]> | null }>`
      select string_agg(code_key, ' ') as keys, ${pack(sql`product_id`)} as "productIds",
        ${pack(sql`id`)} as "referenceIds", ${pack(sql`maker_id`)} as "makerIds"
      from (
        (select code_key, id as product_id, 0 as id, 0 as maker_id from product where ${isAfter} ${order})
        union all
        (select code_key, product_id, id, maker_id from cross_reference where ${isAfter} ${order})
        ${order}) n`
    return row.keys === null
      ? null
      : {
          keys: row.keys,
          productIds: unpack(row.productIds!),
          referenceIds: unpack(row.referenceIds!),
          makerIds: unpack(row.makerIds!),
        }
  })

/** Lists of the same length. */
interface FitmentLists {
  variantIds: Uint32Array
  productIds: Uint32Array
  /** Separated by `partSeparator`. */
  positions: string
}

/** All fitments in the order of their variants. */
const listFitments = (db: Db, atOnce: number): AsyncGenerator<FitmentLists> =>
  continueFrom(async last => {
    const after = last && [
      last.variantIds.at(-1),
      last.productIds.at(-1),
      lastOf(last.positions, partSeparator),
    ]
    const row = await getRow(db)<{ [Key in keyof FitmentLists]: Packed<FitmentLists[Key]> | null }>`
      select ${pack(sql`variant_id`)} as "variantIds", ${pack(sql`product_id`)} as "productIds",
        string_agg(position, ${sql.lit(partSeparator)}) as positions
      from (select variant_id, product_id, position from fitment
        where ${after ? sql`(variant_id, product_id, position) > (${sql.join(after)})` : sql`true`}
        order by variant_id, product_id, position limit ${sql.lit(atOnce)}) f`
    return row.positions === null
      ? null
      : {
          variantIds: unpack(row.variantIds!),
          productIds: unpack(row.productIds!),
          positions: row.positions,
        }
  })

type Packed<List> = List extends Uint32Array ? Buffer : List

/** Ids of many rows as four bytes each: neither side formats or parses a digit. */
const pack = (column: RawBuilder<unknown>) => sql`string_agg(int4send(${column}), '')`

/** What `pack` selects. */
function unpack(packed: Buffer): Uint32Array {
  const bytes = packed.swap32()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

const lastOf = (list: string, separator: string): string => list.slice(list.lastIndexOf(separator) + 1)

const listMakers = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('maker').select(['id', 'name']).execute()

async function listMakes(db: Db): Promise<(MakeData & { id: number })[]> {
  return db.selectFrom('make').select(['id', 'name', 'slug']).orderBy('name').orderBy('id').execute()
}

/** Models in the order of listMakes(). */
const listModels = (db: Db) =>
  selectRows(db)<{ id: number; makeId: number; name: string; slug: string }>`
    select mo.id, mo.make_id as "makeId", mo.name, mo.slug
    from model mo join make mk on mk.id = mo.make_id order by mk.name, mk.id, mo.name, mo.id`

interface VariantRow extends Omit<IndexedVariant, 'model'> {
  modelId: number
}

/** All variants by id in batches; needs a transaction. */
async function* listVariants(tx: Db, batchSize: number) {
  await sql`declare variants cursor for
    select id, model_id as "modelId", name, engine, year_from as "yearFrom", year_to as "yearTo"
    from variant order by id`.execute(tx)
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
