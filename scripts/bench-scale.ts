import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { machineName } from '../bench/report.ts'
import { type ScaleFigure, scaleFigures } from '../bench/scale-figures.ts'
import { type Round, type ScaleResults, scaleFigureResult, scaleMarkdown } from '../bench/scale-report.ts'
import { startServer } from '../bench/servers.ts'
import { startTimedLoader, type TimedLoader, type TimedResult } from '../bench/timed-load.ts'
import { connect } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/project.ts'
import { environment, nodeOptions } from './run/shop-process.mjs'

// npm run bench -- --scale: 300,000 products with 3 million codes, and the same questions to a hundredth of that.
// Writes bench/scale.json and its table of docs/performance.md. Seeding takes minutes: --data=DIR keeps the catalogues
// there and takes what an earlier run left.

const connections = 10
const rounds = 3
const seconds = 2
const [smallProducts, largeProducts] = [4500, 300_000]

const resultsFile = join(projectRoot, 'bench', 'scale.json')
const reportFile = join(projectRoot, 'docs', 'performance.md')

export async function benchScale(parameters: readonly string[]): Promise<void> {
  const given = parameters.find(one => one.startsWith('--data='))?.slice('--data='.length)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'filterhouse-scale-'))
  try {
    const results = await measure(folder)
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    const table = scaleMarkdown(results)
    putIntoReport(table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
}

// Both catalogues turn by turn: a machine that gets busier meanwhile changes small and large alike.
async function measure(folder: string): Promise<ScaleResults> {
  const small = await openCatalogue(join(folder, 'small'), smallProducts)
  const large = await openCatalogue(join(folder, 'large'), largeProducts)
  const loader = startTimedLoader()
  try {
    const figures: ScaleResults['figures'] = []
    for (const [nth, figure] of large.figures.entries()) {
      const times: Round[] = []
      for (let round = 0; round <= rounds; round++) {
        const one = await ask(loader, small.url, small.figures[nth]!)
        const other = await ask(loader, large.url, figure)
        // The first is the warm-up.
        if (round > 0) times.push({ small: one, large: other })
      }
      const result = scaleFigureResult(figure, times)
      tell(
        `${result.name}: ${Math.round(result.perSecond)} a second, ${result.p50Ms.toFixed(2)} / ${result.p99Ms.toFixed(2)} ms, ${result.ratio.toFixed(2)}`,
      )
      figures.push(result)
    }
    const { postgres, counts, readyMs } = large
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: machineName(),
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

async function ask(loader: TimedLoader, url: string, { name, requests }: ScaleFigure): Promise<TimedResult> {
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
  const shop = await startServer(
    join(projectRoot, 'dist', 'server', 'main.js'),
    {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      LIMIT_REQUESTS_PER_MINUTE: '999999999',
      ...environment,
    },
    '/readyz',
    nodeOptions,
  )
  return {
    url: shop.url,
    figures: await scaleFigures(shop.url, pool),
    readyMs: shop.startedMs,
    ...(await facts(pool)),
    rssMegabytes: shop.rssMegabytes,
    async stop() {
      await shop.stop()
      await close()
      await postgres.stop()
    },
  }
}

function seed(dataDir: string, products: number): void {
  tell(`Loading ${products} products …`)
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

async function facts(pool: pg.Pool): Promise<Pick<OpenCatalogue, 'counts' | 'postgres'>> {
  const { rows } = await pool.query<ScaleResults['large'] & { postgres: string }>(`
    select (select count(*)::int from product) as products, (select count(*)::int from cross_reference) as codes,
      (select count(*)::int from make) as makes, (select count(*)::int from model) as models,
      (select count(*)::int from variant) as variants, (select count(*)::int from fitment) as fitments,
      current_setting('server_version') as postgres`)
  const { postgres, ...counts } = rows[0]!
  return { counts, postgres }
}

const [from, to] = ['<!-- table: npm run bench -- --scale -->', '<!-- end of table: scale -->']

function putIntoReport(table: string): void {
  const report = readFileSync(reportFile, 'utf8')
  const [before, rest] = report.includes(from) ? report.split(from) : [`${report}\n## At scale\n\n`, to]
  writeFileSync(reportFile, `${before}${from}\n\n${table}\n\n${to}${rest!.split(to)[1] || '\n'}`)
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
