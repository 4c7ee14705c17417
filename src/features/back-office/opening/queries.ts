import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { ShopFacts } from './checks.ts'

/** One statement; each part stops at the first row that answers it, so a large catalogue costs nothing. */
export async function loadOpeningFacts(db: Db): Promise<ShopFacts> {
  const { rows } = await sql<ShopFacts>`
    select exists (select from product where not withdrawn) as "hasProducts",
      exists (select from product where for_sale and price is not null) as "hasPrices",
      exists (select from fitment) as "hasMachines",
      count(*)::int as staff,
      (count(*) filter (where totp_confirmed_at is null))::int as "staffWithoutFactor"
    from person where 'staff' = any(roles) and disabled_at is null`.execute(db)
  return rows[0]!
}
