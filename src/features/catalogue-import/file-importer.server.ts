import type pg from 'pg'
import { databaseMessages, fileMessages } from './messages.ts'
import type { Counts, FileReport, ImportOptions, RowReport } from './report.ts'
import type { CellReader } from './validation/cells.ts'
import type { ImportFile } from './validation/columns.ts'
import type { FileHeader } from './validation/file-header.ts'

export interface ImportRun extends ImportOptions {
  folder: string
  /** DATA_DIR/images. */
  imageFolder: string
  /** Called at the beginning of a dry run's transaction: creates what an empty database needs. */
  prepareDryRun?: (client: pg.PoolClient) => Promise<void>
  onMessage: (message: string) => void
  /** All files are one transaction, which these run within. */
  together?: TogetherHooks
  /** Who imports in the browser. */
  staffId?: number
  onProgress?: (file: ImportFile, rows: number) => void
  /** Called for each file as soon as it is finished. */
  onReport: (report: FileReport) => void
}

export interface TogetherHooks {
  begin(client: pg.PoolClient): Promise<void>
  /** After the last file: whether the transaction is committed. A dry run never is. */
  end(client: pg.PoolClient, reports: readonly FileReport[]): Promise<boolean>
}

/** What an importer needs to write the rows of its file. */
export interface WriteContext {
  client: pg.PoolClient
  header: FileHeader
  /** The transaction will be rolled back: locks that only protect the writing are not needed. */
  dryRun: boolean
  /** Earlier files of the same import: what they would have added is missing. */
  refusedFiles: readonly ImportFile[]
}

/** What --replace removed, or would remove. */
export interface RemovedRows {
  count: number
  /** The first names, in alphabetical order. */
  examples: string[]
}

export type ColumnType = 'text' | 'int' | 'bigint' | 'bool' | 'jsonb'

/** The temporary table for the rows of one file; it is dropped at the end of the transaction. */
export interface StagingTable<Column extends string = string> {
  table: string
  columns: Readonly<Record<Column, ColumnType>>
  /** The declarations of columns that are set after all rows are staged. */
  laterColumns?: readonly string[]
}

/** One of the files: how its rows are parsed, staged, validated and written. */
export interface FileImporter<Column extends string = string> {
  file: ImportFile
  staging: StagingTable<Column>
  /** The value of each column of the staging table; objects are stored as JSON. */
  parseRow(cells: CellReader): Record<NoInfer<Column>, unknown>
  /** Of a file with pictures: the columns of their names, with spaces between, in the file and in the staging table. */
  pictureColumns?: readonly string[]
  /**
   * Marks staged rows that contradict the rest of the file or the shop's tables, and removes those that only repeat an
   * earlier one. Returns how many these are.
   */
  checkRows(context: WriteContext): Promise<number>
  /** What the operator should look at among the valid rows: the number of all, and the first ones. */
  findWarnings?(client: pg.PoolClient, maxListed: number): Promise<{ count: number; listed: RowReport[] }>
  /** Upserts the valid rows into the shop's tables. Rows that change nothing are not written (R-IMPORT-2). */
  write(context: WriteContext): Promise<Omit<Counts, 'removed'>>
  /** Removes what the file does not list. */
  removeUnlisted(context: WriteContext): Promise<RemovedRows>
  /** Tables that a large import leaves in need of a vacuum. */
  tablesToVacuum: readonly string[]
}

/** Checks that the rows have the columns of the staging table. */
export const defineImporter = <Column extends string>(importer: FileImporter<Column>): FileImporter =>
  importer

export interface StagedRow {
  line: number
  row: Record<string, unknown>
}

/** Each row has its line in the file and, once it is marked as bad, the reason. */
export async function createStagingTable(
  client: pg.PoolClient,
  { table, columns, laterColumns = [] }: StagingTable,
): Promise<void> {
  const declarations = [
    ...Object.entries(columns).map(([name, type]) => `${name} ${type}`),
    ...laterColumns,
  ].join(', ')
  await client.query(
    `create temp table ${table} (line int not null, ${declarations}, bad text) on commit drop`,
  )
}

export async function insertStagedRows(
  client: pg.PoolClient,
  { table, columns }: StagingTable,
  lines: readonly StagedRow[],
): Promise<void> {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map((type, at) => `$${at + 2}::${type}[]`)
  await client.query(
    `insert into ${table} (line, ${names.join(', ')}) select * from unnest($1::int[], ${arrays.join(', ')})`,
    [lines.map(({ line }) => line), ...names.map(name => lines.map(({ row }) => toSqlValue(row[name])))],
  )
}

const toSqlValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/**
 * Of the rows with the same key all but the first are bad, except those that are the same as the first in all columns: they
 * are removed, and their number is returned. `key`: expressions over the table's columns.
 */
export async function handleDuplicates(
  client: pg.PoolClient,
  table: string,
  key: readonly string[],
): Promise<number> {
  const keyColumns = key.map((expression, at) => `${expression} as key_${at}`).join(', ')
  const positions = key.map((_, at) => at + 2).join(', ')
  const content = (row: string) => `(to_jsonb(${row}) - '{line,bad}'::text[])`
  const repeatedKeys = await executeAndCount(
    client,
    `create temp table repeated_key on commit drop as select d.*, ${content('f')} as content
     from (select min(line) as first, ${keyColumns} from ${table} group by ${positions} having count(*) > 1) d
     join ${table} f on f.line = d.first`,
  )
  const isRepeated = `${key.map((expression, at) => `d.key_${at} = ${expression}`).join(' and ')} and s.line > d.first`
  const removed = await executeAndCount(
    client,
    `delete from ${table} s using repeated_key d where ${isRepeated} and ${content('s')} = d.content`,
  )
  if (repeatedKeys > 0)
    await client.query(
      `update ${table} s set bad = format($1::text, d.first)
       from repeated_key d where ${isRepeated} and s.bad is null`,
      [databaseMessages.twice],
    )
  await client.query('drop table repeated_key')
  return removed
}

/** Marks the rows for which `condition` (over the table as s) holds; `values` replace each %s of the message. */
export async function markBadRows(
  client: pg.PoolClient,
  table: string,
  message: string,
  values: readonly string[],
  condition: string,
): Promise<void> {
  const parameters = ['$1::text', ...values].join(', ')
  await client.query(
    `update ${table} s set bad = format(${parameters}) where s.bad is null and (${condition})`,
    [message],
  )
}

/** More rows that miss something of a refused file are one sentence. */
const maxDependentRows = 10

/** Marks the rows that name what does not exist. `refusedFile`: of the same import, and would have added it. */
export async function markUnknown(
  client: pg.PoolClient,
  {
    table,
    isUnknown,
    message,
    values,
    refusedFile,
  }: {
    table: string
    isUnknown: string
    message: string
    values: string[]
    refusedFile?: ImportFile | undefined
  },
): Promise<void> {
  const rows = `from ${table} s where s.bad is null and ${isUnknown}`
  const isDependent = refusedFile !== undefined && (await countRows(client, rows)) > maxDependentRows
  if (isDependent)
    await markBadRows(client, table, databaseMessages.ofRefusedFile(refusedFile), [], isUnknown)
  else await markBadRows(client, table, message, values, isUnknown)
}

/**
 * Deletes the bad rows from the table and returns their number and the first of them. Those that miss something of a refused
 * file are one sentence instead: `dependent`.
 */
export async function removeBadRows(
  client: pg.PoolClient,
  {
    table,
    maxListed,
    refusedFiles,
  }: { table: string; maxListed: number; refusedFiles: readonly ImportFile[] },
): Promise<{ count: number; listed: RowReport[]; dependent: string | null }> {
  const { rows: missing } = await client.query<{ reason: string; count: number }>(
    `with removed as (delete from ${table} where bad = any($1::text[]) returning bad)
     select bad as reason, count(*) as count from removed group by bad order by 2 desc`,
    [refusedFiles.map(databaseMessages.ofRefusedFile)],
  )
  const dependent = missing.length === 0 ? null : missing.map(fileMessages.dependent).join('; ')
  const { rows: listed } = await client.query<RowReport>(
    `select line, bad as reason from ${table} where bad is not null order by line limit $1`,
    [maxListed],
  )
  if (listed.length === 0) return { count: 0, listed, dependent }
  const count = await executeAndCount(client, `delete from ${table} where bad is not null`)
  return { count, listed, dependent }
}

const maxExamples = 20

/**
 * Runs the statement `remove` and returns what it removed. SQL: `unlistedRows` is the FROM and WHERE of the same rows,
 * `label` the expression that names one of them.
 */
export async function removeRows(
  client: pg.PoolClient,
  { unlistedRows, label, remove }: { unlistedRows: string; label: string; remove: string },
): Promise<RemovedRows> {
  const { rows } = await client.query<{ name: string }>(
    `select ${label} as name ${unlistedRows} order by 1 limit ${maxExamples}`,
  )
  if (rows.length === 0) return { count: 0, examples: [] }
  return { count: await executeAndCount(client, remove), examples: rows.map(({ name }) => name) }
}

/** A column of the shop's table, and the SQL of its value after the import of the staged row s. */
export type ColumnChange = readonly [column: string, value: string]

export const formatAssignments = (changes: readonly ColumnChange[]): string =>
  changes.map(([column, value]) => `${column} = ${value}`).join(', ')

/** SQL: true when the row changes that row of the shop's table. */
export const formatDifference = (row: string, changes: readonly ColumnChange[]): string =>
  `(${['false', ...changes.map(([column, value]) => `${row}.${column} is distinct from ${value}`)].join(' or ')})`

/** How many rows `source`, a FROM with its WHERE, has. */
export async function countRows(client: pg.PoolClient, source: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) ${source}`)
  return rows[0]!.count
}

/** Runs a statement and returns how many rows it wrote. */
export const executeAndCount = async (client: pg.PoolClient, text: string): Promise<number> =>
  (await client.query(text)).rowCount ?? 0
