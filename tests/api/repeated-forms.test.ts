import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { sendDespatch } from './despatch-calls.ts'
import { accountOf, getSeen, newPayment } from './ledger-calls.ts'
import { getSeenOrderVersion, type OrderActionReply } from './order-admin-calls.ts'
import { makePickList, pick } from './picking-calls.ts'
import { requestQuote } from './quote-calls.ts'
import { getSeenReturnVersion, listReturns, placeDespatchedOrder, requestReturn } from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { getFigures, openAdjustForm } from './stock-calls.ts'

// The browser's Back brings a form back with the key of what it has done.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const order = (pieces = 2) => placeAccountOrder(shop, tom, { 'FH-OIL-1': pieces })
const post = async (visitor: TestVisitor, path: string, body: object) =>
  (await visitor.post<OrderActionReply>(path, body)).body
const listTexts = async (table: 'order_note' | 'order_message', reference: string) =>
  (
    await shop.sql<{ text: string }>(
      `select text from ${table} t join orders o on o.id = t.order_id where o.reference = $1 order by t.id`,
      [reference],
    )
  ).map(({ text }) => text)

describe('R-ADMIN-7: the same form is done once, and with another text or for another order it is a form of its own:', () => {
  test.each([
    ['a note', 'order_note', (reference: string) => `/admin/orders/${reference}/notes`],
    [
      'a message to the customer',
      'order_message',
      (reference: string) => `/admin/orders/${reference}/messages`,
    ],
  ] as const)('%s', async (_, table, toPath) => {
    const [one, other] = [await order(), await order()]
    const request = randomUUID()
    const send = (reference: string, text: string) => post(staff, toPath(reference), { request, text })
    await send(one.reference, 'First')
    await send(one.reference, 'First')
    await send(one.reference, 'Second')
    await send(other.reference, 'First')
    expect(await listTexts(table, one.reference)).toEqual(['First', 'Second'])
    expect(await listTexts(table, other.reference)).toEqual(['First'])
  })

  test('what a customer writes about an order or a quote', async () => {
    const placed = await order()
    const quote = await requestQuote(shop, tom, { 'FH-OIL-1': 10 })
    for (const [visitor, reference, path] of [
      [placed.visitor, placed.reference, `/account/orders/${placed.reference}/messages`],
      [quote.buyer, quote.reference, `/account/quotes/${quote.reference}/messages`],
    ] as const) {
      const request = randomUUID()
      for (const text of ['First', 'First', 'Second']) await post(visitor, path, { request, text })
      expect(await listTexts('order_message', reference)).toEqual(['First', 'Second'])
    }
  })

  test('what staff write about a quote', async () => {
    const { reference } = await requestQuote(shop, tom, { 'FH-OIL-1': 10 })
    const request = randomUUID()
    for (const text of ['First', 'First', 'Second'])
      await post(staff, `/admin/quotes/${reference}/messages`, { request, text })
    expect(await listTexts('order_message', reference)).toEqual(['First', 'Second'])
  })

  test('a request for a return', async () => {
    const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 2 })
    const request = randomUUID()
    const replies = []
    for (const details of ['It leaks.', 'It leaks.', 'This one has no thread.'])
      replies.push(await requestReturn(visitor, reference, { 1: 1 }, { request, details }))
    expect(replies.map(({ success }) => success)).toEqual([true, true, true])
    expect(replies[1]!.number).toBe(replies[0]!.number)
    expect(await listReturns(shop, reference)).toHaveLength(2)
  })

  test('an e-mail that is sent again, to another address meanwhile', async () => {
    const { reference } = await order()
    const [email] = await shop.sql<{ id: number }>(
      `select id from mail_outbox where facts->>'reference' = $1 order by id limit 1`,
      [reference],
    )
    const request = randomUUID()
    const path = `/admin/orders/${reference}/emails/${email!.id}/send-again`
    await post(staff, path, { request })
    await shop.sql(
      `update orders set contact = jsonb_set(contact, '{email}', '"office@example.com"') where reference = $1`,
      [reference],
    )
    expect((await post(staff, path, { request })).message).toContain('office@example.com')
    const sent = await shop.sql<{ recipient: string }>(
      `select recipient from mail_outbox where facts->>'reference' = $1 order by id`,
      [reference],
    )
    expect(sent.map(({ recipient }) => recipient)).toEqual([tom, tom, 'office@example.com'])
  })

  test('a pick list', async () => {
    const [one, other] = [await order(), await order()]
    const request = randomUUID()
    const first = await makePickList(staff, [one.reference], request)
    expect((await makePickList(staff, [one.reference], request)).url).toBe(first.url)
    const second = await makePickList(staff, [other.reference], request)
    expect([second.success, second.url === first.url]).toEqual([true, false])
  })
})

describe('R-ADMIN-7: the same form is done once, and one with other content is outdated:', () => {
  const isOutdated = ({ success, message }: OrderActionReply) => !success && message !== ''

  test('a correction', async () => {
    const { reference } = await order()
    const form = { seen: await getSeenOrderVersion(staff, reference), request: randomUUID() }
    const correct = (purchase_order: string) =>
      post(staff, `/admin/orders/${reference}/correct`, { ...form, purchase_order })
    expect((await correct('PO 1')).success).toBe(true)
    expect((await correct('PO 1')).success).toBe(true)
    expect(isOutdated(await correct('PO 2'))).toBe(true)
    expect(await shop.sql('select purchase_order from orders where reference = $1', [reference])).toEqual([
      { purchase_order: 'PO 1' },
    ])
  })

  test('a parcel', async () => {
    const { reference } = await order()
    const form = { seen: await getSeenOrderVersion(staff, reference), request: randomUUID() }
    const send = async (tracking: string) =>
      (await sendDespatch(staff, reference, { 1: 1 }, { ...form, tracking })).body
    expect((await send('15501234567890')).success).toBe(true)
    expect((await send('15501234567890')).success).toBe(true)
    expect(isOutdated(await send('15509999999999'))).toBe(true)
  })

  test('a credit', async () => {
    const { reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 2 })
    const form = { seen: await getSeenOrderVersion(staff, reference), request: randomUUID(), confirm: true }
    const credit = (amount: string) =>
      post(staff, `/admin/orders/${reference}/refund`, { ...form, amount, reason: 'Bent' })
    expect((await credit('1.00')).success).toBe(true)
    expect((await credit('1.00')).success).toBe(true)
    expect(isOutdated(await credit('2.00'))).toBe(true)
  })

  test('a step of a return', async () => {
    const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 2 })
    const { number } = await requestReturn(visitor, reference, { 1: 2 })
    const form = { seen: await getSeenReturnVersion(staff, number!), request: randomUUID() }
    const authorise = (quantity: number) =>
      post(staff, `/admin/returns/${number}/authorise`, { ...form, lines: [{ position: 1, quantity }] })
    expect((await authorise(2)).success).toBe(true)
    expect((await authorise(2)).success).toBe(true)
    expect(isOutdated(await authorise(1))).toBe(true)
  })

  test('a payment on account', async () => {
    const [company] = await shop.sql<{ account: string }>(
      `select account_number as account from company c join person p on p.company_id = c.id where p.email = $1`,
      [tom],
    )
    const { account } = company!
    const form = { ...newPayment(), seen: await getSeen(staff, account) }
    const enter = (changes: object) => post(staff, `${accountOf(account)}/payments`, { ...form, ...changes })
    expect((await enter({})).success).toBe(true)
    expect((await enter({})).success).toBe(true)
    for (const changes of [{ note: 'Paid by the landlord' }, { mode: 'none' }, { amount: '100.01' }])
      expect(isOutdated(await enter(changes))).toBe(true)
  })

  test('an adjustment of the stock', async () => {
    const form = await openAdjustForm(staff, 'FH-OIL-1')
    const { on_hand } = await getFigures(shop, 'FH-OIL-1')
    const adjust = (quantity: string, mode = 'change') =>
      post(staff, '/admin/stock/FH-OIL-1/adjust', { ...form, mode, quantity, reason: 'count', note: '' })
    expect((await adjust('3')).success).toBe(true)
    expect((await adjust('3')).success).toBe(true)
    expect(isOutdated(await adjust('-3'))).toBe(true)
    expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: on_hand + 3 })
  })
})

test('R-PICK-3: a short pick that was taken back is confirmed by the page from before', async () => {
  const { reference } = await order()
  const { url } = await makePickList(staff, [reference])
  const [product] = await shop.sql<{ id: number }>(`select id from product where code = 'FH-OIL-1'`)
  const form = { product: product!.id, expected: 2, pieces: 1, empty: true, request: randomUUID() }
  expect((await pick(staff, url!, form)).success).toBe(true)
  expect((await staff.post(`${url}/undo`, { product: product!.id, expected: 1 })).status).toBe(200)
  expect((await pick(staff, url!, form)).success).toBe(true)
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: expect.any(Number) })
})
