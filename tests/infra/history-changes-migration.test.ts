import { expect, test } from 'vitest'
import { formatCustomerHistory, formatHistory, type HistoryRow } from '../../src/features/orders/history.ts'
import { createTestDatabase } from '../support/test-database.ts'

// 124-history-changes.sql makes facts of the text in which earlier releases stored what a correction changed.

const address = 'Unit 4, Leeds, LS1 4AP'
const changes = [
  { field: 'PO number', before: '', after: 'PO; 2' },
  { field: 'Delivery address', before: address, after: 'Unit 5, Leeds' },
  { field: 'Quantity of FH-OIL-1', before: '3', after: '2' },
  { field: 'Line 3', before: '1 × LAF3117 at £4.00', after: '' },
]

test.each([
  [
    `PO number: (none) → PO; 2; Delivery address: ${address} → Unit 5, Leeds; Quantity of FH-OIL-1: 3 → 2; Line 3: 1 × LAF3117 at £4.00 → (none)`,
    changes,
  ],
  [
    'Delivery: Tuesday 24 November – Courier → about 2–3 weeks',
    [{ field: 'Delivery', before: 'Tuesday 24 November – Courier', after: 'about 2–3 weeks' }],
  ],
  ['What had not left was credited, and is not sent', null],
  ['PO number: (none) → PO 2; Line 2: gone', null],
  ['', null],
])('what an earlier release wrote of a correction says the same: %s', async (why, expected) => {
  const database = await createTestDatabase()
  try {
    const { rows: orders } = await database.pool.query(
      `insert into orders (reference, kind, state, basket_version, contact, request_hash, delivery, billing,
        delivery_code, delivery_title, subtotal, discount, vat, total, vat_rate_bp)
       values ('FHAAAAAAAA', 'quote', 'saved', 1, '{}', 'a', '{}', '{}', 'ND', '', 100, 0, 20, 120, 2000) returning id`,
    )
    const { rows } = await database.pool.query<HistoryRow>(
      `insert into order_history (order_id, actor, to_state, event, why) values ($1, 'clock', 'placed', 'corrected', $2)
       returning to_state as to, event, why, changes`,
      [orders[0].id, why],
    )
    const row = rows[0]!
    expect(row.changes).toEqual(expected)
    expect(formatHistory(row)).toBe(`Corrected: ${why}`)
    if (expected === null)
      expect(formatCustomerHistory(row, { isPlaced: true })).toBe(`Order changed: ${why}`)
  } finally {
    await database.close()
  }
})
