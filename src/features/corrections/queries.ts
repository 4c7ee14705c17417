import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findValue, getRow, getValue, selectRows } from '../../infra/database/query.ts'
import type { Pence } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { formatChosenDelivery } from '../delivery/chosen-delivery.ts'
import type { CorrectedField } from '../orders/history.ts'
import type { OrderTotals } from '../orders/order.ts'
import type { PiecesToRestock } from '../orders/order-line.ts'
import { orderLineColumns, paidByCard, toOrderLineRow } from '../orders/service.ts'
import { selectPrice } from '../prices/service.ts'
import type { Correctable, PlannedCorrection, ReplacementProduct } from './correction.ts'
import type { Replacements } from './lines.ts'
import type { InvoicedPart, ProductStock } from './plan.ts'

export const listCorrectableLines = (db: Db | Tx, orderId: number): Promise<Correctable[]> =>
  selectRows(db)<Correctable>`
    select position, product_id as "productId", code, title, entry, unit_price as "unitPrice", quantity,
      later_quantity as "laterQuantity", lead_time as "leadTime", later_since::text as "laterSince", line_total as "lineTotal",
      despatched_quantity as "despatchedQuantity", withdrawn_quantity as "withdrawn"
    from order_line where order_id = ${orderId} order by position`

/** The products of these part numbers, with today's price for a company. */
export async function findReplacements(
  db: Db | Tx,
  codes: readonly string[],
  companyId: number | null,
): Promise<Replacements> {
  const keys = [...new Set(codes.map(toCodeKey))].filter(key => key !== '')
  if (keys.length === 0) return new Map()
  const rows = await selectRows(db)<ReplacementProduct & { key: string }>`
    select p.id as "productId", p.code, p.title, ${selectPrice('p', companyId)} as price, p.for_sale as "forSale",
      code_key(p.code) as key
    from product p where code_key(p.code) = any(${keys})`
  return new Map(rows.map(({ key, ...product }) => [key, product]))
}

/** Weight and stock of products, by id. Their stock is locked, in the order of the ids. */
export async function lockGoods(tx: Tx, productIds: readonly number[]) {
  await sql`select from stock where product_id = any(${productIds}) order by product_id for update`.execute(
    tx,
  )
  return getGoods(tx, productIds)
}

export async function getGoods(db: Db | Tx, productIds: readonly number[]) {
  const rows = await selectRows(db)<ProductStock & { productId: number; weightG: number }>`
    select p.id as "productId", p.weight_g as "weightG", s.available, s.back_order as "backOrder", p.lead_time as "leadTime"
    from product p join stock s on s.product_id = p.id where p.id = any(${productIds})`
  return {
    weights: new Map(rows.map(({ productId, weightG }) => [productId, weightG])),
    stock: new Map<number, ProductStock>(rows.map(({ productId, ...stock }) => [productId, stock])),
  }
}

/** How far the order is invoiced, what was paid for it, and whether it is being picked. Its payment attempts are locked. */
export async function lockCorrectionState(tx: Tx, orderId: number) {
  await sql`select from payment_attempt where order_id = ${orderId} order by id for update`.execute(tx)
  return getCorrectionState(tx, orderId)
}

export const getCorrectionState = (tx: Db | Tx, orderId: number) =>
  getRow(tx)<{ invoiced: InvoicedPart; paid: Pence; isBeingPicked: boolean }>`
    select case
        when exists (select from deferred_credit_note n where n.order_id = o.id and n.credit_note_id is null) then 'refunded'
        when o.invoice_number is null and o.invoiced_at is null then 'none'
        when exists (select from order_line l where l.order_id = o.id and l.quantity > (
          select coalesce(sum(dl.quantity), 0) from sales_document d join sales_document_line dl on dl.document_id = d.id
          where d.order_id = o.id and d.kind = 'invoice' and dl.position = l.position)) and o.invoice_number is null then 'part'
        else 'whole' end as invoiced,
      ${paidByCard} as paid,
      exists (select from pick_list_order l where l.order_id = o.id and l.is_open) as "isBeingPicked"
    from orders o where o.id = ${orderId}`

/** What this form has corrected already; null: nothing. */
export const findCorrectionByRequest = (tx: Tx, orderId: number, requestKey: string) =>
  findValue(tx)<number>`
    select id from order_correction where order_id = ${orderId} and request_key = ${requestKey}`

interface NewCorrection {
  requestKey: string
  staffId: number
  changes: readonly CorrectedField[]
  before: Pick<OrderTotals, 'total' | 'vat' | 'vatRateBp'>
  totalAfter: number
  now: Date
}

/** Returns its id. */
export const insertCorrection = (
  tx: Tx,
  orderId: number,
  { requestKey, staffId, changes, before, totalAfter, now }: NewCorrection,
) =>
  getValue(tx)<number>`
    insert into order_correction (order_id, at, staff_id, request_key, changes, total_before, total_after,
      vat_before, vat_rate_bp_before)
    values (${orderId}, ${now}, ${staffId}, ${requestKey}, ${JSON.stringify(changes)}::jsonb, ${before.total}, ${totalAfter},
      ${before.vat}, ${before.vatRateBp})
    returning id`

/**
 * Writes the corrected order. The caller holds the locks of the order and of the stock of both sets of goods. Another
 * delivery or product is not ready to collect, and the day of another delivery replaces one that was moved. Returns what
 * staff put back.
 */
export async function updateOrder(
  tx: Tx,
  orderId: number,
  before: readonly Correctable[],
  {
    fields,
    lines,
    totals,
    linkVersion,
  }: Pick<PlannedCorrection, 'fields' | 'lines' | 'totals'> & { linkVersion: number },
): Promise<PiecesToRestock[]> {
  await moveAllocation(tx, before, lines)
  const toRestock = await updateLines(tx, orderId, lines, fields.deliveryCode)
  const hasOtherProducts = lines.some(
    ({ position, productId }) => before.find(line => line.position === position)?.productId !== productId,
  )
  await sql`
    update order_voucher v set amount = n.amount
    from unnest(${totals.vouchers.map(({ code }) => code)}::text[], ${totals.vouchers.map(({ amount }) => amount)}::int[])
      as n (code, amount)
    where v.order_id = ${orderId} and v.code = n.code`.execute(tx)
  const hasOtherDay = sql`(delivery_code <> ${fields.deliveryCode} or delivery_date is distinct from ${fields.deliveryDate}::date)`
  await sql`
    update orders set contact = ${JSON.stringify(fields.contact)}::jsonb,
      delivery = ${JSON.stringify(fields.delivery)}::jsonb, billing = ${JSON.stringify(fields.billing)}::jsonb,
      purchase_order = ${fields.purchaseOrder}, delivery_instructions = ${fields.deliveryInstructions},
      delivery_code = ${fields.deliveryCode}, delivery_title = ${formatChosenDelivery(fields)},
      delivery_facts = ${JSON.stringify(fields.deliveryFacts)}::jsonb,
      collection_details = ${fields.collectionDetails}, delivery_date = ${fields.deliveryDate},
      consignments = ${fields.consignments}, subtotal = ${totals.subtotal}, discount = ${totals.discount},
      delivery_cost = ${totals.deliveryCost}, vat = ${totals.vat}, vat_rate_bp = ${totals.vatRateBp},
      total = ${totals.total}, link_version = ${linkVersion},
      -- What costs something now is paid by card; what costs nothing any more, and was never paid, needs none.
      method = case when method = 'free' and ${totals.total}::int > 0 then 'card'
        when method = 'card' and ${totals.total}::int = 0 and not exists (select from payment_attempt a
          where a.order_id = orders.id and a.state in ('paid', 'voided', 'reversed')) then 'free'
        else method end,
      ready_to_collect_at = case when delivery_code = ${fields.deliveryCode} and not ${hasOtherProducts}::boolean
        then ready_to_collect_at end,
      delayed_at = case when not ${hasOtherDay} then delayed_at end,
      delayed_until = case when not ${hasOtherDay} then delayed_until end,
      hold_released_at = case when not ${hasOtherDay} then hold_released_at end,
      short_picked_at = case when not ${hasOtherDay} then short_picked_at end
    where id = ${orderId}`.execute(tx)
  return toRestock
}

/** Allocates what is open of each product; pieces that the order no longer needs become available. */
async function moveAllocation(
  tx: Tx,
  before: readonly Correctable[],
  after: readonly Correctable[],
): Promise<void> {
  const changes = new Map<number, number>()
  const add = (lines: readonly Correctable[], sign: 1 | -1) => {
    for (const { productId, quantity } of lines)
      changes.set(productId, (changes.get(productId) ?? 0) + sign * quantity)
  }
  add(before, 1)
  add(after, -1)
  const moved = [...changes].filter(([, change]) => change !== 0).toSorted(([a], [b]) => a - b)
  await sql`
    update stock s set available = s.available + n.change
    from unnest(${moved.map(([productId]) => productId)}::int[], ${moved.map(([, change]) => change)}::int[])
      as n (product_id, change)
    where s.product_id = n.product_id`.execute(tx)
}

/**
 * Pieces that were only announced for collection become available when the order is to be sent; picked pieces stay set
 * aside.
 */
async function updateLines(
  tx: Tx,
  orderId: number,
  lines: readonly Correctable[],
  deliveryCode: string,
): Promise<PiecesToRestock[]> {
  const columns = Object.values(orderLineColumns).map(column => sql.ref(column))
  const rows = lines.map((line, index) => ({
    ...toOrderLineRow(line, index),
    position: line.position,
    later_since: line.laterSince,
  }))
  const toRestock = await selectRows(tx)<PiecesToRestock>`
    with corrected as (
      select * from json_populate_recordset(null::order_line, ${JSON.stringify(rows)}::json)
    ), counter as (
      select o.delivery_code = 'COL' and ${deliveryCode} <> 'COL' and not exists (
        select from pick_list_order l join pick_list_line p on p.pick_list_id = l.pick_list_id and p.order_id = l.order_id
        where l.order_id = o.id and l.removed_at is null and p.picked > 0) as is_left
      from orders o where o.id = ${orderId}
    ), before as (
      select position, code, set_aside_quantity from order_line where order_id = ${orderId}
    ), removed as (
      delete from order_line l where l.order_id = ${orderId}
        and not exists (select from corrected c where c.position = l.position)
    ), written as (
      insert into order_line as l (order_id, position, later_since, ${sql.join(columns)})
      select ${orderId}, position, later_since, ${sql.join(columns)} from corrected
      on conflict (order_id, position) do update set later_since = excluded.later_since,
        ${sql.join(columns.map(column => sql`${column} = excluded.${column}`))},
        set_aside_quantity = case
          when l.product_id <> excluded.product_id or (select is_left from counter) then 0
          else least(l.set_aside_quantity,
            greatest(0, excluded.quantity - l.despatched_quantity - l.withdrawn_quantity)) end
      returning position, set_aside_quantity
    )
    select b.code, b.set_aside_quantity - coalesce(w.set_aside_quantity, 0) as pieces
    from before b left join written w using (position)
    where b.set_aside_quantity > coalesce(w.set_aside_quantity, 0) order by b.position`
  return toRestock
}
