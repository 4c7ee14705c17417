-- compatible with 102
-- Why an order is free of charge. Orders from before have no reason and are despatched all the same; later ones without a
-- reason, which only a call of the checkout can place, are not despatched.
alter table orders
  add column free_reason text,
  add constraint orders_free_reason check (
    free_reason is null or (free_reason in ('sample', 'warranty', 'goodwill', 'unrecorded') and method = 'godmode')) not valid;
update orders set free_reason = 'unrecorded' where method = 'godmode';
create index orders_free_of_charge on orders (placed_at) where method = 'godmode';
