import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  sendSave,
} from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const change = async (visitor: TestVisitor, updated_items: unknown, with_shipping: unknown = false) =>
  (await visitor.post<BasketReply>('/basket', { updated_items, with_shipping })).body
const enterVoucher = async (visitor: TestVisitor, code: unknown) =>
  (await visitor.post('/basket/discount', { code })).body
const listVoucherCodes = ({ discounts }: BasketReply) => discounts.map(({ code }) => code).sort()

describe('a voucher', () => {
  test('of ten per cent, of five pounds or for free delivery takes off that amount', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 5 })
    expect(await enterVoucher(visitor, ' save10 ')).toEqual({
      accepted: true,
      message: 'Thank you! The discount has been added to your basket.',
    })
    expect(await change(visitor, false, true)).toMatchObject({
      discounts: [{ code: 'SAVE10', summary: '10% off', price: 6.25 }],
      subtotal: 62.5,
      shipping: { price: 8 },
      total: 84.6,
      discounted_tax: 12.85,
      discounted_total: 77.1,
    })
    await visitor.delete('/basket/discount?code=save10')
    expect(await enterVoucher(visitor, 'FIVER')).toMatchObject({ accepted: true })
    expect(await enterVoucher(visitor, 'FreeDel')).toMatchObject({ accepted: true })
    const both = await change(visitor, false, true)
    expect(listVoucherCodes(both)).toEqual(['FIVER', 'FREEDEL'])
    expect(both).toMatchObject({ shipping: { price: 0 }, total: 75, discounted_total: 69 })
    expect(both.discounts.find(({ code }) => code === 'FREEDEL')!.price).toBe(0)
    const { body } = await visitor.delete<BasketReply>('/basket/discount?code=FIVER')
    expect(listVoucherCodes(body)).toEqual(['FREEDEL'])
  })

  test('B08: that is unknown, expired or another customer’s gets the same answer', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 5 })
    await shop.sql(`insert into voucher (code, kind, amount, company_id) values ('NORTH', 'fixed', 100,
      (select id from company where account_number = 'NPH001'))`)
    const refusal = { accepted: false, message: "Sorry, that code doesn't match any current offer." }
    for (const code of ['EXPIRED', 'NOSUCH', 'NORTH', "' or 1=1 --", 'SAVE10%', '💥'])
      expect(await enterVoucher(visitor, code)).toEqual(refusal)
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
    expect(await enterVoucher(trade, 'NORTH')).toMatchObject({ accepted: true })
    await trade.delete('/basket')
  })

  test('that is empty changes nothing', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const before = await getBasket(visitor)
    for (const code of ['', '   ', null, undefined])
      expect(await enterVoucher(visitor, code)).toMatchObject({ accepted: false })
    expect(await getBasket(visitor)).toEqual(before)
  })

  test('B06: that takes money off cannot be combined with another, even when both are entered at once', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 5 })
    await enterVoucher(visitor, 'SAVE10')
    expect(await enterVoucher(visitor, 'FIVER')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('one'),
    })
    expect(await enterVoucher(visitor, 'SAVE10')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('already'),
    })
    for (let round = 0; round < 5; round++) {
      const tabs = shop.createVisitor()
      await fillBasket(shop, tabs, { 'FH-OIL-1': 5 })
      const answers = await runConcurrently(6, nth => enterVoucher(tabs, nth % 2 ? 'FIVER' : 'SAVE10'))
      expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1)
      expect((await getBasket(tabs)).discounts).toHaveLength(1)
    }
  })

  test('B05: with a minimum is removed with a message when the basket falls below it', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 3 })
    expect(await enterVoucher(visitor, 'FIVER')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('£50.00'),
    })
    const [row] = (await getBasket(visitor)).items
    await change(visitor, [{ rowId: row!.rowId, qty: 4 }])
    expect(await enterVoucher(visitor, 'FIVER')).toMatchObject({ accepted: true })
    await visitor.postForm('/basket', { 'updated_items[0][rowId]': row!.rowId, 'updated_items[0][qty]': '3' })
    expect((await visitor.getPage('/basket')).text.includes('FIVER was removed from your basket')).toBe(true)
    expect((await getBasket(visitor)).discounts).toEqual([])
  })

  test('is refused for an empty basket', async () => {
    const visitor = shop.createVisitor()
    expect(await enterVoucher(visitor, 'SAVE10')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('empty'),
    })
  })

  test('B05: that expired before the order is placed is removed with a message', async () => {
    await shop.sql(`insert into voucher (code, kind, amount) values ('TODAY', 'fixed', 300)`)
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    await enterVoucher(visitor, 'TODAY')
    await shop.sql(`update voucher set ends_at = $1 where code = 'TODAY'`, [shop.clock.now()])
    const { body } = await sendSave(visitor, createGuestSend())
    expect(body).toMatchObject({ error: expect.stringContaining('TODAY was removed'), next_url: null })
    expect((await getBasket(visitor)).discounts).toEqual([])
    expect((await sendSave(visitor, createGuestSend())).body.error).toBe(false)
  })

  test('B08: cannot be guessed, because attempts are limited', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const limit = shop.context.config.limits.vouchersPerMinute
    const answers = await runConcurrently(limit + 5, nth =>
      visitor.post('/basket/discount', { code: `GUESS${nth}` }),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('R-VOUCHER-2: an order stores what its vouchers were worth, whatever becomes of them', async () => {
  const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 20 })
  for (const code of ['SAVE10', 'FREEDEL']) await enterVoucher(buyer, code)
  const { body } = await sendSave(buyer, createMemberSend('account'))
  await completeOrder(buyer)
  const rows = await shop.sql(
    `select v.code, v.kind, v.rate from order_voucher v join orders o on o.id = v.order_id
     where o.reference = $1 order by v.code`,
    [body.reference],
  )
  expect(rows).toEqual([
    { code: 'FREEDEL', kind: 'free_delivery', rate: 0 },
    { code: 'SAVE10', kind: 'percentage', rate: 1000 },
  ])
})
