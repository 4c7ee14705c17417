import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestContact,
  createGuestSend,
  fillBasket,
  getOrderRow,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

describe('VAT and delivery', () => {
  const placeOrder = async (changes: Record<string, unknown>) => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 2 })
    const { body } = await sendSave(visitor, createGuestSend(changes))
    expect(body.error).toBe(false)
    const { vat, vat_rate_bp, delivery_cost, total, contact } = await getOrderRow(shop, body.reference)
    return { vat, vat_rate_bp, delivery_cost, total, contact }
  }
  const to = (country: string, postcode: string, delivery_method: string) => ({
    delivery: { ...leedsAddress, country, postcode },
    delivery_method,
  })

  test.each([
    ['GB', 'BT9 6EQ', 'NI2', 1200],
    ['IM', 'IM1 1AA', 'HI2', 1450],
    ['GB', 'IV26 2UB', 'HI2', 1450],
  ])('%s %s has UK VAT', async (country, postcode, code, delivery_cost) => {
    expect(await placeOrder(to(country, postcode, code))).toMatchObject({
      delivery_cost,
      vat_rate_bp: 2000,
      vat: (2500 + delivery_cost) / 5,
      total: ((2500 + delivery_cost) * 6) / 5,
    })
  })

  test.each([
    ['IE', 'D02 AF30', 'IE3', 1800],
    ['JE', 'JE2 3AB', 'CI4', 2400],
    ['GB', 'JE2 3AB', 'CI4', 2400],
    ['GG', 'GY1 1AA', 'CI4', 2400],
    ['NO', '0150', 'NO5', 3800],
  ])(
    '%s %s is an export without VAT, and its tax code is stored with the order',
    async (country, postcode, code, delivery_cost) => {
      const contact = { ...createGuestContact(), vat: 'NO974760673' }
      expect(await placeOrder({ ...to(country, postcode, code), contact })).toMatchObject({
        delivery_cost,
        vat_rate_bp: 0,
        vat: 0,
        total: 2500 + delivery_cost,
        contact: { vat: 'NO974760673' },
      })
    },
  )

  test('a collected order has no delivery cost, and VAT', async () => {
    expect(await placeOrder({ delivery_method: 'COL' })).toMatchObject({
      delivery_cost: 0,
      vat: 500,
      total: 3000,
    })
  })

  test('B09: the basket shows the total that is stored and charged, to the penny', async () => {
    const goods = ['FH-OIL-1', 'FH-SEAL-1', 'FH-EDGE-10', 'FH-HYD-1']
    const vouchers = [[], ['SAVE10'], ['FIVER'], ['SAVE10', 'FREEDEL'], ['FREEDEL']]
    const places = [to('GB', 'LS4 1AB', 'ND'), to('GB', 'LS4 1AB', 'COL'), to('IE', 'D02 AF30', 'IE3')]
    await shop.setStock('FH-OIL-1', 1_000_000)
    await shop.setStock('FH-SEAL-1', 1_000_000)
    const quantities = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        quantities,
        fc.constantFrom(...vouchers),
        fc.constantFrom(...places),
        async (counts, codes, place) => {
          const visitor = shop.createVisitor()
          await fillBasket(
            shop,
            visitor,
            Object.fromEntries(goods.slice(0, 3).map((code, i) => [code, counts[i]! * (i + 1) + 2])),
          )
          for (const code of codes) await visitor.post('/basket/discount', { code })
          const sent = createGuestSend(place)
          await sendSave(visitor, { delivery: sent.delivery, delivery_method: sent.delivery_method })
          const displayed = (
            await visitor.post<BasketReply>('/basket', { updated_items: false, with_shipping: true })
          ).body
          const { body } = await sendSave(visitor, sent)
          expect(body.error).toBe(false)
          const { total } = await getOrderRow(shop, body.reference)
          expect(Math.round(displayed.discounted_total * 100)).toBe(total)
          await payByCard(body.next_url!)
        },
      ),
      { numRuns: 20, seed: 11 },
    )
  })
})

describe('limits of an order', () => {
  test('R-BASKET-8: the checkout page of less than £10 says so and leads back to the basket', async () => {
    const poor = shop.createVisitor()
    await fillBasket(shop, poor, { 'FH-SEAL-1': 2 })
    const { status, text } = await poor.getPage('/checkout')
    expect(status).toBe(200)
    for (const words of [
      'There is a minimum order value of £10.00 exc. VAT',
      'Add £2.00 more',
      'href="/basket"',
      'Return to basket',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Delivery address')
    await fillBasket(shop, poor, { 'FH-SEAL-1': 1 })
    expect((await poor.getPage('/checkout')).text).not.toContain('minimum order value')
  })

  test('R-CHECKOUT-13: keeps a PO number of 255 characters whole, and refuses a longer one', async () => {
    const purchaseOrder = `PO-${'x'.repeat(252)}`
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const { reference } = (await sendSave(visitor, createGuestSend({ purchase_order: purchaseOrder }))).body
    const [order] = await shop.sql<{ purchase_order: string }>(
      'select purchase_order from orders where reference = $1',
      [reference],
    )
    expect(order!.purchase_order).toBe(purchaseOrder)
    await completeOrder(visitor)
    const confirmation = await visitor.getPage(`/order/${reference}/confirmation`)
    expect(confirmation.text).toContain(purchaseOrder)
    const refused = await visitor.post<{ errors: Record<string, string[]> }>('/checkout/save', {
      purchase_order: `${purchaseOrder}y`,
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.purchase_order).toEqual(['A PO number can have 255 characters at most.'])
  })
})
