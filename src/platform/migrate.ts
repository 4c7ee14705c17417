import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { projectRoot } from './project.ts'

const folder = join(projectRoot, 'db', 'migrations')
const lockKey = 726_118_001

/** Brings the schema up to date: each file of db/migrations once, in its own transaction. Returns the new ones. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
  if ((await applied(pool)).size === files.length) return []
  const client = await pool.connect()
  try {
    // Several processes may start at once: one migrates, the others wait and find it done.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = await applied(client)
    const missing = files.filter(name => !done.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}

async function applied(client: pg.Pool | pg.PoolClient): Promise<Set<string>> {
  const exists = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  if (!exists.rows[0]?.there) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  return new Set(rows.map(row => row.name))
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into schema_migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
