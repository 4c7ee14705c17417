import { type Config, ConfigurationError, configurationExitCode } from '../src/infra/config.ts'
import { connect, type Database } from '../src/infra/database/db.ts'
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../src/infra/embedded-postgres/embedded-postgres.ts'

// Shared by the commands for operators (import, seed).

/** The parameters are wrong. The message is one sentence for the operator. */
export class UsageError extends Error {}

export const usageExitCode = 2

/** To standard error: standard output has only the result. */
export function print(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

export interface ScriptDatabase {
  database: Database
  close(): Promise<void>
}

/** Opens the database of DATABASE_URL or the embedded one, which the shop may be using meanwhile. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  maxConnections: number,
): Promise<ScriptDatabase> {
  // Without statement timeout: the pool's default is meant for requests.
  const options = '-c statement_timeout=0'
  if (databaseUrl) {
    const database = connect({ connectionString: databaseUrl, options }, maxConnections)
    await database.pool.query('select 1').catch(async (error: Error) => {
      await database.close()
      throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
    })
    return { database, close: database.close }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const database = connect({ ...embedded.connection, options }, maxConnections)
  return {
    database,
    async close() {
      await database.close()
      await embedded.stop()
    },
  }
}

/** True when the message is a sentence for the operator; other errors are printed with their stack. */
export function isForOperator(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError
  )
}

export function toExitCode(error: unknown): number {
  if (error instanceof UsageError) return usageExitCode
  return error instanceof ConfigurationError ? configurationExitCode : 1
}
