-- compatible with 126
-- Personal data is erased on request: asked for by one manager and confirmed by another. What an erasure needs to change is
-- append-only otherwise, so its transaction sets filterhouse.erasure.
alter table person add column erased_at timestamptz;

-- `email`: whose data; null once the request is decided, so that none is left of an erasure.
create table erasure_request (
  id int generated always as identity primary key,
  subject text not null,                               -- 'person-12', 'order-FH…', 'newsletter-5'
  person_id int references person,
  email text,
  requested_by int not null references person,
  requested_at timestamptz not null,
  decided_by int references person,
  decided_at timestamptz,
  is_erased boolean not null default false,
  check ((decided_at is null) = (email is not null)),
  check (not is_erased or decided_by <> requested_by)
);
create unique index erasure_request_open on erasure_request (email) where email is not null;
create index erasure_request_person on erasure_request (person_id);

-- Placed orders of whom has been erased: name and address stay for as long as the law asks.
create table erased_order (
  order_id bigint primary key references orders on delete cascade,
  erased_at timestamptz not null,
  papers_erased_at timestamptz
);
create index erased_order_papers on erased_order (erased_at) where papers_erased_at is null;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('filterhouse.erasure', true) is distinct from 'on' then
    raise exception '% is append-only', tg_table_name;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- A text without words, whatever their case: 'jo@x.test' is not a part of 'big.jo@x.test'.
create function erase_words(text text, words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  foreach word in array words loop
    text := regexp_replace(text, '(?<![[:alnum:]._%+-])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g')
      || '(?![[:alnum:]_-]|\.[[:alnum:]])', '(erased)', 'gi');
  end loop;
  return text;
end $$;

-- Staff find an order whose customer was erased by its number and its papers, and no longer by name, address or telephone.
create function erase_search_words() returns trigger language plpgsql as $$
begin
  if exists (select from erased_order where order_id = new.order_id) then
    new.words := ts_delete(new.words, array(
      select left(word, 100) from orders o
        cross join lateral (select concat_ws(' ', o.contact->>'name', o.delivery->>'firstname', o.delivery->>'surname',
          o.delivery->>'postcode', o.billing->>'firstname', o.billing->>'surname', o.billing->>'postcode') as text) names
        cross join lateral unnest(search_words(names.text)
          || array[search_key(o.delivery->>'postcode'), search_key(o.billing->>'postcode')]) as word
      where o.id = new.order_id and word <> ''));
  end if;
  return new;
end $$;
create trigger order_search_erased before insert or update on order_search
  for each row execute function erase_search_words();
