import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'

/** Checks before a lapsed order is placed after all because its payment arrived late. */

/** Whether the same version of the basket, or the same quote or approval request, was ordered again meanwhile. */
export async function hasSuccessor(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from orders o join orders other on other.id <> o.id
      and (other.basket_id = o.basket_id and other.basket_version = o.basket_version
        or other.source_id = o.source_id)
      where o.id = ${orderId} and not order_is_void(other.state))`.execute(tx)
  return rows[0]!.exists
}

/** Whether one of a lapsed order's vouchers was used up by other orders meanwhile; locks the vouchers. */
export async function lacksVoucher(tx: Tx, orderId: number): Promise<boolean> {
  await sql`select from voucher where id in (select voucher_id from order_voucher where order_id = ${orderId})
    order by id for update`.execute(tx)
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from orders o join order_voucher mine on mine.order_id = o.id
      join voucher v on v.id = mine.voucher_id
      join voucher_use u on u.voucher_id = v.id and u.use_id <> coalesce(o.source_id, o.id)
      where o.id = ${orderId}
      group by v.id
      having count(distinct u.use_id) >= v.total_limit
        or count(distinct u.use_id) filter (where u.person_id = o.person_id) >= v.customer_limit)`.execute(tx)
  return rows[0]!.exists
}
