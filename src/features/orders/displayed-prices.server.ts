import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { BasisPoints } from '../../lib/money.ts'
import type { DisplayedPrices } from '../basket/basket.ts'
import { comparePrices } from '../basket/displayed-prices.ts'

/**
 * The prices of a quote or approval request that this person was displayed last (null: none), and the VAT rate of the
 * request.
 */
export async function findDisplayedPrices(
  db: Db | Tx,
  orderId: number,
  personId: number,
): Promise<{ prices: DisplayedPrices | null; vatRate: BasisPoints }> {
  const { rows } = await sql<{ prices: DisplayedPrices | null; vatRate: BasisPoints }>`
    select d.prices, o.vat_rate_bp as "vatRate"
    from orders o left join displayed_order_prices d on d.order_id = o.id and d.person_id = ${personId}
    where o.id = ${orderId}`.execute(db)
  return rows[0]!
}

/** Stores the first prices of a quote or approval request that this person is displayed, then only what changes. */
export async function saveOrderPrices(
  db: Db | Tx,
  orderId: number,
  personId: number,
  before: DisplayedPrices,
  prices: DisplayedPrices,
): Promise<void> {
  const change = comparePrices(before, prices)
  if (!change) return
  await sql`
    insert into displayed_order_prices as d (order_id, person_id, prices)
    values (${orderId}, ${personId}, ${JSON.stringify(prices)}::jsonb)
    on conflict (order_id, person_id) do update
      set prices = (d.prices - ${change.removed}::text[]) || ${JSON.stringify(change.changed)}::jsonb`.execute(
    db,
  )
}
