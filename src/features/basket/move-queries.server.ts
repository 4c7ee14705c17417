import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'

/** Removes the lines of a placed order from its basket; what another tab added meanwhile stays. */
export async function removeOrderedLines(tx: Tx, basketId: number, orderId: number): Promise<void> {
  await sql`
    with ordered as (select product_id, quantity from order_line where order_id = ${orderId}),
    removed as (
      delete from basket_line l using ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity <= o.quantity
    ),
    reduced as (
      update basket_line l set quantity = l.quantity - o.quantity from ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity > o.quantity
    ),
    vouchers as (delete from basket_voucher where basket_id = ${basketId})
    update basket set version = version + 1, updated_at = now(), ship_country = null, ship_postcode = null,
      ship_method = null where id = ${basketId}`.execute(tx)
}

/** Adds the cookie's basket to the person's (quantities add up, to at most `maxQuantity`) and deletes it. */
export async function mergeCookieBasket(
  tx: Tx,
  tokenHash: Buffer,
  personId: number,
  maxQuantity: number,
): Promise<void> {
  await sql`
    with cookie as materialized (select id from basket where token_hash = ${tokenHash} for update),
    target as (
      insert into basket as b (person_id) select ${personId}::int from cookie
      on conflict (person_id) do update set version = b.version + 1, updated_at = now() returning b.id
    ),
    lines as (
      insert into basket_line as l (basket_id, product_id, quantity)
      select target.id, c.product_id, c.quantity from target, basket_line c join cookie on c.basket_id = cookie.id
      on conflict (basket_id, product_id) do update
        set quantity = least(l.quantity + excluded.quantity, ${maxQuantity}::int)
    )
    insert into basket_voucher (basket_id, voucher_id)
    select target.id, bv.voucher_id from target, basket_voucher bv join cookie on bv.basket_id = cookie.id
      join voucher v on v.id = bv.voucher_id
    -- One discount and one free delivery at a time (contract §3): those of the account stay.
    where not exists (
      select from basket_voucher existing join voucher other on other.id = existing.voucher_id
      where existing.basket_id = target.id and (other.kind = 'free_delivery') = (v.kind = 'free_delivery'))
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('basket').where('token_hash', '=', tokenHash).execute()
}
