import type pg from 'pg'

const definitions = {
  columns: `
    select table_name, column_name, data_type, column_default, is_nullable, generation_expression
    from information_schema.columns where table_schema = 'public'`,
  constraints: `
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
  triggers: `
    select tgrelid::regclass::text as table, tgname, tgenabled, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  functions: `
    select p.oid::regprocedure::text as function, pg_get_functiondef(p.oid) as definition from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  views: `select viewname, definition from pg_views where schemaname = 'public'`,
}

/** The whole schema of the shop's tables, in an order that does not depend on how it came about. */
export async function describeSchema(pool: pg.Pool): Promise<Record<string, string[]>> {
  const description: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(definitions)) {
    const { rows } = await pool.query<Record<string, unknown>>(query)
    description[name] = rows.map(row => Object.values(row).join(' | ')).sort()
  }
  return description
}
