import { sql } from 'kysely'
import type { AppContext } from '../../../infra/app-context.ts'

/**
 * Deletes the password hash of guests whose order lapsed more than two days ago. No payment arrives that late, so no
 * account will be created from the order.
 */
export async function deleteLapsedGuestPasswords(context: AppContext): Promise<void> {
  const before = sql`${context.now()}::timestamptz - interval '2 days'`
  await sql`update orders o set guest_password_hash = null
    where o.state = 'lapsed' and o.guest_password_hash is not null and o.hold_until < ${before}
      and not exists (select from order_history h where h.order_id = o.id and h.at > ${before})`.execute(
    context.db,
  )
}
