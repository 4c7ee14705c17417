import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderState, orderKinds, stateSets, statesOf } from '../../src/features/orders/states.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const allStates = [...new Set(orderKinds.flatMap(statesOf))]
const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const listStatesWhere = async (condition: string, ...values: unknown[]): Promise<OrderState[]> => {
  const rows = await shop.sql<{ state: OrderState }>(
    `select state from unnest($1::text[]) state where ${condition} order by state`,
    [[...allStates, 'unknown'], ...values],
  )
  return rows.map(row => row.state)
}

test.each(Object.keys(stateSets) as (keyof typeof stateSets)[])(
  'the set %s is the same in SQL',
  async name => {
    expect(await listStatesWhere(`order_${snakeCase(name)}(state)`)).toEqual([...stateSets[name]].sort())
  },
)

test('SQL has no other set', async () => {
  const rows = await shop.sql<{ proname: string }>(
    `select proname from pg_proc where proname like 'order\\_%' and proargnames = '{state}'`,
  )
  const names = Object.keys(stateSets).map(name => `order_${snakeCase(name)}`)
  expect(rows.map(row => row.proname).sort()).toEqual(names.sort())
})

test.each(orderKinds)('the kind %s has the same states in SQL', async kind => {
  expect(await listStatesWhere('order_has_state($2, state)', kind)).toEqual(statesOf(kind).sort())
})

test('the database refuses a kind in a state of another kind, and a payment method for a request', async () => {
  const insert = (kind: string, state: string, method: string | null) =>
    shop.sql(
      `insert into orders (reference, kind, state, method, basket_version, contact, request_hash, delivery, billing,
         delivery_code, delivery_title, subtotal, discount, vat, total, vat_rate_bp, placed_at, terms_accepted_at)
       values ('FHSTATES22', $1, $2, $3, 1, '{}', 'x', '{}', '{}', 'ND', '', 0, 0, 0, 0, 2000, now(), now())`,
      [kind, state, method],
    )
  await expect(insert('order', 'quote_requested', 'account')).rejects.toThrow('orders_state_of_kind')
  await expect(insert('quote', 'placed', null)).rejects.toThrow('orders_state_of_kind')
  await expect(insert('gift', 'saved', null)).rejects.toThrow('orders_state_of_kind')
  await expect(insert('quote', 'saved', 'account')).rejects.toThrow('orders_method_of_kind')
  await expect(insert('order', 'saved', null)).rejects.toThrow('orders_method_of_kind')
  await insert('order', 'placed', 'account')
  await shop.sql(`delete from orders where reference = 'FHSTATES22'`)
})
