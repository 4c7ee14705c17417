import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, selectRows } from '../../../infra/database/query.ts'
import type { VoucherInBasket } from '../basket.ts'

/**
 * How often voucher `v` is used (view voucher_use), in all and by this person, except by an unplaced order of basket
 * `b`, which is about to be replaced.
 */
const countUsesSql = (personId: number | null) => sql`
  (select count(distinct u.use_id)::int from voucher_use u where u.voucher_id = v.id
    and not (u.basket_id is not distinct from b.id and u.placed_at is null)) as "usesTotal",
  (select count(distinct u.use_id)::int from voucher_use u where u.voucher_id = v.id
    and u.person_id = ${personId}::int
    and not (u.basket_id is not distinct from b.id and u.placed_at is null)) as "usesByCustomer"`

/** The columns of a Voucher `v`. */
export const voucherColumns = sql`
  v.id, v.code, v.kind, v.amount, v.minimum_spend as "minimumSpend", v.starts_at as "startsAt", v.ends_at as "endsAt",
  v.total_limit as "totalLimit", v.customer_limit as "customerLimit", v.company_id as "companyId",
  v.person_id as "personId"`

export const listBasketVouchers = (db: Db | Tx, basketId: number, personId: number | null) =>
  selectRows(db)<VoucherInBasket>`
    select ${voucherColumns}, ${countUsesSql(personId)}
    from basket b join basket_voucher bv on bv.basket_id = b.id join voucher v on v.id = bv.voucher_id
    where b.id = ${basketId} order by v.id`

export const findVoucherByCode = (db: Db | Tx, code: string, basketId: number, personId: number | null) =>
  findRow(db)<VoucherInBasket>`
    select ${voucherColumns}, ${countUsesSql(personId)}
    from voucher v left join basket b on b.id = ${basketId} where v.code = ${code}`

export const insertVoucher = (db: Db | Tx, basketId: number, voucherId: number): Promise<void> =>
  execute(db)`
    with inserted as (insert into basket_voucher (basket_id, voucher_id) values (${basketId}, ${voucherId})
      on conflict do nothing)
    update basket set version = version + 1, updated_at = now() where id = ${basketId}`

export async function removeVouchers(db: Db | Tx, basketId: number, codes: string[]): Promise<void> {
  if (codes.length === 0) return
  await sql`
    with removed as (delete from basket_voucher bv using voucher v
      where bv.basket_id = ${basketId} and v.id = bv.voucher_id and v.code = any(${codes}) returning bv.voucher_id)
    update basket set version = version + 1, updated_at = now()
    where id = ${basketId} and exists (select from removed)`.execute(db)
}
