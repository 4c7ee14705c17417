import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openBenchShop, run, seedCatalogue } from '../bench/bench-shop.ts'
import { type CostMeasurement, calculateMedians, measureCost } from '../bench/cost.ts'
import { createFigures } from '../bench/figures.ts'
import { type BenchResults, formatResults, getMachineName, toBefore } from '../bench/report.ts'
import { startShopServer } from '../bench/servers.ts'
import { startTimedLoader } from '../bench/timed-load.ts'
import { readWorkload } from '../bench/workload.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { benchHeavy } from './bench-heavy.ts'
import { benchOrders } from './bench-orders.ts'
import { benchScale } from './bench-scale.ts'
import { print } from './command-line.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run bench: processor time of the built application's answers with 10,000 products, in multiples of a floor. Writes
// bench/results.json and the tables of docs/performance.md. `--only=TEXT` measures the answers with that text in their
// name, `--smoke` all of them briefly; neither writes anything. `--data=DIR` stores the catalogue there, and later runs
// measure a copy of it. `--before` stores what later runs are compared with. `--scale`, `--heavy` and `--orders` measure something else (bench-scale.ts, bench-heavy.ts,
// bench-orders.ts).

const parameters = process.argv.slice(2)
const readParameter = (name: string) =>
  parameters.find(parameter => parameter.startsWith(`--${name}=`))?.slice(name.length + 3)

const connections = 10
const products = 10_000
const only = readParameter('only')?.toLowerCase() ?? ''
const isSmoke = parameters.includes('--smoke')
const isWritten = !isSmoke && only === ''
const rounds = isSmoke ? 1 : isWritten ? 3 : 5
const seconds = isSmoke ? 1 : isWritten ? 3 : 2
const floorSeconds = 1
const floorAnswers = 1_000
const leastAnswers = 200
const restMs = 30_000

const resultsFile = join(projectRoot, 'bench', 'results.json')

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-bench-'))
  try {
    const starts = isWritten ? await measureStarts(join(folder, 'start')) : null
    const results = await measure(prepareData(join(folder, 'load')), starts)
    results.before = parameters.includes('--before') ? toBefore(results) : readBefore()
    const tables = formatResults(results)
    if (isWritten) {
      writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
      updatePerformanceReport('<!-- table: npm run bench -->', '<!-- end of table -->', tables)
    }
    process.stdout.write(`\n${tables}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readBefore(): BenchResults['before'] {
  const stored = JSON.parse(readFileSync(resultsFile, 'utf8')) as Partial<BenchResults>
  return stored.before ?? null
}

/** Returns the folder of a catalogue that this run may write into. */
function prepareData(dataDir: string): string {
  const stored = readParameter('data')
  seedCatalogue(stored ?? dataDir, products)
  if (stored !== undefined) run('cp', ['-a', stored, dataDir])
  return dataDir
}

interface Starts {
  firstStartMs: number
  secondStartMs: number
}

async function measureStarts(dataDir: string): Promise<Starts> {
  print('Starting for the first time, and again …')
  const start = async () => {
    const server = await startShopServer(dataDir)
    await server.stop()
    return server.startedMs
  }
  return { firstStartMs: await start(), secondStartMs: await start() }
}

async function measure(dataDir: string, starts: Starts | null): Promise<BenchResults> {
  const load = loadavg()[0]!
  const bench = await openBenchShop(dataDir)
  const floor = await bench.startFloor()
  const loader = startTimedLoader()
  try {
    const { shop, pool } = bench
    const workload = await readWorkload(pool)
    const figures = createFigures(shop.url, workload).filter(({ name }) => name.toLowerCase().includes(only))
    const idleMegabytes = shop.rssMegabytes()
    // Of ten clients a busy machine gives bare Node several requests at a time, and the floor sinks.
    const floorJob = {
      name: 'Floor',
      connections: 1,
      seconds: floorSeconds,
      leastAnswers: floorAnswers,
      requests: [{ path: '/' }],
    }
    const measureFloor = () => measureCost(bench, loader, floor, floorJob)
    const floors: CostMeasurement[] = []
    const measured = figures.map((): (CostMeasurement & { floors: number })[] => [])
    // Each measurement goes on in its list where the others have ended.
    let skipped = 0
    // Round 0 is the warm-up.
    for (let round = 0; round <= rounds; round++) {
      print(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
      floors.push(await measureFloor())
      for (const [nth, { name, isOnce = false, createRequests }] of figures.entries()) {
        const requests = await createRequests(round)
        const job = { name, connections, seconds, leastAnswers, requests, skipped, isOnce }
        const cost = await measureCost(bench, loader, shop, job)
        skipped += Math.ceil(cost.answered / connections)
        floors.push(await measureFloor())
        const [before, after] = floors.slice(-2).map(sumTimes)
        measured[nth]!.push({ ...cost, floors: sumTimes(cost) / ((before! + after!) / 2) })
      }
    }
    await checkOrders(pool)
    const afterLoadMegabytes = shop.rssMegabytes()
    if (starts) await sleep(restMs)
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: getMachineName(),
      node: process.versions.node,
      postgres: bench.postgresVersion,
      load,
      products: workload.pages.length,
      connections,
      rounds,
      seconds,
      before: null,
      floor: calculateMedians(floors.slice(figures.length + 1)),
      figures: figures.map(({ name, aimFloors = null }, nth) => ({
        name,
        aimFloors,
        ...calculateMedians(measured[nth]!.slice(1)),
      })),
      server: starts && {
        idleMegabytes,
        afterLoadMegabytes,
        restMegabytes: shop.rssMegabytes(),
        ...starts,
      },
    }
  } finally {
    loader.stop()
    await floor.stop()
    await bench.stop()
  }
}

const sumTimes = ({ nodeMs, postgresMs }: CostMeasurement): number => nodeMs + postgresMs

/** Every order must have been registered with the card provider: an answer does not tell. */
async function checkOrders(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int as count from orders o where o.state = 'awaiting_payment'
      and not exists (select from payment_attempt a where a.order_id = o.id and a.state = 'registered')`)
  if (rows[0]!.count > 0)
    throw new Error(`${rows[0]!.count} orders are not registered with the card provider`)
}

if (parameters.includes('--scale')) await benchScale(parameters)
else if (parameters.includes('--heavy')) await benchHeavy()
else if (parameters.includes('--orders')) await benchOrders(parameters)
else await bench()
