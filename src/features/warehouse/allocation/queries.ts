import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { customerNameSql, expectedFacts, isCreditHeldSql, isSentTogetherSql } from '../../orders/service.ts'
import type { OpenPieces } from './open-pieces.ts'

/** Which order gets what is on hand (R-STOCK-7). */

/** The pieces of a line `l` that are still to leave; and whether there are any, as the index of open lines has it. */
export const openQuantitySql = sql`l.quantity - l.despatched_quantity - l.withdrawn_quantity`
export const isOpenLineSql = sql`l.despatched_quantity < l.quantity and l.despatched_quantity + l.withdrawn_quantity < l.quantity
  and not l.is_ended`

// An order that has taken stock and not sent all of it.
const holdsGoods = sql`o.kind = 'order' and order_holds_stock(o.state) and o.stock_released_at is null`

/**
 * What a line can send of this many on hand: first what is set aside for it, then the oldest order first, as much as there
 * is. An order that may not go out is passed over, so that its goods do not wait in the warehouse while others could be
 * sent; once it is released it is first again (R-STOCK-7).
 */
const getAllocatableSql = (onHand: RawBuilder<unknown>) => sql`case when is_ready
  then greatest(0, least(set_aside, ${onHand} - set_aside_before))
    + greatest(0, least(open - set_aside, ${onHand} - all_set_aside - remaining_before))
  else 0 end`

/**
 * The lines that have something to send of these products (a query of ids; null: of all), for queries of many orders: (order_id,
 * position, product_id, on_hand, open, set_aside, all_set_aside, allocatable, is_ready, since). `all_set_aside`: of the
 * product, for whatever order. `stock`: a table with the products' (product_id, on_hand).
 */
export const allocatableLinesSql = (
  products: RawBuilder<unknown> | null,
  stock: RawBuilder<unknown> = sql`stock`,
): RawBuilder<unknown> => sql`(
  select *, ${getAllocatableSql(sql.ref('on_hand'))} as allocatable
  from (
    select *, sum(set_aside) over (partition by product_id)::int as all_set_aside,
      (sum(set_aside) over oldest_first - set_aside)::int as set_aside_before,
      (sum(case when is_ready then open - set_aside else 0 end) over oldest_first
        - case when is_ready then open - set_aside else 0 end)::int as remaining_before
    from (
      select l.order_id, l.position, l.product_id, s.on_hand, ${openQuantitySql} as open,
        least(l.set_aside_quantity, ${openQuantitySql}) as set_aside,
        order_is_despatchable(o.state) and not o.on_stop as is_ready, coalesce(o.placed_at, o.created_at) as since
      from order_line l join orders o on o.id = l.order_id join ${stock} s on s.product_id = l.product_id
      where ${products === null ? sql`true` : sql`l.product_id = any(array(${products}))`} and ${isOpenLineSql} and ${holdsGoods}
    ) waiting
    window oldest_first as (partition by product_id order by since, order_id, position)
  ) allocated)`

/**
 * The lines with something to send of all products of which less is on hand than is allocated: (order_id, product_id,
 * open, set_aside, allocatable). Of a product with nothing on hand nothing can be sent, to whichever order: most short products
 * are such, and their orders need not be read. So orders that hold no stock may be among them.
 */
export const shortLinesSql = sql`
  with short_products as materialized (select product_id, on_hand from stock where is_short)
  select order_id, product_id, open, set_aside, allocatable
  from ${allocatableLinesSql(sql`select product_id from short_products where on_hand > 0`, sql`short_products`)} line
  union all select l.order_id, l.product_id, ${openQuantitySql}, 0, 0
  from order_line l
  where l.product_id = any(array(select product_id from short_products where on_hand = 0)) and ${isOpenLineSql}`

/**
 * Those of these products (a query of ids) of which less is on hand than is allocated: of all others each line that may go
 * out can send all that is open.
 */
export const shortProductsSql = (products: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select product_id from stock where is_short and product_id in (${products})`

/**
 * The ids of the orders that are to be sent all together and cannot be yet, as `listWaitedFor` decides: among `lines`, a
 * table with the rows of `allocatableLinesSql`.
 */
export const waitingOrdersSql = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select line.order_id from ${lines} line join orders o on o.id = line.order_id
  where ${isSentTogetherSql} and line.is_ready and line.allocatable < line.open
  group by line.order_id`

/** An order `o` is on a list that is being picked. */
export const isBeingPickedSql = sql`exists (select from pick_list_order po where po.order_id = o.id and po.is_open)`

/**
 * What `getStateDescription` calls a back order, of placed orders `o` that are not held. What they lack is short: less is on
 * hand than is allocated, so only the orders of short products are read.
 */
export const isBackOrderSql = sql`o.id in (
    select line.order_id from (${shortLinesSql}) line join orders o on o.id = line.order_id
    group by line.order_id, o.id
    having case when ${isSentTogetherSql} then bool_or(line.allocatable < line.open)
      else bool_and(line.allocatable = 0) and not exists (select from order_line l
        where l.order_id = line.order_id and ${openQuantitySql} > 0
          and l.product_id not in (select product_id from stock where is_short)) end)
  and o.ready_to_collect_at is null and not ${isBeingPickedSql}
  and not exists (select from order_line l where l.order_id = o.id and l.set_aside_quantity > 0 and ${openQuantitySql} > 0)`

/**
 * The oldest open lines of these products' orders with what they can send, and how many there are. `delivered`: pieces by
 * product; then only the lines that can send more than without them.
 */
export async function listPiecesToSend(
  db: Db | Tx,
  productIds: readonly number[],
  { limit, delivered = null }: { limit: number; delivered?: ReadonlyMap<number, number> | null },
): Promise<{ rows: OpenPieces[]; total: number }> {
  const isFreed = sql`line.allocatable > ${getAllocatableSql(sql`greatest(0, line.on_hand - delivered.quantity)`)}`
  const rows = await selectRows(db)<OpenPieces & { total: number }>`
    with listed as materialized (
      select line.open, line.allocatable, line.set_aside as "reserved", o.reference,
        line.order_id, line.position, l.code,
        o.on_stop as "isHeld", case when o.hold_reason <> '' then o.hold_reason when o.payment_due then 'waiting for payment'
          when ${isCreditHeldSql} then 'credit' else '' end as "holdReason",
        order_is_open(o.state) as "isUnfinished",
        ${customerNameSql} as customer, line.since,
        ${expectedFacts()} as facts, count(*) over ()::int as total,
        line.is_ready and ${isSentTogetherSql} as is_together
      from ${allocatableLinesSql(sql`select unnest(${productIds}::int[])`)} line
        join order_line l on l.order_id = line.order_id and l.position = line.position
        join orders o on o.id = line.order_id left join company c on c.id = o.company_id
        left join unnest(${[...(delivered?.keys() ?? [])]}::int[], ${[...(delivered?.values() ?? [])]}::int[])
          as delivered (product_id, quantity) on delivered.product_id = line.product_id
      where ${delivered === null ? sql`true` : isFreed}
      order by line.since, line.order_id, line.position limit ${limit}
    ), waiting as materialized (
      select line.order_id from ${allocatableLinesSql(sql`
        select l.product_id from order_line l where l.order_id in (select order_id from listed where is_together)`)} line
      where line.order_id in (select order_id from listed where is_together) and line.allocatable < line.open
    )
    select open, allocatable, "reserved", reference, position, code, "isHeld", "holdReason", "isUnfinished",
      customer, since, facts, total,
      order_id in (select order_id from waiting) as "isWaiting"
    from listed order by since, order_id, position`
  return { rows: rows.map(({ total, ...pieces }) => pieces), total: rows[0]?.total ?? 0 }
}

/** The reference of the order that a movement `m` of the stock belongs to; null: none. */
export const movementOrderSql = sql<string | null>`(
  select reference from orders where id = coalesce((select order_id from parcel where id = m.parcel_id), m.order_id))`
