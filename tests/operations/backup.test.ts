import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLastBackup } from '../../src/infra/backup/last-backup.ts'
import { connect } from '../../src/infra/database/db.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { updateSchema } from '../../src/infra/schema.ts'
import { openGuestPayment } from '../api/checkout-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { checkInvariants } from '../support/invariants.ts'
import { runScript } from '../support/run-script.ts'
import { describeSchema } from '../support/schema.ts'
import { startTestShop, type TestShopOptions } from '../support/shop.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { payByCard } from '../support/test-visitor.ts'

// npm run backup and npm run restore (R-RUN-17, R-RUN-18)

let folder: string
let source: TestDatabase
/** A backup that was made while customers ordered. */
let backup: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  source = await createTestDatabase()
  backup = await backUpServingShop()
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

let folders = 0

function createFolder(): string {
  const path = join(folder, String(++folders))
  mkdirSync(path, { mode: 0o755 })
  return path
}

/** A data folder with two pictures. */
function createDataFolder(): string {
  const dataDir = createFolder()
  mkdirSync(join(dataDir, 'images', 'makes'), { recursive: true })
  writeFileSync(join(dataDir, 'images', 'oil.jpg'), Buffer.alloc(200_000, 'oil'))
  writeFileSync(join(dataDir, 'images', 'makes', 'bobcat.png'), 'bobcat')
  return dataDir
}

async function backUpServingShop(): Promise<string> {
  const shop = await startTestShop({ database: source })
  try {
    const { nextUrl } = await openGuestPayment(shop, { 'FH-OIL-1': 2 })
    await payByCard(nextUrl)
    const ordering = (async () => {
      for (let i = 0; i < 8; i++) await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    })()
    const env = { DATA_DIR: createDataFolder(), DATABASE_URL: source.url }
    const { code, out, errors } = await runScript('backup', [createFolder()], env)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    await ordering
    return out.trim()
  } finally {
    await shop.close()
  }
}

/** A hash of each table's rows. */
async function hashTables(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const result = await pool.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as hash from ${name} t`,
    )
    hashes[name] = result.rows[0]!.hash
  }
  return hashes
}

type OpenDatabase = NonNullable<TestShopOptions['database']>

/** The invariants hold, and an order can be placed. */
async function expectWorkingShop(database: OpenDatabase): Promise<void> {
  // The simulator of this test did not take the earlier payments.
  await database.pool.query(`update payment_attempt set provider = 'earlier'`)
  const shop = await startTestShop({ database, worker: true })
  try {
    await checkInvariants(shop)
    const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    expect((await visitor.getPage(`/account/orders/${reference}`)).status).toBe(200)
    const payment = await openGuestPayment(shop, { 'FH-OIL-1': 1 })
    await payByCard(payment.nextUrl)
    await checkInvariants(shop)
  } finally {
    await shop.close()
  }
}

interface RestoredShop {
  dataDir: string
  database: OpenDatabase
  /** For the commands. */
  env: Record<string, string>
}

/** Restores into an embedded PostgreSQL of that version, which for the commands is an external one unless it is 18. */
async function withRestoredShop(
  file: string,
  version: '15' | '18',
  isExternal: boolean,
  work: (shop: RestoredShop) => Promise<void>,
): Promise<void> {
  const serverDir = createFolder()
  const open = () => startEmbeddedPostgres({ dataDir: serverDir, purpose: 'use', binaries: version })
  const server = isExternal ? await open() : null
  const dataDir = isExternal ? createFolder() : serverDir
  const env = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.url(server.connection.database) }) }
  const { code, out, errors } = await runScript('restore', [file], env)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toMatch(/^The backup of \S+ is restored: \d+ tables with \d+ rows, 2 pictures\.\n$/)
  const running = server ?? (await open())
  const database = { ...connect(running.connection), connection: running.connection }
  try {
    await work({ dataDir, database, env })
  } finally {
    await database.close()
    await running.stop()
  }
}

test.each([
  { version: '15', isExternal: true },
  { version: '18', isExternal: true },
  { version: '18', isExternal: false },
] as const)(
  'a backup made under orders is restored on PostgreSQL $version (external: $isExternal) and the shop sells on',
  async ({ version, isExternal }) => {
    await withRestoredShop(backup, version, isExternal, async ({ database, dataDir }) => {
      const { rows } = await database.pool.query(
        `select (select count(*)::int from orders where placed_at is not null) as placed, current_setting('server_version') as version`,
      )
      expect(rows[0].placed).toBeGreaterThan(0)
      expect(rows[0].version).toMatch(version)
      expect(await describeSchema(database.pool)).toEqual(await describeSchema(source.pool))
      expect(readFileSync(join(dataDir, 'images', 'oil.jpg')).equals(Buffer.alloc(200_000, 'oil'))).toBe(true)
      expect(readFileSync(join(dataDir, 'images', 'makes', 'bobcat.png'), 'utf8')).toBe('bobcat')
      await expectWorkingShop(database)
    })
  },
)

test('from an external database to the embedded one and back every table stays the same, sequences too', async () => {
  const before = await hashTables(source.pool)
  const file = (
    await runScript('backup', [createFolder()], { DATA_DIR: createDataFolder(), DATABASE_URL: source.url })
  ).out.trim()
  await withRestoredShop(file, '18', false, async ({ database, env }) => {
    expect(await hashTables(database.pool)).toEqual(before)
    const { code, out } = await runScript('backup', [createFolder()], env)
    expect(code).toBe(0)
    await withRestoredShop(out.trim(), '18', true, async ({ database: second }) => {
      expect(await hashTables(second.pool)).toEqual(before)
      const next = `select max(id) < nextval(pg_get_serial_sequence('orders', 'id')) as "isFree" from orders`
      expect((await second.pool.query(next)).rows).toEqual([{ isFree: true }])
    })
  })
})

test('a backup of an earlier schema is restored and brought up to date', async () => {
  const old = await createEmptyDatabase()
  const restored = await createEmptyDatabase()
  try {
    await migrate(old.pool, undefined, '042-checkout-draft')
    await old.pool.query(`insert into company (account_number, name) values ('A1', 'Northfield')`)
    const { out } = await runScript('backup', [createFolder()], {
      DATA_DIR: createFolder(),
      DATABASE_URL: old.url,
    })
    const env = { DATA_DIR: createFolder(), DATABASE_URL: restored.url }
    expect((await runScript('restore', [out.trim()], env)).code).toBe(0)
    await updateSchema(old.pool, 'production')
    expect(await describeSchema(restored.pool)).toEqual(await describeSchema(old.pool))
    expect((await restored.pool.query('select name from company')).rows).toEqual([{ name: 'Northfield' }])
  } finally {
    await old.close()
    await restored.close()
  }
})

test('the way back from a newer release: the older one restores its backup over a database that it refuses to serve', async () => {
  const newer = await createTestDatabase()
  const env = { DATA_DIR: createFolder(), DATABASE_URL: newer.url }
  try {
    // The restore wants to be alone.
    const { pool, close } = connect(newer.connection)
    await pool.query(`insert into kysely_migration (name, timestamp) values ('999-later', now()::text)`)
    await pool.query('create table later (id int)')
    await close()
    expect((await runScript('migrate', [], env)).errors).toContain('The database is newer than this release')
    expect((await runScript('restore', [backup], env)).errors).toContain('The database is not empty')
    const { code, errors } = await runScript('restore', [backup, '--replace'], env)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(await describeSchema(newer.pool)).toEqual(await describeSchema(source.pool))
    await expectWorkingShop(newer)
  } finally {
    await newer.close()
  }
})

describe('a restore is refused, and what is there stays:', () => {
  let target: TestDatabase
  let env: Record<string, string>

  beforeAll(async () => {
    target = await createTestDatabase()
    env = { DATA_DIR: createDataFolder(), DATABASE_URL: target.url }
  })
  afterAll(() => target.close())

  async function refusal(file: string, ...flags: string[]): Promise<string> {
    const before = await hashTarget()
    const { code, out, errors } = await runScript('restore', [file, ...flags], env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(await hashTarget()).toEqual(before)
    return errors
  }

  /** Without a connection that stays open: the restore wants to be alone. */
  async function hashTarget(): Promise<Record<string, string>> {
    const database = connect(target.connection)
    return await hashTables(database.pool).finally(database.close)
  }

  function damage(change: (file: string) => void): string {
    const file = join(createFolder(), 'damaged.zip')
    copyFileSync(backup, file)
    change(file)
    return file
  }

  const flipByte = (file: string, position: number) => {
    const content = readFileSync(file)
    content[position]! ^= 0xff
    writeFileSync(file, content)
  }

  test('a truncated backup', async () => {
    const { size } = statSync(backup)
    for (const bytes of [0, 100, Math.floor(size / 2), size - 30, size - 1]) {
      const file = damage(copy => truncateSync(copy, bytes))
      expect(await refusal(file, '--replace')).toBe(
        `The backup ${file} is damaged or incomplete: use another one.\n`,
      )
    }
  })

  test('a backup with a changed byte anywhere', async () => {
    const { size } = statSync(backup)
    for (const position of [0, 12, Math.floor(size * 0.3), Math.floor(size * 0.97), size - 1]) {
      const file = damage(copy => flipByte(copy, position))
      expect(await refusal(file, '--replace')).toContain('is damaged or incomplete')
    }
  })

  test('a file that is no backup, and one that is missing', async () => {
    const file = damage(copy => writeFileSync(copy, 'hello'))
    expect(await refusal(file, '--replace')).toContain('is damaged or incomplete')
    expect(await refusal(join(folder, 'missing.zip'))).toMatch(
      /^The backup \S+missing\.zip cannot be read: ENOENT/,
    )
  })

  test('a database that is not empty', async () => {
    expect(await refusal(backup)).toBe(
      'The database is not empty: with --replace its data is deleted first.\n',
    )
  })

  test('with --replace it is replaced, the pictures too', async () => {
    writeFileSync(join(env.DATA_DIR!, 'images', 'old.jpg'), 'old')
    expect(await runScript('restore', [backup, '--replace'], env)).toMatchObject({
      code: 0,
      errors: '',
    })
    expect(readdirSync(join(env.DATA_DIR!, 'images')).sort()).toEqual(['makes', 'oil.jpg'])
  })

  test('a database that is in use', async () => {
    const shop = await startTestShop({ database: target })
    try {
      const { code, errors } = await runScript('restore', [backup, '--replace'], env)
      expect(code).toBe(1)
      expect(errors).toBe('The database is in use: stop the shop and whatever else is connected to it.\n')
    } finally {
      await shop.close()
    }
  })
})

describe('a backup', () => {
  const run = (...parameters: string[]) =>
    runScript('backup', parameters, { DATA_DIR: dataDir, DATABASE_URL: source.url })
  let dataDir: string

  beforeAll(() => {
    dataDir = createDataFolder()
  })

  test('can be read by its owner alone, prints only its path, and is recorded for the doctor', async () => {
    expect(readLastBackup(dataDir)).toBeNull()
    const { code, out, errors } = await run(createFolder())
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(/filterhouse-\d{8}T\d{6}Z\.zip\n$/)
    expect(statSync(out.trim()).mode & 0o777).toBe(0o600)
    const last = readLastBackup(dataDir)
    expect(last?.file).toBe(out.trim())
    expect(Date.now() - last!.at.getTime()).toBeLessThan(60_000)
  })

  test('with --keep deletes the oldest ones and nothing else', async () => {
    const target = createFolder()
    for (const name of ['filterhouse-20200101T000000Z.zip', 'filterhouse-20210101T000000Z.zip', 'notes.txt'])
      writeFileSync(join(target, name), '')
    const { out } = await run(target, '--keep', '2')
    expect(readdirSync(target).sort()).toEqual([
      'filterhouse-20210101T000000Z.zip',
      out.trim().split('/').at(-1),
      'notes.txt',
    ])
  })

  test('goes to BACKUP_DIR, and without a folder is refused with the usage', async () => {
    const target = createFolder()
    const env = { DATA_DIR: dataDir, DATABASE_URL: source.url }
    expect((await runScript('backup', [], { ...env, BACKUP_DIR: target })).out).toContain(target)
    const { code, errors } = await runScript('backup', [], env)
    expect(code).toBe(2)
    expect(errors).toMatch(/^Say where to write the backup\.\nUsage: npm run backup/)
  })

  test('that cannot be written leaves nothing, one sentence and exit code 1', async () => {
    const file = join(createFolder(), 'a-file')
    writeFileSync(file, '')
    const { code, out, errors } = await run(join(file, 'below'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).toMatch(/^The backup was not written: E[A-Z]+: [^\n]+\.\n$/)
  })
})
