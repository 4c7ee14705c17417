import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError } from '../../src/infra/config.ts'
import { listMigrations, migrate } from '../../src/infra/database/migrate.ts'
import { projectRoot } from '../../src/infra/folders.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts'

const source = join(projectRoot, 'db', 'migrations')
const names = readdirSync(source)
  .sort()
  .map(file => file.replace('.sql', ''))

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(source, folder, { recursive: true })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** The schema and migration table as created by releases before Kysely's Migrator, in the given order. */
async function createOldDatabase(files = names): Promise<void> {
  const { pool } = database
  await pool.query(
    'create table schema_migration (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const file of files) {
    await pool.query(readFileSync(join(source, `${file}.sql`), 'utf8'))
    await pool.query('insert into schema_migration (name) values ($1)', [`${file}.sql`])
  }
}

const recordedNames = async () => {
  const { rows } = await database.pool.query('select name from kysely_migration order by name collate "C"')
  return rows.map(row => row.name)
}

const describeSchema = async () => {
  const { rows } = await database.pool.query(`
    select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name not like '%migration%' order by 1, 2`)
  return rows
}

async function refusal(migration: Promise<unknown>): Promise<string> {
  const error = await migration.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}

test('an empty database gets every migration once, in the order of the names', async () => {
  expect(await migrate(database.pool)).toEqual(names)
  expect(await recordedNames()).toEqual(names)
  expect(await migrate(database.pool)).toEqual([])
})

test('a database with the old migration table is converted and nothing runs twice', async () => {
  await createOldDatabase()
  await database.pool.query(`insert into company (account_number, name) values ('A1', 'Northfield')`)
  const schema = await describeSchema()
  expect(await migrate(database.pool)).toEqual([])
  expect(await recordedNames()).toEqual(names)
  expect(await describeSchema()).toEqual(schema)
  const { rows } = await database.pool.query(
    `select to_regclass('schema_migration') as old, (select count(*) from company) as companies`,
  )
  expect(rows).toEqual([{ old: null, companies: 1 }])
  expect(await migrate(database.pool)).toEqual([])
})

test('an older database that was migrated in another order is converted and gets the missing migrations', async () => {
  const old = names.filter(file => file < '020')
  // As happened when a migration with a lower number was released later.
  const isLate = (file: string) => file.startsWith('012')
  await createOldDatabase([...old.filter(file => !isLate(file)), ...old.filter(isLate)])
  expect(await migrate(database.pool)).toEqual(names.filter(file => file >= '020'))
  expect(await recordedNames()).toEqual(names)
})

test('processes that start at the same time apply each migration once', async () => {
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool)))
  expect(results.flat()).toEqual(names)
})

test('processes that start at the same time on an old database convert it once', async () => {
  await createOldDatabase()
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool)))
  expect(results.flat()).toEqual([])
})

test('a database of a newer release is refused with one sentence and stays as it is', async () => {
  writeFileSync(join(folder, '990-future.sql'), 'create table future (id int)')
  await migrate(database.pool, folder)
  expect(await refusal(migrate(database.pool))).toBe(
    'The database is newer than this release: it has the migration 990-future, which this release does not know.',
  )
  expect(await recordedNames()).toEqual([...names, '990-future'])
})

const newer = (mark: string) =>
  writeFileSync(join(folder, '990-newer.sql'), `${mark}\ncreate table newer (id int)`)

test('an older release works on a database whose newer migration is marked as compatible with it', async () => {
  newer('-- compatible with 043')
  await migrate(database.pool, folder)
  expect(await migrate(database.pool)).toEqual([])
  expect((await listMigrations(database.pool)).at(-1)).toEqual({ name: '990-newer', state: 'newer' })
  expect(await recordedNames()).toEqual([...names, '990-newer'])
})

test('a release that is older than the mark says is refused', async () => {
  writeFileSync(join(folder, '980-between.sql'), '-- compatible with 043\ncreate table between_them (id int)')
  newer('-- compatible with 980')
  await migrate(database.pool, folder)
  expect(await refusal(migrate(database.pool))).toMatch(/has the migration 990-newer, which this release/)
  expect(await refusal(listMigrations(database.pool))).toMatch(/has the migration 990-newer/)
})

test('the migrations are listed without a change of the database', async () => {
  const pending = names.map(each => ({ name: each, state: 'pending' }))
  expect(await listMigrations(database.pool)).toEqual(pending)
  await createOldDatabase(names.filter(file => file < '020'))
  const listed = await listMigrations(database.pool)
  expect(listed).toEqual(names.map(each => ({ name: each, state: each < '020' ? 'applied' : 'pending' })))
  const { rows } = await database.pool.query(`select to_regclass('kysely_migration') as table`)
  expect(rows).toEqual([{ table: null }])
})

test('a migration that sorts before an applied one is refused with one sentence', async () => {
  await migrate(database.pool)
  writeFileSync(join(folder, '000-forgotten.sql'), 'create table forgotten (id int)')
  expect(await refusal(migrate(database.pool, folder))).toMatch(
    /^Migration 000-forgotten cannot be applied: the database already has [^.]+\.$/,
  )
  expect(await recordedNames()).toEqual(names)
})

test('a migration that fails is named and leaves nothing behind', async () => {
  writeFileSync(join(folder, '990-good.sql'), 'create table good (id int)')
  writeFileSync(join(folder, '991-bad.sql'), 'create table bad (id int); select 1 / 0')
  await expect(migrate(database.pool, folder)).rejects.toThrow('Migration 991-bad failed: division by zero')
  const { rows } = await database.pool.query(`select to_regclass('good') as good, to_regclass('bad') as bad`)
  expect(rows).toEqual([{ good: null, bad: null }])
})
