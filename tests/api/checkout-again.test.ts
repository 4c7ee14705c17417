import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { payByCard } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  basketOf,
  complete,
  fill,
  guestAtCard,
  guestSend,
  leeds,
  memberSend,
  newGuest,
  save,
} from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

test('after an order paid by card the next one starts with nothing of it', async () => {
  const sent = { purchase_order: 'PO-7', delivery_instructions: 'Gate 3' }
  const { visitor, nextUrl } = await guestAtCard(shop, { 'FH-OIL-1': 2 }, sent)
  await payByCard(nextUrl)
  await fill(shop, visitor, { 'FH-SEAL-1': 5 })
  const { contact: _, purchase_order: __, delivery_instructions: ___, ...rest } = guestSend()
  const { body } = await save(visitor, rest)
  expect(body.error, 'the contact is asked for anew').toBe('The details you provided are invalid.')
  expect(
    (await shop.sql('select draft from checkout_draft order by updated_at desc limit 1'))[0],
  ).toMatchObject({
    draft: { purchaseOrder: '', deliveryInstructions: '', contact: { email: '' } },
  })
})

test('the same send is the same order, also after a basket call that changed nothing', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { 'FH-OIL-1': 2 })
  const { items } = await basketOf(visitor)
  await visitor.post('/basket', { updated_items: items.map(({ rowId, qty }) => ({ rowId, qty })) })
  await visitor.delete('/basket/discount?code=nothere')
  expect((await save(visitor, sent)).body).toMatchObject({ error: false, reference, next_url: nextUrl })
})

test('a voucher that no longer holds leaves with a word', async () => {
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-OIL-1': 4 })
  expect((await visitor.post('/basket/discount', { code: 'FIVER' })).body).toMatchObject({ accepted: true })
  const [item] = (await basketOf(visitor)).items
  const { body } = await visitor.post<{ notices?: string[]; discounts: unknown[] }>('/basket', {
    updated_items: [{ rowId: item!.rowId, qty: 1 }],
    with_shipping: true,
  })
  expect(body.discounts).toEqual([])
  expect(body.notices).toEqual([expect.stringContaining('FIVER was removed from your basket')])
})

test('A05: sends of several steps at once keep all that they bring', async () => {
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  await visitor.post('/checkout/load', {})
  await Promise.all([
    save(visitor, { contact: newGuest() }),
    save(visitor, { delivery: leeds }),
    save(visitor, { purchase_order: 'PO 9' }),
  ])
  const { body } = await save(visitor, { billing: leeds, delivery_method: 'ND', payment_method: 'sagepay' })
  expect(body).toMatchObject({ error: false, errors: {} })
  const [order] = await shop.sql('select purchase_order from orders where reference = $1', [body.reference])
  expect(order).toEqual({ purchase_order: 'PO 9' })
})

test('an order number of any length passes', async () => {
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  expect((await save(visitor, guestSend({ purchase_order: 'x'.repeat(120) }))).body).toMatchObject({
    error: false,
  })
})

test('an address that is refused leaves the sums of the basket alone', async () => {
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  const send = guestSend({ delivery: { ...leeds, country: 'US' } })
  expect((await save(visitor, send)).body.error).toBe('Delivery country address is invalid.')
  const { body } = await visitor.post('/basket', { updated_items: false, with_shipping: true })
  expect(body).toMatchObject({ shipping: { price: 8 }, tax: 4.1, total: 24.6 })
})

test('A10: the last word after a refused send is not answered with the order before it', async () => {
  const trade = await shop.signedIn('trade@example.com')
  await trade.delete('/basket')
  await fill(shop, trade, { 'FH-OIL-1': 1 })
  expect((await save(trade, memberSend('account'))).body).toMatchObject({ error: false })
  expect(await complete(trade)).toMatchObject({ error: false })
  await fill(shop, trade, { 'FH-SEAL-1': 2 })
  expect((await save(trade, memberSend('account'))).body.error).toMatch(/minimum order value of £10.00/)
  expect(await complete(trade)).toMatchObject({
    error: 'There is no order to complete. Please place it from the checkout.',
    next_url: null,
  })
})
