import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StaffRight, staffRights } from '../../src/features/accounts/visitor.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { routesByRights } from './admin-routes.ts'
import { placeTradeOrder } from './stock-calls.ts'

let shop: TestShop
let routes: AdminRoute[]

interface AdminRoute {
  /** 'GET /admin/orders/:reference' */
  name: string
  method: string
  path: string
}

beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_REQUESTS_PER_MINUTE: '5000' } })
  const reference = await placeTradeOrder(shop, { 'FH-OIL-1': 1 })
  const examples: Record<string, string> = { reference, code: 'FH-OIL-1' }
  routes = shop
    .listRoutes()
    .filter(name => /^[A-Z]+ \/admin(\/|$)/.test(name))
    .map(name => {
      const [method, pattern] = name.split(' ') as [string, string]
      return { name, method, path: pattern.replaceAll(/:(\w+)/g, (_, param) => examples[param] ?? '1') }
    })
}, 60_000)
afterAll(() => shop.close())

/** Staff who hold these rights alone. */
async function signInWith(...rights: StaffRight[]): Promise<TestVisitor> {
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = $1 where email = 'retail@example.com'`,
    [rights],
  )
  return shop.signIn('retail@example.com')
}

/** Sends nothing to a route: who may not use it is refused before the input is read. */
const send = (visitor: TestVisitor, { method, path }: AdminRoute): Promise<TestResponse<unknown>> =>
  method === 'GET' ? visitor.getPage(path) : visitor.request(method, path, { headers: marker, body: '{}' })
const marker = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }

/** One after the other: a hundred pages at once would wait for connections on a busy machine. */
async function ask<T>(list: readonly AdminRoute[], answer: (route: AdminRoute) => Promise<T>) {
  const answers: (readonly [name: string, answer: T])[] = []
  for (const route of list) answers.push([route.name, await answer(route)])
  return answers
}

describe('R-ADMIN-3: every route of the back office', () => {
  test('is walked: pages, calls, uploads and downloads', () => {
    const names = routes.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(25)
    expect(names).toEqual(
      expect.arrayContaining([
        'GET /admin',
        'GET /admin/orders/:reference',
        'POST /admin/orders/:reference/despatch',
        'POST /admin/stock/goods-in/file',
        'GET /admin/search-questions/export.csv',
      ]),
    )
  })

  test('sends strangers to the login', async () => {
    const stranger = shop.createVisitor()
    for (const route of routes) {
      const { status, headers } = await send(stranger, route)
      const answer = { route: route.name, status, login: headers.get('location')?.split('?')[0] }
      const isPage = route.method === 'GET'
      expect(answer).toEqual({
        route: route.name,
        status: isPage ? 303 : 401,
        login: isPage ? '/login' : undefined,
      })
    }
  })

  test('does not exist for customers', async () => {
    const customer = await shop.signIn('head@example.com')
    const answers = await ask(routes, async route => (await send(customer, route)).status)
    expect(answers.filter(([, status]) => status !== 404)).toEqual([])
  })

  // A route that declares no right fails here.
  test('is refused to staff without a right, with a sentence that says what is missing; the overview alone is not', async () => {
    const staff = await signInWith()
    const answers = await ask(routes, route => send(staff, route))
    const allowed = answers.filter(([, answer]) => answer.status !== 403)
    expect(allowed.map(([name]) => name)).toEqual(['GET /admin'])
    for (const [name, answer] of answers.filter(([name]) => name !== 'GET /admin')) {
      expect([name, answer.text]).toEqual([name, expect.stringContaining('; ask a manager.')])
    }
  })

  test('opens for managers', async () => {
    const manager = await shop.signIn('staff@example.com')
    const pages = routes.filter(({ method }) => method === 'GET')
    const answers = await ask(pages, async route => (await send(manager, route)).status)
    expect(answers.filter(([, status]) => status === 401 || status === 403)).toEqual([])
  })
})

test('R-ADMIN-3: each page and call is opened by its own rights, and by no other', async () => {
  const opened = new Map(routes.map(({ name }) => [name, [] as StaffRight[]]))
  for (const right of staffRights) {
    const staff = await signInWith(right)
    for (const route of routes) {
      if ((await send(staff, route)).status !== 403) opened.get(route.name)!.push(right)
    }
  }
  const groups = Map.groupBy([...opened.keys()].sort(), name => opened.get(name)!.join(' '))
  expect(Object.fromEntries(groups)).toEqual(routesByRights)
}, 180_000)

describe('R-ADMIN-3: what a login does not include is not offered', () => {
  test('the menu and the overview list what the rights include', async () => {
    const { text } = await (await signInWith('sales')).getPage('/admin')
    expect(text).toContain('href="/admin/quotes"')
    expect(text).toContain('Quotes to price')
    for (const url of ['/admin/stock', '/admin/synonyms', '/admin/before-you-open'])
      expect(text).not.toContain(`href="${url}"`)
    expect(text).not.toContain('Refunds to check')
  })

  test('a manager’s menu has every section, in its order', async () => {
    const sections = [
      'Overview',
      'Orders',
      'Customers',
      'Picking',
      'Returns',
      'Quotes',
      'Stock',
      'Reserved stock',
      'Accounts',
    ]
    const further = ['Exports', 'Search questions', 'Synonyms', 'Before you open']
    const manager = await shop.signIn('staff@example.com')
    const { text } = await manager.getPage('/admin')
    const [menu = ''] = /<nav aria-label="Back office".*?<\/nav>/s.exec(text) ?? []
    const names = [...menu.matchAll(/<a [^>]*>([^<]*)/g)].map(([, name]) => name!)
    // A new list may stand between them.
    const expected = [...sections, ...further]
    expect(names.filter(name => expected.includes(name))).toEqual(expected)
  })

  test('an order has the forms of the rights alone', async () => {
    const order = routes.find(({ name }) => name === 'GET /admin/orders/:reference')!
    const listForms = async (right: StaffRight) => {
      const { text } = await (await signInWith(right)).getPage(order.path)
      return ['despatch', 'hold', 'cancel'].filter(form => text.includes(`action="${order.path}/${form}"`))
    }
    expect(await listForms('warehouse')).toEqual(['despatch', 'hold'])
    expect(await listForms('sales')).toEqual(['hold', 'cancel'])
    expect(await listForms('accounts')).toEqual([])
  })
})

describe('R-ADMIN-1: an address in the back office that has no page', () => {
  const missing = [
    '/admin/nothing',
    '/admin/orders/FHNOPE',
    '/admin/orders/FHNOPE/correct',
    '/admin/stock/NOPE',
  ]
  const shopSearch = 'Search by any number on the filter'

  test('has the staff’s menu for staff, with what their rights include', async () => {
    const warehouse = await signInWith('warehouse')
    for (const path of missing.filter(each => !each.endsWith('/correct'))) {
      const { status, text } = await warehouse.getPage(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain('aria-label="Back office"')
      expect(text).toContain('href="/admin/picking"')
      expect(text).toContain('action="/admin/orders"')
      expect(text).not.toContain(shopSearch)
    }
    const catalogue = await (await signInWith('catalogue')).getPage('/admin/nothing')
    expect(catalogue.text).toContain('href="/admin/synonyms"')
    expect(catalogue.text).not.toContain('action="/admin/orders"')
    const refused = await (await signInWith('catalogue')).getPage('/admin/stock')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('aria-label="Back office"')])
  })

  test('is like any other missing page to customers and strangers', async () => {
    const customer = await shop.signIn('head@example.com')
    for (const path of [...missing, '/admin', '/admin/orders', '/administrator']) {
      const { status, text } = await customer.getPage(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain(shopSearch)
      expect(text).not.toContain('Back office')
    }
    const { status, text } = await shop.createVisitor().getPage('/admin/nothing')
    expect([status, text]).toEqual([404, expect.stringContaining(shopSearch)])
    const outside = await (await signInWith('warehouse')).getPage('/administrator')
    expect([outside.status, outside.text]).toEqual([404, expect.stringContaining(shopSearch)])
  })
})
