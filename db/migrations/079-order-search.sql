-- compatible with 078
--
-- What staff find orders by: a row of words for each order, kept by triggers, so that each process writes it.
create table order_search (
  order_id bigint primary key references orders on delete cascade,
  is_quote boolean not null,
  words tsvector not null
);

-- Lower case without accents, as foldAccents (src/lib/fold-accents.ts).
create function search_fold(text text) returns text
  language sql immutable parallel safe strict
  return case when octet_length(text) = length(text) then lower(text)
    else replace(replace(replace(lower(translate(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ŁłĐđØøÆŒ', 'llddooæœ')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end;

-- 'P 55-1712' → {p,55,1712}; there may be empty words among them.
create function search_words(text text) returns text[]
  language sql immutable parallel safe strict
  return string_to_array(translate(search_fold(text), e'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’–—', repeat(' ', 39)), ' ');

-- 'P 55-1712' → 'p551712'.
create function search_key(text text) returns text
  language sql immutable parallel safe strict
  return translate(search_fold(text), e' \t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’–—', '');

-- '+44 (0)113 496 0101' and '0113 4960101' → 'tel1134960101'.
create function search_telephone(text text) returns text
  language sql immutable parallel safe strict
  return 'tel' || ltrim(regexp_replace(translate(text, ' ()-./+', ''), '^(00)?44', ''), '0');

-- Writes the words of orders; an order that is not there any more has none. Returns how many were new or different.
-- PL/pgSQL keeps the plan.
create function refresh_order_search(ids bigint[]) returns int language plpgsql as $$
declare
  changes int;
begin
  insert into order_search as s (order_id, is_quote, words)
  select o.id, o.kind = 'quote', array_to_tsvector(array(
    select distinct left(word, 100) from (
      select unnest(search_words(concat_ws(' ', o.reference, o.purchase_order, o.contact->>'name', o.contact->>'email',
        c.name, c.account_number, o.delivery->>'firstname', o.delivery->>'surname', o.delivery->>'company', o.delivery->>'postcode',
        o.billing->>'firstname', o.billing->>'surname', o.billing->>'company', o.billing->>'postcode', l.codes)))
      union all
      select unnest(array[search_key(o.reference), substr(search_key(o.reference), 3), search_key(o.purchase_order),
        search_fold(o.contact->>'email'), search_key(c.account_number), search_key(o.delivery->>'postcode'),
        search_key(o.billing->>'postcode'), search_telephone(o.contact->>'telephone'),
        search_telephone(o.delivery->>'telephone'), search_telephone(o.billing->>'telephone'),
        to_char(coalesce(o.placed_at, o.created_at) at time zone 'Europe/London', '"day"YYYYMMDD')])
      union all
      select unnest(array[search_key(each.code), substring(each.code from '\d{3,}')])
      from order_line each where each.order_id = o.id
      union all
      select unnest(array[search_key(p.tracking_number), substring(p.tracking_number from '\d{3,}')])
      from parcel p where p.order_id = o.id
      union all
      select case d.kind when 'invoice' then 'inv' else 'cn' end || d.number from sales_document d where d.order_id = o.id
      union all
      select 'card' || a.last_four from payment_attempt a where a.order_id = o.id and a.state in ('paid', 'reversed')
    ) each(word) where word <> '' and word <> 'tel'))
  from orders o left join company c on c.id = o.company_id
    cross join lateral (select string_agg(each.code, ' ') as codes from order_line each where each.order_id = o.id) l
  where o.id = any(ids)
  on conflict (order_id) do update set words = excluded.words where s.words <> excluded.words;
  get diagnostics changes = row_count;
  return changes;
end $$;


do $$
begin
  perform refresh_order_search(array(select id from orders order by id));
end $$;
create index order_search_words on order_search using gin (words) where not is_quote;
create index order_search_quote_words on order_search using gin (words) where is_quote;

create function refresh_search_of_order() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array[new.id]);
  return null;
end $$;
create trigger order_search_changed after update on orders for each row
  when (row(old.contact, old.delivery, old.billing, old.purchase_order, old.placed_at, old.company_id, old.reference)
    is distinct from row(new.contact, new.delivery, new.billing, new.purchase_order, new.placed_at, new.company_id, new.reference))
  execute function refresh_search_of_order();

-- An order and its lines are inserted together: its row is written once, with the lines.
create function refresh_search_of_rows() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array(select distinct order_id from changed));
  return null;
end $$;
create trigger order_search_inserted after insert on order_line referencing new table as changed
  for each statement execute function refresh_search_of_rows();
create trigger order_search_deleted after delete on order_line referencing old table as changed
  for each statement execute function refresh_search_of_rows();
create trigger order_search_inserted after insert on parcel referencing new table as changed
  for each statement execute function refresh_search_of_rows();
create trigger order_search_inserted after insert on sales_document referencing new table as changed
  for each statement execute function refresh_search_of_rows();

create function refresh_search_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array[new.order_id]);
  return null;
end $$;
create trigger order_search_changed after update on order_line for each row
  when (old.code <> new.code) execute function refresh_search_of_row();
create trigger order_search_changed after update on parcel for each row
  when (old.tracking_number <> new.tracking_number) execute function refresh_search_of_row();
create trigger order_search_changed after update on payment_attempt for each row
  when (row(old.state, old.last_four) is distinct from row(new.state, new.last_four) and coalesce(new.last_four, old.last_four) is not null)
  execute function refresh_search_of_row();
create trigger order_search_inserted after insert on payment_attempt for each row
  when (new.last_four is not null) execute function refresh_search_of_row();

create function refresh_search_of_company() returns trigger language plpgsql as $$
begin
  perform refresh_order_search(array(select id from orders where company_id = new.id));
  return null;
end $$;
create trigger order_search_changed after update on company for each row
  when (row(old.name, old.account_number) is distinct from row(new.name, new.account_number))
  execute function refresh_search_of_company();

-- The lists of staff: how many there are of each group, and a page of them by day or by amount.
create index orders_listed on orders (state, on_stop) where kind <> 'quote';
create index orders_at on orders ((coalesce(placed_at, created_at)), id) where kind <> 'quote';
create index orders_total on orders (total, id) where kind <> 'quote';
create index orders_quotes on orders (state, id) where kind = 'quote';
-- Of cancelled orders, whether all that was paid has gone back.
create index payment_attempt_paid on payment_attempt (order_id) include (id, amount) where state = 'paid';

-- The orders of a person, from an index alone. 'coalesce' is the same condition as an 'or', which was planned as a search
-- for all orders without a company.
create index orders_of_person on orders (person_id, company_id, id);
create or replace function orders_of_person(of_person int) returns table (id bigint) language sql stable as $$
  select o.id from orders o join person p on p.id = o.person_id
  where o.person_id = of_person and coalesce(o.company_id = p.company_id, o.company_id is null)
$$;
