import type { Tx } from '../../infra/app-context.ts'
import { findRow, listValues, selectRows } from '../../infra/database/query.ts'
import { maxQuantity } from '../../lib/quantity.ts'
import type { Leftover } from './basket.ts'
import { maxLines } from './limits.ts'
import { formatUnmergedEntry } from './lines/line-entry.ts'
import type { LineEntry } from './lines/line-entry-schema.ts'
import { mergedEntrySql } from './queries.ts'

/** Creates the person's basket when the cookie has one, and locks both. Null: the cookie has none. */
const lockForMerge = (tx: Tx, tokenHash: Buffer, personId: number) =>
  findRow(tx)<{ cookieId: number; targetId: number }>`
    with cookie as materialized (select id from basket where token_hash = ${tokenHash} for update),
    target as (
      insert into basket as b (person_id) select ${personId}::int from cookie
      on conflict (person_id) do update set version = b.version + 1, updated_at = now()
      returning b.id
    )
    select cookie.id as "cookieId", target.id as "targetId" from cookie, target`

export interface MergeResult {
  leftovers: Leftover[]
  /** Codes of vouchers. */
  vouchers: string[]
  /** References that a line of the account's basket could not take over, a sentence each. */
  notes: string[]
}

/**
 * Moves the cookie's basket into the person's and deletes it. Quantities add up, to at most `maxQuantity` pieces and
 * `maxLines` lines; what exceeds that is stored with the basket (`leftovers`).
 */
export async function mergeCookieBasket(tx: Tx, tokenHash: Buffer, personId: number): Promise<MergeResult> {
  const baskets = await lockForMerge(tx, tokenHash, personId)
  if (!baskets) return { leftovers: [], vouchers: [], notes: [] }
  const { cookieId, targetId } = baskets
  const notes = await listUnmergedEntries(tx, cookieId, targetId)
  const leftovers = await mergeLines(tx, cookieId, targetId)
  const vouchers = await mergeVouchers(tx, cookieId, targetId)
  await tx.deleteFrom('basket').where('id', '=', cookieId).execute()
  return { leftovers, vouchers, notes }
}

async function listUnmergedEntries(tx: Tx, cookieId: number, targetId: number): Promise<string[]> {
  const rows = await selectRows(tx)<{ code: string; existing: LineEntry; added: LineEntry }>`
    select p.code, l.entry as existing, c.entry as added
    from basket_line c join basket_line l on l.basket_id = ${targetId} and l.product_id = c.product_id
      join product p on p.id = c.product_id
    where c.basket_id = ${cookieId} and c.entry <> '{}' and l.entry <> '{}' order by c.id`
  return rows.flatMap(({ code, existing, added }) => formatUnmergedEntry(code, existing, added))
}

const mergeLines = (tx: Tx, cookieId: number, targetId: number): Promise<Leftover[]> =>
  selectRows(tx)<Leftover>`
    with incoming as (
      select c.id, c.product_id, c.quantity, c.entry, l.quantity as before,
        row_number() over (partition by l.product_id is null order by c.id) as nth
      from basket_line c left join basket_line l on l.basket_id = ${targetId} and l.product_id = c.product_id
      where c.basket_id = ${cookieId}
    ), merged as materialized (
      select *, case when before is not null then least(quantity, ${maxQuantity}::int - before)
        when nth <= ${maxLines}::int - (select count(*) from basket_line where basket_id = ${targetId}) then quantity
        else 0 end as moved
      from incoming
    ), lines as (
      insert into basket_line as l (basket_id, product_id, quantity, entry)
      select ${targetId}::bigint, product_id, moved, entry from merged where moved > 0 order by id
      on conflict (basket_id, product_id) do update set quantity = l.quantity + excluded.quantity,
        entry = ${mergedEntrySql}
    ), leftover as materialized (
      select m.id, p.code, m.quantity - m.moved as quantity
      from merged m join product p on p.id = m.product_id where m.moved < m.quantity
    ), stored as (
      update basket set leftovers = coalesce(leftovers, '[]'::jsonb)
        || (select jsonb_agg(jsonb_build_object('code', code, 'quantity', quantity) order by id) from leftover)
      where id = ${targetId} and exists (select from leftover)
    )
    select code, quantity from leftover order by id`

/** Returns the codes that stayed behind: one discount and one free delivery at a time (R-VOUCHER-2), the account's first. */
const mergeVouchers = (tx: Tx, cookieId: number, targetId: number): Promise<string[]> =>
  listValues(tx)<string>`
    with incoming as materialized (
      select v.id, v.code, exists (
        select from basket_voucher existing join voucher other on other.id = existing.voucher_id
        where existing.basket_id = ${targetId} and (other.kind = 'free_delivery') = (v.kind = 'free_delivery')
          and other.id <> v.id) as is_excluded
      from basket_voucher bv join voucher v on v.id = bv.voucher_id where bv.basket_id = ${cookieId}
    ), moved as (
      insert into basket_voucher (basket_id, voucher_id)
      select ${targetId}::bigint, id from incoming where not is_excluded
      on conflict do nothing
    )
    select code from incoming where is_excluded order by id`
