-- compatible with 069
-- Staff hold an order with a reason; '': its account is on stop. on_stop is true for both.
alter table orders
  add column hold_reason text not null default '',
  add column ready_to_collect_at timestamptz;           -- of what the customer has not collected yet

-- What happened besides the change of state: 'despatched', 'held' … (src/features/orders/history.ts). Null: nothing.
alter table order_history add column event text;

-- The release of an account leaves the orders held that staff hold.
create or replace function release_held_orders() returns trigger language plpgsql as $$
begin
  update orders set on_stop = false, hold_released_at = now()
    where company_id = new.id and on_stop and hold_reason = '';
  return null;
end $$;
