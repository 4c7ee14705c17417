-- compatible with 102
-- Who did what: 'person' with an id, or 'guest', 'card provider', 'clock', 'operator', 'import', 'demo'. The text `actor`
-- ('person 12') is written for releases that do not know these columns, and goes when none of them runs.
alter table order_history
  add column actor_kind text,
  add column actor_id int,
  alter column actor set default '',
  add constraint order_history_actor check (actor_kind is not null and (actor_id is null or actor_kind = 'person')) not valid;
alter table return_history
  add column actor_kind text,
  add column actor_id int,
  alter column actor set default '',
  add constraint return_history_actor check (actor_kind is not null and (actor_id is null or actor_kind = 'person')) not valid;
alter table audit
  add column actor_kind text,
  add column actor_id int,
  alter column actor set default '',
  add constraint audit_actor check (actor_kind is not null and (actor_id is null or actor_kind = 'person')) not valid;

-- A person that does not exist stays in the text of the kind.
do $$
declare
  history text;
begin
  foreach history in array array['order_history', 'return_history', 'audit'] loop
    execute format('alter table %1$I disable trigger %2$I', history, history || '_append_only');
    execute format('update %1$I h set actor_kind = case when a.person_id is null then h.actor else ''person'' end,
        actor_id = a.person_id
      from (select r.id, p.id as person_id from %1$I r left join person p on r.actor = ''person '' || p.id) a
      where a.id = h.id', history);
    execute format('alter table %1$I enable trigger %2$I', history, history || '_append_only');
  end loop;
end $$;

-- After the rows: the join has found their persons.
alter table order_history add constraint order_history_actor_id foreign key (actor_id) references person not valid;
alter table return_history add constraint return_history_actor_id foreign key (actor_id) references person not valid;
alter table audit add constraint audit_actor_id foreign key (actor_id) references person not valid;

-- Each release writes its own columns, as long as processes of both run.
create function complete_actor() returns trigger language plpgsql as $$
begin
  if new.actor_kind is null then
    select 'person', id into new.actor_kind, new.actor_id from person
    where id = substring(new.actor from '^person ([0-9]{1,9})$')::int;
    new.actor_kind := coalesce(new.actor_kind, new.actor);
  else
    new.actor := case when new.actor_id is null then new.actor_kind else 'person ' || new.actor_id end;
  end if;
  return new;
end $$;
create trigger order_history_complete_actor before insert on order_history
  for each row execute function complete_actor();
create trigger return_history_complete_actor before insert on return_history
  for each row execute function complete_actor();
create trigger audit_complete_actor before insert on audit
  for each row execute function complete_actor();
