-- One notification: the catalogue changed. Its payload are the ids of the products ('7,12'); '' when they are many, or
-- when the change is not one of products, and the search has to be built anew. Sent once for each statement.
-- The stock of a product is read whenever it is shown; only that it begins or ceases to be sellable is a change.

drop trigger stock_changed on stock;
drop trigger stock_turned on stock;
drop function tell_stock_changed();
drop function tell_stock_turned();

create function notify_products_changed(ids int[]) returns void language sql as $$
  select pg_notify('catalogue_changed', case when cardinality(ids) <= 100 then array_to_string(ids, ',') else '' end)
  where cardinality(ids) > 0
$$;

-- The argument of the trigger is the column with the product's id.
create function notify_changed_rows() returns trigger language plpgsql as $$
declare
  ids int[];
begin
  execute format('select array(select distinct %I from changed limit 101)', tg_argv[0]) into ids;
  perform notify_products_changed(ids);
  return null;
end $$;

create function notify_moved_rows() returns trigger language plpgsql as $$
declare
  ids int[];
begin
  execute format('select array(select %1$I from changed union select %1$I from before limit 101)', tg_argv[0]) into ids;
  perform notify_products_changed(ids);
  return null;
end $$;

create function notify_sellable_changed() returns trigger language plpgsql as $$
begin
  perform notify_products_changed(array(
    select product_id from before join changed using (product_id)
    where (before.available > 0 or before.back_order) <> (changed.available > 0 or changed.back_order)
    limit 101));
  return null;
end $$;

do $$
declare
  source record;
begin
  for source in select * from (values
    ('product', 'id'), ('product_attribute', 'product_id'), ('cross_reference', 'product_id'),
    ('fitment', 'product_id'), ('stock', 'product_id')) as s (name, id)
  loop
    execute format('drop trigger if exists catalogue_changed on %I', source.name);
    execute format('create trigger products_added after insert on %I referencing new table as changed
      for each statement execute function notify_changed_rows(%L)', source.name, source.id);
    execute format('create trigger products_removed after delete on %I referencing old table as changed
      for each statement execute function notify_changed_rows(%L)', source.name, source.id);
    execute format('create trigger products_changed after update on %I
      referencing old table as before new table as changed
      for each statement execute function %s', source.name,
      case when source.name = 'stock' then 'notify_sellable_changed()'
        else format('notify_moved_rows(%L)', source.id) end);
    execute format('create trigger catalogue_changed after truncate on %I
      for each statement execute function tell_catalogue_changed()', source.name);
  end loop;
end $$;

-- Machines stand in the finder's lists, and makes in the search.
create trigger catalogue_changed after insert or update or delete or truncate on make
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on model_type
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on variant
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on serial_range
  for each statement execute function tell_catalogue_changed();

alter function tell_catalogue_changed() rename to notify_catalogue_changed;

-- The search reads all numbers in this order when it is built; nothing looks inside numbers in the database any more.
drop index cross_reference_by_code_key;
create index cross_reference_by_code_key on cross_reference (code_key, product_id, id) include (maker_id);
drop index cross_reference_code_parts;
drop index product_code_parts;
drop function codes_with_part(text);

-- Words are searched in memory.
drop index product_words;
alter table product drop column words;
drop function product_words(text, text, text, text, text, text);
drop function unaccented(text);
