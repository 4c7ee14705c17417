import { sql } from 'kysely'

/**
 * The day that the customer of an order `o` expects: the one announced last, else the one promised when it was placed; of
 * a held order that was released it is promised no more. Null: none.
 */
export const promisedDay = sql`(case when o.delayed_at is not null then o.delayed_until
  when o.hold_released_at is null then o.delivery_date end)`
