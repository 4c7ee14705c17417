import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { readDelivery } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getOrderRow,
  leedsAddress,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'

// Goods that are not in stock are promised for no day (R-DELIVERY-10).

type DeliveryReply = ReplyOf<typeof readDelivery>

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.set('2026-11-24T10:00:00Z')
  await setStock('FH-AIR-1', 5)
})

const tomorrow = '2026-11-25'

async function setStock(code: string, available: number, backOrder = true) {
  await shop.setStock(code, available)
  await shop.sql(
    'update stock s set back_order = $2 from product p where p.id = s.product_id and p.code = $1',
    [code, backOrder],
  )
}

async function listOptions(visitor: TestVisitor, consignments?: string) {
  const { country, postcode } = leedsAddress
  const { body } = await visitor.post<DeliveryReply>('/checkout/delivery', {
    country,
    postcode,
    consignments,
  })
  return body
}

const listLines = (reference: string | null) =>
  shop.sql(
    `select l.code, l.quantity, l.later_quantity as later, l.lead_time as lead from order_line l
       join orders o on o.id = l.order_id where o.reference = $1 order by l.position`,
    [reference],
  )

async function createMixedBuyer(goods: Record<string, number> = { 'FH-OIL-1': 1, 'FH-HYD-1': 2 }) {
  const trade = await shop.signIn('trade@example.com')
  await trade.delete('/basket')
  await fillBasket(shop, trade, goods)
  return trade
}

test('a basket with one line that is not there is offered no day, and the cut-off is not named', async () => {
  const { options, promise, named_days } = await listOptions(await createMixedBuyer())
  expect(options.map(({ code, title, arg }) => [code, title, arg])).toEqual([
    ['ND', 'About 2–3 weeks', null],
    ['ND12', 'About 2–3 weeks, before 12:00', null],
    ['COL', 'Collection', null],
    ['quote', 'Ask for a quote', null],
  ])
  expect({ promise, named_days }).toEqual({})
})

test('more than there is of a part that takes no back orders is no back order: the rest keeps its day', async () => {
  await setStock('FH-AIR-1', 3, false)
  const trade = await createMixedBuyer({ 'FH-OIL-1': 1, 'FH-AIR-1': 2 })
  await shop.sql(
    `update basket_line set quantity = 6 where product_id = (select id from product where code = 'FH-AIR-1')`,
  )
  const { options } = await listOptions(trade)
  expect(options[0]).toMatchObject({ code: 'ND', arg: tomorrow })
  const { body } = await trade.post<{ delivery_text?: string }>('/basket', { with_shipping: true })
  expect(body.delivery_text).toBeUndefined()
  const { text } = await trade.getPage('/basket')
  expect(text).toContain('Only 3 available')
  expect(text).not.toMatch(/back order|in stock first/)
  await setStock('FH-AIR-1', 0, false)
  await shop.sql(
    `delete from basket_line where product_id = (select id from product where code = 'FH-OIL-1')`,
  )
  expect((await listOptions(trade)).options.map(({ arg }) => arg)).toEqual([null, null, null, null])
})

test('a customer who wants what is there first gets its day, and the order says what comes later', async () => {
  const trade = await createMixedBuyer()
  const { options, promise } = await listOptions(trade, 'split')
  expect(options[0]).toMatchObject({ code: 'ND', arg: tomorrow, rest: 'about 2–3 weeks' })
  expect(promise).toContain('Wednesday 25 November')
  const send = createMemberSend('account', { delivery_arg: tomorrow, consignments: 'split' })
  const { body } = await sendSave(trade, send)
  expect(body.error).toBe(false)
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    consignments: 'split',
    delivery_date: tomorrow,
    delivery_title: 'Wednesday 25 November – Next working day, before 17:30',
  })
  expect(await listLines(body.reference)).toEqual([
    { code: 'FH-OIL-1', quantity: 1, later: 0, lead: null },
    { code: 'FH-HYD-1', quantity: 2, later: 2, lead: { min: 14, max: 21 } },
  ])
  await completeOrder(trade)
  const staff = await shop.signIn('staff@example.com')
  const pages = [
    await trade.getPage(`/order/${body.reference}/confirmation`),
    await trade.getPage(`/account/orders/${body.reference}`),
    await staff.getPage(`/admin/orders/${body.reference}`),
  ]
  for (const { text } of pages) {
    expect(text).toContain('Send what is there now, the rest when it arrives: about 8–15 December.')
    expect(text).toContain('Wednesday 25 November – Next working day')
    expect(text).toMatch(/In stock now.*FH-OIL-1.*Later.*FH-HYD-1/s)
  }
  await shop.sql(`update orders set placed_at = placed_at - interval '1 day' where reference = $1`, [
    body.reference,
  ])
  const { text } = await trade.getPage(`/account/orders/${body.reference}`)
  expect(text).toMatch(/In stock when you ordered.*FH-OIL-1.*Later.*FH-HYD-1/s)
})

test('without a choice all is sent together, and no date stands in the order', async () => {
  const trade = await createMixedBuyer()
  const { body } = await sendSave(trade, createMemberSend('account'))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    consignments: 'together',
    delivery_date: null,
    delivery_title:
      'About 2–3 weeks – Sent together once everything is in. Then: next working day, before 17:30',
  })
  await completeOrder(trade)
})

test('of more pieces than there are a part is in stock', async () => {
  const trade = await createMixedBuyer({ 'FH-AIR-1': 8 })
  const { options } = await listOptions(trade)
  expect(options[0]).toMatchObject({ title: 'We will tell you the day', arg: null })
  const { body } = await sendSave(trade, createMemberSend('account', { consignments: 'split' }))
  expect(await listLines(body.reference)).toEqual([{ code: 'FH-AIR-1', quantity: 8, later: 3, lead: null }])
  await completeOrder(trade)
})

test('the last choice holds, whether it was made in the basket or at the checkout', async () => {
  const trade = await createMixedBuyer({ 'FH-AIR-1': 8 })
  await setStock('FH-AIR-1', 5)
  await sendSave(trade, { delivery: leedsAddress, consignments: 'together' })
  await trade.post('/basket', { updated_items: false, consignments: 'split' })
  expect((await listOptions(trade)).options[0]).toMatchObject({ arg: tomorrow })
  const { body } = await sendSave(trade, createMemberSend('account', { delivery_arg: tomorrow }))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({ consignments: 'split' })
  await completeOrder(trade)
})

test('a day before the calendar of the database is refused like any other that is not offered', async () => {
  const trade = await createMixedBuyer({ 'FH-OIL-1': 1 })
  const send = createMemberSend('account', { delivery_method: 'NAM', delivery_arg: '0000-01-01' })
  const { status, body } = await sendSave(trade, send)
  expect([status, Object.keys(body.errors)]).toEqual([200, ['delivery_method']])
})

test('nothing is split where nothing is there, or everything', async () => {
  for (const code of ['FH-HYD-1', 'FH-OIL-1']) {
    const trade = await createMixedBuyer({ [code]: 1 })
    const { body } = await sendSave(trade, createMemberSend('account', { consignments: 'split' }))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({ consignments: null })
    await completeOrder(trade)
  }
})

test('goods that an unfinished order of the same basket holds are there for it, and not for others', async () => {
  const guest = shop.createVisitor()
  await fillBasket(shop, guest, { 'FH-AIR-1': 5 })
  const sent = createGuestSend({ delivery_arg: tomorrow })
  expect((await sendSave(guest, sent)).body.error).toBe(false)
  expect((await listOptions(guest)).options[0]).toMatchObject({ arg: tomorrow })
  const other = shop.createVisitor()
  await fillBasket(shop, other, { 'FH-AIR-1': 1 })
  expect((await listOptions(other)).options[0]).toMatchObject({ arg: null })
  const changed = await sendSave(guest, { ...sent, purchase_order: 'PO 2' })
  expect(changed.body.error).toBe(false)
})

test('a day that was promised is refused when the goods have gone since, and ordered without it', async () => {
  const trade = await createMixedBuyer({ 'FH-AIR-1': 5 })
  expect((await listOptions(trade)).options[0]).toMatchObject({ arg: tomorrow })
  await setStock('FH-AIR-1', 4)
  const send = createMemberSend('account', { delivery_arg: tomorrow })
  expect((await sendSave(trade, send)).body).toMatchObject({
    error: 'That delivery day can no longer be kept. Please choose from the new dates.',
    errors: { delivery_method: expect.any(String) },
  })
  expect((await sendSave(trade, { ...send, delivery_arg: null })).body.error).toBe(false)
  await completeOrder(trade)
})

test.each([
  [2, { consignments: 'split', delivery_date: tomorrow, later: 3 }],
  [0, { consignments: null, delivery_date: null, later: 5 }],
])(
  'an order whose payment comes after its stock has gone is sent later, with %s left',
  async (left, expected) => {
    const { visitor, nextUrl, reference } = await openGuestPayment(shop, { 'FH-AIR-1': 5 })
    // Changing the basket gives the stock back.
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 1 })
    await setStock('FH-AIR-1', left)
    await payByCard(nextUrl)
    const { later, ...order } = expected
    expect(await getOrderRow(shop, reference)).toMatchObject({ state: 'placed', ...order })
    expect(await listLines(reference)).toEqual([{ code: 'FH-AIR-1', quantity: 5, later, lead: null }])
  },
)

test('two customers who are promised the last one at the same moment: one is refused', async () => {
  await setStock('FH-AIR-1', 1)
  const buyers = await Promise.all(
    ['trade@example.com', 'head@example.com'].map(async email => {
      const visitor = await shop.signIn(email)
      await visitor.delete('/basket')
      await fillBasket(shop, visitor, { 'FH-AIR-1': 1 })
      return visitor
    }),
  )
  const send = createMemberSend('account', { delivery_arg: tomorrow })
  const replies = await Promise.all(buyers.map(visitor => sendSave(visitor, send)))
  expect(replies.filter(({ body }) => body.error === false)).toHaveLength(1)
})

test('basket, product and order pages of goods that come later do not name the next day in the top bar either', async () => {
  const nextDay = 'for delivery tomorrow'
  const trade = await createMixedBuyer()
  expect((await trade.getPage('/')).text).toContain(nextDay)
  expect((await trade.getPage('/basket')).text).not.toContain(nextDay)
  const { body } = await sendSave(trade, createMemberSend('account'))
  await completeOrder(trade)
  const staff = await shop.signIn('staff@example.com')
  for (const { text } of [
    await trade.getPage(`/order/${body.reference}/confirmation`),
    await trade.getPage(`/account/orders/${body.reference}`),
    await staff.getPage(`/admin/orders/${body.reference}`),
  ])
    expect(text).not.toContain('25 November')
  // Products beside it that are in stock have their day.
  expect((await trade.getPage('/filterhouse/fh-hyd-1')).text).not.toContain(nextDay)
  expect((await trade.getPage('/filterhouse/fh-oil-1')).text).toContain(nextDay)
})

test('the page of a product that is not in stock names no day', async () => {
  const page = async (code: string) => {
    const [product] = await shop.sql<{ path: string }>('select path from product where code = $1', [code])
    return (await shop.createVisitor().getPage(`/${product!.path}`)).text
  }
  expect(await page('FH-HYD-1')).toContain('Order now, sent when it arrives: about 2–3 weeks')
  expect(await page('FH-EDGE-10')).toContain('Order now, sent when it arrives. We will tell you the day.')
  expect(await page('FH-OIL-1')).toMatch(/Order in .* for delivery Wednesday 25 November/)
})

test.each([
  ['split', false],
  ['', false],
  [null, false],
  ['in three', 422],
  [7, 422],
])('consignments %j', async (consignments, outcome) => {
  const trade = await createMixedBuyer()
  const { status, body } = await sendSave(trade, { delivery: leedsAddress, consignments })
  expect(outcome === 422 ? status : body.error).toBe(outcome)
})

test('an item that sold out after its day was chosen is named, and not the day', async () => {
  await setStock('FH-AIR-1', 5, false)
  // Without an open order of an earlier test, whose stock would return.
  const buyer = await shop.signIn('stopped@example.com')
  await fillBasket(shop, buyer, { 'FH-AIR-1': 1 })
  await setStock('FH-AIR-1', 0, false)
  const { body } = await sendSave(buyer, createMemberSend('account', { delivery_arg: tomorrow }))
  expect(body).toMatchObject({ errors: {}, error_details: [expect.stringContaining('FH-AIR-1')] })
})
