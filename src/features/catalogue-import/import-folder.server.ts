import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { readFileHeader } from './csv/read-file.server.ts'
import type { FileImporter, ImportRun } from './file-importer.server.ts'
import { importFile, vacuumTables } from './import-file.server.ts'
import { machines } from './importers/machines.server.ts'
import { products, stockCounts } from './importers/products.server.ts'
import {
  brandLogos,
  crossReferences,
  customerPrices,
  fitments,
  serialRanges,
} from './importers/references.server.ts'
import { createPictureImport } from './pictures.server.ts'
import { createReport, type FileReport } from './report.ts'
import { type ImportFile, importOrder } from './validation/columns.ts'
import type { FileHeader } from './validation/file-header.ts'
import { createTemplates } from './validation/templates.ts'

const importers: Record<ImportFile, FileImporter> = {
  'products.csv': products,
  'brands.csv': brandLogos,
  'codes.csv': crossReferences,
  'machines.csv': machines,
  'fitments.csv': fitments,
  'serials.csv': serialRanges,
  'prices.csv': customerPrices,
  'stock.csv': stockCounts,
}

/** The folder cannot be imported at all; the message is meant for the operator. */
export class InvalidFolderError extends Error {}

// Imports run one after the other: each validates its rows against data that the other is about to change.
const lockKey = 726_118_003

/** The import files of a folder. Only their headers have been read. */
export interface ValidatedFolder {
  headers: ReadonlyMap<ImportFile, FileHeader>
  /** Files that cannot be imported at all, because of their columns, encoding or format. */
  refused: FileReport[]
}

/** Validates a folder's files without a database. Throws InvalidFolderError when there is nothing to import. */
export async function validateFolder(
  folder: string,
  onMessage: (message: string) => void,
): Promise<ValidatedFolder> {
  const headers = new Map<ImportFile, FileHeader>()
  const refused: FileReport[] = []
  for (const file of await listImportFiles(folder, onMessage)) {
    const header = await readFileHeader(join(folder, file), file)
    if (header.ok) headers.set(file, header)
    else refused.push({ ...createReport(file), refused: header.reason })
  }
  return { headers, refused }
}

/**
 * Imports the files of the folder, each in one transaction, while the shop serves (R-IMPORT-2). A file with bad rows is
 * rolled back and the other files are still imported, but when one file cannot be read at all, none is imported.
 */
export async function importFolder(
  pool: pg.Pool,
  { headers, refused }: ValidatedFolder,
  run: ImportRun,
): Promise<FileReport[]> {
  if (refused.length > 0) {
    for (const report of refused) run.onReport(report)
    return refused
  }
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query(`set work_mem = '32MB'`)
    await acquireImportLock(client, run)
    return await importFilesInOrder(client, run, headers)
  } finally {
    // Closes the connection, which ends the session's settings and its lock.
    client.release(true)
  }
}

async function listImportFiles(folder: string, onMessage: (message: string) => void): Promise<ImportFile[]> {
  const stats = await stat(folder).catch(() => null)
  if (!stats?.isDirectory()) throw new InvalidFolderError(`${folder} is not a folder.`)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidFolderError(`The folder ${folder} cannot be read (${error.code}).`)
  })
  const present = importOrder.filter(file => names.includes(file))
  const unknown = names.filter(
    name => /\.(?:csv|xlsx?|ods)$/i.test(name) && !present.includes(name as ImportFile),
  )
  if (unknown.length > 0)
    onMessage(`Not read: ${unknown.slice(0, 20).join(', ')}. The files are called ${importOrder.join(', ')}.`)
  if (present.length === 0)
    throw new InvalidFolderError(`The folder ${folder} has none of ${importOrder.join(', ')}.`)
  return present
}

async function acquireImportLock(client: pg.PoolClient, { onMessage }: ImportRun): Promise<void> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock($1) as "isLocked"',
    [lockKey],
  )
  if (rows[0]?.isLocked) return
  onMessage('Another import is running; this one starts when it has finished.')
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

async function importFilesInOrder(
  client: pg.PoolClient,
  run: ImportRun,
  headers: ReadonlyMap<ImportFile, FileHeader>,
): Promise<FileReport[]> {
  const reports: FileReport[] = []
  const folders = { source: join(run.folder, 'images'), target: run.imageFolder }
  const pictures = createPictureImport(folders, () => listStoredPictures(client))
  const isShared = run.dryRun || run.together !== undefined
  try {
    if (run.dryRun && !run.together) await startDryRun(client, run)
    else if (isShared) await client.query('begin')
    await run.together?.begin(client)
    for (const [file, header] of headers) {
      const refusedFiles = reports.filter(({ counts }) => !counts).map(report => report.file)
      const report = await importFile({
        client,
        header,
        importer: importers[file],
        pictures,
        run,
        refusedFiles,
      })
      if (isShared) await dropStagingTables(client)
      reports.push(report)
      run.onReport(report)
    }
    if ((await run.together?.end(client, reports)) && !run.dryRun) {
      await client.query('commit')
      await pictures.publishDrafts()
      for (const { file, counts } of reports) await vacuumTables(client, importers[file], counts!)
    }
  } finally {
    if (isShared) await client.query('rollback').catch(() => {})
    await pictures.discardDrafts()
  }
  return reports
}

async function listStoredPictures(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select unnest(image || more_images) as name from product union select logo from brand where logo is not null`,
  )
  return rows.map(({ name }) => name)
}

/**
 * The files of a dry run share a transaction, at whose end alone temporary tables would be dropped: a later file may have
 * tables of the same names.
 */
async function dropStagingTables(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r' and relname <> 'stock'
       and relname not like 'import|_%' escape '|'`,
  )
  if (rows.length > 0)
    await client.query(`drop table ${rows.map(({ name }) => `pg_temp.${name}`).join(', ')}`)
}

// Every table that an importer adds rows to.
const importedTables = [
  ...['product', 'stock', 'stock_movement', 'product_attribute', 'attribute', 'brand', 'product_type'],
  ...['maker', 'cross_reference'],
  ...['make', 'model_type', 'model', 'variant', 'fitment', 'serial_range', 'customer_price'],
]

/**
 * A dry run imports all files in one transaction, so that later files see the rows of earlier ones, and rolls it back.
 * Numbers drawn from a sequence are not rolled back, except after an ALTER SEQUENCE in the same transaction.
 */
async function startDryRun(client: pg.PoolClient, run: ImportRun): Promise<void> {
  await client.query('begin')
  await run.prepareDryRun?.(client)
  const { rows } = await client.query<{ sequence: string }>(
    `select s.oid::regclass::text as sequence
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     where d.deptype = 'i' and d.refobjid = any(array(select to_regclass(name) from unnest($1::text[]) name)::oid[])`,
    [importedTables],
  )
  for (const { sequence } of rows) await client.query(`alter sequence ${sequence} cache 1`)
}

/** Writes the templates (R-IMPORT-7) and returns their paths. Throws InvalidFolderError rather than replacing a file. */
export async function writeTemplates(folder: string): Promise<string[]> {
  const files = createTemplates().map(({ name, text }) => ({ path: join(folder, name), text }))
  const present = files.find(({ path }) => existsSync(path))
  if (present) throw new InvalidFolderError(`${present.path} already exists: choose an empty folder.`)
  try {
    await mkdir(folder, { recursive: true })
    // 'wx': another process may have written one meanwhile.
    for (const { path, text } of files) await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    throw new InvalidFolderError(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  return files.map(({ path }) => path)
}
