-- Quotes, approvals, refunds: orders that come from other orders, and money that goes back.

-- An order made from a loaded one (a quote that was accepted, an order that was sent for approval). Its basket is the
-- loaded order's lines, so it has none of its own.
alter table orders
  add column source_id bigint references orders,
  add column invoice_number int unique;
alter table orders add constraint orders_source_or_basket check (source_id is null or basket_id is null);
-- What was loaded is converted once: one living order at most.
create unique index orders_source on orders (source_id)
  where source_id is not null and state not in ('lapsed', 'cancelled', 'superseded', 'rejected');
create index orders_state on orders (state, id desc);

-- The basket's version is free again after a rejection too.
drop index orders_basket_version;
create unique index orders_basket_version on orders (basket_id, basket_version)
  where state not in ('lapsed', 'cancelled', 'superseded', 'rejected');

-- Which orders use a voucher: those that hold or have it, not those that came to nothing. An order and the one it was
-- made from are one use.
create view voucher_use as
  select ov.voucher_id, o.id as order_id, coalesce(o.source_id, o.id) as use_id, o.person_id, o.basket_id, o.placed_at
  from order_voucher ov join orders o on o.id = ov.order_id
  where o.state not in ('lapsed', 'cancelled', 'superseded', 'rejected', 'payment_reversed', 'approved',
    'quote_accepted', 'quote_expired');

-- Invoices are numbered without a hole, in a row that is locked meanwhile; placing an order does not wait for that.
create table invoice_counter (
  single boolean primary key default true check (single),
  last int not null
);
insert into invoice_counter (last) values (0);
create index orders_without_invoice on orders (placed_at, id) where placed_at is not null and invoice_number is null;

-- What staff offer for a request: prices by line, carriage, and until when they hold.
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

-- What the checkout keeps is of the basket (''), or of one loaded order ('quote:12', 'approval:7').
alter table checkout_draft add column about text not null default '';
alter table checkout_draft drop constraint checkout_draft_pkey;
alter table checkout_draft add primary key (session_hash, about);

-- Money back to the card. Written before the request to the provider; its code is the idempotency key.
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
