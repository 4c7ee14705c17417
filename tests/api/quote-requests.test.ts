import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'

// R-QUOTE-2: the price of FH-EDGE-4 is on request, FH-EDGE-7 is no longer sold.

let shop: TestShop
const staffAddress = 'parts@example.com'
const formUrl = '/quotes/request?product=FH-EDGE-4'
const usual = {
  product: 'FH-EDGE-4',
  quantity: '3',
  name: 'Ada Fitter',
  email: 'Ada@Example.org',
  telephone: '0113 496 0001',
  note: 'For a 3CX.\r\nBy Friday, please.',
}

beforeAll(async () => {
  shop = await startTestShop({ worker: true, env: { LIMIT_QUOTE_REQUESTS_PER_HOUR: '3' } })
})
afterAll(() => shop.close())

const request = (visitor: TestVisitor, change: Record<string, unknown> = {}) =>
  visitor.post<{ success: boolean; message: string; next_url: string; errors?: Record<string, string[]> }>(
    '/quotes/request',
    { ...usual, ...change },
  )
const countRequests = async () =>
  (await shop.sql(`select from mail_outbox where kind = 'quote-request'`)).length
const decode = (mail: string) => mail.replace(/=\r?\n/g, '').replaceAll('=C3=97', '×')

describe('a product whose price is on request', () => {
  test.each(['/search?query=FH-EDGE-4', '/filterhouse/fh-edge-4'])(
    'says so on %s, with its stock and the way to a quote',
    async path => {
      const { text } = await shop.createVisitor().getPage(path)
      expect(text).toContain('Price on request')
      expect(text).toContain('4 in stock')
      expect(text).toContain(`href="${formUrl}"`)
      expect(text).not.toContain('No longer available')
    },
  )

  test('differs from one that is no longer sold', async () => {
    const visitor = shop.createVisitor()
    const findState = async (code: string) => {
      const { body } = await visitor.get<{ products: { list: { code: string; sale_state: string }[] } }>(
        `/search?query=${code}`,
      )
      return body.products.list.find(product => product.code === code)?.sale_state
    }
    expect(await findState('FH-EDGE-4')).toBe('price_on_request')
    expect(await findState('FH-EDGE-7')).toBe('discontinued')
    const { text } = await visitor.getPage('/filterhouse/fh-edge-7')
    expect(text).toContain('No longer available')
    expect(text).not.toContain('Ask for a quote')
  })

  test('says so on the order pad, which keeps the quantity for the quote', async () => {
    const { text } = await shop.createVisitor().postForm('/order-pad', { text: 'FH-EDGE-4 x 3' })
    expect(text).toContain('Price on request, so it won’t be added.')
    expect(text).toContain(`href="${formUrl.replace('&', '&amp;')}&amp;quantity=3"`)
  })

  test('says so in a basket that it was put into while it had a price', async () => {
    await shop.sql(`update product set price = 100 where code = 'FH-EDGE-2'`)
    const visitor = shop.createVisitor()
    const product = await shop.productId('FH-EDGE-2')
    await visitor.post('/basket/add/single', { product, quantity: 1 })
    await shop.sql(`update product set price = null where code = 'FH-EDGE-2'`)
    const { body } = await visitor.get<{ items_detail: Record<string, { stock: string }> }>('/basket')
    expect(Object.values(body.items_detail)[0]!.stock).toBe('Price on request')
    await shop.sql(`update product set price = 1420 where code = 'FH-EDGE-2'`)
  })
})

test('R-CATALOGUE-8: a company with a price of its own buys what others ask about', async () => {
  await shop.sql(`
    insert into customer_price (company_id, product_id, min_quantity, price)
    select c.id, p.id, 1, 30000 from company c, product p where c.account_number = 'NPH001' and p.code = 'FH-EDGE-4'`)
  try {
    const visitor = await shop.signIn('trade@example.com')
    const { text } = await visitor.getPage('/filterhouse/fh-edge-4')
    expect(text).toContain('£300.00')
    expect(text).not.toContain('Ask for a quote')
    const product = await shop.productId('FH-EDGE-4')
    const { body } = await visitor.post<{ success: boolean; basket: { subtotal: number } }>(
      '/basket/add/single',
      {
        product,
        quantity: 1,
      },
    )
    expect(body).toMatchObject({ success: true, basket: { subtotal: 300 } })
    const several = await visitor.post<{ success: boolean }>('/basket/add/several', {
      items: [{ product, quantity: 1 }],
    })
    expect(several.body.success).toBe(true)
    const page = await visitor.getPage(formUrl)
    expect(page.headers.get('location')).toBe('/filterhouse/fh-edge-4')
    const stranger = await shop
      .createVisitor()
      .post<{ success: boolean; messages: string[] }>('/basket/add/single', {
        product,
        quantity: 1,
      })
    expect(stranger.body.messages[0]).toContain('its price is on request')
  } finally {
    await shop.sql(`delete from customer_price where price = 30000`)
  }
})

describe('the form for a quote', () => {
  test('is filled in for a signed-in customer, and knows part and quantity', async () => {
    const visitor = await shop.signIn('trade@example.com')
    const { status, text } = await visitor.getPage(`${formUrl}&quantity=12`)
    expect(status).toBe(200)
    expect(text).toContain('Air filter housing, price on request')
    for (const value of ['12', 'trade@example.com']) expect(text).toContain(`value="${value}"`)
  })

  test('is an ordinary form: its request reaches staff by e-mail, who answer with a reply', async () => {
    const visitor = shop.createVisitor()
    const sent = await visitor.postForm('/quotes/request', usual)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/filterhouse/fh-edge-4'])
    const page = await visitor.getPage('/filterhouse/fh-edge-4')
    expect(page.text).toContain(
      'We have your request for 3 × FH-EDGE-4 and will send our price to ada@example.org.',
    )
    const mail = await waitForMail(shop, staffAddress, 'Quote wanted')
    const { headers } = parseEmail(mail)
    expect(headers.get('subject')).toBe('Quote wanted: 3 × FH-EDGE-4 for Ada Fitter')
    expect(headers.get('reply-to')).toBe('ada@example.org')
    for (const fact of ['0113 496 0001', 'For a 3CX.', 'By Friday, please.', 'Not signed in'])
      expect(decode(mail)).toContain(fact)
    // Nothing goes to an address that a stranger typed.
    expect(await listMailsTo(shop, 'ada@example.org')).toEqual([])
  })

  test('names the account of a signed-in customer to staff', async () => {
    const visitor = await shop.signIn('trade@example.com')
    expect((await request(visitor, { email: 'trade@example.com', name: 'Tom Trade' })).body.success).toBe(
      true,
    )
    const mail = await waitForMail(shop, staffAddress, 'for Tom Trade')
    expect(decode(mail)).toContain('Northfield Plant Hire (NPH001)')
  })

  test('sends one e-mail for the same request, however often it is sent', async () => {
    const visitor = shop.createVisitor()
    const before = await countRequests()
    for (let i = 0; i < 2; i++) expect((await request(visitor, { name: 'Twice' })).body.success).toBe(true)
    expect(await countRequests()).toBe(before + 1)
  })

  test('comes back with what was typed and a message for each field', async () => {
    const { status, text } = await shop.createVisitor().postForm('/quotes/request', {
      ...usual,
      quantity: 'many',
      email: 'nobody',
    })
    expect(status).toBe(422)
    expect(text).toContain('Enter a quantity from 1 to 9,999.')
    expect(text).toContain('That doesn’t look like an email address. Check for typing mistakes.')
    expect(text).toContain('value="Ada Fitter"')
    const { body } = await request(shop.createVisitor(), { email: '' })
    expect(body).toMatchObject({ status: 422, errors: { email: ['Email is required.'] } })
  })

  test('takes texts of every kind, and refuses what is no text', async () => {
    const before = await countRequests()
    const strange = await request(shop.createVisitor(), {
      name: 'Bcc: x@example.org\r\nSubject: y \u0007',
      note: '<script>alert(1)</script> \u0007 \u{1f600}',
      quantity: 2,
    })
    expect(strange.body.success).toBe(true)
    expect(await countRequests()).toBe(before + 1)
    for (const note of ['\u0000', '\ud800'])
      expect((await request(shop.createVisitor(), { note })).status).toBe(400)
    for (const change of [{ note: ['a'] }, { note: 'x'.repeat(30_000) }, { name: { a: 1 } }])
      expect((await request(shop.createVisitor(), change)).status).toBe(422)
  })

  test('does not exist for parts that are unknown, have a price, or are no longer sold', async () => {
    const visitor = shop.createVisitor()
    for (const code of ['NOPE', '', '%27', 'x'.repeat(200)])
      expect((await visitor.getPage(`/quotes/request?product=${code}`)).status).toBe(404)
    expect((await request(visitor, { product: 'NOPE' })).status).toBe(404)
    for (const code of ['FH-OIL-1', 'FH-EDGE-7']) {
      const page = await visitor.getPage(`/quotes/request?product=${code}`)
      expect([page.status, page.headers.get('location')]).toEqual([303, `/filterhouse/${code.toLowerCase()}`])
    }
    expect((await request(visitor, { product: 'FH-OIL-1' })).body).toMatchObject({
      success: false,
      message: 'FH-OIL-1 has a price now: you can order it here.',
    })
    expect((await request(visitor, { product: 'FH-EDGE-7' })).body.message).toBe(
      'FH-EDGE-7 is no longer sold.',
    )
  })

  test('has an hourly limit for one network', async () => {
    const visitor = shop.createVisitor()
    for (let i = 1; i <= 3; i++)
      expect((await request(visitor, { name: `Customer ${i}` })).body.success).toBe(true)
    const refused = await request(visitor, { name: 'Customer 4' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    shop.clock.advance(61)
    expect((await request(visitor, { name: 'Customer 4' })).body.success).toBe(true)
  })
})
