import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { loadCheckout } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { apprenticeEmail, headBuyerEmail } from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getOrderRow,
  getStock,
  sendSave,
} from './checkout-calls.ts'
import { toText } from './despatch-calls.ts'
import { createGuestWithBasket, signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(
    `insert into voucher (code, kind, amount) values ('ALL', 'percentage', 10000), ('GIFT', 'fixed', 100000)`,
  )
})
afterAll(() => shop.close())

const enterVoucher = (visitor: TestVisitor, code: string) => visitor.post('/basket/discount', { code })
const listMethods = async (visitor: TestVisitor) =>
  (await visitor.post<ReplyOf<typeof loadCheckout>>('/checkout/load')).body.payment_methods
const collected = { delivery_method: 'COL', payment_method: 'free' }
const nothing = { name: 'Nothing to pay', value: 'free' }

/** A guest whose goods cost nothing, with a voucher over everything. */
async function createFreeGuest(code = 'ALL') {
  const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 2 })
  await enterVoucher(visitor, code)
  return visitor
}

describe('R-CHECKOUT-29: an order for which nothing is to be paid', () => {
  for (const [title, codes, deliveryMethod] of [
    ['with collection', ['ALL'], 'COL'],
    ['with a voucher for free delivery', ['GIFT', 'FREEDEL'], 'ND'],
  ] as const)
    test(`is placed by a guest without a card, ${title}, and its papers say so`, async () => {
      const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 2 })
      for (const code of codes) await enterVoucher(visitor, code)
      const before = await getStock(shop, 'FH-OIL-1')
      const sent = createGuestSend({
        delivery_method: deliveryMethod,
        payment_method: 'free',
        shown_total: 0,
      })
      const { body } = await sendSave(visitor, sent)
      expect(body).toMatchObject({ error: false, errors: {}, next_url: null })
      expect(await listMethods(visitor)).toEqual([nothing])
      const done = await completeOrder(visitor)
      expect(done).toEqual({ error: false, next_url: `/order/${body.reference}/confirmation` })
      expect(await completeOrder(visitor)).toEqual(done)
      const row = await getOrderRow(shop, body.reference)
      expect(row).toMatchObject({ state: 'placed', method: 'free', total: 0, vat: 0, payment_due: false })
      expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
      expect(await shop.sql('select 1 from payment_attempt where order_id = $1', [row.id])).toEqual([])
      expect(toText((await visitor.getPage(done.next_url!)).text)).toContain('Nothing to pay')
      const [mail] = await shop.sql<{ facts: { method: string } }>(
        `select facts from mail_outbox where kind = 'order-received' and facts->>'reference' = $1`,
        [body.reference],
      )
      expect(mail!.facts.method).toBe('Nothing to pay')
      const file = await visitor.getFile(`/order/${body.reference}/invoice.pdf`)
      const paper = readPdfText(file.content).join(' ')
      expect(paper).toContain('Nothing to pay')
      expect(paper).toContain('Nothing is to be paid.')
      expect(paper).not.toMatch(/To be invoiced|Paid in full|Amount due/)
      const repeated = await sendSave(visitor, sent)
      expect(repeated.body.reference).toBe(body.reference)
    })

  test('is placed by a member too; who orders on account may use the account', async () => {
    const retail = await signInWithBasket(shop, 'retail@example.com', { 'FH-OIL-1': 1 })
    await enterVoucher(retail, 'ALL')
    expect((await sendSave(retail, createMemberSend('free', collected))).body.error).toBe(false)
    expect((await completeOrder(retail)).error).toBe(false)

    const trade = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    await enterVoucher(trade, 'ALL')
    for (const method of ['account', 'free']) {
      await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
      await enterVoucher(trade, 'ALL')
      const sent = { ...createMemberSend(method, collected), payment_method: method }
      const { body } = await sendSave(trade, sent)
      expect([method, body.error]).toEqual([method, false])
      expect((await listMethods(trade)).map(({ value }) => value)).toEqual(['account', 'free'])
      expect((await completeOrder(trade)).error).toBe(false)
      expect(await getOrderRow(shop, body.reference)).toMatchObject({ method, total: 0 })
    }
  })

  test('takes a card that was chosen before, and opens no card form', async () => {
    const visitor = await createFreeGuest()
    const sent = createGuestSend({ ...collected, payment_method: cardMethod })
    const { body } = await sendSave(visitor, sent)
    expect(body).toMatchObject({ error: false, next_url: null })
    expect((await completeOrder(visitor)).error).toBe(false)
    expect(await getOrderRow(shop, body.reference)).toMatchObject({ method: 'free', state: 'placed' })
  })

  test('is refused with the total where there is something to pay, also when it was £0.00 a moment ago', async () => {
    const visitor = await createFreeGuest()
    // Delivery is to be paid for.
    const delivered = createGuestSend({ payment_method: 'free' })
    const { body } = await sendSave(visitor, delivered)
    const sentence =
      'There is something to pay for this order now: it comes to £9.60. Please choose how to pay, and place it again.'
    expect(body).toMatchObject({ error: sentence, errors: { payment_method: sentence }, reference: null })
    await sendSave(visitor, createGuestSend({ ...collected, payment_method: cardMethod }))
    await visitor.delete('/basket/discount?code=ALL')
    const refused = await sendSave(visitor, createGuestSend({ ...collected, shown_total: 0 }))
    expect(refused.body.errors.total).toMatch(/^The total has changed .* it is now £30\.00\./)
    const unseen = await sendSave(visitor, createGuestSend(collected))
    expect(unseen.body.errors.payment_method).toMatch(/it comes to £30\.00/)
    const byCard = await sendSave(visitor, createGuestSend({ ...collected, payment_method: cardMethod }))
    expect(byCard.body.next_url).toContain(shop.simulator.url)
  })

  test('with a voucher that lapses at the last moment is refused with the new total', async () => {
    await shop.sql(`insert into voucher (code, kind, amount) values ('GONE', 'percentage', 10000)`)
    const visitor = await createFreeGuest('GONE')
    const sent = createGuestSend({ ...collected, shown_total: 0 })
    await shop.sql(`update voucher set ends_at = $1 where code = 'GONE'`, [
      new Date(shop.clock.now().getTime() - 1000),
    ])
    const { body } = await sendSave(visitor, sent)
    expect(body.error).toMatch(/^GONE was removed from your basket: .* The total is now £30\.00\./)
    expect(body.reference).toBeNull()
  })

  test('whose goods have gone names them, and takes nothing', async () => {
    const visitor = await createGuestWithBasket(shop, { 'FH-AIR-1': 2 })
    await enterVoucher(visitor, 'ALL')
    await shop.setStock('FH-AIR-1', 1)
    const { body } = await sendSave(visitor, createGuestSend(collected))
    expect(body.error_details).toEqual([expect.stringContaining('only 1 in stock')])
    await shop.setStock('FH-AIR-1', 5)
  })

  test('cannot be chosen at a stage while there is something to pay, nor instead of an approval or a quote', async () => {
    const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
    const invalid = { payment_method: 'Invalid payment method chosen.' }
    const { contact, delivery, delivery_method } = createGuestSend()
    const stage = { contact, delivery, delivery_method, payment_method: 'free' }
    expect((await sendSave(visitor, stage)).body.errors).toEqual(invalid)
    await enterVoucher(visitor, 'ALL')
    const collectedStage = { delivery, ...collected }
    expect((await sendSave(visitor, collectedStage)).body.errors).toEqual({})
    expect(
      (await sendSave(visitor, createGuestSend({ ...collected, delivery_method: 'quote' }))).body.errors,
    ).toEqual(invalid)
    const apprentice = await signInWithBasket(shop, apprenticeEmail, { 'FH-OIL-1': 1 })
    await enterVoucher(apprentice, 'ALL')
    expect((await sendSave(apprentice, createMemberSend('free', collected))).body.errors).toEqual(invalid)
  })

  test('of a buyer who needs approval is sent to the head buyer, who places it on account, or without one', async () => {
    for (const hasAccount of [true, false]) {
      const apprentice = await signInWithBasket(shop, apprenticeEmail, { 'FH-OIL-1': 1 })
      await enterVoucher(apprentice, 'ALL')
      const { body } = await sendSave(apprentice, createMemberSend('approval', { delivery_method: 'COL' }))
      expect((await apprentice.post('/checkout/send-approval')).body.error).toBe(false)
      if (!hasAccount)
        await shop.sql(
          `update person set permissions = array_remove(permissions, 'account_orders') where email = $1`,
          [headBuyerEmail],
        )
      const head = await shop.signIn(headBuyerEmail)
      const { id } = await getOrderRow(shop, body.reference)
      const approved = await head.post(`/account/approvals/${id}/approve`)
      expect(approved.body).toMatchObject({ success: true })
      expect(await getOrderRow(shop, String(approved.body.reference))).toMatchObject({
        method: hasAccount ? 'account' : 'free',
        total: 0,
        state: 'placed',
      })
    }
    const page = await (await shop.signIn(headBuyerEmail)).getPage('/account/approvals')
    expect(page.status).toBe(200)
  })

  test('holds no more stock than an order by card may, and gives it back when its basket changes', async () => {
    const visitor = await createFreeGuest()
    const before = await getStock(shop, 'FH-OIL-1')
    expect((await sendSave(visitor, createGuestSend(collected))).body.error).toBe(false)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
    await visitor.delete('/basket')
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
    const many = await createGuestWithBasket(shop, { 'FH-HYD-1': 9_999 })
    await enterVoucher(many, 'ALL')
    const { body } = await sendSave(many, createGuestSend(collected))
    expect(body.error).toMatch(/^Orders that aren’t paid or placed yet can reserve up to £25,000/)
  })
})

test('R-CHECKOUT-29: goods of £0.00 are ordered where there is no minimum, and nothing else is free', async () => {
  const open = await startTestShop({ env: { MINIMUM_ORDER: '0' } })
  await open.sql(`update product set price = 0 where code = 'FH-SEAL-1'`)
  const visitor = open.createVisitor()
  await fillBasket(open, visitor, { 'FH-SEAL-1': 3 })
  const { body } = await sendSave(visitor, createGuestSend(collected))
  expect(body.error).toBe(false)
  expect((await completeOrder(visitor)).error).toBe(false)
  await fillBasket(open, visitor, { 'FH-SEAL-1': 1, 'FH-OIL-1': 1 })
  expect((await listMethods(visitor)).map(({ value }) => value)).toEqual([cardMethod])
  await open.close()
})
