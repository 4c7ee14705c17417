-- Migrations after which older releases still work: those that have the migration of the number `compatible_with`. A
-- release that meets a migration without its file reads here whether it may start (CONTRIBUTING.md, "A change of the
-- schema").
create table compatible_migration (
  name text primary key,
  compatible_with text not null check (compatible_with ~ '^\d{3}$')
);
