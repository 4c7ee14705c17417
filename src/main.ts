import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { addBusinessMetrics } from './business-metrics.ts'
import type { DemoModule } from './demo-module.ts'
import type { AppContext } from './infra/app-context.ts'
import {
  ConfigurationError,
  configurationExitCode,
  createConfig,
  parseSettings,
  type Settings,
} from './infra/config.ts'
import { decideMode } from './infra/database/database-mark.ts'
import { connect, type Database } from './infra/database/db.ts'
import {
  getDirectAddress,
  missingTimeouts,
  openPooler,
  openServer,
} from './infra/database/external-database.ts'
import { openReplica } from './infra/database/replica.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './infra/embedded-postgres/embedded-postgres.ts'
import { createLog } from './infra/observability/log.ts'
import { addPoolMetrics, createMetrics } from './infra/observability/metrics.ts'
import { refusePendingMigrations, updateSchema } from './infra/schema.ts'
import { createThreadPool } from './infra/worker-threads/thread-pool.ts'
import { createPaymentProviders } from './payment-providers.ts'
import { startBackgroundJobs } from './worker.ts'

const shutdownMs = 10_000
const maxConnections = 12
// Beside a pooler: the job queue's listener and two jobs at a time, the search engine, and some to spare.
const maxDirectConnections = 6
const searchTimeoutMs = 30_000

type Cleanups = (() => Promise<void>)[]

/**
 * Starts everything. Each step adds its clean-up to `cleanups`, which runs in reverse order. Returns what comes before
 * them when the process stops: the drain.
 */
async function start(cleanups: Cleanups): Promise<() => Promise<void>> {
  const settings = parseSettings(process.env)
  // What is wrong in itself is said before a database is started or changed.
  if (settings.mode) createConfig(settings, settings.mode)
  await refuseUnknownHost(settings.values.HOST)
  const log = createLog(settings.values.LOG_LEVEL)
  const { database, direct, replica } = await openDatabases(settings, log, cleanups)
  const config = createConfig(settings, await decideMode(direct.pool, settings.mode))
  const demoModule = config.mode === 'demo' ? await loadDemoModule() : null
  await (config.migrateOnStart
    ? updateSchema(direct.pool, config.mode)
    : refusePendingMigrations(direct.pool))

  let baseUrl = config.baseUrl ?? ''
  const threads = createThreadPool(log)
  const metrics = createMetrics()
  addPoolMetrics(metrics, database.pool)
  addBusinessMetrics({ metrics, db: database.db, log })
  cleanups.push(threads.close)
  const context: AppContext = {
    config,
    db: database.db,
    now: () => new Date(),
    log,
    metrics,
    threads,
    baseUrl: () => baseUrl,
  }
  const demo = demoModule ? await demoModule.createDemo(context) : null
  await demo?.ensureData(direct.pool)
  const paymentProviders = await createPaymentProviders(context, demo)
  cleanups.push(paymentProviders.close)
  const app = await createApp({
    context,
    payments: paymentProviders.payments,
    direct: { db: direct.db, connection: direct.pool.options },
    replicaPools: replica && { primary: database.pool, replica: replica.pool },
    demo,
  })
  cleanups.push(() => app.close())
  // A proxy sends requests as soon as the port is open: searches are answered then too.
  await app.searchService.waitUntilReady(searchTimeoutMs)
  const address = await app.listen({ host: config.host, port: config.port })
  baseUrl ||= address
  if (config.mode === 'production' && !config.baseUrl) {
    log.warn({ address }, 'BASE_URL is not set: mails and cookies go by the address the shop listens on')
  }
  const jobContext = { ...context, db: direct.db }
  const background = await startBackgroundJobs(jobContext, direct.pool, paymentProviders.payments)
  // Stopped in this order: first the server, then the worker, which may still run jobs of the last requests.
  cleanups.splice(-1, 0, () => background.stop())
  process.stdout.write(`Listening on ${address}\n`)
  return async () => {
    if (config.drainSeconds > 0) log.warn({ seconds: config.drainSeconds }, 'Stopping: still serving.')
    await app.drain(config.drainSeconds)
  }
}

// A second entry of the server build, which a production release leaves out; demo/main.ts when the server runs from its
// sources. Compiler and bundler do not follow a computed URL, so that the shop's build contains nothing of the demo.
const demoPath = import.meta.url.endsWith('.ts') ? '../demo/main.ts' : './demo.js'
const demoEntry = new URL(demoPath, import.meta.url)

async function loadDemoModule(): Promise<DemoModule> {
  if (existsSync(demoEntry)) return (await import(demoEntry.href)) as DemoModule
  throw new ConfigurationError('SHOP_MODE is demo, and this release has no demo: set SHOP_MODE=production.')
}

async function refuseUnknownHost(host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw new ConfigurationError(`HOST is not valid: no address is known for ${host}.`)
  })
}

/**
 * `database`: for requests. `direct`: for what needs a session of its own or keeps a transaction open for long; another
 * one where a pooler is in between (docs/decisions/039-pooler-by-transaction.md).
 */
interface Databases {
  database: Database
  direct: Database
  /** For reads of the catalogue (docs/decisions/066-catalogue-from-a-replica.md). */
  replica: Database | null
}

async function openDatabases(settings: Settings, log: Logger, cleanups: Cleanups): Promise<Databases> {
  const address = getDirectAddress(settings)
  if (!address) {
    const embedded = await startEmbeddedPostgres({
      dataDir: settings.dataDir,
      purpose: 'serve',
      log: line => log.error(line),
    })
    cleanups.push(() => embedded.stop())
    const database = connect(embedded.connection, maxConnections, log)
    cleanups.push(database.close)
    return { database, direct: database, replica: null }
  }
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = settings
  const hasPooler = databaseUrl !== null && databaseDirectUrl !== null
  const direct = await openServer(address, hasPooler ? maxDirectConnections : maxConnections, log)
  cleanups.push(direct.close)
  const replica = databaseReadUrl === null ? null : openReplica(databaseReadUrl, maxConnections, log)
  if (replica) cleanups.push(replica.close)
  if (!hasPooler) return { database: direct, direct, replica }
  const { database, hasTimeouts } = await openPooler(databaseUrl, direct, maxConnections, log)
  cleanups.push(database.close)
  if (!hasTimeouts) log.warn(missingTimeouts)
  return { database, direct, replica }
}

/**
 * On a signal: drains, stops accepting, finishes what is in flight, closes the database (R-RUN-11). A running start is
 * awaited first, so that no database server is left running.
 */
function stopOnSignal(started: Promise<() => Promise<void>>, cleanups: Cleanups): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const startDeadline = exitAfter(shutdownMs)
    const drain = await started.catch(() => null)
    clearTimeout(startDeadline)
    await drain?.()
    exitAfter(shutdownMs)
    await runCleanups(cleanups)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

const exitAfter = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(0), ms).unref()

async function runCleanups(cleanups: Cleanups): Promise<void> {
  for (const step of cleanups.splice(0).toReversed()) {
    await step().catch((error: Error) => process.stderr.write(`While stopping: ${error.message}\n`))
  }
}

async function exitWith(error: unknown, cleanups: Cleanups): Promise<never> {
  const { message, stack, code } = error as Error & { code?: string }
  const isForOperator = error instanceof ConfigurationError || error instanceof EmbeddedPostgresError
  const isUnknownHost = code === 'EADDRNOTAVAIL'
  const cannotListen = isUnknownHost || code === 'EADDRINUSE' || code === 'EACCES'
  const sentence = cannotListen
    ? `The shop cannot listen there: ${message}.`
    : isForOperator
      ? message
      : stack
  process.stderr.write(`${sentence ?? message}\n`)
  await runCleanups(cleanups)
  process.exit(error instanceof ConfigurationError || isUnknownHost ? configurationExitCode : 1)
}

const cleanups: Cleanups = []
const started = start(cleanups)
stopOnSignal(started, cleanups)
started.catch(error => void exitWith(error, cleanups))
