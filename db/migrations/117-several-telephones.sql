-- compatible with 102
--
-- A field may have two telephone numbers, and staff find the order by either. Earlier releases refused such a field, so
-- the words of earlier orders stay as they are.

-- '01234 567890 / 07700 900123' → {tel1234567890,tel7700900123}; '0113/496 0101' is one number.
create function search_telephones(text text) returns text[]
  language sql immutable parallel safe strict
  return array(
    select search_telephone(number) from (
      select search_fold(text) as number
      union select regexp_split_to_table(search_fold(text), '\s*(?:[/\\,;|&]|\y(?:or|and)\y)\s*')
    ) numbers where length(regexp_replace(number, '\D', '', 'g')) >= 9 or number = search_fold(text));

-- As in 101, with all telephone numbers.
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
        search_key(o.billing->>'postcode'),
        to_char(coalesce(o.placed_at, o.created_at) at time zone 'Europe/London', '"day"YYYYMMDD')]
        || search_telephones(o.contact->>'telephone') || search_telephones(o.delivery->>'telephone')
        || search_telephones(o.billing->>'telephone'))
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
