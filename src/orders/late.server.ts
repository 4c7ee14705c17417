import { sql } from 'kysely'
import type { Tx } from '../platform/house.ts'

/** What is asked before a lapsed order is placed after all: its payment came late. */

// Orders that came to nothing: they hold neither stock nor vouchers.
const ended = sql.raw(`'lapsed', 'cancelled', 'superseded', 'rejected', 'payment_reversed'`)

/** Whether the same version of the basket, or the same loaded order, was ordered again after this order lapsed. */
export async function hasSuccessor(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders o join orders other on other.id <> o.id
      and (other.basket_id = o.basket_id and other.basket_version = o.basket_version
        or other.source_id = o.source_id)
      where o.id = ${orderId} and other.state not in (${ended})) as found`.execute(tx)
  return rows[0]!.found
}

/** Whether one of a lapsed order's vouchers was used up by others meanwhile; locks them. */
export async function lacksVoucher(tx: Tx, orderId: number): Promise<boolean> {
  await sql`select from voucher where id in (select voucher_id from order_voucher where order_id = ${orderId})
    order by id for update`.execute(tx)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders o join order_voucher mine on mine.order_id = o.id
      join voucher v on v.id = mine.voucher_id
      join voucher_use u on u.voucher_id = v.id and u.use_id <> coalesce(o.source_id, o.id)
      where o.id = ${orderId}
      group by v.id
      having count(distinct u.use_id) >= v.total_limit
        or count(distinct u.use_id) filter (where u.person_id = o.person_id) >= v.customer_limit) as found`.execute(
    tx,
  )
  return rows[0]!.found
}
