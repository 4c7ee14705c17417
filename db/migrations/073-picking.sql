-- compatible with 071
-- Goods that are kept for an order while it has not left: announced at the counter, being picked, or picked. They cannot be
-- sent to another one.
alter table order_line
  add column set_aside_quantity int not null default 0,
  add constraint order_line_set_aside check (set_aside_quantity >= 0) not valid,
  -- Its order came to nothing, or is a quote or an approval request: there is nothing to send.
  add column is_ended boolean not null default false;
-- Until now an announced order had no more than its place in the queue.
update order_line l set set_aside_quantity = least(l.quantity - l.despatched_quantity, s.on_hand)
from orders o, stock s
where o.id = l.order_id and o.ready_to_collect_at is not null and order_is_despatchable(o.state)
  and s.product_id = l.product_id and l.despatched_quantity < l.quantity;
update order_line l set is_ended = true from orders o
where o.id = l.order_id and (o.kind <> 'order' or order_is_void(o.state));

create function end_order_lines() returns trigger language plpgsql as $$
begin
  update order_line set is_ended = order_is_void(new.state) where order_id = new.id;
  return null;
end $$;
create trigger order_lines_ended after update of state on orders
  for each row when (new.kind = 'order' and order_is_void(old.state) <> order_is_void(new.state))
  execute function end_order_lines();

-- The lines that have something to send; the index that it replaces had those of ended orders as well.
create index order_line_to_send on order_line (product_id) where despatched_quantity < quantity and not is_ended;
drop index order_line_undespatched;
create index orders_to_despatch on orders (id) where order_is_despatchable(state);
create index orders_ready_to_collect on orders (id) where ready_to_collect_at is not null;

-- Staff hold the order, and its account is on stop as well: on_stop is true until both are lifted.
alter table orders add column account_stopped boolean not null default false;
create or replace function release_held_orders() returns trigger language plpgsql as $$
begin
  update orders set on_stop = hold_reason <> '', account_stopped = false,
      hold_released_at = case when hold_reason = '' then now() else hold_released_at end
    where company_id = new.id and on_stop and (hold_reason = '' or account_stopped);
  return null;
end $$;

-- What one person takes out of the bins in one walk, for up to 100 orders.
create table pick_list (
  id bigint generated always as identity primary key,
  request_key text not null unique,                    -- of the form: the same press twice makes one list
  created_at timestamptz not null,
  staff_id int not null references person,
  finished_at timestamptz,
  finished_by int references person
);
create index pick_list_open on pick_list (id) where finished_at is null;

create table pick_list_order (
  pick_list_id bigint not null references pick_list on delete cascade,
  order_id bigint not null references orders,
  box int not null,                                    -- 1, 2 … of its list: where the goods of the order are put
  is_open boolean not null default true,               -- until the list is finished, or the order is taken off it
  removed_at timestamptz,
  removed_why text check (removed_why in ('cancelled', 'held', 'despatched')),
  primary key (pick_list_id, order_id)
);
create unique index pick_list_order_open on pick_list_order (order_id) where is_open;
create index pick_list_order_order on pick_list_order (order_id);

create table pick_list_line (
  pick_list_id bigint not null,
  order_id bigint not null,
  position int not null,
  product_id int not null references product,
  quantity int not null check (quantity > 0),
  picked int check (picked between 0 and quantity),    -- null: not yet
  picked_by int references person,
  primary key (pick_list_id, order_id, position),
  foreign key (pick_list_id, order_id) references pick_list_order on delete cascade,
  foreign key (order_id, position) references order_line on delete cascade
);
create index pick_list_line_of_order on pick_list_line (order_id, position);

-- What the customer was told last when the promised day could not be kept; delayed_until null: no day is known yet.
alter table orders
  add column delayed_at timestamptz,
  add column delayed_until date,
  add column short_picked_at timestamptz;              -- when goods were looked for and not found
