import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'

/**
 * A subquery with the ids of orders whose refunds staff must look at: one without an answer, one that was refused and not
 * repeated, and a cancelled order whose payments are not fully refunded.
 */
export const ordersWithRefundProblem = sql`(
  select a.order_id from payment_refund r join payment_attempt a on a.id = r.attempt_id
  where r.state = 'unknown' or (r.state = 'refused' and not exists (
    select from payment_refund again where again.repeats_id = r.id))
  union
  select o.id from orders o join payment_attempt a on a.order_id = o.id and a.state = 'paid'
  where o.state = 'cancelled' and not o.is_fully_refunded and a.amount > (
    select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id and r.state <> 'refused'))`

/** Marks cancelled orders of which no payment is open and everything paid has gone back: they stay so. */
export async function markRefundedOrders(db: Db): Promise<void> {
  await sql`
    update orders o set is_fully_refunded = true
    where o.state = 'cancelled' and not o.is_fully_refunded and not exists (
      select from payment_attempt a where a.order_id = o.id and (a.state in ('registering', 'registered')
        or a.state = 'paid' and a.amount > (
          select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id and r.state = 'done')))`.execute(
    db,
  )
}
