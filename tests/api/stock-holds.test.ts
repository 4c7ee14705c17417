import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lapseOrders, releaseOverdueStock } from '../../src/features/orders/service.ts'
import { checkInvariants } from '../support/invariants.ts'
import { createProducts, fillLines } from '../support/large-basket.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { cancelPayment, payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  cardMethod,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderState,
  getStock,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { createGuestWithBasket, signInWithBasket } from './shoppers.ts'

// R-ORDER-7 to R-ORDER-10: stock that orders reserve without having been paid.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({
    env: { LIMIT_HELD_POUNDS_PER_GUEST: '500', LIMIT_HELD_POUNDS_PER_ADDRESS: '900' },
  })
})
beforeEach(async () => {
  shop.clock.advance(31)
  await lapseOrders(shop.context)
})
afterAll(() => shop.close())

const oil = 'FH-OIL-1'
const limitMessage = expect.stringContaining(
  'Orders that aren’t paid or placed yet can reserve up to £500 and 200 lines at a time.',
)

/** The browser of a visitor with a new basket: the session stays. */
const deleteBasketCookie = (visitor: TestVisitor) => visitor.cookies.delete('basket')

test('a guest cannot reserve more by saving one basket after another', async () => {
  const before = await getStock(shop, oil)
  const { visitor } = await openGuestPayment(shop, { [oil]: 30 })
  deleteBasketCookie(visitor)
  await fillBasket(shop, visitor, { [oil]: 20 })
  const { body } = await sendSave(visitor, createGuestSend())
  expect(body).toMatchObject({ error: limitMessage, next_url: null, reference: null })
  expect(await getStock(shop, oil)).toBe(before - 30)
})

test('guests of one address together reserve no more than its limit, also at the same moment', async () => {
  const before = await getStock(shop, oil)
  const guests = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const visitor = shop.createVisitor('198.51.100.7')
      await fillBasket(shop, visitor, { [oil]: 24 })
      return visitor
    }),
  )
  const answers = await runConcurrently(6, nth => sendSave(guests[nth]!, createGuestSend()))
  const [accepted, refused] = [true, false].map(isAccepted =>
    answers.filter(({ body }) => (body.error === false) === isAccepted),
  )
  expect(accepted).toHaveLength(3)
  for (const { body } of refused!) {
    expect(body.error).toMatch(
      /^Everybody who orders from your network without signing in can together reserve up to £900 and 1,000 lines at a time .* Please sign in, try again in half an hour, or call us\.$/,
    )
  }
  expect(await getStock(shop, oil)).toBe(before - 72)
})

test('a guest cannot reserve a little of everything', async () => {
  const products = await createProducts(shop, 220)
  await shop.sql(`update product set price = 10 where code like 'LOT-%'`)
  const visitor = await createGuestWithBasket(shop, { [oil]: 1 })
  await fillLines(shop, visitor, products)
  expect((await sendSave(visitor, createGuestSend())).body.error).toEqual(limitMessage)
})

test('a signed-in customer may reserve much more', async () => {
  const member = await signInWithBasket(shop, 'retail@example.com', { [oil]: 100 })
  expect((await sendSave(member, createMemberSend(cardMethod, { delivery_method: 'COL' }))).body.error).toBe(
    false,
  )
  await member.delete('/basket')
})

test('the stock returns at once when the basket is changed or emptied, and payments are decided as before', async () => {
  const before = await getStock(shop, oil)
  const changes: ((visitor: TestVisitor) => Promise<unknown>)[] = [
    visitor => visitor.delete('/basket'),
    visitor => fillBasket(shop, visitor, { 'FH-SEAL-1': 1 }),
    async visitor => {
      const [row] = (await getBasket(visitor)).items
      return visitor.post('/basket', { updated_items: [{ rowId: row!.rowId, qty: 1 }] })
    },
    visitor => visitor.post('/basket/discount', { code: 'SAVE10' }),
    visitor => visitor.postForm('/basket', { remove: '*' }),
  ]
  for (const change of changes) {
    const { visitor, nextUrl, reference } = await openGuestPayment(shop, { [oil]: 5 })
    expect(await getStock(shop, oil)).toBe(before - 5)
    await change(visitor)
    expect(await getStock(shop, oil)).toBe(before)
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
    await checkInvariants(shop)
    if (change !== changes[0]) continue
    // The payment page is still open: what is confirmed takes the stock anew.
    await payByCard(nextUrl)
    expect([await getOrderState(shop, reference), await getStock(shop, oil)]).toEqual(['placed', before - 5])
    await shop.setStock(oil, before)
  }
})

test('a payment after the stock was given back is refused when the goods are gone', async () => {
  await shop.setStock('FH-AIR-1', 5)
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, { 'FH-AIR-1': 5 })
  await visitor.delete('/basket')
  const second = await openGuestPayment(shop, { 'FH-AIR-1': 4 })
  await payByCard(nextUrl)
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  await payByCard(second.nextUrl)
  expect(await getOrderState(shop, second.reference)).toBe('placed')
  expect(await getStock(shop, 'FH-AIR-1')).toBe(1)
})

test('a cancelled payment reserves nothing, and the customer may try again while the goods are there', async () => {
  await shop.setStock('FH-AIR-1', 5)
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-AIR-1': 4 })
  await cancelPayment(nextUrl)
  expect(await getStock(shop, 'FH-AIR-1')).toBe(5)
  const again = await sendSave(visitor, sent)
  expect(again.body).toMatchObject({ error: false, reference })
  expect(await getStock(shop, 'FH-AIR-1')).toBe(1)
  await cancelPayment(again.body.next_url!)
  await shop.setStock('FH-AIR-1', 3)
  const short = await sendSave(visitor, sent)
  expect(short.body.error_details).toEqual([expect.stringContaining('FH-AIR-1')])
  await shop.setStock('FH-AIR-1', 5)
})

test('a guest’s goods are reserved for 20 minutes, a customer’s for 30', async () => {
  const before = await getStock(shop, oil)
  const guest = await openGuestPayment(shop, { [oil]: 2 })
  const member = await signInWithBasket(shop, 'retail@example.com', { [oil]: 3 })
  const { body } = await sendSave(member, createMemberSend(cardMethod))
  shop.clock.advance(19)
  await releaseOverdueStock(shop.context)
  expect(await getStock(shop, oil)).toBe(before - 5)
  shop.clock.advance(2)
  await runConcurrently(3, () => releaseOverdueStock(shop.context))
  expect(await getStock(shop, oil)).toBe(before - 3)
  await payByCard(guest.nextUrl)
  expect(await getOrderState(shop, guest.reference)).toBe('placed')
  await payByCard(body.next_url!)
  await shop.setStock(oil, before)
})

test('staff see what is reserved and by whom, and can release it once', async () => {
  const before = await getStock(shop, oil)
  const { visitor, sent, reference } = await openGuestPayment(shop, { [oil]: 6 })
  const staff = await shop.signIn('staff@example.com')
  const page = (await staff.getPage('/admin/reserved-stock')).text
  for (const text of [reference, sent.contact.email, visitor.ip, oil, `/admin/orders/${reference}`])
    expect(page).toContain(text)
  const path = `/admin/reserved-stock/${reference}/release`
  const seen = /name="seen" value="([\d.]+)"/.exec(page.slice(page.indexOf(`${reference}/release`)))![1]
  const released = await staff.post(path, { seen })
  expect(released).toMatchObject({ status: 200, body: { success: true } })
  expect(await getStock(shop, oil)).toBe(before)
  expect((await staff.post(path, { seen })).body).toMatchObject({ success: false })
  expect(await getStock(shop, oil)).toBe(before)
  expect((await staff.getPage('/admin/reserved-stock')).text).not.toContain(reference)
  expect(await shop.sql('select action from audit where subject = $1', [`order ${reference}`])).toEqual([
    { action: 'reserved stock released' },
  ])
  // To everybody else neither the page nor the call exists.
  expect((await visitor.post(path, { seen })).status).toBeGreaterThanOrEqual(401)
  expect((await visitor.getPage('/admin/reserved-stock')).status).not.toBe(200)
})

test('the address of a customer is forgotten when the order ends', async () => {
  const { nextUrl, reference } = await openGuestPayment(shop, { [oil]: 1 })
  await payByCard(nextUrl)
  expect(await shop.sql('select client_network from orders where reference = $1', [reference])).toEqual([
    { client_network: null },
  ])
})
