import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachineFilters, ProductList } from '../../src/features/product-lists/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { getBasket } from './checkout-calls.ts'
import {
  createList,
  createListForm,
  encodeNested,
  getCsrfToken,
  getLists,
  listsPath,
  sendList,
} from './product-list-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const errorsOf = ({ body }: TestResponse<unknown>) => (body as { errors?: Record<string, string[]> }).errors

describe('a list', () => {
  test('is created by a buyer from the form, and answered whole', async () => {
    const trade = await shop.signIn('trade@example.com')
    const form = await createListForm(shop, { 'FH-OIL-1': 1, 'FH-FUEL-1': 2 })
    const { status, body } = await sendList(trade, 'POST', listsPath, { ...form, name: 'Digger' })
    expect([status, body.success]).toEqual([200, true])
    const list = body.product_list
    expect(list).toMatchObject({
      name: 'Digger',
      manufacturer: { name: 'JCB', slug: 'jcb' },
      machine_model: { name: '3CX' },
      model_variant: { name: '3CX 2012-2018' },
      references: [{ reference: 'Digger 4' }, { reference: '12-07' }],
      version: 1,
    })
    expect(list.products.map(({ code, pivot }) => [code, pivot.quantity])).toEqual([
      ['FH-OIL-1', 1],
      ['FH-FUEL-1', 2],
    ])
    expect(list.products.map(product => product.service_hours)).toEqual([500, 500])
    expect((await getLists(trade)).map(({ name }) => name)).toContain('Digger')
    const read = await trade.get<{ product_list: ProductList }>(`${listsPath}/${list.id}`)
    expect(read.body.product_list).toEqual(list)
  })

  test('of a thousand rows is stored whole, from a form and from JSON; one more is refused', async () => {
    const trade = await shop.signIn('trade@example.com')
    const ids = await shop.sql<{ id: number }>('select id from product order by id')
    // The same product may be in several rows.
    const rows = Array.from({ length: 1000 }, (_, nth) => ({
      product_id: ids[nth % ids.length]!.id,
      quantity: nth + 1,
    }))
    const form = { ...(await createListForm(shop, {})), products: rows }
    const body = encodeNested({ ...form, _token: getCsrfToken(trade) })
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = await trade.request<{ product_list: ProductList }>('POST', listsPath, { headers, body })
    expect(sent.status).toBe(200)
    const storedProducts = sent.body.product_list.products
    expect(storedProducts.map(({ id, pivot }) => ({ product_id: id, quantity: pivot.quantity }))).toEqual(
      rows,
    )
    const same = await sendList(trade, 'PUT', `${listsPath}/${sent.body.product_list.id}`, form)
    expect(same.body.product_list.products).toHaveLength(1000)
    const more = { ...form, products: [...rows, rows[0]!] }
    expect((await sendList(trade, 'POST', listsPath, more)).status).toBe(413)
    const tooLong = encodeNested({ ...more, _token: getCsrfToken(trade) })
    expect((await trade.request('POST', listsPath, { headers, body: tooLong })).status).toBe(413)
    expect((await sendList(trade, 'DELETE', `${listsPath}/${sent.body.product_list.id}`)).status).toBe(200)
  })

  test('is refused with a message for each invalid field', async () => {
    const trade = await shop.signIn('trade@example.com')
    const empty = await sendList(trade, 'POST', listsPath, {})
    expect([empty.status, errorsOf(empty)]).toEqual([
      422,
      {
        manufacturer_id: ['Choose a manufacturer.'],
        machine_model_id: ['Choose a model.'],
        model_variant_id: ['Choose a variant.'],
        name: ['Give the list a name.'],
      },
    ])
    const form = await createListForm(shop, { 'FH-OIL-1': 1 })
    const oil = form.products[0]!.product_id
    const wrong = await sendList(trade, 'POST', listsPath, {
      ...form,
      manufacturer_id: form.manufacturer_id + 1,
      fleet_numbers: 'x'.repeat(41),
      products: [
        { product_id: oil, quantity: 0 },
        { product_id: oil, quantity: 1.5 },
        { product_id: 99_999_999, quantity: 1 },
        { product_id: oil },
      ],
    })
    expect([wrong.status, Object.keys(errorsOf(wrong)!)]).toEqual([
      422,
      [
        'manufacturer_id',
        'fleet_numbers',
        'products.0.quantity',
        'products.1.quantity',
        'products.2.product_id',
      ],
    ])
    for (const odd of [
      { name: 'x'.repeat(101) },
      { products: 'all' },
      { products: [7] },
      { model_variant_id: [] },
    ])
      expect((await sendList(trade, 'POST', listsPath, { ...form, ...odd })).status).toBe(422)
  })

  test('is changed as a whole by its buyer, keeps its machine when that is left out, and is deleted', async () => {
    const trade = await shop.signIn('trade@example.com')
    const list = await createList(shop, trade, { 'FH-OIL-1': 1, 'FH-AIR-1': 1 })
    const products = [{ product_id: list.products[1]!.id, quantity: '4' }]
    const changed = await sendList(trade, 'PUT', `${listsPath}/${list.id}`, { name: 'New name', products })
    expect(changed.body.product_list).toMatchObject({
      id: list.id,
      name: 'New name',
      model_variant: list.model_variant,
      references: [],
      version: 2,
    })
    expect(changed.body.product_list.products.map(({ pivot }) => pivot.quantity)).toEqual([4])
    const deleted = await sendList(trade, 'DELETE', `${listsPath}/${list.id}`)
    expect(deleted.body).toMatchObject({ success: true, next_url: listsPath, product_list: { id: list.id } })
    expect((await trade.get(`${listsPath}/${list.id}`)).status).toBe(404)
    expect((await sendList(trade, 'DELETE', `${listsPath}/${list.id}`)).status).toBe(404)
  })

  test('that two buyers change at once keeps the first change, unless the second one overwrites it', async () => {
    const trade = await shop.signIn('trade@example.com')
    const head = await shop.signIn('head@example.com')
    const { id } = await createList(shop, trade, {})
    const first = await sendList(head, 'PUT', `${listsPath}/${id}`, { name: 'Head', version: 1 })
    expect(first.status).toBe(200)
    const second = await sendList(trade, 'PUT', `${listsPath}/${id}`, { name: 'Trade', version: 1 })
    expect(second.status).toBe(409)
    const all = await sendList(trade, 'PUT', `${listsPath}/${id}`, { name: 'Trade' })
    expect(all.body.product_list).toMatchObject({ name: 'Trade', version: 3 })
  })
})

describe('lists', () => {
  test('E01: belong to the company, and do not exist for everybody else', async () => {
    const trade = await shop.signIn('trade@example.com')
    const list = await createList(shop, trade, { 'FH-OIL-1': 1 })
    const apprentice = await shop.signIn('apprentice@example.com')
    expect((await getLists(apprentice)).map(({ id }) => id)).toContain(list.id)
    for (const email of ['stopped@example.com', 'retail@example.com', 'staff@example.com']) {
      const other = await shop.signIn(email)
      expect((await getLists(other)).map(({ id }) => id)).not.toContain(list.id)
      const form = await createListForm(shop, {})
      const answers = [
        await other.get(`${listsPath}/${list.id}`),
        await other.getPage(`${listsPath}/${list.id}`),
        await other.getPage(`${listsPath}/${list.id}/order`),
        await sendList(other, 'PUT', `${listsPath}/${list.id}`, form),
        await sendList(other, 'DELETE', `${listsPath}/${list.id}`),
        await other.post(`${listsPath}/${list.id}/basket`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    expect((await trade.get(`${listsPath}/${list.id}`)).status).toBe(200)
    for (const odd of ['0', '-1', '1.5', 'x', '99999999999999'])
      expect((await trade.get(`${listsPath}/${odd}`)).status).toBe(404)
  })

  test('belong to the customer who has no company', async () => {
    const retail = await shop.signIn('retail@example.com')
    const list = await createList(shop, retail, {})
    expect((await getLists(retail)).map(({ id }) => id)).toEqual([list.id])
  })

  test('need a login: calls answer 401, pages redirect', async () => {
    const stranger = shop.createVisitor()
    for (const [method, at] of [
      ['GET', listsPath],
      ['GET', `${listsPath}/1`],
      ['POST', listsPath],
      ['PUT', `${listsPath}/1`],
      ['DELETE', `${listsPath}/1`],
    ] as const)
      expect((await sendList(stranger, method, at)).status).toBe(401)
    for (const at of [listsPath, `${listsPath}/new`, `${listsPath}/1`, `${listsPath}/1/order`])
      expect((await stranger.getPage(at)).headers.get('location')).toBe(
        `/login?redirectTo=${encodeURIComponent(at)}`,
      )
  })

  test('are changed only with the CSRF token, even by requests from the shop’s own origin', async () => {
    const trade = await shop.signIn('trade@example.com')
    const { id } = await createList(shop, trade, {})
    const form = await createListForm(shop, {})
    const proofs = { origin: shop.url, 'sec-fetch-site': 'same-origin' }
    const headers = { ...proofs, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    for (const [method, at] of [
      ['POST', listsPath],
      ['PUT', `${listsPath}/${id}`],
      ['DELETE', `${listsPath}/${id}`],
    ] as const) {
      const bare = await trade.request(method, at, { headers, body: JSON.stringify(form) })
      const stale = { ...form, _token: getCsrfToken(await shop.signIn('trade@example.com')) }
      const foreign = await trade.request(method, at, { headers, body: JSON.stringify(stale) })
      expect([bare.status, foreign.status]).toEqual([403, 403])
    }
    const byHeader = { ...headers, 'x-csrf-token': getCsrfToken(trade) }
    expect(
      (await trade.request('DELETE', `${listsPath}/${id}`, { headers: byHeader, body: '{}' })).status,
    ).toBe(200)
  })

  test('give a buyer who reopened the browser a new token', async () => {
    const trade = await shop.signIn('trade@example.com')
    trade.cookies.delete('csrf_token')
    await trade.getPage(`${listsPath}/new`)
    expect((await sendList(trade, 'POST', listsPath, await createListForm(shop, {}))).status).toBe(200)
  })
})

describe('a machine', () => {
  test('has one suggested filter for each position, and its services', async () => {
    const trade = await shop.signIn('trade@example.com')
    const { model_variant_id: variant } = await createListForm(shop, {})
    const { body } = await trade.get<MachineFilters>(`${listsPath}/filters?variant=${variant}`)
    expect(body.filters.map(({ code }) => code)).toEqual(['FH-OIL-1', 'FH-FUEL-1', 'FH-AIR-1', 'FH-HYD-1'])
    expect(body.kits.map(({ hours, product_ids }) => [hours, product_ids.length])).toEqual([
      [250, 1],
      [500, 2],
      [1000, 4],
    ])
    expect((await shop.createVisitor().get(`${listsPath}/filters?variant=${variant}`)).status).toBe(401)
  })

  test('opens as a new list with all its filters, or with those of one service', async () => {
    const trade = await shop.signIn('trade@example.com')
    const { model_variant_id: variant } = await createListForm(shop, {})
    const all = (await trade.getPage(`${listsPath}/new?variant=${variant}`)).text
    expect(all).toContain('value="JCB 3CX 2012-2018"')
    expect(all).toContain('Quantity of FH-HYD-1')
    const half = (await trade.getPage(`${listsPath}/new?variant=${variant}&hours=500`)).text
    expect(half).toContain('value="JCB 3CX 2012-2018, 500 h service"')
    expect(half).toContain('Quantity of FH-FUEL-1')
    expect(half).not.toContain('Quantity of FH-HYD-1')
    expect((await trade.getPage(`${listsPath}/new?variant=99999999`)).status).toBe(404)
    expect((await trade.getPage(`${listsPath}/new?variant=x`)).status).toBe(200)
  })
})

describe('ordering a list', () => {
  const order = (visitor: TestVisitor, id: number, machines: string) =>
    visitor.postForm(`${listsPath}/${id}/basket`, { machines })

  test('adds the products for that many machines, and names those that cannot be bought', async () => {
    const retail = await shop.signIn('retail@example.com')
    const list = await createList(shop, retail, { 'FH-OIL-1': 2, 'FH-AIR-1': 1, 'FH-FUEL-1': 1 })
    const page = (await retail.getPage(`${listsPath}/${list.id}/order`)).text
    expect(page).toContain('FH-FUEL-1')
    const done = await order(retail, list.id, '3')
    expect(done.headers.get('location')).toBe('/basket')
    expect((await retail.getPage('/basket')).text).toContain(
      '2 products were added to your basket. Fuel filter, spin-on is out of stock (available in 7-10 days), so it was not added.',
    )
    const { items } = await getBasket(retail)
    expect(items.map(({ qty }) => qty).sort()).toEqual([3, 6])
    // Only five of the scarce product are in stock, and three of them are in the basket already.
    const short = await createList(shop, retail, { 'FH-AIR-1': 1 })
    await order(retail, short.id, '9')
    expect((await getBasket(retail)).items.map(({ qty }) => qty).sort()).toEqual([5, 6])
    expect((await retail.getPage('/basket')).text).toContain(
      '1 product was added to your basket. Only 5 in stock; 3 are in your basket:',
    )
  })

  test('that has nothing to buy leaves the basket unchanged and says so', async () => {
    const trade = await shop.signIn('stopped@example.com')
    const lists: Record<string, number>[] = [{}, { 'FH-FUEL-1': 1 }]
    for (const goods of lists) {
      const { id } = await createList(shop, trade, goods)
      expect((await order(trade, id, '1')).headers.get('location')).toBe(`${listsPath}/${id}/order`)
      expect((await trade.getPage(`${listsPath}/${id}/order`)).text).toContain(
        'Nothing was added to your basket.',
      )
    }
    expect((await getBasket(trade)).count).toBe(0)
  })

  test('for an invalid number of machines leaves the basket unchanged and says what to enter', async () => {
    const trade = await shop.signIn('stopped@example.com')
    const { id } = await createList(shop, trade, { 'FH-OIL-1': 1 })
    for (const machines of ['0', '-1', '1000', '1.5', 'many']) {
      expect((await order(trade, id, machines)).headers.get('location')).toBe(`${listsPath}/${id}/order`)
      expect((await trade.getPage(`${listsPath}/${id}/order`)).text).toContain(
        'Enter a number of machines from 1 to 999.',
      )
    }
    expect((await getBasket(trade)).count).toBe(0)
  })
})
