import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'

/** Changes with each row of history and each refund. */
export async function getOrderVersion(db: Db | Tx, orderId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce((select max(id) from order_history where order_id = ${orderId}), 0) || '.' ||
      coalesce((select max(r.id) from payment_refund r join payment_attempt a on a.id = r.attempt_id
        where a.order_id = ${orderId}), 0) as version`.execute(db)
  return rows[0]!.version
}
