import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChangeListeners, createChangeListeners } from '../../src/infra/database/change-listeners.ts'
import { startStartUpProxy } from '../support/start-up-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let changes: ChangeListeners
const received: (number[] | null)[] = []
let ids: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  changes = createChangeListeners(database.connection, pino({ level: 'silent' }))
  changes.add(productIds => received.push(productIds))
  const { rows } = await database.pool.query<{ id: number }>('select id from product order by id limit 3')
  ids = rows.map(({ id }) => id)
  await changes.started
})
beforeEach(() => {
  received.length = 0
})
afterAll(async () => {
  await changes?.close()
  await database?.close()
})

const change = async (text: string, values: unknown[] = []) => {
  received.length = 0
  await database.pool.query(text, values)
  await changes.sync()
  return received.map(productIds => productIds?.toSorted((a, b) => a - b) ?? null)
}

test('a change of products notifies their ids, once for each statement', async () => {
  expect(await change('update product set price = price + 1 where id = any($1)', [ids])).toEqual([ids])
  expect(
    await change(
      `insert into cross_reference (product_id, maker_id, code) select $1, id, 'NEW 1' from maker limit 2`,
      [ids[0]],
    ),
  ).toEqual([[ids[0]]])
  expect(await change(`delete from cross_reference where code = 'NEW 1'`)).toEqual([[ids[0]]])
  expect(
    await change(
      `insert into product_attribute (product_id, attribute_id, value)
       select $1, id, 'x' from attribute a where not exists (
         select from product_attribute where product_id = $1 and attribute_id = a.id) limit 1`,
      [ids[1]],
    ),
  ).toEqual([[ids[1]]])
  expect(await change('update product set price = price where id < 0')).toEqual([])
})

test('a change of very many products, or of anything else, notifies no ids', async () => {
  expect(await change('update product set popularity = popularity + 1')).toEqual([null])
  expect(
    await change(`update brand set name = name || ' Ltd' where id = (select min(id) from brand)`),
  ).toEqual([null])
  expect(await change(`insert into make (name, slug) values ('Yale', 'yale')`)).toEqual([null])
})

test('stock is a change only when a product becomes sellable or unsellable', async () => {
  const setStock = (available: number) =>
    change('update stock set on_hand = $2, available = $2, back_order = false where product_id = $1', [
      ids[2],
      available,
    ])
  await setStock(5)
  expect(await setStock(4)).toEqual([])
  expect(await setStock(0)).toEqual([[ids[2]]])
  expect(await setStock(0)).toEqual([])
  expect(await setStock(7)).toEqual([[ids[2]]])
})

test('after a lost connection anything may have changed', async () => {
  await database.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_notify($1, $2)%'`)
  await expect.poll(() => received, { timeout: 5_000 }).toEqual([null])
  expect(await change('update product set price = price + 1 where id = $1', [ids[0]])).toEqual([[ids[0]]])
})

// Through pgbouncer by sessions: the server's last words, then the pooler's.
test('a connection that ends with two errors at once is replaced, and the process goes on', async () => {
  const { host, port, ...server } = database.connection
  const proxy = await startStartUpProxy(join(host, `.s.PGSQL.${port}`), 'ignore')
  const connection = { ...server, host: '127.0.0.1', port: proxy.port }
  const throughPooler = createChangeListeners(connection, pino({ level: 'silent' }))
  const changesReceived: unknown[] = []
  throughPooler.add(productIds => changesReceived.push(productIds))
  await throughPooler.sync()
  proxy.endWithErrors(['terminating connection due to unexpected postmaster exit', 'server conn crashed?'])
  await expect.poll(() => changesReceived, { timeout: 5_000 }).toEqual([null])
  await throughPooler.sync()
  await throughPooler.close()
  await proxy.close()
})
