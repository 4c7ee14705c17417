import { parseArgs } from 'node:util'
import { restoreBackup } from '../src/infra/backup/restore.ts'
import { parseSettings } from '../src/infra/config.ts'
import {
  type Command,
  openDatabase,
  resolvePath,
  runAsProcess,
  toUsageError,
  UsageError,
} from './command-line.ts'

// npm run restore -- FILE [--replace] (R-RUN-18). The shop must be stopped. Exit codes: 0 restored and checked, 1 not
// restored, 2 wrong parameters, 78 a setting is wrong.

const usage = `Usage: npm run restore -- FILE [--replace]
FILE: a backup of npm run backup. --replace: deletes the data and pictures that are there first.`

const runRestore: Command = async (parameters, env, output) => {
  const { positionals, values } = parse(parameters)
  if (values.help) {
    output.result(usage)
    return 0
  }
  const [file, secondFile] = positionals
  if (file === undefined) throw new UsageError(`Say which backup to restore.\n${usage}`)
  if (secondFile !== undefined) throw new UsageError(`One backup, not also '${secondFile}'.\n${usage}`)
  const settings = parseSettings(env)
  // As the shop itself: on a data folder that is served the restore is refused.
  const { database, close } = await openDatabase(settings, 1, 'serve')
  try {
    const { createdAt, tables, pictures } = await restoreBackup({
      pool: database.pool,
      dataDir: settings.dataDir,
      file: resolvePath(file),
      replace: values.replace,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    output.result(
      `The backup of ${createdAt} is restored: ${tables.length} tables with ${rows} rows, ${pictures.length} pictures.`,
    )
    return 0
  } finally {
    await close()
  }
}

function parse(parameters: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { replace: flag, help: flag }
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${toUsageError(error).message}\n${usage}`)
  }
}

runAsProcess(runRestore)
