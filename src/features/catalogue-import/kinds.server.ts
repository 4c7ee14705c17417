import type pg from 'pg'
import type { Cells } from './cells.ts'
import type { Header, ImportFile } from './files.ts'
import type { Counts, FileReport, ImportOptions } from './report.ts'
import type { Staging } from './staging.server.ts'

export interface ImportRun extends ImportOptions {
  folder: string
  /** DATA_DIR/images. */
  imageFolder: string
  /** A sentence about how it goes on. */
  tell: (sentence: string) => void
  /** Each file as soon as it is done. */
  onReport: (report: FileReport) => void
}

/** What the writing of one file is handed. */
export interface Writing {
  client: pg.PoolClient
  header: Header
  /** Rows that are not in the file go. */
  replace: boolean
  /** All will be rolled back: locks that only serve the writing need not be taken. */
  dryRun: boolean
}

/** What went or would go by --replace. */
export interface Gone {
  count: number
  /** The first of them by name. */
  examples: string[]
}

/** One of the six files: how its rows are read, kept while they are looked at together, judged and written. */
export interface FileKind<Row> {
  file: ImportFile
  staging: Staging<Row>
  read(cells: Cells): Row
  /** The picture that the row brings along; '' when none. Only of rows that have pictures, kept in the column image. */
  pictureOf?(row: Row): string
  /** Marks the rows that the file as a whole or the shop's tables rule out. */
  judge(writing: Writing): Promise<void>
  /** Brings the shop's tables to what the (good) rows say. Rows that say what is there already are left alone. */
  write(writing: Writing): Promise<Omit<Counts, 'gone'>>
  /** Takes out what the file does not name. */
  removeOthers(writing: Writing): Promise<Gone>
  /** Tables that a large import leaves in need of a vacuum. */
  tables: readonly string[]
}

const mostExamples = 20

/** Runs a removal and tells what went; `others` is the FROM and WHERE of the rows in question, `label` names one. */
export async function gone(
  client: pg.PoolClient,
  { others, label, remove }: { others: string; label: string; remove: string },
): Promise<Gone> {
  const { rows } = await client.query<{ name: string }>(
    `select ${label} as name ${others} order by 1 limit ${mostExamples}`,
  )
  if (rows.length === 0) return { count: 0, examples: [] }
  const { rowCount } = await client.query(remove)
  return { count: rowCount ?? 0, examples: rows.map(({ name }) => name) }
}
