-- compatible with 049
-- What a customer was displayed last of a basket's prices: DisplayedPrices in src/features/basket/basket.ts.
alter table basket add column displayed_prices jsonb not null default '{}';

-- The same of an order that is loaded into the checkout: a quote or an approval request.
create table displayed_order_prices (
  order_id bigint not null references orders on delete cascade,
  person_id int not null references person on delete cascade,
  prices jsonb not null,
  primary key (order_id, person_id)
);
