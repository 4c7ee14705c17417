import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigurationError } from '../config.ts'
import { toLoggableError } from '../observability/log.ts'
import { connect, connectThroughPooler, type Database, type QueryTimeouts } from './db.ts'

/** The addresses of one database; `databaseDirectUrl` is set where `databaseUrl` leads to a pooler. */
export interface DatabaseUrls {
  databaseUrl: string | null
  databaseDirectUrl: string | null
  /** Of a replica, for reads of the catalogue. */
  databaseReadUrl: string | null
}

/** The address of the server itself, past a pooler, and the setting that has it. */
export interface DirectAddress {
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  url: string
}

/** Null: the embedded PostgreSQL is used. */
export function getDirectAddress({ databaseUrl, databaseDirectUrl }: DatabaseUrls): DirectAddress | null {
  if (databaseDirectUrl) return { setting: 'DATABASE_DIRECT_URL', url: databaseDirectUrl }
  return databaseUrl ? { setting: 'DATABASE_URL', url: databaseUrl } : null
}

/**
 * Connects to the server itself. Throws ConfigurationError when it cannot be reached, or when there is a pooler in
 * between: named statements would be mixed up, and changes of the catalogue would not be noticed.
 */
export async function openServer(
  { setting, url }: DirectAddress,
  maxConnections: number,
  log?: Logger,
  timeouts?: QueryTimeouts,
): Promise<Database> {
  const database = connect({ connectionString: url }, maxConnections, log, timeouts)
  await closeOnFailure(database, async () => {
    const { planCacheMode } = await loadFactsWhenReady(database, log).catch(error => {
      throw isRefusalOfOptions(error) ? createPoolerError(setting) : createConnectError(setting, error)
    })
    // Options in the address replace those of the shop.
    const sendsOwnOptions = !new URL(url).searchParams.has('options')
    if (sendsOwnOptions && planCacheMode !== 'force_generic_plan') throw createPoolerError(setting)
  })
  return database
}

export interface PooledDatabase {
  database: Database
  /** False: the pooler does not set the timeouts that connections without a pooler have as options. */
  hasTimeouts: boolean
}

/**
 * Connects through a pooler that assigns transactions. Throws ConfigurationError when it cannot be reached, or leads to
 * another database than `direct`.
 */
export async function openPooler(
  url: string,
  direct: Database,
  maxConnections: number,
  log?: Logger,
): Promise<PooledDatabase> {
  const database = connectThroughPooler(url, maxConnections, log)
  return closeOnFailure(database, async () => {
    const { identity, hasTimeouts } = await loadFactsWhenReady(database, log).catch(error => {
      throw createConnectError('DATABASE_URL', error)
    })
    if (identity === (await loadSessionFacts(direct)).identity) return { database, hasTimeouts }
    throw new ConfigurationError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: both must lead to the same one.',
    )
  })
}

/** For the log and the doctor. */
export const missingTimeouts =
  'The pooler sets no statement_timeout and idle_in_transaction_session_timeout: add connect_query to its configuration (deploy/pgbouncer).'

interface SessionFacts {
  /** Equal for two connections to the same database of the same running server. */
  identity: string
  planCacheMode: string
  hasTimeouts: boolean
}

async function loadSessionFacts({ pool }: Database): Promise<SessionFacts> {
  const { rows } = await pool.query<SessionFacts>(
    `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity,
       current_setting('plan_cache_mode') as "planCacheMode",
       current_setting('statement_timeout') <> '0'
         and current_setting('idle_in_transaction_session_timeout') <> '0' as "hasTimeouts"`,
  )
  return rows[0]!
}

const retryMs = 250

/**
 * After a reboot the database may come up later than the shop: it is tried again for some seconds (R-RUN-6). Logs only
 * when that helped, because a start that fails says one sentence.
 */
async function loadFactsWhenReady(database: Database, log?: Logger): Promise<SessionFacts> {
  const startMs = performance.now()
  let lastError: unknown = null
  for (;;) {
    try {
      const facts = await loadSessionFacts(database)
      if (lastError) log?.warn({ err: toLoggableError(lastError) }, 'The database was not ready at once.')
      return facts
    } catch (error) {
      if (performance.now() - startMs + retryMs > getPatienceMs(error)) throw error
      lastError = error
      await sleep(retryMs)
    }
  }
}

/** For how long an attempt that ended with this error is repeated; 0: another attempt would end in the same way. */
function getPatienceMs(error: unknown): number {
  const { code = '', message } = error as Error & { code?: string }
  if (temporaryStates.includes(code) || poolerIsWaiting.test(message)) return 10_000
  return code === 'ECONNREFUSED' || code === 'ENOENT' ? 2_000 : 0
}

// PostgreSQL: it starts or stops, or has no connection left.
const temporaryStates = ['57P03', '53300']

// pgbouncer has one code for everything.
const poolerIsWaiting =
  /query_wait_timeout|no more connections allowed|cannot connect to server|server_login_retry|server login has been failing/

// pgbouncer: 'unsupported startup parameter: options', and from 1.20 on also '… in options: statement_timeout'.
const isRefusalOfOptions = (error: unknown): boolean =>
  (error as Error).message.includes('unsupported startup parameter')

function createPoolerError(setting: DirectAddress['setting']): ConfigurationError {
  return new ConfigurationError(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler that does not pass on the options of a session: set DATABASE_DIRECT_URL to the address of the database server itself.'
      : 'DATABASE_DIRECT_URL leads to a pooler: it must be the address of the database server itself.',
  )
}

function createConnectError(setting: DirectAddress['setting'], error: unknown): ConfigurationError {
  // For a name with several addresses the message is empty.
  const { message, code } = error as Error & { code?: string }
  return new ConfigurationError(`The database of ${setting} cannot be reached: ${message || code}.`)
}

async function closeOnFailure<T>(database: Database, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    await database.close()
    throw error
  }
}
