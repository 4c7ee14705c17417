import { sql } from 'kysely'

/**
 * What cards have paid for the goods and the delivery of an order `o`: without what corrections have refunded. A refund
 * with a credit note leaves both the total and this as they are.
 */
export const paidByCard = sql`(
  select coalesce(sum(a.amount - coalesce((
    select sum(r.amount) from payment_refund r where r.attempt_id = a.id and r.correction_id is not null), 0)), 0)::int
  from payment_attempt a where a.order_id = o.id and a.state in ('paid', 'voided'))`

/** What is still to be paid by card for an order `o`, in pence; 0: nothing. */
export const amountDue = sql`case when o.payment_due and order_is_bought(o.state) then greatest(0, o.total - ${paidByCard}) else 0 end`
