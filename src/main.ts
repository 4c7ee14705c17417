import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { DemoModule } from './demo-module.ts'
import { createGateway } from './gateway.ts'
import type { AppContext } from './infra/app-context.ts'
import { type Config, ConfigurationError, configurationExitCode, parseConfig } from './infra/config.ts'
import { connect, type Database } from './infra/database/db.ts'
import { migrate } from './infra/database/migrate.ts'
import { PostgresRefusal, startEmbeddedPostgres } from './infra/embedded-postgres/embedded-postgres.ts'
import { installJobs } from './infra/jobs/jobs.ts'
import { createLog } from './infra/observability/log.ts'
import { startBackground } from './worker.ts'

const shutdownMs = 10_000
const maxConnections = 12
const searchTimeoutMs = 30_000

type Undo = (() => Promise<void>)[]

/** Starts everything; what is to be undone at the end is in `undo`, the last first. */
async function start(undo: Undo): Promise<void> {
  const config = parseConfig(process.env)
  await refuseForeignHost(config.host)
  const demoModule = config.mode === 'demo' ? await loadDemoModule() : null
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, log, undo)
  await migrate(database.pool)
  await installJobs(database.pool)

  let baseUrl = config.baseUrl ?? ''
  const context: AppContext = { config, db: database.db, now: () => new Date(), log, baseUrl: () => baseUrl }
  const demo = demoModule?.createDemo(context) ?? null
  await demo?.ensureData(database.pool)
  const gateway = await createGateway(context, demo)
  undo.push(gateway.close)
  const app = await createApp({
    context,
    payments: gateway.payments,
    frameSrc: gateway.frameSrc,
    connection: database.pool.options,
    demo,
  })
  undo.push(() => app.close())
  const address = await app.listen({ host: config.host, port: config.port })
  baseUrl ||= address
  if (config.mode === 'production' && !config.baseUrl) {
    log.warn({ address }, 'BASE_URL is not set: mails and cookies go by the address the shop listens on')
  }
  const background = await startBackground(context, database.pool, gateway.payments)
  // New requests stop first; what they put into the queue may still be worked on.
  undo.splice(-1, 0, () => background.stop())
  // Pages are served meanwhile; the line says that searches are answered too.
  await app.searchService.waitUntilReady(searchTimeoutMs)
  process.stdout.write(`Listening on ${address}\n`)
}

// A second entry of the server build, which a production release leaves out; demo/main.ts when the server runs from its
// sources. Neither compiler nor bundler follows a computed address, so nothing of the demo becomes part of the shop.
const demoPath = import.meta.url.endsWith('.ts') ? '../demo/main.ts' : './demo.js'
const demoEntry = new URL(demoPath, import.meta.url)

async function loadDemoModule(): Promise<DemoModule> {
  if (existsSync(demoEntry)) return (await import(demoEntry.href)) as DemoModule
  throw new ConfigurationError('SHOP_MODE is demo, and this release has no demo: set SHOP_MODE=production.')
}

async function refuseForeignHost(host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw new ConfigurationError(`HOST is not valid: no address is known for ${host}.`)
  })
}

async function openDatabase(config: Config, log: Logger, undo: Undo): Promise<Database> {
  if (!config.databaseUrl) {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      purpose: 'serve',
      log: line => log.warn(line),
    })
    undo.push(() => embedded.stop())
    void embedded.ended.then(() => endWithDatabase(undo))
    const database = connect(embedded.connection, maxConnections, log)
    undo.push(database.close)
    return database
  }
  const database = connect({ connectionString: config.databaseUrl }, maxConnections, log)
  undo.push(database.close)
  await database.pool.query('select 1').catch((error: Error) => {
    throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
  })
  return database
}

/**
 * Stop accepting, finish what is in flight, let go of the database. Heard from the first moment on: a start that is
 * under way comes to its end first, so that no database is left behind.
 */
function stopOnSignal(started: Promise<void>, undo: Undo): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), shutdownMs).unref()
    await started.catch(() => {})
    await undoAll(undo)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

/** Whoever watches over the shop starts it anew, and the database with it. */
function endWithDatabase(undo: Undo): Promise<never> {
  setTimeout(() => process.exit(1), shutdownMs).unref()
  return endWith(
    new PostgresRefusal('The database server has ended by itself, and the shop ends with it.'),
    undo,
  )
}

async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).toReversed()) {
    await step().catch((error: Error) => process.stderr.write(`While stopping: ${error.message}\n`))
  }
}

async function endWith(error: unknown, undo: Undo): Promise<never> {
  const { message, stack, code } = error as Error & { code?: string }
  const isOperators = error instanceof ConfigurationError || error instanceof PostgresRefusal
  const isForeignHost = code === 'EADDRNOTAVAIL'
  const cannotListen = isForeignHost || code === 'EADDRINUSE' || code === 'EACCES'
  const words = cannotListen ? `The shop cannot listen there: ${message}.` : isOperators ? message : stack
  process.stderr.write(`${words ?? message}\n`)
  await undoAll(undo)
  process.exit(error instanceof ConfigurationError || isForeignHost ? configurationExitCode : 1)
}

const undo: Undo = []
const started = start(undo)
stopOnSignal(started, undo)
started.catch(error => void endWith(error, undo))
