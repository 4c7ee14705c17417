import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { CorrectedField } from '../../orders/corrections/correction.ts'

const maxChanges = 100

/** What was corrected of an order since its last payment. Without addresses and people's details. */
export async function listUnpaidChanges(db: Db, orderId: number): Promise<CorrectedField[]> {
  const { rows } = await sql<CorrectedField>`
    select change.* from order_correction c
      cross join lateral jsonb_to_recordset(c.changes) as change (name text, before text, after text, "isPersonal" boolean)
    where c.order_id = ${orderId} and not change."isPersonal" and c.at > coalesce((
      select max(completed_at) from payment_attempt where order_id = ${orderId} and state = 'paid'), '-infinity')
    order by c.id limit ${maxChanges}`.execute(db)
  return rows
}
