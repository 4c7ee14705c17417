import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.gen.ts'
import type { Config } from './config.ts'
import type { Metrics } from './observability/metrics.ts'
import type { ThreadPool } from './worker-threads/thread-pool.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** What every feature gets: none reads the clock, the environment or a connection of its own. */
export interface AppContext {
  config: Config
  db: Db
  now: () => Date
  log: Logger
  metrics: Metrics
  /** Worker threads for documents, pictures and spreadsheets. */
  threads: ThreadPool
  /** The shop's public URL, without a trailing slash. */
  baseUrl: () => string
}
