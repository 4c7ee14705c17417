import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import {
  getMakerNames,
  listAttributes,
  listMakes,
  listModels,
  listNumbers,
  listProducts,
  listSynonyms,
  type NumberRows,
} from './catalogue-queries.server.ts'
import { IndexBuilder } from './engine/index-builder.ts'
import { type NamesAndSynonyms, parseIds } from './engine/index-parts.ts'
import { toMakeNameEntries, toModelNameEntries } from './engine/machine-names.ts'
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
      return new SearchEngine(await runSteps(builder.build(await loadNamesAndSynonyms(tx))))
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

async function loadNamesAndSynonyms(db: Db): Promise<NamesAndSynonyms> {
  const makes = await listMakes(db)
  const machines = makes.flatMap(({ name, slug }) => toMakeNameEntries(name, slug))
  for (const [i, { make, makeSlug, name, slug }] of (await listModels(db)).entries()) {
    machines.push(...toModelNameEntries(make, makeSlug, name, slug))
    if (i % modelsPerStep === 0) await nextTurn()
  }
  return { makes, machines, synonyms: await listSynonyms(db) }
}

async function runSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
