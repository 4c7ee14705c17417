create table voucher (
  id int generated always as identity primary key,
  code text not null unique check (code = upper(code) and code <> ''),
  kind text not null check (kind in ('percentage', 'fixed', 'free_delivery')),
  amount int not null default 0 check (amount >= 0),   -- basis points, or pence ex VAT
  minimum_spend int not null default 0,                -- pence ex VAT
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit int,
  customer_limit int,
  company_id int references company,
  person_id int references person,
  check (kind <> 'percentage' or amount <= 10000)
);

create table basket (
  id bigint generated always as identity primary key,
  token_hash bytea unique,
  person_id int unique references person on delete cascade,
  version int not null default 1,                      -- one more at every change: an order names the version it took
  updated_at timestamptz not null default now(),
  ship_country text,
  ship_postcode text,
  ship_method text,
  check ((token_hash is null) <> (person_id is null))
);

create table basket_line (
  id bigint generated always as identity primary key,
  basket_id bigint not null references basket on delete cascade,
  product_id int not null references product,
  quantity int not null check (quantity between 1 and 9999),
  added_at timestamptz not null default now(),
  unique (basket_id, product_id)
);

create table basket_voucher (
  basket_id bigint not null references basket on delete cascade,
  voucher_id int not null references voucher,
  primary key (basket_id, voucher_id)
);
create table checkout_draft (
  session_hash bytea primary key references session on delete cascade,
  answers jsonb not null,
  guest_password_hash text,
  updated_at timestamptz not null default now()
);
