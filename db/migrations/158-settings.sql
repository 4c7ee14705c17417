-- compatible with 102
-- Settings of the shop that managers change: a row for each change. The value of a setting at a time is that of its last row
-- (by `effective_from`, then `id`) that begins at that time or earlier and is not undone; without one the environment's.
create table setting (
  id int generated always as identity primary key,
  name text not null check (name ~ '^[A-Z][A-Z_]{2,40}$'),  -- as in the environment
  value text not null,                                      -- in the form of the environment; '': not set
  effective_from timestamptz not null,
  set_by int not null references person,
  set_at timestamptz not null,
  reason text not null default '',
  request_key text not null,                                -- the same form sent again; its rows are undone together
  undone_by int references person,
  undone_at timestamptz,
  unique (request_key, name),
  check ((undone_by is null) = (undone_at is null))
);
create index setting_person on setting (set_by);

create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;
create trigger setting_changed after insert or update or delete on setting
  for each statement execute function notify_settings_changed();
