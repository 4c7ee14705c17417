import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getBasket } from './checkout-calls.ts'

let shop: TestShop
let oil: number

beforeAll(async () => {
  shop = await startTestShop()
  oil = await shop.productId('FH-OIL-1')
})
afterAll(() => shop.close())

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a visitor without JavaScript', () => {
  const basketPageHas = async (visitor: TestVisitor, message: string) =>
    (await visitor.getPage('/basket')).text.includes(message)

  test('can add, change, delete, use vouchers and search with forms, and sees a message', async () => {
    const visitor = shop.createVisitor()
    const added = await visitor.postForm('/basket/add/single', { product: String(oil), quantity: '2' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/basket'])
    expect(await basketPageHas(visitor, 'were added to your basket')).toBe(true)
    expect(await basketPageHas(visitor, 'were added to your basket')).toBe(false)
    await visitor.postForm('/basket/add/single', { code: 'fh-seal-1', quantity: '1' })
    expect((await getBasket(visitor)).count).toBe(3)
    await visitor.postForm('/basket/add/single', { product: String(oil), quantity: '0' })
    expect(await basketPageHas(visitor, 'Enter a quantity from 1 to 9,999.')).toBe(true)
    const [row] = (await getBasket(visitor)).items
    const change = (qty: string) =>
      visitor.postForm('/basket', { 'updated_items[0][rowId]': row!.rowId, 'updated_items[0][qty]': qty })
    expect((await change('5')).headers.get('location')).toBe('/basket')
    expect((await getBasket(visitor)).count).toBe(6)
    expect((await visitor.postForm('/basket/discount', { code: 'save10' })).status).toBe(303)
    expect(await basketPageHas(visitor, 'Thank you! The discount has been added to your basket.')).toBe(true)
    await visitor.postForm('/basket/discount', { remove: 'SAVE10' })
    expect((await getBasket(visitor)).discounts).toEqual([])
    await change('0')
    expect((await getBasket(visitor)).count).toBe(1)
    expect((await visitor.getPage('/search?query=FH-OIL-1')).text.includes('fh-oil-1')).toBe(true)
  })

  test('reads which quantities were not changed and why, and the others are', async () => {
    const visitor = shop.createVisitor()
    const seal = await shop.productId('FH-SEAL-1')
    for (const product of [oil, seal]) await visitor.post('/basket/add/single', { product, quantity: 30 })
    const [first, second] = (await getBasket(visitor)).items
    const change = (one: string, other: string) =>
      visitor.postForm('/basket', {
        [`updated_items[${first!.rowId}][qty]`]: one,
        [`updated_items[${second!.rowId}][qty]`]: other,
      })
    const getQuantities = async () => (await getBasket(visitor)).items.map(({ qty }) => qty)
    for (const text of ['2.5', '1.000', '10000', '-2', '1e3', '２', 'two']) {
      await change(text, '7')
      const message = `The quantity of FH-OIL-1 was not changed to “${text}”. Enter a quantity from 0 to 9,999.`
      expect(await basketPageHas(visitor, message), text).toBe(true)
      expect(await getQuantities()).toEqual([30, 7])
    }
    await change('', '8')
    expect(await basketPageHas(visitor, 'The quantity of FH-OIL-1 was not changed to nothing.')).toBe(true)
    await change('1,000', ' 2 ')
    expect(await getQuantities()).toEqual([1000, 2])
  })

  test('E10: comes back to the page of the form, never to another site', async () => {
    const visitor = shop.createVisitor()
    const submitFrom = async (referer: string) => {
      const headers = { ...urlencoded, origin: shop.url, referer, accept: 'text/html' }
      return (
        await visitor.request('POST', '/basket/add/single', { headers, body: `product=${oil}` })
      ).headers.get('location')
    }
    expect(await submitFrom(`${shop.url}/search?query=oil`)).toBe('/search?query=oil')
    expect(await submitFrom('https://evil.example/search')).toBe('/basket')
    expect(await submitFrom(`${shop.url}//evil.example/x`)).toBe('/basket')
    expect(await submitFrom('nonsense')).toBe('/basket')
  })
})

test('a visitor who submits a checkout stage before its script is loaded comes back to it, with a message', async () => {
  const visitor = shop.createVisitor()
  const answer = await visitor.postForm('/checkout', { name: 'Ada' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout'])
  expect((await visitor.getPage('/terms-conditions')).text).toContain('The page was still loading')
  expect((await visitor.post('/checkout')).status).toBe(404)
})
