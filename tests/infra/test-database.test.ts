import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

test('each test file has a database of its own, with all tables', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.pool.query('create table only_here (id int)')
  const there = `select to_regclass('only_here') is not null as here, to_regclass('orders') is not null as orders`
  expect((await one.pool.query(there)).rows).toEqual([{ here: true, orders: true }])
  expect((await other.pool.query(there)).rows).toEqual([{ here: false, orders: true }])
  await Promise.all([one.close(), other.close()])
})

test('it runs on the selected PostgreSQL', async () => {
  const { pool, close } = await createTestDatabase()
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const expectedMajor = process.env.TEST_POSTGRES === '15' ? 15 : 18
  expect(Math.floor(Number(rows[0]?.version) / 10_000)).toBe(expectedMajor)
  await close()
})
