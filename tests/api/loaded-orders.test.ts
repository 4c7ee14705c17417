import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atOnce, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf, complete, fill, leeds, memberSend, type Saved, save, stateOf, stockOf } from './buying.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(() => checkInvariants(shop))

interface Demo {
  quote_id: number
  approval_id: number
}

/** The quote and the order for approval that are open now. */
async function demo(): Promise<Demo> {
  return (await shop.visitor().get<Demo>('/_sandbox/demo.json')).body
}

const load = (visitor: Visitor, ids: object) =>
  visitor.post<Record<string, unknown> & { items: { price: number; qty: number }[] }>('/checkout/load', ids)

const sendApproval = async (visitor: Visitor) =>
  (await visitor.post<{ error: false | string; next_url: string | null }>('/checkout/send-approval')).body

/** The apprentice fills his basket and sends it for approval. Answers the number and the reference of the request. */
async function askForApproval(goods: Record<string, number> = { 'FH-OIL-1': 2 }) {
  const apprentice = await shop.signedIn('apprentice@example.com')
  await apprentice.delete('/basket')
  await fill(shop, apprentice, goods)
  const { body } = await save(apprentice, memberSend('approval'))
  expect(body.error).toBe(false)
  expect(await sendApproval(apprentice)).toEqual({
    error: false,
    next_url: `/order/${body.reference}/confirmation`,
  })
  const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [body.reference])
  return { apprentice, id: row!.id, reference: body.reference! }
}

describe('an order that needs approval', () => {
  test('is sent, leaves the basket, takes no stock, and gets the same answer when sent again', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { apprentice, reference } = await askForApproval()
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    expect((await basketOf(apprentice)).count).toBe(0)
    expect(await sendApproval(apprentice)).toEqual({
      error: false,
      next_url: `/order/${reference}/confirmation`,
    })
    expect((await complete(apprentice)).error).toMatch(/need approval/)
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before)
  })

  test('is loaded by the head buyer with address, delivery and prices as sent, and placed once', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { id, reference } = await askForApproval({ 'FH-OIL-1': 3 })
    await shop.sql(`update product set price = price + 100 where code = 'FH-OIL-1'`)
    const head = await shop.signedIn('head@example.com')
    const { body: loaded, status } = await load(head, { approval_id: id })
    expect(status).toBe(200)
    expect(loaded).toMatchObject({
      load_existing: true,
      status: 'approval',
      delivery_code: 'ND',
      delivery_town: 'Leeds',
      billing_surname: leeds.surname,
    })
    expect(loaded.items).toMatchObject([{ price: 12.5, qty: 3 }])
    const send = memberSend('account', { approval_id: id })
    const sends = await atOnce(4, () => save(head, send))
    expect(sends.map(({ body }) => body.error)).toEqual([false, false, false, false])
    expect(new Set(sends.map(({ body }) => body.reference)).size).toBe(1)
    const made = sends[0]!.body.reference!
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    expect((await complete(head)).next_url).toBe(`/order/${made}/confirmation`)
    expect(await stateOf(shop, made)).toBe('placed')
    expect(await stateOf(shop, reference)).toBe('approved')
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 3)
    const [sums] = await shop.sql<{ subtotal: number; source: number; who: string }>(
      `select o.subtotal, o.source_id as source, p.email as who from orders o join person p on p.id = o.person_id
       where reference = $1`,
      [made],
    )
    expect(sums).toEqual({ subtotal: 3750, source: id, who: 'head@example.com' })
    // The same send again is the same order; loading it again is over.
    expect((await save(head, send)).body).toMatchObject({ error: false, reference: made })
    expect((await complete(head)).next_url).toBe(`/order/${made}/confirmation`)
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

  test('is not placed by its sender, and does not exist for others', async () => {
    const { apprentice, id } = await askForApproval()
    expect((await load(apprentice, { approval_id: id })).status).toBe(200)
    const own = await save(apprentice, memberSend('approval', { approval_id: id }))
    expect(own.body.error).toMatch(/another head buyer/)
    for (const email of [
      'trade@example.com',
      'stopped@example.com',
      'staff@example.com',
      'retail@example.com',
    ]) {
      const other = await shop.signedIn(email)
      expect((await load(other, { approval_id: id })).status).toBe(404)
      expect((await save(other, memberSend('sagepay', { approval_id: id }))).status).toBe(404)
    }
    expect((await load(shop.visitor(), { approval_id: id })).status).toBe(401)
  })

  test('E04: a head buyer who loses the right during the checkout places nothing', async () => {
    const { id, reference } = await askForApproval()
    const head = await shop.signedIn('head@example.com')
    expect((await save(head, memberSend('account', { approval_id: id }))).body.error).toBe(false)
    await shop.sql(`update person set roles = '{buyer}' where email = 'head@example.com'`)
    expect((await complete(head)).error).not.toBe(false)
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    await shop.sql(`update person set roles = '{buyer,head_buyer}' where email = 'head@example.com'`)
  })
})

describe('a quote', () => {
  test('is ordered at its own prices and carriage, once', async () => {
    const { quote_id } = await demo()
    const trade = await shop.signedIn('trade@example.com')
    const { body: loaded } = await load(trade, { quote_id })
    expect(loaded).toMatchObject({ load_existing: true, status: 'quote_approved', delivery_code: 'QTD' })
    expect(loaded.items.map(({ price }) => price)).toEqual([11.25, 3.6])
    const { body: offers } = await trade.post<{ options: { code: string; price: number | null }[] }>(
      '/checkout/delivery',
      { country: 'GB', postcode: 'LS3 1LH', quote_id },
    )
    expect(offers.options[0]).toMatchObject({ code: 'QTD', price: 12 })
    expect(offers.options.map(({ code }) => code)).not.toContain('quote')
    const send = memberSend('account', { quote_id, delivery_method: 'QTD' })
    const [one, two] = await atOnce(2, () => save(trade, send))
    expect([one!.body.error, two!.body.error]).toEqual([false, false])
    const { reference } = one!.body
    expect((await complete(trade)).next_url).toBe(`/order/${reference}/confirmation`)
    const [order] = await shop.sql<Record<string, number>>(
      'select subtotal, delivery_cost, vat, total from orders where reference = $1',
      [reference],
    )
    // 20 × 11.25 + 2 × 3.60 = 232.20; 12.00 carriage; VAT 48.84.
    expect(order).toEqual({ subtotal: 23220, delivery_cost: 1200, vat: 4884, total: 29304 })
    expect((await load(trade, { quote_id })).status).toBe(409)
    expect((await save(trade, send)).body).toMatchObject({ error: false, reference })
    expect((await demo()).quote_id).not.toBe(quote_id)
  })

  test('that was sent for approval and rejected can be ordered again', async () => {
    const { quote_id } = await demo()
    const needsApproval = (on: boolean) =>
      shop.sql(`update person set orders_require_approval = $1 where email = 'trade@example.com'`, [on])
    await needsApproval(true)
    const trade = await shop.signedIn('trade@example.com')
    const send = memberSend('approval', { quote_id, delivery_method: 'QTD' })
    const { body } = await save(trade, send)
    expect(body.error).toBe(false)
    expect((await sendApproval(trade)).error).toBe(false)
    expect((await load(trade, { quote_id })).status).toBe(409)
    const head = await shop.signedIn('head@example.com')
    const [asked] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [
      body.reference,
    ])
    const rejected = await head.post(`/account/approvals/${asked!.id}/reject`, { reason: 'Not this month' })
    expect(rejected.body).toMatchObject({ success: true })
    expect((await load(trade, { quote_id })).status).toBe(200)
    await needsApproval(false)
  })

  test('A12: that has expired is not ordered, even when the checkout had begun before', async () => {
    const { quote_id } = await demo()
    const trade = await shop.signedIn('trade@example.com')
    const send = memberSend('account', { quote_id, delivery_method: 'QTD' })
    expect((await save(trade, send)).body.error).toBe(false)
    await shop.sql('update quote_offer set expires_at = $2 where order_id = $1', [
      quote_id,
      new Date(shop.clock.now().getTime() - 1000),
    ])
    expect((await complete(trade)).error).toMatch(/expired/)
    expect((await load(trade, { quote_id })).status).toBe(409)
    expect((await save(trade, send)).status).toBe(409)
  })

  test('of somebody else does not exist', async () => {
    const { quote_id } = await demo()
    for (const email of ['head@example.com', 'retail@example.com', 'staff@example.com']) {
      expect((await load(await shop.signedIn(email), { quote_id })).status).toBe(404)
    }
    expect((await load(shop.visitor(), { quote_id })).status).toBe(401)
    const trade = await shop.signedIn('trade@example.com')
    for (const nonsense of ['x', '1e3', '-1', '99999999', `${quote_id}x`]) {
      expect((await load(trade, { quote_id: nonsense })).status).toBe(404)
    }
  })
})

describe('a total that changed since it was shown', () => {
  test('B03: is told before anything is ordered, and taken when it was seen', async () => {
    const retail = await shop.signedIn('retail@example.com')
    await retail.delete('/basket')
    await fill(shop, retail, { 'FH-OIL-1': 2 })
    const send = memberSend('sagepay', { shown_total: 39.6 })
    await shop.sql(`update product set price = 1300 where code = 'FH-OIL-1'`)
    const refused = (await save(retail, send)).body as Saved
    expect(refused.errors.total).toMatch(/£40\.80/)
    expect(refused.reference).toBe(null)
    expect((await save(retail, { ...send, shown_total: '40.80' })).body.error).toBe(false)
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
  })
})
