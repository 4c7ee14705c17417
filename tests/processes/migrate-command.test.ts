import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { latestQueueMigration } from '../../src/infra/jobs/jobs.ts'
import { refusePendingMigrations } from '../../src/infra/schema.ts'
import { root } from '../support/sources.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

// npm run migrate (R-RUN-13)

let database: TestDatabase
let dataDir: string

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'migrate-'))
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

interface CommandOutput {
  code: number
  out: string
  errorOutput: string
}

function runMigrate(...flags: string[]): Promise<CommandOutput> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir }
  return new Promise(resolve => {
    const script = join(root, 'scripts', 'migrate.ts')
    execFile(process.execPath, [script, ...flags], { env }, (error, out, errorOutput) =>
      resolve({ code: Number(error?.code ?? 0), out, errorOutput }),
    )
  })
}

const emptyDatabase = () =>
  database.pool.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade')

test('an operator lists what is pending, brings the schema up to date, and the start is no longer refused', async () => {
  await emptyDatabase()
  await expect(refusePendingMigrations(database.pool)).rejects.toThrow(
    /^The database lacks the migration 001-people and \d+ more: run npm run migrate before the start, because MIGRATE_ON_START is false\.$/,
  )
  const before = await runMigrate('--status')
  expect(before.code).toBe(0)
  expect(before.out).toMatch(/^pending\t001-people\n/)
  expect(before.out).toMatch(/pending\tjob-queue-\d+\n$/)

  const migrated = await runMigrate()
  expect(migrated).toMatchObject({ code: 0, errorOutput: 'The schema is up to date now.\n' })
  expect(migrated.out).toMatch(/^applied\t001-people\n[\s\S]+applied\tjob-queue-\d+\n$/)
  expect((await runMigrate('--status')).out).not.toContain('pending')
  await refusePendingMigrations(database.pool)
  expect(await runMigrate()).toEqual({ code: 0, out: '', errorOutput: 'The schema is up to date.\n' })
})

test('tables of the job queue that are missing count as pending', async () => {
  await refusePendingMigrations(database.pool)
  await database.pool.query(`delete from graphile_worker.migrations where id = ${latestQueueMigration}`)
  await expect(refusePendingMigrations(database.pool)).rejects.toThrow(
    `The database lacks the migration job-queue-${latestQueueMigration}: run`,
  )
  const { rows } = await database.pool.query('select max(id) as latest from graphile_worker.migrations')
  expect(rows).toEqual([{ latest: latestQueueMigration - 1 }])
})

test('tables of the job queue that a newer release has changed are refused', async () => {
  await database.pool.query(`insert into graphile_worker.migrations (id, breaking) values (99, true)`)
  const { code, errorOutput } = await runMigrate()
  expect(code).toBe(78)
  expect(errorOutput).toBe(
    'The database is newer than this release: its job queue has tables that this release does not know.\n',
  )
})

test('an operator whose database is newer gets exit code 78 and one sentence', async () => {
  await database.pool.query(`insert into kysely_migration values ('990-future', '2099-01-01T00:00:00.000Z')`)
  for (const flags of [[], ['--status']]) {
    expect(await runMigrate(...flags)).toEqual({
      code: 78,
      out: '',
      errorOutput:
        'The database is newer than this release: it has the migration 990-future, which this release does not know.\n',
    })
  }
})

test('an unknown flag is refused with the usage', async () => {
  const { code, errorOutput } = await runMigrate('--dry-run')
  expect(code).toBe(2)
  expect(errorOutput).toContain('Usage: npm run migrate [-- --status]')
})
