-- compatible with 102
-- When customers get their orders, for queries: as `expectOrder` decides it (src/features/orders/expectation). The columns
-- that depend on the warehouse are those of `allocatedPiecesSql` in the same folder.

-- After a released hold no day is promised any more, nor once only the second part of a split order is to go. The lines are
-- read for such orders alone; as `exists` the planner would read those of all orders.
create view expected_day as
select o.id as order_id,
  case when o.delayed_at is not null then 'announced'
    when rest.is_second_part or o.hold_released_at is not null or o.delivery_date is null then 'none'
    else 'promised' end as source,
  case when o.delayed_at is not null then o.delayed_until
    when o.hold_released_at is null and not rest.is_second_part then o.delivery_date end as day
from orders o cross join lateral (
  select o.state = 'part_despatched' and o.consignments is not distinct from 'split' and (
    select bool_and(l.quantity - l.despatched_quantity - l.withdrawn_quantity
      <= greatest(0, l.later_quantity - l.withdrawn_quantity))
    from order_line l where l.order_id = o.id) as is_second_part) rest;

-- The pieces of a line that have left, those that were in stock when they were ordered, and those that were not or that were
-- found missing since. `line_open`, `set_aside`: of the line. The day of a split order is that of its first part.
create view expected_pieces as
select l.order_id, l.position, line.open as line_open,
  case when pieces.state = 'open' then least(line.open, l.set_aside_quantity) else 0 end as set_aside,
  pieces.quantity, pieces.state, pieces.is_back_ordered,
  case when pieces.is_sent then 'none' when d.source = 'announced' then d.source
    when d.day is not null and not pieces.is_second_part then 'promised'
    when pieces.start + (l.lead_time->>'max')::int is not null then 'estimated' else 'none' end as source,
  case when not pieces.is_sent and (d.source = 'announced' or not pieces.is_second_part) then d.day end as day,
  pieces.start + (l.lead_time->>'min')::int as first_day, pieces.start + (l.lead_time->>'max')::int as last_day
from order_line l join orders o on o.id = l.order_id join expected_day d on d.order_id = l.order_id
cross join lateral (
  select l.quantity - l.withdrawn_quantity as quantity, greatest(0, l.later_quantity - l.withdrawn_quantity) as later,
    case when order_is_despatchable(o.state) or order_is_open(o.state)
      then l.quantity - l.withdrawn_quantity - l.despatched_quantity else 0 end as open,
    coalesce(l.later_since, (o.placed_at at time zone 'Europe/London')::date) as later_start,
    case when order_is_open(o.state) then 'unfinished' when o.on_stop then 'held' else 'open' end as open_state) line
cross join lateral (values
  -- Before parcels were recorded, lines did not say what had left.
  (case when o.state in ('despatched', 'collected') then line.quantity else l.despatched_quantity end,
    case when o.state = 'collected' then 'collected' else 'sent' end, true, false, false, null::date),
  (line.open - least(line.open, line.later), line.open_state, false, false, false, null),
  (least(line.open, line.later), line.open_state, false, true, o.consignments is not distinct from 'split', line.later_start)
) as pieces (quantity, state, is_sent, is_back_ordered, is_second_part, start)
where pieces.quantity > 0;
