import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'

/** Orders that were saved and neither completed nor paid. */

/** Ids of a guest session's open orders. */
export async function listOpenGuestOrders(tx: Tx, sessionHash: Buffer): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where session_hash = ${sessionHash} and person_id is null and order_is_open(state)
    order by id`.execute(tx)
  return rows.map(row => row.id)
}

/** Ids of open orders whose hold has ended, the oldest first. */
export async function listOverdueOrders(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where order_is_open(state) and hold_until < ${now}
    order by hold_until limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

export async function isOverdue(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and order_is_open(state) and hold_until < ${now}`.execute(tx)
  return rows.length > 0
}
