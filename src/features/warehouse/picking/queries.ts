import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import {
  execute,
  findRow,
  findValue,
  getRow,
  getValue,
  hasRow,
  selectRows,
} from '../../../infra/database/query.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { Order } from '../../orders/order.ts'
import { customerNameSql, orderColumns } from '../../orders/service.ts'
import { allocatableLinesSql, waitingOrdersSql } from '../allocation/queries.ts'
import type { Parcel } from '../despatch/parcel.ts'
import { orderParcels } from '../despatch/queries.ts'
import type { PickList, PickListLine } from './pick-list.ts'

/** The list that this form has already made. */
export const findPickListByRequest = (tx: Tx, requestKey: string): Promise<number | null> =>
  findValue(tx)<number>`
    select id from pick_list where request_key = ${requestKey}`

export interface TickedOrder {
  id: number
  reference: string
  canGoOut: boolean
  isHeld: boolean
  /** Of the open list that it is on, with its maker; null: on none. */
  pickList: { id: number; by: string } | null
}

/** Locks the orders in the order of their ids. */
export async function lockOrdersToPick(tx: Tx, references: readonly string[]): Promise<TickedOrder[]> {
  await sql`
    select from orders where reference = any(${references}) and kind = 'order' order by id for update`.execute(
    tx,
  )
  return selectRows(tx)<TickedOrder>`
    select o.id, o.reference, order_is_despatchable(o.state) as "canGoOut", o.on_stop as "isHeld",
      (select json_build_object('id', p.id, 'by', staff.name) from pick_list_order po
        join pick_list p on p.id = po.pick_list_id join person staff on staff.id = p.staff_id
        where po.order_id = o.id and po.is_open) as "pickList"
    from orders o where o.reference = any(${references}) and o.kind = 'order'
    order by coalesce(o.placed_at, o.created_at), o.id`
}

type PiecesToPick = Pick<PickListLine, 'orderId' | 'position' | 'productId' | 'quantity'>

/**
 * What can be taken out of the bins for these orders: nothing for one that waits to be sent all together. Their products'
 * stock is locked.
 */
export async function lockLinesToPick(tx: Tx, orderIds: readonly number[]): Promise<PiecesToPick[]> {
  const products = sql`
    select product_id from order_line where order_id = any(${orderIds}::bigint[]) and despatched_quantity < quantity`
  await sql`
    select from stock where product_id in (${products}) order by product_id for update`.execute(tx)
  return selectRows(tx)<PiecesToPick>`
    with lines as materialized (select * from ${allocatableLinesSql(products)} line)
    select order_id as "orderId", position, product_id as "productId", allocatable - set_aside as quantity from lines
    where order_id = any(${orderIds}::bigint[]) and allocatable > set_aside
      and order_id not in (${waitingOrdersSql(sql`lines`)})
    order by since, order_id, position`
}

/** Writes the list, and keeps its pieces for their orders. `orderIds`: in the order of their boxes. */
export async function insertPickList(
  tx: Tx,
  list: {
    requestKey: string
    staffId: number
    now: Date
    orderIds: readonly number[]
    lines: readonly PiecesToPick[]
  },
): Promise<number> {
  const { requestKey, staffId, now, orderIds, lines } = list
  return getValue(tx)<number>`
    with list as (
      insert into pick_list (request_key, created_at, staff_id) values (${requestKey}, ${now}, ${staffId}) returning id
    ), orders_on_list as (
      insert into pick_list_order (pick_list_id, order_id, box)
      select list.id, o.id, o.nth from list, unnest(${orderIds}::bigint[]) with ordinality as o (id, nth)
      returning pick_list_id
    ), reserved as (
      update order_line l set set_aside_quantity = l.set_aside_quantity + line.quantity
      from unnest(${lines.map(line => line.orderId)}::bigint[], ${lines.map(line => line.position)}::int[],
        ${lines.map(line => line.quantity)}::int[]) as line (order_id, position, quantity)
      where l.order_id = line.order_id and l.position = line.position
      returning l.order_id, l.position, l.product_id, line.quantity
    )
    insert into pick_list_line (pick_list_id, order_id, position, product_id, quantity)
    select list.id, reserved.order_id, reserved.position, reserved.product_id, reserved.quantity
    from list, reserved where exists (select from orders_on_list)
    returning pick_list_id as id`
}

/** Null: there is none. */
export const findPickList = (db: Db | Tx, id: number): Promise<PickList | null> =>
  findRow(db)<PickList>`
    select p.id, p.created_at as "createdAt", staff.name as "createdBy", p.finished_at as "finishedAt",
      (select json_agg(json_build_object('orderId', o.id, 'reference', o.reference, 'box', po.box,
          'customer', ${customerNameSql},
          'deliveryCode', o.delivery_code, 'deliveryDate', o.delivery_date, 'deliveryFacts', o.delivery_facts,
          'removedWhy', po.removed_why, 'isVoid', order_is_void(o.state), 'isHeld', o.on_stop, 'state', o.state,
          'isReadyToCollect', o.ready_to_collect_at is not null, 'isCollected', o.delivery_code = 'COL',
          'canGoOut', order_is_despatchable(o.state) and not o.on_stop and exists (
            select from order_line l where l.order_id = o.id and l.set_aside_quantity > 0)) order by po.box)
        from pick_list_order po join orders o on o.id = po.order_id left join company c on c.id = o.company_id
        where po.pick_list_id = p.id) as orders,
      coalesce((select json_agg(json_build_object('orderId', l.order_id, 'position', l.position, 'productId', l.product_id,
          'code', ol.code, 'title', ol.title, 'entry', ol.entry, 'bin', s.bin, 'quantity', l.quantity, 'picked', l.picked,
          'despatched', case when po.removed_why is null and not order_is_void(o.state) then 0
            else coalesce((select sum(pl.quantity) from parcel join parcel_line pl on pl.parcel_id = parcel.id
            where parcel.order_id = l.order_id and pl.position = l.position and parcel.despatched_at >= p.created_at
              and (po.removed_at is null or parcel.despatched_at <= po.removed_at)), 0) end,
          'pickedBy', coalesce(picker.name, '')) order by po.box, l.position)
        from pick_list_line l join order_line ol on ol.order_id = l.order_id and ol.position = l.position
          join pick_list_order po on po.pick_list_id = l.pick_list_id and po.order_id = l.order_id
          join orders o on o.id = l.order_id
          join stock s on s.product_id = l.product_id left join person picker on picker.id = l.picked_by
        where l.pick_list_id = p.id), '[]') as lines
    from pick_list p join person staff on staff.id = p.staff_id where p.id = ${id}`

/** Locks the list, so that its picks are confirmed one after the other. False: there is none. */
export const lockPickList = (tx: Tx, id: number): Promise<boolean> =>
  hasRow(tx)`select id from pick_list where id = ${id} for update`

export const updatePicked = (
  tx: Tx,
  listId: number,
  lines: readonly Pick<PickListLine, 'orderId' | 'position' | 'picked'>[],
  staffId: number,
) =>
  execute(tx)`
    update pick_list_line l set picked = line.picked,
      picked_by = case when line.picked is null then null else ${staffId}::int end
    from unnest(${lines.map(line => line.orderId)}::bigint[], ${lines.map(line => line.position)}::int[],
      ${lines.map(line => line.picked)}::int[]) as line (order_id, position, picked)
    where l.pick_list_id = ${listId} and l.order_id = line.order_id and l.position = line.position`

/** Who picked a product of a list; null: it is not picked. */
export const findPicker = (tx: Tx, listId: number, productId: number): Promise<number | null> =>
  findValue(tx)<number>`
    select picked_by from pick_list_line where pick_list_id = ${listId} and product_id = ${productId}`

/**
 * What of a product is set aside for any order, those of this list included. Of what other open lists have confirmed, only
 * what was picked counts: the rest was not in the bin, although it is set aside until they are finished. The stock is locked.
 */
export async function lockReserved(
  tx: Tx,
  listId: number,
  productId: number,
): Promise<{ onHand: number; reserved: number; code: string }> {
  await sql`select from stock where product_id = ${productId} for update`.execute(tx)
  return getRow(tx)<{ onHand: number; reserved: number; code: string }>`
    select s.on_hand as "onHand", p.code, coalesce((
      select max(all_set_aside) from ${allocatableLinesSql(sql`select ${productId}::int`)} line), 0) - coalesce((
      select sum(l.quantity - l.picked)::int from pick_list_line l
        join pick_list_order po on po.pick_list_id = l.pick_list_id and po.order_id = l.order_id and po.is_open
      where l.product_id = ${productId} and l.pick_list_id <> ${listId} and l.picked is not null), 0) as "reserved"
    from stock s join product p on p.id = s.product_id where s.product_id = ${productId}`
}

/** What the picks of a list have changed of the stock of a product. `note`: how their movements' notes begin. */
export const findPickCorrection = (tx: Tx, productId: number, note: string) =>
  findRow(tx)<{ change: number; reason: 'count' | 'damage' }>`
    select sum(change)::int as change, (array_agg(reason order by id desc))[1] as reason from stock_movement
    where product_id = ${productId} and starts_with(note, ${note}) and reason in ('count', 'damage')
    having count(*) > 0`

export const lockOrdersOnList = (tx: Tx, listId: number): Promise<void> =>
  execute(tx)`
    select from orders where id in (select order_id from pick_list_order where pick_list_id = ${listId})
    order by id for update`

/**
 * Finishes a list: what was picked stays set aside for its order, what was not is free again. Pieces that were looked for
 * and not found come later, as those that were not in stock when they were ordered; their lead time runs from now.
 */
export const finishPickList = (tx: Tx, listId: number, { staffId, now }: { staffId: number; now: Date }) =>
  execute(tx)`
    with finished as (
      update pick_list set finished_at = ${now}, finished_by = ${staffId} where id = ${listId} returning id
    ), closed as (
      update pick_list_order set is_open = false where pick_list_id = ${listId} and is_open returning order_id
    ), short as (
      update orders set short_picked_at = ${now} where id in (
        select line.order_id from pick_list_line line join closed on closed.order_id = line.order_id
        where line.pick_list_id = ${listId} and line.picked < line.quantity)
    )
    update order_line l set
      set_aside_quantity = greatest(0, l.set_aside_quantity - (line.quantity - coalesce(line.picked, 0))),
      later_quantity = case when line.picked < line.quantity then greatest(l.later_quantity, least(l.quantity,
        l.quantity - l.despatched_quantity - (l.set_aside_quantity - line.quantity) - line.picked)) else l.later_quantity end,
      lead_time = case when line.picked < line.quantity then coalesce(l.lead_time, p.lead_time) else l.lead_time end,
      later_since = case when line.picked < line.quantity then ${toLondonTime(now).date}::date else l.later_since end
    from pick_list_line line join closed on closed.order_id = line.order_id join product p on p.id = line.product_id,
      finished
    where line.pick_list_id = finished.id and l.order_id = line.order_id and l.position = line.position`

export type PaperOrder = Order & { parcels: Parcel[] }
/** With how many pieces of each line are set aside, by position. */
export type BoxedOrder = PaperOrder & { reserved: Record<number, number> }

/** In the order of the ids that are passed in. */
export const listOrdersForPapers = (db: Db, ids: readonly number[]): Promise<BoxedOrder[]> =>
  selectRows(db)<BoxedOrder>`
    select ${orderColumns}, ${orderParcels} as parcels, (
      select json_object_agg(l.position, l.set_aside_quantity) from order_line l where l.order_id = o.id) as "reserved"
    from unnest(${ids}::bigint[]) with ordinality as listed (id, nth) join orders o on o.id = listed.id
    order by listed.nth`
