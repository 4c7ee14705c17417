import { parseArgs } from 'node:util'
import { type CatalogueSize, demoSize, generateCatalogue } from '../demo/catalogue/catalogue.ts'
import { loadCatalogue } from '../demo/catalogue/load-catalogue.ts'
import type { Catalogue } from '../demo/catalogue/rows.ts'
import { ensureDemoData } from '../demo/demo-data.ts'
import { ConfigurationError, configurationExitCode, parseConfig } from '../src/infra/config.ts'
import { connect, type Database } from '../src/infra/database/db.ts'
import { migrate } from '../src/infra/database/migrate.ts'
import { PostgresRefusal, startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'

// Bigger demo data (contract §1): npm run seed -- --products N [--seed S]. The same N and S give the same rows,
// whether the shop was started on the data folder before or not, and the shop may be serving meanwhile.

const wrongUsageExitCode = 2
const mostProducts = 1_000_000

class WrongUsage extends Error {}

async function seed(): Promise<void> {
  const size = sizeOf(process.argv.slice(2))
  const config = parseConfig(process.env)
  const { database, stop } = await openDatabase(config.databaseUrl, config.dataDir)
  try {
    tell('Bringing the schema up to date …')
    await migrate(database.pool)
    await ensureDemoData(database.pool)
    const startedMs = Date.now()
    await loadCatalogue(database.pool, watched(generateCatalogue(size), size))
    tell('Measuring what was loaded …')
    // Vacuum besides analyze: the search then reads all numbers from their index alone.
    await database.pool.query('vacuum (analyze)')
    tell(`${size.products} products are there, after ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`)
  } finally {
    await database.close()
    await stop()
  }
}

function sizeOf(parameters: string[]): CatalogueSize {
  const { products, seed: drawn } = readParameters(parameters)
  const count = wholeNumber('--products', products, demoSize.products, mostProducts)
  return { ...countsFor(count), seed: wholeNumber('--seed', drawn ?? '1', 0, 2 ** 31 - 1) }
}

function readParameters(parameters: string[]): { products?: string; seed?: string } {
  const options = { products: { type: 'string' }, seed: { type: 'string' } } as const
  try {
    return parseArgs({ args: parameters, options, strict: true }).values
  } catch (error) {
    throw new WrongUsage((error as Error).message.split(/\.?\s*\n|\. /)[0])
  }
}

function wholeNumber(name: string, given: string | undefined, low: number, high: number): number {
  const number = /^\d{1,10}$/.test(given ?? '') ? Number(given) : Number.NaN
  if (number >= low && number <= high) return number
  throw new WrongUsage(`${name} wants a whole number from ${low} to ${high}`)
}

interface Counts {
  products: number
  codes: number
  makes: number
  models: number
  variants: number
  fitments: number
}

const middling: Counts = {
  products: 10_000,
  codes: 66_667,
  makes: 200,
  models: 1000,
  variants: 3000,
  fitments: 36_000,
}
const large: Counts = {
  products: 300_000,
  codes: 3_000_000,
  makes: 2000,
  models: 40_000,
  variants: 120_000,
  fitments: 2_000_000,
}

/** Small catalogues are like the demo's, large ones like a wholesaler's; between them the counts go up evenly. */
function countsFor(products: number): Counts {
  const share = Math.min(
    1,
    Math.max(0, (products - middling.products) / (large.products - middling.products)),
  )
  const scale = products / (middling.products + share * (large.products - middling.products))
  const at = (name: keyof Counts) =>
    Math.round((middling[name] + share * (large[name] - middling[name])) * scale)
  return {
    products,
    codes: at('codes'),
    makes: at('makes'),
    models: at('models'),
    variants: at('variants'),
    fitments: at('fitments'),
  }
}

function watched(catalogue: Catalogue, size: CatalogueSize): Catalogue {
  return {
    ...catalogue,
    products: counting(catalogue.products, 'products', size.products),
    codes: counting(catalogue.codes, 'codes', size.codes),
    fitments: counting(catalogue.fitments, 'fitments', size.fitments),
  }
}

const toldEveryMs = 1000

function counting<Row>(rows: Iterable<Row>, name: string, total = 0): Iterable<Row> {
  return {
    *[Symbol.iterator]() {
      let count = 0
      let toldMs = Date.now()
      for (const row of rows) {
        yield row
        count++
        if (Date.now() - toldMs < toldEveryMs) continue
        toldMs = Date.now()
        tell(`${name}: ${count} of ${total}`)
      }
      tell(`${name}: ${count}`)
    },
  }
}

async function openDatabase(
  databaseUrl: string | null,
  dataDir: string,
): Promise<{ database: Database; stop: () => Promise<void> }> {
  // One statement may take as long as it needs: the pool's own limit is made for requests.
  const options = '-c statement_timeout=0'
  if (databaseUrl) {
    const database = connect({ connectionString: databaseUrl, options })
    await database.pool.query('select 1').catch(async (error: Error) => {
      await database.close()
      throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
    })
    return { database, stop: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  return { database: connect({ ...embedded.connection, options }), stop: () => embedded.stop() }
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof WrongUsage) return wrongUsageExitCode
  return error instanceof ConfigurationError ? configurationExitCode : 1
}

seed().catch((error: Error) => {
  const isOperators =
    error instanceof WrongUsage || error instanceof ConfigurationError || error instanceof PostgresRefusal
  const usage = error instanceof WrongUsage ? '. Usage: npm run seed -- --products N [--seed S]' : ''
  tell(isOperators ? error.message + usage : (error.stack ?? error.message))
  process.exitCode = exitCodeOf(error)
})
