import type { Db, Tx } from '../platform/house.ts'

/** Orders that were saved and not placed. */

/** Ids of a guest session's orders that wait for his last word or his card. */
export async function unfinishedOrders(tx: Tx, sessionHash: Buffer): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('session_hash', '=', sessionHash)
    .where('person_id', 'is', null)
    .where('state', 'in', ['saved', 'awaiting_payment'])
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Ids of orders whose time is over, the oldest first. */
export async function overdueOrders(db: Db, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', ['saved', 'awaiting_payment'])
    .where('hold_until', '<', now)
    .orderBy('hold_until')
    .limit(most)
    .execute()
  return rows.map(row => row.id)
}

export async function isOverdue(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['saved', 'awaiting_payment'])
    .where('hold_until', '<', now)
    .executeTakeFirst()
  return row !== undefined
}
