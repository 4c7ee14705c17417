import { parseArgs } from 'node:util'
import { BackupError } from '../src/infra/backup/archive.ts'
import { createBackup, removeOldBackups } from '../src/infra/backup/backup.ts'
import { createConfig, parseSettings } from '../src/infra/config.ts'
import {
  type Command,
  openDatabase,
  resolvePath,
  runAsProcess,
  toUsageError,
  UsageError,
} from './command-line.ts'

// npm run backup -- [DIR] [--keep N] (R-RUN-17). The shop may be serving meanwhile. Standard output has only the path of
// the new file. Exit codes: 0 written and checked, 1 not written, 2 wrong parameters, 78 a setting is wrong.

const usage = `Usage: npm run backup -- [DIR] [--keep N]
DIR: the folder that gets the new file; without it BACKUP_DIR. --keep N: deletes all but the newest N backups there.`

const runBackup: Command = async (parameters, env, output) => {
  const { folder: namedFolder, keep, help } = readParameters(parameters)
  if (help) {
    output.result(usage)
    return 0
  }
  const settings = parseSettings(env)
  const { database, mode, close } = await openDatabase(settings, 1)
  try {
    const { dataDir, backupDir } = createConfig(settings, mode)
    const folder = namedFolder ?? backupDir
    if (!folder) throw new UsageError(`Say where to write the backup.\n${usage}`)
    const options = { pool: database.pool, dataDir, folder, now: new Date() }
    output.result(await createBackup(options).catch(throwWithSentence))
    if (keep !== null) await removeOldBackups(folder, keep)
    return 0
  } finally {
    await close()
  }
}

/** An error of the system is about the folder: no space, no permission. */
function throwWithSentence(error: NodeJS.ErrnoException): never {
  if (!error.code || !error.syscall) throw error
  throw new BackupError(`The backup was not written: ${error.message}.`)
}

function readParameters(parameters: string[]) {
  const { positionals, values } = parse(parameters)
  const [folder, secondFolder] = positionals
  const { keep, help } = values
  if (secondFolder !== undefined) throw new UsageError(`One folder, not also '${secondFolder}'.\n${usage}`)
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) {
    throw new UsageError(`--keep needs a whole number above 0.\n${usage}`)
  }
  return {
    folder: folder === undefined ? null : resolvePath(folder),
    keep: keep === undefined ? null : Number(keep),
    help,
  }
}

function parse(parameters: string[]) {
  const options = { keep: { type: 'string' }, help: { type: 'boolean', default: false } } as const
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${toUsageError(error).message}\n${usage}`)
  }
}

runAsProcess(runBackup)
