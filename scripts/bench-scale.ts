import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { getMachineName } from '../bench/report.ts'
import { prepareScaleFigures, type ScaleFigure } from '../bench/scale-figures.ts'
import {
  calculateScaleResult,
  formatScaleResults,
  type ScaleResults,
  type ScaleRound,
} from '../bench/scale-report.ts'
import { startShopServer } from '../bench/servers.ts'
import { startTimedLoader, type TimedLoader, type TimedResult } from '../bench/timed-load.ts'
import { connect } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { print } from './command-line.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run bench -- --scale: the same requests to a shop with 300,000 products and 3 million codes and to one with a
// hundredth of that. Writes bench/scale.json and its table of docs/performance.md. Seeding takes minutes: --data=DIR
// stores the catalogues there and reuses those of an earlier run.

const connections = 10
const rounds = 3
const seconds = 2
const [smallProducts, largeProducts] = [4500, 300_000]

const resultsFile = join(projectRoot, 'bench', 'scale.json')

export async function benchScale(parameters: readonly string[]): Promise<void> {
  const dataFolder = parameters.find(parameter => parameter.startsWith('--data='))?.slice('--data='.length)
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'filterhouse-scale-'))
  try {
    const results = await measure(folder)
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    const table = formatScaleResults(results)
    updatePerformanceReport('<!-- table: npm run bench -- --scale -->', '<!-- end of table: scale -->', table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    if (!dataFolder) rmSync(folder, { recursive: true, force: true })
  }
}

// Both catalogues alternate: a machine that gets busier meanwhile affects small and large alike.
async function measure(folder: string): Promise<ScaleResults> {
  const small = await openCatalogue(join(folder, 'small'), smallProducts)
  const large = await openCatalogue(join(folder, 'large'), largeProducts)
  const loader = startTimedLoader()
  try {
    const figures: ScaleResults['figures'] = []
    for (const [nth, figure] of large.figures.entries()) {
      const times: ScaleRound[] = []
      for (let round = 0; round <= rounds; round++) {
        const smallResult = await measureOnce(loader, small.url, small.figures[nth]!)
        const largeResult = await measureOnce(loader, large.url, figure)
        // The first round is the warm-up.
        if (round > 0) times.push({ small: smallResult, large: largeResult })
      }
      const result = calculateScaleResult(figure, times)
      print(
        `${result.name}: ${Math.round(result.perSecond)} a second, ${result.p50Ms.toFixed(2)} / ${result.p99Ms.toFixed(2)} ms, ${result.ratio.toFixed(2)}`,
      )
      figures.push(result)
    }
    const { postgres, counts, readyMs } = large
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: getMachineName(),
      node: process.versions.node,
      postgres,
      connections,
      rounds,
      seconds,
      small: small.counts,
      large: counts,
      memoryMegabytes: large.rssMegabytes(),
      readyMs,
      figures,
    }
  } finally {
    loader.stop()
    await small.stop()
    await large.stop()
  }
}

async function measureOnce(
  loader: TimedLoader,
  url: string,
  { name, requests }: ScaleFigure,
): Promise<TimedResult> {
  const result = await loader.run({ url, connections, seconds, requests })
  if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`)
  return result
}

interface OpenCatalogue {
  url: string
  figures: ScaleFigure[]
  counts: ScaleResults['large']
  postgres: string
  readyMs: number
  rssMegabytes(): number
  stop(): Promise<void>
}

async function openCatalogue(dataDir: string, products: number): Promise<OpenCatalogue> {
  if (!existsSync(join(dataDir, 'postgres'))) seed(dataDir, products)
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const { pool, close } = connect(postgres.connection, 2)
  const shop = await startShopServer(dataDir, { LIMIT_REQUESTS_PER_MINUTE: '999999999' })
  return {
    url: shop.url,
    figures: await prepareScaleFigures(shop.url, pool),
    readyMs: shop.startedMs,
    ...(await readCatalogueFacts(pool)),
    rssMegabytes: shop.rssMegabytes,
    async stop() {
      await shop.stop()
      await close()
      await postgres.stop()
    },
  }
}

function seed(dataDir: string, products: number): void {
  print(`Loading ${products} products …`)
  const { status } = spawnSync(
    process.execPath,
    [join(projectRoot, 'scripts', 'seed.ts'), '--products', String(products)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    },
  )
  if (status !== 0) throw new Error(`The seed ended with code ${status}`)
}

async function readCatalogueFacts(pool: pg.Pool): Promise<Pick<OpenCatalogue, 'counts' | 'postgres'>> {
  const { rows } = await pool.query<ScaleResults['large'] & { postgres: string }>(`
    select (select count(*)::int from product) as products, (select count(*)::int from cross_reference) as codes,
      (select count(*)::int from make) as makes, (select count(*)::int from model) as models,
      (select count(*)::int from variant) as variants, (select count(*)::int from fitment) as fitments,
      current_setting('server_version') as postgres`)
  const { postgres, ...counts } = rows[0]!
  return { counts, postgres }
}
