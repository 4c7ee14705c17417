import { sql } from 'kysely'
import type { AppContext } from '../../infra/app-context.ts'

const batchSize = 200

/**
 * Deletes baskets whose cookie has expired (30 days, R-CALL-10); at most 200 at once. One with a pending order, or
 * with one of the last two days, stays: a late payment needs it.
 */
export async function deleteExpiredBaskets({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const time = now()
  await sql`delete from basket where id in (
    select b.id from basket b
    where b.token_hash is not null and b.updated_at < ${time}::timestamptz - interval '31 days'
      and not exists (select from orders o where o.basket_id = b.id
        and (order_is_open(o.state) or o.created_at > ${time}::timestamptz - interval '2 days'))
    limit ${batchSize}::int for update skip locked)`.execute(db)
}
