import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import {
  complaintsOf,
  exitCodeOf,
  type FileReport,
  type ImportOptions,
  summaryOf,
} from '../src/features/catalogue-import/report.ts'
import { examineFolder, FolderRefusal, importFolder } from '../src/features/catalogue-import/run.server.ts'
import { ConfigurationError, configurationExitCode, parseConfig } from '../src/infra/config.ts'
import { connect, type Database } from '../src/infra/database/db.ts'
import { migrate } from '../src/infra/database/migrate.ts'
import { PostgresRefusal, startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'

// npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace] (contract §6). The shop may be serving meanwhile.
// Exit codes: 0 all was taken, 1 a file was not, 2 wrong parameters or folder.

const wrongUsageExitCode = 2
const usage = 'Usage: npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace]'

// A million rows make much short-lived text. Left to itself, Node answers with ever larger room for it: 310 MB, where
// 180 MB do as well.
setFlagsFromString('--semi-space-growth-factor=1')

class WrongUsage extends Error {}

async function run(): Promise<void> {
  const { folder, options } = readParameters(process.argv.slice(2))
  const config = parseConfig(process.env)
  const examined = await examineFolder(folder, tell)
  if (examined.refused.length > 0) {
    examined.refused.forEach(onReport)
    return end(examined.refused, options)
  }
  const { database, stop } = await openDatabase(config.databaseUrl, config.dataDir)
  try {
    await migrate(database.pool)
    // The demo's rows are always there in demo mode (contract §7), also when the import comes before the first start.
    if (config.mode === 'demo') {
      const { ensureDemoData } = await import('../demo/demo-data.ts')
      await ensureDemoData(database.pool)
    }
    const imageFolder = join(config.dataDir, 'images')
    const reports = await importFolder(database.pool, examined, {
      ...options,
      folder,
      imageFolder,
      tell,
      onReport,
    })
    end(reports, options)
  } finally {
    await database.close()
    await stop()
  }
}

function onReport(report: FileReport): void {
  for (const line of complaintsOf(report)) tell(line)
}

function end(reports: FileReport[], options: ImportOptions): void {
  for (const line of summaryOf(reports, options)) process.stdout.write(`${line}\n`)
  process.exitCode = exitCodeOf(reports)
}

function readParameters(parameters: string[]): { folder: string; options: ImportOptions } {
  const { positionals, values } = parse(parameters)
  const [folder, ...more] = positionals
  if (folder === undefined) throw new WrongUsage('Say which folder to import.')
  if (more.length > 0) throw new WrongUsage(`One folder at a time, not also '${more[0]}'.`)
  const { 'skip-bad-rows': skipBadRows, 'dry-run': dryRun, replace } = values
  return { folder: resolveFolder(folder), options: { skipBadRows, dryRun, replace } }
}

function parse(parameters: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { 'skip-bad-rows': flag, 'dry-run': flag, replace: flag }
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split(/\.?\s*\n|\. /)[0]}.`)
  }
}

/** npm changes into the project's folder; the operator means the one he stands in. */
function resolveFolder(folder: string): string {
  const meant = resolve(process.env.INIT_CWD ?? '', folder)
  return existsSync(meant) ? meant : resolve(folder)
}

async function openDatabase(
  databaseUrl: string | null,
  dataDir: string,
): Promise<{ database: Database; stop: () => Promise<void> }> {
  // One statement may take as long as it needs: the pool's own limit is made for requests.
  const options = '-c statement_timeout=0'
  if (databaseUrl) {
    const database = connect({ connectionString: databaseUrl, options }, 2)
    await database.pool.query('select 1').catch(async (error: Error) => {
      await database.close()
      throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
    })
    return { database, stop: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  return { database: connect({ ...embedded.connection, options }, 2), stop: () => embedded.stop() }
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function exitCodeFor(error: unknown): number {
  if (error instanceof WrongUsage || error instanceof FolderRefusal) return wrongUsageExitCode
  return error instanceof ConfigurationError ? configurationExitCode : 1
}

run().catch((error: Error) => {
  const isOperators =
    error instanceof WrongUsage ||
    error instanceof FolderRefusal ||
    error instanceof ConfigurationError ||
    error instanceof PostgresRefusal
  tell(isOperators ? error.message : (error.stack ?? error.message))
  if (error instanceof WrongUsage) tell(usage)
  process.exitCode = exitCodeFor(error)
})
