import { sql } from 'kysely'
import type { House } from '../platform/house.ts'

/**
 * Forgets the password a guest chose with an order that lapsed more than two days ago: no payment comes as late as
 * that, so no account will be made of it.
 */
export async function sweepGuestPasswords(house: House): Promise<void> {
  const before = sql`${house.now()}::timestamptz - interval '2 days'`
  await sql`update orders o set guest_password_hash = null
    where o.state = 'lapsed' and o.guest_password_hash is not null and o.hold_until < ${before}
      and not exists (select from order_history h where h.order_id = o.id and h.at > ${before})`.execute(
    house.db,
  )
}
