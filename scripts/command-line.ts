import { resolve } from 'node:path'
import { BackupError } from '../src/infra/backup/archive.ts'
import { nameCommands } from '../src/infra/command-names.ts'
import {
  type Config,
  ConfigurationError,
  configurationExitCode,
  type Mode,
  type Settings,
} from '../src/infra/config.ts'
import { decideMode } from '../src/infra/database/database-mark.ts'
import { connect, type Database, noTimeouts } from '../src/infra/database/db.ts'
import { getDirectAddress, openServer } from '../src/infra/database/external-database.ts'
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../src/infra/embedded-postgres/embedded-postgres.ts'

// Shared by the commands for operators (import, seed, migrate, backup, restore).

/** The parameters are wrong. The message is one sentence for the operator. */
export class UsageError extends Error {}

export const usageExitCode = 2

/** npm changes into the project's folder; paths are relative to the operator's working directory. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}

/** To standard error: standard output has only the result. */
export function print(sentence: string): void {
  process.stderr.write(`${nameCommands(sentence)}\n`)
}

export interface ScriptDatabase {
  database: Database
  /** What this database is for, whether or not SHOP_MODE is set. */
  mode: Mode
  close(): Promise<void>
}

/**
 * Opens the database of DATABASE_URL, past a pooler, or the embedded one, which the shop may be using meanwhile. `serve`:
 * a shop that runs on the embedded one is refused.
 */
export async function openDatabase(
  settings: Settings,
  maxConnections: number,
  purpose: 'serve' | 'use' = 'use',
): Promise<ScriptDatabase> {
  const { database, close } = await connectDatabase(settings, maxConnections, purpose)
  try {
    return { database, mode: await decideMode(database.pool, settings.mode), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connectDatabase(settings: Settings, maxConnections: number, purpose: 'serve' | 'use') {
  const address = getDirectAddress(settings)
  if (address) {
    const database = await openServer(address, maxConnections, undefined, noTimeouts)
    return { database, close: database.close }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, purpose })
  const database = connect(embedded.connection, maxConnections, undefined, noTimeouts)
  const close = async () => {
    await database.close()
    await embedded.stop()
  }
  return { database, close }
}

/** True when the message is a sentence for the operator; other errors are printed with their stack. */
export function isForOperator(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof BackupError
  )
}

export function toExitCode(error: unknown): number {
  if (error instanceof UsageError) return usageExitCode
  return error instanceof ConfigurationError ? configurationExitCode : 1
}

/** The public URL of the shop that runs with these settings; the commands cannot see which free port PORT=0 chose. */
export function getShopUrl({ baseUrl, host, port }: Config): string {
  if (baseUrl) return baseUrl
  if (port === 0) throw new ConfigurationError('BASE_URL is missing: links need the address of the shop.')
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isAnyAddress ? '127.0.0.1' : name}:${port}`
}

/** The first sentence of what parseArgs says about wrong parameters. */
export function toUsageError(error: unknown): UsageError {
  return new UsageError(`${(error as Error).message.split(/\.?\s*\n|\. /)[0]}.`)
}

/** Where a command writes: its result, and sentences for the operator. */
export interface CommandOutput {
  result(text: string): void
  message(sentence: string): void
}

/** A command that tests can run within their own process. Resolves with the exit code. */
export type Command = (parameters: string[], env: NodeJS.ProcessEnv, output: CommandOutput) => Promise<number>

export function runAsProcess(command: Command): void {
  const output = {
    result: (text: string) => void process.stdout.write(`${nameCommands(text)}\n`),
    message: print,
  }
  command(process.argv.slice(2), process.env, output)
    .catch((error: Error) => {
      print(isForOperator(error) ? error.message : (error.stack ?? error.message))
      return toExitCode(error)
    })
    .then(code => {
      process.exitCode = code
    })
}
