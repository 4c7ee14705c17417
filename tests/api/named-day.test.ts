import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { apprenticeEmail, headBuyerEmail, sendForApproval } from './approval-calls.ts'
import {
  completeOrder,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderRow,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'

// A day that a customer has chosen stays, or is said to have gone (R-DELIVERY-14).

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.clock.set('2026-11-24T10:00:00Z'))

const namedDay = '2026-12-02'
const dayGone = 'That delivery day can no longer be kept. Please choose from the new dates.'

async function signInWithGoods(email: string, goods: Record<string, number> = { 'FH-OIL-1': 2 }) {
  const visitor = await shop.signIn(email)
  await visitor.delete('/basket')
  await fillBasket(shop, visitor, goods)
  return visitor
}

/** The id of a request for approval that asks for a delivery. */
async function requestDelivery(changes: Record<string, unknown>, goods?: Record<string, number>) {
  const sender = await signInWithGoods(apprenticeEmail, goods)
  const { body } = await sendSave(sender, createMemberSend('approval', changes))
  expect(body.error).toBe(false)
  await sendForApproval(sender)
  const { id } = await getOrderRow(shop, body.reference)
  return { approval_id: Number(id), reference: body.reference }
}

/** What the checkout page of a loaded request starts with. */
async function openRequest(head: TestVisitor, approval_id: number) {
  const { text } = await head.getPage(`/checkout?approval_id=${approval_id}`)
  const props = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)![1]!
  return props
}

test('a named day stays when the head buyer loads the request, and its order has it', async () => {
  const { approval_id } = await requestDelivery({ delivery_method: 'NAM', delivery_arg: namedDay })
  shop.clock.set('2026-11-26T10:00:00Z')
  const head = await shop.signIn(headBuyerEmail)
  const page = await openRequest(head, approval_id)
  expect(page).toContain(`"deliveryDay":"${namedDay}"`)
  expect(page).toContain('"isDayOffered":true')
  const send = createMemberSend('account', { delivery_method: 'NAM', approval_id })
  const { body } = await sendSave(head, send)
  expect(body.error).toBe(false)
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    delivery_date: namedDay,
    delivery_title: 'Wednesday 2 December – Named day',
  })
})

test('a named day that has passed is said to have gone, and not replaced', async () => {
  const { approval_id } = await requestDelivery({ delivery_method: 'NAM', delivery_arg: namedDay })
  shop.clock.set('2026-12-02T10:00:00Z')
  const head = await shop.signIn(headBuyerEmail)
  expect(await openRequest(head, approval_id)).toContain('"isDayOffered":false')
  const send = createMemberSend('account', { delivery_method: 'NAM', approval_id })
  expect((await sendSave(head, send)).body).toMatchObject({
    error: dayGone,
    errors: { delivery_method: dayGone },
  })
  const chosen = await sendSave(head, { ...send, delivery_arg: '2026-12-04' })
  expect(await getOrderRow(shop, chosen.body.reference)).toMatchObject({ delivery_date: '2026-12-04' })
})

test('the next working day of a request is the one after its approval, without an alarm', async () => {
  const { approval_id } = await requestDelivery({ delivery_method: 'ND', delivery_arg: '2026-11-25' })
  shop.clock.set('2026-11-26T10:00:00Z')
  const head = await shop.signIn(headBuyerEmail)
  expect(await openRequest(head, approval_id)).toContain('"isDayOffered":true')
  const { body } = await sendSave(head, createMemberSend('account', { approval_id }))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({ delivery_date: '2026-11-27' })
})

test('a request keeps the choice of one consignment or two', async () => {
  const goods = { 'FH-OIL-1': 1, 'FH-HYD-1': 1 }
  const { approval_id, reference } = await requestDelivery({ consignments: 'split' }, goods)
  expect(await getOrderRow(shop, reference)).toMatchObject({ consignments: 'split' })
  const head = await shop.signIn(headBuyerEmail)
  expect(await openRequest(head, approval_id)).toContain('"consignments":"split"')
  const { body } = await sendSave(head, createMemberSend('account', { approval_id }))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    consignments: 'split',
    delivery_date: '2026-11-25',
  })
})

test('the preselected first day of a named-day delivery stands in the order', async () => {
  const trade = await signInWithGoods('trade@example.com')
  const { body } = await sendSave(trade, createMemberSend('account', { delivery_method: 'NAM' }))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    delivery_date: '2026-11-26',
    delivery_title: 'Thursday 26 November – Named day',
  })
  await completeOrder(trade)
})

test('a collection is stored with its day, not with today', async () => {
  const trade = await signInWithGoods('trade@example.com')
  const { body } = await sendSave(trade, createMemberSend('account', { delivery_method: 'COL' }))
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    delivery_title: 'Collection – Leeds counter, Tuesday 24 November from 15:00',
  })
  await completeOrder(trade)
})

test('the basket says which delivery is chosen, until its day has gone', async () => {
  const trade = await signInWithGoods('trade@example.com')
  expect((await getBasket(trade)).delivery_text).toBeUndefined()
  const choose = (delivery_method: string, delivery_arg: string | null, changes = {}) =>
    sendSave(trade, { delivery: leedsAddress, delivery_method, delivery_arg, ...changes })
  const deliveryText = async () =>
    (await trade.post<{ delivery_text?: string }>('/basket', { with_shipping: true })).body.delivery_text
  await choose('NAM', namedDay)
  expect(await deliveryText()).toBe('Wednesday 2 December – Named day')
  await choose('NAM', '')
  expect(await deliveryText()).toBe('Thursday 26 November – Named day')
  await choose('ND', null)
  expect(await deliveryText()).toBe('Wednesday 25 November – Next working day, before 17:30')
  await choose('NAM', namedDay)
  shop.clock.set('2026-12-02T10:00:00Z')
  expect(await deliveryText()).toBeUndefined()
})

test('the basket says that not all of it is in stock', async () => {
  const trade = await signInWithGoods('trade@example.com', { 'FH-OIL-1': 1, 'FH-HYD-1': 1 })
  const deliveryText = async () =>
    (await trade.post<{ delivery_text?: string }>('/basket', { with_shipping: true })).body.delivery_text
  expect(await deliveryText()).toBe(
    'Some items are on back order. All together: about 2–3 weeks. You can have what’s in stock first.',
  )
  await sendSave(trade, {
    delivery: leedsAddress,
    delivery_method: 'ND',
    delivery_arg: null,
    consignments: 'split',
  })
  expect(await deliveryText()).toBe(
    'Wednesday 25 November – Next working day, before 17:30. The rest: about 2–3 weeks.',
  )
})
