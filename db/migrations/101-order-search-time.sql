-- compatible with 100
--
-- When an order was placed, or saved, so that a search can sort its matches by time without reading the orders.
--
-- The orders are locked first: a transaction that has changed one, and will write its words, ends before this one goes on;
-- later ones wait until the function below has been replaced. All that changes orders waits until the end: 10 to 15 seconds
-- with 200,000 of them. A company's change of name may not wait; the function of the previous release, which gives no time,
-- then updates rows that have one, and the default lets it pass.
lock table orders in exclusive mode;
lock table order_search in access exclusive mode;
-- The rows are rewritten without their indexes and their foreign key, which is quicker than an update of each.
create temp table stored on commit drop as select order_id, is_quote, words from order_search;
drop index order_search_words, order_search_quote_words;
alter table order_search drop constraint order_search_order_id_fkey, drop constraint order_search_pkey;
truncate order_search;
alter table order_search add column at timestamptz not null default now();
insert into order_search (order_id, is_quote, at, words)
select s.order_id, s.is_quote, coalesce(o.placed_at, o.created_at), s.words from stored s join orders o on o.id = s.order_id;
alter table order_search add primary key (order_id),
  add foreign key (order_id) references orders on delete cascade;
create index order_search_words on order_search using gin (words) where not is_quote;
create index order_search_quote_words on order_search using gin (words) where is_quote;
create index order_search_at on order_search (at, order_id) where not is_quote;

-- As in 079, with the time.
create or replace function refresh_order_search(ids bigint[]) returns int language plpgsql as $$
declare
  changes int;
begin
  insert into order_search as s (order_id, is_quote, at, words)
  select o.id, o.kind = 'quote', coalesce(o.placed_at, o.created_at), array_to_tsvector(array(
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
  on conflict (order_id) do update set at = excluded.at, words = excluded.words
    where s.at <> excluded.at or s.words <> excluded.words;
  get diagnostics changes = row_count;
  return changes;
end $$;

-- An order that is being changed would get the words back that it had before: its name waits for it.
create or replace function refresh_search_of_company() returns trigger language plpgsql as $$
begin
  perform from orders where company_id = new.id order by id for no key update;
  perform refresh_order_search(array(select id from orders where company_id = new.id));
  return null;
end $$;
