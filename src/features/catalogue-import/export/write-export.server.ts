import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { byteOrderMark, toCsvLine } from '../../../lib/csv.ts'
import { InvalidFolderError } from '../import-folder.server.ts'
import { attributePrefix, type ImportFile, importOrder } from '../validation/columns.ts'
import { maxAttributes } from '../validation/file-header.ts'
import { exportQueries, formatExportSql, listExportColumns } from './export-queries.server.ts'

const batchRows = 1_000

/** A client of the pool, or a transaction. */
export interface Queries {
  query<Row extends object>(text: string): Promise<{ rows: Row[] }>
}

/** Writes what the shop has of a file as the CSV that the import reads (R-IMPORT-16). Memory does not grow with the rows. */
export async function writeExport(
  client: Queries,
  file: ImportFile,
  target: Pick<FileHandle, 'appendFile'>,
): Promise<void> {
  const columns = [...listExportColumns(file), ...(await listAttributeColumns(client, file))]
  await target.appendFile(byteOrderMark + toCsvLine(columns))
  await client.query(`declare exported_row cursor for ${formatExportSql(file)}`)
  for (;;) {
    const { rows } = await client.query<{ cells: Record<string, string> }>(
      `fetch ${batchRows} from exported_row`,
    )
    if (rows.length === 0) break
    await target.appendFile(
      rows.map(({ cells }) => toCsvLine(columns.map(name => cells[name] ?? ''))).join(''),
    )
  }
  await client.query('close exported_row')
}

async function listAttributeColumns(client: Queries, file: ImportFile): Promise<string[]> {
  if (!exportQueries[file].attributes) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from attribute a where exists (select from product_attribute pa where pa.attribute_id = a.id)
     order by position, id limit ${maxAttributes}`,
  )
  return rows.map(({ name }) => attributePrefix + name)
}

/** Runs `work` in a transaction that sees one moment of the shop. */
export async function inExportSnapshot<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** Writes all files into a folder and returns their paths. Throws InvalidFolderError rather than replacing a file. */
export async function exportFolder(pool: pg.Pool, folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true })
    return await inExportSnapshot(pool, async client => {
      const paths: string[] = []
      for (const file of importOrder) {
        const path = join(folder, file)
        const handle = await open(path, 'wx')
        try {
          await writeExport(client, file, handle)
        } finally {
          await handle.close()
        }
        paths.push(path)
      }
      return paths
    })
  } catch (error) {
    const { code, syscall, path = folder } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    throw new InvalidFolderError(
      code === 'EEXIST'
        ? `${path} already exists: choose an empty folder.`
        : `${folder} cannot be written (${code}).`,
    )
  }
}
