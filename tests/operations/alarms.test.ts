import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createOpayo } from '../../src/features/payments/opayo/opayo.server.ts'
import { createGuestSend, fillBasket, sendSave } from '../api/checkout-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { findDebianProgram } from '../support/debian-packages.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { root } from '../support/sources.ts'

// A real Prometheus scrapes the shop and evaluates the shipped rules, while the shop's surroundings break.

const rulesFile = join(root, 'deploy', 'prometheus', 'alerts.yaml')
const token = 'a-token-for-prometheus'
const scrapeTimeoutMs = 60_000

let shop: TestShop
let administrator: pg.Client
let folder: string
let prometheus: { url: string; stop(): Promise<void> }

beforeAll(async () => {
  const unreachable = `http://127.0.0.1:${await getFreePort()}`
  shop = await startTestShop({
    now: new Date().toISOString(),
    worker: true,
    env: { SMTP_URL: `smtp://127.0.0.1:${await getFreePort()}`, METRICS_TOKEN: token },
    paymentProvider: createOpayo({
      vendor: 'filterhouse',
      baseUrl: unreachable,
      paymentPageOrigins: [unreachable],
      frameOrigins: [unreachable],
      isTest: true,
    }),
  })
  await shop.waitForCatalogue()
  administrator = new pg.Client({ ...inject('postgres').connection, database: 'postgres' })
  await administrator.connect()
  folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  prometheus = await startPrometheus(folder, new URL(shop.url).host)
})
afterAll(async () => {
  await prometheus?.stop()
  await administrator?.end()
  await shop?.close()
  if (folder) rmSync(folder, { recursive: true })
})

async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startPrometheus(dataFolder: string, target: string) {
  const program = findDebianProgram('prometheus', 'prometheus')
  const tokenFile = join(dataFolder, 'token')
  writeFileSync(tokenFile, token)
  // The shipped configuration, with the shop of this test and a scrape each second.
  const config = readFileSync(join(root, 'deploy', 'prometheus', 'prometheus.yaml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace('alerts.yaml', rulesFile)
    .replace('/etc/prometheus/filterhouse-token', tokenFile)
    .replace('127.0.0.1:3000', target)
  const configFile = join(dataFolder, 'prometheus.yaml')
  writeFileSync(configFile, config)
  const address = `127.0.0.1:${await getFreePort()}`
  const child = spawn(
    program,
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(dataFolder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  )
  return {
    url: `http://${address}`,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Rule {
  name: string
  query: string
  health: string
}

const fetchData = async <T>(path: string): Promise<T> =>
  ((await (await fetch(`${prometheus.url}/api/v1/${path}`)).json()) as { data: T }).data

/** The names of the alerts whose expressions are true now, as Prometheus evaluates them. */
async function listTrueAlerts(): Promise<string[]> {
  const { groups } = await fetchData<{ groups: { rules: Rule[] }[] }>('rules')
  const rules = groups.flatMap(group => group.rules)
  expect(rules.filter(({ health }) => health === 'err')).toEqual([])
  const results = await Promise.all(
    rules.map(async ({ name, query }) => {
      const { result } = await fetchData<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)
      return result.length > 0 ? [name] : []
    }),
  )
  return results.flat()
}

async function getDatabaseName(): Promise<string> {
  const [row] = await shop.sql<{ name: string }>('select current_database() as name')
  return row!.name
}

const isScraped = async () =>
  (await fetchData<{ result: unknown[] }>('query?query=shop_database_up==1').catch(() => ({ result: [] })))
    .result.length > 0

test('R-METRICS-2: the rules and the configuration are valid', () => {
  const promtool = findDebianProgram('promtool', 'prometheus')
  const check = (what: string, file: string) =>
    execFileSync(promtool, ['check', what, file], { encoding: 'utf8' })
  expect(check('rules', rulesFile)).toContain('SUCCESS')
})

test('R-METRICS-2: without a fault no alert is true', async () => {
  await expect.poll(isScraped, { timeout: scrapeTimeoutMs }).toBe(true)
  expect(await listTrueAlerts()).toEqual([])
})

test('R-METRICS-2: a mail server that is away fires EmailsNotSent', async () => {
  await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  await expect
    .poll(() => shop.sql('select from mail_outbox where sent_at is null and last_error is not null'), {
      timeout: scrapeTimeoutMs,
    })
    .not.toEqual([])
  // Twenty minutes later.
  await shop.sql("update mail_outbox set created_at = created_at - interval '20 minutes'")
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toEqual(['EmailsNotSent'])
})

test('R-METRICS-2: a payment provider that is away fires PaymentProviderAway', async () => {
  for (const _ of [1, 2, 3]) {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    expect((await sendSave(visitor, createGuestSend())).body.error).toContain('can’t be reached')
  }
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('PaymentProviderAway')
})

test('R-METRICS-2: many declined cards fire ManyCardsDeclined', async () => {
  await shop.sql(
    `insert into payment_attempt (order_id, amount, state, transaction_reference, return_token, completed_at)
     select order_id, amount, 'declined', transaction_reference || '-' || n, return_token || n, now()
     from (select * from payment_attempt limit 1) a, generate_series(1, 20) n`,
  )
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('ManyCardsDeclined')
})

test('R-METRICS-2: a refund without a result fires RefundsStuck', async () => {
  await shop.sql(
    `insert into payment_refund (attempt_id, amount, kind, state, transaction_reference, created_at)
     select id, amount, 'refund', 'unknown', 'stuck', now() - interval '20 minutes' from payment_attempt limit 1`,
  )
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('RefundsStuck')
})

test('R-METRICS-2: jobs that nothing runs fire JobsLate, and those that failed at every attempt JobsFailed', async () => {
  await shop.sql(`select graphile_worker.add_job('unknown', run_at := now() - interval '11 minutes')`)
  await shop.sql(`select graphile_worker.add_job('broken', max_attempts := 1)`)
  await shop.sql(
    `update graphile_worker._private_jobs set attempts = 1
     where id = (select id from graphile_worker.jobs where task_identifier = 'broken')`,
  )
  await expect
    .poll(listTrueAlerts, { timeout: scrapeTimeoutMs })
    .toEqual(expect.arrayContaining(['JobsLate', 'JobsFailed']))
})

test('R-METRICS-2: a locked table fires DatabaseConnectionsShort, and SlowAnswers when it is free', async () => {
  const product = await shop.productId('FH-OIL-1')
  const locker = new pg.Client({ ...inject('postgres').connection, database: await getDatabaseName() })
  await locker.connect()
  await locker.query('begin')
  await locker.query('lock table basket in access exclusive mode')
  const answers = Array.from({ length: 60 }, () =>
    shop.createVisitor().post('/basket/add/single', { product, quantity: 1 }),
  )
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('DatabaseConnectionsShort')
  await sleep(1_500)
  await locker.end()
  await Promise.all(answers)
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('SlowAnswers')
})

test('R-METRICS-2: a database that is away fires DatabaseAway and ServerErrors, and ends when it is back', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
  const name = await getDatabaseName()
  await administrator.query(`alter database ${name} allow_connections false`)
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  try {
    await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('DatabaseAway')
    // Prometheus sees no increase in a series that begins with its first errors: they must go on.
    const sendErrors = async () => {
      for (let nth = 0; nth < 20; nth++) expect((await visitor.get('/basket')).status).toBe(503)
      return listTrueAlerts()
    }
    await expect.poll(sendErrors, { timeout: scrapeTimeoutMs, interval: 1_000 }).toContain('ServerErrors')
  } finally {
    await administrator.query(`alter database ${name} allow_connections true`)
  }
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).not.toContain('DatabaseAway')
})

test('R-METRICS-2: a process that has ended fires ShopDown', async () => {
  await shop.close()
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('ShopDown')
})
