-- compatible with 075
-- How the goods of a quote are sent ('By pallet, two working days'), and when its customer was reminded of its last day.
alter table quote_offer
  add column delivery_title text not null default '',
  add column reminded_at timestamptz;
alter table quote_offer
  add constraint quote_offer_delivery_title check (length(delivery_title) <= 80) not valid;

-- What staff have typed for a quote and not sent yet, as they typed it.
create table quote_draft (
  order_id bigint primary key references orders on delete cascade,
  form jsonb not null,
  saved_by int not null references person,
  saved_at timestamptz not null
);

-- Who of the staff made a quote for a customer; null: the customer requested it. request_hash is the form's key.
alter table orders add column prepared_by int references person;
create unique index orders_prepared on orders (request_hash) where prepared_by is not null;
