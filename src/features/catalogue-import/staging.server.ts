import type pg from 'pg'
import { shopWords } from './messages.ts'
import type { BadRow } from './report.ts'

export interface StagedColumn<Row> {
  name: string
  type: 'text' | 'int' | 'bigint' | 'bool'
  of(row: Row): unknown
}

/** Where the rows of one file wait, in a table of their own that goes with the transaction. */
export interface Staging<Row> {
  table: string
  columns: readonly StagedColumn<Row>[]
}

export interface Line<Row> {
  line: number
  row: Row
}

/** Each row carries its line and, once it has been found wanting, why. */
export async function createStaging<Row>(client: pg.PoolClient, staging: Staging<Row>): Promise<void> {
  const columns = staging.columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  await client.query(
    `create temp table ${staging.table} (line int not null, ${columns}, bad text) on commit drop`,
  )
}

export async function stage<Row>(
  client: pg.PoolClient,
  { table, columns }: Staging<Row>,
  lines: readonly Line<Row>[],
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
  await client.query(`insert into ${table} (line, ${names}) select * from unnest($1::int[], ${arrays})`, [
    lines.map(({ line }) => line),
    ...columns.map(({ of }) => lines.map(({ row }) => of(row))),
  ])
}

/** The first of the rows with the same key stays; those after it are bad. `key`: expressions over the table's columns. */
export async function markTwice(client: pg.PoolClient, table: string, key: readonly string[]): Promise<void> {
  const named = key.map((expression, at) => `${expression} as key_${at}`).join(', ')
  const positions = key.map((_, at) => at + 2).join(', ')
  const same = key.map((expression, at) => `d.key_${at} = ${expression}`).join(' and ')
  await client.query(
    `update ${table} s set bad = format($1::text, d.first)
     from (select min(line) as first, ${named} from ${table} group by ${positions} having count(*) > 1) d
     where ${same} and s.line > d.first and s.bad is null`,
    [shopWords.twice],
  )
}

/** Marks the rows for which `condition` (over the table as s) holds; `values` fill the sentence's %s. */
export async function mark(
  client: pg.PoolClient,
  table: string,
  sentence: string,
  values: readonly string[],
  condition: string,
): Promise<void> {
  const parameters = ['$1::text', ...values].join(', ')
  await client.query(
    `update ${table} s set bad = format(${parameters}) where s.bad is null and (${condition})`,
    [sentence],
  )
}

/** Takes the bad rows out of the table: how many they were, and the first of them. */
export async function takeBad(
  client: pg.PoolClient,
  table: string,
  most: number,
): Promise<{ count: number; listed: BadRow[] }> {
  const { rows: listed } = await client.query<BadRow>(
    `select line, bad as reason from ${table} where bad is not null order by line limit $1`,
    [most],
  )
  if (listed.length === 0) return { count: 0, listed }
  const { rowCount } = await client.query(`delete from ${table} where bad is not null`)
  return { count: rowCount ?? 0, listed }
}

/** One number out of the database. */
export async function count(client: pg.PoolClient, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

/** How many rows a statement wrote. */
export async function written(client: pg.PoolClient, text: string, values: unknown[] = []): Promise<number> {
  return (await client.query(text, values)).rowCount ?? 0
}
