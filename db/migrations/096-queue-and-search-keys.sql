-- compatible with 095
--
-- The queue of what is to be despatched, by the day that was promised (src/features/orders/promised-day.server.ts).
create index orders_queue on orders ((case when delayed_at is not null then delayed_until
  when hold_released_at is null then delivery_date end), id)
  where kind <> 'quote' and state in ('placed', 'part_despatched') and not on_stop;

-- Not strict any more, so that PostgreSQL writes it into the query, as search_fold (091).
create or replace function search_key(text text) returns text
  language sql immutable parallel safe
  return translate(search_fold(text), e' \t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’–—', '');
