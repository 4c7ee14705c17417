import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type How, openBrowser, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf, fill, guestSend, save } from './buying.ts'

let shop: Shop
let oil: number

beforeAll(async () => {
  shop = await openShop()
  oil = await shop.productId('FH-OIL-1')
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const add = (visitor: Visitor, headers: Record<string, string>, body = `product=${oil}&quantity=1`) =>
  visitor.ask('POST', '/basket/add/single', { headers: { ...urlencoded, ...headers }, body })

describe('who comes from another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign origin and the marker', { ...marker, origin: 'https://evil.example' }],
    ['the origin of nowhere', { origin: 'null' }],
    ['our own name on another port', { origin: 'http://127.0.0.1:1' }],
    ['our own name in front of another', { origin: 'http://127.0.0.1.evil.example' }],
    ['a browser that says so', { ...marker, 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { ...marker, 'sec-fetch-site': 'same-site' }],
    ['nothing at all', {}],
    ['a click on a bookmark', { 'sec-fetch-site': 'none' }],
    ['an invented token', { 'x-csrf-token': 'a.b' }],
  ]
  test.each(foreign)('E09: with %s changes nothing', async (_, headers) => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const answer = await add(visitor, headers)
    expect(answer.status).toBe(403)
    expect((await basketOf(visitor)).count).toBe(1)
  })

  test.each([
    '/login',
    '/logout',
    '/account/exists',
    '/basket',
    '/basket/discount',
    '/checkout/load',
    '/checkout/save',
    '/checkout/complete',
  ])('E09: is refused at %s', async path => {
    const how = { headers: { ...json, origin: 'https://evil.example', ...marker }, body: '{}' }
    const { status, body } = await shop.visitor().ask('POST', path, how)
    expect([status, body]).toEqual([403, expect.objectContaining({ status: 403, title: expect.any(String) })])
  })

  test('E09: has no use of a token that is somebody else’s, or of one from before signing in', async () => {
    const [retail, trade] = [
      await shop.signedIn('retail@example.com'),
      await shop.signedIn('trade@example.com'),
    ]
    const token = retail.cookies.get('csrf_token')!
    expect((await add(retail, { 'x-csrf-token': token })).status).toBe(303)
    expect((await add(retail, {}, `product=${oil}&_token=${encodeURIComponent(token)}`)).status).toBe(303)
    expect((await add(trade, { 'x-csrf-token': token })).status).toBe(403)
    trade.cookies.set('csrf_token', token)
    expect((await add(trade, { 'x-csrf-token': token })).status).toBe(403)
    await retail.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
    retail.cookies.set('csrf_token', token)
    expect((await add(retail, { 'x-csrf-token': token })).status).toBe(403)
    await retail.delete('/basket')
  })

  test('E09: may look, for looking changes nothing', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', accept: 'text/html' }
    for (const path of ['/basket/add/single', '/logout', '/checkout/complete', '/basket?updated_items=false'])
      await visitor.ask('GET', path, { headers })
    expect((await basketOf(visitor)).count).toBe(1)
  })
})

describe('who comes from the shop itself', () => {
  const own: [string, () => Record<string, string>][] = [
    ['the marker', () => marker],
    ['the shop’s origin', () => ({ origin: shop.url })],
    ['a browser that says same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
  ]
  test.each(own)('is known by %s', async (_, headers) => {
    const visitor = shop.visitor()
    expect([200, 303]).toContain((await add(visitor, headers())).status)
    expect((await basketOf(visitor)).count).toBe(1)
  })

  test('behind a name of its own is known by that name alone, with cookies for it alone', async () => {
    const named = await openShop({ env: { BASE_URL: 'https://filters.example' } })
    const visitor = named.visitor()
    const body = JSON.stringify({ product: oil })
    const from = (origin: string) =>
      visitor.ask('POST', '/basket/add/single', { headers: { ...json, origin }, body })
    const answer = await from('https://filters.example')
    expect(answer.status).toBe(200)
    expect(answer.setCookies.find(line => line.startsWith('__Host-basket='))).toMatch(/; Secure/)
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect((await from(named.url)).status).toBe(403)
    await named.close()
  })
})

describe('without JavaScript', () => {
  const flashOf = async (visitor: Visitor, words: string) =>
    (await visitor.page('/basket')).text.includes(words)

  test('adding, changing, deleting, vouchers and search work by forms, with a message', async () => {
    const visitor = shop.visitor()
    const added = await visitor.form('/basket/add/single', { product: String(oil), quantity: '2' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/basket'])
    expect(await flashOf(visitor, 'were added to your basket')).toBe(true)
    expect(await flashOf(visitor, 'were added to your basket')).toBe(false)
    await visitor.form('/basket/add/single', { code: 'fh-seal-1', quantity: '1' })
    expect((await basketOf(visitor)).count).toBe(3)
    await visitor.form('/basket/add/single', { product: String(oil), quantity: '0' })
    expect(await flashOf(visitor, 'Enter a quantity from 1 to 9,999.')).toBe(true)
    const [row] = (await basketOf(visitor)).items
    const change = (qty: string) =>
      visitor.form('/basket', { 'updated_items[0][rowId]': row!.rowId, 'updated_items[0][qty]': qty })
    expect((await change('5')).headers.get('location')).toBe('/basket')
    expect((await basketOf(visitor)).count).toBe(6)
    expect((await visitor.form('/basket/discount', { code: 'save10' })).status).toBe(303)
    expect(await flashOf(visitor, 'Thank you! The discount has been added to your basket.')).toBe(true)
    await visitor.form('/basket/discount', { remove: 'SAVE10' })
    expect((await basketOf(visitor)).discounts).toEqual([])
    await change('0')
    expect((await basketOf(visitor)).count).toBe(1)
    expect((await visitor.page('/search?query=FH-OIL-1')).text.includes('fh-oil-1')).toBe(true)
  })

  test('E10: one comes back to where the form stood, never to another site', async () => {
    const visitor = shop.visitor()
    const from = async (referer: string) => {
      const headers = { ...urlencoded, origin: shop.url, referer, accept: 'text/html' }
      return (
        await visitor.ask('POST', '/basket/add/single', { headers, body: `product=${oil}` })
      ).headers.get('location')
    }
    expect(await from(`${shop.url}/search?query=oil`)).toBe('/search?query=oil')
    expect(await from('https://evil.example/search')).toBe('/basket')
    expect(await from(`${shop.url}//evil.example/x`)).toBe('/basket')
    expect(await from('nonsense')).toBe('/basket')
  })
})

describe('a body', () => {
  const post = (path: string, how: How) => shop.visitor().ask('POST', path, how)
  const form = (body: string, path = '/basket') => post(path, { headers: { ...urlencoded, ...marker }, body })

  test('of a thousand rows comes through whole; what is more is refused, never cut', async () => {
    const rows = Array.from(
      { length: 1000 },
      (_, i) => `updated_items[${i}][rowId]=${i}&updated_items[${i}][qty]=1`,
    )
    expect((await form(rows.join('&'))).status).toBe(200)
    expect((await form(rows.concat('updated_items[1000][rowId]=1').join('&'))).status).toBe(413)
    expect((await form(Array.from({ length: 1001 }, () => 'a[b][]=1').join('&'))).status).toBe(413)
    expect((await form(Array.from({ length: 1001 }, (_, i) => `a[r${i}]=1`).join('&'))).status).toBe(413)
    const dozens = rows.flatMap((row, i) => [
      row,
      ...Array.from({ length: 10 }, (_, f) => `updated_items[${i}][f${f}]=1`),
    ])
    expect((await form(dozens.join('&'))).status).toBe(200)
    expect((await form(Array.from({ length: 12_001 }, (_, i) => `a[${i}]=1`).join('&'))).status).toBe(413)
    expect((await form(Array.from({ length: 1001 }, (_, i) => `a[${i + 9}][b]=1`).join('&'))).status).toBe(
      413,
    )
    expect((await form(`a=${'x'.repeat(3_000_000)}`)).status).toBe(413)
    const headers = { ...json, ...marker }
    expect(
      (await post('/checkout/save', { headers, body: JSON.stringify({ a: 'x'.repeat(3_000_000) }) })).status,
    ).toBe(413)
  })

  test('in a language that is not spoken here is refused', async () => {
    for (const type of [
      'text/plain',
      'text/xml',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'nonsense',
    ])
      expect(
        (await post('/basket', { headers: { ...marker, 'content-type': type }, body: '{}' })).status,
      ).toBe(415)
  })

  test('that is a form is read as JSON is', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const { contact, delivery, ...rest } = guestSend()
    const fields = new URLSearchParams({
      ...Object.fromEntries(Object.entries(contact).map(([name, value]) => [`contact[${name}]`, value])),
      ...Object.fromEntries(Object.entries(delivery).map(([name, value]) => [`delivery[${name}]`, value])),
      ...Object.fromEntries(Object.entries(delivery).map(([name, value]) => [`billing[${name}]`, value])),
      delivery_method: rest.delivery_method,
      payment_method: 'sagepay',
    }).toString()
    const { body } = await visitor.ask('POST', '/checkout/save', {
      headers: { ...urlencoded, ...marker },
      body: fields,
    })
    expect(body).toMatchObject({ error: false, next_url: expect.stringContaining(shop.sandbox.url) })
  })

  const deep = '['.repeat(200_000)
  const hostile = [
    '',
    ' ',
    '{',
    '[]',
    '[[]]',
    'null',
    '5',
    '"x"',
    'true',
    '{}}',
    '{"a":}',
    '\u0000',
    '{"email":"\\u0000"}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"contact":{"name":"\\ud800"},"delivery":{"town":"\\udfff"}}',
    deep,
    `{"a":${deep}`,
    '{"product":{"$gt":""},"quantity":{"$ne":1}}',
    `{"updated_items":${JSON.stringify(Array(5000).fill({ rowId: 1, qty: 1 }))}}`,
    '{"updated_items":{"length":1e9},"with_shipping":{}}',
    '{"updated_items":[{"rowId":{"toString":1},"qty":{"valueOf":1}}]}',
    '{"code":["SAVE10"]}',
    '{"code":{"toString":"x"}}',
    '{"email":{"a":1},"password":[1]}',
    '{"email":"a@b.c","password":null,"redirectTo":{}}',
    '{"country":["GB"],"postcode":{"a":1},"quote_id":[1],"approval_id":{}}',
    '{"contact":[],"delivery":7,"billing":"x","delivery_method":{},"payment_method":[],"purchase_order":{},"delivery_instructions":[1]}',
    `{"contact":{"name":"${'x'.repeat(100_000)}"},"purchase_order":"${'é'.repeat(5000)}"}`,
    '{"delivery":{"id":"1 or 1=1"},"billing":{"id":99999999999999999999}}',
    '{"product":1e400,"quantity":-0}',
    `{"delivery":{"country":"GB","postcode":"${'A'.repeat(50_000)}"},"delivery_method":"ND","delivery_arg":"9999-99-99"}`,
  ]
  const paths = [
    '/basket',
    '/basket/add/single',
    '/basket/discount',
    '/login',
    '/account/exists',
    '/checkout/load',
    '/checkout/delivery',
    '/checkout/save',
    '/checkout/complete',
    '/logout',
  ]

  test.each(paths)('of any kind never breaks %s', async path => {
    for (const body of hostile) {
      const visitor = shop.visitor()
      await fill(shop, visitor, { 'FH-OIL-1': 1 })
      const asJson = await visitor.ask('POST', path, { headers: { ...json, ...marker }, body })
      expect([200, 400, 422], `${body.slice(0, 80)} → ${asJson.status}`).toContain(asJson.status)
      const asForm = await visitor.ask('POST', path, {
        headers: { ...urlencoded, ...marker },
        body: `x[${body}]=${body}&${body}`,
      })
      expect([200, 400, 413, 422], `${body.slice(0, 80)} → ${asForm.status}`).toContain(asForm.status)
    }
  })

  test('that makes a final send of nonsense stores no order', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const nonsense = [null, '', 7, [], {}, 'x', { id: 1 }, ['x'], { id: [1] }, true]
    for (const value of nonsense) {
      for (const key of ['contact', 'delivery', 'billing', 'delivery_method', 'payment_method']) {
        const { status, body } = await save(visitor, guestSend({ [key]: value }))
        expect(status).toBe(200)
        expect(body.error).toEqual(expect.any(String))
      }
    }
    expect(
      await shop.sql(`select 1 from orders where contact->>'name' is null or delivery->>'town' = ''`),
    ).toEqual([])
  })
})

describe('every answer', () => {
  test('says what may be kept, and how it may be framed', async () => {
    const visitor = shop.visitor()
    const call = await visitor.get('/basket')
    expect(call.headers.get('cache-control')).toBe('no-store')
    expect(call.headers.get('vary')).toContain('X-Requested-With')
    for (const { headers } of [call, await visitor.page('/basket'), await visitor.page('/no/such/page')]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('that is a refusal tells calls in problem details, and people in a page', async () => {
    const visitor = shop.visitor()
    const call = await visitor.get('/no/such/thing')
    expect(call).toMatchObject({
      status: 404,
      body: {
        type: 'about:blank',
        title: 'Not found',
        status: 404,
        detail: expect.stringMatching(/.\.$/),
        request_id: expect.any(String),
      },
    })
    expect(call.headers.get('content-type')).toContain('application/problem+json')
    const page = await visitor.page('/no/such/thing')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('text/html'),
    ])
    for (const path of ['/search?query=%00', '/basket?x=%00', '/%00', '/order/%00/confirmation'])
      expect([400, 404]).toContain((await visitor.get(path)).status)
    for (const path of [
      '/%',
      '/search?query=%ff',
      '/search?query=%',
      '/order/%2e%2e/confirmation',
      `/${'x'.repeat(4000)}`,
    ])
      expect([200, 400, 404, 414]).toContain((await visitor.page(path)).status)
  })
})

describe('what the framework refuses by itself', () => {
  test('an address that is no UTF-8, or too long, is told as everything else is', async () => {
    const visitor = shop.visitor()
    for (const [path, status] of [
      ['/foo%FF', 400],
      ['/%', 400],
      ['/filterhouse/%C3?x=1', 400],
      [`/order/${'x'.repeat(400)}/confirmation`, 414],
    ] as const) {
      const call = await visitor.get(path)
      expect([call.status, call.headers.get('content-type')], path).toEqual([
        status,
        expect.stringContaining('application/problem+json'),
      ])
      const page = await visitor.page(path)
      expect([page.status, page.headers.get('content-type')], path).toEqual([
        status,
        expect.stringContaining('text/html'),
      ])
      for (const { headers } of [call, page]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      }
    }
    expect((await visitor.page('/foo%25FF')).status).toBe(404)
  })

  test.each([
    [{ range: 'bytes=99999999-' }, 416],
    [{ range: 'bytes=5-1' }, 416],
    [{ 'if-match': '"x"' }, 412],
  ] as const)('a file that is asked for with %o', async (headers, status) => {
    const answer = await shop.visitor().ask('GET', '/favicon.svg', { headers })
    expect(answer).toMatchObject({ status, body: { status } })
  })
})

describe('too many', () => {
  test('C06: final saves of one address are told to wait; others are served', async () => {
    const small = await openShop({ env: { LIMIT_SAVES_PER_MINUTE: '2', LIMIT_REQUESTS_PER_MINUTE: '30' } })
    const visitor = small.visitor()
    await fill(small, visitor, { 'FH-OIL-1': 1 })
    const sent = guestSend()
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await save(visitor, sent)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await visitor.post('/checkout/save', { purchase_order: '1' })).status).toBe(200)
    const other = openBrowser(small.url, '192.0.2.7')
    const answers = []
    for (let i = 0; i < 32; i++) answers.push(await other.get('/basket'))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    const refused = answers.at(-1)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect((await small.visitor().get('/basket')).status).toBe(200)
    await checkInvariants(small)
    await small.close()
  })
})
