import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPostgresMs, readProcessorMs } from '../../bench/processor-time.ts'
import { getMachineName } from '../../bench/report.ts'
import { updatePerformanceReport } from '../../scripts/performance-report.ts'
import { connectThroughPooler } from '../../src/infra/database/db.ts'
import { toCheckedShop } from '../support/checked-built-shop.ts'
import { type Cluster, type ServerName, standbys, startCluster } from '../support/cluster.ts'
import {
  browse,
  createBuyersShop,
  openPage,
  orderByCard,
  orderOnAccount,
  startBuyers,
} from '../support/cluster-load.ts'
import { findViolations } from '../support/invariants.ts'

// npm run cluster:test: three processes behind nginx and pgbouncer, a primary and two standbys (R-RUN-26). The table that
// it prints is written into docs/performance.md when CLUSTER_TABLE is set.

const processCount = 3
/** By then the code of a process is compiled. */
const warmUpAnswers = 150
const measureSeconds = 12
const clients = 12
const calmMs = 4_000
/** An outage is over when no buyer has seen an error for so long. */
const quietMs = 8_000
const ordersAfterwards = 5
const renamed = 'FH-AIR-1'

let cluster: Cluster
let primary: ServerName = 'primary'
/** Those that can be ordered. */
let products: { id: number; code: string; path: string }[]
let productIds: Map<string, number>
const throughputRows: string[] = []
const costs: number[] = []
const faultRows: string[] = []

beforeAll(async () => {
  // The certificate of the test's nginx is its own.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  cluster = await startCluster(processCount)
})
afterAll(async () => {
  await cluster?.close()
  if (throughputRows.length === 0 || faultRows.length === 0) return
  const table = formatTables()
  console.log(table)
  if (process.env.CLUSTER_TABLE) {
    updatePerformanceReport('<!-- table: npm run cluster:test -->', '<!-- end of table: cluster -->', table)
  }
})

test.for([1, 2, 3])('%s of three processes: an answer costs what it costs with one', async running => {
  await cluster.startShop(running - 1)
  if (running === 1) await prepareProducts()
  // nginx comes back to a process that it has missed after two seconds.
  await sleep(3_000)
  await serveClients(({ answers }) => answers < warmUpAnswers * running)
  const before = readProcessorTimes(running)
  const { times, seconds } = await serveClients(progress => progress.seconds < measureSeconds)
  const used = readProcessorTimes(running).map((ms, part) => (ms - before[part]!) / times.length)
  const costMs = used.reduce((sum, ms) => sum + ms)
  costs.push(costMs)
  const perSecond = times.length / seconds
  const cores = (costMs * perSecond) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const percentiles = [0.5, 0.99].map(share => sorted[Math.floor(sorted.length * share)]!.toFixed(0))
  const rates = [perSecond.toFixed(0), cores.toFixed(2), (1000 / costMs).toFixed(1), percentiles.join(' / ')]
  throughputRows.push(`| ${[running, ...rates, ...used.map(ms => ms.toFixed(2))].join(' | ')} |`)
  expect(costMs).toBeLessThan(2 * costs[0]!)
})

/** The first process has created the demo. */
async function prepareProducts(): Promise<void> {
  await cluster.sql('primary', 'update stock set on_hand = 1000000 + allocated, available = 1000000')
  products = await cluster.sql(
    'primary',
    'select id::int, code, path from product where for_sale and price is not null order by id',
  )
  productIds = new Map(products.map(({ id, code }) => [code, id]))
}

/** Clients without pauses, each with a basket and its own order of pages: a product, results, an add in ten. */
async function serveClients(goesOn: (progress: { answers: number; seconds: number }) => boolean) {
  const shop = createBuyersShop(cluster.url, productIds)
  const times: number[] = []
  const startMs = performance.now()
  const getSeconds = () => (performance.now() - startMs) / 1000
  const serve = async (client: number) => {
    const visitor = shop.createVisitor()
    for (let turn = 0; goesOn({ answers: times.length, seconds: getSeconds() }); turn++) {
      const sentMs = performance.now()
      const { id, path } = products[(client * 977 + turn * 31) % products.length]!
      if (turn % 10 === 0) {
        const { text } = await visitor.post('/basket/add/single', { product: id, quantity: 1 })
        expect(text).toContain('"success":true')
      } else await openPage(visitor, turn % 3 === 0 ? `/search?query=filter+${client}+${turn}` : `/${path}`)
      times.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => serve(client)))
  return { times, seconds: getSeconds() }
}

/** Milliseconds so far: of the shops, each database server, pgbouncer, nginx. */
function readProcessorTimes(running: number): number[] {
  const { shops, postgres, pgbouncer, nginx } = cluster
  const shopMs = shops.slice(0, running).map(shop => readProcessorMs(shop.process.pid!))
  const servers = (['primary', ...standbys] as const).map(name => readPostgresMs(postgres.pid(name)))
  return [
    shopMs.reduce((sum, ms) => sum + ms),
    ...servers,
    readProcessorMs(pgbouncer.pid()),
    readPostgresMs(nginx.pid),
  ]
}

test('buyers browse, sign in and order through all of it, and the replica answers their catalogue', async () => {
  const shop = createBuyersShop(cluster.url, productIds)
  const countReads = async () => {
    const [row] = await cluster.sql<{ reads: number }>(
      'standby1',
      'select xact_commit::int as reads from pg_stat_database where datname = current_database()',
    )
    return row!.reads
  }
  const before = await countReads()
  for (let round = 0; round < 20; round++) await browse(shop)
  const reads = async () => (await countReads()) - before
  // Each process checks the replica once a second; the rest is the pages.
  await expect.poll(reads, { timeout: 20_000 }).toBeGreaterThan(100)
  const references = [await orderByCard(shop), await orderOnAccount('trade@example.com')(shop)]
  expect(await listMissing(references, 'placed_at is not null')).toEqual([])
  const confirming = await cluster.sql(
    'primary',
    'select sync_state as state from pg_stat_replication order by application_name',
  )
  expect(confirming).toEqual([{ state: 'quorum' }, { state: 'quorum' }])
})

test('a changed product is shown at once by each process, while the replica does not have the change', async () => {
  await cluster.sql('standby1', 'select pg_wal_replay_pause()')
  await cluster.sql('primary', `update product set title = 'Renamed filter' where code = $1`, [renamed])
  for (const { url } of cluster.shops) {
    const visitor = createBuyersShop(url, productIds).createVisitor()
    const readTitle = async () => (await visitor.getPage(`/filterhouse/${renamed.toLowerCase()}`)).text
    await expect.poll(readTitle, { timeout: 2_000 }).toContain('Renamed filter')
  }
  const [row] = await cluster.sql<{ title: string }>(
    'standby1',
    'select title from product where code = $1',
    [renamed],
  )
  expect(row!.title).not.toBe('Renamed filter')
  await cluster.sql('standby1', 'select pg_wal_replay_resume()')
})

test('a process is killed: no acknowledged order is lost, and few buyers see an error', async () => {
  const { seconds } = await observe('a process of the shop', async () => {
    cluster.shops[2]!.process.kill('SIGKILL')
    await sleep(5_000)
    await cluster.startShop(2)
  })
  expect(seconds).toBeLessThan(5)
})

test('the replica is killed: no buyer sees an error, and it answers again when it is back', async () => {
  const { errors } = await observe('the replica that answers reads (`standby1`)', async () => {
    cluster.postgres.kill('standby1')
    await sleep(5_000)
    cluster.postgres.start('standby1')
  })
  expect(errors).toBe(0)
  const countReturns = () =>
    cluster.shops.filter(
      shop =>
        shop.log().trimEnd().lastIndexOf('is read from the replica') >
        shop.log().lastIndexOf('is read from the primary'),
    ).length
  await expect.poll(countReturns, { timeout: 20_000 }).toBe(processCount)
})

test('the primary is killed and a standby promoted: no acknowledged order is lost', async () => {
  const { seconds } = await observe('the primary', async () => {
    cluster.postgres.kill('primary')
    primary = await cluster.failOver()
  })
  expect(standbys).toContain(primary)
  expect(seconds).toBeLessThan(20)
  // Commits are confirmed by the other standby, which follows the new primary.
  const following = () => cluster.sql(primary, `select from pg_stat_replication where sync_state = 'quorum'`)
  expect(await following()).toHaveLength(1)
  expect(cluster.shops.map(({ process }) => process.exitCode ?? process.signalCode)).toEqual([
    null,
    null,
    null,
  ])
})

test('while no standby can confirm, no order is acknowledged; then orders are taken again', async () => {
  const [remaining] = standbys.filter(name => name !== primary)
  const shop = createBuyersShop(cluster.url, productIds)
  cluster.postgres.kill(remaining!)
  await expect(orderByCard(shop)).rejects.toThrow(/not saved.*503/)
  expect(await openPage(shop.createVisitor(), products[0]!.path)).toContain(products[0]!.code)
  cluster.postgres.start(remaining!)
  await expect.poll(() => orderByCard(shop).catch(() => null), { timeout: 60_000 }).not.toBe(null)
})

test('the invariants hold afterwards', async () => {
  const database = connectThroughPooler(cluster.pgbouncer.url, 2)
  const shop = await toCheckedShop(database, () => '')
  // The card provider of a process that was killed has forgotten its payments.
  shop.simulator.control.entries = () => []
  const violations = Object.keys(await findViolations(shop)).filter(name => !/charged/.test(name))
  await database.close()
  expect(violations).toEqual([])
})

/** Buyers before, during and after the fault; adds a row to the table. */
async function observe(name: string, fault: () => Promise<void>) {
  const load = startBuyers(cluster.url, productIds)
  await sleep(calmMs)
  const calm = [...load.failures]
  const startMs = performance.now()
  await fault()
  const faultMs = performance.now() - startMs
  const listErrors = () => load.answers.filter(({ isError }) => isError)
  const lastErrorMs = () => listErrors().at(-1)?.endMs ?? startMs
  const isOver = () => performance.now() - Math.max(lastErrorMs(), startMs + faultMs) > quietMs
  const placedBefore = load.placed.size
  while (!isOver() || load.placed.size < placedBefore + ordersAfterwards) await sleep(100)
  await load.stop()
  const [errors, { answers, saved, placed }] = [listErrors().length, load]
  const seconds = errors === 0 ? 0 : (lastErrorMs() - startMs) / 1000
  const longestMs = Math.max(...answers.map(({ ms }) => ms))
  const lost = [
    ...(await listMissing([...saved], 'true')),
    ...(await listMissing([...placed], 'placed_at is not null')),
  ]
  const cells = [
    name,
    `${(faultMs / 1000).toFixed(1)}`,
    `${errors} of ${answers.length}`,
    seconds.toFixed(1),
    (longestMs / 1000).toFixed(1),
    `${saved.size}, ${placed.size}`,
    lost.length,
  ]
  faultRows.push(`| ${cells.join(' | ')} |`)
  const failures = Object.entries(Object.groupBy(load.failures, message => message))
  console.log(
    cells.join(' | '),
    failures.map(([message, list]) => `${list!.length} × ${message}`),
  )
  expect(calm).toEqual([])
  expect(lost).toEqual([])
  return { seconds, errors }
}

async function listMissing(references: string[], condition: string): Promise<string[]> {
  const rows = await cluster.sql<{ reference: string }>(
    primary,
    `select reference from unnest($1::text[]) reference
     where not exists (select from orders o where o.reference = reference.reference and ${condition})`,
    [references],
  )
  return rows.map(({ reference }) => reference)
}

function formatTables(): string {
  return `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run cluster:test\`: ${getMachineName()}, Node ${process.versions.node}, all on one
machine with the load. ${clients} clients with baskets ask without pause: product pages, results pages, one add in ten.

| processes | answers a second | cores in use | answers a second of each core | p50 / p99 ms | shop ms | primary ms | replica ms | second standby ms | pgbouncer ms | nginx ms |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${throughputRows.join('\n')}

Buyers browse, fill baskets, sign in and order, by card and on account, while something is killed with \`kill -9\`:

| killed | repaired after s | errors of answers | last error after s | longest answer s | orders saved, placed | lost |
|---|--:|--:|--:|--:|--:|--:|
${faultRows.join('\n')}`
}
