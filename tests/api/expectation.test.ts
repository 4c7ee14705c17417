import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ExpectedLine,
  type ExpectedOrder,
  type ExpectedPieces,
  expectOrder,
} from '../../src/features/orders/expectation/expectation.ts'
import { allocatedPiecesSql } from '../../src/features/orders/expectation/queries.ts'
import { type OrderState, statesOf } from '../../src/features/orders/states.ts'
import { allocatableLinesSql } from '../../src/features/warehouse/service.ts'
import { addDays, type IsoDate, toIsoDate } from '../../src/lib/dates.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

// What customers expect is decided once, in TypeScript and in SQL: both say the same of any order.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const today = toIsoDate('2026-11-27')
const orderCount = 3_000
const productCount = 40

const day = fc.integer({ min: -40, max: 30 }).map(days => addDays(today, days))
const leadTime = fc.record({ min: fc.integer({ min: 1, max: 20 }), max: fc.integer({ min: 20, max: 40 }) })

const line = fc
  .record({
    productId: fc.integer({ min: 1, max: productCount }),
    ordered: fc.integer({ min: 1, max: 6 }),
    later: fc.nat(6),
    withdrawn: fc.oneof(fc.constant(0), fc.nat(6)),
    despatched: fc.oneof(fc.constant(0), fc.nat(6)),
    reserved: fc.oneof(fc.constant(0), fc.nat(4)),
    leadTime: fc.option(leadTime),
    laterSince: fc.option(day),
  })
  .map(({ ordered, later, withdrawn, despatched, ...fields }) => ({
    ...fields,
    ordered,
    later: Math.min(ordered, later),
    withdrawn: Math.min(ordered, withdrawn),
    despatched: Math.min(ordered - Math.min(ordered, withdrawn), despatched),
  }))

const states: OrderState[] = statesOf('order')
const order = fc.record({
  // What is to be sent is what matters.
  state: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<OrderState>('placed', 'part_despatched') },
    { weight: 1, arbitrary: fc.constantFrom(...states) },
  ),
  onStop: fc.oneof(fc.constant(false), fc.boolean()),
  wasHeld: fc.oneof(fc.constant(false), fc.boolean()),
  isReadyToCollect: fc.oneof(fc.constant(false), fc.boolean()),
  consignments: fc.constantFrom(null, 'split', 'together'),
  deliveryCode: fc.constantFrom('ND', 'COL'),
  deliveryDate: fc.option(day),
  delay: fc.option(fc.record({ day: fc.option(day) }), { freq: 2 }),
  orderedOn: day,
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
})
type RandomOrder = ReturnType<typeof sampleOrders>[number]

const sampleOrders = () =>
  fc.sample(order, orderCount).map(random => ({
    ...random,
    orderedOn: ['saved', 'awaiting_payment', 'lapsed', 'superseded'].includes(random.state)
      ? null
      : random.orderedOn,
    // Nothing of a placed order has left.
    lines: random.state === 'placed' ? random.lines.map(each => ({ ...each, despatched: 0 })) : random.lines,
  }))

async function insertOrders(orders: readonly RandomOrder[]): Promise<void> {
  await database.pool.query(
    `insert into orders (reference, purchase_order, kind, state, method, basket_version, contact, request_hash, delivery, billing, delivery_code,
       delivery_title, subtotal, discount, vat, total, vat_rate_bp, terms_accepted_at, placed_at, on_stop, hold_reason,
       hold_released_at, ready_to_collect_at, consignments, delivery_date, delayed_at, delayed_until)
     select 'FHXX' || translate(lpad(nth::text, 6, '0'), '01', 'AB'), nth, 'order', o->>'state', 'account', 1, '{}', 'x', '{}', '{}', o->>'deliveryCode', '', 0, 0, 0, 0, 2000, now(),
       (o->>'orderedOn')::date + interval '10 hours', (o->>'onStop')::boolean,
       case when (o->>'onStop')::boolean then 'Why' else '' end,
       case when (o->>'wasHeld')::boolean then now() end, case when (o->>'isReadyToCollect')::boolean then now() end,
       o->>'consignments', (o->>'deliveryDate')::date, case when o->'delay' <> 'null' then now() end, (o->'delay'->>'day')::date
     from jsonb_array_elements($1::jsonb) with ordinality as random (o, nth)`,
    [JSON.stringify(orders)],
  )
  await database.pool.query(
    `insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total, later_quantity,
       withdrawn_quantity, despatched_quantity, set_aside_quantity, lead_time, later_since)
     select o.id, line.position, (l->>'productId')::int, 'X', 'X', 0, (l->>'ordered')::int, 0, (l->>'later')::int,
       (l->>'withdrawn')::int, (l->>'despatched')::int, (l->>'reserved')::int, nullif(l->'leadTime', 'null'), (l->>'laterSince')::date
     from jsonb_array_elements($1::jsonb) with ordinality as random (o, nth) join orders o on o.purchase_order = nth::text,
       jsonb_array_elements(random.o->'lines') with ordinality as line (l, position)`,
    [JSON.stringify(orders)],
  )
}

/** By the number of the order, in its lines' order. */
type NumberedPieces = ExpectedPieces & { order: number }

async function listPieces(): Promise<NumberedPieces[]> {
  const { rows } = await sql<NumberedPieces>`
    select o.purchase_order::int as order, p.position::int, p.quantity, p.state, p.is_back_ordered as "isBackOrdered",
      p.source, p.day::text, case when p.last_day is not null then json_build_object('first', p.first_day, 'last', p.last_day) end as range,
      p.is_late as "isLate", p.is_on_hand as "isOnHand", p.can_go as "canGo"
    from ${allocatedPiecesSql({ allocated: allocatableLinesSql(null), condition: sql`true`, today })} p
      join orders o on o.id = p.order_id where o.reference like 'FHXX%'`.execute(database.db)
  return rows
}

/** What the warehouse can send of each line. */
async function listAllocated(): Promise<Map<string, { allocatable: number; reserved: number }>> {
  const { rows } = await sql<{ key: string; allocatable: number; reserved: number }>`
    select o.purchase_order || '/' || position as key, allocatable, set_aside as "reserved"
    from ${allocatableLinesSql(null)} line join orders o on o.id = line.order_id where o.reference like 'FHXX%'`.execute(
    database.db,
  )
  return new Map(rows.map(({ key, ...line }) => [key, line]))
}

const listDays = async () =>
  (
    await sql<{ order: number; source: string; day: IsoDate | null }>`
      select o.purchase_order::int as order, d.source, d.day::text from expected_day d join orders o on o.id = d.order_id
      where o.reference like 'FHXX%'`.execute(database.db)
  ).rows

const sortPieces = (pieces: readonly NumberedPieces[]): string[] =>
  pieces
    .map(({ order: nth, position, quantity, state, isBackOrdered, source, range, ...rest }) =>
      JSON.stringify([
        nth,
        position,
        state,
        quantity,
        isBackOrdered,
        source,
        rest.day,
        range?.first,
        range?.last,
        rest.isLate,
        rest.isOnHand,
        rest.canGo,
      ]),
    )
    .sort()

test('R-DELAY-2: of thousands of random orders, the pages and the queries expect the same pieces on the same days', {
  timeout: 120_000,
}, async () => {
  const { rows: products } = await database.pool.query<{ product_id: number }>(
    `update stock set on_hand = product_id * 37 % 400, available = product_id * 37 % 400 - 400
     where product_id in (select product_id from stock order by product_id limit $1) returning product_id`,
    [productCount],
  )
  const orders = sampleOrders().map(random => ({
    ...random,
    lines: random.lines.map(each => ({ ...each, productId: products[each.productId - 1]!.product_id })),
  }))
  await insertOrders(orders)
  const allocated = await listAllocated()
  const expectations = orders.map(({ lines, ...facts }, index) => ({
    order: index + 1,
    expectation: expectOrder(
      facts satisfies ExpectedOrder,
      lines.map(
        ({ ordered, later, withdrawn, despatched, ...fields }, nth): ExpectedLine => ({
          leadTime: fields.leadTime,
          laterSince: fields.laterSince,
          ...allocated.get(`${index + 1}/${nth + 1}`),
          position: nth + 1,
          quantity: ordered - withdrawn,
          laterQuantity: Math.max(0, later - withdrawn),
          despatchedQuantity: despatched,
        }),
      ),
      today,
    ),
  }))
  const pieces = expectations.flatMap(({ order: nth, expectation }) =>
    expectation.pieces.map(group => ({ ...group, order: nth })),
  )
  expect(sortPieces(await listPieces())).toEqual(sortPieces(pieces))
  const days = await listDays()
  expect(days.toSorted((a, b) => a.order - b.order)).toEqual(
    expectations.map(({ order: nth, expectation: { source, day: expected } }) => ({
      order: nth,
      source,
      day: expected,
    })),
  )
  // Each state and each kind of day is among them.
  expect(new Set(pieces.map(({ state }) => state)).size).toBe(8)
  expect(new Set(pieces.map(({ source }) => source)).size).toBe(4)
  expect(pieces.filter(({ canGo }) => canGo).length).toBeGreaterThan(500)
  expect(pieces.filter(({ isOnHand, canGo }) => isOnHand && !canGo).length).toBeGreaterThan(50)
  expect(pieces.filter(({ isLate }) => isLate).length).toBeGreaterThan(500)
})
