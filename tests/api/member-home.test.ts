import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../src/features/accounts/visitor.ts'
import { getHomeOverview } from '../../src/features/home/queries.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { requestApproval } from './approval-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

async function readMain(visitor: TestVisitor, path = '/') {
  const { text, headers } = await visitor.getPage(path)
  const [, html = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? []
  const words = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return { html, words, cacheControl: headers.get('cache-control') }
}

describe('the home page of who is signed in (R-PAGE-15)', () => {
  test('has the latest orders with day of arrival, to order again and with their invoices', async () => {
    const { visitor, reference } = await placeAccountOrder(
      shop,
      'trade@example.com',
      { 'FH-OIL-1': 2 },
      { purchase_order: 'PO 4711' },
    )
    const { html, words, cacheControl } = await readMain(visitor)
    expect(words).toMatch(
      new RegExp(
        `${reference} £39\\.60 inc VAT Oil filter, spin-on .*PO 4711 Placed Arrives Wednesday 25 November`,
      ),
    )
    expect(html).toContain(`action="/account/orders/${reference}/reorder"`)
    expect(html).toContain(`href="/account/orders/${reference}/invoice.pdf"`)
    expect(cacheControl).toBe('private, no-store')

    const orders = await readMain(visitor, '/account/orders')
    expect(orders.words).toContain('Placed Arrives Wednesday 25 November')
    expect(orders.html).toContain(`action="/account/orders/${reference}/reorder"`)
    expect(orders.html).toContain(`href="/account/orders/${reference}/invoice.pdf"`)
    const strangers = [shop.createVisitor(), await shop.signIn('retail@example.com')]
    for (const stranger of strangers) expect((await readMain(stranger)).html).not.toContain(reference)
  })

  test('promises no day for goods that are not in stock, and none for what is not placed', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 1 })
    const { words } = await readMain(visitor)
    expect(words).toMatch(
      new RegExp(`${reference} .*?Placed (?:We will tell you the day|About \\d.*? December)`),
    )
  })

  test('tells head buyers alone of requests that wait', async () => {
    await requestApproval(shop, { 'FH-OIL-1': 1 })
    const head = await readMain(await shop.signIn('head@example.com'))
    expect(head.html).toContain('href="/account/approvals"')
    expect(head.words).toMatch(/\d+ orders? waiting for your approval/)
    const buyer = await readMain(await shop.signIn('trade@example.com'))
    expect(buyer.html).not.toContain('href="/account/approvals"')
  })

  test('has the lists of the company, and not those of others', async () => {
    await shop.sql(
      `insert into product_list (company_id, name) select id, 'Digger at the quarry' from company where account_number = 'NPH001'`,
    )
    const { words } = await readMain(await shop.signIn('trade@example.com'))
    expect(words).toContain('Digger at the quarry 0 parts Order Digger at the quarry')
    expect((await readMain(await shop.signIn('stopped@example.com'))).words).not.toContain('quarry')
  })

  test('is read in one statement', async () => {
    let statements = 0
    const db = shop.context.db.withPlugin({
      transformQuery({ node }) {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const [row] = await shop.sql<{ id: number; company: number }>(
      `select id, company_id as company from person where email = 'head@example.com'`,
    )
    const person = { id: row!.id, company: { id: row!.company }, roles: ['head_buyer'], permissions: [] }
    const news = await getHomeOverview(db, person as unknown as Person, shop.clock.now())
    expect(news?.latest.length).toBeGreaterThan(0)
    expect(statements).toBe(1)
  })
})

test('a stranger has three ways from the machine, and the page is cached', async () => {
  const { html, cacheControl } = await readMain(shop.createVisitor())
  for (const heading of ['By machine', 'By serial or mach number', 'By size and shape'])
    expect(html).toContain(`>${heading}</h3>`)
  expect(cacheControl).toContain('must-revalidate')
  const plate = await shop.createVisitor().getPage('/search?query=2000001')
  expect([plate.status, plate.headers.get('location')]).toEqual([
    303,
    '/find-replacement-filters#make?manufacturer=jcb&serial=2000001',
  ])
})
