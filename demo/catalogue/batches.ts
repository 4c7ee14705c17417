import type pg from 'pg'

/** Rows for one insert: enough that the way to the database costs nothing, few enough to hold. */
export const batchRows = 5000

/** Walks rows in pieces of at most `size`. */
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

/** Names → ids of a small table, after the missing ones were put in. */
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
