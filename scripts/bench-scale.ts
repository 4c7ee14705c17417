import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openBenchShop, seedCatalogue } from '../bench/bench-shop.ts'
import { type CostMeasurement, calculateMedians, measureCost } from '../bench/cost.ts'
import { getMachineName } from '../bench/report.ts'
import { prepareScaleFigures } from '../bench/scale-figures.ts'
import { formatScaleResults, type ScaleFigureResult, type ScaleResults } from '../bench/scale-report.ts'
import { startTimedLoader } from '../bench/timed-load.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { print } from './command-line.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run bench -- --scale: the questions to a shop with 300,000 products and 3 million codes, from a single client and
// from ten. Writes bench/scale.json and its table of docs/performance.md. Seeding takes minutes: --data=DIR stores the
// catalogue there and reuses that of an earlier run.

const connections = 10
const rounds = 3
const seconds = 2
const leastAnswers = 100
const products = 300_000

const resultsFile = join(projectRoot, 'bench', 'scale.json')

export async function benchScale(parameters: readonly string[]): Promise<void> {
  const dataFolder = parameters.find(parameter => parameter.startsWith('--data='))?.slice('--data='.length)
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'filterhouse-scale-'))
  try {
    seedCatalogue(folder, products)
    const results = await measure(folder)
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    const table = formatScaleResults(results)
    updatePerformanceReport('<!-- table: npm run bench -- --scale -->', '<!-- end of table: scale -->', table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    if (!dataFolder) rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(dataDir: string): Promise<ScaleResults> {
  const load = loadavg()[0]!
  const bench = await openBenchShop(dataDir)
  const { shop, pool } = bench
  const loader = startTimedLoader()
  try {
    const figures: ScaleFigureResult[] = []
    for (const { name, requests } of await prepareScaleFigures(shop.url, pool)) {
      const job = { name, seconds, leastAnswers, requests }
      const single: CostMeasurement[] = []
      const many: CostMeasurement[] = []
      // The first round is the warm-up.
      for (let round = 0; round <= rounds; round++) {
        single[round] = await measureCost(bench, loader, shop, { ...job, connections: 1 })
        many[round] = await measureCost(bench, loader, shop, { ...job, connections })
      }
      const result = {
        name,
        single: calculateMedians(single.slice(1)),
        many: calculateMedians(many.slice(1)),
      }
      print(`${name}: ${result.single.p50Ms.toFixed(2)} / ${result.single.p99Ms.toFixed(2)} ms`)
      figures.push(result)
    }
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: getMachineName(),
      node: process.versions.node,
      postgres: bench.postgresVersion,
      load,
      connections,
      rounds,
      seconds,
      catalogue: await readCounts(pool),
      memoryMegabytes: shop.rssMegabytes(),
      readyMs: shop.startedMs,
      figures,
    }
  } finally {
    loader.stop()
    await bench.stop()
  }
}

async function readCounts(pool: pg.Pool): Promise<ScaleResults['catalogue']> {
  const { rows } = await pool.query<ScaleResults['catalogue']>(`
    select (select count(*)::int from product) as products, (select count(*)::int from cross_reference) as codes,
      (select count(*)::int from make) as makes, (select count(*)::int from model) as models,
      (select count(*)::int from variant) as variants, (select count(*)::int from fitment) as fitments`)
  return rows[0]!
}
