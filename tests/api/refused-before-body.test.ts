import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { placeDespatchedOrder, requestReturn } from './return-calls.ts'

// R-CALL-16: what can be refused without the body is refused before it is read.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_RETURNS_PER_HOUR: '1' } })
})
afterAll(() => shop.close())

const marker = { 'x-requested-with': 'XMLHttpRequest' }
/** A body that is read is a 400. */
const unreadable = { headers: { ...marker, 'content-type': 'application/json' }, body: '{' }

/** Calls under /account that strangers may send. */
const isPublic = (route: string) =>
  /^POST \/account\/(?:exists$|session$|(?:email|invitation|verify)\/)/.test(route)

const listRoutes = (start: string) =>
  shop
    .listRoutes()
    .filter(route => /^(?:POST|PUT|DELETE) /.test(route) && route.split(' ')[1]!.startsWith(start))
    .filter(route => !isPublic(route))

async function listStatuses(visitor: TestVisitor, routes: string[]): Promise<string[]> {
  const answers = []
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const { status } = await visitor.request(method, path.replaceAll(/:\w+/g, '1'), unreadable)
    answers.push(`${route}: ${status}`)
  }
  return answers
}

describe('a body is not read', () => {
  test('of a stranger who calls what only customers may', async () => {
    const routes = listRoutes('/account/')
    expect(routes.length).toBeGreaterThan(20)
    expect(await listStatuses(shop.createVisitor(), routes)).toEqual(routes.map(route => `${route}: 401`))
  })

  test('of a stranger or a customer who calls what only staff may', async () => {
    const routes = listRoutes('/admin')
    expect(routes.length).toBeGreaterThan(40)
    expect(await listStatuses(shop.createVisitor(), routes)).toEqual(routes.map(route => `${route}: 401`))
    const customer = await shop.signIn('head@example.com')
    expect(await listStatuses(customer, routes)).toEqual(routes.map(route => `${route}: 404`))
  })

  test('that is sent to an address that does not exist', async () => {
    const visitor = shop.createVisitor()
    for (const [method, path] of [
      ['POST', '/nowhere'],
      ['PUT', '/basket'],
      ['POST', '/account/nowhere'],
      ['DELETE', '/admin/nowhere/at/all'],
    ] as const)
      expect([path, (await visitor.request(method, path, unreadable)).status]).toEqual([path, 404])
  })

  test('that comes from another site, or proves no origin', async () => {
    const visitor = shop.createVisitor()
    const headers = unreadable.headers
    const foreign = { ...unreadable, headers: { ...headers, origin: 'https://evil.example' } }
    const unproven = { ...unreadable, headers: { 'content-type': 'application/json' } }
    for (const path of ['/basket', '/login', '/checkout/save', '/order-pad'])
      for (const how of [foreign, unproven])
        expect([path, (await visitor.request('POST', path, how)).status]).toEqual([path, 403])
  })

  test('that is compressed, or in another charset', async () => {
    const visitor = shop.createVisitor()
    const encodings: Record<string, string>[] = [
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/x-www-form-urlencoded; charset="iso-8859-1"' },
    ]
    for (const headers of encodings) {
      const answer = await visitor.request('POST', '/basket', {
        headers: { ...marker, ...headers },
        body: '{',
      })
      expect([answer.status, answer.text]).toEqual([415, expect.stringContaining('UTF-8')])
    }
  })

  test('beyond the requests of a minute, of an address that does not exist too', async () => {
    const busyShop = await startTestShop({ env: { LIMIT_REQUESTS_PER_MINUTE: '3' } })
    const visitor = busyShop.createVisitor()
    const statuses = []
    for (const path of ['/basket', '/nowhere', '/nowhere', '/nowhere', '/basket'])
      statuses.push((await visitor.request('POST', path, unreadable)).status)
    expect(statuses).toEqual([400, 404, 404, 429, 429])
    await busyShop.close()
  })
})

test('R-CALL-2: an ordinary form has up to 64 KB, one with rows up to 2 MB', async () => {
  const visitor = shop.createVisitor()
  const form = (bytes: number) => ({
    headers: { ...marker, 'content-type': 'application/x-www-form-urlencoded' },
    body: `a=${'x'.repeat(bytes)}`,
  })
  for (const path of ['/basket/discount', '/login', '/checkout/save', '/newsletter', '/quotes/request']) {
    expect([path, (await visitor.request('POST', path, form(60_000))).status]).not.toEqual([path, 413])
    expect([path, (await visitor.request('POST', path, form(70_000))).status]).toEqual([path, 413])
  }
  for (const path of ['/basket', '/order-pad', '/order-pad/add']) {
    expect([path, (await visitor.request('POST', path, form(1_900_000))).status]).not.toEqual([path, 413])
    expect([path, (await visitor.request('POST', path, form(2_200_000))).status]).toEqual([path, 413])
  }
})

describe('a return with pictures', () => {
  /** Announces a form of 20 MB, sends none of it, and returns the status of the answer. */
  async function announce(visitor: TestVisitor, reference: string): Promise<number> {
    const { host, hostname, port } = new URL(shop.url)
    const head = [
      `POST /account/orders/${reference}/return HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${shop.url}`,
      `Cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      `X-Forwarded-For: ${visitor.ip}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 20000000',
    ]
    const socket = connect(Number(port), hostname)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
  }

  test('is answered without them when there is no such order, or there were too many', {
    timeout: 20_000,
  }, async () => {
    const staff = await shop.signIn('staff@example.com')
    const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 2 })
    const stranger = await shop.signIn('retail@example.com')
    expect(await announce(stranger, reference)).toBe(404)
    expect(await announce(visitor, 'FHNOSUCHNO')).toBe(404)
    expect(await announce(shop.createVisitor(), reference)).toBe(401)
    expect(await requestReturn(visitor, reference, { 1: 1 })).toMatchObject({ success: true })
    expect(await announce(visitor, reference)).toBe(429)
  })
})
