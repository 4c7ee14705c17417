import type pg from 'pg'
import { databaseMessages } from './messages.ts'
import type { RowReport } from './report.ts'

export interface StagedColumn<Row> {
  name: string
  type: 'text' | 'int' | 'bigint' | 'bool' | 'jsonb'
  getValue(row: Row): unknown
}

/** The temporary table for the rows of one file; it is dropped at the end of the transaction. */
export interface StagingTable<Row> {
  table: string
  columns: readonly StagedColumn<Row>[]
}

export interface StagedRow<Row> {
  line: number
  row: Row
}

/** Each row has its line in the file and, once it is marked as bad, the reason. */
export async function createStagingTable<Row>(
  client: pg.PoolClient,
  staging: StagingTable<Row>,
): Promise<void> {
  const columns = staging.columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  await client.query(
    `create temp table ${staging.table} (line int not null, ${columns}, bad text) on commit drop`,
  )
}

export async function insertStagedRows<Row>(
  client: pg.PoolClient,
  { table, columns }: StagingTable<Row>,
  lines: readonly StagedRow<Row>[],
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
  await client.query(`insert into ${table} (line, ${names}) select * from unnest($1::int[], ${arrays})`, [
    lines.map(({ line }) => line),
    ...columns.map(({ getValue: of }) => lines.map(({ row }) => of(row))),
  ])
}

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

/** Deletes the bad rows from the table and returns their number and the first of them. */
export async function removeBadRows(
  client: pg.PoolClient,
  table: string,
  maxListed: number,
): Promise<{ count: number; listed: RowReport[] }> {
  const { rows: listed } = await client.query<RowReport>(
    `select line, bad as reason from ${table} where bad is not null order by line limit $1`,
    [maxListed],
  )
  if (listed.length === 0) return { count: 0, listed }
  const { rowCount } = await client.query(`delete from ${table} where bad is not null`)
  return { count: rowCount ?? 0, listed }
}

/** Runs a query for a single number, named `count`. */
export async function queryCount(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

/** Runs a statement and returns how many rows it wrote. */
export async function executeAndCount(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  return (await client.query(text, values)).rowCount ?? 0
}
