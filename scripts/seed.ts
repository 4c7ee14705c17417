import { parseArgs } from 'node:util'
import { type CatalogueSize, demoSize, generateCatalogue } from '../demo/catalogue/catalogue.ts'
import { loadCatalogue } from '../demo/catalogue/load/load-catalogue.ts'
import type { Catalogue } from '../demo/catalogue/rows.ts'
import { ensureDemoData } from '../demo/demo-data.ts'
import { ConfigurationError, parseSettings } from '../src/infra/config.ts'
import { updateSchema } from '../src/infra/schema.ts'
import { isForOperator, openDatabase, print, toExitCode, UsageError } from './command-line.ts'

// npm run seed -- --products N [--seed S]: more demo data (R-RUN-4). The same N and S give the same rows, whether or not
// the shop was started on the data folder before. The shop may be serving meanwhile.

const maxProducts = 1_000_000

async function seed(): Promise<void> {
  const size = parseSize(process.argv.slice(2))
  const { database, mode, close } = await openDatabase(parseSettings(process.env), 12)
  try {
    if (mode === 'production')
      throw new ConfigurationError('Demo products go only into a demo, and this is a real shop.')
    print('Bringing the schema up to date …')
    await updateSchema(database.pool, mode)
    await ensureDemoData(database.pool)
    const startedMs = Date.now()
    await loadCatalogue(database.pool, withProgress(generateCatalogue(size), size))
    print('Measuring what was loaded …')
    // Vacuum too: the search then reads part numbers by index-only scans.
    await database.pool.query('vacuum (analyze)')
    print(`${size.products} products are there, after ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`)
  } finally {
    await close()
  }
}

function parseSize(parameters: string[]): CatalogueSize {
  const { products, seed: seedText } = readParameters(parameters)
  const count = parseWholeNumber('--products', products, demoSize.products, maxProducts)
  return { ...calculateCounts(count), seed: parseWholeNumber('--seed', seedText ?? '1', 0, 2 ** 31 - 1) }
}

function readParameters(parameters: string[]): { products?: string; seed?: string } {
  const options = { products: { type: 'string' }, seed: { type: 'string' } } as const
  try {
    return parseArgs({ args: parameters, options, strict: true }).values
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.?\s*\n|\. /)[0])
  }
}

function parseWholeNumber(name: string, text: string | undefined, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${name} wants a whole number from ${min} to ${max}`)
}

interface RowCounts {
  products: number
  codes: number
  makes: number
  models: number
  variants: number
  fitments: number
}

const mediumCounts: RowCounts = {
  products: 10_000,
  codes: 66_667,
  makes: 200,
  models: 1000,
  variants: 3000,
  fitments: 36_000,
}
const largeCounts: RowCounts = {
  products: 300_000,
  codes: 3_000_000,
  makes: 2000,
  models: 40_000,
  variants: 120_000,
  fitments: 2_000_000,
}

/** Small catalogues are like the demo's, large ones like a wholesaler's; between them the counts grow linearly. */
function calculateCounts(products: number): RowCounts {
  const share = Math.min(
    1,
    Math.max(0, (products - mediumCounts.products) / (largeCounts.products - mediumCounts.products)),
  )
  const scale = products / (mediumCounts.products + share * (largeCounts.products - mediumCounts.products))
  const at = (name: keyof RowCounts) =>
    Math.round((mediumCounts[name] + share * (largeCounts[name] - mediumCounts[name])) * scale)
  return {
    products,
    codes: at('codes'),
    makes: at('makes'),
    models: at('models'),
    variants: at('variants'),
    fitments: at('fitments'),
  }
}

function withProgress(catalogue: Catalogue, size: CatalogueSize): Catalogue {
  return {
    ...catalogue,
    products: countRows(catalogue.products, 'products', size.products),
    codes: countRows(catalogue.codes, 'codes', size.codes),
    fitments: countRows(catalogue.fitments, 'fitments', size.fitments),
  }
}

const reportEveryMs = 1000

function countRows<Row>(rows: Iterable<Row>, name: string, total = 0): Iterable<Row> {
  return {
    *[Symbol.iterator]() {
      let count = 0
      let reportedMs = Date.now()
      for (const row of rows) {
        yield row
        count++
        if (Date.now() - reportedMs < reportEveryMs) continue
        reportedMs = Date.now()
        print(`${name}: ${count} of ${total}`)
      }
      print(`${name}: ${count}`)
    },
  }
}

seed().catch((error: Error) => {
  const usage = error instanceof UsageError ? '. Usage: npm run seed -- --products N [--seed S]' : ''
  print(isForOperator(error) ? error.message + usage : (error.stack ?? error.message))
  process.exitCode = toExitCode(error)
})
