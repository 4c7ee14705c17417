create table orders (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^FH[2-9A-HJ-NP-Z]{8}$'),
  state text not null,
  method text not null check (method in ('account', 'sagepay', 'godmode', 'quote', 'approval')),
  basket_id bigint references basket on delete set null,
  basket_version int not null,
  person_id int references person,
  company_id int references company,
  session_hash bytea,                                  -- the browser that ordered may see the confirmation
  contact jsonb not null,                              -- {name, email, telephone, vat}
  guest_password_hash text,                            -- becomes the new account's when the order is placed
  request_hash text not null,                          -- the same send again is the same order
  delivery jsonb not null,                             -- an address
  billing jsonb not null,
  delivery_code text not null,
  delivery_title text not null,
  delivery_date date,
  purchase_order text not null default '',
  delivery_instructions text not null default '' check (length(delivery_instructions) <= 50),
  on_stop boolean not null default false,
  subtotal int not null check (subtotal >= 0),         -- pence ex VAT, before discounts
  discount int not null check (discount between 0 and subtotal),
  carriage int check (carriage >= 0),                  -- pence ex VAT; null: to be quoted
  vat int not null check (vat >= 0),
  total int not null check (total = subtotal - discount + coalesce(carriage, 0) + vat),
  vat_rate_bp int not null check (vat_rate_bp in (0, 2000)),
  holds_stock boolean not null default false,
  hold_until timestamptz,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  check ((state = 'placed') <= (placed_at is not null)),
  check ((state = 'placed') <= (terms_accepted_at is not null))
);
create index orders_person on orders (person_id, created_at desc);
create index orders_company on orders (company_id, created_at desc);
create index orders_session on orders (session_hash, id desc);
create index orders_hold on orders (hold_until) where state in ('saved', 'awaiting_payment');
create unique index orders_basket_version on orders (basket_id, basket_version)
  where state not in ('lapsed', 'cancelled', 'superseded');

create table order_line (
  order_id bigint not null references orders on delete cascade,
  position int not null,
  product_id int not null references product,
  code text not null,
  title text not null,
  unit_price int not null check (unit_price >= 0),     -- pence ex VAT
  quantity int not null check (quantity > 0),
  line_total int not null check (line_total = unit_price * quantity),
  primary key (order_id, position)
);
create index order_line_product on order_line (product_id);

create table order_voucher (
  order_id bigint not null references orders on delete cascade,
  voucher_id int not null references voucher,
  code text not null,
  summary text not null,
  amount int not null check (amount >= 0),             -- pence ex VAT
  primary key (order_id, voucher_id)
);
create index order_voucher_voucher on order_voucher (voucher_id);

create table order_history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  at timestamptz not null default now(),
  actor text not null,                                 -- 'person 12', 'guest', 'card provider', 'clock'
  from_state text,
  to_state text not null,
  why text not null
);
create index order_history_order on order_history (order_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger order_history_append_only before update or delete on order_history
  for each row execute function refuse_change();
create table payment_attempt (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  vendor_tx_code text not null unique check (vendor_tx_code ~ '^[A-Za-z0-9._{}-]{1,40}$'),
  amount int not null check (amount > 0),              -- pence, the order's total
  state text not null default 'registering' check (state in
    ('registering', 'registered', 'failed_to_register', 'paid', 'declined', 'aborted', 'refused', 'superseded', 'reversed')),
  vps_tx_id text,
  security_key text,
  next_url text,
  return_token text not null unique,
  tx_auth_no text,
  card_type text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  status_detail text,
  answer text,                                         -- what we answered to the notification, word for word
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payment_attempt_order on payment_attempt (order_id, id);
create table mail_outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,                     -- 'order-received:FH…': never two of the same
  kind text not null,
  recipient text not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  message_id text,
  last_error text
);
create index mail_outbox_waiting on mail_outbox (id) where sent_at is null;
