import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

describe('a malformed HTTP request', () => {
  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(shop.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.on('data', data => {
        answer += data
      })
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
    })

  test('is answered with problem details, as every call is', async () => {
    for (const [text, status] of [
      [`GET /search?query=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['this is no HTTP\r\n\r\n', 400],
    ] as const) {
      const [head = '', body = ''] = (await sendRaw(text)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      expect(head).toContain('Content-Type: application/problem+json')
      expect(JSON.parse(body)).toMatchObject({
        type: 'about:blank',
        status,
        title: expect.stringMatching(/./),
        detail: expect.stringMatching(/./),
      })
    }
  })
})

test('a payment notification that is too long is refused with problem details', async () => {
  const answer = await shop.createVisitor().request('POST', '/checkout/notification', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `VendorTxCode=${'x'.repeat(20_000)}`,
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'application/problem+json'])
})

describe('every response', () => {
  test('has headers for caching, content type and framing', async () => {
    const visitor = shop.createVisitor()
    const call = await visitor.get('/basket')
    expect(call.headers.get('cache-control')).toBe('no-store')
    expect(call.headers.get('vary')).toContain('X-Requested-With')
    for (const { headers } of [
      call,
      await visitor.getPage('/basket'),
      await visitor.getPage('/no/such/page'),
    ]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('to an error is problem details for a call and a page for a browser', async () => {
    const visitor = shop.createVisitor()
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
    const page = await visitor.getPage('/no/such/thing')
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
      expect([200, 400, 404, 414]).toContain((await visitor.getPage(path)).status)
  })
})

describe('an error of the framework itself', () => {
  test('for a URL that is not UTF-8, or too long, has the same form as all others', async () => {
    const visitor = shop.createVisitor()
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
      const page = await visitor.getPage(path)
      expect([page.status, page.headers.get('content-type')], path).toEqual([
        status,
        expect.stringContaining('text/html'),
      ])
      for (const { headers } of [call, page]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      }
    }
    expect((await visitor.getPage('/foo%25FF')).status).toBe(404)
  })

  test.each([
    [{ range: 'bytes=99999999-' }, 416],
    [{ range: 'bytes=5-1' }, 416],
    [{ 'if-match': '"x"' }, 412],
  ] as const)('for a file requested with %o is problem details', async (headers, status) => {
    const answer = await shop.createVisitor().request('GET', '/favicon.svg', { headers })
    expect(answer).toMatchObject({ status, body: { status } })
  })
})
