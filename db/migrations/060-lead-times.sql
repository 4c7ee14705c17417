-- compatible with 049
-- How long a product takes to arrive when none is in stock, {"min": 14, "max": 21} in days: what customers are told instead
-- of a day. Null: not known, so nothing is promised.
alter table product add column lead_time jsonb constraint product_lead_time check (
  lead_time ?& array['min', 'max'] and (lead_time->>'max')::int <= 365
  and (lead_time->>'min')::int between 1 and (lead_time->>'max')::int);

-- Whether an order of which a part is not in stock is sent in two consignments ('split') or at once ('together'); null:
-- there is nothing to choose.
alter table orders add column consignments text
  constraint orders_consignments check (consignments in ('split', 'together'));

-- Pieces of the line that were not in stock when it was ordered, and the product's lead time then.
alter table order_line
  add column later_quantity int not null default 0
    constraint order_line_later_quantity check (later_quantity between 0 and quantity),
  add column lead_time jsonb;

-- The delivery that was chosen in the checkout, beside its method.
alter table basket
  add column ship_day date,
  add column ship_consignments text
    constraint basket_ship_consignments check (ship_consignments in ('split', 'together'));
