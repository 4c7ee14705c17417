import { sql } from 'kysely'
import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { getValue, hasRow, listValues } from '../../../infra/database/query.ts'

// Orders that were saved and neither completed nor paid.

/** Ids of a guest session's open orders. */
export const listOpenGuestOrders = (tx: Tx, sessionHash: Buffer): Promise<number[]> =>
  listValues(tx)<number>`
    select id from orders where id in (select id from orders_of_session(${sessionHash}))
      and person_id is null and order_is_open(state) order by id`

/** Ids of open orders whose hold has ended, the oldest first. */
export const listOverdueOrders = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listValues(db)<number>`
    select id from orders where order_is_open(state) and hold_until < ${now}
    order by hold_until limit ${limit}`

export const isOrderOverdue = (tx: Tx, id: number, now: Date): Promise<boolean> =>
  hasRow(tx)`
    select from orders where id = ${id} and order_is_open(state) and hold_until < ${now}`

// Checks before a lapsed order is placed after all because its payment arrived late.

/** Whether the same version of the basket, or the same quote or approval request, was ordered again meanwhile. */
export const hasSuccessor = (tx: Tx, orderId: number): Promise<boolean> =>
  getValue(tx)<boolean>`
    select exists (select from orders o join orders other on other.id <> o.id
      and (other.basket_id = o.basket_id and other.basket_version = o.basket_version
        or other.source_id = o.source_id)
      where o.id = ${orderId} and not order_is_void(other.state))`

/** Whether one of a lapsed order's vouchers was used up by other orders meanwhile; locks the vouchers. */
export async function lacksVoucher(tx: Tx, orderId: number): Promise<boolean> {
  await sql`select from voucher where id in (select voucher_id from order_voucher where order_id = ${orderId})
    order by id for update`.execute(tx)
  return getValue(tx)<boolean>`
    select exists (select from orders o join order_voucher mine on mine.order_id = o.id
      join voucher v on v.id = mine.voucher_id
      join voucher_use u on u.voucher_id = v.id and u.use_id <> coalesce(o.source_id, o.id)
      where o.id = ${orderId}
      group by v.id
      having count(distinct u.use_id) >= v.total_limit
        or count(distinct u.use_id) filter (where u.person_id = o.person_id) >= v.customer_limit)`
}

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
