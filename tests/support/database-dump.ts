import type pg from 'pg'

const userSchemas = `nspname not like 'pg\\_%' and nspname <> 'information_schema'`

const schemaQuery = `
  select 'column ' || a.attrelid::regclass || ' ' || a.attnum || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || ' ' || a.attnotnull || ' ' || a.attidentity::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and c.relkind in ('r', 'v', 'S') and ${userSchemas}
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(x.oid)
    from pg_constraint x join pg_namespace n on n.oid = x.connamespace where ${userSchemas}
  union all select 'index ' || indexdef from pg_indexes join pg_namespace n on n.nspname = schemaname where ${userSchemas}
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prokind = 'f' and ${userSchemas}
  union all select 'extension ' || extname || ' ' || extversion from pg_extension
  union all select 'settings ' || sequence_parameters from (
    select (s.seqrelid::regclass, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle)::text
      as sequence_parameters from pg_sequence s) s
  union all select 'schema ' || nspname || ' ' || coalesce(nspacl::text, '') from pg_namespace where ${userSchemas}
  order by 1`

/** Schema, rows and sequences of the whole database as text: what pg_dump writes (the npm packages have none). */
export async function dumpDatabase(pool: pg.Pool): Promise<string> {
  const { rows: schema } = await pool.query<{ line: string }>(schemaQuery)
  const { rows: relations } = await pool.query<{ name: string; kind: string }>(`
    select c.oid::regclass::text as name, relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'S') and ${userSchemas} order by 1`)
  const contents: string[] = []
  for (const { name, kind } of relations) {
    const columns = kind === 'S' ? 'row(last_value, is_called)' : 't'
    const { rows } = await pool.query<{ line: string }>(
      `select ${columns}::text as line from ${name} t order by ctid`,
    )
    contents.push(name, ...rows.map(({ line }) => line))
  }
  return [...schema.map(({ line }) => line), ...contents].join('\n')
}
