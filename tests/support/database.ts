import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { connect, type Database } from '../../src/infra/database/db.ts'

export interface TestDatabase extends Database {
  /** For what connects by itself: a second pool, a server under test. */
  connection: { host: string; port: number; user: string; database: string }
  /** The same place as a postgresql:// address. */
  url: string
}

/**
 * A database of one's own, with schema and demo data: a copy of the template, made in some 60 ms. Close it at the end.
 * `line`: the way that its pool goes there.
 */
export async function testDatabase(
  maxConnections = 8,
  line: { host: string; port: number } | null = null,
  log?: Logger,
): Promise<TestDatabase> {
  const { connection: server, template } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const connection = { ...server, database: name }
  const database = connect({ ...connection, ...line }, maxConnections, log)
  return {
    ...database,
    connection,
    url: `postgresql://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    async close() {
      await database.close()
      // Kysely ends the pool only if it was used through Kysely.
      if (!database.pool.ended) await database.pool.end()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

const objectInUse = '55006'

async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    // PostgreSQL itself waits five seconds for others to let go of the template; then once more.
    await client.query(statement).catch(error => {
      if ((error as { code?: string }).code !== objectInUse) throw error
      return client.query(statement)
    })
  } finally {
    await client.end()
  }
}
