import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/infra/database/db.ts'
import {
  type RunningPostgres,
  startEmbeddedPostgres,
} from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { prepareTemplate } from './template.ts'

interface ServerConnection {
  host: string
  port: number
  user: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The tests' PostgreSQL, and the database that `createTestDatabase` copies. */
    postgres: { connection: ServerConnection; adminConnection: ServerConnection; template: string }
  }
}

const template = 'shop_template'

/** Starts one PostgreSQL for the whole run. TEST_POSTGRES=15 selects the oldest supported version. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filterhouse-test-'))
  const binaries = process.env.TEST_POSTGRES === '15' ? '15' : '18'
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use', binaries })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await createTemplate(server)
  } catch (error) {
    await stop()
    throw error
  }
  provideTemplate(project, server, template)
  return stop
}

/** Tells the test files which database `createTestDatabase` copies. */
export function provideTemplate(project: TestProject, server: RunningPostgres, name: string): void {
  const { host, port, user } = server.connection
  const adminConnection = { host, port, user: server.adminConnection.user }
  project.provide('postgres', { connection: { host, port, user }, adminConnection, template: name })
}

async function createTemplate(server: RunningPostgres): Promise<void> {
  await prepareServer(server)
  await runStatements(server, [`create database ${template} owner ${server.connection.user}`])
  const { pool, close } = connect({ ...server.connection, database: template })
  try {
    await prepareTemplate(pool)
  } finally {
    await close()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ended) await pool.end()
  }
  await lockTemplate(server, template)
}

/** Test data may be lost in a power cut. The shop's role may create databases, one for each test file. */
export async function prepareServer(server: RunningPostgres): Promise<void> {
  await runStatements(server, [
    `alter role ${server.connection.user} createdb`,
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
  ])
}

/** A database with open connections cannot be copied. */
export async function lockTemplate(server: RunningPostgres, name: string): Promise<void> {
  await runStatements(server, [`alter database ${name} is_template true allow_connections false`])
}

async function runStatements(server: RunningPostgres, statements: string[]): Promise<void> {
  const client = new pg.Client(server.adminConnection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
