import { ensureDemo } from '../db/demo/ensure.ts'
import { createApp } from './app.ts'
import { makeGateway } from './gateway.ts'
import { type Config, ConfigurationError, configurationExitCode, readConfig } from './platform/config.ts'
import { connect, type Database } from './platform/db.ts'
import { PostgresRefusal, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { House } from './platform/house.ts'
import { installJobs } from './platform/jobs.ts'
import { makeLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { startBackground } from './worker.ts'

const shutdownMs = 10_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const { database, stopDatabase } = await openDatabase(config)
  const undo: (() => Promise<void>)[] = [stopDatabase, database.close]
  try {
    await migrate(database.pool)
    await installJobs(database.pool)
    if (config.mode === 'demo') await ensureDemo(database.pool)

    let baseUrl = config.baseUrl ?? ''
    const house: House = { config, db: database.db, now: () => new Date(), log, baseUrl: () => baseUrl }
    const gateway = await makeGateway(house)
    undo.push(gateway.close)
    const app = await createApp({ house, payments: gateway.payments, frameSrc: gateway.frameSrc })
    const address = await app.listen({ host: config.host, port: config.port })
    baseUrl ||= address
    const background = await startBackground(house, database.pool)
    undo.push(
      () => background.stop(),
      () => app.close(),
    )
    stopOnSignal(log, undo)
    process.stdout.write(`Listening on ${address}\n`)
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {})
    throw error
  }
}

async function openDatabase(
  config: Config,
): Promise<{ database: Database; stopDatabase: () => Promise<void> }> {
  if (config.databaseUrl) {
    const database = connect({ connectionString: config.databaseUrl })
    await database.pool.query('select 1').catch(async (error: Error) => {
      await database.close()
      throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
    })
    return { database, stopDatabase: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'serve' })
  return { database: connect(embedded.connection), stopDatabase: () => embedded.stop() }
}

// Stop accepting, finish what is in flight, then let go of the database.
function stopOnSignal(log: House['log'], undo: (() => Promise<void>)[]): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), shutdownMs).unref()
    for (const step of undo.toReversed()) {
      await step().catch((error: Error) => log.error({ err: { message: error.message } }, 'stopping failed'))
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

function endWith(error: unknown): never {
  const isOperators = error instanceof ConfigurationError || error instanceof PostgresRefusal
  const { message, stack, code } = error as Error & { code?: string }
  if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    process.stderr.write(
      `The shop cannot listen on ${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}: ${message}.\n`,
    )
    process.exit(1)
  }
  process.stderr.write(`${isOperators ? message : (stack ?? message)}\n`)
  process.exit(error instanceof ConfigurationError ? configurationExitCode : 1)
}

start().catch(endWith)
