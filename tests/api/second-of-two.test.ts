import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { openGuestPayment } from './checkout-calls.ts'
import type { OrderActionReply } from './order-admin-calls.ts'
import { getUnpicked, makePickList, pick } from './picking-calls.ts'
import { createOffer, getSeenQuoteVersion, priceQuote, requestQuote } from './quote-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { openAdjustForm } from './stock-calls.ts'

// Of two of the staff with the same page, the second is informed what the first has done.

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{warehouse,sales}', name = 'Wanda Ash' where email = 'retail@example.com'`,
  )
  ;[staff, colleague] = await Promise.all([
    shop.signIn('staff@example.com'),
    shop.signIn('retail@example.com'),
  ])
})
afterAll(() => shop.close())

const post = async (visitor: TestVisitor, path: string, body: object) =>
  (await visitor.post<OrderActionReply>(path, body)).body
const tom = 'trade@example.com'

test('R-PICK-3: a pick that a colleague has taken back and confirmed anew is not taken back', async () => {
  const { reference } = await placeAccountOrder(shop, tom, { 'FH-OIL-1': 3 })
  const { url } = await makePickList(staff, [reference])
  const product = await shop.productId('FH-OIL-1')
  await pick(staff, url!, { product, expected: 3 })
  expect(await staff.getPage(url!)).toMatchObject({
    text: expect.stringContaining('name="expected" value="3"'),
  })
  expect((await post(colleague, `${url}/undo`, { product, expected: 3 })).success).toBe(true)
  await pick(colleague, url!, { product, expected: 3, pieces: 2 })
  expect(await post(staff, `${url}/undo`, { product, expected: 3 })).toMatchObject({
    success: false,
    message: 'FH-OIL-1 has been picked already: 2 of 3, by Wanda Ash. Nothing was changed.',
  })
})

test('R-PICK-3: parts that a colleague has put back are not left for another list unseen', async () => {
  const { reference } = await placeAccountOrder(shop, tom, { 'FH-OIL-1': 1, 'FH-SEAL-1': 1 })
  const { url } = await makePickList(staff, [reference])
  const product = await shop.productId('FH-OIL-1')
  await pick(staff, url!, { product, expected: 1 })
  const unpicked = await getUnpicked(staff, url!)
  await post(colleague, `${url}/undo`, { product, expected: 1 })
  expect((await post(staff, `${url}/finish`, { leave: true, unpicked })).errors.leave).toMatch(
    /^2 parts of the list aren’t picked yet/,
  )
  expect((await post(staff, `${url}/finish`, { leave: true, unpicked: 2 })).success).toBe(true)
})

test('R-ORDER-10: the stock of an order that has gone on meanwhile is not released', async () => {
  const { reference } = await openGuestPayment(shop, { 'FH-OIL-1': 2 })
  const { text } = await staff.getPage('/admin/reserved-stock')
  const form = text.slice(text.indexOf(`${reference}/release`))
  const seen = /name="seen" value="([\d.]+)"/.exec(form)![1]!
  await shop.sql(
    `insert into order_history (order_id, from_state, to_state, actor, why)
     select id, state, state, 'card provider', 'another payment page' from orders where reference = $1`,
    [reference],
  )
  const path = `/admin/reserved-stock/${reference}/release`
  expect((await post(staff, path, { seen })).message).toMatch(
    /has changed since you opened this page, so its goods were not released\..* Since then: .*Card provider/,
  )
  const [order] = await shop.sql<{ id: number }>(
    'select max(h.id)::int as id from order_history h join orders o on o.id = h.order_id where o.reference = $1',
    [reference],
  )
  expect((await post(staff, path, { seen: `${order!.id}.0` })).success).toBe(true)
})

test('R-QUOTE-10: the second of two who change a quote reads what the first has done', async () => {
  const { reference } = await requestQuote(shop, tom, { 'FH-OIL-1': 10 })
  const seen = await getSeenQuoteVersion(staff, reference)
  expect((await priceQuote(colleague, reference, ['11.37'])).body.success).toBe(true)
  const words = /Somebody else has changed this quote .* Since then: .*priced at .*\(Wanda Ash\)/
  for (const [call, body] of [
    ['offer', createOffer(seen, ['11.00'])],
    ['offer', { ...createOffer(seen, ['11.00']), codes: ['FH-OIL-1'], quantities: ['9'], step: 'save' }],
    ['withdraw', { seen, reason: 'Sold out' }],
  ] as const)
    expect((await post(staff, `/admin/quotes/${reference}/${call}`, body)).message).toMatch(words)
})

test('R-STOCK-3, R-STOCK-5: the second of two who change the stock of a part reads what the first has done', async () => {
  const path = '/admin/stock/FH-OIL-1'
  const { text } = await staff.getPage(path)
  const form = { ...(await openAdjustForm(staff, 'FH-OIL-1')), mode: 'change', reason: 'damage', note: '' }
  await post(colleague, `${path}/adjust`, { ...form, request_key: 'another-form', quantity: '-1' })
  expect((await post(staff, `${path}/adjust`, { ...form, quantity: '-2' })).message).toMatch(
    / Since then: \d+ → \d+, damage \(Wanda Ash\)\.$/,
  )
  const seen = /\/storage".*?name="seen" value="([^"]+)"/s.exec(text)![1]!
  await post(colleague, `${path}/storage`, { seen, bin: 'B-07', low_stock: '4' })
  expect((await post(staff, `${path}/storage`, { seen, bin: 'B-08', low_stock: '4' })).message).toContain(
    'Now it is bin B-07, low-stock level 4.',
  )
})
