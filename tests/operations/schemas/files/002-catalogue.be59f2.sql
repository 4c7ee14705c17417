create extension if not exists pg_trgm;
create function code_key(code text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(upper(code), '[^A-Z0-9]', '', 'g');

create table maker (
  id int generated always as identity primary key,
  name text not null unique
);

create table brand (
  id int generated always as identity primary key,
  name text not null unique,
  slug text not null unique
);

create table product_type (
  id int generated always as identity primary key,
  name text not null unique,
  slug text not null unique
);

create table product (
  id int generated always as identity primary key,
  code text not null unique check (code <> ''),
  code_key text collate "C" generated always as (code_key(code)) stored,
  path text not null unique check (path ~ '^[a-z0-9][a-z0-9/-]*$'),
  title text not null,
  description text not null default '',
  details text not null default '',              -- what tells it apart in a list: '⌀ 93 × 142 mm · 1-12 UNF'
  brand_id int not null references brand,
  type_id int not null references product_type,
  price int check (price >= 0),                  -- pence ex VAT; null: price on request, can't be bought
  for_sale boolean not null default true,
  availability_note text,
  weight_g int not null default 0 check (weight_g >= 0),
  image text,                                    -- file name under /media/product/image/
  popularity int not null default 0,
  superseded_by int references product,
  demo boolean not null default false,
  updated_at timestamptz not null default now(),
  words tsvector
);
create index product_by_code_key on product (code_key);
create index product_words on product using gin (words);
create index product_type_id on product (type_id);
create index product_brand_id on product (brand_id);
create index product_popularity on product (popularity desc, id);
create table stock (
  product_id int primary key references product on delete cascade,
  available int not null default 0,
  back_order boolean not null default false,
  check (available >= 0 or back_order)
) with (fillfactor = 70);

create table attribute (
  id int generated always as identity primary key,
  name text not null unique,
  unit text not null default '',
  position int not null default 100
);

create table product_attribute (
  product_id int not null references product on delete cascade,
  attribute_id int not null references attribute,
  value text not null check (value <> ''),
  number double precision,
  primary key (product_id, attribute_id)
);
create index product_attribute_value on product_attribute (attribute_id, value);
create table cross_reference (
  id int generated always as identity primary key,
  product_id int not null references product on delete cascade,
  maker_id int not null references maker,
  code text not null,
  code_key text collate "C" generated always as (code_key(code)) stored,
  demo boolean not null default false,
  unique (product_id, maker_id, code)
);
create index cross_reference_by_code_key on cross_reference (code_key);

create table make (
  id int generated always as identity primary key,
  name text not null unique,
  slug text not null unique,
  show_mach_number boolean not null default false
);

create table model_type (
  id int generated always as identity primary key,
  name text not null unique
);

create table model (
  id int generated always as identity primary key,
  make_id int not null references make on delete cascade,
  model_type_id int not null references model_type,
  name text not null,
  slug text not null,
  unique (make_id, name),
  unique (make_id, slug)
);

create table variant (
  id int generated always as identity primary key,
  model_id int not null references model on delete cascade,
  name text not null,
  unique (model_id, name)
);

create table fitment (
  variant_id int not null references variant on delete cascade,
  product_id int not null references product on delete cascade,
  position text not null default '',
  quantity int not null default 1 check (quantity > 0),
  primary key (variant_id, product_id, position)
);
create index fitment_product on fitment (product_id);

create table serial_range (
  id int generated always as identity primary key,
  variant_id int not null references variant on delete cascade,
  kind text not null check (kind in ('serial', 'mach')),
  prefix text not null default '' collate "C",
  from_number bigint not null,
  to_number bigint,                              -- null: open-ended
  check (to_number is null or to_number >= from_number),
  unique nulls not distinct (variant_id, kind, prefix, from_number, to_number)
);
create index serial_range_lookup on serial_range (kind, prefix, from_number);
create table customer_price (
  company_id int not null references company on delete cascade,
  product_id int not null references product on delete cascade,
  min_quantity int not null default 1 check (min_quantity > 0),
  price int not null check (price >= 0),         -- pence ex VAT
  primary key (company_id, product_id, min_quantity)
);
create table drawing (
  filename text primary key,
  recipe jsonb not null
);
create table demo_loaded (
  done boolean primary key default true check (done)
);
