import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import type { Email } from '../../src/ui/email/email.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, getOrderState, sendSave } from './checkout-calls.ts'
import {
  createOffer,
  createQuoteSend,
  getSeenQuoteVersion,
  loadQuote,
  priceQuote,
  type QuoteChangeReply,
  type QuoteRequest,
  requestQuote,
} from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const requestTradeQuote = (
  goods: Record<string, number> = { 'FH-OIL-1': 10, 'FH-SEAL-1': 3 },
): Promise<QuoteRequest> => requestQuote(shop, 'trade@example.com', goods)

const createOfferForm = (seen: string, prices: string[], changes: Record<string, string> = {}) => ({
  seen,
  ...Object.fromEntries(prices.map((text, index) => [`prices[${index}]`, text])),
  carriage: '12.50',
  valid_until: '2026-12-01',
  note: '',
  ...changes,
})

async function listQuoteEmails(reference: string): Promise<Email[]> {
  const mails = await shop.sql<{ recipient: string; facts: never }>(
    `select recipient, facts from mail_outbox where kind = 'quote-ready' and facts->>'reference' = $1 order by id`,
    [reference],
  )
  const render = createEmailRenderers(quoteEmails, shop.context)['quote-ready']!
  const { shopName: name, contact } = shop.context.config
  const emails = mails.map(({ facts }) =>
    render(facts, { name, ...contact, baseUrl: 'https://filters.example' }),
  )
  return Promise.all(emails)
}

describe('the staff pages', () => {
  test('E01: do not exist for customers, and need a login', async () => {
    const { reference } = await requestTradeQuote()
    const paths = ['/admin', '/admin/quotes', `/admin/quotes/${reference}`]
    for (const email of ['trade@example.com', 'head@example.com', 'retail@example.com']) {
      const customer = await shop.signIn(email)
      for (const path of paths) expect((await customer.getPage(path)).status).toBe(404)
      expect((await priceQuote(customer, reference, ['1', '1'], { seen: '1' })).status).toBe(404)
      for (const seen of [1, 'not a number']) {
        const taken = await customer.post(`/admin/quotes/${reference}/withdraw`, { seen, reason: 'x' })
        expect(taken.status).toBe(404)
      }
    }
    const stranger = shop.createVisitor()
    for (const path of paths) {
      const { status, headers } = await stranger.getPage(path)
      expect([status, headers.get('location')]).toEqual([
        303,
        `/login?redirectTo=${encodeURIComponent(path)}`,
      ])
    }
    expect((await priceQuote(stranger, reference, ['1', '1'], { seen: '1' })).status).toBe(401)
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
  })

  test('are closed to former staff at once', async () => {
    const { reference } = await requestTradeQuote()
    const seen = await getSeenQuoteVersion(staff, reference)
    await shop.sql(`update person set roles = '{buyer}' where email = 'staff@example.com'`)
    expect((await staff.getPage('/admin')).status).toBe(404)
    const late = await staff.post(`/admin/quotes/${reference}/offer`, createOffer(seen, ['11', '4']))
    expect(late.status).toBe(404)
    await shop.sql(`update person set roles = '{staff}' where email = 'staff@example.com'`)
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
  })

  test('are not cached, and list open tasks', async () => {
    const { reference } = await requestTradeQuote()
    const list = await staff.getPage('/admin/quotes')
    expect(list.headers.get('cache-control')).toContain('no-store')
    expect(list.text).toContain('<meta name="robots" content="noindex"/>')
    expect(list.text).toContain(reference)
    expect((await staff.getPage('/admin/quotes?state=cancelled')).text).not.toContain(reference)
    expect((await staff.getPage('/admin/quotes/FH22222222')).status).toBe(404)
    expect((await staff.getPage('/admin')).text).toContain('Quotes to price')
  })
})

describe('staff who price a quote', () => {
  test('send one e-mail with the quotation, its totals and the link to order, and are in the history', async () => {
    const { id, reference } = await requestTradeQuote()
    const { body } = await priceQuote(staff, reference, ['11.37', '3.50'])
    expect(body).toEqual({
      success: true,
      message: `Quote ${reference} was sent to trade@example.com.`,
      errors: {},
    })
    const [email, ...otherEmails] = await listQuoteEmails(reference)
    expect(otherEmails).toEqual([])
    // 113.70 + 10.50 + 12.50 = 136.70; VAT 27.34.
    for (const words of [email!.html, email!.text]) {
      expect(words).toContain('£164.04')
      expect(words).toContain('1 December 2026')
      expect(words).toContain('On one pallet.')
      expect(words).toContain(`https://filters.example/checkout?quote_id=${id}`)
    }
    expect(email!.attachments).toMatchObject([
      { filename: `quote-${reference}.pdf`, type: 'application/pdf' },
    ])
    const [page, ...otherPages] = readPdfText(Buffer.from(email!.attachments![0]!.content))
    expect(otherPages).toEqual([])
    const expectedTexts = [
      'Quotation – not a VAT invoice',
      reference,
      'FH-OIL-1',
      '£11.37',
      '£113.70',
      '£12.50',
      '£164.04',
    ]
    for (const words of [...expectedTexts, '1 December 2026', 'On one pallet.', 'NPH001'])
      expect(page).toContain(words)
    const [line] = await shop.sql<{ actor: string; why: string }>(
      `select h.actor, h.why from order_history h where order_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(line!.actor).toMatch(/^person \d+$/)
    expect(line!.why).toBe('priced at £164.04 inc VAT until 1 December 2026')
  })

  test('twice with one double click send it once', async () => {
    const { reference } = await requestTradeQuote()
    const seen = await getSeenQuoteVersion(staff, reference)
    const sends = await runConcurrently(3, () =>
      staff.post<QuoteChangeReply>(`/admin/quotes/${reference}/offer`, createOffer(seen, ['11.37', '3.50'])),
    )
    expect(sends.map(({ body }) => body.success)).toEqual([true, true, true])
    expect(await listQuoteEmails(reference)).toHaveLength(1)
  })

  test('at the same time as a colleague get a notice, and lose nothing they typed', async () => {
    await shop.sql(`update person set roles = '{staff}' where email = 'retail@example.com'`)
    const { reference } = await requestTradeQuote()
    const colleague = await shop.signIn('retail@example.com')
    const [mine, theirs] = [
      await getSeenQuoteVersion(staff, reference),
      await getSeenQuoteVersion(colleague, reference),
    ]
    expect(
      (await staff.postForm(`/admin/quotes/${reference}/offer`, createOfferForm(mine, ['11.37', '3.50'])))
        .status,
    ).toBe(303)
    const second = await colleague.postForm(
      `/admin/quotes/${reference}/offer`,
      createOfferForm(theirs, ['10.01', '3.03'], { carriage: '7.77', note: 'Theirs' }),
    )
    expect(second.status).toBe(409)
    expect(second.text).toContain('Somebody else has changed this quote since you opened it.')
    for (const typed of ['10.01', '3.03', '7.77', 'Theirs']) expect(second.text).toContain(typed)
    expect(await listQuoteEmails(reference)).toHaveLength(1)
    // With the new version they can price it.
    const again = /name="seen" value="(\d+)"/.exec(second.text)![1]!
    const third = await colleague.postForm(
      `/admin/quotes/${reference}/offer`,
      createOfferForm(again, ['10.01', '3.03']),
    )
    expect(third.status).toBe(303)
    expect(await listQuoteEmails(reference)).toHaveLength(2)
    await shop.sql(`update person set roles = '{buyer}' where email = 'retail@example.com'`)
  })

  test('with typing errors get a message beside each field, and everything they typed', async () => {
    const { reference } = await requestTradeQuote()
    const seen = await getSeenQuoteVersion(staff, reference)
    const fields = createOfferForm(seen, ['eleven', '3.50'], {
      carriage: '',
      valid_until: '2026-11-01',
      note: 'Kept <b>',
    })
    const { status, text } = await staff.postForm(`/admin/quotes/${reference}/offer`, fields)
    expect(status).toBe(422)
    expect(text).toContain('Enter a price for FH-OIL-1 in pounds')
    expect(text).toContain('Enter the carriage in pounds')
    expect(text).toContain('That day has passed.')
    for (const typed of ['value="eleven"', 'value="3.50"', 'value="2026-11-01"', 'Kept &lt;b&gt;'])
      expect(text).toContain(typed)
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
    const { body } = await priceQuote(staff, reference, ['eleven', '3.50'])
    expect(body).toMatchObject({ success: false, errors: { 'price-0': expect.any(String) } })
    // Fewer prices than lines, or none, are not taken for free goods.
    expect((await priceQuote(staff, reference, ['11'])).body.errors).toHaveProperty('price-1')
  })

  test('calculate the totals without JavaScript, and nothing is sent', async () => {
    const { reference } = await requestTradeQuote()
    const fields = createOfferForm(await getSeenQuoteVersion(staff, reference), ['11.37', '3.50'], {
      step: 'sums',
    })
    const { status, text } = await staff.postForm(`/admin/quotes/${reference}/offer`, fields)
    expect(status).toBe(200)
    expect(text).toContain('£164.04')
    expect(await getOrderState(shop, reference)).toBe('quote_requested')
  })

  test('price it again, and only the new prices are ordered', async () => {
    const { buyer, id, reference } = await requestTradeQuote()
    await priceQuote(staff, reference, ['11.37', '3.50'])
    await priceQuote(staff, reference, ['10.00', '3.00'], { carriage: '0' })
    expect(await listQuoteEmails(reference)).toHaveLength(2)
    const { body: saved } = await sendSave(buyer, createQuoteSend('account', id))
    // While it is being ordered it stays as it is.
    const late = await priceQuote(staff, reference, ['12.00', '3.00'])
    expect(late.body).toMatchObject({
      success: false,
      message: expect.stringMatching(/is ordering from this quote/),
    })
    await completeOrder(buyer)
    const [order] = await shop.sql(
      'select subtotal, delivery_cost, vat, total from orders where reference = $1',
      [saved.reference],
    )
    expect(order).toEqual({ subtotal: 10900, delivery_cost: 0, vat: 2180, total: 13080 })
    const over = await priceQuote(staff, reference, ['12.00', '3.00'], { seen: '1' })
    expect(over.body.message).toMatch(/has already ordered from this quote/)
  })
})

describe('a quote that is withdrawn', () => {
  test('shows the reason, and cannot be ordered any more', async () => {
    const { buyer, id, reference } = await requestTradeQuote()
    await priceQuote(staff, reference, ['11.37', '3.50'])
    const seen = await getSeenQuoteVersion(staff, reference)
    const path = `/admin/quotes/${reference}/withdraw`
    const empty = await staff.postForm(path, { seen, reason: ' ' })
    expect(empty.status).toBe(422)
    expect(empty.text).toContain('Give a reason: the customer sees it.')
    expect((await staff.postForm(path, { seen, reason: 'The maker <stopped> this part.' })).status).toBe(303)
    expect(await getOrderState(shop, reference)).toBe('cancelled')
    expect((await loadQuote(buyer, id)).status).toBe(409)
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    expect(page.text).toContain('The maker &lt;stopped&gt; this part.')
    expect(page.text).toContain('Ask again')
    expect((await buyer.getPage(`/account/quotes/${reference}/quote.pdf`)).status).toBe(404)
    expect((await priceQuote(staff, reference, ['11.37', '3.50'], { seen })).body.message).toMatch(
      /was withdrawn/,
    )
  })
})

describe('the quotes of an account', () => {
  test('show the state of each, and no quotes of other customers', async () => {
    const { buyer, reference } = await requestTradeQuote()
    const before = await buyer.getPage('/account/quotes')
    expect(before.text).toContain(reference)
    expect(before.text).toContain('To be quoted')
    expect((await buyer.getPage(`/account/quotes/${reference}`)).text).toContain(
      'We’re working out your prices',
    )
    expect((await buyer.getPage(`/account/quotes/${reference}/quote.pdf`)).status).toBe(404)
    const early = await buyer.getPage(`/checkout?quote_id=${await idOf(reference)}`)
    expect([early.status, early.text.includes('still working out')]).toEqual([409, true])
    await priceQuote(staff, reference, ['11.37', '3.50'])
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    for (const words of ['£11.37', '£164.04', 'Accept quote', 'until the end of 1 December 2026'])
      expect(page.text).toContain(words)
    const pdf = await buyer.getPage(`/account/quotes/${reference}/quote.pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('cache-control')).toBe('private, no-store')
    expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="quote-${reference}.pdf"`)
  })

  const idOf = async (reference: string) =>
    (await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [reference]))[0]!.id
})
