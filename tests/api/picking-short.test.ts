import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch, holdAll, toText } from './despatch-calls.ts'
import { finish, makePickList, pick } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await shop.sql(
    `update product set lead_time = '{"min": 14, "max": 21}' where code in ('FH-SEAL-1', 'FH-HYD-1')`,
  )
})
beforeEach(async () => {
  await holdAll(shop)
  await shop.setStock('FH-SEAL-1', 50)
})
afterAll(() => shop.close())

const order = (goods: Record<string, number>) => placeAccountOrder(shop, 'trade@example.com', goods)
/** As if it had been ordered three weeks ago. */
const backdate = (reference: string) =>
  shop.sql(
    `update orders set placed_at = placed_at - interval '21 days', created_at = created_at - interval '21 days'
     where reference = $1`,
    [reference],
  )
const pickShort = async (reference: string, pieces: number) => {
  const { url } = await makePickList(staff, [reference])
  await pick(staff, url!, { product: await shop.productId('FH-SEAL-1'), expected: 3, pieces })
  expect((await finish(staff, url!, true)).success).toBe(true)
}
const readPage = async (visitor: TestVisitor, path: string) =>
  toText((await visitor.getPage(path)).text.split('id="page-state"')[0]!)

describe('R-PICK-4: the lead time of pieces that were not in the bin', () => {
  const arrival = 'about 8–15 December'

  test('runs from that day, on every page and in the e-mail', async () => {
    const { visitor, reference } = await order({ 'FH-OIL-1': 1, 'FH-SEAL-1': 3 })
    await backdate(reference)
    await pickShort(reference, 1)
    const page = await readPage(visitor, `/account/orders/${reference}`)
    expect(page).toMatch(/About 8–15 December\..*In stock +1 × FH-OIL-1/)
    expect(await readPage(staff, '/admin/stock/FH-SEAL-1')).toContain('About 8–15 December')
    expect((await despatch(staff, reference, { 1: 1, 2: 1 })).success).toBe(true)
    const [mail] = await shop.sql<{ arrival: string }>(
      `select facts->'toCome'->0->>'arrival' as arrival from mail_outbox
       where dedupe_key = 'parcel-despatched:' || $1 || ':1'`,
      [reference],
    )
    expect(mail).toEqual({ arrival })
    const pages = ['/account/orders', `/account/orders/${reference}`, `/order/${reference}/confirmation`]
    for (const path of pages) expect(await readPage(visitor, path), path).toContain(`The rest ${arrival}`)
  })

  test('so does that of a product on back order that replaces another one later', async () => {
    const { visitor, reference } = await order({ 'FH-OIL-1': 2 })
    await backdate(reference)
    await shop.setStock('FH-HYD-1', 0)
    await correctMoney(staff, reference, { lines: [{ position: 1, quantity: 2, code: 'FH-HYD-1' }] })
    expect(await readPage(visitor, `/account/orders/${reference}`)).toContain('About 8–15 December')
  })

  test('is not that of the other pieces: the customer reads everywhere that a part comes later', async () => {
    const { visitor, reference } = await order({ 'FH-OIL-1': 1, 'FH-SEAL-1': 3 })
    await pickShort(reference, 1)
    for (const path of [
      '/account/orders',
      `/account/orders/${reference}`,
      `/order/${reference}/confirmation`,
    ])
      expect(await readPage(visitor, path), path).toMatch(/Arrives \w+ \d+ \w+, the rest later/)
    const { text } = await visitor.getPage(`/account/orders/${reference}`)
    expect(text).toMatch(/bg-late"><\/span>Placed/)
    expect((await despatch(staff, reference, { 1: 1, 2: 1 })).success).toBe(true)

    const alone = await order({ 'FH-SEAL-1': 3 })
    await pickShort(alone.reference, 0)
    const page = await readPage(alone.visitor, `/account/orders/${alone.reference}`)
    expect(page).toContain('Placed About 8–15 December')
    expect(page).not.toContain('Arrives')
  })
})

test('R-PICK-4: of two open lists that both find too few, the stock is corrected to what there is', async () => {
  await shop.setStock('FH-SEAL-1', 8)
  const product = await shop.productId('FH-SEAL-1')
  const lists = []
  for (const _ of ['A', 'B']) {
    const { reference } = await order({ 'FH-SEAL-1': 4 })
    lists.push((await makePickList(staff, [reference])).url!)
  }
  const form = { product, expected: 4, empty: true, reason: 'count' }
  await pick(staff, lists[1]!, { ...form, pieces: 2 })
  await pick(staff, lists[0]!, { ...form, pieces: 0 })
  const [stock] = await shop.sql('select on_hand from stock where product_id = $1', [product])
  expect(stock).toEqual({ on_hand: 2 })
  for (const url of lists) expect((await finish(staff, url)).success).toBe(true)
})

test('R-DELAY-1: the order’s page and the e-mail about a parcel have the day that was announced for the rest', async () => {
  const { visitor, reference } = await order({ 'FH-OIL-1': 1, 'FH-SEAL-1': 3 })
  await pickShort(reference, 1)
  await changeOrder(staff, reference, 'delay', { choice: 'day', day: '2026-12-04' })
  for (const path of [`/account/orders/${reference}`, `/order/${reference}/confirmation`]) {
    const page = await readPage(visitor, path)
    expect(page).toContain('Now due Friday 4 December.')
    expect(page).not.toContain('about 2–3 weeks')
    expect(page).not.toContain('About 2–3 weeks')
  }
  await despatch(staff, reference, { 1: 1 })
  const [mail] = await shop.sql<{ arrivals: string[] }>(
    `select jsonb_path_query_array(facts::jsonb, '$.toCome[*].arrival') as arrivals from mail_outbox
     where dedupe_key = 'parcel-despatched:' || $1 || ':1'`,
    [reference],
  )
  expect(mail!.arrivals).toEqual(['now due Friday 4 December'])
})
