import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { ensureDemoData } from '../../demo/demo-data.ts'
import type { Mode } from '../../src/infra/config.ts'
import { decideMode, markDatabase } from '../../src/infra/database/database-mark.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { parseCounts } from '../api/run-import.ts'
import { dumpDatabase } from '../support/database-dump.ts'
import { runScript } from '../support/run-script.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-mark-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const folder = join(dataDir, 'catalogue')
mkdirSync(folder)
writeFileSync(
  join(folder, 'products.csv'),
  'code,title,brand,type,price,stock,attr:Colour\nRS-1,Oil filter,Realbrand,Oil filter,12.50,10,red\n',
)
writeFileSync(join(folder, 'codes.csv'), 'product_code,manufacturer,code\nRS-1,Realmaker,R 1-2\n')
writeFileSync(
  join(folder, 'machines.csv'),
  'make,model_type,model,variant,show_mach_number\nRealmake,Diggers,R1,R1 2020,0\n',
)
writeFileSync(
  join(folder, 'serials.csv'),
  'make,model,variant,from,to,kind\nRealmake,R1,R1 2020,1000,1999,serial\n',
)

const databases: TestDatabase[] = []
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close()
})

async function add(creating: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await creating
  databases.push(database)
  return database
}

async function createRealDatabase(): Promise<TestDatabase> {
  const database = await add(createEmptyDatabase())
  await migrate(database.pool)
  await markDatabase(database.pool, 'production')
  return database
}

async function run(
  script: 'import' | 'seed',
  database: TestDatabase,
  parameters: string[],
  mode: { SHOP_MODE?: string } = {},
) {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...mode }
  const { code, out, errors } = await runScript(script, parameters, env)
  return { code, out, complaints: errors.split('\n').filter(Boolean) }
}

const count = async ({ pool }: TestDatabase, table: string) =>
  (await pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows

const isDemo =
  'The database is a demo, whose passwords everybody knows: give production another DATA_DIR or DATABASE_URL.'
const isReal =
  'The database belongs to a real shop, and demo data never goes into one: set SHOP_MODE=production, or give the demo another DATA_DIR or DATABASE_URL.'

describe('without SHOP_MODE, an owner who points a command at the database of a real shop', {
  timeout: 120_000,
}, () => {
  test('gets a dry run that leaves every byte as it was', async () => {
    const database = await createRealDatabase()
    const before = await dumpDatabase(database.pool)
    for (const flags of [[], ['--replace'], ['--skip-bad-rows']]) {
      const { code, out, complaints } = await run('import', database, [folder, '--dry-run', ...flags])
      expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
      expect(parseCounts(out)['products.csv']?.[0]).toBe(1)
      expect(await dumpDatabase(database.pool)).toBe(before)
    }
  })

  test('gets their own rows imported and no invented ones, and needs no secret for it', async () => {
    const database = await createRealDatabase()
    expect(await run('import', database, [folder])).toMatchObject({ code: 0, complaints: [] })
    const counts = await Promise.all(['product', 'person', 'voucher'].map(table => count(database, table)))
    expect(counts).toEqual([1, 0, 0])
  })

  test('cannot seed it', async () => {
    const database = await createRealDatabase()
    const before = await dumpDatabase(database.pool)
    const seeded = await run('seed', database, ['--products', '3000'])
    expect(seeded).toMatchObject({
      code: 78,
      complaints: ['Demo products go only into a demo, and this is a real shop.'],
    })
    expect(await dumpDatabase(database.pool)).toBe(before)
  })
})

test('a demo command on a real shop, and a production one on a demo, end with exit code 78 and one sentence', async () => {
  const real = await createRealDatabase()
  const demo = await add(createTestDatabase())
  const before = [await dumpDatabase(real.pool), await dumpDatabase(demo.pool)]
  const refused = (sentence: string) => ({ code: 78, out: '', complaints: [sentence] })
  expect(await run('import', real, [folder], { SHOP_MODE: 'demo' })).toEqual(refused(isReal))
  expect(await run('seed', real, ['--products', '3000'], { SHOP_MODE: 'demo' })).toEqual(refused(isReal))
  expect(await run('import', demo, [folder], { SHOP_MODE: 'production' })).toEqual(refused(isDemo))
  await expect(ensureDemoData(real.pool)).rejects.toThrow(isReal)
  expect([await dumpDatabase(real.pool), await dumpDatabase(demo.pool)]).toEqual(before)
})

test('a dry run on a demo leaves every byte as it was, its sequences too', async () => {
  const demo = await add(createTestDatabase())
  const before = await dumpDatabase(demo.pool)
  expect(before).toMatch(/\nproduct_id_seq\n\(\d+,t\)\n/)
  expect(await run('import', demo, [folder, '--dry-run'])).toMatchObject({ code: 0, complaints: [] })
  expect(await dumpDatabase(demo.pool)).toBe(before)
})

test('a dry run on an empty database reports what an import would do and leaves it empty', async () => {
  const production = { SHOP_MODE: 'production' }
  const database = await add(createEmptyDatabase())
  const before = await dumpDatabase(database.pool)
  const { code, out } = await run('import', database, [folder, '--dry-run'], production)
  expect({ code, counts: parseCounts(out)['products.csv']?.[0] }).toEqual({ code: 0, counts: 1 })
  expect((await run('seed', database, ['--products', '3000'], production)).code).toBe(78)
  expect(await dumpDatabase(database.pool)).toBe(before)
})

test('a dry run on the database of an earlier release is refused instead of bringing it up to date', async () => {
  const database = await createRealDatabase()
  await database.pool.query(
    `delete from kysely_migration where name = (select max(name collate "C") from kysely_migration)`,
  )
  const before = await dumpDatabase(database.pool)
  const { code, complaints } = await run('import', database, [folder, '--dry-run'])
  expect({ code, complaints }).toEqual({
    code: 78,
    complaints: [
      'The database is from an earlier release, and a dry run changes nothing: run npm run migrate first.',
    ],
  })
  expect(await dumpDatabase(database.pool)).toBe(before)
})

describe('a database of an earlier release, without a mark,', () => {
  const decide = async (statements: string[], requested: Mode | null = null) => {
    const database = await add(createEmptyDatabase())
    await migrate(database.pool)
    await database.pool.query('drop table database_mark')
    for (const statement of statements) await database.pool.query(statement)
    return decideMode(database.pool, requested)
  }
  const person = (email: string) =>
    `insert into person (email, name, password_hash) values ('${email}', 'Somebody', '')`

  test('is a demo when it has the rows or the people of the demo', async () => {
    expect(await decide(['insert into demo_loaded default values'])).toBe('demo')
    expect(await decide([person('staff@example.com')])).toBe('demo')
    await expect(decide([person('staff@example.com')], 'production')).rejects.toThrow(isDemo)
  })

  test('is a real shop when it has other rows, and anything while it has none', async () => {
    expect(await decide([person('owner@filters.co.uk')])).toBe('production')
    await expect(decide([person('owner@filters.co.uk')], 'demo')).rejects.toThrow(isReal)
    expect(await decide([])).toBe('demo')
    expect(await decide([], 'production')).toBe('production')
  })
})

test('of a demo and a real shop that start on one empty database at the same time, one is refused', async () => {
  const database = await add(createEmptyDatabase())
  await migrate(database.pool)
  const marks = await Promise.allSettled([
    markDatabase(database.pool, 'demo'),
    markDatabase(database.pool, 'production'),
  ])
  expect(marks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
