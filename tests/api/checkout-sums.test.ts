import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
import {
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
afterEach(() => checkInvariants(shop))
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
