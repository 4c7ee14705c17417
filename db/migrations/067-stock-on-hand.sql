-- Not marked as compatible: an older release's import would not write what is on hand.
--
-- Stock is three figures: what is on hand, what placed and unfinished orders are allocated of it, and what is available
-- to sell. An order takes from what is available; its despatch takes from what is on hand.

create or replace function order_has_state(kind text, state text) returns boolean
  language sql immutable parallel safe
  return case kind
    when 'order' then state in
      ('saved', 'awaiting_payment', 'placed', 'part_despatched', 'despatched', 'collected', 'lapsed', 'superseded',
       'payment_reversed', 'cancelled')
    when 'quote' then state in
      ('saved', 'quote_requested', 'quote_approved', 'quote_accepted', 'quote_expired', 'lapsed', 'superseded',
       'cancelled')
    when 'approval_request' then state in
      ('saved', 'awaiting_approval', 'approved', 'rejected', 'lapsed', 'superseded')
    else false
  end;

create or replace function order_holds_stock(state text) returns boolean
  language sql immutable parallel safe
  return state in ('saved', 'awaiting_payment', 'placed', 'part_despatched');

create or replace function order_counts_as_placed(state text) returns boolean
  language sql immutable parallel safe
  return state in ('placed', 'part_despatched', 'despatched', 'collected', 'quote_requested', 'awaiting_approval');

create or replace function order_holds_vouchers(state text) returns boolean
  language sql immutable parallel safe
  return state in
    ('saved', 'awaiting_payment', 'placed', 'part_despatched', 'despatched', 'collected', 'quote_requested',
     'quote_approved', 'awaiting_approval');

create function order_is_bought(state text) returns boolean
  language sql immutable parallel safe
  return state in ('placed', 'part_despatched', 'despatched', 'collected');

create function order_is_despatchable(state text) returns boolean
  language sql immutable parallel safe
  return state in ('placed', 'part_despatched');

-- How much of a line has left the shop.
alter table order_line
  add column despatched_quantity int not null default 0,
  add constraint order_line_despatched_quantity check (despatched_quantity between 0 and quantity) not valid;

-- Until now the shop did not record despatches, so orders that have been placed for two weeks are taken for delivered.
-- Younger ones, held ones and those with goods on back order are to be despatched.
with delivered as (
  update orders set state = 'despatched'
  where kind = 'order' and state = 'placed' and placed_at < now() - interval '14 days' and not on_stop
    and not exists (select from order_line l where l.order_id = orders.id and l.later_quantity > 0)
  returning id
), lines as (
  update order_line l set despatched_quantity = quantity from delivered where l.order_id = delivered.id
)
insert into order_history (order_id, at, actor, from_state, to_state, why)
select id, now(), 'clock', 'placed', 'despatched', 'placed before despatches were recorded' from delivered;

-- Transition tables have no statistics: for the first 101 differences the planner compared each row with each, which took
-- minutes when an import changed the stock of all products.
alter function notify_sellable_changed() set enable_nestloop = off;

alter table stock add column on_hand int;
with open as materialized (
  select l.product_id, sum(l.quantity - l.despatched_quantity)::int as quantity
  from orders o join order_line l on l.order_id = o.id
  where o.kind = 'order' and order_holds_stock(o.state) and o.stock_released_at is null
  group by l.product_id
)
update stock s set on_hand = greatest(0, s.available + open.quantity),
  available = greatest(0, s.available + open.quantity) - open.quantity
from open where open.product_id = s.product_id;
-- What is below zero without an open order was sent before despatches were recorded.
update stock set on_hand = greatest(0, available), available = greatest(0, available) where on_hand is null;
alter table stock
  alter column on_hand set not null,
  alter column on_hand set default 0,
  add column allocated int generated always as (on_hand - available) stored,
  -- A count may find less on hand than is allocated: then less than nothing is available, also without back orders.
  drop constraint stock_check,
  add constraint stock_on_hand check (on_hand >= 0) not valid,
  add constraint stock_allocated check (on_hand >= available) not valid;
-- The view stock_held is unused from here on; processes of an older release read it until they are replaced.
