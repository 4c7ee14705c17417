import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runDoctorCommand } from '../../scripts/doctor/doctor-command.ts'
import { runStaffCommand } from '../../scripts/staff/staff-command.ts'
import { openPooler, openServer } from '../../src/infra/database/external-database.ts'
import { runCommand } from '../support/run-command.ts'
import { type StartUpProxy, startStartUpProxy } from '../support/start-up-proxy.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts'

// The two addresses of a database behind a pooler that assigns transactions (R-RUN-24). What pgbouncer itself does is in
// tests/operations/pgbouncer.test.ts.

const dataDir = mkdtempSync(join(tmpdir(), 'pooler-'))
let database: TestDatabase
let other: TestDatabase
let proxies: StartUpProxy[] = []
let refusing: string
let ignoring: string

beforeAll(async () => {
  database = await createTestDatabase(2)
  other = await createEmptyDatabase()
  const { host, port, user, database: name } = database.connection
  proxies = [
    await startStartUpProxy(join(host, `.s.PGSQL.${port}`), 'refuse'),
    await startStartUpProxy(join(host, `.s.PGSQL.${port}`), 'ignore'),
  ]
  ;[refusing, ignoring] = proxies.map(proxy => `postgresql://${user}@127.0.0.1:${proxy.port}/${name}`) as [
    string,
    string,
  ]
})
afterAll(async () => {
  await database.close()
  await other.close()
  for (const proxy of proxies) await proxy.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const poolerSentence =
  'DATABASE_URL leads to a pooler that does not pass on the options of a session: set DATABASE_DIRECT_URL to the address of the database server itself.'
const directSentence =
  'DATABASE_DIRECT_URL leads to a pooler: it must be the address of the database server itself.'

const open = (setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string) => openServer({ setting, url }, 2)

test('a pooler without DATABASE_DIRECT_URL is refused in one sentence, whether it refuses or ignores the options', async () => {
  for (const url of [refusing, ignoring]) {
    await expect(open('DATABASE_URL', url)).rejects.toThrow(poolerSentence)
    await expect(open('DATABASE_DIRECT_URL', url)).rejects.toThrow(directSentence)
  }
})

test('an address with options of its own is no pooler', async () => {
  const direct = await open('DATABASE_URL', `${database.url}&options=-c%20work_mem%3D8MB`)
  expect((await direct.pool.query('show work_mem')).rows).toEqual([{ work_mem: '8MB' }])
  await direct.close()
})

test('connections through the pooler have no options and no named statements, direct ones have both', async () => {
  const direct = await open('DATABASE_DIRECT_URL', database.url)
  const pooled = await openPooler(refusing, direct, 1)
  expect(pooled.hasTimeouts).toBe(false)
  const listState = async ({ pool }: Pick<TestDatabase, 'pool'>) => {
    const client = await pool.connect()
    for (const value of [1, 2]) await client.query('select $1::int as value', [value])
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as timeout, (select count(*)::int from pg_prepared_statements) as named`,
    )
    client.release()
    return rows[0]
  }
  expect(await listState(pooled.database)).toEqual({ timeout: '0', named: 0 })
  expect(await listState(direct)).toEqual({ timeout: '14s', named: 1 })
  await pooled.database.close()
  await direct.close()
})

const socketPath = () => join(database.connection.host, `.s.PGSQL.${database.connection.port}`)
const toUrl = (port: number) =>
  `postgresql://${database.connection.user}@127.0.0.1:${port}/${database.connection.database}`

test.each([
  ['57P03', 'the database system is starting up'],
  ['53300', 'sorry, too many clients already'],
  ['08P01', 'no more connections allowed (max_client_conn)'],
  ['08P01', 'query_wait_timeout'],
])('R-RUN-6: a start waits while the database answers %s, %s', async (code, message) => {
  const direct = await open('DATABASE_URL', database.url)
  const proxy = await startStartUpProxy(socketPath(), 'refuse', { connections: 3, code, message })
  const warn = vi.fn()
  const { database: pooled } = await openPooler(toUrl(proxy.port), direct, 1, { warn } as unknown as Logger)
  expect(warn.mock.calls.map(([, sentence]) => sentence)).toEqual(['The database was not ready at once.'])
  await pooled.close()
  await direct.close()
  await proxy.close()
})

test('R-RUN-6: a start waits for a port that opens late, two seconds at most', async () => {
  const first = await startStartUpProxy(socketPath(), 'ignore')
  await first.close()
  const url = `${toUrl(first.port)}?options=-c%20work_mem%3D8MB`
  const startMs = performance.now()
  await expect(open('DATABASE_URL', url)).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED.*\.$/,
  )
  expect(performance.now() - startMs).toBeLessThan(4_000)
  const opening = open('DATABASE_URL', url)
  await new Promise(resolve => setTimeout(resolve, 400))
  const late = await startStartUpProxy(socketPath(), 'ignore', undefined, first.port)
  await (await opening).close()
  await late.close()
})

test('two addresses of different databases are refused', async () => {
  const direct = await open('DATABASE_DIRECT_URL', other.url)
  await expect(openPooler(ignoring, direct, 1)).rejects.toThrow(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases',
  )
  await direct.close()
})

test('the commands use the direct address alone', async () => {
  const env = {
    SHOP_MODE: 'demo',
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgresql://shop@127.0.0.1:1/none',
    DATABASE_DIRECT_URL: database.url,
  }
  const { code, out } = await runCommand(runStaffCommand, ['list'], env)
  expect([code, out]).toEqual([0, expect.stringContaining('staff@example.com')])
  const withoutDirect = { ...env, DATABASE_URL: refusing, DATABASE_DIRECT_URL: '' }
  expect(await runCommand(runStaffCommand, ['list'], withoutDirect)).toMatchObject({
    code: 78,
    errors: expect.stringContaining(poolerSentence),
  })
})

test('R-DOCTOR-1: the doctor tells whether the pooler leads to the database, and has the timeouts', async () => {
  const examine = async (url: string, directUrl: string) => {
    const env = { SHOP_MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }
    const { out } = await runCommand(runDoctorCommand, [], env)
    return out.split('\n').filter(line => /^\w+ +(?:pooler|database) {2}/.test(line))
  }
  const good = `${database.url}&options=-c%20statement_timeout%3D14000%20-c%20idle_in_transaction_session_timeout%3D15000`
  expect(await examine(good, database.url)).toEqual([
    expect.stringMatching(/^ok +database /),
    expect.stringMatching(/^ok +pooler +The pooler of DATABASE_URL leads to this database\.$/),
  ])
  expect((await examine(refusing, database.url))[1]).toMatch(
    /^warning +pooler +The pooler sets no statement_timeout/,
  )
  expect((await examine('postgresql://shop@127.0.0.1:1/none', database.url))[1]).toMatch(
    /^problem +pooler +The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/,
  )
  expect(await examine(database.url, refusing)).toEqual([
    expect.stringMatching(/^problem +database +DATABASE_DIRECT_URL leads to a pooler/),
  ])
})
