import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../app-context.ts'
import { toLoggableError } from '../observability/log.ts'
import { ConnectionPool } from './connection-pool.ts'

// int8 ids, counts and sums stay far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a day, not an instant: it stays text, '2026-11-24'.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

export interface QueryTimeouts {
  /** The server cancels a statement after this time. */
  statementMs: number
  /** The server ends a session that waits this long within a transaction: its client is gone. */
  idleInTransactionMs: number
  /** The connection is destroyed when its query has got no answer for this time: longer than `statementMs`. */
  silenceMs: number
}

/** For requests: after a silent cut of the connections the shop is back within 20 s (R-RUN-14). */
const requestTimeouts: QueryTimeouts = {
  statementMs: 14_000,
  idleInTransactionMs: 15_000,
  silenceMs: 15_000,
}

/** For scripts, whose statements may take as long as they like. */
export const noTimeouts: QueryTimeouts = { statementMs: 0, idleInTransactionMs: 0, silenceMs: 0 }

// A session whose client is gone must not keep the locks of its transaction, nor its place among the server's
// connections. And a prepared statement is planned once: for a search over five tables planning costs more than running.
const formatSessionOptions = ({ statementMs, idleInTransactionMs }: QueryTimeouts): string =>
  Object.entries({
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    tcp_keepalives_idle: 60,
    tcp_keepalives_interval: 10,
    plan_cache_mode: 'force_generic_plan',
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

export interface Database {
  pool: pg.Pool
  db: Db
  close(): Promise<void>
}

/** `log`: for lost connections; scripts need none, since their next query fails. */
export function connect(
  connection: pg.PoolConfig,
  maxConnections = 12,
  log?: Logger,
  timeouts = requestTimeouts,
): Database {
  const options = { options: formatSessionOptions(timeouts), ...connection }
  const pool = createPool(options, maxConnections, log, timeouts.silenceMs)
  pool.on('connect', nameStatements)
  return toDatabase(pool)
}

/**
 * Through a pooler that gives each transaction another session: without options and without named statements, which are
 * a session's own. The pooler's configuration sets the timeouts (docs/decisions/039-pooler-by-transaction.md).
 */
export function connectThroughPooler(
  connectionString: string,
  maxConnections: number,
  log?: Logger,
): Database {
  return toDatabase(createPool({ connectionString }, maxConnections, log, requestTimeouts.silenceMs))
}

function createPool(
  connection: pg.PoolConfig,
  maxConnections: number,
  log: Logger | undefined,
  silenceMs: number,
): pg.Pool {
  const options = {
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    ...connection,
  }
  const pool = new ConnectionPool(options, silenceMs)
  // Without a listener an error of a connection would end the process. A running query fails by itself; an idle
  // connection is replaced at the next query.
  pool.on('connect', client => {
    client.on('error', error => {
      // The pool has ended before its connections are closed: a server that stops then ends them first.
      if (pool.ending) return
      log?.warn({ err: toLoggableError(error), ...countConnections(pool) }, 'A database connection was lost.')
    })
  })
  // Only idle connections; their own listeners have logged the error.
  pool.on('error', () => {})
  return pool
}

function toDatabase(pool: pg.Pool): Database {
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ended) await pool.end()
  }
  return { pool, db, close }
}

function countConnections({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { connections: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Runs `work` in one transaction (READ COMMITTED), and retries it like `retryConflicts`. `rollback` ends it early. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await retryConflicts(() => db.transaction().execute(work))
  } catch (error) {
    if (error instanceof Rollback) return error.value as T
    throw error
  }
}

class Rollback extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('rolled back outside of inTransaction')
    this.value = value
  }
}

/** Undoes everything of the current transaction; `inTransaction` returns `value`. */
export function rollback<T>(value: T): never {
  throw new Rollback(value)
}

/** For reads by several queries that have to agree with each other. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Repeats `work` after a deadlock or serialization failure: at most three times, after a growing random delay. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 3 || !isRetryable(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** True when the database is unavailable, so that the answer is 503 instead of 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, severity } = error as { code?: string; message?: string; severity?: string }
  // No new sessions, or this one was ended: maintenance, a restore, a rename.
  if (severity === 'FATAL') return true
  if (code && /^(08|57P|57014$|53)/.test(code)) return true
  if (code && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)) {
    return (error as { syscall?: string }).syscall !== 'open'
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
    message ?? '',
  )
}

function isRetryable(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}

/** True when a row with the same unique value exists: another transaction may have added it after this one looked. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505'

const statementNames = new Map<string, string>()
const maxStatements = 800

// Kysely passes (text, values) to pg. A name for each text makes it a prepared statement, which halves the client's
// cost of a query and is planned once (docs/decisions/008-named-prepared-statements.md). The texts are few and fixed:
// lists are passed as arrays (= any($1)), never as $1, $2, $3.
function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const queryByName = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof first !== 'string' || !Array.isArray(values) || isCommand(first, values)) {
      return query(first, values, ...rest)
    }
    const name = getStatementName(first)
    return name ? query({ name, text: first, values }, ...rest) : query(first, values, ...rest)
  }
  client.query = queryByName as typeof client.query
}

/** 'begin', 'commit', 'savepoint …': they have no plan, and need one message instead of three. */
const isCommand = (text: string, values: readonly unknown[]): boolean =>
  values.length === 0 && !/^\s*(select|with)\b/.test(text)

function getStatementName(text: string): string | undefined {
  const existingName = statementNames.get(text)
  if (existingName || statementNames.size >= maxStatements) return existingName
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}
