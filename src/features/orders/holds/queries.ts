import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import type { Holds } from './hold-rules.ts'

// The account of the order is on stop, whether or not staff hold it too.
export const isAccountStoppedSql = sql`(o.on_stop and ((o.hold_reason = '' and not o.payment_due) or o.account_stopped))`

export async function getHolds(tx: Tx, orderId: number): Promise<Holds> {
  const { rows } = await sql<Holds>`
    select o.on_stop and o.hold_reason <> '' as staff, ${isAccountStoppedSql} as account,
      o.on_stop and o.payment_due as payment
    from orders o where o.id = ${orderId}`.execute(tx)
  return rows[0]!
}

/** What is picked or announced stays set aside. */
export async function addStaffHold(tx: Tx, orderId: number, reason: string): Promise<void> {
  await sql`
    update orders set account_stopped = on_stop and hold_reason = '' and not payment_due, on_stop = true, hold_reason = ${reason},
      delayed_at = null, delayed_until = null
    where id = ${orderId}`.execute(tx)
}

/** `remaining`: the holds that stay. */
export async function updateHolds(tx: Tx, orderId: number, remaining: Holds, now: Date): Promise<void> {
  const { staff, account, payment } = remaining
  const isReleased = !staff && !account && !payment
  await sql`
    update orders set on_stop = ${!isReleased}, account_stopped = ${staff && account},
      hold_reason = case when ${staff} then hold_reason else '' end,
      hold_released_at = case when ${isReleased} then ${now}::timestamptz else hold_released_at end
    where id = ${orderId}`.execute(tx)
}
