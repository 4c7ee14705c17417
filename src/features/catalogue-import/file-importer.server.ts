import type pg from 'pg'
import type { Counts, FileReport, ImportOptions, RowReport } from './report.ts'
import type { StagingTable } from './staging.server.ts'
import type { CellReader } from './validation/cells.ts'
import type { FileHeader, ImportFile } from './validation/file-formats.ts'

export interface ImportRun extends ImportOptions {
  folder: string
  /** DATA_DIR/images. */
  imageFolder: string
  /** Called at the beginning of a dry run's transaction: creates what an empty database needs. */
  prepareDryRun?: (client: pg.PoolClient) => Promise<void>
  /** Reports progress to the operator. */
  onMessage: (message: string) => void
  /** Called for each file as soon as it is finished. */
  onReport: (report: FileReport) => void
}

/** What an importer needs to write the rows of its file. */
export interface WriteContext {
  client: pg.PoolClient
  header: FileHeader
  /** Rows that the file does not list are removed. */
  replace: boolean
  /** The transaction will be rolled back: locks that only protect the writing are not needed. */
  dryRun: boolean
}

/** What --replace removed, or would remove. */
export interface RemovedRows {
  count: number
  /** The first names, in alphabetical order. */
  examples: string[]
}

/** One of the files: how its rows are parsed, staged, validated and written. */
export interface FileImporter<Row> {
  file: ImportFile
  staging: StagingTable<Row>
  parseRow(cells: CellReader): Row
  /** Of a file with pictures: the column of their names, in the file and in the staging table. '': the row has none. */
  picture?: { column: 'image' | 'logo'; getName(row: Row): string }
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
  const { rowCount } = await client.query(remove)
  return { count: rowCount ?? 0, examples: rows.map(({ name }) => name) }
}
