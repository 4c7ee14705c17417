import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { fillBasket, getBasket } from './checkout-calls.ts'

let shop: TestShop
let oil: number

beforeAll(async () => {
  shop = await startTestShop()
  oil = await shop.productId('FH-OIL-1')
})
afterAll(() => shop.close())

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const add = (visitor: TestVisitor, headers: Record<string, string>, body = `product=${oil}&quantity=1`) =>
  visitor.request('POST', '/basket/add/single', { headers: { ...urlencoded, ...headers }, body })

describe('a request from another site', () => {
  const foreignRequests: [string, Record<string, string>][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign origin and the marker', { ...marker, origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['the shop’s host on another port', { origin: 'http://127.0.0.1:1' }],
    ['the shop’s host as the prefix of another', { origin: 'http://127.0.0.1.evil.example' }],
    ['sec-fetch-site: cross-site and the marker', { ...marker, 'sec-fetch-site': 'cross-site' }],
    ['sec-fetch-site: same-site and the marker', { ...marker, 'sec-fetch-site': 'same-site' }],
    ['no such header', {}],
    ['sec-fetch-site: none', { 'sec-fetch-site': 'none' }],
    ['an invented token', { 'x-csrf-token': 'a.b' }],
  ]
  test.each(foreignRequests)('E09: with %s changes nothing', async (_, headers) => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const answer = await add(visitor, headers)
    expect(answer.status).toBe(403)
    expect((await getBasket(visitor)).count).toBe(1)
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
    const options = { headers: { ...json, origin: 'https://evil.example', ...marker }, body: '{}' }
    const { status, body } = await shop.createVisitor().request('POST', path, options)
    expect([status, body]).toEqual([403, expect.objectContaining({ status: 403, title: expect.any(String) })])
  })

  test('E09: is refused with the token of another customer, or with one from before the login', async () => {
    const [retail, trade] = [await shop.signIn('retail@example.com'), await shop.signIn('trade@example.com')]
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

  test('E09: can read, because reading changes nothing', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', accept: 'text/html' }
    for (const path of ['/basket/add/single', '/logout', '/checkout/complete', '/basket?updated_items=false'])
      await visitor.request('GET', path, { headers })
    expect((await getBasket(visitor)).count).toBe(1)
  })
})

describe('a request from the shop itself', () => {
  const ownRequests: [string, () => Record<string, string>][] = [
    ['the marker', () => marker],
    ['the shop’s origin', () => ({ origin: shop.url })],
    ['sec-fetch-site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
  ]
  test.each(ownRequests)('is accepted with %s', async (_, headers) => {
    const visitor = shop.createVisitor()
    expect([200, 303]).toContain((await add(visitor, headers())).status)
    expect((await getBasket(visitor)).count).toBe(1)
  })

  test('is accepted only under the configured BASE_URL, which also restricts the cookies', async () => {
    const shopWithBaseUrl = await startTestShop({ env: { BASE_URL: 'https://filters.example' } })
    const visitor = shopWithBaseUrl.createVisitor()
    const body = JSON.stringify({ product: oil })
    const from = (origin: string) =>
      visitor.request('POST', '/basket/add/single', { headers: { ...json, origin }, body })
    const answer = await from('https://filters.example')
    expect(answer.status).toBe(200)
    expect(answer.setCookies.find(line => line.startsWith('__Host-basket='))).toMatch(/; Secure/)
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect((await from(shopWithBaseUrl.url)).status).toBe(403)
    await shopWithBaseUrl.close()
  })
})
