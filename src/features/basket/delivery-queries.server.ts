import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { Consignments } from '../../lib/availability.ts'
import type { ShipTo } from './basket.ts'

/** Stores the destination: delivery cost and VAT of the basket follow from it. */
export async function updateShipTo(db: Db | Tx, basketId: number, to: ShipTo): Promise<void> {
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    update basket set ship_country = ${to.country}, ship_postcode = ${to.postcode}, ship_method = ${to.method},
      ship_day = ${to.day}::date, ship_consignments = ${to.consignments}
    from relaxed where id = ${basketId}`.execute(db)
}

/** Stores how goods of which a part is not in stock are sent, before a destination is known. */
export async function updateConsignments(
  db: Db | Tx,
  basketId: number,
  consignments: Consignments,
): Promise<void> {
  await sql`update basket set ship_consignments = ${consignments} where id = ${basketId}`.execute(db)
}
