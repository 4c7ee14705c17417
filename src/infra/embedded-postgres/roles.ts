import pg from 'pg'
import { getErrorCode } from './errors.ts'

/** Owns its database and nothing else: SQL that reaches the server can read no files and run no programs. */
export const shopRole = 'filterhouse'
/** The superuser of the cluster. Only the launcher connects as it, to create the role and the database. */
export const adminRole = 'filterhouse_admin'

export interface ServerAddress {
  host: string
  port: number
  ssl: false
}

/** True when the cluster was created by a release whose only role was a superuser: it has no `adminRole` yet. */
export function isMissingRole(error: unknown): boolean {
  return getErrorCode(error) === '28000' && /role ".*" does not exist/.test(String(error))
}

/** Creates the shop's role and database unless they exist; `query` runs a statement as `adminRole`. */
export async function createRoleAndDatabase(
  query: (sql: string) => Promise<unknown[]>,
  database: string,
): Promise<void> {
  const existing = (await query(
    `select (select count(*) from pg_roles where rolname = '${shopRole}')::int as roles,
       (select count(*) from pg_database where datname = '${database}')::int as databases`,
  )) as { roles: number; databases: number }[]
  if (!existing[0]?.roles) await query(`create role ${shopRole} login`).catch(ignoreExisting)
  if (!existing[0]?.databases)
    await query(`create database ${database} owner ${shopRole}`).catch(ignoreExisting)
}

/** Another process was quicker: 42710 and 42P04 say so, or the unique index does. */
function ignoreExisting(error: unknown): void {
  if (!['42710', '42P04', '23505'].includes(getErrorCode(error))) throw error
}

// PostgreSQL cannot take the superuser's rights from the role that initdb has created, and a session cannot rename its own
// role. So that role gets another name, by means of a third one, and the shop a new role under the old name.
const upgradeRole = 'filterhouse_upgrade'

const upgradeSql = `
  select pg_advisory_xact_lock(20260, 3);
  do $$
  declare statement text;
  begin
    if exists (select from pg_roles where rolname = '${adminRole}') then return; end if;
    alter role ${shopRole} rename to ${adminRole};
    create role ${shopRole} login;
    execute format('alter database %I owner to ${shopRole}', current_database());
    for statement in
      with own as (select oid from pg_roles where rolname = '${adminRole}'),
        extension_part as (select objid from pg_depend where deptype = 'e'),
        schemas as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
      select format('alter schema %I', nspname) from pg_namespace
        where oid in (select oid from schemas) and nspowner in (select oid from own)
      union all select format('alter %s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view'
          when 'S' then 'sequence' else 'table' end, oid::regclass) from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relowner in (select oid from own)
          and relnamespace in (select oid from schemas) and oid not in (select objid from extension_part)
          -- A sequence of a column follows its table.
          and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
      union all select format('alter routine %s', oid::regprocedure) from pg_proc
        where proowner in (select oid from own) and pronamespace in (select oid from schemas)
          and oid not in (select objid from extension_part)
      union all select format('alter %s %s', case typtype when 'd' then 'domain' else 'type' end, oid::regtype) from pg_type
        where typowner in (select oid from own) and typnamespace in (select oid from schemas)
          and oid not in (select objid from extension_part) and typelem = 0
          and (typrelid = 0 or exists (select from pg_class where oid = typrelid and relkind = 'c'))
          and typtype in ('c', 'd', 'e')
    loop execute statement || ' owner to ${shopRole}'; end loop;
  end $$`

/**
 * Takes the superuser's rights from the shop's role in a cluster of an earlier release. May be interrupted and repeated,
 * also by several processes at once; sessions that are open go on.
 */
export async function upgradeRoles(server: ServerAddress, database: string): Promise<void> {
  try {
    await runAs(server, shopRole, 'postgres', [
      `create role ${upgradeRole} login superuser`,
      `create database ${database}`,
    ])
    await runAs(server, upgradeRole, database, ['begin', upgradeSql, 'commit'])
    await runAs(server, adminRole, 'postgres', [`drop role if exists ${upgradeRole}`])
  } catch (error) {
    // Another process has finished meanwhile: the shop's role has no rights any more, or the third one is gone.
    const isFinished = ['42501', '28000'].includes(getErrorCode(error)) || isRoleDropped(error)
    if (!isFinished) throw error
  }
}

/** The role of an open session was dropped: an internal error (XX000). */
const isRoleDropped = (error: unknown): boolean => /could not find tuple for role/.test(String(error))

async function runAs(
  server: ServerAddress,
  user: string,
  database: string,
  statements: string[],
): Promise<void> {
  const client = new pg.Client({ ...server, user, database })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement).catch(ignoreExisting)
  } finally {
    await client.end()
  }
}
