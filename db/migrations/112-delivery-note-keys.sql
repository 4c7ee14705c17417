-- compatible with 102
--
-- By what a delivery note is recognised, whatever signs it is typed or pasted with: toComparisonKey (src/lib/text.ts) of supplier
-- and number, written by the shop. Null: an older release booked it in, or it was booked in twice before; its key is
-- then that of goods_in_delivery_note alone.
alter table goods_in add column note_key text;

-- The deliveries so far, the first of each key. The rules are those of the shop but for letters of other scripts.
create function pg_temp.note_part(text) returns text language sql as $$
  select btrim(regexp_replace(upper(regexp_replace(regexp_replace(normalize(translate($1, '‘’‚‛′ʼ`´⁄∕⧸', '''''''''''''''''///'), nfkc),
    '[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]', '', 'g'),
    '[\u02d7\u2010-\u2015\u2043\u2053\u207b\u208b\u2212\u2500]', '-', 'g')), '[\s\u2800]+', ' ', 'g'))
$$;
update goods_in g set note_key = keyed.key
from (
  select distinct on (key) id, key
  from (select id, pg_temp.note_part(supplier) || E'\n' || pg_temp.note_part(delivery_note) as key from goods_in) listed
  order by key, id
) keyed
where g.id = keyed.id;
create unique index goods_in_note_key on goods_in (note_key);
