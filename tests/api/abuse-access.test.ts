import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../src/lib/call.ts'
import type { Answer, Loose, Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { root } from '../support/sources.ts'
import { head, hireHeads, otherHead } from './approving.ts'
import { basketOf, complete, fill, leeds, memberSend, save } from './buying.ts'
import { newList, tokenOf } from './listing.ts'

// Cases E01, E09 and E13 of the reference 'abuse cases'; docs/abuse-cases.md names the tests of the others.

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireHeads(shop)
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const tom = 'trade@example.com'
const personal = /Northfield|Tom Rade|Adam Prentice|Helen Ead/

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Thing {
  words: string
  method: Method
  path: string
  body?: object
}

/** What Tom, his company and his colleague have, and every way to read, change or use it by its number. */
async function thingsOfNorthfield(): Promise<Thing[]> {
  const trade = await shop.signedIn(tom)
  await trade.delete('/basket')
  await fill(shop, trade, { 'FH-OIL-1': 1 })
  const { body } = await save(trade, memberSend('account', { purchase_order: 'Northfield 7' }))
  await complete(trade)
  const order = body.reference
  const demo = (await shop.visitor().get<{ quote_id: number; approval_id: number }>('/_sandbox/demo.json'))
    .body
  const [quote] = await shop.sql<{ reference: string }>('select reference from orders where id = $1', [
    demo.quote_id,
  ])
  const { body: added } = await trade.post<{ id: number }>('/account/addresses', leeds)
  const list = await newList(shop, trade, { 'FH-OIL-1': 1 })
  const at = (words: string, method: Method, path: string, sent?: object): Thing => ({
    words,
    method,
    path,
    ...(sent && { body: sent }),
  })
  const desk = { seen: '1', reason: 'Northfield', confirm: true }
  return [
    at('an order', 'GET', `/account/orders/${order}`),
    at('its confirmation', 'GET', `/order/${order}/confirmation`),
    at('its invoice', 'GET', `/account/orders/${order}/invoice.pdf`),
    at('its payment', 'GET', `/checkout/payment/${order}`),
    at('its lines, to order again', 'POST', `/account/orders/${order}/reorder`),
    at('a quote', 'GET', `/account/quotes/${quote!.reference}`),
    at('its document', 'GET', `/account/quotes/${quote!.reference}/quote.pdf`),
    at('a quote, loaded', 'POST', '/checkout/load', { quote_id: demo.quote_id }),
    at('the deliveries of a quote', 'POST', '/checkout/delivery', {
      country: 'GB',
      postcode: 'LS1 1AA',
      quote_id: demo.quote_id,
    }),
    at('a quote, ordered', 'POST', '/checkout/save', memberSend('sagepay', { quote_id: demo.quote_id })),
    at('an order for approval, loaded', 'POST', '/checkout/load', { approval_id: demo.approval_id }),
    at(
      'an order for approval, placed',
      'POST',
      '/checkout/save',
      memberSend('sagepay', { approval_id: demo.approval_id }),
    ),
    at('an order for approval, rejected', 'POST', `/account/approvals/${demo.approval_id}/reject`, {
      reason: 'Because',
    }),
    at('an address', 'GET', `/account/addresses/${added.id}`),
    at('an address, changed', 'POST', `/account/addresses/${added.id}`, leeds),
    at('a list', 'GET', `/account/productlists/${list.id}`),
    at('a list, changed', 'PUT', `/account/productlists/${list.id}`, { ...list, name: 'Mine' }),
    at('a list, ordered', 'POST', `/account/productlists/${list.id}/basket`, { machines: 1 }),
    at('a list on the wall', 'GET', `/account/productlists/wallpaper.pdf?lists=${list.id}`),
    at('an address, deleted', 'POST', `/account/addresses/${added.id}/delete`),
    at('a list, deleted', 'DELETE', `/account/productlists/${list.id}`),
    at('an order at the desk', 'GET', `/admin/orders/${order}`),
    at('an order, cancelled', 'POST', `/admin/orders/${order}/cancel`, desk),
    at('an order, refunded', 'POST', `/admin/orders/${order}/refund`, { ...desk, amount: '1.00' }),
    at('a quote at the desk', 'GET', `/admin/quotes/${quote!.reference}`),
    at('a quote, withdrawn', 'POST', `/admin/quotes/${quote!.reference}/withdraw`, desk),
    at('a quote, priced', 'POST', `/admin/quotes/${quote!.reference}/offer`, {
      seen: '1',
      prices: ['0.01', '0.01'],
    }),
  ]
}

const json = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }

/** Reading is tried as a call and as a page. */
async function ask(who: Visitor, { method, path, body }: Thing): Promise<Answer<Loose>[]> {
  if (method === 'GET')
    return [await who.get(path), await who.ask(method, path, { headers: { accept: 'text/html' } })]
  const sent = JSON.stringify({ ...body, _token: tokenOf(who) })
  return [await who.ask(method, path, { headers: json, body: sent })]
}

/** Everything that these requests could have changed, as one text. */
async function everything(): Promise<string> {
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

describe('E01: what is another company’s', () => {
  test('does not exist, by any number and in any way; and nothing of it changes', async () => {
    const things = await thingsOfNorthfield()
    const strangers = {
      'retail@example.com': await shop.signedIn('retail@example.com'),
      'stopped@example.com': await shop.signedIn('stopped@example.com'),
      [otherHead]: await shop.signedIn(otherHead),
    }
    const before = await everything()
    const said: string[] = []
    for (const [email, stranger] of Object.entries(strangers)) {
      for (const thing of things) {
        for (const { status, text } of await ask(stranger, thing)) {
          if (status !== 404) said.push(`${thing.words}, ${email}: ${status}`)
          if (personal.test(text)) said.push(`${thing.words}, ${email}: told`)
        }
      }
    }
    expect(said).toEqual([])
    expect(await everything()).toBe(before)
    // All of it is there, for those whom it concerns.
    const owners = [
      await shop.signedIn(tom),
      await shop.signedIn(head),
      await shop.signedIn('staff@example.com'),
    ]
    for (const thing of things)
      expect([thing.words, await isThereFor(owners, thing)]).toEqual([thing.words, true])
  })

  const isThereFor = async (owners: Visitor[], thing: Thing): Promise<boolean> => {
    for (const owner of owners) {
      if ((await ask(owner, thing)).some(({ status }) => status !== 404)) return true
    }
    return false
  }

  test('is asked for by nobody without a login', async () => {
    const things = await thingsOfNorthfield()
    const before = await everything()
    const said: string[] = []
    for (const thing of things) {
      for (const { status, headers, text } of await ask(shop.visitor(), thing)) {
        const toLogin = status === 303 ? headers.get('location') : null
        if (![401, 403, 404].includes(status) && !toLogin?.startsWith('/login'))
          said.push(`${thing.words}: ${status} ${toLogin}`)
        if (personal.test(text)) said.push(`${thing.words}: told`)
      }
    }
    expect(said).toEqual([])
    expect(await everything()).toBe(before)
  })
})

describe('E09: another site', () => {
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'route' in value && 'reply' in value

  /** Every declared call that changes something, with a number where its path wants one. */
  async function changingCalls(): Promise<[Method, string][]> {
    const contracts = globSync('src/features/**/schemas.ts', { cwd: root })
    const slices = await Promise.all(contracts.map(file => import(join(root, file)) as Promise<object>))
    const calls = slices.flatMap(slice => Object.values(slice)).filter(isCall)
    return calls
      .map(({ route }) => route.split(' ') as [Method, string])
      .filter(([method]) => method !== 'GET')
      .map(([method, path]) => [
        method,
        path.replaceAll(/:(reference|\w+)/g, (_, name) => (name === 'reference' ? 'FH22222222' : '1')),
      ])
  }

  const marker = { 'x-requested-with': 'XMLHttpRequest' }
  const foreign: [string, Record<string, string>][] = [
    ['by a form', { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }],
    ['by a script', { ...marker, 'content-type': 'application/json', origin: 'https://evil.example' }],
    ['as plain text that is JSON', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
    [
      'from a sister domain',
      { ...marker, 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
    ],
    ['without a sign of where from', { 'content-type': 'application/json' }],
    ['with a token of its own making', { 'content-type': 'application/json', 'x-csrf-token': 'x.y' }],
  ]

  test.each(foreign)('changes nothing at any call, %s, in whosever name', async (_, headers) => {
    const calls = await changingCalls()
    expect(calls.length).toBeGreaterThan(30)
    const refused = headers['content-type'] === 'text/plain' ? [403, 415] : [403]
    for (const visitor of [await shop.signedIn(head), await shop.signedIn('staff@example.com')]) {
      const before = await everything()
      const open: string[] = []
      for (const [method, path] of calls) {
        const body = headers['content-type']!.includes('urlencoded') ? 'a=1' : '{"a":1}'
        const { status } = await visitor.ask(method, path, { headers, body })
        if (!refused.includes(status)) open.push(`${method} ${path}: ${status}`)
      }
      expect(open).toEqual([])
      expect(await everything()).toBe(before)
      expect((await visitor.page('/account')).status).toBe(200)
    }
  })
})

test('E13: who signs out at a shared computer leaves nothing: no basket, no order, no page that was kept', async () => {
  const trade = await shop.signedIn(tom)
  await trade.delete('/basket')
  await fill(shop, trade, { 'FH-OIL-1': 1 })
  const { body } = await save(trade, memberSend('account', { purchase_order: 'Northfield 7' }))
  await complete(trade)
  await fill(shop, trade, { 'FH-SEAL-1': 3 })
  await save(trade, { delivery: { ...leeds, company: 'Northfield' } })
  const pages = [
    '/account',
    '/account/details',
    '/account/addresses',
    '/account/orders',
    `/account/orders/${body.reference}`,
    `/order/${body.reference}/confirmation`,
    '/account/quotes',
    '/account/productlists',
    '/basket',
    '/checkout',
  ]
  for (const path of pages) {
    const { status, headers } = await trade.page(path)
    expect([path, status]).toEqual([path, 200])
    // Going back afterwards shows nothing from the browser's memory.
    expect([path, headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')])
  }
  const session = trade.cookies.get('session')!
  await trade.post('/logout')
  expect(trade.cookies.get('session')).not.toBe(session)
  expect(await basketOf(trade)).toMatchObject({ count: 0, storage_mode: 'cookie' })
  for (const path of pages) {
    const { status, text, headers } = await trade.page(path)
    const isToLogin = headers.get('location')?.startsWith('/login') ?? false
    expect([path, isToLogin || status === 404 || ['/basket', '/checkout'].includes(path)]).toEqual([
      path,
      true,
    ])
    expect(text).not.toMatch(/Northfield|Tom Rade|Mill Lane/)
  }
  expect((await trade.post('/checkout/load')).text).not.toMatch(/Northfield|Tom Rade|Mill Lane/)
  expect(await complete(trade)).toMatchObject({ error: expect.any(String), next_url: null })
  // The account keeps what was the account's.
  expect((await basketOf(await shop.signedIn(tom))).count).toBe(3)
})
