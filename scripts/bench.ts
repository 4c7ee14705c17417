import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { build } from 'vite'
import { connections, type Figure, ordersInARound, prepareFigures, productPath } from '../bench/figures.ts'
import { type Loader, startLoader } from '../bench/loader.ts'
import { figureResult, machineName, markdown, median, type Results, type Round } from '../bench/report.ts'
import { type RunningServer, startServer } from '../bench/servers.ts'
import { connect } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { projectRoot } from '../src/platform/project.ts'
import { benchScale } from './bench-scale.ts'
import { environment, nodeOptions } from './run/shop-process.mjs'

// npm run bench: the built shop with 10,000 products against three floors, all in one run and turn by turn, so that
// a machine that gets slower or busier meanwhile changes figure and floor alike. Writes bench/results.json and the
// table of docs/performance.md.

const products = 10_000
const rounds = 3
const seconds = 3
const warmUpSeconds = 3
const aimMegabytes = 200
const aimAgainMs = 2000
const settleMs = 3000
const restMs = 30_000

const resultsFile = join(projectRoot, 'bench', 'results.json')
const reportFile = join(projectRoot, 'docs', 'performance.md')
const shopEntry = join(projectRoot, 'dist', 'server', 'main.js')
const renderFolder = join(projectRoot, '.vite', 'bench')

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-bench-'))
  try {
    const start = await measureStart(join(folder, 'start'))
    const results = await measureShop(join(folder, 'shop'), start)
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
    const table = markdown(results)
    putIntoReport(table)
    process.stdout.write(`\n${table}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const startShop = (dataDir: string): Promise<RunningServer> =>
  startServer(
    shopEntry,
    {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      LIMIT_REQUESTS_PER_MINUTE: '999999999',
      LIMIT_SAVES_PER_MINUTE: '999999999',
      LIMIT_CONTACTS_PER_MINUTE: '999999999',
      ...environment,
    },
    '/readyz',
    nodeOptions,
  )

async function measureStart(dataDir: string): Promise<Results['start']> {
  tell('Starting the shop for the first time, and again …')
  const first = await startShop(dataDir)
  await first.stop()
  const again = await startShop(dataDir)
  await again.stop()
  const [firstMs, againMs] = [first.startedMs, again.startedMs]
  return { firstMs, againMs, aimAgainMs, reached: againMs < aimAgainMs }
}

async function measureShop(dataDir: string, start: Results['start']): Promise<Results> {
  tell(`Loading ${products} products …`)
  runNode([join(projectRoot, 'scripts', 'seed.ts'), '--products', String(products)], { DATA_DIR: dataDir })
  const shop = await startShop(dataDir)
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
    await pause(settleMs)
    const idleMegabytes = shop.rssMegabytes()
    tell('Preparing baskets and guests …')
    const figures = await prepareFigures(shop.url, pool, rounds + 1)
    const render = await prepareRender(shop.url, figures)
    const running = { shop, floors, loader, render }
    const measured = await measureRounds({ ...running, figures: figures.filter(one => !one.afterwards) })
    await proveOrders(pool)
    const afterLoadMegabytes = shop.rssMegabytes()
    tell('Resting …')
    await pause(restMs)
    const atRestMegabytes = shop.rssMegabytes()
    const afterwards = await measureRounds({ ...running, figures: figures.filter(one => one.afterwards) })
    const atLastMegabytes = shop.rssMegabytes()
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    const floor = (name: keyof Round['floors']) => median(measured.map(round => round.floors[name]))
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: machineName(),
      node: process.versions.node,
      postgres: rows[0]!.server_version,
      products,
      connections,
      rounds,
      seconds,
      floors: { fixed: floor('fixed'), select: floor('select'), render: floor('render') },
      figures: figures.map(figure => figureResult(figure, figure.afterwards ? afterwards : measured)),
      memory: {
        idleMegabytes,
        afterLoadMegabytes,
        atRestMegabytes,
        atLastMegabytes,
        aimMegabytes,
        reached: afterLoadMegabytes < aimMegabytes,
      },
      start,
    }
  } finally {
    loader.stop()
    await Promise.all([floors.fixed.stop(), floors.select.stop()])
    await close()
    await postgres.stop()
    await shop.stop()
  }
}

interface Bench {
  shop: RunningServer
  floors: { fixed: RunningServer; select: RunningServer }
  loader: Loader
  figures: Figure[]
  render: (seconds: number) => number
}

async function measureRounds(bench: Bench): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round <= rounds; round++) {
    tell(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
    const result = await measureRound(round, bench)
    if (round > 0) measured.push(result)
  }
  return measured
}

async function measureRound(round: number, { shop, floors, loader, figures, render }: Bench): Promise<Round> {
  const time = round === 0 ? warmUpSeconds : seconds
  const floorOf = async ({ url }: RunningServer) =>
    (await loader.run({ url, connections, seconds: time, requests: [[{ path: '/' }]] })).perSecond
  const result: Round = { floors: { fixed: 0, select: 0, render: 0 }, figures: {} }
  result.floors.fixed = await floorOf(floors.fixed)
  const selectBefore = await floorOf(floors.select)
  for (const figure of figures) {
    const amount = figure.once ? ordersInARound : undefined
    const requests = figure.requests(round)
    const measured = await loader.run({ url: shop.url, connections, seconds: time, amount, requests })
    if (measured.failed > 0) throw new Error(`${figure.name}: ${measured.failed} requests failed`)
    result.figures[figure.key] = measured
  }
  result.floors.render = render(time)
  // Before and after the figures: what lies between is compared with the middle of both.
  result.floors.select = (selectBefore + (await floorOf(floors.select))) / 2
  return result
}

/** Builds the bare loop and gives it the state that the fresh product page carries. Returns pages a second. */
async function prepareRender(url: string, figures: Figure[]): Promise<(seconds: number) => number> {
  const fresh = figures.find(figure => figure.key === 'fresh')!.requests(0)[0]![0]!
  const html = await (await fetch(url + productPath, { headers: fresh.headers ?? {} })).text()
  if (!html.includes('id="page-state"')) throw new Error('The product page carries no state.')
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
  writeFileSync(htmlFile, html)
  return time => Number(runNode([join(renderFolder, 'render-alone.js'), htmlFile, String(time)], {}))
}

/** A fast answer that ordered nothing would be worth nothing. */
async function proveOrders(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int as count from orders o where o.state = 'awaiting_payment'
      and exists (select from payment_attempt a where a.order_id = o.id and a.state = 'registered')`)
  const expected = (rounds + 1) * ordersInARound
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

const [from, to] = ['<!-- table: npm run bench -->', '<!-- end of table -->']

function putIntoReport(table: string): void {
  const report = existsSync(reportFile)
    ? readFileSync(reportFile, 'utf8')
    : `# Performance\n\n${from}\n${to}\n`
  const [before, rest = ''] = report.split(from)
  writeFileSync(reportFile, `${before}${from}\n\n${table}\n\n${to}${rest.split(to)[1] ?? '\n'}`)
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

if (process.argv.includes('--scale')) await benchScale(process.argv.slice(2))
else await bench()
