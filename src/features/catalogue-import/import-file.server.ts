import { join } from 'node:path'
import type pg from 'pg'
import type { Result } from '../../lib/result.ts'
import { type CsvRecord, isBlankRecord } from './csv/csv-reader.ts'
import { readRecords } from './csv/read-file.server.ts'
import {
  createStagingTable,
  type FileImporter,
  type ImportRun,
  insertStagedRows,
  type RemovedRows,
  removeBadRows,
  type StagedRow,
  type StagingTable,
  type WriteContext,
} from './file-importer.server.ts'
import { fileMessages, rowMessages } from './messages.ts'
import type { PictureImport } from './pictures.server.ts'
import {
  type Counts,
  createReport,
  type FileReport,
  formatImportedRows,
  formatSkippedRows,
  type RowReport,
} from './report.ts'
import { CellReader } from './validation/cells.ts'
import type { ImportFile } from './validation/columns.ts'
import type { FileHeader } from './validation/file-header.ts'
import { DamagedCodes } from './validation/spreadsheet-damage.ts'

interface FileImport {
  client: pg.PoolClient
  header: FileHeader
  importer: FileImporter
  pictures: PictureImport
  run: ImportRun
  refusedFiles: readonly ImportFile[]
}

interface StagedFile {
  report: FileReport
  good: number
  blank: number
  /** Rows that say the same as an earlier one. */
  duplicates: number
  damagedCodes: DamagedCodes
}

const batchRows = 5000
/** In a process that answers requests meanwhile. */
const batchRowsWhileServing = 500
/** Limits the memory for bad rows. All are counted. */
const maxListedRows = 10_000
const maxListedWarnings = 1000
const largeFileRows = 1000
const maxAttempts = 4
const progressIntervalMs = 2000
/** Below this number of changed rows autovacuum is enough. */
const vacuumFromRows = 10_000

/** Imports one file in one transaction. A file with bad rows is rolled back, unless they are to be skipped (R-IMPORT-3). */
export async function importFile(fileImport: FileImport): Promise<FileReport> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await importFileOnce(fileImport)
    } catch (error) {
      // Orders and staff write at the same time, which can cause deadlocks.
      if (isOneOfSeveral(fileImport.run) || attempt >= maxAttempts || !isRetryableError(error)) throw error
    }
  }
}

async function importFileOnce(fileImport: FileImport): Promise<FileReport> {
  const { client, importer, pictures, run } = fileImport
  const isPart = isOneOfSeveral(run)
  await client.query(isPart ? 'savepoint import_file' : 'begin')
  try {
    const staged = await stageFile(fileImport)
    const { report } = staged
    report.notes.push(...formatSkippedRows(staged))
    await writeStagedRows(fileImport, staged)
    const { counts, badRows } = report
    if (counts && !run.dryRun) await addImportAudit(fileImport, counts, badRows)
    if (isPart) {
      await client.query(`${counts ? 'release' : 'rollback to'} savepoint import_file`)
      return report
    }
    await client.query(counts ? 'commit' : 'rollback')
    await pictures.publishDrafts()
    if (counts) await vacuumTables(client, importer, counts)
    return report
  } catch (error) {
    if (!isPart) await client.query('rollback').catch(() => {})
    throw error
  } finally {
    if (!isPart) await pictures.discardDrafts()
  }
}

/** Whether the file shares a transaction with others, which ends after the last. */
const isOneOfSeveral = ({ dryRun, together }: ImportRun): boolean => dryRun || together !== undefined

/** One entry for each file that changes something; `stock_movement` has each product's figures. */
async function addImportAudit(
  { client, importer, run }: FileImport,
  counts: Counts,
  badRows: number,
): Promise<void> {
  if (counts.new + counts.changed + counts.removed === 0) return
  await client.query(
    `insert into audit (actor_kind, actor_id, action, subject, detail) values ($1, $2, 'file imported', $3, $4)`,
    [
      run.staffId === undefined ? 'import' : 'person',
      run.staffId ?? null,
      importer.file,
      formatImportedRows(counts, badRows),
    ],
  )
}

/** Reads the file into its staging table and validates it: each row by itself, then all rows together. */
async function stageFile(fileImport: FileImport): Promise<StagedFile> {
  const { client, importer } = fileImport
  await createStagingTable(client, importer.staging)
  const staged = await stageRows(fileImport)
  const { report } = staged
  await client.query(`analyze ${importer.staging.table}`)
  // The planner assumes that the three columns naming a machine are independent, so it underestimates the join and would
  // choose a nested loop, which is slow for large files. For small files its choice is good.
  await client.query(`set local enable_nestloop = ${staged.good >= largeFileRows ? 'off' : 'on'}`)
  staged.duplicates = await importer.checkRows(toWriteContext(fileImport))
  const invalid = await removeBadRows(client, {
    table: importer.staging.table,
    maxListed: maxListedRows,
    refusedFiles: fileImport.refusedFiles,
  })
  report.refused = invalid.dependent
  staged.good -= invalid.count + staged.duplicates
  report.badRows += invalid.count
  report.listed = mergeReports(report.listed, invalid.listed, maxListedRows)
  const rowWarnings = await importer.findWarnings?.(client, maxListedWarnings)
  report.warnings += rowWarnings?.count ?? 0
  report.listedWarnings = mergeReports(report.listedWarnings, rowWarnings?.listed ?? [], maxListedWarnings)
  return staged
}

const mergeReports = (some: RowReport[], more: RowReport[], max: number): RowReport[] =>
  [...some, ...more].sort((a, b) => a.line - b.line).slice(0, max)

async function stageRows(fileImport: FileImport): Promise<StagedFile> {
  const { client, header, importer, run } = fileImport
  const cells = new CellReader(header)
  const report = createReport(importer.file)
  const staged = { report, good: 0, blank: 0, duplicates: 0, damagedCodes: new DamagedCodes() }
  const batches = createBatchWriter(
    client,
    importer.staging,
    run.together ? batchRowsWhileServing : batchRows,
  )
  const reportProgress = createProgressReporter(importer.file, run)
  let isHeader = true
  for await (const records of readRecords(join(run.folder, importer.file))) {
    for (const record of records) {
      if (isBlankRecord(record)) staged.blank += 1
      else if (isHeader) isHeader = false
      else {
        const parsed = await parseRecord(fileImport, cells, record)
        addToReport(staged, record.line, parsed)
        if (parsed.ok) await batches.add({ line: record.line, row: parsed.row })
      }
    }
    run.onProgress?.(importer.file, staged.good + report.badRows)
    reportProgress(staged.good + report.badRows)
  }
  await batches.end()
  return staged
}

interface RowCheck {
  warning: string | null
  damagedCode: string | null
}

type RecordResult = RowCheck & Result<{ row: StagedRow['row'] }, string>

async function parseRecord(
  { importer, pictures }: FileImport,
  cells: CellReader,
  { fields, fault }: CsvRecord,
): Promise<RecordResult> {
  if (fault) return { ok: false, reason: rowMessages[fault](), warning: null, damagedCode: null }
  cells.startRow(fields)
  const row = importer.parseRow(cells)
  for (const column of cells.refusal ? [] : (importer.pictureColumns ?? [])) {
    for (const name of listNames(row[column])) {
      const pictureRefusal = await pictures.validatePicture(name)
      if (pictureRefusal) cells.refuse(pictureRefusal, column, name)
    }
  }
  const { refusal, warning, damagedCode } = cells
  return refusal
    ? { ok: false, reason: refusal, warning: null, damagedCode }
    : { ok: true, row, warning, damagedCode }
}

const listNames = (names: unknown): string[] => String(names).split(' ').filter(Boolean)

function addToReport(staged: StagedFile, line: number, parsed: RecordResult): void {
  const { report } = staged
  staged.damagedCodes.add(line, parsed.damagedCode && copyString(parsed.damagedCode))
  if (!parsed.ok) {
    report.badRows += 1
    if (report.listed.length < maxListedRows) report.listed.push({ line, reason: copyString(parsed.reason) })
    return
  }
  staged.good += 1
  if (parsed.warning === null) return
  report.warnings += 1
  if (report.listedWarnings.length < maxListedWarnings)
    report.listedWarnings.push({ line, reason: copyString(parsed.warning) })
}

/** A string of the file may be a slice, which would keep a whole chunk of the file in memory. */
const copyString = (text: string): string => Buffer.from(text).toString()

/** Inserts rows into the staging table in batches; one batch is inserted while the next is parsed. */
function createBatchWriter(client: pg.PoolClient, staging: StagingTable, size: number) {
  let batch: StagedRow[] = []
  let pendingInsert: Promise<void> = Promise.resolve()

  async function insertBatch(): Promise<void> {
    await pendingInsert
    pendingInsert = insertStagedRows(client, staging, batch)
    // The error is thrown where the promise is awaited; until then it must not count as unhandled.
    pendingInsert.catch(() => {})
    batch = []
  }

  return {
    async add(row: StagedRow): Promise<void> {
      batch.push(row)
      if (batch.length >= size) await insertBatch()
    },
    async end(): Promise<void> {
      if (batch.length > 0) await insertBatch()
      await pendingInsert
    },
  }
}

/** Sets the counts of the report, unless the file is refused. */
async function writeStagedRows(
  fileImport: FileImport,
  { report, good, damagedCodes }: StagedFile,
): Promise<void> {
  const { importer, run } = fileImport
  const { badRows, notes } = report
  if (report.refused !== null) return
  if (damagedCodes.isSpoilt) report.refused = fileMessages.spoiltCodes(damagedCodes.count, damagedCodes.lines)
  else if (badRows > 0 && !run.skipBadRows) return
  else if (run.replace && good + badRows === 0) report.refused = fileMessages.replaceEmpty
  if (report.refused) return
  const context = toWriteContext(fileImport)
  const written = await importer.write(context)
  let removed = 0
  if (run.replace && badRows > 0) notes.push('bad rows were skipped, so that nothing was removed')
  else if (run.replace) {
    const removedRows = await importer.removeUnlisted(context)
    removed = removedRows.count
    if (removed > 0) notes.push(formatRemovedRows(removedRows, run.dryRun))
  }
  if (importer.pictureColumns) await copyPictures(fileImport, importer.pictureColumns, notes)
  report.counts = { ...written, removed }
}

function formatRemovedRows({ count, examples }: RemovedRows, dryRun: boolean): string {
  const more = count - examples.length
  return `${dryRun ? 'would be removed' : 'removed'}: ${examples.join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function copyPictures(
  { client, importer, pictures, run }: FileImport,
  columns: readonly string[],
  notes: string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from ${importer.staging.table},
       regexp_split_to_table(concat_ws(' ', ${columns.join(', ')}), ' ') name where name <> ''`,
  )
  const names = rows.map(({ name }) => name)
  const count = await pictures.countNew(names)
  if (count > 0) notes.push(`pictures: ${count} new`)
  if (!run.dryRun) await pictures.createDrafts(names)
}

function toWriteContext({ client, header, run, refusedFiles }: FileImport): WriteContext {
  return { client, header, dryRun: run.dryRun && !run.together, refusedFiles }
}

/** Removes dead rows and updates the planner's statistics, which autovacuum would do too late after a large import. */
export async function vacuumTables(
  client: pg.PoolClient,
  importer: FileImporter,
  counts: Counts,
): Promise<void> {
  if (counts.new + counts.changed + counts.removed < vacuumFromRows) return
  for (const table of importer.tablesToVacuum) await client.query(`vacuum (analyze) ${table}`)
}

function createProgressReporter(file: string, { onMessage }: ImportRun): (rows: number) => void {
  let reportedAtMs = Date.now()
  return rows => {
    if (Date.now() - reportedAtMs < progressIntervalMs) return
    reportedAtMs = Date.now()
    onMessage(`${file}: ${rows} rows read`)
  }
}

function isRetryableError(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}
