-- compatible with 067
-- What left the shop together: a parcel with a carrier, or goods that were handed over at the counter.
create table parcel (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  number int not null,                                 -- 1, 2 … of its order
  request_key text not null unique,                    -- of the form: the same press twice despatches once
  carrier text not null default '',                    -- a key of src/features/orders/despatch/carriers.ts
  tracking_number text not null default '' check (length(tracking_number) <= 60),
  collected_by text not null default '',               -- who took it at the counter; '': it was sent
  despatched_at timestamptz not null,
  staff_id int references person,
  unique (order_id, number)
);
create index parcel_tracking_number on parcel (tracking_number) where tracking_number <> '';

create table parcel_line (
  parcel_id bigint not null references parcel on delete cascade,
  order_id bigint not null,
  position int not null,
  quantity int not null check (quantity > 0),
  primary key (parcel_id, position),
  foreign key (order_id, position) references order_line on delete cascade
);
create index parcel_line_of_order on parcel_line (order_id, position);
