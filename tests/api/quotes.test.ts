import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireQuotes } from '../../src/features/quotes/service.ts'
import { atOnce, payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf, complete, memberSend, save, stateOf, stockOf } from './buying.ts'
import { askForQuote, load, price, quoteSend } from './quoting.ts'

let shop: Shop
let staff: Visitor
beforeAll(async () => {
  shop = await openShop()
  staff = await shop.signedIn('staff@example.com')
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
  await checkInvariants(shop)
})

/** Asked for by Tom at Northfield and priced: 10 oil filters at £11.37, carriage £12.50, until 1 December. */
async function pricedQuote(goods: Record<string, number> = { 'FH-OIL-1': 10 }, prices = ['11.37']) {
  const asked = await askForQuote(shop, 'trade@example.com', goods)
  expect((await price(staff, asked.reference, prices)).body).toMatchObject({ success: true })
  expect(await stateOf(shop, asked.reference)).toBe('quote_approved')
  return asked
}

const sumsOf = async (reference: string | null) =>
  (
    await shop.sql<Record<string, unknown>>(
      'select subtotal, discount, delivery_cost, vat, total from orders where reference = $1',
      [reference],
    )
  )[0]

// 113.70 + 12.50 = 126.20; VAT 25.24.
const sums = { subtotal: 11370, discount: 0, delivery_cost: 1250, vat: 2524, total: 15144 }

describe('a buyer who asked for a quote', () => {
  test('A12: orders it on account at its prices, though the catalogue has others by now', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { buyer, id, reference } = await pricedQuote()
    expect((await basketOf(buyer)).count).toBe(0)
    await shop.sql(`update product set price = 9999 where code = 'FH-OIL-1'`)
    const { body: loaded } = await load(buyer, id)
    expect(loaded).toMatchObject({ status: 'quote_approved', delivery_code: 'QTD' })
    expect(loaded.items).toMatchObject([{ price: 11.37, qty: 10 }])
    const { body: offers } = await buyer.post<{ options: { code: string; price: number | null }[] }>(
      '/checkout/delivery',
      { country: 'GB', postcode: 'LS4 1AB', quote_id: id },
    )
    expect(offers.options[0]).toMatchObject({ code: 'QTD', price: 12.5 })
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before)
    const { body: saved } = await save(buyer, quoteSend('account', id))
    expect(saved.error).toBe(false)
    expect(await stateOf(shop, reference)).toBe('quote_approved')
    expect((await complete(buyer)).error).toBe(false)
    expect(await sumsOf(saved.reference)).toEqual(sums)
    expect(await stateOf(shop, saved.reference!)).toBe('placed')
    expect(await stateOf(shop, reference)).toBe('quote_accepted')
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 10)
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
    // The account leads to the order, and the quote is loaded no more.
    const page = await buyer.page(`/account/quotes/${reference}`)
    expect(page.text).toContain(`/account/orders/${saved.reference}`)
    expect(page.text).not.toContain('Accept quote')
    expect((await load(buyer, id)).status).toBe(409)
  })

  test('pays it by card: it is converted only when the card has paid', async () => {
    const { buyer, id, reference } = await pricedQuote()
    const { body: saved } = await save(buyer, quoteSend('sagepay', id))
    expect(await stateOf(shop, reference)).toBe('quote_approved')
    await payByCard(saved.next_url!)
    expect(await stateOf(shop, saved.reference!)).toBe('placed')
    expect(await stateOf(shop, reference)).toBe('quote_accepted')
    expect(await sumsOf(saved.reference)).toEqual(sums)
  })

  test('A12: and orders it in two browsers at once, makes one order', async () => {
    const { buyer, id, reference } = await pricedQuote()
    const other = await shop.signedIn('trade@example.com')
    const browsers = [buyer, other, buyer, other]
    const sends = await atOnce(4, nth => save(browsers[nth]!, quoteSend('account', id)))
    expect(sends.map(({ body }) => body.error)).toEqual([false, false, false, false])
    await atOnce(4, nth => complete(browsers[nth]!))
    const orders = await shop.sql<{ state: string }>(
      `select state from orders where source_id = $1 and state = 'placed'`,
      [id],
    )
    expect(orders).toHaveLength(1)
    expect(await stateOf(shop, reference)).toBe('quote_accepted')
  })

  test('with a voucher in the basket gets the prices that were quoted, and nothing on top', async () => {
    const asked = await askForQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 }, { voucher: 'SAVE10' })
    const desk = await staff.page(`/admin/quotes/${asked.reference}`)
    expect(desk.text).toContain('SAVE10')
    await price(staff, asked.reference, ['11.37'])
    const { body: saved } = await save(asked.buyer, quoteSend('account', asked.id))
    await complete(asked.buyer)
    expect(await sumsOf(saved.reference)).toEqual(sums)
    const uses = await shop.sql(
      'select from voucher_use u join orders o on o.id = u.order_id where o.id = $1',
      [asked.id],
    )
    expect(uses).toEqual([])
  })

  test('and needs approval sends the priced quote to the head buyer, who places it at those prices', async () => {
    const asked = await askForQuote(shop, 'apprentice@example.com', { 'FH-OIL-1': 10 })
    await price(staff, asked.reference, ['11.37'])
    const { body: loaded } = await load(asked.buyer, asked.id)
    expect(loaded.payment_methods.map(({ value }) => value)).toEqual(['approval'])
    const { body: sent } = await save(asked.buyer, quoteSend('approval', asked.id))
    expect(sent.error).toBe(false)
    const word = await asked.buyer.post<{ error: false | string }>('/checkout/send-approval')
    expect(word.body.error).toBe(false)
    expect(await stateOf(shop, asked.reference)).toBe('quote_accepted')
    expect(await stateOf(shop, sent.reference!)).toBe('awaiting_approval')
    expect(await sumsOf(sent.reference)).toEqual(sums)
    const [request] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
      sent.reference,
    ])
    const head = await shop.signedIn('head@example.com')
    const approved = await head.post<{ delivery_code: string; items: unknown[] }>('/checkout/load', {
      approval_id: request!.id,
    })
    expect(approved.body).toMatchObject({ delivery_code: 'QTD', items: [{ price: 11.37, qty: 10 }] })
    const placing = memberSend('account', { approval_id: request!.id, delivery_method: 'QTD' })
    const { body: placed } = await save(head, placing)
    expect(placed.error).toBe(false)
    expect((await complete(head)).error).toBe(false)
    expect(await stateOf(shop, sent.reference!)).toBe('approved')
    expect(await sumsOf(placed.reference)).toEqual(sums)
  })

  test('A12: learns at the checkout that it has expired, and requests it again with one click', async () => {
    const { buyer, id, reference } = await pricedQuote()
    expect((await save(buyer, quoteSend('account', id))).body.error).toBe(false)
    shop.clock.set('2026-12-02T00:00:00Z')
    expect((await complete(buyer)).error).toMatch(/expired/)
    const checkout = await buyer.page(`/checkout?quote_id=${id}`)
    expect(checkout.status).toBe(409)
    expect(checkout.text).toContain('This quote has expired.')
    expect(checkout.text).toContain('Ask again')
    const page = await buyer.page(`/account/quotes/${reference}`)
    expect(page.text).toContain('These prices held until the end of 1 December 2026.')
    expect((await buyer.page(`/account/quotes/${reference}/quote.pdf`)).status).toBe(200)
    const again = await buyer.form(`/account/orders/${reference}/reorder`, {})
    expect(again.headers.get('location')).toBe('/basket')
    expect((await basketOf(buyer)).items).toMatchObject([{ qty: 10, price: 12.5 }])
  })
})

describe('when a quote expires', () => {
  test('the background job writes it down, and staff can price it again', async () => {
    const { buyer, id, reference } = await pricedQuote()
    shop.clock.set('2026-12-01T23:59:00Z')
    await expireQuotes(shop.context)
    expect(await stateOf(shop, reference)).toBe('quote_approved')
    shop.clock.set('2026-12-02T00:00:00Z')
    await expireQuotes(shop.context)
    expect(await stateOf(shop, reference)).toBe('quote_expired')
    const history = await shop.sql<{ actor: string }>(
      `select actor from order_history where order_id = $1 and to_state = 'quote_expired'`,
      [id],
    )
    expect(history).toEqual([{ actor: 'clock' }])
    const { body } = await price(staff, reference, ['11.00'], { valid_until: '2026-12-20' })
    expect(body.success).toBe(true)
    expect((await load(buyer, id)).body.items).toMatchObject([{ price: 11 }])
  })

  test('a card payment under way is not cut off', async () => {
    const { buyer, id, reference } = await pricedQuote()
    shop.clock.set('2026-12-01T23:55:00Z')
    const { body: saved } = await save(buyer, quoteSend('sagepay', id))
    expect(saved.error).toBe(false)
    shop.clock.set('2026-12-02T00:05:00Z')
    await expireQuotes(shop.context)
    expect(await stateOf(shop, reference)).toBe('quote_approved')
    await payByCard(saved.next_url!)
    expect(await stateOf(shop, saved.reference!)).toBe('placed')
    expect(await stateOf(shop, reference)).toBe('quote_accepted')
  })
})

describe('a quote of somebody else', () => {
  test('E01: does not exist, at the checkout, in the account or as a document', async () => {
    const { id, reference } = await pricedQuote()
    const paths = [`/account/quotes/${reference}`, `/account/quotes/${reference}/quote.pdf`]
    for (const email of ['head@example.com', 'retail@example.com', 'staff@example.com']) {
      const other = await shop.signedIn(email)
      expect((await load(other, id)).status).toBe(404)
      expect((await save(other, quoteSend('sagepay', id))).status).toBe(404)
      for (const path of paths) expect((await other.page(path)).status).toBe(404)
      expect((await other.page('/account/quotes')).text).not.toContain(reference)
      expect((await other.form(`/account/orders/${reference}/reorder`, {})).status).toBe(
        // A head buyer may order again what his company ordered.
        email === 'head@example.com' ? 303 : 404,
      )
    }
    const stranger = shop.visitor()
    expect((await load(stranger, id)).status).toBe(401)
    for (const path of [...paths, '/account/quotes']) {
      const { status, headers } = await stranger.page(path)
      expect(status).toBe(303)
      expect(headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    }
  })
})
