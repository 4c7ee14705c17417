import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../app-context.ts'
import { toLoggableError } from '../observability/log.ts'

// int8 ids, counts and sums stay far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is a day, not an instant: '2026-11-24' as it stands.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

// A session that dies in the middle of a transaction must not keep its locks for ever. And a prepared statement is
// planned once: for a search over five tables the planning costs more than the running.
const sessionSettings =
  '-c idle_in_transaction_session_timeout=30000 -c statement_timeout=30000 -c plan_cache_mode=force_generic_plan'

export interface Database {
  pool: pg.Pool
  db: Db
  close(): Promise<void>
}

/** `log`: where lost connections are logged; scripts do without, since their next query fails. */
export function connect(connection: pg.PoolConfig, maxConnections = 12, log?: Logger): Database {
  const pool = new pg.Pool({
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    options: sessionSettings,
    ...connection,
  })
  pool.on('connect', prepareStatements)
  // Without listeners an error of a connection would end the process. A query that is running fails by itself; an idle
  // connection is replaced at the next query.
  pool.on('connect', client => {
    client.on('error', error => {
      log?.warn({ err: toLoggableError(error), ...countConnections(pool) }, 'A database connection was lost.')
    })
  })
  // Idle connections only, and each of these has been logged by its own listener.
  pool.on('error', () => {})
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends a pool only if it ever used it.
    if (!pool.ended) await pool.end()
  }
  return { pool, db, close }
}

function countConnections({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { connections: totalCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Runs `work` in one transaction (READ COMMITTED) and again when the database says that two of them met
 * (serialisation failure or deadlock): at most three times more, with a growing random pause.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= 3 || !isCollision(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** True when the database, not our SQL, is the trouble: the answer is then 503, not 500. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message, severity } = error as { code?: string; message?: string; severity?: string }
  // It let nobody in, or ended the session: under maintenance, restored, renamed.
  if (severity === 'FATAL') return true
  if (code && /^(08|57P|53)/.test(code)) return true
  if (code && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)) {
    return (error as { syscall?: string }).syscall !== 'open'
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
    message ?? '',
  )
}

function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}

const statementNames = new Map<string, string>()
const mostStatements = 400

// Kysely hands plain (text, values) to pg. Giving each text a name makes it a prepared statement, which halves
// what a query costs the client. Texts are few and fixed: lists go in as arrays (= any($1)), never as $1, $2, $3.
function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0) {
      return query(first, values, ...rest)
    }
    const name = nameOf(first)
    return name ? query({ name, text: first, values }, ...rest) : query(first, values, ...rest)
  }
  client.query = named as typeof client.query
}

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= mostStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}
