import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'

/** Of the order with this id: changes with each row of history and each refund. */
export const toOrderVersionSql = (orderId: RawBuilder<unknown>) => sql<string>`
  coalesce((select max(id) from order_history where order_id = ${orderId}), 0) || '.' ||
    coalesce((select max(r.id) from payment_refund r join payment_attempt a on a.id = r.attempt_id
      where a.order_id = ${orderId}), 0)`

export async function getOrderVersion(db: Db | Tx, orderId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select ${toOrderVersionSql(sql`${orderId}`)} as version`.execute(db)
  return rows[0]!.version
}
