import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../../src/platform/db.ts'

export interface TestDatabase extends Database {
  /** For what connects by itself: a second pool, a server under test. */
  connection: { host: string; port: number; user: string; database: string }
  /** The same place as a postgresql:// address. */
  url: string
}

/** A database of one's own, with schema and demo data: a copy of the template, made in some 60 ms. Close it at the end. */
export async function testDatabase(maxConnections = 8): Promise<TestDatabase> {
  const { connection: server, template } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  const connection = { ...server, database: name }
  const database = connect(connection, maxConnections)
  return {
    ...database,
    connection,
    url: `postgresql://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    async close() {
      await database.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

const objectInUse = '55006'
const attempts = 20

async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        // Two copies of one template at the same moment, or a connection that is just leaving.
        if ((error as { code?: string }).code !== objectInUse || attempt >= attempts) throw error
        await pause(25 * attempt)
      }
    }
  } finally {
    await client.end()
  }
}
