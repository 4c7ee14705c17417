import { sql } from 'kysely'
import type { House } from '../platform/house.ts'

const mostAtOnce = 200

/**
 * Deletes baskets whose cookie is over (Specification §9: 30 days) and that nobody touched since; at most 200 at once.
 * One with an order under way, or with one of the last two days, stays: a payment that comes late asks for it.
 */
export async function sweepBaskets(house: House): Promise<void> {
  const now = house.now()
  await sql`delete from basket where id in (
    select b.id from basket b
    where b.token_hash is not null and b.updated_at < ${now}::timestamptz - interval '31 days'
      and not exists (select from orders o where o.basket_id = b.id
        and (order_is_open(o.state) or o.created_at > ${now}::timestamptz - interval '2 days'))
    limit ${mostAtOnce}::int for update skip locked)`.execute(house.db)
}
