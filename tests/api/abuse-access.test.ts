import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { root } from '../support/sources.ts'
import type { LooseJson, TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { addHeadBuyers, headBuyerEmail, otherHeadBuyerEmail } from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createMemberSend,
  fillBasket,
  getBasket,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'
import { createList, getCsrfToken } from './product-list-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// Cases E01, E09 and E13 of docs/abuse-cases.md.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await addHeadBuyers(shop)
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const orderAsTom = () => placeAccountOrder(shop, tom, { 'FH-OIL-1': 1 }, { purchase_order: 'Northfield 7' })
const personal = /Northfield|Tom Rade|Adam Prentice|Helen Ead/

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface AccessAttempt {
  name: string
  method: Method
  path: string
  body?: object
}

/** Every way to read, change or use by its number what belongs to Northfield and its buyers. */
async function listAccessAttempts(): Promise<AccessAttempt[]> {
  const { visitor: trade, reference: order } = await orderAsTom()
  const demo = (
    await shop.createVisitor().get<{ quote_id: number; approval_id: number }>('/_sandbox/demo.json')
  ).body
  const [quote] = await shop.sql<{ reference: string }>('select reference from orders where id = $1', [
    demo.quote_id,
  ])
  const { body: added } = await trade.post<{ id: number }>('/account/addresses', leedsAddress)
  const list = await createList(shop, trade, { 'FH-OIL-1': 1 })
  const attempt = (name: string, method: Method, path: string, sent?: object): AccessAttempt => ({
    name,
    method,
    path,
    ...(sent && { body: sent }),
  })
  const staffFields = { seen: '1', reason: 'Northfield', confirm: true }
  return [
    attempt('an order', 'GET', `/account/orders/${order}`),
    attempt('its confirmation', 'GET', `/order/${order}/confirmation`),
    attempt('its invoice', 'GET', `/account/orders/${order}/invoice.pdf`),
    attempt('its payment', 'GET', `/checkout/payment/${order}`),
    attempt('its lines, to order again', 'POST', `/account/orders/${order}/reorder`),
    attempt('a quote', 'GET', `/account/quotes/${quote!.reference}`),
    attempt('its document', 'GET', `/account/quotes/${quote!.reference}/quote.pdf`),
    attempt('a quote, loaded', 'POST', '/checkout/load', { quote_id: demo.quote_id }),
    attempt('the deliveries of a quote', 'POST', '/checkout/delivery', {
      country: 'GB',
      postcode: 'LS1 1AA',
      quote_id: demo.quote_id,
    }),
    attempt(
      'a quote, ordered',
      'POST',
      '/checkout/save',
      createMemberSend(cardMethod, { quote_id: demo.quote_id }),
    ),
    attempt('an order for approval, loaded', 'POST', '/checkout/load', { approval_id: demo.approval_id }),
    attempt(
      'an order for approval, placed',
      'POST',
      '/checkout/save',
      createMemberSend(cardMethod, { approval_id: demo.approval_id }),
    ),
    attempt('an order for approval, rejected', 'POST', `/account/approvals/${demo.approval_id}/reject`, {
      reason: 'Because',
    }),
    attempt('an address', 'GET', `/account/addresses/${added.id}`),
    attempt('an address, changed', 'POST', `/account/addresses/${added.id}`, leedsAddress),
    attempt('a list', 'GET', `/account/productlists/${list.id}`),
    attempt('a list, changed', 'PUT', `/account/productlists/${list.id}`, { ...list, name: 'Mine' }),
    attempt('a list, ordered', 'POST', `/account/productlists/${list.id}/basket`, { machines: 1 }),
    attempt('a list as wallpaper', 'GET', `/account/productlists/wallpaper.pdf?lists=${list.id}`),
    attempt('an address, deleted', 'POST', `/account/addresses/${added.id}/delete`),
    attempt('a list, deleted', 'DELETE', `/account/productlists/${list.id}`),
    attempt('an order in the back office', 'GET', `/admin/orders/${order}`),
    attempt('an order, cancelled', 'POST', `/admin/orders/${order}/cancel`, staffFields),
    attempt('an order, refunded', 'POST', `/admin/orders/${order}/refund`, {
      ...staffFields,
      amount: '1.00',
    }),
    attempt('an order, despatched', 'POST', `/admin/orders/${order}/despatch`, {
      ...staffFields,
      request: 'northfield',
      carrier: 'dpd',
      lines: [{ position: 1, quantity: 1 }],
    }),
    attempt('an order, announced at the counter', 'POST', `/admin/orders/${order}/ready`, staffFields),
    attempt('an order, held', 'POST', `/admin/orders/${order}/hold`, staffFields),
    attempt('an order, released', 'POST', `/admin/orders/${order}/release`, staffFields),
    attempt('a quote in the back office', 'GET', `/admin/quotes/${quote!.reference}`),
    attempt('a quote, withdrawn', 'POST', `/admin/quotes/${quote!.reference}/withdraw`, staffFields),
    attempt('a quote, priced', 'POST', `/admin/quotes/${quote!.reference}/offer`, {
      seen: '1',
      prices: ['0.01', '0.01'],
    }),
  ]
}

const json = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }

/** Sends a read twice: as a call and as a page. */
async function send(
  visitor: TestVisitor,
  { method, path, body }: AccessAttempt,
): Promise<TestResponse<LooseJson>[]> {
  if (method === 'GET')
    return [
      await visitor.get(path),
      await visitor.request(method, path, { headers: { accept: 'text/html' } }),
    ]
  const sent = JSON.stringify({ ...body, _token: getCsrfToken(visitor) })
  return [await visitor.request(method, path, { headers: json, body: sent })]
}

/** A hash of every table that these requests could change. */
async function hashTables(): Promise<string> {
  const tables = [
    'orders',
    'order_history',
    'address',
    'product_list',
    'basket_line',
    'quote_offer',
    'person',
  ]
  const sums = await Promise.all(
    tables.map(table =>
      shop.sql(`select md5(string_agg(t::text, ',' order by t::text)) as sum from ${table} t`),
    ),
  )
  return JSON.stringify(sums)
}

describe('E01: what belongs to another company', () => {
  test('does not exist for strangers, by any number and in any way, and stays unchanged', async () => {
    const attempts = await listAccessAttempts()
    const strangers = {
      'retail@example.com': await shop.signIn('retail@example.com'),
      'stopped@example.com': await shop.signIn('stopped@example.com'),
      [otherHeadBuyerEmail]: await shop.signIn(otherHeadBuyerEmail),
    }
    const before = await hashTables()
    const failures: string[] = []
    for (const [email, stranger] of Object.entries(strangers)) {
      for (const attempt of attempts) {
        for (const { status, text } of await send(stranger, attempt)) {
          if (status !== 404) failures.push(`${attempt.name}, ${email}: ${status}`)
          if (personal.test(text)) failures.push(`${attempt.name}, ${email}: personal data shown`)
        }
      }
    }
    expect(failures).toEqual([])
    expect(await hashTables()).toBe(before)
    // Each of them works for the owners: otherwise a 404 would prove nothing.
    const owners = [
      await shop.signIn(tom),
      await shop.signIn(headBuyerEmail),
      await shop.signIn('staff@example.com'),
    ]
    for (const attempt of attempts)
      expect([attempt.name, await isVisibleToAny(owners, attempt)]).toEqual([attempt.name, true])
  })

  const isVisibleToAny = async (owners: TestVisitor[], attempt: AccessAttempt): Promise<boolean> => {
    for (const owner of owners) {
      if ((await send(owner, attempt)).some(({ status }) => status !== 404)) return true
    }
    return false
  }

  test('cannot be read or changed without a login', async () => {
    const attempts = await listAccessAttempts()
    const before = await hashTables()
    const failures: string[] = []
    for (const attempt of attempts) {
      for (const { status, headers, text } of await send(shop.createVisitor(), attempt)) {
        const toLogin = status === 303 ? headers.get('location') : null
        if (![401, 403, 404].includes(status) && !toLogin?.startsWith('/login'))
          failures.push(`${attempt.name}: ${status} ${toLogin}`)
        if (personal.test(text)) failures.push(`${attempt.name}: personal data shown`)
      }
    }
    expect(failures).toEqual([])
    expect(await hashTables()).toBe(before)
  })
})

describe('E09: a request from another site', () => {
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'route' in value && 'reply' in value

  /** Every declared call that changes something, with a number for each parameter of its path. */
  async function changingCalls(): Promise<[Method, string][]> {
    const schemaFiles = globSync('src/features/**/schemas.ts', { cwd: root })
    const modules = await Promise.all(schemaFiles.map(file => import(join(root, file)) as Promise<object>))
    const calls = modules.flatMap(module => Object.values(module)).filter(isCall)
    return calls
      .map(({ route }) => route.split(' ') as [Method, string])
      .filter(([method]) => method !== 'GET')
      .map(([method, path]) => [
        method,
        path.replaceAll(/:(reference|\w+)/g, (_, name) => (name === 'reference' ? 'FH22222222' : '1')),
      ])
  }

  const marker = { 'x-requested-with': 'XMLHttpRequest' }
  const foreignRequests: [string, Record<string, string>][] = [
    ['by a form', { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }],
    ['by a script', { ...marker, 'content-type': 'application/json', origin: 'https://evil.example' }],
    ['as plain text that is JSON', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
    [
      'from a sister domain',
      { ...marker, 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
    ],
    ['without an origin', { 'content-type': 'application/json' }],
    ['with an invented token', { 'content-type': 'application/json', 'x-csrf-token': 'x.y' }],
  ]

  test.each(foreignRequests)(
    'changes nothing at any call when sent %s, with the cookies of a signed-in user',
    async (_, headers) => {
      const calls = await changingCalls()
      expect(calls.length).toBeGreaterThan(30)
      const refusedStatuses = headers['content-type'] === 'text/plain' ? [403, 415] : [403]
      for (const visitor of [await shop.signIn(headBuyerEmail), await shop.signIn('staff@example.com')]) {
        const before = await hashTables()
        const unprotected: string[] = []
        for (const [method, path] of calls) {
          const body = headers['content-type']!.includes('urlencoded') ? 'a=1' : '{"a":1}'
          const { status } = await visitor.request(method, path, { headers, body })
          if (!refusedStatuses.includes(status)) unprotected.push(`${method} ${path}: ${status}`)
        }
        expect(unprotected).toEqual([])
        expect(await hashTables()).toBe(before)
        expect((await visitor.getPage('/account')).status).toBe(200)
      }
    },
  )
})

test('E13: a customer who signs out at a shared computer leaves no basket, no order and no cached page', async () => {
  const { visitor: trade, reference } = await orderAsTom()
  await fillBasket(shop, trade, { 'FH-SEAL-1': 3 })
  await sendSave(trade, { delivery: { ...leedsAddress, company: 'Northfield' } })
  const pages = [
    '/account',
    '/account/details',
    '/account/addresses',
    '/account/orders',
    `/account/orders/${reference}`,
    `/order/${reference}/confirmation`,
    '/account/quotes',
    '/account/productlists',
    '/basket',
    '/checkout',
  ]
  for (const path of pages) {
    const { status, headers } = await trade.getPage(path)
    expect([path, status]).toEqual([path, 200])
    // The browser's back button then shows nothing from its cache.
    expect([path, headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')])
  }
  const session = trade.cookies.get('session')!
  await trade.post('/logout')
  expect(trade.cookies.get('session')).not.toBe(session)
  expect(await getBasket(trade)).toMatchObject({ count: 0, storage_mode: 'cookie' })
  for (const path of pages) {
    const { status, text, headers } = await trade.getPage(path)
    const isToLogin = headers.get('location')?.startsWith('/login') ?? false
    expect([path, isToLogin || status === 404 || ['/basket', '/checkout'].includes(path)]).toEqual([
      path,
      true,
    ])
    expect(text).not.toMatch(/Northfield|Tom Rade|Mill Lane/)
  }
  expect((await trade.post('/checkout/load')).text).not.toMatch(/Northfield|Tom Rade|Mill Lane/)
  expect(await completeOrder(trade)).toMatchObject({ error: expect.any(String), next_url: null })
  // The basket of the account is still there.
  expect((await getBasket(await shop.signIn(tom))).count).toBe(3)
})
