import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { AppContext } from '../../../infra/app-context.ts'
import { connect, noTimeouts } from '../../../infra/database/db.ts'
import { toLoggableError } from '../../../infra/observability/log.ts'
import { toCsvLine } from '../../../lib/csv.ts'
import { listExportColumns } from '../export/export-queries.server.ts'
import type { ImportRun } from '../file-importer.server.ts'
import { InvalidFolderError, importFolder, validateFolder } from '../import-folder.server.ts'
import type { FileReport } from '../report.ts'
import { attributePrefix, type ImportFile } from '../validation/columns.ts'
import {
  findChanges,
  findTouched,
  listConcernedFiles,
  listOldRows,
  removeNewRows,
  storeChanges,
  takeSnapshot,
} from './changes.server.ts'
import {
  beat,
  beginRun,
  deleteChanges,
  endBrokenRuns,
  enqueueRun,
  findRun,
  listEndedRuns,
  listOldRuns,
  setReport,
  setState,
} from './run-queries.server.ts'
import { type ImportUpload, type RunProgress, type RunReport, type RunState, runMessages } from './runs.ts'
import { UploadError, unpackUpload } from './unpack.server.ts'

type JobContext = AppContext & { pool: pg.Pool }

const busySeconds = 2
const beatMs = 2_000
const undoDays = 30

export const getRunFolder = ({ config }: Pick<AppContext, 'config'>, id: number): string =>
  join(config.dataDir, 'imports', String(id))
export const getUploadPath = (folder: string, nth: number): string => join(folder, `upload-${nth}`)

/** Checks, imports or undoes: whatever the state of the run says (R-IMPORT-19 to R-IMPORT-22). */
export async function workOnRun(context: JobContext, id: number): Promise<void> {
  const { db, log } = context
  const begun = await beginRun(db, id)
  if (begun === 'busy') await enqueueRun(db, id, busySeconds)
  if (begun !== 'begun') return
  const run = (await findRun(db, id))!
  let progress: RunProgress | null = null
  const timer = setInterval(() => void beat(db, id, progress).catch(() => {}), beatMs)
  const onProgress = (file: string, rows: number) => {
    progress = { file, rows }
  }
  const { options } = context.pool
  // pg makes these two non-enumerable. A connection of the pool is ended when a statement takes long.
  const { password, ssl } = options
  const database = connect({ ...options, password, ssl, max: 2 }, 2, log, noTimeouts)
  try {
    await works[run.state]?.({ ...context, pool: database.pool }, run, onProgress)
  } catch (error) {
    const isForStaff = error instanceof UploadError || error instanceof InvalidFolderError
    if (!isForStaff) log.error({ err: toLoggableError(error), run: id }, 'An import failed.')
    const message = isForStaff ? (error as Error).message : runMessages.failed
    await setState(db, { id, from: run.state, to: statesAfterFailure[run.state]!, message })
  } finally {
    clearInterval(timer)
    await database.close()
  }
}

type OnProgress = (file: string, rows: number) => void
type Work = (context: JobContext, run: ImportUpload, onProgress: OnProgress) => Promise<void>

const statesAfterFailure: Partial<Record<RunState, RunState>> = {
  checking: 'refused',
  importing: 'ready',
  undoing: 'done',
}

const works: Partial<Record<RunState, Work>> = { checking: check, importing: apply, undoing: undo }

/** A dry run, of which the differences are stored. */
async function check(context: JobContext, run: ImportUpload, onProgress: OnProgress): Promise<void> {
  const { db } = context
  const folder = getRunFolder(context, run.id)
  const uploads = run.files.map(({ name }, nth) => ({ name, path: getUploadPath(folder, nth) }))
  await unpackUpload(uploads, join(folder, 'files'))
  let result: RunReport | null = null
  const reports = await importFiles(context, run, onProgress, {
    dryRun: true,
    async end(client, all, concerned) {
      result = await findChanges(client, all, concerned)
      return false
    },
  })
  const files = reports.map(report => ({ ...report, before: 0, moved: 0, changes: [] }))
  const report: RunReport = result ?? { files, digest: '', canUndo: false }
  await setReport(db, run.id, limitReport(report))
  const to = report.files.every(({ counts }) => counts) ? 'ready' : 'refused'
  await setState(db, { id: run.id, from: 'checking', to })
}

async function apply(context: JobContext, run: ImportUpload, onProgress: OnProgress): Promise<void> {
  const { db } = context
  let result: RunReport | null = null
  let isDone = false
  await importFiles(context, run, onProgress, {
    dryRun: false,
    async end(client, reports, concerned) {
      result = await findChanges(client, reports, concerned)
      if (result.digest !== run.report?.digest) return false
      if (result.canUndo) await storeChanges(client, run.id)
      isDone = await endInside(client, run.id, ['importing', 'done'])
      return isDone
    },
  })
  if (isDone) return rm(getRunFolder(context, run.id), { recursive: true, force: true })
  if (result) await setReport(db, run.id, limitReport(result))
  const isRefused = (result as RunReport | null)?.files.some(({ counts }) => !counts)
  const to = isRefused ? 'refused' : 'ready'
  await setState(db, { id: run.id, from: 'importing', to, message: runMessages.differs })
}

/** Imports the rows as they were, after those that were added are removed. */
async function undo(context: JobContext, run: ImportUpload, onProgress: OnProgress): Promise<void> {
  const files = listConcernedFiles(
    run.report!.files.map(({ file }) => file),
    run.replaces,
  )
  const folder = join(getRunFolder(context, run.id), 'files')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeOldRows(context.pool, run.id, files, folder)
  await importFiles(context, { ...run, replaces: false }, onProgress, {
    dryRun: false,
    async begin(client) {
      const touched = await findTouched(client, run.id)
      if (touched) throw new UploadError(runMessages.touched(touched.file, touched.names.join('; ')))
      await removeNewRows(client, run.id)
    },
    async end(client, reports) {
      if (reports.some(({ counts }) => !counts)) return false
      return endInside(client, run.id, ['undoing', 'undone'])
    },
  })
  await setState(context.db, { id: run.id, from: 'undoing', to: 'done', message: runMessages.failed })
  await rm(getRunFolder(context, run.id), { recursive: true, force: true })
}

async function writeOldRows(
  pool: pg.Pool,
  id: number,
  files: readonly ImportFile[],
  folder: string,
): Promise<void> {
  const client = await pool.connect()
  try {
    for (const file of files) {
      const rows = await listOldRows(client, id, file)
      const attributes = new Set(
        rows.flatMap(row => Object.keys(row).filter(name => name.startsWith(attributePrefix))),
      )
      const columns = [...listExportColumns(file), ...attributes]
      const lines = rows.map(row => toCsvLine(columns.map(name => row[name] ?? '')))
      await writeFile(join(folder, file), toCsvLine(columns) + lines.join(''))
    }
  } finally {
    client.release()
  }
}

interface Hooks {
  dryRun: boolean
  begin?: (client: pg.PoolClient) => Promise<void>
  end: (
    client: pg.PoolClient,
    reports: readonly FileReport[],
    concerned: readonly ImportFile[],
  ) => Promise<boolean>
}

async function importFiles(
  context: JobContext,
  run: ImportUpload,
  onProgress: OnProgress,
  { dryRun, begin, end }: Hooks,
): Promise<FileReport[]> {
  const folder = join(getRunFolder(context, run.id), 'files')
  const examined = await validateFolder(folder, () => {})
  const concerned = listConcernedFiles([...examined.headers.keys()], run.replaces)
  const options: ImportRun = {
    ...{ folder, dryRun, onProgress, skipBadRows: false, replace: run.replaces, staffId: run.staffId },
    imageFolder: join(context.config.dataDir, 'images'),
    onMessage: () => {},
    onReport: () => {},
    together: {
      async begin(client) {
        await begin?.(client)
        await takeSnapshot(client, concerned, dryRun)
      },
      end: (client, reports) => end(client, reports, concerned),
    },
  }
  return importFolder(context.pool, examined, options)
}

/** The last statement of a transaction, which is committed only when the run is still its own. */
async function endInside(
  client: pg.PoolClient,
  id: number,
  [from, to]: readonly [RunState, RunState],
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update import_run set state = $3, version = version + 1, message = '', progress = null, beat_at = null,
       done_at = clock_timestamp()
     where id = $1 and state = $2`,
    [id, from, to],
  )
  return rowCount === 1
}

const maxStoredErrors = 2_000

const limitReport = (report: RunReport): RunReport => ({
  ...report,
  files: report.files.map(file => ({
    ...file,
    listed: file.listed.slice(0, maxStoredErrors),
    listedWarnings: file.listedWarnings.slice(0, maxStoredErrors),
  })),
})

/** Every minute: runs whose process is gone, what is too old to be undone, and files that nothing needs any more. */
export async function sweepRuns(context: AppContext): Promise<void> {
  const { db, now, config } = context
  await endBrokenRuns(db)
  const old = await listOldRuns(db, new Date(now().getTime() - undoDays * 86_400_000))
  if (old.length > 0) await deleteChanges(db, old)
  const names = await readdir(join(config.dataDir, 'imports')).catch(() => [])
  for (const id of await listEndedRuns(db, names.map(Number).filter(Number.isSafeInteger)))
    await rm(getRunFolder(context, id), { recursive: true, force: true })
}
