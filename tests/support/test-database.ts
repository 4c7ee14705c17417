import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { connect, type Database, type QueryTimeouts } from '../../src/infra/database/db.ts'

export interface TestDatabase extends Database {
  /** For a second pool or a server under test. */
  connection: { host: string; port: number; user: string; database: string }
  /** The same database as a postgresql:// URL. */
  url: string
}

/**
 * Creates a database with schema and demo data: a copy of the template, made in some 60 ms. Close it at the end.
 * `proxy`: the socket through which its pool connects.
 */
export async function createTestDatabase(
  maxConnections = 8,
  proxy: { host: string; port: number } | null = null,
  log?: Logger,
  timeouts?: QueryTimeouts,
): Promise<TestDatabase> {
  const { template } = inject('postgres')
  return createDatabase(`template ${template} strategy file_copy`, maxConnections, proxy, log, timeouts)
}

/** A database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template template0', 12)
}

async function createDatabase(
  options: string,
  maxConnections: number,
  proxy: { host: string; port: number } | null = null,
  log?: Logger,
  timeouts?: QueryTimeouts,
): Promise<TestDatabase> {
  const { connection: server, adminConnection } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runStatement(server, `create database ${name} ${options}`)
  const connection = { ...server, database: name }
  const database = connect({ ...connection, ...proxy }, maxConnections, log, timeouts)
  return {
    ...database,
    connection,
    url: `postgresql://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    async close() {
      await database.close()
      // Kysely ends the pool only if it was used through Kysely.
      if (!database.pool.ended) await database.pool.end()
      // Only a superuser may end autovacuum's processes.
      await runStatement(adminConnection, `drop database if exists ${name} with (force)`)
    },
  }
}

const objectInUse = '55006'

async function runStatement(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    // PostgreSQL itself waits five seconds until the template is not in use; after that it is tried once more.
    await client.query(statement).catch(error => {
      if ((error as { code?: string }).code !== objectInUse) throw error
      return client.query(statement)
    })
  } finally {
    await client.end()
  }
}
