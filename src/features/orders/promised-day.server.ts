import { sql } from 'kysely'

/**
 * Whether of a split order `o` whose first part has left only goods that come later are still to go: its day was that of
 * the first part. The lines are read for such orders alone; as `exists` the planner would read those of all orders.
 */
export const isRestLater = sql`(o.state = 'part_despatched' and o.consignments is not distinct from 'split' and (
  select bool_and(l.quantity - l.despatched_quantity - l.withdrawn_quantity <= greatest(0, l.later_quantity - l.withdrawn_quantity))
  from order_line l where l.order_id = o.id))`

/** The day that the customer of an order `o` expects, as `findPromisedDay` (promised-day.ts) decides. Null: none. */
export const promisedDay = sql`(case when o.delayed_at is not null then o.delayed_until
  when o.hold_released_at is null and not ${isRestLater} then o.delivery_date end)`
