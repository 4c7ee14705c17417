import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from '../../../db/types.gen.ts'
import type { Db } from '../app-context.ts'
import { toLoggableError } from '../observability/log.ts'
import type { ChangeListeners } from './change-listeners.ts'
import { connect, type Database, type QueryTimeouts } from './db.ts'

/** Short, because a read that gets no answer is repeated on the primary. */
const timeouts: QueryTimeouts = { statementMs: 5_000, idleInTransactionMs: 5_000, silenceMs: 6_000 }
const connectTimeoutMs = 1_000
const checkMs = 1_000
/** How long the replica may take to replay what the primary had at the beginning of a check. */
const patienceMs = 1_000
const pollMs = 20

export const openReplica = (url: string, maxConnections: number, log?: Logger): Database =>
  connect({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs }, maxConnections, log, timeouts)

export interface ReplicaPools {
  primary: pg.Pool
  replica: pg.Pool
}

export interface ReplicaReads {
  /** For single SELECTs of the catalogue; a transaction is refused. */
  db: Db
  close(): Promise<void>
}

/**
 * Reads from the replica while it has every change of the catalogue that this process was notified of, and
 * all else that the primary had two or three seconds ago; otherwise, and when the replica fails, from the primary
 * (docs/decisions/066-catalogue-from-a-replica.md). Listens before all who react to a notification by reading.
 */
export function createReplicaReads(
  { primary, replica }: ReplicaPools,
  changes: ChangeListeners,
  log: Logger,
): ReplicaReads {
  const ending = new AbortController()
  let isCurrent = false
  let notifications = 0
  let nextChange = Promise.withResolvers<void>()
  let lastFault: string | null = ''

  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const before = notifications
      nextChange = Promise.withResolvers()
      const fault = await findReplicaFault({ primary, replica })
      isCurrent = fault === null && notifications === before
      if (fault !== lastFault && !ending.signal.aborted) logState(fault)
      await Promise.race([pause(checkMs), nextChange.promise])
      await pause(pollMs)
    }
  }

  function logState(fault: string | null): void {
    lastFault = fault
    if (fault === null) log.info('The catalogue is read from the replica.')
    else log.warn({ fault }, 'The catalogue is read from the primary.')
  }

  async function query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (!/^\s*(select|with)\b/.test(text)) throw new Error('Only single SELECTs are read from a replica.')
    if (isCurrent) {
      try {
        return await replica.query(text, [...values])
      } catch (error) {
        // Whatever it is: a statement that is wrong in itself fails on the primary too.
        isCurrent = false
        log.info({ err: toLoggableError(error) }, 'A read of the replica is repeated on the primary.')
      }
    }
    return primary.query(text, [...values])
  }

  changes.add(() => {
    notifications++
    isCurrent = false
    nextChange.resolve()
  })
  const running = run()
  const client = { query, release() {} } as unknown as pg.PoolClient
  const pool = { connect: async () => client, end: async () => {}, options: {} }
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    async close() {
      ending.abort()
      await running
    },
  }
}

/** Why the replica cannot be read now, for the log and the doctor; null: it has what the primary has at this moment. */
export async function findReplicaFault({ primary, replica }: ReplicaPools): Promise<string | null> {
  const fault = 'It is more than a second behind the primary, or does not answer.'
  const endMs = performance.now() + patienceMs
  const waitUntilReplayed = async () => {
    const { rows } = await primary.query<{ position: string; identity: string }>(
      `select pg_current_wal_flush_lsn()::text as position, ${identity} as identity`,
    )
    while (performance.now() < endMs) {
      const answer = await replica.query<{ isStandby: boolean; isReplayed: boolean }>(
        `select pg_is_in_recovery() and ${identity} = $2 as "isStandby",
           pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReplayed"`,
        [rows[0]!.position, rows[0]!.identity],
      )
      const { isStandby, isReplayed } = answer.rows[0]!
      if (!isStandby) return 'It is no standby of the database of DATABASE_URL.'
      if (isReplayed) return null
      await sleep(pollMs)
    }
    return fault
  }
  // A query may wait longer than the loop.
  const limit = sleep(patienceMs, fault, { ref: false })
  return Promise.race([waitUntilReplayed().catch((error: Error) => error.message), limit])
}

const identity = `current_database() || ' ' || (select system_identifier from pg_control_system())`
