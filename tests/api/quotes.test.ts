import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireQuotes } from '../../src/features/quotes/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createMemberSend,
  getBasket,
  getOrderState,
  getStock,
  sendSave,
} from './checkout-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, requestQuote } from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
})

/** Requested by a buyer and priced: 10 oil filters at £11.37, carriage £12.50, until 1 December. */
async function createPricedQuote(goods: Record<string, number> = { 'FH-OIL-1': 10 }, prices = ['11.37']) {
  const quote = await requestQuote(shop, 'trade@example.com', goods)
  expect((await priceQuote(staff, quote.reference, prices)).body).toMatchObject({ success: true })
  expect(await getOrderState(shop, quote.reference)).toBe('quote_approved')
  return quote
}

const getTotals = async (reference: string | null) =>
  (
    await shop.sql<Record<string, unknown>>(
      'select subtotal, discount, delivery_cost, vat, total from orders where reference = $1',
      [reference],
    )
  )[0]

// 113.70 + 12.50 = 126.20; VAT 25.24.
const expectedTotals = { subtotal: 11370, discount: 0, delivery_cost: 1250, vat: 2524, total: 15144 }

describe('a buyer with a quote', () => {
  test('A12: orders it on account at its prices, though the catalogue prices have changed', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { buyer, id, reference } = await createPricedQuote()
    expect((await getBasket(buyer)).count).toBe(0)
    await shop.sql(`update product set price = 9999 where code = 'FH-OIL-1'`)
    const { body: loaded } = await loadQuote(buyer, id)
    expect(loaded).toMatchObject({ status: 'quote_approved', delivery_code: 'QTD' })
    expect(loaded.items).toMatchObject([{ price: 11.37, qty: 10 }])
    const { body: offers } = await buyer.post<{ options: { code: string; price: number | null }[] }>(
      '/checkout/delivery',
      { country: 'GB', postcode: 'LS4 1AB', quote_id: id, other_deliveries: false },
    )
    // R-QUOTE-8: the quoted delivery alone.
    expect(offers.options).toMatchObject([{ code: 'QTD', price: 12.5 }])
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
    const { body: saved } = await sendSave(buyer, createQuoteSend('account', id))
    expect(saved.error).toBe(false)
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
    expect((await completeOrder(buyer)).error).toBe(false)
    expect(await getTotals(saved.reference)).toEqual(expectedTotals)
    expect(await getOrderState(shop, saved.reference!)).toBe('placed')
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 10)
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
    // The account links to the order, and the quote cannot be loaded any more.
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    expect(page.text).toContain(`/account/orders/${saved.reference}`)
    expect(page.text).not.toContain('Accept quote')
    expect((await loadQuote(buyer, id)).status).toBe(409)
  })

  test('pays it by card: it is converted only when the payment is confirmed', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    const { body: saved } = await sendSave(buyer, createQuoteSend(cardMethod, id))
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
    await payByCard(saved.next_url!)
    expect(await getOrderState(shop, saved.reference!)).toBe('placed')
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
    expect(await getTotals(saved.reference)).toEqual(expectedTotals)
  })

  test('A12: and orders it in two browsers at once, makes one order', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    const other = await shop.signIn('trade@example.com')
    const browsers = [buyer, other, buyer, other]
    const sends = await runConcurrently(4, nth => sendSave(browsers[nth]!, createQuoteSend('account', id)))
    expect(sends.map(({ body }) => body.error)).toEqual([false, false, false, false])
    await runConcurrently(4, nth => completeOrder(browsers[nth]!))
    const orders = await shop.sql<{ state: string }>(
      `select state from orders where source_id = $1 and state = 'placed'`,
      [id],
    )
    expect(orders).toHaveLength(1)
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
  })

  test('with a voucher in the basket gets the prices that were quoted, and nothing on top', async () => {
    const quote = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 }, { voucher: 'SAVE10' })
    const adminPage = await staff.getPage(`/admin/quotes/${quote.reference}`)
    expect(adminPage.text).toContain('SAVE10')
    await priceQuote(staff, quote.reference, ['11.37'])
    const { body: saved } = await sendSave(quote.buyer, createQuoteSend('account', quote.id))
    await completeOrder(quote.buyer)
    expect(await getTotals(saved.reference)).toEqual(expectedTotals)
    const uses = await shop.sql(
      'select from voucher_use u join orders o on o.id = u.order_id where o.id = $1',
      [quote.id],
    )
    expect(uses).toEqual([])
  })

  test('and needs approval sends the priced quote to the head buyer, who places it at those prices', async () => {
    const quote = await requestQuote(shop, 'apprentice@example.com', { 'FH-OIL-1': 10 })
    await priceQuote(staff, quote.reference, ['11.37'])
    const { body: loaded } = await loadQuote(quote.buyer, quote.id)
    expect(loaded.payment_methods.map(({ value }) => value)).toEqual(['approval'])
    const { body: sent } = await sendSave(quote.buyer, createQuoteSend('approval', quote.id))
    expect(sent.error).toBe(false)
    const completion = await quote.buyer.post<{ error: false | string }>('/checkout/send-approval')
    expect(completion.body.error).toBe(false)
    expect(await getOrderState(shop, quote.reference)).toBe('quote_accepted')
    expect(await getOrderState(shop, sent.reference!)).toBe('awaiting_approval')
    expect(await getTotals(sent.reference)).toEqual(expectedTotals)
    const [request] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
      sent.reference,
    ])
    const head = await shop.signIn('head@example.com')
    const approved = await head.post<{ delivery_code: string; items: unknown[] }>('/checkout/load', {
      approval_id: request!.id,
    })
    expect(approved.body).toMatchObject({ delivery_code: 'QTD', items: [{ price: 11.37, qty: 10 }] })
    const placing = createMemberSend('account', { approval_id: request!.id, delivery_method: 'QTD' })
    const { body: placed } = await sendSave(head, placing)
    expect(placed.error).toBe(false)
    expect((await completeOrder(head)).error).toBe(false)
    expect(await getOrderState(shop, sent.reference!)).toBe('approved')
    expect(await getTotals(placed.reference)).toEqual(expectedTotals)
  })

  test('A12: sees at the checkout that it has expired, and requests it again with one click', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    expect((await sendSave(buyer, createQuoteSend('account', id))).body.error).toBe(false)
    shop.clock.set('2026-12-02T00:00:00Z')
    expect((await completeOrder(buyer)).error).toMatch(/expired/)
    const checkout = await buyer.getPage(`/checkout?quote_id=${id}`)
    expect(checkout.status).toBe(409)
    expect(checkout.text).toContain('This quote has expired.')
    expect(checkout.text).toContain('Ask again')
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    expect(page.text).toContain('These prices were valid until the end of 1 December 2026.')
    expect((await buyer.getPage(`/account/quotes/${reference}/quote.pdf`)).status).toBe(200)
    const again = await buyer.postForm(`/account/orders/${reference}/reorder`, {})
    expect(again.headers.get('location')).toBe('/basket')
    expect((await getBasket(buyer)).items).toMatchObject([{ qty: 10, price: 12.5 }])
  })
})

describe('when a quote expires', () => {
  test('the background job changes its state, and staff can price it again', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    shop.clock.set('2026-12-01T23:59:00Z')
    await expireQuotes(shop.context)
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
    shop.clock.set('2026-12-02T00:00:00Z')
    await expireQuotes(shop.context)
    expect(await getOrderState(shop, reference)).toBe('quote_expired')
    const history = await shop.sql<{ actor: string }>(
      `select actor from order_history where order_id = $1 and to_state = 'quote_expired'`,
      [id],
    )
    expect(history).toEqual([{ actor: 'clock' }])
    staff = await shop.signIn('staff@example.com')
    const { body } = await priceQuote(staff, reference, ['11.00'], { valid_until: '2026-12-20' })
    expect(body.success).toBe(true)
    expect((await loadQuote(buyer, id)).body.items).toMatchObject([{ price: 11 }])
  })

  test('a card payment under way can still be completed', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    shop.clock.set('2026-12-01T23:55:00Z')
    const { body: saved } = await sendSave(buyer, createQuoteSend(cardMethod, id))
    expect(saved.error).toBe(false)
    shop.clock.set('2026-12-02T00:05:00Z')
    await expireQuotes(shop.context)
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
    await payByCard(saved.next_url!)
    expect(await getOrderState(shop, saved.reference!)).toBe('placed')
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
  })
})

describe('a quote of another customer', () => {
  test('E01: does not exist at the checkout, in the account or as a PDF', async () => {
    const { id, reference } = await createPricedQuote()
    const paths = [`/account/quotes/${reference}`, `/account/quotes/${reference}/quote.pdf`]
    for (const email of ['stopped@example.com', 'retail@example.com', 'staff@example.com']) {
      const other = await shop.signIn(email)
      expect((await loadQuote(other, id)).status).toBe(404)
      expect((await sendSave(other, createQuoteSend(cardMethod, id))).status).toBe(404)
      for (const path of paths) expect((await other.getPage(path)).status).toBe(404)
      expect((await other.getPage('/account/quotes')).text).not.toContain(reference)
      expect((await other.postForm(`/account/orders/${reference}/reorder`, {})).status).toBe(404)
    }
    const stranger = shop.createVisitor()
    expect((await loadQuote(stranger, id)).status).toBe(401)
    for (const path of [...paths, '/account/quotes']) {
      const { status, headers } = await stranger.getPage(path)
      expect(status).toBe(303)
      expect(headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    }
  })
})

test('R-QUOTE-8: another delivery than the quoted one is listed on purpose, and can be ordered', async () => {
  const { buyer, id } = await createPricedQuote()
  const to = { country: 'GB', postcode: 'LS4 1AB', quote_id: id }
  const { body } = await buyer.post<{ options: { code: string }[] }>('/checkout/delivery', {
    ...to,
  })
  expect(body.options.map(({ code }) => code)).toEqual(expect.arrayContaining(['QTD', 'ND', 'COL']))
  const { body: saved } = await sendSave(
    buyer,
    createMemberSend('account', { quote_id: id, delivery_method: 'ND' }),
  )
  expect(saved.error).toBe(false)
})

test('R-QUOTE-9: a head buyer sees the quotes of the company, and cannot order them', async () => {
  const { id, reference } = await createPricedQuote()
  const head = await shop.signIn('head@example.com')
  expect((await head.getPage('/account/quotes')).text).toContain(reference)
  const { status, text } = await head.getPage(`/account/quotes/${reference}`)
  expect(status).toBe(200)
  expect(text).toContain('Tom Rade can order it.')
  expect(text).not.toContain(`href="/checkout?quote_id=${id}"`)
  expect((await head.getFile(`/account/quotes/${reference}/quote.pdf`)).status).toBe(200)
  expect((await loadQuote(head, id)).status).toBe(404)
  for (const email of ['apprentice@example.com', 'stopped@example.com'])
    expect((await (await shop.signIn(email)).getPage(`/account/quotes/${reference}`)).status).toBe(404)
})

test('R-QUOTE-9: a head buyer orders the quote of a colleague who was removed from the company; others get a 404', async () => {
  const { id, reference } = await createPricedQuote()
  const head = await shop.signIn('head@example.com')
  const [buyer] = await shop.sql<{ id: number }>(`select id from person where email = 'trade@example.com'`)
  const leave = `update person set company_id = null, permissions = '{}' where id = ${buyer!.id}`
  const back = `update person set permissions = p.permissions, company_id = p.company_id from person p
    where person.id = ${buyer!.id} and p.email = 'head@example.com'`
  await shop.sql(leave)
  try {
    for (const email of ['trade@example.com', 'apprentice@example.com', 'stopped@example.com']) {
      const other = await shop.signIn(email)
      expect((await loadQuote(other, id)).status).toBe(404)
      expect((await sendSave(other, createQuoteSend(cardMethod, id))).status).toBe(404)
    }
    // For a moment the company has two head buyers: both get the offer.
    const setRoles = (roles: string) =>
      shop.sql(`update person set roles = '${roles}' where email = 'apprentice@example.com'`)
    await setRoles('{buyer,head_buyer}')
    await priceQuote(staff, reference, ['11.37'])
    await setRoles('{buyer}')
    const mails = await shop.sql<{ recipient: string }>(
      `select recipient from mail_outbox where facts->>'reference' = $1 and kind = 'quote-ready' order by id`,
      [reference],
    )
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      'apprentice@example.com',
      'head@example.com',
      'trade@example.com',
    ])
    const { text } = await head.getPage(`/account/quotes/${reference}`)
    expect(text).toContain('Tom Rade no longer orders for your company, so you can order it.')
    expect(text).toContain(`href="/checkout?quote_id=${id}"`)
    expect((await loadQuote(head, id)).body).toMatchObject({ status: 'quote_approved', delivery_code: 'QTD' })
    const { body: saved } = await sendSave(head, createQuoteSend('account', id))
    expect(saved).toMatchObject({ error: false })
    expect((await completeOrder(head)).error).toBe(false)
    expect(await getTotals(saved.reference)).toEqual(expectedTotals)
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
    const [order] = await shop.sql<{ email: string }>(
      'select p.email from orders o join person p on p.id = o.person_id where o.reference = $1',
      [saved.reference],
    )
    expect(order!.email).toBe('head@example.com')
  } finally {
    await shop.sql(back)
  }
})
