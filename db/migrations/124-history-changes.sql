-- compatible with 102
-- What a correction changed: [{"field": "PO number", "before": "", "after": "PO 2"}], as `HistoryChange` in
-- src/features/orders/history.ts has it. `why` has the same as text, for releases that do not know this column, and alone
-- what is no such list.
alter table order_history
  add column changes jsonb,
  add constraint order_history_changes check (jsonb_typeof(changes) = 'array') not valid;

-- 'PO number: (none) → PO 2; Line 2: …' → the changes; null: the text has another form.
create function parse_history_changes(why text) returns jsonb language sql immutable as $$
  select case when bool_and(part is not null) then jsonb_agg(jsonb_build_object('field', part[1],
    'before', case when part[2] = '(none)' then '' else part[2] end,
    'after', case when part[3] = '(none)' then '' else part[3] end) order by nth) end
  from (select nth, regexp_match(change, '^([^:]+): (.+) → (.+)$') as part
    from regexp_split_to_table(why, '; (?=(?:[A-Z][A-Za-z/ ]*[0-9]*|Quantity of [^:;]+): )') with ordinality as changes (change, nth)) parsed
$$;

alter table order_history disable trigger order_history_append_only;
update order_history set changes = parse_history_changes(why)
where event = 'corrected' and parse_history_changes(why) is not null;
-- The correction itself has the values as they were, whatever signs they have.
update order_history h set changes = stored.changes
from order_correction c cross join lateral (
  select jsonb_agg(jsonb_build_object('field', change->>'name', 'before', change->>'before', 'after', change->>'after') order by nth) as changes,
    string_agg(concat(change->>'name', ': ', coalesce(nullif(change->>'before', ''), '(none)'), ' → ',
      coalesce(nullif(change->>'after', ''), '(none)')), '; ' order by nth) as why
  from jsonb_array_elements(c.changes) with ordinality as element (change, nth)) stored
where h.event = 'corrected' and h.order_id = c.order_id and h.at = c.at and h.why = stored.why;
alter table order_history enable trigger order_history_append_only;

-- For releases before this one, as long as a process of one runs beside it.
create function complete_history_changes() returns trigger language plpgsql as $$
begin
  new.changes := parse_history_changes(new.why);
  return new;
end $$;
create trigger order_history_complete_changes before insert on order_history for each row
  when (new.event = 'corrected' and new.changes is null) execute function complete_history_changes();
