import type pg from 'pg'
import { exportQueries, formatExportSql, formatKeySql } from '../export/export-queries.server.ts'
import type { FileReport } from '../report.ts'
import { type ImportFile, importOrder } from '../validation/columns.ts'
import type { FileResult, ImportedChange, RunReport } from './runs.ts'

const maxListedChanges = 200
/** With more, an import cannot be undone. */
const maxStoredChanges = 20_000

/** Files whose rows go with those of a file that is replaced. */
const dependentFiles: Partial<Record<ImportFile, readonly ImportFile[]>> = {
  'machines.csv': ['fitments.csv', 'serials.csv'],
}

/** The files whose rows an import can change. */
export const listConcernedFiles = (files: readonly ImportFile[], replaces: boolean): ImportFile[] =>
  importOrder.filter(
    file =>
      files.includes(file) || (replaces && files.some(uploaded => dependentFiles[uploaded]?.includes(file))),
  )

/** Stores what the files have before the import. `isPreview`: what is on hand is written to a copy, so that orders never wait. */
export async function takeSnapshot(
  client: pg.PoolClient,
  files: readonly ImportFile[],
  isPreview: boolean,
): Promise<void> {
  await client.query(`set local statement_timeout = 0`)
  if (isPreview) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = 'public.stock'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const { columns } = rows[0]!
    await client.query('create temp table stock (like public.stock including all) on commit drop')
    await client.query(`insert into pg_temp.stock (${columns}) select ${columns} from public.stock`)
    await client.query('analyze pg_temp.stock')
  }
  await client.query('create temp table import_before (file text, key text, cells jsonb) on commit drop')
  for (const file of files)
    await client.query(
      `insert into import_before select $1, e.key, e.cells from (${formatExportSql(file)}) e`,
      [file],
    )
}

/** Compares what the files have now with the snapshot, cell by cell. */
export async function findChanges(
  client: pg.PoolClient,
  reports: readonly FileReport[],
  concerned: readonly ImportFile[],
): Promise<RunReport> {
  await client.query(
    'create temp table import_diff (file text, key text, before jsonb, after jsonb) on commit drop',
  )
  const files: FileResult[] = []
  for (const file of concerned) {
    await client.query(
      `insert into import_diff
       select $1, coalesce(b.key, a.key), b.cells, a.cells
       from (select key, cells from import_before where file = $1) b full join (${formatExportSql(file)}) a on a.key = b.key
       where a.cells is distinct from b.cells`,
      [file],
    )
    const report = reports.find(each => each.file === file)
    if (report) files.push({ ...report, ...(await describeChanges(client, file)) })
  }
  const { rows } = await client.query<{ count: number; digest: string }>(
    `select count(*) as count,
       md5(coalesce(string_agg(md5(concat_ws('|', file, key, before, after)), '' order by file, key), '')) as digest
     from import_diff`,
  )
  return { files, digest: rows[0]!.digest, canUndo: rows[0]!.count <= maxStoredChanges }
}

async function describeChanges(client: pg.PoolClient, file: ImportFile) {
  const { rows: figures } = await client.query<{ before: number; moved: number }>(
    `select (select count(*) from import_before where file = $1 and coalesce(cells ->> 'off_sale', '0') = '0') as before,
       count(*) filter (where old > 0 and abs(coalesce(new, 0) - old) > old * 0.3) as moved
     from (select nullif(before ->> 'price', '')::numeric as old, nullif(after ->> 'price', '')::numeric as new
       from import_diff where file = $1 and before is not null and after is not null) p`,
    [file],
  )
  const { rows } = await client.query<{ key: string; before: Cells | null; after: Cells | null }>(
    `select key, before, after from import_diff where file = $1
     order by (before is null)::int, key limit ${maxListedChanges}`,
    [file],
  )
  return { ...figures[0]!, changes: rows.map(toImportedChange) }
}

type Cells = Record<string, string>

function toImportedChange({
  key,
  before,
  after,
}: {
  key: string
  before: Cells | null
  after: Cells | null
}): ImportedChange {
  const name = (JSON.parse(key) as string[]).filter(Boolean).join(', ')
  if (!before || !after) return { name, kind: before ? 'gone' : 'new', cells: [] }
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const cells = columns
    .map(column => ({ column, before: before[column] ?? '', after: after[column] ?? '' }))
    .filter(cell => cell.before !== cell.after)
    .map(cell => ({ ...cell, before: cell.before.slice(0, 200), after: cell.after.slice(0, 200) }))
  return { name, kind: 'changed', cells }
}

export async function storeChanges(client: pg.PoolClient, runId: number): Promise<void> {
  await client.query(
    'insert into import_change (run_id, file, key, before, after) select $1, file, key, before, after from import_diff',
    [runId],
  )
}

/** The first rows that are not any more as the import left them. */
export async function findTouched(
  client: pg.PoolClient,
  runId: number,
): Promise<{ file: ImportFile; names: string[] } | null> {
  for (const file of importOrder) {
    const { rows } = await client.query<{ key: string }>(
      `select c.key from import_change c left join (${formatExportSql(file)}) e on e.key = c.key
       where c.run_id = $1 and c.file = $2 and e.cells is distinct from c.after order by c.key limit 3`,
      [runId, file],
    )
    if (rows.length > 0)
      return { file, names: rows.map(({ key }) => (JSON.parse(key) as string[]).filter(Boolean).join(' ')) }
  }
  return null
}

/** Removes the rows that an import added; products cannot go, and are taken off sale by the file of `listOldRows`. */
export async function removeNewRows(client: pg.PoolClient, runId: number): Promise<void> {
  for (const file of importOrder.toReversed()) {
    const { row, from } = exportQueries[file]
    if (!row) continue
    await client.query(
      `delete from ${row.table} where ctid in (
         select ${row.alias}.ctid ${from} where ${formatKeySql(file)} in (
           select key from import_change where run_id = $1 and file = $2 and before is null))`,
      [runId, file],
    )
  }
}

/** The rows of each file as they were before, without attributes that came with the import, and new ones that cannot go: products off sale, brands without a logo. */
export async function listOldRows(client: pg.PoolClient, runId: number, file: ImportFile): Promise<Cells[]> {
  const { rows } = await client.query<{ cells: Cells }>(
    `select coalesce((select jsonb_object_agg(k, '') from jsonb_object_keys(after) k where k like 'attr:%'), '{}')
       || coalesce(before, after || case file when 'products.csv' then '{"off_sale": "1"}'::jsonb
         else '{"logo": ""}'::jsonb end) as cells
     from import_change where run_id = $1 and file = $2
       and (before is not null or file in ('products.csv', 'brands.csv')) order by key`,
    [runId, file],
  )
  return rows.map(({ cells }) => cells)
}
