import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatVoucherSummary, type Voucher } from '../../src/features/basket/vouchers/vouchers.ts'
import { type ChosenDelivery, formatChosenDelivery } from '../../src/features/delivery/chosen-delivery.ts'
import { formatHistory, type HistoryRow } from '../../src/features/orders/history.ts'
import { toNoteKey } from '../../src/features/stock/admin/goods-in.ts'
import { updateSchema } from '../../src/infra/schema.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { checkInvariants } from '../support/invariants.ts'
import { describeSchema } from '../support/schema.ts'
import { startTestShop } from '../support/shop.ts'
import { root } from '../support/sources.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { insertOldRows } from './schemas/rows.ts'
import states from './schemas/states.json' with { type: 'json' }

// Every schema that was ever on main, with rows in it, becomes today's (R-RUN-16). schemas/ has those that are not the
// beginning of today's list of migrations; of the beginnings, 031 was on main, and all since 042.

interface OldSchema {
  title: string
  /** Where it recorded its migrations. */
  table: string
  files: string[]
}

const migrations = join(root, 'db', 'migrations')
const names = readdirSync(migrations).sort()
const beginnings = names
  .map((_, index) => names.slice(0, index + 1))
  .filter(files => files.at(-1)! >= '042' || files.at(-1)!.startsWith('031'))
  .map(files => {
    const table = files.at(-1)! < '042' ? 'schema_migration' : 'kysely_migration'
    return { title: `up to ${files.at(-1)}`, table, files }
  })
const oldSchemas: OldSchema[] = [
  ...states.map(state => ({ ...state, title: `of ${state.date}, ${state.commit}` })),
  ...beginnings,
]

let currentSchema: unknown

beforeAll(async () => {
  const database = await createEmptyDatabase()
  await updateSchema(database.pool, 'demo')
  currentSchema = await describeSchema(database.pool)
  await database.close()
})
afterAll(() => expect(oldSchemas.length).toBeGreaterThan(11))

async function createOldSchema(pool: pg.Pool, { table, files }: OldSchema): Promise<void> {
  const [name, time] =
    table === 'schema_migration'
      ? ['name text', 'applied_at timestamptz default now()']
      : ['name varchar(255)', 'timestamp varchar(255)']
  await pool.query(`create table ${table} (${name} not null primary key, ${time} not null)`)
  for (const [index, file] of files.entries()) {
    const isVariant = /\.[0-9a-f]{6}\.sql$/.test(file)
    const folder = isVariant ? join(import.meta.dirname, 'schemas', 'files') : migrations
    await pool.query(readFileSync(join(folder, file), 'utf8'))
    const recordedName = file.split('.')[0]!
    const time = new Date(Date.UTC(2026, 10, 20, 10, 0, index)).toISOString()
    const ending = table === 'schema_migration' ? '.sql' : ''
    await pool.query(`insert into ${table} values ($1, $2)`, [recordedName + ending, time])
  }
}

/** What an order says of its delivery stays what the release said that stored it. */
async function expectDeliveriesAsBefore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<ChosenDelivery & { title: string }>(
    `select delivery_code as "deliveryCode", delivery_date::text as "deliveryDate", delivery_facts as "deliveryFacts",
      delivery_title as title from orders order by id`,
  )
  for (const { title, ...delivery } of rows) expect(formatChosenDelivery(delivery)).toBe(title)
  expect(rows.some(({ deliveryFacts }) => deliveryFacts.text === undefined)).toBe(true)
}

/** Who did what is the person that the release named, or what else it named. */
async function expectActorsAsBefore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ actor: string; kind: string; id: number | null; exists: boolean }>(
    `select h.actor, h.actor_kind as kind, h.actor_id as id, p.id is not null as exists
     from order_history h left join person p on h.actor = 'person ' || p.id`,
  )
  for (const { actor, kind, id, exists } of rows) expect(exists ? `${kind} ${id}` : kind).toBe(actor)
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(3)
}

async function expectCorrectionsAsBefore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<HistoryRow>(
    `select to_state as to, event, why, changes from order_history where event = 'corrected'`,
  )
  for (const row of rows) expect(formatHistory(row)).toBe(`Corrected: ${row.why}`)
  const sizes = new Set(rows.map(({ changes }) => changes?.length))
  expect([...sizes].filter(size => size !== undefined)).toEqual(rows.length === 0 ? [] : [2])
}

test.each(oldSchemas)('a shop with the schema $title is upgraded and goes on selling', async oldSchema => {
  const database = await createEmptyDatabase()
  try {
    await createOldSchema(database.pool, oldSchema)
    const old = await insertOldRows(database.pool)
    const before = await countRows(database.pool)
    await updateSchema(database.pool, 'demo')
    await expectDeliveriesAsBefore(database.pool)
    await expectActorsAsBefore(database.pool)
    await expectCorrectionsAsBefore(database.pool)
    expect(await describeSchema(database.pool)).toEqual(currentSchema)
    expect(await countRows(database.pool)).toMatchObject(before)
    // The simulator of this test did not take the earlier payments.
    await database.pool.query(`update payment_attempt set provider = 'earlier'`)

    const shop = await startTestShop({ database, worker: true })
    try {
      await checkInvariants(shop)
      const visitor = await shop.signIn('trade@example.com')
      for (const reference of old.references) {
        const { rows } = await database.pool.query(
          `select kind from orders where reference = $1 and state not in ('saved', 'lapsed', 'superseded')`,
          [reference],
        )
        if (rows.length === 0) continue
        const { status, text } = await visitor.getPage(
          rows[0].kind === 'quote' ? '/account/quotes' : `/account/orders/${reference}`,
        )
        expect([reference, status]).toEqual([reference, 200])
        expect(text).toContain(reference)
      }
      const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
      expect((await visitor.getPage(`/account/orders/${reference}`)).status).toBe(200)
      await checkInvariants(shop)
    } finally {
      await shop.close()
    }
  } finally {
    await database.close()
  }
})

test('delivery notes that were booked in before 112-delivery-note-keys.sql are recognised by other signs', async () => {
  const database = await createEmptyDatabase()
  try {
    await createOldSchema(database.pool, beginnings.findLast(({ files }) => files.at(-1)! < '112')!)
    await insertOldRows(database.pool)
    const notes = [
      ['Donaldson', 'DN-1'],
      ['O’Brien & Sons', 'no. 7⁄42'],
      ['Donaldson', 'ＤＮ－\u200b2'],
      ['Mu\u0308ller\u00a0GmbH', 'dn–3\u2009'],
      // Booked in twice already.
      ['Donaldson', 'DN\u20101'],
    ]
    for (const [index, [supplier, note]] of notes.entries()) {
      await database.pool.query(
        `insert into goods_in (request_key, supplier, delivery_note, at, staff_id)
         values ($1, $2, $3, now(), (select min(id) from person))`,
        [`upgrade-${index}`, supplier, note],
      )
    }
    await updateSchema(database.pool, 'demo')
    const { rows } = await database.pool.query<{ note_key: string | null }>(
      `select note_key from goods_in where request_key like 'upgrade-%' order by id`,
    )
    const keys: (string | null)[] = notes.map(([supplier, deliveryNote]) =>
      toNoteKey({ supplier: supplier!, deliveryNote: deliveryNote! }),
    )
    expect(keys[4]).toBe(keys[0])
    expect(rows.map(({ note_key }) => note_key)).toEqual([...keys.slice(0, 4), null])
  } finally {
    await database.close()
  }
})

test('writes of the previous release wait for 101-order-search-time.sql, and have the time of their order', async () => {
  const database = await createEmptyDatabase()
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
  const [holder, later, renamer] = clients as [pg.PoolClient, pg.PoolClient, pg.PoolClient]
  try {
    await createOldSchema(database.pool, beginnings.find(({ files }) => files.at(-1)!.startsWith('100'))!)
    await insertOldRows(database.pool)
    const { rows } = await database.pool.query<{ id: string }>('select id from orders order by id')
    const [first, second, ofOther] = rows
    await database.pool.query(
      `with other as (insert into company (account_number, name) values ('OTH001', 'Otley Haulage') returning id)
       update orders set company_id = other.id from other where orders.id = $1`,
      [ofOther!.id],
    )
    const changeOrder = (client: pg.PoolClient, id: string) =>
      client.query(
        `update orders set created_at = created_at - interval '1 hour', purchase_order = purchase_order || ' X' where id = $1`,
        [id],
      )
    // Their sessions have used the trigger before.
    for (const client of clients) await changeOrder(client, first!.id)
    await holder.query('begin')
    await changeOrder(holder, first!.id)
    const upgrade = updateSchema(database.pool, 'demo')
    const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
    const timer = setInterval(async () => {
      const { rows } = await holder.query('select from pg_locks where not granted')
      if (rows.length > 0) resolve()
    }, 20)
    await isWaiting
    clearInterval(timer)
    const written = [
      changeOrder(later, second!.id),
      renamer.query(`update company set name = 'Otley Haulage Ltd' where account_number = 'OTH001'`),
    ]
    await changeOrder(holder, first!.id)
    await holder.query('commit')
    await Promise.all([upgrade, ...written])
    const wrong = await database.pool.query(
      `select s.order_id from order_search s join orders o on o.id = s.order_id
       where s.at <> coalesce(o.placed_at, o.created_at)
         or refresh_order_search(array[o.id]) > 0`,
    )
    expect(wrong.rows).toEqual([])
  } finally {
    for (const client of clients) client.release()
    await database.close()
  }
})

const addedByMigrations = [
  'search_synonym',
  'invoice_counter',
  'schema_migration',
  'kysely_migration',
  'compatible_migration',
  'database_mark',
]

async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and not tablename = any($1) order by 1`,
    [addedByMigrations],
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await pool.query<{ count: number }>(`select count(*) from ${name}`)
    counts[name] = counted.rows[0]!.count
  }
  return counts
}

test('vouchers that were used before 121-voucher-facts.sql have the worth that their summary says', async () => {
  const database = await createEmptyDatabase()
  try {
    await createOldSchema(database.pool, beginnings.findLast(({ files }) => files.at(-1)! < '121')!)
    await insertOldRows(database.pool)
    const vouchers: Pick<Voucher, 'kind' | 'amount'>[] = [
      { kind: 'percentage', amount: 1_000 },
      { kind: 'percentage', amount: 1_250 },
      { kind: 'fixed', amount: 500 },
      { kind: 'fixed', amount: 123_456 },
      { kind: 'free_delivery', amount: 0 },
    ]
    for (const [index, voucher] of vouchers.entries()) {
      // The voucher itself was changed since.
      await database.pool.query(
        `with changed as (insert into voucher (code, kind, amount) values ($1, 'percentage', 77) returning id)
         insert into order_voucher (order_id, voucher_id, code, summary, amount)
         select (select min(id) from orders), id, $1, $2, 0 from changed`,
        [`UPGRADE${index}`, formatVoucherSummary(voucher)],
      )
    }
    await updateSchema(database.pool, 'demo')
    const { rows } = await database.pool.query(
      `select kind, rate as amount from order_voucher where code like 'UPGRADE%' order by code`,
    )
    expect(rows).toEqual(vouchers)
  } finally {
    await database.close()
  }
})
