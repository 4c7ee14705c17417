-- compatible with 102
-- The entry of a line to which more of the same part is added, whatever fields it has: as `mergeLineEntries` in
-- src/features/basket/lines/line-entry.ts. `max_lengths`: the most characters of each field. Earlier releases call the
-- function of two parameters (120).
create function merge_line_entries(existing jsonb, added jsonb, max_lengths jsonb) returns jsonb language sql immutable as $$
  select existing || coalesce(jsonb_object_agg(name, merged.value), '{}')
  from jsonb_each_text(added) field (name, value)
    cross join lateral (select string_to_array(existing->>name, ', ') as parts) present
    cross join lateral (
      select case when parts is null then field.value else array_to_string(parts || array(
        select part from unnest(string_to_array(field.value, ', ')) with ordinality as more (part, nth)
        where part <> all(parts) order by nth), ', ') end as value
    ) merged
  where parts is null or length(merged.value) <= (max_lengths->>name)::int
$$;
