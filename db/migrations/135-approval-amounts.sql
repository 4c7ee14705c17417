-- compatible with 102
-- What a person may order on one day without approval, in pence, goods ex VAT; null: orders_require_approval alone decides.
-- A deputy decides about requests for a head buyer, from day to day.
alter table person
  add column approval_above int,
  add column deputy_of int references person,
  add column deputy_from date,
  add column deputy_until date,
  add constraint person_deputy check (
    num_nonnulls(deputy_of, deputy_from, deputy_until) in (0, 3) and deputy_until >= deputy_from and deputy_of <> id) not valid,
  add constraint person_approval_above check (approval_above >= 0) not valid;
create unique index person_deputy_of on person (deputy_of);

-- A deputy has no more rights than the head buyer who named them.
create function end_deputies() returns trigger language plpgsql as $$
begin
  update person set deputy_of = null, deputy_from = null, deputy_until = null
  where deputy_of = new.id or (id = new.id and deputy_of is not null and new.company_id is distinct from old.company_id);
  return null;
end $$;
create trigger person_end_deputies after update of company_id, roles, disabled_at on person for each row
  when (new.company_id is distinct from old.company_id or new.disabled_at is not null or not 'head_buyer' = any(new.roles))
  execute function end_deputies();
