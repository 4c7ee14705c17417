import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import {
  InvalidFolderError,
  importFolder,
  validateFolder,
} from '../src/features/catalogue-import/import-folder.server.ts'
import {
  type FileReport,
  formatErrors,
  formatSummary,
  getExitCode,
  type ImportOptions,
} from '../src/features/catalogue-import/report.ts'
import { parseConfig } from '../src/infra/config.ts'
import { migrate } from '../src/infra/database/migrate.ts'
import {
  isForOperator,
  openDatabase,
  print,
  toExitCode,
  toUsageError,
  UsageError,
  usageExitCode,
} from './command-line.ts'

// npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace] (R-IMPORT-1). The shop may be serving meanwhile.
// Exit codes: 0 all files were imported, 1 a file was not, 2 wrong parameters or folder.

const usage = 'Usage: npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace]'

// A million rows create much short-lived data, for which Node would enlarge its young generation: to 310 MB, where 180 MB
// are enough.
setFlagsFromString('--semi-space-growth-factor=1')

async function run(): Promise<void> {
  const { folder, options } = readParameters(process.argv.slice(2))
  const config = parseConfig(process.env)
  const examined = await validateFolder(folder, print)
  if (examined.refused.length > 0) {
    examined.refused.forEach(printErrors)
    return printSummary(examined.refused, options)
  }
  const { database, close } = await openDatabase(config, 2)
  try {
    await migrate(database.pool)
    // Demo mode guarantees the demo's rows (R-DEMO-1), even when the import runs before the first start.
    if (config.mode === 'demo') {
      const { ensureDemoData } = await import('../demo/demo-data.ts')
      await ensureDemoData(database.pool)
    }
    const imageFolder = join(config.dataDir, 'images')
    const reports = await importFolder(database.pool, examined, {
      ...options,
      folder,
      imageFolder,
      onMessage: print,
      onReport: printErrors,
    })
    printSummary(reports, options)
  } finally {
    await close()
  }
}

function printErrors(report: FileReport): void {
  for (const line of formatErrors(report)) print(line)
}

function printSummary(reports: FileReport[], options: ImportOptions): void {
  for (const line of formatSummary(reports, options)) process.stdout.write(`${line}\n`)
  process.exitCode = getExitCode(reports)
}

function readParameters(parameters: string[]): { folder: string; options: ImportOptions } {
  const { positionals, values } = parse(parameters)
  const [folder, ...otherFolders] = positionals
  if (folder === undefined) throw new UsageError('Say which folder to import.')
  if (otherFolders.length > 0) throw new UsageError(`One folder at a time, not also '${otherFolders[0]}'.`)
  const { 'skip-bad-rows': skipBadRows, 'dry-run': dryRun, replace } = values
  return { folder: resolveFolder(folder), options: { skipBadRows, dryRun, replace } }
}

function parse(parameters: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { 'skip-bad-rows': flag, 'dry-run': flag, replace: flag }
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw toUsageError(error)
  }
}

/** npm changes into the project's folder; paths are relative to the operator's working directory. */
function resolveFolder(folder: string): string {
  const path = resolve(process.env.INIT_CWD ?? '', folder)
  return existsSync(path) ? path : resolve(folder)
}

function getExitCodeOfError(error: unknown): number {
  return error instanceof InvalidFolderError ? usageExitCode : toExitCode(error)
}

run().catch((error: Error) => {
  const hasOnlyMessage = isForOperator(error) || error instanceof InvalidFolderError
  print(hasOnlyMessage ? error.message : (error.stack ?? error.message))
  if (error instanceof UsageError) print(usage)
  process.exitCode = getExitCodeOfError(error)
})
