-- compatible with 102
-- Imports in the browser: files that staff have uploaded, what they would change, and what they have changed.
create table import_run (
  id int generated always as identity primary key,
  staff_id int not null references person,
  acted_by int references person,                      -- who imported or undid it
  request_key text not null unique,
  uploaded_at timestamptz not null,
  files jsonb not null,                                -- [{name, bytes}] as they were uploaded
  replaces boolean not null,                           -- what the files do not list is removed
  state text not null check (state in ('checking', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone', 'dropped')),
  version int not null default 1,                      -- raised with each state
  message text not null default '',                    -- why it is refused, or was not finished
  report jsonb,                                        -- what the files would change, or have changed
  progress jsonb,                                      -- of what is running: {file, rows, total}
  beat_at timestamptz,                                 -- of the process that works on it
  began_at timestamptz,
  done_at timestamptz
);
create index import_run_uploaded on import_run (uploaded_at desc);
create index import_run_running on import_run (state) where state in ('checking', 'importing', 'undoing');

-- The rows that an import has changed, as an export writes them, so that it can be undone.
create table import_change (
  run_id int not null references import_run on delete cascade,
  file text not null,
  key text not null,
  before jsonb,                                        -- null: the row is new
  after jsonb,                                         -- null: the row is gone
  primary key (run_id, file, key)
);
