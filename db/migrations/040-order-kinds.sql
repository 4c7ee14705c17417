-- Orders, quotes and approval requests share a table; each kind has states of its own. The functions below are
-- src/features/orders/states.ts in SQL: tests/api/order-states.test.ts compares them. A change of one that an index uses
-- needs a rebuild of that index.

alter table orders add column kind text;
update orders set kind = case method when 'quote' then 'quote' when 'approval' then 'approval_request' else 'order' end;
alter table orders alter column kind set not null;

-- Only an order is paid for.
alter table orders drop constraint orders_method_check;
alter table orders alter column method drop not null;
update orders set method = null where kind <> 'order';
alter table orders
  add constraint orders_method_check check (method in ('account', 'sagepay', 'godmode')),
  add constraint orders_method_of_kind check ((kind = 'order') = (method is not null));

create function order_has_state(kind text, state text) returns boolean
  language sql immutable parallel safe
  return case kind
    when 'order' then state in
      ('saved', 'awaiting_payment', 'placed', 'lapsed', 'superseded', 'payment_reversed', 'cancelled')
    when 'quote' then state in
      ('saved', 'quote_requested', 'quote_approved', 'quote_accepted', 'quote_expired', 'lapsed', 'superseded',
       'cancelled')
    when 'approval_request' then state in
      ('saved', 'awaiting_approval', 'approved', 'rejected', 'lapsed', 'superseded')
    else false
  end;
alter table orders add constraint orders_state_of_kind check (order_has_state(kind, state));

create function order_is_open(state text) returns boolean
  language sql immutable parallel safe
  return state in ('saved', 'awaiting_payment');

create function order_holds_stock(state text) returns boolean
  language sql immutable parallel safe
  return state in ('saved', 'awaiting_payment', 'placed');

create function order_counts_as_placed(state text) returns boolean
  language sql immutable parallel safe
  return state in ('placed', 'quote_requested', 'awaiting_approval');

create function order_is_void(state text) returns boolean
  language sql immutable parallel safe
  return state in ('lapsed', 'superseded', 'cancelled', 'rejected', 'payment_reversed');

create function order_holds_vouchers(state text) returns boolean
  language sql immutable parallel safe
  return state in
    ('saved', 'awaiting_payment', 'placed', 'quote_requested', 'quote_approved', 'awaiting_approval');

create function order_is_unsubmitted(state text) returns boolean
  language sql immutable parallel safe
  return state in ('saved', 'lapsed', 'superseded');

create function order_is_decided(state text) returns boolean
  language sql immutable parallel safe
  return state in ('approved', 'rejected');

drop index orders_hold;
create index orders_hold on orders (hold_until) where order_is_open(state);

-- One order at most from one version of a basket, and from one quote or approval request.
drop index orders_basket_version;
create unique index orders_basket_version on orders (basket_id, basket_version) where not order_is_void(state);
drop index orders_source;
create unique index orders_source on orders (source_id) where source_id is not null and not order_is_void(state);
create index orders_made_from on orders (source_id) where source_id is not null;

-- Stock that is ordered but not yet despatched.
create or replace view stock_held as
  select l.product_id, sum(l.quantity)::int as quantity
  from orders o join order_line l on l.order_id = o.id
  where o.kind = 'order' and order_is_open(o.state)
  group by l.product_id;
-- Kind and state say whether an order holds stock.
alter table orders drop column holds_stock;

-- Which orders use a voucher. An order and the one it was made from are one use.
create or replace view voucher_use as
  select ov.voucher_id, o.id as order_id, coalesce(o.source_id, o.id) as use_id, o.person_id, o.basket_id, o.placed_at
  from order_voucher ov join orders o on o.id = ov.order_id
  where order_holds_vouchers(o.state);

alter table orders rename column carriage to delivery_cost;
alter table quote_offer rename column carriage to delivery_cost;
-- E-mails that wait to be sent.
update mail_outbox set facts = facts - 'carriage' || jsonb_build_object('deliveryCost', facts->'carriage')
  where facts ? 'carriage';
