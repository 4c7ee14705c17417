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

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests' PostgreSQL listens, and the database that `testDatabase` copies. */
    postgres: { connection: { host: string; port: number; user: string }; template: string }
  }
}

const template = 'shop_template'

/** One PostgreSQL for the whole run; TEST_POSTGRES=15 takes the oldest version that the shop promises to run on. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filterhouse-test-'))
  const binaries = process.env.TEST_POSTGRES === '15' ? '15' : '18'
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use', binaries })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server)
  } catch (error) {
    await stop()
    throw error
  }
  const { host, port, user } = server.connection
  project.provide('postgres', { connection: { host, port, user }, template })
  return stop
}

async function makeTemplate(server: RunningPostgres): Promise<void> {
  await administer(server, [
    // What the tests write may be lost in a power cut.
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
    `create database ${template}`,
  ])
  const { pool, close } = connect({ ...server.connection, database: template })
  try {
    await prepareTemplate(pool)
  } finally {
    await close()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ended) await pool.end()
  }
  // A database that somebody is connected to cannot be copied.
  await administer(server, [`alter database ${template} is_template true allow_connections false`])
}

async function administer(server: RunningPostgres, statements: string[]): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
