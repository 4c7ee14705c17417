import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createGuestContact,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  leedsAddress,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('after an order paid by card the next checkout starts empty', async () => {
  const sent = { purchase_order: 'PO-7', delivery_instructions: 'Gate 3' }
  const { visitor, nextUrl } = await openGuestPayment(shop, { 'FH-OIL-1': 2 }, sent)
  await payByCard(nextUrl)
  await fillBasket(shop, visitor, { 'FH-SEAL-1': 5 })
  const { contact: _, purchase_order: __, delivery_instructions: ___, ...rest } = createGuestSend()
  const { body } = await sendSave(visitor, rest)
  expect(body.error, 'the contact is required again').toBe('The details you provided are invalid.')
  expect(
    (await shop.sql('select draft from checkout_draft order by updated_at desc limit 1'))[0],
  ).toMatchObject({
    draft: { purchaseOrder: '', deliveryInstructions: '', contact: { email: '' } },
  })
})

test('the same send returns the same order, also after a basket call that changed nothing', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-OIL-1': 2 })
  const { items } = await getBasket(visitor)
  await visitor.post('/basket', { updated_items: items.map(({ rowId, qty }) => ({ rowId, qty })) })
  await visitor.delete('/basket/discount?code=nothere')
  expect((await sendSave(visitor, sent)).body).toMatchObject({ error: false, reference, next_url: nextUrl })
})

test('a voucher that is no longer valid is removed with a message', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 4 })
  expect((await visitor.post('/basket/discount', { code: 'FIVER' })).body).toMatchObject({ accepted: true })
  const [item] = (await getBasket(visitor)).items
  const { body } = await visitor.post<{ notices?: string[]; discounts: unknown[] }>('/basket', {
    updated_items: [{ rowId: item!.rowId, qty: 1 }],
    with_shipping: true,
  })
  expect(body.discounts).toEqual([])
  expect(body.notices).toEqual([expect.stringContaining('FIVER was removed from your basket')])
})

test('A05: concurrent sends of several steps are all stored', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  await visitor.post('/checkout/load', {})
  await Promise.all([
    sendSave(visitor, { contact: createGuestContact() }),
    sendSave(visitor, { delivery: leedsAddress }),
    sendSave(visitor, { purchase_order: 'PO 9' }),
  ])
  const { body } = await sendSave(visitor, {
    billing: leedsAddress,
    delivery_method: 'ND',
    payment_method: cardMethod,
  })
  expect(body).toMatchObject({ error: false, errors: {} })
  const [order] = await shop.sql('select purchase_order from orders where reference = $1', [body.reference])
  expect(order).toEqual({ purchase_order: 'PO 9' })
})

test('an order number of any length is accepted', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  expect((await sendSave(visitor, createGuestSend({ purchase_order: 'x'.repeat(120) }))).body).toMatchObject({
    error: false,
  })
})

test('a refused address does not change the totals of the basket', async () => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const send = createGuestSend({ delivery: { ...leedsAddress, country: 'US' } })
  expect((await sendSave(visitor, send)).body.error).toBe('Delivery country address is invalid.')
  const { body } = await visitor.post('/basket', { updated_items: false, with_shipping: true })
  expect(body).toMatchObject({ shipping: { price: 8 }, tax: 4.1, total: 24.6 })
})

test('A10: completing after a refused send is not answered with the order before it', async () => {
  const trade = await shop.signIn('trade@example.com')
  await trade.delete('/basket')
  await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
  expect((await sendSave(trade, createMemberSend('account'))).body).toMatchObject({ error: false })
  expect(await completeOrder(trade)).toMatchObject({ error: false })
  await fillBasket(shop, trade, { 'FH-SEAL-1': 2 })
  expect((await sendSave(trade, createMemberSend('account'))).body.error).toMatch(
    /minimum order value of £10.00/,
  )
  expect(await completeOrder(trade)).toMatchObject({
    error: 'There is no order to complete. Please place it from the checkout.',
    next_url: null,
  })
})
