import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachineFilters, ProductList } from '../../src/features/product-lists/schemas.ts'
import type { Answer, Visitor } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf } from './buying.ts'
import { jcbForm, listsOf, nested, newList, path, sendList, tokenOf } from './listing.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const errorsOf = ({ body }: Answer<unknown>) => (body as { errors?: Record<string, string[]> }).errors

describe('a list', () => {
  test('is made from the form, and says what it holds', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const form = await jcbForm(shop, { 'FH-OIL-1': 1, 'FH-FUEL-1': 2 })
    const { status, body } = await sendList(trade, 'POST', path, { ...form, name: 'Digger' })
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
    expect((await listsOf(trade)).map(({ name }) => name)).toContain('Digger')
    const read = await trade.get<{ product_list: ProductList }>(`${path}/${list.id}`)
    expect(read.body.product_list).toEqual(list)
  })

  test('comes through whole with a thousand rows, as a form and as JSON; one more is refused', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const ids = await shop.sql<{ id: number }>('select id from product order by id')
    // The same product may stand in several rows.
    const rows = Array.from({ length: 1000 }, (_, nth) => ({
      product_id: ids[nth % ids.length]!.id,
      quantity: nth + 1,
    }))
    const form = { ...(await jcbForm(shop, {})), products: rows }
    const body = nested({ ...form, _token: tokenOf(trade) })
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = await trade.ask<{ product_list: ProductList }>('POST', path, { headers, body })
    expect(sent.status).toBe(200)
    const kept = sent.body.product_list.products
    expect(kept.map(({ id, pivot }) => ({ product_id: id, quantity: pivot.quantity }))).toEqual(rows)
    const same = await sendList(trade, 'PUT', `${path}/${sent.body.product_list.id}`, form)
    expect(same.body.product_list.products).toHaveLength(1000)
    const more = { ...form, products: [...rows, rows[0]!] }
    expect((await sendList(trade, 'POST', path, more)).status).toBe(413)
    const tooLong = nested({ ...more, _token: tokenOf(trade) })
    expect((await trade.ask('POST', path, { headers, body: tooLong })).status).toBe(413)
    expect((await sendList(trade, 'DELETE', `${path}/${sent.body.product_list.id}`)).status).toBe(200)
  })

  test('is refused field by field', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const empty = await sendList(trade, 'POST', path, {})
    expect([empty.status, errorsOf(empty)]).toEqual([
      422,
      {
        manufacturer_id: ['Choose a manufacturer.'],
        machine_model_id: ['Choose a model.'],
        model_variant_id: ['Choose a variant.'],
        name: ['Give the list a name.'],
      },
    ])
    const form = await jcbForm(shop, { 'FH-OIL-1': 1 })
    const oil = form.products[0]!.product_id
    const wrong = await sendList(trade, 'POST', path, {
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
      expect((await sendList(trade, 'POST', path, { ...form, ...odd })).status).toBe(422)
  })

  test('is changed as a whole, keeps its machine when that is left out, and is deleted', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const list = await newList(shop, trade, { 'FH-OIL-1': 1, 'FH-AIR-1': 1 })
    const products = [{ product_id: list.products[1]!.id, quantity: '4' }]
    const changed = await sendList(trade, 'PUT', `${path}/${list.id}`, { name: 'New name', products })
    expect(changed.body.product_list).toMatchObject({
      id: list.id,
      name: 'New name',
      model_variant: list.model_variant,
      references: [],
      version: 2,
    })
    expect(changed.body.product_list.products.map(({ pivot }) => pivot.quantity)).toEqual([4])
    const gone = await sendList(trade, 'DELETE', `${path}/${list.id}`)
    expect(gone.body).toMatchObject({ success: true, next_url: path, product_list: { id: list.id } })
    expect((await trade.get(`${path}/${list.id}`)).status).toBe(404)
    expect((await sendList(trade, 'DELETE', `${path}/${list.id}`)).status).toBe(404)
  })

  test('that two people change at once keeps the first change until the second says so', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const head = await shop.signedIn('head@example.com')
    const { id } = await newList(shop, trade, {})
    const first = await sendList(head, 'PUT', `${path}/${id}`, { name: 'Head', version: 1 })
    expect(first.status).toBe(200)
    const second = await sendList(trade, 'PUT', `${path}/${id}`, { name: 'Trade', version: 1 })
    expect(second.status).toBe(409)
    const all = await sendList(trade, 'PUT', `${path}/${id}`, { name: 'Trade' })
    expect(all.body.product_list).toMatchObject({ name: 'Trade', version: 3 })
  })
})

describe('lists', () => {
  test('E01: are the company’s; to everybody else they do not exist', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const list = await newList(shop, trade, { 'FH-OIL-1': 1 })
    const apprentice = await shop.signedIn('apprentice@example.com')
    expect((await listsOf(apprentice)).map(({ id }) => id)).toContain(list.id)
    for (const email of ['stopped@example.com', 'retail@example.com', 'staff@example.com']) {
      const other = await shop.signedIn(email)
      expect((await listsOf(other)).map(({ id }) => id)).not.toContain(list.id)
      const form = await jcbForm(shop, {})
      const answers = [
        await other.get(`${path}/${list.id}`),
        await other.page(`${path}/${list.id}`),
        await other.page(`${path}/${list.id}/order`),
        await sendList(other, 'PUT', `${path}/${list.id}`, form),
        await sendList(other, 'DELETE', `${path}/${list.id}`),
        await other.post(`${path}/${list.id}/basket`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    expect((await trade.get(`${path}/${list.id}`)).status).toBe(200)
    for (const odd of ['0', '-1', '1.5', 'x', '99999999999999'])
      expect((await trade.get(`${path}/${odd}`)).status).toBe(404)
  })

  test('are a person’s own who buys for no company', async () => {
    const retail = await shop.signedIn('retail@example.com')
    const list = await newList(shop, retail, {})
    expect((await listsOf(retail)).map(({ id }) => id)).toEqual([list.id])
  })

  test('want somebody signed in: a 401 for calls, the login for pages', async () => {
    const nobody = shop.visitor()
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/1`],
      ['POST', path],
      ['PUT', `${path}/1`],
      ['DELETE', `${path}/1`],
    ] as const)
      expect((await sendList(nobody, method, at)).status).toBe(401)
    for (const at of [path, `${path}/new`, `${path}/1`, `${path}/1/order`])
      expect((await nobody.page(at)).headers.get('location')).toBe(
        `/login?redirectTo=${encodeURIComponent(at)}`,
      )
  })

  test('are changed with the token only, whatever else a request shows', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const { id } = await newList(shop, trade, {})
    const form = await jcbForm(shop, {})
    const proofs = { origin: shop.url, 'sec-fetch-site': 'same-origin' }
    const headers = { ...proofs, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    for (const [method, at] of [
      ['POST', path],
      ['PUT', `${path}/${id}`],
      ['DELETE', `${path}/${id}`],
    ] as const) {
      const bare = await trade.ask(method, at, { headers, body: JSON.stringify(form) })
      const stale = { ...form, _token: tokenOf(await shop.signedIn('trade@example.com')) }
      const foreign = await trade.ask(method, at, { headers, body: JSON.stringify(stale) })
      expect([bare.status, foreign.status]).toEqual([403, 403])
    }
    const byHeader = { ...headers, 'x-csrf-token': tokenOf(trade) }
    expect((await trade.ask('DELETE', `${path}/${id}`, { headers: byHeader, body: '{}' })).status).toBe(200)
  })

  test('give a browser that was closed meanwhile its token again', async () => {
    const trade = await shop.signedIn('trade@example.com')
    trade.cookies.delete('csrf_token')
    await trade.page(`${path}/new`)
    expect((await sendList(trade, 'POST', path, await jcbForm(shop, {}))).status).toBe(200)
  })
})

describe('a machine', () => {
  test('suggests one filter for each place, and its services', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const { model_variant_id: variant } = await jcbForm(shop, {})
    const { body } = await trade.get<MachineFilters>(`${path}/filters?variant=${variant}`)
    expect(body.filters.map(({ code }) => code)).toEqual(['FH-OIL-1', 'FH-FUEL-1', 'FH-AIR-1', 'FH-HYD-1'])
    expect(body.kits.map(({ hours, product_ids }) => [hours, product_ids.length])).toEqual([
      [250, 1],
      [500, 2],
      [1000, 4],
    ])
    expect((await shop.visitor().get(`${path}/filters?variant=${variant}`)).status).toBe(401)
  })

  test('opens as a new list with all its filters, or with those of one service', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const { model_variant_id: variant } = await jcbForm(shop, {})
    const all = (await trade.page(`${path}/new?variant=${variant}`)).text
    expect(all).toContain('value="JCB 3CX 2012-2018"')
    expect(all).toContain('Quantity of FH-HYD-1')
    const half = (await trade.page(`${path}/new?variant=${variant}&hours=500`)).text
    expect(half).toContain('value="JCB 3CX 2012-2018, 500 h service"')
    expect(half).toContain('Quantity of FH-FUEL-1')
    expect(half).not.toContain('Quantity of FH-HYD-1')
    expect((await trade.page(`${path}/new?variant=99999999`)).status).toBe(404)
    expect((await trade.page(`${path}/new?variant=x`)).status).toBe(200)
  })
})

describe('a whole list', () => {
  const order = (visitor: Visitor, id: number, machines: string) =>
    visitor.form(`${path}/${id}/basket`, { machines })

  test('goes into the basket for so many machines, and what can’t be bought is named', async () => {
    const retail = await shop.signedIn('retail@example.com')
    const list = await newList(shop, retail, { 'FH-OIL-1': 2, 'FH-AIR-1': 1, 'FH-FUEL-1': 1 })
    const page = (await retail.page(`${path}/${list.id}/order`)).text
    expect(page).toContain('FH-FUEL-1')
    const done = await order(retail, list.id, '3')
    expect(done.headers.get('location')).toBe('/basket')
    expect((await retail.page('/basket')).text).toContain(
      '2 products were added to your basket. Fuel filter, spin-on is out of stock (available in 7-10 days), so it was not added.',
    )
    const { items } = await basketOf(retail)
    expect(items.map(({ qty }) => qty).sort()).toEqual([3, 6])
    // Of what is short come as many as there are: five, and three of them lie in the basket.
    const short = await newList(shop, retail, { 'FH-AIR-1': 1 })
    await order(retail, short.id, '9')
    expect((await basketOf(retail)).items.map(({ qty }) => qty).sort()).toEqual([5, 6])
    expect((await retail.page('/basket')).text).toContain('1 product was added to your basket. Only 5 of')
  })

  test('that holds nothing, or nothing to be had, leaves the basket alone and says so', async () => {
    const trade = await shop.signedIn('stopped@example.com')
    const nothing: Record<string, number>[] = [{}, { 'FH-FUEL-1': 1 }]
    for (const goods of nothing) {
      const { id } = await newList(shop, trade, goods)
      expect((await order(trade, id, '1')).headers.get('location')).toBe(`${path}/${id}/order`)
      expect((await trade.page(`${path}/${id}/order`)).text).toContain('Nothing was added to your basket.')
    }
    expect((await basketOf(trade)).count).toBe(0)
  })

  test('for no number of machines leaves the basket alone and says what to enter', async () => {
    const trade = await shop.signedIn('stopped@example.com')
    const { id } = await newList(shop, trade, { 'FH-OIL-1': 1 })
    for (const machines of ['0', '-1', '1000', '1.5', 'many']) {
      expect((await order(trade, id, machines)).headers.get('location')).toBe(`${path}/${id}/order`)
      expect((await trade.page(`${path}/${id}/order`)).text).toContain(
        'Enter a number of machines from 1 to 999.',
      )
    }
    expect((await basketOf(trade)).count).toBe(0)
  })
})
