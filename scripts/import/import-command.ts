import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { exportFolder } from '../../src/features/catalogue-import/export/write-export.server.ts'
import {
  InvalidFolderError,
  importFolder,
  validateFolder,
  writeTemplates,
} from '../../src/features/catalogue-import/import-folder.server.ts'
import {
  type FileReport,
  formatErrors,
  formatSummary,
  getExitCode,
  type ImportOptions,
} from '../../src/features/catalogue-import/report.ts'
import { importOrder } from '../../src/features/catalogue-import/validation/columns.ts'
import { ConfigurationError, type Mode, parseSettings } from '../../src/infra/config.ts'
import { createSchemaInTransaction, listMigrations } from '../../src/infra/database/migrate.ts'
import { updateSchema } from '../../src/infra/schema.ts'
import { type CommandOutput, openDatabase, toUsageError, UsageError, usageExitCode } from '../command-line.ts'

// npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace] (R-IMPORT-1). The shop may be serving meanwhile.
// Exit codes: 0 all files were imported, 1 a file was not, 2 wrong parameters or folder.

const usage = 'Usage: npm run import -- DIR [--skip-bad-rows] [--dry-run] [--replace]'

const help = `${usage}
       npm run import -- --template DIR
       npm run import -- --export DIR

Loads the CSV files of a folder into the catalogue, while the shop serves: ${importOrder.join(', ')}.
Each file is loaded completely or not at all. docs/first-catalogue.md explains it step by step.

  --dry-run         reports what would change, and each row that is wrong; changes nothing
  --skip-bad-rows   loads the good rows of a file that has bad ones, and lists those
  --replace         also removes what a file does not list; products are withdrawn from sale
  --template DIR    writes a template of each file into a new folder, with every column described
  --export DIR      writes what the shop has into a new folder, as files that can be imported again
  --help            shows this

Exit codes: 0 all files were imported, 1 a file was not, 2 wrong parameters or folder, 78 a setting is wrong.`

/** Command line and environment as in the help text. Resolves with the exit code. */
export async function runImportCommand(
  parameters: string[],
  env: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  try {
    const request = readParameters(parameters, env)
    if ('help' in request) output.result(help)
    else if ('template' in request) return await listWritten(writeTemplates(request.template), output)
    else if ('export' in request) return await exportFiles(request.export, env, output)
    else return await runImport(request, env, output)
    return 0
  } catch (error) {
    if (!(error instanceof InvalidFolderError || error instanceof UsageError)) throw error
    output.message(error.message)
    if (error instanceof UsageError) output.message(usage)
    return usageExitCode
  }
}

async function exportFiles(folder: string, env: NodeJS.ProcessEnv, output: CommandOutput): Promise<number> {
  const { database, close } = await openDatabase(parseSettings(env), 1)
  try {
    return await listWritten(exportFolder(database.pool, folder), output)
  } finally {
    await close()
  }
}

/** A folder that cannot be written is a fault of the parameters' kind, with exit code 1. */
async function listWritten(paths: Promise<string[]>, output: CommandOutput): Promise<number> {
  try {
    for (const path of await paths) output.result(path)
    return 0
  } catch (error) {
    if (!(error instanceof InvalidFolderError)) throw error
    output.message(error.message)
    return 1
  }
}

async function runImport(
  { folder, options }: ImportRequest,
  env: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  const settings = parseSettings(env)
  const printErrors = (report: FileReport) => formatErrors(report).forEach(output.message)
  const printSummary = (reports: FileReport[]) => {
    formatSummary(reports, options).forEach(output.result)
    return getExitCode(reports)
  }
  const examined = await validateFolder(folder, output.message)
  if (examined.refused.length > 0) {
    examined.refused.forEach(printErrors)
    return printSummary(examined.refused)
  }
  const { database, mode, close } = await openDatabase(settings, 2)
  try {
    const prepareDryRun = options.dryRun ? await planDryRun(database.pool, mode) : undefined
    if (!options.dryRun) await prepareDatabase(database.pool, mode)
    const imageFolder = join(settings.dataDir, 'images')
    const reports = await importFolder(database.pool, examined, {
      ...options,
      folder,
      imageFolder,
      prepareDryRun,
      onMessage: output.message,
      onReport: printErrors,
    })
    return printSummary(reports)
  } finally {
    await close()
  }
}

async function prepareDatabase(pool: pg.Pool, mode: Mode): Promise<void> {
  await updateSchema(pool, mode)
  if (mode === 'production') return
  // Demo mode guarantees the demo's rows (R-DEMO-1), even when the import runs before the first start.
  const { ensureDemoData } = await import('../../demo/demo-data.ts')
  await ensureDemoData(pool)
}

/** A dry run writes nothing, not even a schema: what an empty database needs is rolled back with it (R-IMPORT-6). */
async function planDryRun(
  pool: pg.Pool,
  mode: Mode,
): Promise<((client: pg.PoolClient) => Promise<void>) | undefined> {
  const migrations = await listMigrations(pool)
  if (migrations.every(({ state }) => state !== 'pending')) return undefined
  if (migrations.some(({ state }) => state === 'applied')) {
    throw new ConfigurationError(
      'The database is from an earlier release, and a dry run changes nothing: run npm run migrate first.',
    )
  }
  return async client => {
    await createSchemaInTransaction(client)
    if (mode === 'production') return
    const { loadDemoRows } = await import('../../demo/demo-data.ts')
    await loadDemoRows(client)
  }
}

interface ImportRequest {
  folder: string
  options: ImportOptions
}

function readParameters(
  parameters: string[],
  env: NodeJS.ProcessEnv,
): ImportRequest | { template: string } | { export: string } | { help: true } {
  const { positionals, values } = parse(parameters)
  if (values.help) return { help: true }
  for (const name of ['template', 'export'] as const) {
    const target = values[name]
    if (target === undefined) continue
    if (positionals.length > 0)
      throw new UsageError(`${name === 'export' ? 'An' : 'A'} ${name} takes no folder to import.`)
    if (Object.values(values).filter(value => value !== false).length > 1)
      throw new UsageError(`--${name} goes with no other option.`)
    return { [name]: resolve(env.INIT_CWD ?? '', target) } as { template: string } | { export: string }
  }
  const [folder, ...otherFolders] = positionals
  if (folder === undefined) throw new UsageError('Say which folder to import.')
  if (otherFolders.length > 0) throw new UsageError(`One folder at a time, not also '${otherFolders[0]}'.`)
  const { 'skip-bad-rows': skipBadRows, 'dry-run': dryRun, replace } = values
  return { folder: resolveFolder(folder, env), options: { skipBadRows, dryRun, replace } }
}

function parse(parameters: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const path = { type: 'string' } as const
  const help = { ...flag, short: 'h' } as const
  const options = {
    'skip-bad-rows': flag,
    'dry-run': flag,
    replace: flag,
    template: path,
    export: path,
    help,
  }
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw toUsageError(error)
  }
}

/** npm changes into the project's folder; paths are relative to the operator's working directory. */
function resolveFolder(folder: string, env: NodeJS.ProcessEnv): string {
  const path = resolve(env.INIT_CWD ?? '', folder)
  return existsSync(path) ? path : resolve(folder)
}
