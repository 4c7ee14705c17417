import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '../../db/types.gen.ts'
import type { Config } from './config.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** What every room is handed: no room reaches for the clock, the database or a setting by itself. */
export interface AppContext {
  config: Config
  db: Db
  now: () => Date
  log: Logger
  /** Where buyers reach the shop, without a slash at the end. */
  baseUrl: () => string
}
