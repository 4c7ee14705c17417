import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'

/** Products whose number begins with this key, withdrawn ones too: the search does not know these. */
export async function listProductIdsByNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  // Keys have digits and capital letters only; '[' follows 'Z'.
  const { rows } = await sql<{ id: number }>`
    select id from product where code_key >= ${key} and code_key < ${`${key}[`}
    order by code_key limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The product with exactly this key, else those whose number begins with it. */
export async function listProductIdsOfNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  const { rows } = await sql<{ id: number }>`
    with matches as materialized (
      select id, code_key from product where code_key >= ${key} and code_key < ${`${key}[`} order by code_key limit ${limit}
    )
    select id from matches where code_key = ${key} or not exists (select from matches where code_key = ${key})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
