import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerEntry } from '../../demo/card-provider/control-api.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { runDoctorCommand } from '../../scripts/doctor/doctor-command.ts'
import { fillBasket, getBasket, openGuestPayment } from '../api/checkout-calls.ts'
import { cancelOrder } from '../api/order-admin-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { type BuiltShop, startBuiltShop, waitForFailedStart } from '../support/built-shop.ts'
import type { CheckedShop } from '../support/checked-shop.ts'
import { type DebianPostgres, prepareDebianPostgres } from '../support/debian-postgres.ts'
import { checkInvariants } from '../support/invariants.ts'
import { runCommand } from '../support/run-command.ts'
import { findFreePort } from '../support/shipped-nginx.ts'
import { type ShippedPgbouncer, startShippedPgbouncer } from '../support/shipped-pgbouncer.ts'
import type { TestShop } from '../support/shop.ts'
import { countInitialStock } from '../support/stock-invariants.ts'
import { createTestVisitor, payByCard, type TestVisitor } from '../support/test-visitor.ts'

// Two processes behind Debian's pgbouncer in transaction mode, with far fewer connections to Debian's PostgreSQL than the
// processes have (R-RUN-24).

const loadMs = Number(process.env.POOLER_LOAD_SECONDS ?? 40) * 1000
const poolSize = 4
const user = 'filterhouse'
const password = 'a-password-of-the-database'
const pauseMs = 20

const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
let postgres: DebianPostgres
let server: { port: number; user: string; password: string }
let directUrl: string
let administrator: pg.Pool
let pgbouncer: ShippedPgbouncer
const processes: BuiltShop[] = []
let cardProviderPorts: number[]
let shop: CheckedShop & Pick<TestShop, 'createVisitor' | 'signIn' | 'productId'>

beforeAll(async () => {
  await startPostgres()
  pgbouncer = await startShippedPgbouncer({ server, poolSize })
  cardProviderPorts = [await findFreePort(), await findFreePort()]
  // The first one creates the schema and the demo.
  for (const nth of [0, 1]) processes.push(await startProcess(nth))
  shop = await createShop()
})
afterAll(async () => {
  await Promise.all(processes.map(process => process.stop()))
  await pgbouncer?.close()
  await administrator?.end()
  postgres?.close(['data'])
  rmSync(folder, { recursive: true, force: true })
})

/** A cluster as Debian's package makes it: TCP on this machine, with passwords. The role owns its database. */
async function startPostgres(): Promise<void> {
  postgres = prepareDebianPostgres()
  server = { port: await findFreePort(), user, password }
  postgres.create('data', '--auth-local=trust', '--auth-host=scram-sha-256')
  postgres.addSettings('data', {
    port: String(server.port),
    unix_socket_directories: postgres.folder,
    fsync: 'off',
  })
  postgres.start('data')
  const address = { host: postgres.folder, port: server.port, user: 'postgres' }
  const creator = new pg.Client({ ...address, database: 'postgres' })
  await creator.connect()
  await creator.query(`create role ${user} login password '${password}'`)
  await creator.query(`create database filterhouse owner ${user}`)
  await creator.end()
  administrator = new pg.Pool({ ...address, database: 'filterhouse', max: 2 })
  directUrl = `postgresql://${user}:${password}@127.0.0.1:${server.port}/filterhouse`
}

const getSettings = (nth: number) => ({
  SHOP_MODE: 'demo',
  DATA_DIR: join(folder, `process-${nth}`),
  DATABASE_URL: pgbouncer.url,
  DATABASE_DIRECT_URL: directUrl,
  SESSION_SECRET: 'kV0n6Yq3pXr8sZt1wBe5uHj7mLc2dFga',
  SANDBOX_PORT: String(cardProviderPorts[nth]),
  TRUST_PROXY: '127.0.0.1',
  LIMIT_STRANGER_MAILS_PER_HOUR: '1000000',
})

const startProcess = (nth: number): Promise<BuiltShop> => startBuiltShop(getSettings(nth))

/** Both processes as one shop. */
async function createShop(): Promise<typeof shop> {
  const sql = async <T>(text: string, values: unknown[] = []) =>
    (await administrator.query(text, values)).rows as T[]
  let visitors = 0
  const createVisitor = () => {
    const nth = visitors++
    return createTestVisitor(processes[nth % 2]!.url, `10.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}`)
  }
  await sql('update stock set on_hand = 1000000 + allocated, available = 1000000')
  return {
    sql,
    createVisitor,
    initialStock: await countInitialStock(sql),
    context: {
      db: new Kysely({ dialect: new PostgresDialect({ pool: administrator }) }),
      now: () => new Date(),
    },
    log: () => processes.flatMap(process => process.log().trim().split('\n')),
    simulator: { control: { entries: () => [] } },
    async productId(code) {
      const [row] = await sql<{ id: number }>('select id from product where code = $1', [code])
      return row!.id
    },
    async signIn(email) {
      const visitor = createVisitor()
      const { status } = await visitor.post('/login', { email, password: demoPassword })
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
      return visitor
    },
  }
}

/** The card payments of both processes' providers. */
async function loadLedger(): Promise<LedgerEntry[]> {
  const ledgers = await Promise.all(
    cardProviderPorts.map(port => fetch(`http://127.0.0.1:${port}/_ledger.json`)),
  )
  return (await Promise.all(ledgers.map(answer => answer.json()))).flat() as LedgerEntry[]
}

const goods = { 'FH-SEAL-1': 3, 'FH-OIL-1': 1 }

async function openPage(visitor: TestVisitor, path: string): Promise<string> {
  const { status, text } = await visitor.getPage(path)
  if (status !== 200 || !text.includes('</html>')) throw new Error(`GET ${path}: ${status}`)
  return text
}

let words = 0

/** A visitor with a basket gets no cached page. */
async function browse(): Promise<void> {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const paths = [
    '/',
    '/search?query=oil+filter',
    '/search?query=p551-712',
    `/search?query=air+${++words}`,
    '/terms-conditions',
    '/filterhouse/fh-oil-1',
    '/basket',
  ]
  for (const path of paths) await openPage(visitor, path)
  for (let added = 0; added < 4; added++) await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const { count } = await getBasket(visitor)
  if (count !== 5) throw new Error(`The basket has ${count} instead of 5.`)
}

const placed: string[] = []

const orderOnAccount = (email: string) => async () => {
  const { reference } = await placeAccountOrder(shop, email, goods)
  placed.push(reference)
}

async function orderByCard(): Promise<void> {
  const { nextUrl, reference, visitor } = await openGuestPayment(shop, goods)
  const { status } = await payByCard(nextUrl)
  const { body } = await visitor.get(`/checkout/payment/${reference}`)
  if (status >= 400 || body.state !== 'paid') throw new Error(`Card: ${status} ${JSON.stringify(body)}`)
  placed.push(reference)
}

async function workAsStaff(): Promise<void> {
  const staff = await shop.signIn('staff@example.com')
  for (const path of ['/admin', '/admin/orders', '/admin/quotes']) await openPage(staff, path)
  const { reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-SEAL-1': 5 })
  const { success, message } = await cancelOrder(staff, reference)
  if (!success) throw new Error(`Not cancelled: ${message}`)
}

/** Customers and staff, until it is stopped; resolves with what failed. */
function startLoad() {
  const failures: string[] = []
  let isRunning = true
  let rounds = 0
  const repeat = async (act: () => Promise<void>) => {
    while (isRunning) {
      await act().catch((error: Error) => failures.push(`${error.message} ${error.cause ?? ''}`))
      rounds++
      await sleep(pauseMs)
    }
  }
  const running = [
    ...Array.from({ length: 6 }, () => repeat(browse)),
    repeat(orderOnAccount('trade@example.com')),
    repeat(orderOnAccount('head@example.com')),
    ...Array.from({ length: 3 }, () => repeat(orderByCard)),
    repeat(workAsStaff),
  ]
  return {
    async stop() {
      isRunning = false
      await Promise.all(running)
      return { failures, rounds }
    },
  }
}

async function findTitle(process: BuiltShop, word: string): Promise<boolean> {
  const visitor = createTestVisitor(process.url, '10.9.9.9')
  return (await visitor.getPage(`/search?query=${word}&nth=${++words}`)).text.includes(word)
}

test(`${loadMs / 1000} s of customers and staff on ${poolSize} connections: nothing fails, and changes of the catalogue arrive (R-RUN-24)`, async () => {
  const load = startLoad()
  const counts: { clients: number; servers: number }[] = []
  const endMs = performance.now() + loadMs
  while (performance.now() < endMs) {
    counts.push(await pgbouncer.countConnections())
    const word = `Renamed${counts.length}`
    await shop.sql(`update product set title = $1 where code = 'FH-AIR-1'`, [word])
    for (const process of processes) {
      await expect.poll(() => findTitle(process, word), { timeout: 10_000 }).toBe(true)
    }
    await sleep(1_000)
  }
  const { failures, rounds } = await load.stop()
  expect(failures).toEqual([])
  console.log({ rounds, orders: placed.length, changes: counts.length })
  expect(placed.length).toBeGreaterThan(loadMs / 4_000)
  // Sessions were shared.
  expect(Math.max(...counts.map(({ servers }) => servers))).toBeLessThanOrEqual(poolSize)
  expect(Math.max(...counts.map(({ clients }) => clients))).toBeGreaterThan(2 * poolSize)
})

test('each order was e-mailed once, by one of the processes', async () => {
  const countEmails = () => {
    const sources = processes.flatMap(({ dataDir }) => {
      const names = readdirSync(join(dataDir, 'mail')).filter(name => name.endsWith('.eml'))
      return names.map(name => readFileSync(join(dataDir, 'mail', name), 'utf8'))
    })
    return placed.map(reference => sources.filter(source => source.includes(reference)).length)
  }
  await expect
    .poll(() => shop.sql('select from mail_outbox where sent_at is null'), { timeout: 60_000 })
    .toEqual([])
  expect(countEmails()).toEqual(placed.map(() => 1))
  expect(await shop.sql('select from graphile_worker.jobs where attempts > 1')).toEqual([])
})

test('the invariants hold, and no line of the log is an error', async () => {
  const entries = await loadLedger()
  shop.simulator.control.entries = () => entries
  await checkInvariants(shop)
  expect(shop.log().filter(line => /"level":(?:50|60)/.test(line))).toEqual([])
})

test('the sessions behind the pooler have the timeouts, and nothing of a request stays in them', async () => {
  const client = new pg.Client({ connectionString: pgbouncer.url })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle,
       current_setting('synchronous_commit') as commit,
       (select count(*)::int from pg_prepared_statements) as prepared,
       (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
       (select count(*)::int from pg_listening_channels()) as channels`,
  )
  await client.end()
  expect(rows).toEqual([{ statement: '14s', idle: '15s', commit: 'on', prepared: 0, locks: 0, channels: 0 }])
})

test('npm run doctor and other commands work with both addresses', async () => {
  const { out } = await runCommand(runDoctorCommand, [], getSettings(0))
  expect(out).toMatch(/^ok +pooler +The pooler of DATABASE_URL leads to this database\.$/m)
  expect(out).toMatch(/^ok +migrations /m)
})

test('while all connections are in use a customer waits for some seconds, and then reads why', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, goods)
  const holders = Array.from({ length: poolSize }, () => new pg.Client({ connectionString: pgbouncer.url }))
  for (const holder of holders) {
    await holder.connect()
    await holder.query('begin')
  }
  const startMs = performance.now()
  expect((await visitor.get('/basket')).status).toBe(503)
  expect(performance.now() - startMs).toBeLessThan(15_000)
  for (const holder of holders) await holder.end()
  expect((await visitor.get('/basket')).status).toBe(200)
})

test('the shop comes back by itself after the pooler was killed', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, goods)
  await pgbouncer.kill()
  expect((await visitor.get('/basket')).status).toBe(503)
  await pgbouncer.start()
  for (const process of processes) {
    const ready = async () => (await fetch(`${process.url}/readyz`)).status
    await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  }
  await placeAccountOrder(shop, 'trade@example.com', goods)
})

const refusal =
  'DATABASE_URL leads to a pooler that does not pass on the options of a session: set DATABASE_DIRECT_URL to the address of the database server itself.'

test.each([
  ['refuses', ''],
  ['ignores', 'ignore_startup_parameters = options'],
])('a pooler that %s the options stops the start without DATABASE_DIRECT_URL', async (_name, settings) => {
  const other = await startShippedPgbouncer({ server, poolSize, settings })
  const { DATABASE_DIRECT_URL: _, ...env } = getSettings(0)
  const start = { ...env, DATABASE_URL: other.url, DATA_DIR: join(folder, 'refused') }
  const { code, errorOutput } = await waitForFailedStart(start)
  const direct = await waitForFailedStart({ ...start, DATABASE_DIRECT_URL: other.url })
  await other.close()
  expect([code, errorOutput.trim()]).toEqual([78, refusal])
  expect(direct.errorOutput).toContain('DATABASE_DIRECT_URL leads to a pooler')
})
