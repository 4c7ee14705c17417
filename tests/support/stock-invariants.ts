import type { CheckedShop } from './checked-shop.ts'

/** What `checkInvariants` finds of stock, parcels and returns is wrong. */

// After the inspection each piece is counted once; the movements of a return have its number as their note.
export const returnsOutOfStock = `
  select r.id, r.state, sum(l.received) as received, sum(l.restocked) as restocked, sum(l.scrapped) as scrapped, m.moved
  from return_request r join return_line l on l.return_id = r.id cross join lateral (
    select coalesce(sum(change), 0) as moved from stock_movement
    where request_key in ('RMA-' || lpad(r.id::text, 6, '0') || ' in', 'RMA-' || lpad(r.id::text, 6, '0') || ' out')) m
  group by r.id, m.moved
  having m.moved <> coalesce(sum(l.restocked), 0)
    or (r.state in ('inspected', 'credited')
      and coalesce(sum(l.received), 0) <> coalesce(sum(l.restocked + l.scrapped), 0))`

// What credits have put back is recorded of the lines, and as movements of the order.
export const wronglyRestockedOrders = `
  select o.reference, l.product_id, l.restocked, l.returned, l.despatched, m.moved from orders o
  cross join lateral (
    select l.product_id, sum(l.restocked_quantity) as restocked, sum(l.despatched_quantity) as despatched,
      sum((select coalesce(sum(r.received), 0) from return_line r
        where r.order_id = l.order_id and r.position = l.position)) as returned
    from order_line l where l.order_id = o.id group by l.product_id) l
  cross join lateral (
    select coalesce(sum(change), 0) as moved from stock_movement m
    where m.order_id = o.id and m.product_id = l.product_id) m
  where l.restocked <> m.moved or l.restocked + l.returned > l.despatched`

// A line counts what its parcels hold, and each parcel has taken just that off hand.
export const wronglyDespatchedLines = `
  select o.reference, l.position, l.despatched_quantity, sum(pl.quantity) as in_parcels from order_line l
  join orders o on o.id = l.order_id left join parcel_line pl on pl.order_id = l.order_id and pl.position = l.position
  where o.kind = 'order' and o.request_hash not like 'demo %' group by o.id, l.order_id, l.position
  having l.despatched_quantity <> coalesce(sum(pl.quantity), 0) or l.despatched_quantity > l.quantity
  union all
  select o.reference, p.number, coalesce(m.sent, 0), l.pieces from parcel p join orders o on o.id = p.order_id
  cross join lateral (select sum(quantity) as pieces from parcel_line where parcel_id = p.id) l
  cross join lateral (select -sum(change) as sent from stock_movement where parcel_id = p.id) m
  where coalesce(m.sent, 0) <> l.pieces and o.request_hash not like 'demo %'`

export async function findWrongStock(shop: CheckedShop): Promise<unknown[]> {
  const rows = await shop.sql<{
    id: number
    code: string
    on_hand: number
    available: number
    back_order: boolean
    open: number
    despatched: number
    sent: number
    moved: number
    has_wrong_movement: boolean
    was_lowered: boolean
  }>(
    `select p.id, p.code, s.on_hand, s.available, s.back_order, lines.open, lines.despatched,
       movements.sent, movements.moved, movements.has_wrong_movement, movements.was_lowered
     from product p join stock s on s.product_id = p.id cross join lateral (
       select coalesce(sum(l.quantity - l.despatched_quantity - l.withdrawn_quantity) filter (
           where order_holds_stock(o.state) and o.stock_released_at is null), 0)::int as open,
         coalesce(sum((select sum(pl.quantity) from parcel_line pl
           where pl.order_id = l.order_id and pl.position = l.position)), 0)::int as despatched
       from order_line l join orders o on o.id = l.order_id where l.product_id = p.id and o.kind = 'order') lines
     cross join lateral (
       select coalesce(sum(change), 0)::int as moved,
         coalesce(-sum(change) filter (where parcel_id is not null), 0)::int as sent,
         coalesce(bool_or(on_hand <> before + change), false) as has_wrong_movement,
         coalesce(bool_or(change < 0 and parcel_id is null), false) as was_lowered
       from (select *, lag(on_hand) over (order by id) as before from stock_movement where product_id = p.id) m
     ) movements`,
  )
  const wrong = rows.filter(
    row =>
      // `allocated` is generated from these two, so what orders hold is summed from their lines.
      row.available !== row.on_hand - row.open ||
      row.on_hand !== (shop.initialStock.get(row.id) ?? 0) + row.moved ||
      row.despatched !== row.sent ||
      row.has_wrong_movement ||
      // A count may find less than was promised.
      (row.available < 0 && !row.back_order && !row.was_lowered),
  )
  return wrong.map(row => ({ ...row, opening: shop.initialStock.get(row.id) }))
}

/** The opening balances: what was on hand before the first movement, by product. */
export async function countInitialStock(sql: CheckedShop['sql']): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; count: number }>(
    `select product_id as id, on_hand - coalesce((select sum(change)::int from stock_movement m
       where m.product_id = s.product_id), 0) as count from stock s`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
