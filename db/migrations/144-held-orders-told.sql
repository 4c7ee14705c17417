-- compatible with 102
-- When customer and shop were told that an order is held for its account; those that are held already have been told or seen it.
alter table orders add column hold_told_at timestamptz;
update orders set hold_told_at = now() where on_stop;
create index orders_hold_untold on orders (company_id) where on_stop and hold_told_at is null;
