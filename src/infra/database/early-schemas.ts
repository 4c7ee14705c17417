import type { AppliedMigration, MigrationFile } from './migration-state.ts'

// Schemas of the first days of development, before migrations were only ever added: some files were rewritten after a
// database had run them, and 011, 012, 032 and 040 came later than files with higher numbers. Every schema that was ever on
// main can be upgraded (tests/operations/upgrade.test.ts).

/** The files with what a database of an early schema needs besides, in the same transaction. */
export function adaptToEarlySchema(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  const names = new Set(applied.map(({ name }) => name))
  const needsRepair = names.has('001-people') && !names.has('030-lists')
  // 041 renames a value that 040 names.
  const hasRenamedMethod = names.has('041-neutral-payments')
  const firstPending = files.find(({ name }) => !names.has(name))
  return files.map(file => {
    if (file === firstPending && needsRepair) {
      return { ...file, statements: `${earlySchemaRepair}\n${file.statements}` }
    }
    if (file.name === '040-order-kinds' && hasRenamedMethod) {
      return { ...file, statements: file.statements.replace(`'sagepay'`, `'card'`) }
    }
    return file
  })
}

/** What the rewritten files 002, 003, 004, 005 and 013 would have made otherwise. Changes nothing that is there. */
const earlySchemaRepair = `
create or replace function code_key(code text) returns text
  language sql immutable parallel safe strict
  return upper(regexp_replace(normalize(code, NFKD), '[^A-Za-z0-9]', '', 'g'));
-- Generated columns are calculated again.
update product set code = code;
update cross_reference set code = code;

create index if not exists make_lower_name on make (lower(name));
create table if not exists demo_loaded (done boolean primary key default true check (done));
alter table checkout_draft add column if not exists history_seen bigint not null default 0;
create index if not exists orders_basket on orders (basket_id);

do $$ begin
  if to_regprocedure('product_words(text, text, text, text, text, text)') is not null
    and to_regprocedure('unaccented(text)') is null
  then
    -- 032 drops it.
    create function unaccented(text text) returns text language sql immutable parallel safe return text;
  end if;
  if to_regclass('product_same_details') is not null then
    drop index product_same_details;
    create index product_same_details on product (type_id, details, popularity desc, id) where details <> '';
  end if;
end $$;
`
