import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Sandbox, sandboxVendor, startSandbox } from '../../demo/card-provider/card-provider.ts'
import { createDemo } from '../../demo/main.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { createApp } from '../../src/app.ts'
import { createOpayo } from '../../src/features/payments/opayo/opayo.server.ts'
import type { PaymentProvider } from '../../src/features/payments/provider.ts'
import { createPayments, type Payments } from '../../src/features/payments/service.ts'
import type { AppContext } from '../../src/infra/app-context.ts'
import { parseConfig } from '../../src/infra/config.ts'
import { createLog } from '../../src/infra/observability/log.ts'
import { startBackground } from '../../src/worker.ts'
import { openBrowser, type Visitor } from './client.ts'
import { testDatabase } from './database.ts'

export interface ShopOptions {
  /** ISO instant at which the shop's clock stands; Tuesday 24 November 2026, nine in London, unless told. */
  now?: string
  /** Environment of contract §1 besides: LIMIT_…, BASE_URL. */
  env?: Record<string, string>
  /** Mails are sent and overdue orders lapse by themselves. */
  worker?: boolean
  /** How long the shop waits for the card provider before it asks once more. */
  registerTimeoutMs?: number
  /** Takes new payments instead of Opayo, which then serves only its earlier payments. */
  provider?: PaymentProvider
  /** The way between the shop and its database: `layLine`. */
  line?: { host: string; port: number }
}

export interface Shop {
  readonly url: string
  readonly context: AppContext
  readonly sandbox: Sandbox
  /** For what the worker does: what is asked again of the provider. */
  readonly payments: Payments
  readonly clock: Clock
  /** A browser that was never here before, at an address of its own unless told. */
  visitor(ip?: string): Visitor
  /** One of the cast (contract §7), signed in. */
  signedIn(email: string, ip?: string): Promise<Visitor>
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  productId(code: string): Promise<number>
  /** Resolves when search and finder know all changes of the catalogue that were made before the call. */
  catalogueIsCurrent(): Promise<void>
  /** The storekeeper counts: so many are there now. */
  setStock(code: string, available: number): Promise<void>
  /** What stock would be if no order had taken any: what the storekeeper counted. */
  readonly counted: ReadonlyMap<number, number>
  /** The lines of the log so far, JSON each. */
  log(): string[]
  /** From now on mails are sent and overdue orders lapse by themselves, as at a start of the shop. */
  startWorker(): Promise<void>
  close(): Promise<void>
}

export interface Clock {
  now(): Date
  set(iso: string): void
  pass(minutes: number): void
}

const tuesdayMorning = '2026-11-24T09:00:00Z'

/** The whole shop over HTTP, on a database, a data folder and a card provider of its own. Close it at the end. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    return await open(options, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  options: ShopOptions,
  undo: (() => Promise<unknown>)[],
  close: Shop['close'],
): Promise<Shop> {
  const { log, lines } = memoryLog()
  const database = await testDatabase(12, options.line, log)
  undo.push(() => database.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-shop-'))
  undo.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const clock = clockAt(options.now ?? tuesdayMorning)
  // Behind a proxy that names each visitor's address, so that limits can be tried one visitor at a time.
  const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'true', ...options.env })
  let url = ''
  const context: AppContext = {
    config,
    db: database.db,
    now: clock.now,
    log,
    baseUrl: () => config.baseUrl ?? url,
  }

  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    now: clock.now,
    // Its monitor speaks when a test puts its clock forward, not by itself.
    schedule: () => () => {},
    frameAncestors: context.baseUrl,
    notifyTimeoutMs: 5_000,
  })
  undo.push(() => sandbox.close())
  const opayo = createOpayo({
    vendor: sandboxVendor,
    baseUrl: sandbox.url,
    paymentPageOrigins: [sandbox.url],
    timeoutMs: options.registerTimeoutMs,
    isTest: true,
    frameOrigins: [sandbox.url],
  })
  const { provider } = options
  const payments = createPayments(context, provider ? [provider, opayo] : [opayo])
  const app = await createApp({
    context,
    payments,
    frameSrc: payments.providers.flatMap(({ frameOrigins }) => frameOrigins),
    connection: database.connection,
    demo: createDemo(context),
  })
  undo.push(() => app.close())
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const startWorker = async () => {
    const worker = await startBackground(context, database.pool, payments)
    undo.push(() => worker.stop())
  }
  if (options.worker) await startWorker()

  const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await database.pool.query(text, values)).rows as T[]
  const counted = new Map<number, number>()
  const stock = await sql<{ id: number; available: number }>('select product_id as id, available from stock')
  for (const { id, available } of stock) counted.set(id, available)
  let visitors = 0

  const shop: Shop = {
    url,
    context,
    sandbox,
    payments,
    clock,
    sql,
    counted,
    startWorker,
    close,
    log: lines,
    visitor(ip = `10.0.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`) {
      return openBrowser(url, ip)
    },
    async signedIn(email, ip) {
      const visitor = shop.visitor(ip)
      const { status } = await visitor.post('/login', { email, password: demoPassword })
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
      return visitor
    },
    async productId(code) {
      const [row] = await sql<{ id: number }>('select id from product where code = $1', [code])
      if (!row) throw new Error(`no product ${code}`)
      return row.id
    },
    catalogueIsCurrent: () => app.searchService.waitUntilCurrent(),
    async setStock(code, available) {
      const id = await shop.productId(code)
      const [row] = await sql<{ before: number }>(
        `update stock s set available = $2 from stock old
         where s.product_id = $1 and old.product_id = s.product_id returning old.available as before`,
        [id, available],
      )
      counted.set(id, counted.get(id)! + available - row!.before)
    },
  }
  return shop
}

function clockAt(iso: string): Clock {
  let at = new Date(iso).getTime()
  return {
    now: () => new Date(at),
    set(instant) {
      at = new Date(instant).getTime()
    },
    pass(minutes) {
      at += minutes * 60_000
    },
  }
}

function memoryLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  return { log: createLog('info', stream), lines: () => lines }
}
