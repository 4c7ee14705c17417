import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openBenchShop, run, seedCatalogue } from '../bench/bench-shop.ts'
import { median } from '../bench/cost.ts'
import { orderCount, writeOrders } from '../bench/order-data.ts'
import { type OrderFigure, prepareOrderFigures } from '../bench/order-figures.ts'
import {
  formatOrderResults,
  formatPercent,
  type OrderFigureResult,
  type OrderResults,
} from '../bench/order-report.ts'
import { getMachineName } from '../bench/report.ts'
import type { RunningServer } from '../bench/servers.ts'
import { measureStealTime } from '../bench/steal-time.ts'
import { startTimedLoader, type TimedLoader } from '../bench/timed-load.ts'
import { timePlacing } from '../bench/timed-placing.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { print } from './command-line.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run bench -- --orders: the pages of staff and customers in a shop with 200,000 orders. Writes bench/orders.json and
// its table of docs/performance.md; `--smoke` measures for a second each and writes nothing. Writing the orders takes some
// two minutes: --data=DIR stores the database there, and later runs measure a copy of it, because each places orders of its
// products; --only=TEXT measures the figures with that text.

/** As many people of the staff as work at one time. */
const connections = 3
const products = 10_000
const p99AimMs = 150
const floorSeconds = 1

// On a rented machine the host may give its processors to others for minutes: such a round measures the neighbours. It is
// measured again, whatever its result, and of rounds that stay disturbed those count that lost the least.
const maxStealShare = 0.03
const maxAttempts = 5

const resultsFile = join(projectRoot, 'bench', 'orders.json')

export async function benchOrders(parameters: readonly string[]): Promise<void> {
  const read = (name: string) =>
    parameters.find(parameter => parameter.startsWith(`--${name}=`))?.slice(name.length + 3)
  const only = read('only') ?? ''
  const isWritten = only === '' && !parameters.includes('--smoke')
  const stored = read('data')
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-orders-'))
  try {
    await prepareData(stored ?? folder)
    if (stored !== undefined) run('cp', ['-a', `${stored}/.`, folder])
    const results = await measure(folder, { only, seconds: isWritten ? 3 : 2, rounds: isWritten ? 3 : 1 })
    const table = formatOrderResults(results)
    if (isWritten) {
      writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
      updatePerformanceReport(
        '<!-- table: npm run bench -- --orders -->',
        '<!-- end of table: orders -->',
        table,
      )
    }
    process.stdout.write(`\n${table}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Extent {
  only: string
  seconds: number
  rounds: number
}

async function measure(dataDir: string, extent: Extent): Promise<OrderResults> {
  const bench = await openBenchShop(dataDir)
  const { shop, pool } = bench
  const floor = await bench.startFloor()
  const loader = startTimedLoader()
  const servers = { loader, floor, shop }
  try {
    const figures = (await prepareOrderFigures(shop.url, pool)).filter(({ name }) =>
      name.includes(extent.only),
    )
    const measured: OrderFigureResult[] = []
    for (const figure of figures) measured.push(await measureFigure(servers, figure, extent))
    const placing = await timePlacing(shop.url, pool)
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: getMachineName(),
      node: process.versions.node,
      postgres: bench.postgresVersion,
      orders: orderCount,
      connections,
      rounds: extent.rounds,
      seconds: extent.seconds,
      p99AimMs,
      figures: measured,
      placing,
      memoryMegabytes: shop.rssMegabytes(),
    }
  } finally {
    loader.stop()
    await floor.stop()
    await bench.stop()
  }
}

interface Servers {
  loader: TimedLoader
  floor: RunningServer
  shop: RunningServer
}

async function measureFigure(
  { loader, floor, shop }: Servers,
  { name, requests }: OrderFigure,
  { seconds, rounds }: Extent,
): Promise<OrderFigureResult> {
  if (requests.length === 0) throw new Error(`${name}: there is nothing to ask for`)
  const measureRound = async () => {
    const select = await loader.run({
      name: 'Floor',
      url: floor.url,
      connections,
      seconds: floorSeconds,
      requests: [{ path: '/' }],
    })
    const getStealShare = measureStealTime()
    const result = await loader.run({ name, url: shop.url, connections, seconds, requests })
    return {
      ...result,
      ratio: result.p50Ms / select.p50Ms,
      floorMs: select.p50Ms,
      stealShare: getStealShare(),
    }
  }
  // The warm-up.
  await measureRound()
  const measured: Awaited<ReturnType<typeof measureRound>>[] = []
  const countQuiet = () => measured.filter(({ stealShare }) => stealShare <= maxStealShare).length
  while (countQuiet() < rounds && measured.length < rounds * maxAttempts) measured.push(await measureRound())
  const results = measured.toSorted((a, b) => a.stealShare - b.stealShare).slice(0, rounds)
  const p99Ms = median(results.map(result => result.p99Ms))
  const figure = {
    name,
    perSecond: median(results.map(result => result.perSecond)),
    p50Ms: median(results.map(result => result.p50Ms)),
    p99Ms,
    ratio: median(results.map(result => result.ratio)),
    floorMs: median(results.map(result => result.floorMs)),
    isReached: p99Ms <= p99AimMs,
    stealShare: Math.max(...results.map(result => result.stealShare)),
    repeatedRounds: measured.length - rounds,
  }
  print(
    `${name}: ${Math.round(figure.perSecond)} a second, ${figure.p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms, ${figure.ratio.toFixed(1)} floors, ${formatPercent(figure.stealShare)} steal, ${figure.repeatedRounds} rounds repeated`,
  )
  return figure
}

/** Writes the catalogue and the orders that an earlier run has not written. No shop runs: its jobs number invoices too. */
async function prepareData(dataDir: string): Promise<void> {
  seedCatalogue(dataDir, products)
  const { connection, adminConnection, stop } = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const client = new pg.Client({ ...adminConnection, database: connection.database })
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from orders')
    if (rows[0]!.count < orderCount) await writeOrders(client, name => print(`${name} …`))
  } finally {
    await client.end()
    await stop()
  }
}
