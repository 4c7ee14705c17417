import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { sortPositions } from '../catalogue/positions.ts'
import {
  getMakerNames,
  listAttributes,
  listMakes,
  listModels,
  listNumbers,
  listPositions,
  listProducts,
  listSynonyms,
  listVariants,
  type NumberRows,
  type VariantRow,
} from './catalogue-queries.server.ts'
import { IndexBuilder } from './engine/index-builder.ts'
import { parseIds } from './engine/index-parts.ts'
import type { MachineIndex } from './engine/machines/machine-index.ts'
import { MachineIndexBuilder, type VariantData } from './engine/machines/machine-index-builder.ts'
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
