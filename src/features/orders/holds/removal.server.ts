import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import type { DespatchedLine } from '../order-line.ts'
import type { RemovalReason } from './hold-rules.ts'

/** Locks the open list that an order is on; null: it is on none. The caller has locked the order. */
export async function lockPickListOf(tx: Tx, orderId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from pick_list p join pick_list_order po on po.pick_list_id = p.id
    where po.order_id = ${orderId} and po.is_open for update of p`.execute(tx)
  return rows[0]?.id ?? null
}

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
  leaving: readonly DespatchedLine[] = [],
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
