import type pg from 'pg'

/** Rows of one insert: large enough to make round trips negligible, small enough for memory. */
export const batchRows = 5000

/** Splits rows into batches of at most `size`. */
export function* toBatches<T>(rows: Iterable<T>, size = batchRows): Generator<T[]> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Runs one statement for a batch; `columns` become its arrays $1, $2, … for unnest. */
export async function insertBatch<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  columns: unknown[][],
): Promise<R[]> {
  return (await client.query<R>(text, columns)).rows
}

/** Inserts the names that are missing in a small table and returns all its ids by name. */
export async function loadIdsByName(
  client: pg.PoolClient,
  table: 'brand' | 'product_type' | 'make' | 'model_type' | 'maker' | 'attribute',
  names?: readonly string[],
): Promise<Map<string, number>> {
  if (names)
    await client.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [
      names,
    ])
  const { rows } = await client.query<{ id: number; name: string }>(`select id, name from ${table}`)
  return new Map(rows.map(row => [row.name, row.id]))
}
