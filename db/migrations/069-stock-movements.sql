-- compatible with 068
-- Where a product lies in the warehouse, and below which number of available pieces more is to be bought; null: no level.
alter table stock
  add column bin text not null default '',
  add column low_stock int;
alter table stock
  add constraint stock_bin check (length(bin) <= 40) not valid,
  add constraint stock_low_stock check (low_stock between 1 and 1000000) not valid;
-- For the staff's list. None of them has available in it: each order changes that, and an update stays within its page
-- (HOT) as long as no index needs the column.
create index stock_low_stock on stock (product_id) where low_stock is not null;
create index stock_by_on_hand on stock (on_hand, product_id);
create index stock_by_bin on stock (bin, product_id);

-- The lines that have something to send.
create index order_line_undespatched on order_line (product_id) where despatched_quantity < quantity;

-- A delivery of a supplier that was booked in.
create table goods_in (
  id bigint generated always as identity primary key,
  request_key text not null unique,                    -- of the form: the same press twice books it once
  supplier text not null check (supplier <> '' and length(supplier) <= 100),
  delivery_note text not null check (delivery_note <> '' and length(delivery_note) <= 40),
  at timestamptz not null,
  staff_id int not null references person
);
create unique index goods_in_delivery_note on goods_in (lower(supplier), lower(delivery_note));

-- Each change of what is on hand. What was there before the first one is the opening balance.
create table stock_movement (
  id bigint generated always as identity primary key,
  product_id int not null references product,
  at timestamptz not null,
  change int not null check (change <> 0 or reason = 'count'),
  on_hand int not null check (on_hand >= 0),           -- after it
  reason text not null check (reason in ('count', 'damage', 'return', 'delivery', 'despatch', 'import')),
  note text not null default '' check (length(note) <= 200),
  staff_id int references person,                      -- null: an import
  parcel_id bigint references parcel,
  goods_in_id bigint references goods_in,
  request_key text,                                    -- of the form: the same press twice adjusts once
  unique (request_key, product_id)
);
create index stock_movement_product on stock_movement (product_id, id desc);
create index stock_movement_goods_in on stock_movement (goods_in_id) where goods_in_id is not null;
create trigger stock_movement_append_only before update or delete on stock_movement
  for each row execute function refuse_change();
