import type { Logger } from 'pino'
import { ConfigurationError } from '../config.ts'
import { connect, connectThroughPooler, type Database, type QueryTimeouts } from './db.ts'

/** The two addresses of one database; `databaseDirectUrl` is set where `databaseUrl` leads to a pooler. */
export interface DatabaseUrls {
  databaseUrl: string | null
  databaseDirectUrl: string | null
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
    const { planCacheMode } = await loadSessionFacts(database).catch(error => {
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
    const { identity, hasTimeouts } = await loadSessionFacts(database).catch(error => {
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
  return new ConfigurationError(`The database of ${setting} cannot be reached: ${(error as Error).message}.`)
}

async function closeOnFailure<T>(database: Database, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    await database.close()
    throw error
  }
}
