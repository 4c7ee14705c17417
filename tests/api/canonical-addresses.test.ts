import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

async function follow(path: string, method = 'GET') {
  const headers = { accept: 'text/html' }
  const { status, headers: replied } = await shop.createVisitor().request(method, path, { headers })
  return [status, replied.get('location')]
}

describe('an address with capitals or a trailing slash leads to the page (R-PAGE-10)', () => {
  test.each([
    ['/login/', '/login'],
    ['/Login/?redirectTo=/checkout', '/login?redirectTo=/checkout'],
    ['/SEARCH/?query=P551712&page=2', '/search?query=P551712&page=2'],
    ['/Basket', '/basket'],
    ['/Terms-Conditions/', '/terms-conditions'],
    ['/find-replacement-filters/', '/find-replacement-filters'],
    ['/Account/Orders/', '/account/orders'],
    ['/Account/Orders/FHAB23CD45/', '/account/orders/FHAB23CD45'],
    ['/ADMIN/', '/admin'],
    ['/Filters/', '/filters'],
    ['/filters/jcb/', '/filters/jcb'],
    ['/filters/JCB/?page=2', '/filters/jcb?page=2'],
    ['/Filterhouse/FH-OIL-1/?for=P551712', '/filterhouse/fh-oil-1?for=P551712'],
  ])('%s → %s', async (path, target) => {
    expect(await follow(path)).toEqual([301, target])
    expect(await follow(path, 'HEAD')).toEqual([301, target])
  })

  test('personal pages too, for who is signed in', async () => {
    const buyer = await shop.signIn('trade@example.com')
    const { status, headers } = await buyer.getPage('/account/orders/?query=fh')
    expect([status, headers.get('location')]).toEqual([301, '/account/orders?query=fh'])
  })

  test('the right address is answered at once, with its capitals where they matter', async () => {
    for (const path of ['/', '/login', '/search?query=P551712', '/filters/jcb', '/filterhouse/fh-oil-1'])
      expect(await follow(path)).toEqual([200, null])
    expect((await follow('/account/orders/FHAB23CD45'))[0]).toBe(303)
    expect(await follow('/newsletter/confirm/1-2.ABCdefGHIjklMNOpqrSTUvwxYZ012345')).toEqual([404, null])
  })
})

test('what is no page stays not found, and nothing leads to another host', async () => {
  const paths = ['//example.com/', '//login/', '/%2Fexample.com/', '/Nowhere/', '/SITEMAP.XML', '/ROBOTS.TXT']
  for (const path of paths) expect(await follow(shop.url + path)).toEqual([404, null])
})

test('a form or call at a mistyped address is refused, not redirected', async () => {
  const visitor = shop.createVisitor()
  expect((await visitor.postForm('/login/', { email: 'a@example.com', password: 'x' })).status).toBe(404)
  expect((await visitor.post('/Basket', {})).status).toBe(404)
})
