import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { requestApproval, sendForApproval } from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createMemberSend,
  getBasket,
  getOrderState,
  getStock,
  leedsAddress,
  type SaveCallReply,
  sendSave,
} from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

interface DemoOrders {
  quote_id: number
  approval_id: number
}

/** The demo's quote and request for approval that are open now. */
async function getDemo(): Promise<DemoOrders> {
  return (await shop.createVisitor().get<DemoOrders>('/_sandbox/demo.json')).body
}

const load = (visitor: TestVisitor, ids: object) =>
  visitor.post<Record<string, unknown> & { items: { price: number; qty: number }[] }>('/checkout/load', ids)

describe('an order that needs approval', () => {
  test('empties the apprentice’s basket, takes no stock, and gets the same answer when sent again', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { sender, reference } = await requestApproval(shop)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    expect((await getBasket(sender)).count).toBe(0)
    expect(await sendForApproval(sender)).toEqual({
      error: false,
      next_url: `/order/${reference}/confirmation`,
    })
    expect((await completeOrder(sender)).error).toMatch(/need approval/)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
  })

  test('is loaded by the head buyer with address, delivery and prices as sent, and placed once', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id, reference } = await requestApproval(shop, { 'FH-OIL-1': 3 })
    await shop.sql(`update product set price = price + 100 where code = 'FH-OIL-1'`)
    const head = await shop.signIn('head@example.com')
    const { body: loaded, status } = await load(head, { approval_id: id })
    expect(status).toBe(200)
    expect(loaded).toMatchObject({
      load_existing: true,
      status: 'approval',
      delivery_code: 'ND',
      delivery_town: 'Leeds',
      billing_surname: leedsAddress.surname,
    })
    expect(loaded.items).toMatchObject([{ price: 12.5, qty: 3 }])
    const send = createMemberSend('account', { approval_id: id })
    const sends = await runConcurrently(4, () => sendSave(head, send))
    expect(sends.map(({ body }) => body.error)).toEqual([false, false, false, false])
    expect(new Set(sends.map(({ body }) => body.reference)).size).toBe(1)
    const newReference = sends[0]!.body.reference!
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    expect((await completeOrder(head)).next_url).toBe(`/order/${newReference}/confirmation`)
    expect(await getOrderState(shop, newReference)).toBe('placed')
    expect(await getOrderState(shop, reference)).toBe('approved')
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 3)
    const [order] = await shop.sql<{ subtotal: number; source: number; who: string }>(
      `select o.subtotal, o.source_id as source, p.email as who from orders o join person p on p.id = o.person_id
       where reference = $1`,
      [newReference],
    )
    expect(order).toEqual({ subtotal: 3750, source: id, who: 'head@example.com' })
    // The same send again answers with the same order; loading the request again is refused.
    expect((await sendSave(head, send)).body).toMatchObject({ error: false, reference: newReference })
    expect((await completeOrder(head)).next_url).toBe(`/order/${newReference}/confirmation`)
    expect((await load(head, { approval_id: id })).status).toBe(409)
    await shop.sql(`update product set price = price - 100 where code = 'FH-OIL-1'`)
    const mails = await shop.sql<{ recipient: string }>(
      `select recipient from mail_outbox where dedupe_key like $1`,
      [`approval-%:${reference}%`],
    )
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'apprentice@example.com',
      'head@example.com',
    ])
  })

  test('cannot be placed by its sender, and does not exist for others', async () => {
    const { sender, id } = await requestApproval(shop)
    expect((await load(sender, { approval_id: id })).status).toBe(200)
    const sent = await sendSave(sender, createMemberSend('approval', { approval_id: id }))
    expect(sent.body.error).toMatch(/another head buyer/)
    for (const email of [
      'trade@example.com',
      'stopped@example.com',
      'staff@example.com',
      'retail@example.com',
    ]) {
      const other = await shop.signIn(email)
      expect((await load(other, { approval_id: id })).status).toBe(404)
      expect((await sendSave(other, createMemberSend(cardMethod, { approval_id: id }))).status).toBe(404)
    }
    expect((await load(shop.createVisitor(), { approval_id: id })).status).toBe(401)
  })

  test('E04: cannot be placed by a head buyer who loses the right during checkout', async () => {
    const { id, reference } = await requestApproval(shop)
    const head = await shop.signIn('head@example.com')
    expect((await sendSave(head, createMemberSend('account', { approval_id: id }))).body.error).toBe(false)
    await shop.sql(`update person set roles = '{buyer}' where email = 'head@example.com'`)
    expect((await completeOrder(head)).error).not.toBe(false)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    await shop.sql(`update person set roles = '{buyer,head_buyer}' where email = 'head@example.com'`)
  })
})

describe('a quote', () => {
  test('is ordered at its own prices and delivery cost, once', async () => {
    const { quote_id } = await getDemo()
    const trade = await shop.signIn('trade@example.com')
    const { body: loaded } = await load(trade, { quote_id })
    expect(loaded).toMatchObject({ load_existing: true, status: 'quote_approved', delivery_code: 'QTD' })
    expect(loaded.items.map(({ price }) => price)).toEqual([11.25, 3.6])
    const { body: offers } = await trade.post<{ options: { code: string; price: number | null }[] }>(
      '/checkout/delivery',
      { country: 'GB', postcode: 'LS3 1LH', quote_id, other_deliveries: false },
    )
    expect(offers.options).toMatchObject([{ code: 'QTD', price: 12 }])
    expect(offers.options.map(({ code }) => code)).not.toContain('quote')
    const send = createMemberSend('account', { quote_id, delivery_method: 'QTD' })
    const [one, two] = await runConcurrently(2, () => sendSave(trade, send))
    expect([one!.body.error, two!.body.error]).toEqual([false, false])
    const { reference } = one!.body
    expect((await completeOrder(trade)).next_url).toBe(`/order/${reference}/confirmation`)
    const [order] = await shop.sql<Record<string, number>>(
      'select subtotal, delivery_cost, vat, total from orders where reference = $1',
      [reference],
    )
    // 20 × 11.25 + 2 × 3.60 = 232.20; 12.00 delivery; VAT 48.84.
    expect(order).toEqual({ subtotal: 23220, delivery_cost: 1200, vat: 4884, total: 29304 })
    expect((await load(trade, { quote_id })).status).toBe(409)
    expect((await sendSave(trade, send)).body).toMatchObject({ error: false, reference })
    expect((await getDemo()).quote_id).not.toBe(quote_id)
  })

  test('can be ordered again after a head buyer rejected it', async () => {
    const { quote_id } = await getDemo()
    const needsApproval = (on: boolean) =>
      shop.sql(`update person set orders_require_approval = $1 where email = 'trade@example.com'`, [on])
    await needsApproval(true)
    const trade = await shop.signIn('trade@example.com')
    const send = createMemberSend('approval', { quote_id, delivery_method: 'QTD' })
    const { body } = await sendSave(trade, send)
    expect(body.error).toBe(false)
    expect((await sendForApproval(trade)).error).toBe(false)
    expect((await load(trade, { quote_id })).status).toBe(409)
    const head = await shop.signIn('head@example.com')
    const [request] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [
      body.reference,
    ])
    const rejected = await head.post(`/account/approvals/${request!.id}/reject`, { reason: 'Not this month' })
    expect(rejected.body).toMatchObject({ success: true })
    expect((await load(trade, { quote_id })).status).toBe(200)
    await needsApproval(false)
  })

  test('A12: cannot be ordered once it has expired, even when checkout began before', async () => {
    const { quote_id } = await getDemo()
    const trade = await shop.signIn('trade@example.com')
    const send = createMemberSend('account', { quote_id, delivery_method: 'QTD' })
    expect((await sendSave(trade, send)).body.error).toBe(false)
    await shop.sql('update quote_offer set expires_at = $2 where order_id = $1', [
      quote_id,
      new Date(shop.clock.now().getTime() - 1000),
    ])
    expect((await completeOrder(trade)).error).toMatch(/expired/)
    expect((await load(trade, { quote_id })).status).toBe(409)
    expect((await sendSave(trade, send)).status).toBe(409)
  })

  test('does not exist for other customers', async () => {
    const { quote_id } = await getDemo()
    for (const email of ['head@example.com', 'retail@example.com', 'staff@example.com']) {
      expect((await load(await shop.signIn(email), { quote_id })).status).toBe(404)
    }
    expect((await load(shop.createVisitor(), { quote_id })).status).toBe(401)
    const trade = await shop.signIn('trade@example.com')
    for (const nonsense of ['x', '1e3', '-1', '99999999', `${quote_id}x`]) {
      expect((await load(trade, { quote_id: nonsense })).status).toBe(404)
    }
  })
})

describe('a total that changed since it was shown', () => {
  test('B03: is shown to the buyer before anything is ordered, and accepted once it was shown', async () => {
    const retail = await signInWithBasket(shop, 'retail@example.com', { 'FH-OIL-1': 2 })
    const send = createMemberSend(cardMethod, { shown_total: 39.6 })
    await shop.sql(`update product set price = 1300 where code = 'FH-OIL-1'`)
    const refused = (await sendSave(retail, send)).body as SaveCallReply
    expect(refused.errors.total).toMatch(/£40\.80/)
    expect(refused.reference).toBe(null)
    expect((await sendSave(retail, { ...send, shown_total: '40.80' })).body.error).toBe(false)
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
  })
})
