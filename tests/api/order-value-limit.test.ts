import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { type AddReply, createGuestSend, fillBasket, getBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

describe('an order above the largest value', () => {
  const message = 'The most we can take in one order is £15,000,000.00 ex VAT. For more, please call us.'
  const add = async (visitor: TestVisitor, product: number, quantity: number) =>
    (await visitor.post<AddReply>('/basket/add/single', { product, quantity })).body
  const setPrice = (pence: number) =>
    shop.sql(`update product set price = $1 where code = 'FH-HYD-1'`, [pence])
  afterAll(() => setPrice(4995))

  test('B02: is refused when the visitor adds the goods, and the basket stays unchanged', async () => {
    await setPrice(2000_00)
    const hyd = await shop.productId('FH-HYD-1')
    const visitor = shop.createVisitor()
    expect(await add(visitor, hyd, 9999)).toMatchObject({ success: false, messages: [message] })
    expect((await getBasket(visitor)).items).toEqual([])
    expect((await add(visitor, hyd, 7000)).success).toBe(true)
    expect(await add(visitor, hyd, 1000)).toMatchObject({ success: false, messages: [message] })
    const { items } = await getBasket(visitor)
    expect(items).toMatchObject([{ qty: 7000, subtotal: 14_000_000 }])
    const change = (qty: number) =>
      visitor.post<BasketReply>('/basket', {
        updated_items: [{ rowId: items[0]!.rowId, qty }],
        with_shipping: false,
      })
    expect((await change(9999)).body).toMatchObject({ count: 7000, notices: [message] })
    expect((await change(7500)).body).toMatchObject({ count: 7500, subtotal: 15_000_000 })
    expect((await change(7500)).body.notices).toBeUndefined()
  })

  test('is refused at the final send when prices rose, and the visitor can reduce it', async () => {
    await setPrice(2000_00)
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-HYD-1': 7000 })
    await setPrice(4000_00)
    const sent = createGuestSend({ delivery_method: 'quote', payment_method: 'quote' })
    expect((await sendSave(visitor, sent)).body).toMatchObject({ error: message, reference: null })
    const { items } = await getBasket(visitor)
    const fewer = { updated_items: [{ rowId: items[0]!.rowId, qty: 5000 }], with_shipping: false }
    expect((await visitor.post<BasketReply>('/basket', fewer)).body.count).toBe(5000)
  })
})
