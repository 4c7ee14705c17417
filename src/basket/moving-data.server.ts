import { sql } from 'kysely'
import type { Tx } from '../platform/house.ts'

/** Lines that go from one place to another: into an order, or from the cookie's basket into the person's. */

/** Takes what was ordered out of the basket; what another tab added meanwhile stays. */
export async function takeOrdered(tx: Tx, basketId: number, orderId: number): Promise<void> {
  await sql`
    with ordered as (select product_id, quantity from order_line where order_id = ${orderId}),
    gone as (
      delete from basket_line l using ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity <= o.quantity
    ),
    less as (
      update basket_line l set quantity = l.quantity - o.quantity from ordered o
      where l.basket_id = ${basketId} and l.product_id = o.product_id and l.quantity > o.quantity
    ),
    vouchers as (delete from basket_voucher where basket_id = ${basketId})
    update basket set version = version + 1, updated_at = now(), ship_country = null, ship_postcode = null,
      ship_method = null where id = ${basketId}`.execute(tx)
}

/** Adds the cookie's basket to the person's (quantities add up, 9,999 at most) and does away with it. */
export async function mergeInto(tx: Tx, tokenHash: Buffer, personId: number, largest: number): Promise<void> {
  await sql`
    with cookie as materialized (select id from basket where token_hash = ${tokenHash} for update),
    own as (
      insert into basket as b (person_id) select ${personId}::int from cookie
      on conflict (person_id) do update set version = b.version + 1, updated_at = now() returning b.id
    ),
    lines as (
      insert into basket_line as l (basket_id, product_id, quantity)
      select own.id, c.product_id, c.quantity from own, basket_line c join cookie on c.basket_id = cookie.id
      on conflict (basket_id, product_id) do update
        set quantity = least(l.quantity + excluded.quantity, ${largest}::int)
    )
    insert into basket_voucher (basket_id, voucher_id)
    select own.id, bv.voucher_id from own, basket_voucher bv join cookie on bv.basket_id = cookie.id
      join voucher v on v.id = bv.voucher_id
    -- One that takes money off and one that frees the delivery (contract §3): those of the account stay.
    where not exists (
      select from basket_voucher held join voucher other on other.id = held.voucher_id
      where held.basket_id = own.id and (other.kind = 'free_delivery') = (v.kind = 'free_delivery'))
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('basket').where('token_hash', '=', tokenHash).execute()
}
