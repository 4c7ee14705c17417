-- Invalidates the listing rows that processes cached (032 removes this again).

-- Whose stock changed, once for each statement: '7,12', or '' for all when they are too many for one notice.
create function tell_stock_changed() returns trigger language plpgsql as $$
declare
  ids text;
begin
  select string_agg(product_id::text, ',') into ids from was join became using (product_id)
    where (was.available, was.back_order) is distinct from (became.available, became.back_order);
  if ids is not null then
    perform pg_notify('stock_changed', case when length(ids) <= 7000 then ids else '' end);
  end if;
  return null;
end $$;
create trigger stock_changed after update on stock referencing old table as was new table as became
  for each statement execute function tell_stock_changed();

-- Names that stand in the rows of products. New ones are in none yet.
create trigger catalogue_changed after update on brand
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after update on product_type
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after update on maker
  for each statement execute function tell_catalogue_changed();
