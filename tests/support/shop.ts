import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Simulator, simulatorVendor, startSimulator } from '../../demo/card-provider/simulator.ts'
import { createDemo } from '../../demo/main.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { createApp } from '../../src/app.ts'
import { addBusinessMetrics } from '../../src/business-metrics.ts'
import { createOpayo } from '../../src/features/payments/opayo/opayo.server.ts'
import type { PaymentProvider } from '../../src/features/payments/provider.ts'
import { createPaymentsContext, type PaymentsContext } from '../../src/features/payments/service.ts'
import type { AppContext } from '../../src/infra/app-context.ts'
import { parseConfig } from '../../src/infra/config.ts'
import type { QueryTimeouts } from '../../src/infra/database/db.ts'
import { createLog } from '../../src/infra/observability/log.ts'
import { addPoolMetrics, createMetrics } from '../../src/infra/observability/metrics.ts'
import { createThreadPool } from '../../src/infra/worker-threads/thread-pool.ts'
import type { DeliverySettings } from '../../src/lib/delivery-settings.ts'
import { createConfiguredProviders } from '../../src/payment-providers.ts'
import { startBackgroundJobs } from '../../src/worker.ts'
import { checkAfterEachTest, type InvariantExceptions } from './checked-shops.ts'
import { countInitialStock } from './stock-invariants.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { createTestVisitor, type TestVisitor } from './test-visitor.ts'

export interface TestShopOptions extends InvariantExceptions {
  /** ISO instant of the shop's fixed clock. Default: Tuesday 24 November 2026, 09:00 in London. */
  now?: string
  /** Further settings (R-RUN-5): LIMIT_…, BASE_URL; a payment provider's, which then takes new payments. */
  env?: Record<string, string>
  /** Runs the background jobs, which send e-mails and let overdue orders lapse. */
  worker?: boolean
  /** Timeout of a registration at the card provider, after which it is repeated once. */
  registerTimeoutMs?: number
  /** How long the card provider waits for the shop's reply to a notification, before it cancels the payment. */
  notifyTimeoutMs?: number
  /** Takes new payments instead of the simulator, which then serves only its earlier payments. */
  paymentProvider?: PaymentProvider
  /** False: no payment provider is configured. */
  takesCards?: boolean
  /** The proxy between the shop and its database: `startDatabaseProxy`. */
  databaseProxy?: { host: string; port: number }
  /** Other delivery prices, which a test may change, as a new release does. */
  delivery?: DeliverySettings
  /** A database that has data, instead of a copy of the template; it is not closed with the shop. */
  database?: Pick<TestDatabase, 'pool' | 'db' | 'connection'>
  /** Shorter ones than in production, for tests that wait for them. */
  queryTimeouts?: QueryTimeouts
}

export interface TestShop {
  readonly url: string
  readonly context: AppContext
  readonly simulator: Simulator
  /** For tests of background jobs, such as retrying refunds. */
  readonly payments: PaymentsContext
  readonly clock: TestClock
  /** A visitor without cookies, by default with an IP address of their own. */
  createVisitor(ip?: string): TestVisitor
  /** A signed-in demo person (R-DEMO-1). */
  signIn(email: string, ip?: string): Promise<TestVisitor>
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  productId(code: string): Promise<number>
  /** Resolves when search and finder include all earlier changes of the catalogue. */
  waitForCatalogue(): Promise<void>
  /** Sets the stock, as a stock-taking does. */
  setStock(code: string, available: number): Promise<void>
  /** What was on hand of each product before its first movement. */
  readonly initialStock: ReadonlyMap<number, number>
  /** The log so far, a JSON line each. */
  log(): string[]
  /** Every registered route: 'GET /admin/orders/:reference'. */
  listRoutes(): string[]
  /** Starts the background jobs, as a start of the shop does. */
  startWorker(): Promise<void>
  close(): Promise<void>
}

export interface TestClock {
  now(): Date
  set(iso: string): void
  advance(minutes: number): void
}

const defaultNow = '2026-11-24T09:00:00Z'

/**
 * Starts the whole shop over HTTP, with a database, a data folder and a card provider of its own. Close it at the end. Its
 * invariants are checked after each test and when it closes, but those that the options except.
 */
export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const cleanups: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of cleanups.splice(0).toReversed()) await step()
  }
  try {
    return await open(options, cleanups, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  options: TestShopOptions,
  undo: (() => Promise<unknown>)[],
  close: TestShop['close'],
): Promise<TestShop> {
  const { log, lines } = createMemoryLog()
  const database = options.database ?? (await openDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-shop-'))
  undo.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  async function openDatabase(): Promise<TestDatabase> {
    const copy = await createTestDatabase(12, options.databaseProxy, log, options.queryTimeouts)
    undo.push(() => copy.close())
    return copy
  }
  const clock = createClock(options.now ?? defaultNow)
  // Behind a trusted proxy that passes each visitor's address, so that limits apply to each visitor separately.
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'true', ...options.env })
  config.delivery = options.delivery ?? config.delivery
  let url = ''
  const metrics = createMetrics()
  addPoolMetrics(metrics, database.pool)
  addBusinessMetrics({ metrics, db: database.db, log })
  const context: AppContext = {
    config,
    db: database.db,
    now: clock.now,
    log,
    metrics,
    threads: createThreadPool(log),
    baseUrl: () => config.baseUrl ?? url,
  }
  undo.push(context.threads.close)

  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    now: clock.now,
    // Its monitor runs when a test advances the clock, not by itself.
    schedule: () => () => {},
    frameAncestors: context.baseUrl,
    notifyTimeoutMs: options.notifyTimeoutMs ?? 5_000,
  })
  undo.push(() => simulator.close())
  const opayo = createOpayo({
    vendor: simulatorVendor,
    baseUrl: simulator.url,
    paymentPageOrigins: [simulator.url],
    timeoutMs: options.registerTimeoutMs,
    isTest: true,
    frameOrigins: [simulator.url],
  })
  const [provider = opayo, ...earlierProviders] = [
    options.paymentProvider,
    ...createConfiguredProviders(config),
    opayo,
  ].filter(each => each !== undefined)
  const payments = createPaymentsContext(context, [provider, ...earlierProviders])
  const taken = options.takesCards === false ? null : payments
  const app = await createApp({
    context,
    payments: taken,
    direct: { db: database.db, connection: { ...database.connection, ...options.databaseProxy } },
    replicaPools: null,
    demo: await createDemo(context),
  })
  undo.push(() => app.close())
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const startWorker = async () => {
    const worker = await startBackgroundJobs(context, database.pool, taken)
    undo.push(() => worker.stop())
  }
  if (options.worker) await startWorker()

  const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await database.pool.query(text, values)).rows as T[]
  const counted = await countInitialStock(sql)
  let visitors = 0

  const shop: TestShop = {
    url,
    context,
    simulator,
    payments,
    clock,
    sql,
    initialStock: counted,
    startWorker,
    close,
    log: lines,
    listRoutes: () => app.listRoutes(),
    createVisitor(ip = `10.0.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`) {
      return createTestVisitor(url, ip)
    },
    async signIn(email, ip) {
      const visitor = shop.createVisitor(ip)
      const { status } = await visitor.post('/login', { email, password: demoPassword })
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
      return visitor
    },
    async productId(code) {
      const [row] = await sql<{ id: number }>('select id from product where code = $1', [code])
      if (!row) throw new Error(`no product ${code}`)
      return row.id
    },
    waitForCatalogue: () => app.searchService.waitUntilCurrent(),
    async setStock(code, available) {
      const id = await shop.productId(code)
      await sql(
        `with changed as (
           update stock s set on_hand = $2 + s.allocated, available = $2 from stock old
           where s.product_id = $1 and old.product_id = s.product_id
           returning s.product_id, s.on_hand, s.on_hand - old.on_hand as change
         )
         insert into stock_movement (product_id, at, change, on_hand, reason)
         select product_id, now(), change, on_hand, 'count' from changed`,
        [id, available],
      )
    },
  }
  undo.push(checkAfterEachTest(shop, options).finish)
  return shop
}

function createClock(iso: string): TestClock {
  let at = new Date(iso).getTime()
  return {
    now: () => new Date(at),
    set(instant) {
      at = new Date(instant).getTime()
    },
    advance(minutes) {
      at += minutes * 60_000
    },
  }
}

function createMemoryLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  return { log: createLog('info', stream), lines: () => lines }
}
