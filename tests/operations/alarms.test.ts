import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    expect((await sendSave(visitor, createGuestSend())).body.error).toContain('cannot be reached')
  }
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('PaymentProviderAway')
})

test('R-METRICS-2: a database that is away fires DatabaseAway, and ends when it is back', async () => {
  const [row] = await shop.sql<{ name: string }>('select current_database() as name')
  await administrator.query(`alter database ${row!.name} allow_connections false`)
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    row!.name,
  ])
  try {
    await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).toContain('DatabaseAway')
  } finally {
    await administrator.query(`alter database ${row!.name} allow_connections true`)
  }
  await expect.poll(listTrueAlerts, { timeout: scrapeTimeoutMs }).not.toContain('DatabaseAway')
})
