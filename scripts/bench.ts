import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { build } from 'vite'
import { connections, type Figure, ordersPerRound, prepareFigures } from '../bench/figures.ts'
import { type Loader, startLoader } from '../bench/loader.ts'
import {
  type BenchResults,
  calculateResult,
  formatResults,
  getMachineName,
  median,
  type Round,
} from '../bench/report.ts'
import { type RunningServer, startServer, startShopServer } from '../bench/servers.ts'
import { readWorkload } from '../bench/workload.ts'
import { connect } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { benchHeavy } from './bench-heavy.ts'
import { benchOrders } from './bench-orders.ts'
import { benchScale } from './bench-scale.ts'
import { print } from './command-line.ts'
import { updatePerformanceReport } from './performance-report.ts'

// npm run bench: the built application with 10,000 products against three floors, in rounds, so that a machine that
// gets busier changes figure and floor alike. Writes bench/results.json and the tables of docs/performance.md;
// `--smoke` runs one short round and writes nothing. `--scale`, `--heavy` and `--orders` measure something else (bench-scale.ts,
// bench-heavy.ts, bench-orders.ts).

const isSmoke = process.argv.includes('--smoke')
const products = 10_000
const rounds = isSmoke ? 1 : 3
const seconds = isSmoke ? 1 : 3
const restMs = isSmoke ? 0 : 30_000
const warmUpMs = 3_000
const memoryAimMegabytes = 200
const startAimMs = 1_000
const sampledPages = 25

const resultsFile = join(projectRoot, 'bench', 'results.json')
const renderFolder = join(projectRoot, '.vite', 'bench')

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-bench-'))
  try {
    const start = await measureStart(join(folder, 'start'))
    const results = await measure(join(folder, 'load'), start)
    const tables = formatResults(results)
    if (!isSmoke) {
      writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
      updatePerformanceReport('<!-- table: npm run bench -->', '<!-- end of table -->', tables)
    }
    process.stdout.write(`\n${tables}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const startApplication = (dataDir: string): Promise<RunningServer> =>
  startShopServer(dataDir, {
    LIMIT_REQUESTS_PER_MINUTE: '999999999',
    LIMIT_SAVES_PER_MINUTE: '999999999',
    LIMIT_CONTACTS_PER_MINUTE: '999999999',
    LIMIT_EXISTS_PER_MINUTE: '999999999',
    LIMIT_EXISTS_PER_SESSION: '999999999',
  })

async function measureStart(dataDir: string): Promise<BenchResults['start']> {
  print('Starting for the first time, and again …')
  const first = await startApplication(dataDir)
  await first.stop()
  const second = await startApplication(dataDir)
  await second.stop()
  const [firstMs, secondMs] = [first.startedMs, second.startedMs]
  return { firstMs, secondMs, aimMs: startAimMs, isReached: secondMs <= startAimMs }
}

async function measure(dataDir: string, start: BenchResults['start']): Promise<BenchResults> {
  print(`Loading ${products} products …`)
  runNode([join(projectRoot, 'scripts', 'seed.ts'), '--products', String(products)], { DATA_DIR: dataDir })
  const application = await startApplication(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const { pool, close } = connect(postgres.connection, 2)
  const loader = startLoader()
  const floors = {
    fixed: await startServer(join(projectRoot, 'bench', 'floor-fixed.ts'), {}, '/'),
    select: await startServer(
      join(projectRoot, 'bench', 'floor-select.ts'),
      { FLOOR_CONNECTION: JSON.stringify(postgres.connection) },
      '/',
    ),
  }
  try {
    await sleep(warmUpMs)
    const idleMegabytes = application.rssMegabytes()
    print('Preparing baskets and guests …')
    const workload = await readWorkload(pool)
    const figures = await prepareFigures(application.url, workload, rounds + 1)
    const render = await prepareRender(application.url, workload.pages)
    const measuredRounds: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      print(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
      const result = await measureRound(round, { application, floors, loader, figures, render })
      if (round > 0) measuredRounds.push(result)
    }
    await checkOrders(pool)
    const afterLoadMegabytes = application.rssMegabytes()
    await sleep(restMs)
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    const floor = (name: keyof Round['floors']) => median(measuredRounds.map(round => round.floors[name]))
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: getMachineName(),
      node: process.versions.node,
      postgres: rows[0]!.server_version,
      products: workload.pages.length,
      questions: workload.queries.length,
      connections,
      rounds,
      seconds,
      floors: { fixed: floor('fixed'), select: floor('select'), render: floor('render') },
      figures: figures.map(figure => calculateResult(figure, measuredRounds)),
      memory: {
        idleMegabytes,
        afterLoadMegabytes,
        restMegabytes: application.rssMegabytes(),
        aimMegabytes: memoryAimMegabytes,
        isReached: afterLoadMegabytes <= memoryAimMegabytes,
      },
      start,
    }
  } finally {
    loader.stop()
    await Promise.all([floors.fixed.stop(), floors.select.stop()])
    await close()
    await postgres.stop()
    await application.stop()
  }
}

interface Bench {
  application: RunningServer
  floors: { fixed: RunningServer; select: RunningServer }
  loader: Loader
  figures: Figure[]
  render: (seconds: number) => number
}

async function measureRound(round: number, bench: Bench): Promise<Round> {
  const { application, floors, loader, figures, render } = bench
  const measureFloor = async ({ url }: RunningServer) =>
    (await loader.run({ url, connections, seconds, requests: [[{ path: '/' }]] })).perSecond
  const measureFigure = async ({ name, isOnce }: Figure, requests: Figure['createRequests']) => {
    const amount = isOnce ? ordersPerRound : undefined
    const result = await loader.run({
      url: application.url,
      connections,
      seconds,
      amount,
      requests: requests(round),
    })
    if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`)
    return result
  }
  const result: Round = { floors: { fixed: 0, select: 0, render: 0 }, figures: {}, hotFigures: {} }
  result.floors.fixed = await measureFloor(floors.fixed)
  const selectBefore = await measureFloor(floors.select)
  for (const figure of figures) {
    const { key, hotRequest } = figure
    result.figures[key] = await measureFigure(figure, figure.createRequests)
    if (hotRequest) result.hotFigures[key] = await measureFigure(figure, () => [[hotRequest]])
  }
  result.floors.render = render(seconds)
  // The floor is the mean of before and after the figures.
  result.floors.select = (selectBefore + (await measureFloor(floors.select))) / 2
  return result
}

/**
 * Builds the bare render loop and gives it a page of median length, as the application sent it. Returns documents a
 * second.
 */
async function prepareRender(url: string, pages: string[]): Promise<(seconds: number) => number> {
  const sample = pages.filter((_path, index) => index % Math.ceil(pages.length / sampledPages) === 0)
  const documents = await Promise.all(
    sample.map(async path => (await fetch(url + path, { headers: { accept: 'text/html' } })).text()),
  )
  const middle = documents.toSorted((a, b) => a.length - b.length)[Math.floor(documents.length / 2)]!
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(projectRoot, 'bench', 'render-alone.tsx'),
      outDir: renderFolder,
      target: 'node24',
      minify: false,
    },
  })
  const htmlFile = join(renderFolder, 'product.html')
  writeFileSync(htmlFile, middle)
  return time => Number(runNode([join(renderFolder, 'render-alone.js'), htmlFile, String(time)], {}))
}

/** Checks that every 200 saved an order and registered it with the card provider. */
async function checkOrders(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int as count from orders o where o.state = 'awaiting_payment'
      and exists (select from payment_attempt a where a.order_id = o.id and a.state = 'registered')`)
  const expected = (rounds + 1) * ordersPerRound
  if (rows[0]!.count !== expected) throw new Error(`${rows[0]!.count} orders instead of ${expected}`)
}

function runNode(parameters: string[], env: Record<string, string>): string {
  const { status, stdout } = spawnSync(process.execPath, parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...env },
  })
  if (status !== 0) throw new Error(`${parameters[0]} ended with code ${status}`)
  return stdout
}

if (process.argv.includes('--scale')) await benchScale(process.argv.slice(2))
else if (process.argv.includes('--heavy')) await benchHeavy()
else if (process.argv.includes('--orders')) await benchOrders(process.argv.slice(2))
else await bench()
