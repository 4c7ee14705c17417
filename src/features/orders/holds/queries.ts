import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { execute, findValue, getRow } from '../../../infra/database/query.ts'
import type { Pieces } from '../order-line.ts'
import type { Holds, RemovalReason } from './hold-rules.ts'

// The account of the order is on stop, whether or not staff hold it too.
export const isAccountStoppedSql = sql`(o.on_stop and ((o.hold_reason = '' and not o.payment_due) or o.account_stopped))`

export const getHolds = (tx: Tx, orderId: number): Promise<Holds> =>
  getRow(tx)<Holds>`
    select o.on_stop and o.hold_reason <> '' as staff, ${isAccountStoppedSql} as account,
      o.on_stop and o.payment_due as payment
    from orders o where o.id = ${orderId}`

/** What is picked or announced stays set aside. */
export const addStaffHold = (tx: Tx, orderId: number, reason: string): Promise<void> =>
  execute(tx)`
    update orders set account_stopped = on_stop and hold_reason = '' and not payment_due, on_stop = true, hold_reason = ${reason},
      delayed_at = null, delayed_until = null
    where id = ${orderId}`

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

/** Locks the open list that an order is on; null: it is on none. The caller has locked the order. */
export const lockPickListOf = (tx: Tx, orderId: number): Promise<number | null> =>
  findValue(tx)<number>`
    select p.id from pick_list p join pick_list_order po on po.pick_list_id = p.id
    where po.order_id = ${orderId} and po.is_open for update of p`

/**
 * Takes an order off the open list that it is on, if there is one; a list without another order is finished with that.
 * What the list has set aside is free again; what was announced, or put into the order's box by earlier lists, stays set
 * aside. `leaving`: what is despatched now, before it is written. What this list has picked leaves before the box does.
 * The caller has locked the order.
 */
export async function removeFromPickList(
  tx: Tx,
  orderId: number,
  why: RemovalReason,
  now: Date,
  leaving: readonly Pieces[] = [],
): Promise<void> {
  const listId = await lockPickListOf(tx, orderId)
  if (listId === null) return
  await sql`
    with removed as (
      update pick_list_order set is_open = false, removed_at = ${now}, removed_why = ${why}
      where pick_list_id = ${listId} and order_id = ${orderId} returning order_id
    ), emptied as (
      update pick_list set finished_at = ${now} where id = ${listId} and not exists (
        select from pick_list_order where pick_list_id = ${listId} and is_open and order_id <> ${orderId})
    )
    update order_line l set set_aside_quantity = greatest(0,
      l.set_aside_quantity - line.quantity + least(coalesce(line.picked, 0), coalesce(leaving.quantity, 0)))
    from removed join pick_list_line line on line.pick_list_id = ${listId} and line.order_id = removed.order_id
      left join unnest(${leaving.map(line => line.position)}::int[], ${leaving.map(line => line.quantity)}::int[])
        as leaving (position, quantity) on leaving.position = line.position
    where l.order_id = line.order_id and l.position = line.position`.execute(tx)
}
