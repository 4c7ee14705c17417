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
import { type CatalogueRest, parseIds } from './engine/index-parts.ts'
import { toMakeNames, toModelNames } from './engine/machine-names.ts'
import { SearchEngine } from './engine/search-engine.ts'

// Small enough that a request waits only some milliseconds for one piece.
const productsAtOnce = 500
const numbersAtOnce = 5000
const modelsAtOnce = 1000

/** Builds the engine from the whole catalogue, piece by piece: requests are answered in between. */
export function loadEngine(db: Db): Promise<SearchEngine> {
  // One snapshot: the notification of a later change is applied afterwards.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await sql`set transaction read only`.execute(tx)
      const builder = new IndexBuilder(await listAttributes(tx))
      for await (const products of listProducts(tx, productsAtOnce)) {
        for (const product of products) builder.addProduct(product)
        await nextTurn()
      }
      const names = await getMakerNames(tx)
      for await (const rows of listNumbers(tx, numbersAtOnce)) {
        addNumbers(builder, rows, names)
        await nextTurn()
      }
      return new SearchEngine(await runSteps(builder.build(await loadRest(tx))))
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

async function loadRest(db: Db): Promise<CatalogueRest> {
  const makes = await listMakes(db)
  const machines = makes.flatMap(({ name, slug }) => toMakeNames(name, slug))
  for (const [i, { make, makeSlug, name, slug }] of (await listModels(db)).entries()) {
    machines.push(...toModelNames(make, makeSlug, name, slug))
    if (i % modelsAtOnce === 0) await nextTurn()
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
