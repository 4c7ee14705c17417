import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { type Columns, toSelectList } from '../../infra/database/columns.ts'
import type { BasketLine, VoucherInBasket } from '../basket/basket.ts'
import { catalogueColumns, joinHeldStock } from '../basket/service.ts'

/** A BasketLine of order line `l`, its quoted price `q`, product `p`, its stock `s` and what is held of it, `h`. */
const loadedLineColumns: Columns<BasketLine> = {
  id: sql`l.position`,
  productId: sql`l.product_id`,
  code: sql`l.code`,
  title: sql`l.title`,
  entry: sql`l.entry`,
  quantity: sql`l.quantity`,
  unitPrice: sql`coalesce(q.unit_price, l.unit_price)`,
  ...catalogueColumns,
}

/** The lines of a loaded order: its own prices (of a quote the offered ones) with the current catalogue data. */
export async function listLoadedLines(db: Db | Tx, orderId: number): Promise<BasketLine[]> {
  return (await listLinesByOrder(db, [orderId])).get(orderId) ?? []
}

/** The same of several orders, by their ids. */
export async function listLinesByOrder(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<Map<number, BasketLine[]>> {
  const { rows } = await sql<BasketLine & { orderId: number }>`
    select l.order_id as "orderId", ${toSelectList(loadedLineColumns)}
    from order_line l join product p on p.id = l.product_id join stock s on s.product_id = p.id
    ${joinHeldStock(sql`o.source_id = l.order_id`)}
    left join quote_offer_line q on q.order_id = l.order_id and q.position = l.position
    where l.order_id = any(${orderIds}) order by l.order_id, l.position`.execute(db)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** Its vouchers with their uses by other orders: a loaded order and the one made from it are one use. */
export async function listLoadedVouchers(
  db: Db | Tx,
  orderId: number,
  personId: number | null,
): Promise<VoucherInBasket[]> {
  const { rows } = await sql<VoucherInBasket>`
    select v.id, v.code, v.kind, v.amount, v.minimum_spend as "minimumSpend", v.starts_at as "startsAt",
      v.ends_at as "endsAt", v.total_limit as "totalLimit", v.customer_limit as "customerLimit",
      v.company_id as "companyId", v.person_id as "personId",
      (select count(distinct u.use_id)::int from voucher_use u
        where u.voucher_id = v.id and u.use_id <> ${orderId}) as "usesTotal",
      (select count(distinct u.use_id)::int from voucher_use u
        where u.voucher_id = v.id and u.use_id <> ${orderId} and u.person_id = ${personId}::int) as "usesByCustomer"
    from order_voucher ov join voucher v on v.id = ov.voucher_id
    where ov.order_id = ${orderId} order by v.id`.execute(db)
  return rows
}

/** The valid order that this person made from a loaded one; null when there is none. */
export async function findOrderMadeFrom(
  db: Db,
  sourceId: number,
  personId: number,
): Promise<{ reference: string } | null> {
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where source_id = ${sourceId} and person_id = ${personId}
      and not order_is_void(state) and not order_is_open(state)`.execute(db)
  return rows[0] ?? null
}
