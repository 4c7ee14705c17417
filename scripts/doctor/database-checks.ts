import type pg from 'pg'
import { ConfigurationError } from '../../src/infra/config.ts'
import type { Database } from '../../src/infra/database/db.ts'
import { missingTimeouts, openPooler } from '../../src/infra/database/external-database.ts'
import { findReplicaFault, openReplica } from '../../src/infra/database/replica.ts'
import { listSchemaMigrations } from '../../src/infra/schema.ts'
import { ok, problem, type Verdict, warning } from '../../src/lib/finding.ts'
import { decideClock } from './limits.ts'

const oldestVersion = 15

export interface DatabaseFacts {
  version: string
  major: number
  encoding: string
  isReadOnly: boolean
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  hasExtensions: boolean
  isSuperuser: boolean
}

export async function loadDatabaseFacts(pool: pg.Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::bool as "isReadOnly",
      has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
      has_schema_privilege('public', 'CREATE') as "mayCreateTables",
      (select count(*) = 2 from pg_available_extensions where name in ('pg_trgm', 'btree_gist')) as "hasExtensions",
      rolsuper as "isSuperuser"
    from pg_roles where rolname = current_user`)
  return rows[0]!
}

export function decideVersion({ version, major, encoding, isReadOnly }: DatabaseFacts): Verdict {
  if (major < oldestVersion)
    return problem(`PostgreSQL ${version} is too old: the shop needs ${oldestVersion} or later.`)
  if (encoding !== 'UTF8') return problem(`The database is in ${encoding}: the shop needs one in UTF8.`)
  if (isReadOnly) return problem('The database is read-only: it is a standby, or was set so.')
  return ok(`PostgreSQL ${version} answers.`)
}

/** `isEmbedded`: the cluster is the shop's alone. */
export function decideRights(facts: DatabaseFacts, isEmbedded: boolean): Verdict {
  if (!facts.mayCreateSchemas)
    return problem('The role may not create schemas in the database: let it own the database.')
  if (!facts.mayCreateTables) return problem('The role may not create tables in the schema public.')
  if (!facts.hasExtensions)
    return problem(
      "The server lacks the extensions pg_trgm and btree_gist: install PostgreSQL's contrib package.",
    )
  if (facts.isSuperuser && !isEmbedded)
    return warning('The role is a superuser: give the shop a role of its own that owns its database.')
  return ok('The role may do all that the shop needs.')
}

/** `direct`: the database itself, past the pooler. */
export async function checkPooler(url: string, direct: Database): Promise<Verdict> {
  try {
    const { database, hasTimeouts } = await openPooler(url, direct, 1)
    await database.close()
    return hasTimeouts ? ok('The pooler of DATABASE_URL leads to this database.') : warning(missingTimeouts)
  } catch (error) {
    if (error instanceof ConfigurationError) return problem(error.message)
    throw error
  }
}

export async function checkReplica(url: string, { pool }: Database): Promise<Verdict> {
  const replica = openReplica(url, 1)
  const fault = await findReplicaFault({ primary: pool, replica: replica.pool })
  await replica.close()
  return fault === null
    ? ok('The replica of DATABASE_READ_URL has what the primary has.')
    : warning(`The catalogue is read from the primary, not the replica of DATABASE_READ_URL: ${fault}`)
}

export async function checkMigrations(pool: pg.Pool, migratesOnStart: boolean): Promise<Verdict> {
  const migrations = await listSchemaMigrations(pool).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return error.message
    throw error
  })
  if (typeof migrations === 'string') return problem(migrations)
  const count = (state: string) => migrations.filter(migration => migration.state === state).length
  const [pending, newer] = [count('pending'), count('newer')]
  if (pending > 0) {
    return migratesOnStart
      ? warning(`${pending} of ${migrations.length} migrations are pending: the next start applies them.`)
      : problem(`${pending} of ${migrations.length} migrations are pending: run npm run migrate.`)
  }
  if (newer > 0)
    return warning(`${newer} migrations of a later release are applied, which this one can work with.`)
  return ok(`All ${migrations.length} migrations are applied.`)
}

export async function checkDatabaseClock(pool: pg.Pool): Promise<Verdict> {
  const beforeMs = Date.now()
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  // The database read its clock between the two.
  const middleMs = (beforeMs + Date.now()) / 2
  return decideClock("the database's", (middleMs - rows[0]!.at.getTime()) / 1000, 2)
}

export async function checkStaff(pool: pg.Pool): Promise<Verdict> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from person where 'staff' = any(roles) and disabled_at is null",
  )
  const count = rows[0]!.count
  if (count === 0) return problem('There are no staff yet: npm run staff -- add EMAIL --role manager.')
  return ok(`${count} of the staff can enter the back office.`)
}
