import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForNotices } from '../../src/platform/notices.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let told: string[]
let stop: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  told = []
  const hear = (channel: string) => (payload: string) => void told.push(`${channel} ${payload}`.trim())
  const ears = {
    catalogue_changed: hear('catalogue'),
    stock_changed: hear('stock'),
    stock_turned: hear('turned'),
  }
  stop = listenForNotices(database.connection, pino({ level: 'silent' }), ears, isHeard =>
    told.push(isHeard ? 'heard' : 'deaf'),
  )
})
afterAll(async () => {
  await stop?.()
  await database?.close()
})

test('a process that hears no notices is told so, and that all may have changed before it hears again', async () => {
  await expect.poll(() => told).toEqual(['heard'])
  await database.pool.query(`select pg_notify('stock_changed', '7,12')`)
  await expect.poll(() => told).toEqual(['heard', 'stock 7,12'])
  await database.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_notify($1, $2)%'`)
  await expect.poll(() => told.slice(2)).toEqual(['deaf', 'catalogue', 'heard'])
  await database.pool.query(`select pg_notify('stock_changed', '')`)
  await expect.poll(() => told.slice(5)).toEqual(['stock'])
})

test('stock is told by product, once for each statement, and only where it really changed', async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    'select product_id as id from stock order by 1 limit 3',
  )
  const [first, second] = rows.map(({ id }) => id)
  const ids = rows.map(({ id }) => id)
  const from = told.length
  await database.pool.query('update stock set available = available where product_id = any($1)', [ids])
  await database.pool.query('update stock set available = available + 1 where product_id = $1', [first])
  await database.pool.query(
    'update stock set available = available + case when product_id = $2 then 0 else 1 end where product_id = any($1)',
    [ids, second],
  )
  const others = ids.filter(id => id !== second)
  await expect
    .poll(() =>
      told
        .slice(from)
        .filter(one => one.startsWith('stock'))
        .map(one => one.split(/[ ,]/).sort()),
    )
    .toEqual([['stock', String(first)].sort(), ['stock', ...others.map(String)].sort()])
})
