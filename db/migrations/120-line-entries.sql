-- compatible with 102
-- What a buyer enters for a line besides product and quantity (R-BASKET-19), as src/features/basket/line-entry-schema.ts has it.
alter table basket_line add column entry jsonb not null default '{}';
alter table order_line add column entry jsonb not null default '{}';
alter table product_list_line add column entry jsonb not null default '{}';
alter table sales_document_line add column entry jsonb not null default '{}';

-- The entry of a line to which more of the same part is added: as `mergeLineEntries` in src/features/basket/line-entry.ts.
create function merge_line_entries(existing jsonb, added jsonb) returns jsonb language sql immutable as $$
  select case
    when added->>'reference' is null then existing
    when existing->>'reference' is null then existing || added
    when length(joined.reference) > 30 then existing
    else existing || jsonb_build_object('reference', joined.reference) end
  from (
    select array_to_string(one || array(
      select part from unnest(string_to_array(added->>'reference', ', ')) with ordinality as more (part, nth)
      where part <> all(one) order by nth), ', ') as reference
    from (select string_to_array(existing->>'reference', ', ') as one) existing_parts
  ) joined
$$;
