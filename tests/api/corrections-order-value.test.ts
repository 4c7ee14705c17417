import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { correctMoney, getCorrectedOrder } from './correction-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('R-CORRECT-7: replaced lines above the largest value of an order are refused with a sentence', async () => {
  const staff = await shop.signIn('staff@example.com')
  const products = await shop.sql<{ code: string }>(
    `select p.code from product p join stock s on s.product_id = p.id
     where p.for_sale and s.available > 20 and p.price is not null and p.code <> 'FH-OIL-1' order by p.id limit 22`,
  )
  expect(products).toHaveLength(22)
  const goods = Object.fromEntries(products.map(({ code }) => [code, 1]))
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', goods)
  const before = await getCorrectedOrder(shop, reference)
  await shop.setStock('FH-OIL-1', 50)
  const replace = (lines: number) =>
    correctMoney(staff, reference, {
      lines: Array.from({ length: lines }, (_, index) => ({
        position: index + 1,
        quantity: 1,
        code: 'FH-OIL-1',
        price: '999999.99',
      })),
    })
  expect(await replace(22)).toMatchObject({
    success: false,
    message:
      'The most that one order can come to is £15,000,000.00 ex VAT. Place a second order for the rest.',
  })
  expect(await getCorrectedOrder(shop, reference)).toEqual(before)
  expect((await replace(14)).success).toBe(true)
})
