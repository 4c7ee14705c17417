-- compatible with 102
-- Orders that staff take for a caller: how they came, and what has been typed of those that are not placed yet.
alter table orders
  add column source text not null default 'web',
  add constraint orders_source check (source in ('web', 'phone', 'counter', 'email')) not valid;
create index orders_by_staff on orders (prepared_by, id) where prepared_by is not null;

-- `form`: as it was typed; `key`: the request key of the form, so that the same form places one order.
create table order_draft (
  key text primary key,
  staff_id int not null references person,
  form jsonb not null,
  saved_at timestamptz not null
);
create index order_draft_staff on order_draft (staff_id, saved_at);
