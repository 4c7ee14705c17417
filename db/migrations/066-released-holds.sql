-- compatible with 056
-- Orders that were held because their account was on stop are held no longer once it is released (R-ORDER-6). A later
-- stop does not hold them again: they may have been sent meanwhile.
alter table orders add column hold_released_at timestamptz;

create function release_held_orders() returns trigger language plpgsql as $$
begin
  update orders set on_stop = false, hold_released_at = now() where company_id = new.id and on_stop;
  return null;
end $$;

create trigger account_released after update of on_stop on company
  for each row when (old.on_stop and not new.on_stop) execute function release_held_orders();

-- Of accounts that were released before.
update orders set on_stop = false, hold_released_at = now()
  where on_stop and company_id in (select id from company where not on_stop);
