-- How parts are found: by number, by its inner part, and by other words for the same thing.

-- The product stands in the index too: how many products a prefix finds is counted without looking at the rows.
drop index cross_reference_by_code_key;
create index cross_reference_by_code_key on cross_reference (code_key, product_id);
drop index product_by_code_key;
create index product_by_code_key on product (code_key, id);

create index cross_reference_code_parts on cross_reference using gin (code_key gin_trgm_ops);
create index product_code_parts on product using gin (code_key gin_trgm_ops);

-- Numbers that hold `part` (a key of three or more letters and digits), own and other makers'. A function for its
-- settings: planned without knowing the part, a scan of all numbers looks as good as the trigrams to the planner.
create function codes_with_part(part text)
  returns table (product_id int, code_key text, number text, maker_id int)
  language sql stable parallel safe
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  as $$
    select p.id, p.code_key, p.code, null::int from product p where p.code_key like '%' || part || '%'
    union all
    select x.product_id, x.code_key, x.code, x.maker_id from cross_reference x
    where x.code_key like '%' || part || '%'
  $$;

-- Synonyms. The operator may add more; a synonym of one word applies in both directions.
create table search_synonym (
  word text not null check (word ~ '^\S+$'),
  means text not null check (means <> ''),
  primary key (word, means)
);
insert into search_synonym (word, means) values
  ('lube', 'oil'),
  ('lubricant', 'oil'),
  ('cab', 'cabin'),
  ('pollen', 'cabin'),
  ('hyd', 'hydraulic'),
  ('hydro', 'hydraulic'),
  ('diesel', 'fuel'),
  ('gasoil', 'fuel'),
  ('derv', 'fuel'),
  ('intake', 'air'),
  ('gearbox', 'transmission'),
  ('trans', 'transmission'),
  ('steering', 'transmission'),
  ('desiccant', 'dryer'),
  ('drier', 'dryer'),
  ('vent', 'breather'),
  ('ccv', 'crankcase breather'),
  ('def', 'adblue'),
  ('urea', 'adblue'),
  ('scr', 'adblue'),
  ('sedimenter', 'separator'),
  ('watertrap', 'separator'),
  ('canister', 'spin-on'),
  ('screw-on', 'spin-on'),
  ('spinon', 'spin-on'),
  ('cartridge', 'element'),
  ('insert', 'element'),
  ('primary', 'outer'),
  ('safety', 'inner'),
  ('secondary', 'inner'),
  ('carbon', 'activated carbon'),
  ('charcoal', 'activated carbon'),
  ('viton', 'fkm'),
  ('nitrile', 'nbr'),
  ('buna', 'nbr'),
  ('cat', 'caterpillar'),
  ('jd', 'john deere'),
  ('mf', 'massey ferguson'),
  ('mann', 'mann-filter'),
  ('merc', 'mercedes'),
  ('gasket', 'seal'),
  ('o-ring', 'seal');

-- Invalidates what processes cache of the catalogue. Once for each statement; NOTIFY folds equal ones together.
create function tell_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', '');
  return null;
end $$;
create trigger catalogue_changed after insert or update or delete or truncate on product
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on product_attribute
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on attribute
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on cross_reference
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on fitment
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on model
  for each statement execute function tell_catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on search_synonym
  for each statement execute function tell_catalogue_changed();

-- A product becomes available or unavailable: notified one by one, so that nothing else is read again.
create function tell_stock_turned() returns trigger language plpgsql as $$
begin
  perform pg_notify('stock_turned', new.product_id::text);
  return null;
end $$;
create trigger stock_turned after update on stock
  for each row when ((old.available > 0 or old.back_order) is distinct from (new.available > 0 or new.back_order))
  execute function tell_stock_turned();
