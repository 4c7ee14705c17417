import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

// Migration 097 records of which line an order's goods went back on hand. The test migrates rows of earlier releases.

const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations')
const files = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .sort()

// Products: 1 is in two lines of the first order, of which one piece came back with a return.
const oldRows = `
  alter table order_line drop constraint order_line_product_id_fkey;
  alter table stock_movement drop constraint stock_movement_product_id_fkey;
  insert into orders (reference, kind, state, method, basket_version, contact, request_hash, delivery, billing, delivery_code,
      delivery_title, subtotal, discount, vat, total, vat_rate_bp)
    select reference, 'order', 'despatched', 'account', 1, '{}', reference, '{}', '{}', 'ND', 'Next day', 100, 0, 20, 120, 2000
    from (values ('FH22222222'), ('FH33333333')) v (reference) order by reference;
  insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total, despatched_quantity)
    select o.id, position, product_id, 'A', 'A', 100, quantity, 100 * quantity, quantity
    from orders o cross join (values (1, 1, 3), (2, 2, 5), (4, 1, 4)) line (position, product_id, quantity);
  insert into return_request (id, order_id, state, reason, email, request_key, requested_at)
    overriding system value select 1, min(id), 'received', 'faulty', 'a@example.com', 'return', now() from orders;
  insert into return_line (return_id, order_id, position, requested, authorised, received)
    select 1, min(id), 1, 1, 1, 1 from orders;
  insert into stock_movement (product_id, at, change, on_hand, reason, note, request_key) values
    (1, now(), 1, 100, 'return', 'order FH22222222', null),
    (1, now(), 3, 100, 'return', 'order FH22222222', null),
    (2, now(), 2, 100, 'return', 'order FH22222222', 'typed by staff'),
    (2, now(), 4, 100, 'return', 'order FH33333333', null),
    (2, now(), 1, 100, 'return', 'RMA-000001', 'RMA-000001 in');`

test('what earlier releases put back is recorded by line, and what one beside this release puts back', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  const listRestocked = async () => {
    const { rows } = await pool.query<{ pieces: number[] }>(
      'select array_agg(restocked_quantity order by position) as pieces from order_line group by order_id order by order_id',
    )
    return rows.map(({ pieces }) => pieces)
  }
  const apply = async (names: string[]) => {
    for (const name of names) await pool.query(readFileSync(join(folder, name), 'utf8'))
  }
  try {
    await pool.query('drop schema public cascade; create schema public')
    await apply(files.filter(name => name < '097'))
    await pool.query(oldRows)
    await apply(files.filter(name => name.startsWith('097')))
    expect(await listRestocked()).toEqual([
      [2, 0, 2],
      [0, 4, 0],
    ])
    const { rows: notes } = await pool.query(
      'select note, count(*)::int from stock_movement where order_id is not null group by note order by note',
    )
    expect(notes).toEqual([
      { note: 'order FH22222222', count: 2 },
      { note: 'order FH33333333', count: 1 },
    ])
    await pool.query(`
      insert into stock_movement (product_id, at, change, on_hand, reason, note, request_key) values
        (2, now(), 1, 100, 'return', 'order FH33333333', null), (1, now(), 5, 100, 'return', 'order FH33333333', null),
        (2, now(), 2, 100, 'return', 'order FH22222222', 'typed again')`)
    expect(await listRestocked()).toEqual([
      [2, 0, 2],
      [3, 5, 2],
    ])
  } finally {
    await database.close()
  }
})
