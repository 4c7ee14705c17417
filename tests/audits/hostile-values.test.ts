import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

// Bodies whose values have another type than the schema says: refused by it, never a failure of the server (R-CALL-4).

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => shop.close())

const nested = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`
const values = [
  '{"toString":1,"valueOf":1}',
  '{"toJSON":1}',
  '{"__proto__":{"toString":1}}',
  '[{"toString":1}]',
  '1e308',
  '"NaN"',
  nested,
]
const names = [
  'rowId',
  'qty',
  'updated_items',
  'with_shipping',
  'page',
  'remove',
  'product',
  'quantity',
  'items',
  'lines',
  'nr',
  'chosen',
  'code',
  'contact',
  'delivery',
  'billing',
  'delivery_method',
  'signed_in',
  'shown_total',
  'quote_id',
  'email',
  'password',
  'redirectTo',
  'selectedUsers',
  'products',
]

/** The value itself, in each field, and in each field of a row. */
const bodies = values.flatMap(value => {
  const fields = `{${names.map(name => `"${name}":${value}`).join(',')}}`
  if (value === nested) return [value, `{"items":${value},"updated_items":${value},"lines":${value}}`]
  const rows = ['lines', 'updated_items', 'items'].map(name => `"${name}":[${fields}]`).join(',')
  return [value, fields, `{${rows},"contact":${fields},"delivery":${fields}}`]
})

test('a body of hostile values is no failure of the server on any call', async () => {
  const visitor = await shop.signIn('head@example.com')
  const { body: openapi } = await visitor.get<{ paths: Record<string, Record<string, unknown>> }>(
    '/openapi.json',
  )
  const routes = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter(method => ['post', 'put', 'patch'].includes(method) && path !== '/logout')
      .map(method => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '1') })),
  )
  expect(routes.length).toBeGreaterThan(20)
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
  const failures: string[] = []
  for (const { method, path } of routes) {
    const statuses = await Promise.all(
      bodies.map(async sent => ({
        sent,
        status: (await visitor.request(method, path, { headers, body: sent })).status,
      })),
    )
    for (const { sent, status } of statuses) {
      if (status >= 500) failures.push(`${method} ${path} ${sent.slice(0, 120)}: ${status}`)
    }
  }
  expect(failures).toEqual([])
})

test('row ids and flags of another type are refused with a 422', async () => {
  const visitor = shop.createVisitor()
  const rows = [{ rowId: { toString: 1 }, qty: 1 }]
  expect((await visitor.post('/basket', { updated_items: rows })).status).toBe(422)
  expect((await visitor.post('/checkout/save', { signed_in: { toString: 1 } })).status).toBe(422)
})

test('a return address that is too long or of another site is dropped', async () => {
  const login = { email: 'retail@example.com', password: 'filters-2026' }
  for (const redirectTo of [
    `/${'a'.repeat(2_100)}`,
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
  ]) {
    const visitor = shop.createVisitor()
    expect((await visitor.getPage(`/login?${new URLSearchParams({ redirectTo })}`)).status).toBe(200)
    const { body } = await visitor.post('/login', { ...login, redirectTo })
    expect(body).toMatchObject({ success: true, next_url: '/' })
  }
})
