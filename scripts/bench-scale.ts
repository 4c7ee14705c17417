import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { machineName } from '../bench/report.ts'
import { type ScaleFigure, scaleFigures } from '../bench/scale-figures.ts'
import { type ScaleResults, scaleFigureResult, scaleMarkdown } from '../bench/scale-report.ts'
import { startServer } from '../bench/servers.ts'
import { startTimedLoader, type TimedResult } from '../bench/timed-load.ts'
import { connect } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { projectRoot } from '../src/platform/project.ts'

// npm run bench -- --scale: 300,000 products with 3 million codes, and the same questions to a hundredth of that.
// Writes bench/scale.json and its table of docs/performance.md. Seeding takes minutes: --data=DIR keeps the catalogues
// there and takes what an earlier run left.

const connections = 10
const seconds = 5
const warmUpSeconds = 2
const [smallProducts, largeProducts] = [4500, 300_000]
const indexPatienceMs = 120_000

const resultsFile = join(projectRoot, 'bench', 'scale.json')
const reportFile = join(projectRoot, 'docs', 'performance.md')

export async function benchScale(parameters: readonly string[]): Promise<void> {
  const given = parameters.find(one => one.startsWith('--data='))?.slice('--data='.length)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'filterhouse-scale-'))
  try {
    const small = await measureCatalogue(join(folder, 'small'), smallProducts)
    const large = await measureCatalogue(join(folder, 'large'), largeProducts)
    const results: ScaleResults = {
      date: new Date().toISOString().slice(0, 10),
      machine: machineName(),
      node: process.versions.node,
      postgres: large.postgres,
      connections,
      seconds,
      small: small.counts,
      large: large.counts,
      memoryMegabytes: large.memoryMegabytes,
      indexMs: large.indexMs,
      figures: large.figures.map(figure =>
        scaleFigureResult(figure, small.times.get(figure.key)!, large.times.get(figure.key)!),
      ),
    }
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    const table = scaleMarkdown(results)
    putIntoReport(table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  figures: ScaleFigure[]
  times: Map<string, TimedResult>
  counts: ScaleResults['large']
  postgres: string
  memoryMegabytes: number
  indexMs: number
}

async function measureCatalogue(dataDir: string, products: number): Promise<Measured> {
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
    },
    '/readyz',
  )
  const loader = startTimedLoader()
  try {
    tell(`${products} products: waiting for the index …`)
    const indexMs = await untilIndexed(shop.url)
    const figures = await scaleFigures(shop.url, pool)
    const times = new Map<string, TimedResult>()
    for (const { key, name, requests } of figures) {
      const job = { url: shop.url, connections, requests }
      await loader.run({ ...job, seconds: warmUpSeconds })
      const result = await loader.run({ ...job, seconds })
      if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`)
      times.set(key, result)
      const { perSecond, p50Ms, p99Ms } = result
      tell(`${name}: ${Math.round(perSecond)} a second, ${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)} ms`)
    }
    return { figures, times, indexMs, memoryMegabytes: shop.rssMegabytes(), ...(await facts(pool)) }
  } finally {
    loader.stop()
    await shop.stop()
    await close()
    await postgres.stop()
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

/** Only the index corrects words: once it does, it is there. */
async function untilIndexed(url: string): Promise<number> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < indexPatienceMs) {
    const response = await fetch(`${url}/search?query=hydrualic`, {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    })
    const { products } = (await response.json()) as { products: { corrected?: string } }
    if (products.corrected) return performance.now() - startedMs
    await pause(200)
  }
  throw new Error('The index did not come.')
}

async function facts(pool: pg.Pool): Promise<Pick<Measured, 'counts' | 'postgres'>> {
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
