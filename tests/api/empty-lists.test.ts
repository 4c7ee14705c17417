import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const longAgo = 'from=2020-01-01&until=2020-01-02'

describe('a list without rows', () => {
  test.each([
    ['/admin/orders?state=all', longAgo],
    ['/admin/picking/lists?show=finished', longAgo],
    ['/admin/picking', 'service=CI4'],
    ['/admin/stock/movements', longAgo],
    ['/admin/stock/deliveries', longAgo],
    ['/admin/returns?state=all', longAgo],
  ])('because of its filters offers to clear them: %s', async (url, filters) => {
    const { text } = await staff.getPage(`${url}${url.includes('?') ? '&' : '?'}${filters}`)
    expect(text).toMatch(/No [a-z ]+ with these filters\./)
    const clearUrl = /<a href="([^"]+)" class="link">Clear the filters<\/a>/.exec(text)![1]!
    expect(clearUrl).not.toMatch(/from|until|service/)
    const cleared = await staff.getPage(clearUrl.replaceAll('&amp;', '&'))
    expect(cleared.status).toBe(200)
    expect(cleared.text).not.toContain('these filters')
  })

  test('keeps what is searched when it clears the filters', async () => {
    const { text } = await staff.getPage(`/admin/stock/movements?query=FH-AIR-1&${longAgo}`)
    expect(text).toContain('No movements for “FH-AIR-1” with these filters.')
    expect(text).toContain('href="/admin/stock/movements?query=FH-AIR-1')
  })

  test('says that there is nothing when no filter is set', async () => {
    expect((await staff.getPage('/admin/reserved-stock')).text).toContain('>No stock is reserved.<')
    expect((await staff.getPage('/admin/promised-days?reason=late')).text).toMatch(
      /No order is here for this reason\..*<a href="\/admin\/promised-days\?reason=all" class="link">All orders</,
    )
  })
})

test('the overview lists first what a customer waits for, and what has nothing to do as links alone', async () => {
  await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const { text } = await staff.getPage('/admin')
  const main = text.slice(text.indexOf('<h1'), text.indexOf('</main>'))
  const waiting = main.indexOf('Orders to despatch')
  const quotes = main.indexOf('Quotes with customers')
  const none = main.indexOf('None just now')
  expect(waiting).toBeGreaterThan(0)
  expect(quotes).toBeGreaterThan(waiting)
  expect(none).toBeGreaterThan(quotes)
  expect(main.indexOf('Refunds to check')).toBeGreaterThan(none)
})
