import { ConfigurationError, type Mode } from '../config.ts'

/** A pool or a client. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** `real`: a shop's own data, where invented rows must never go. */
type DatabaseKind = 'demo' | 'real'

const kindOfMode = { demo: 'demo', production: 'real' } as const satisfies Record<Mode, DatabaseKind>

const refusals: Record<Mode, string> = {
  production:
    'The database is a demo, whose passwords everybody knows: give production another DATA_DIR or DATABASE_URL.',
  demo: 'The database belongs to a real shop, and demo data never goes into one: set SHOP_MODE=production, or give the demo another DATA_DIR or DATABASE_URL.',
}

/**
 * Decides whether a command works as a demo or for a real shop (R-RUN-8, docs/decisions/044-demo-or-real.md). Every
 * command asks here before it writes. `requested` is SHOP_MODE; without it the database decides, and an empty one becomes
 * a demo. Throws ConfigurationError when the two contradict each other.
 */
export async function decideMode(db: Queryable, requested: Mode | null): Promise<Mode> {
  const kind = await findDatabaseKind(db)
  const mode = requested ?? (kind === 'real' ? 'production' : 'demo')
  refuseOtherKind(kind, mode)
  return mode
}

/** Marks the database unless it is marked. Throws ConfigurationError when it is marked as the other kind. */
export async function markDatabase(db: Queryable, mode: Mode): Promise<void> {
  await db.query('insert into database_mark (kind) values ($1) on conflict do nothing', [kindOfMode[mode]])
  refuseOtherKind(await findDatabaseKind(db), mode)
}

function refuseOtherKind(kind: DatabaseKind | null, mode: Mode): void {
  if (kind && kind !== kindOfMode[mode]) throw new ConfigurationError(refusals[mode])
}

/** Null: empty, or only its tables are there. */
async function findDatabaseKind(db: Queryable): Promise<DatabaseKind | null> {
  const tables = await listExistingTables(db, ['database_mark', 'demo_loaded', 'person', 'product', 'orders'])
  const marks = tables.has('database_mark') ? await db.query('select kind from database_mark') : { rows: [] }
  const [mark] = marks.rows as { kind: DatabaseKind }[]
  if (mark) return mark.kind
  tables.delete('database_mark')
  if (tables.has('demo_loaded') && (await hasRow(db, 'demo_loaded'))) return 'demo'
  // Its password is in the documents, so that it is a demo even if its catalogue was replaced.
  if (tables.has('person') && (await hasRow(db, `person where email = 'staff@example.com'`))) return 'demo'
  for (const table of tables) if (await hasRow(db, table)) return 'real'
  return null
}

async function listExistingTables(db: Queryable, names: string[]): Promise<Set<string>> {
  const { rows } = await db.query(
    'select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is not null',
    [names],
  )
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

async function hasRow(db: Queryable, source: string): Promise<boolean> {
  const { rows } = await db.query(`select from ${source} limit 1`)
  return rows.length > 0
}
