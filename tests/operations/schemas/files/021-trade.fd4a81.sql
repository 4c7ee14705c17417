alter table orders
  add column source_id bigint references orders,
  add column invoice_number int unique;
alter table orders add constraint orders_source_or_basket check (source_id is null or basket_id is null);
create unique index orders_source on orders (source_id)
  where source_id is not null and state not in ('lapsed', 'cancelled', 'superseded', 'rejected');
create index orders_state on orders (state, id desc);
drop index orders_basket_version;
create unique index orders_basket_version on orders (basket_id, basket_version)
  where state not in ('lapsed', 'cancelled', 'superseded', 'rejected');
create table invoice_counter (
  single boolean primary key default true check (single),
  last int not null
);
insert into invoice_counter (last) values (0);
create index orders_without_invoice on orders (placed_at, id) where placed_at is not null and invoice_number is null;
create table quote_offer (
  order_id bigint primary key references orders on delete cascade,
  carriage int not null check (carriage >= 0),       -- pence ex VAT
  note text not null default '',
  expires_at timestamptz not null,
  priced_by int references person,
  priced_at timestamptz not null
);
create table quote_offer_line (
  order_id bigint not null references quote_offer on delete cascade,
  position int not null,
  unit_price int not null check (unit_price >= 0),   -- pence ex VAT
  primary key (order_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);
create index quote_offer_expires on quote_offer (expires_at);
alter table checkout_draft add column about text not null default '';
alter table checkout_draft drop constraint checkout_draft_pkey;
alter table checkout_draft add primary key (session_hash, about);
alter table payment_attempt drop constraint payment_attempt_state_check;
alter table payment_attempt add constraint payment_attempt_state_check check (state in
  ('registering', 'registered', 'failed_to_register', 'paid', 'declined', 'aborted', 'refused', 'superseded', 'reversed',
   'voided'));
create table payment_refund (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references payment_attempt,
  kind text not null check (kind in ('refund', 'void')),
  amount int not null check (amount > 0),              -- pence
  vendor_tx_code text not null unique check (vendor_tx_code ~ '^[A-Za-z0-9._{}-]{1,40}$'),
  state text not null default 'sending' check (state in ('sending', 'done', 'refused', 'unknown')),
  reason text not null default '',
  detail text,
  requested_by int references person,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payment_refund_attempt on payment_refund (attempt_id, id);
