import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { execute, findValue, getRow } from '../../../infra/database/query.ts'
import type { Pieces } from '../order-line.ts'
import { type Holds, hasHold, type RemovalReason } from './hold-rules.ts'

// The account of the order is on stop, whether or not staff hold it too.
export const isAccountStoppedSql = sql`is_held_for_account(o)`

/** Nothing else holds the order `o` than the credit of its account. */
export const isCreditHeldSql = sql`(o.on_stop and o.credit_hold and o.hold_reason = '' and not is_held_for_account(o))`

export const getHolds = (tx: Tx, orderId: number): Promise<Holds> =>
  getRow(tx)<Holds>`
    select o.on_stop and o.hold_reason <> '' as staff, ${isAccountStoppedSql} as account,
      o.on_stop and o.payment_due as payment, o.on_stop and o.credit_hold as credit
    from orders o where o.id = ${orderId}`

/** What is picked or announced stays set aside. */
export const addStaffHold = (tx: Tx, orderId: number, reason: string): Promise<void> =>
  execute(tx)`
    update orders o set account_stopped = ${isAccountStoppedSql}, on_stop = true, hold_reason = ${reason},
      delayed_at = null, delayed_until = null
    where id = ${orderId}`

/** `remaining`: the holds that stay. */
export async function updateHolds(tx: Tx, orderId: number, remaining: Holds, now: Date): Promise<void> {
  const { staff, account, credit } = remaining
  const isReleased = !hasHold(remaining)
  await sql`
    update orders set on_stop = ${!isReleased}, account_stopped = ${account && (staff || credit)},
      credit_hold = ${credit},
      credit_released_at = case when credit_hold and not ${credit}::boolean then ${now}::timestamptz else credit_released_at end,
      hold_reason = case when ${staff} then hold_reason else '' end,
      hold_told_at = case when not ${isReleased}::boolean then hold_told_at end,
      hold_released_at = case when ${isReleased} then ${now}::timestamptz else hold_released_at end
    where id = ${orderId}`.execute(tx)
}

/** Locks the open list that an order is on; null: it is on none. The caller has locked the order. */
export const lockPickListOf = (tx: Tx, orderId: number): Promise<number | null> =>
  findValue(tx)<number>`
    select p.id from pick_list p join pick_list_order po on po.pick_list_id = p.id
    where po.order_id = ${orderId} and po.is_open for update of p`

/**
 * Takes an order off the open list that it is on, if there is one; a list without another order is finished with that.
 * What the list has set aside is free again. `leaving`: what is despatched now, before it is written. The caller has
 * locked the order.
 */
export const removeFromPickList = (
  tx: Tx,
  orderId: number,
  why: RemovalReason,
  now: Date,
  leaving: readonly Pieces[] = [],
): Promise<void> =>
  execute(tx)`
    select remove_from_pick_list(${orderId}, ${why}, ${now}, ${leaving.map(({ position }) => position)}::int[],
      ${leaving.map(({ quantity }) => quantity)}::int[])`
