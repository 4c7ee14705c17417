-- compatible with 043
-- Whether the database is a demo's or a real shop's, for as long as it exists. Written by the first command that makes
-- the schema; databases of earlier releases are marked by what they hold (src/infra/database/database-mark.ts).
create table database_mark (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('demo', 'real')),
  marked_at timestamptz not null default now()
);
