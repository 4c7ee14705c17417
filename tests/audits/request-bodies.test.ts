import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { cardMethod, createGuestSend, fillBasket, getBasket, sendSave } from '../api/checkout-calls.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { RequestOptions, TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

const sendForm = (visitor: TestVisitor, body: string) =>
  visitor.request<BasketReply>('POST', '/basket', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
    body,
  })

describe('a basket that is sent as a form', () => {
  test('can have row ids of any size as keys', async () => {
    for (const first of [7, 500, 15_000, 3_000_000]) {
      await shop.sql(`select setval('basket_line_id_seq', greatest($1, (select max(id) from basket_line)))`, [
        first,
      ])
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, { 'FH-OIL-1': 1, 'FH-SEAL-1': 1 })
      const [oil, seal] = (await getBasket(visitor)).items.map(({ rowId }) => rowId)
      const plain = await sendForm(visitor, `updated_items[${oil}][qty]=3&updated_items[${seal}][qty]=4`)
      expect(plain.status).toBe(200)
      expect(plain.body.items.map(({ qty }) => qty)).toEqual([3, 4])
      const named = [oil, seal].map(id => `updated_items[${id}][rowId]=${id}&updated_items[${id}][qty]=2`)
      expect((await sendForm(visitor, named.join('&'))).body.count).toBe(4)
    }
  })
})

describe('a request body', () => {
  const post = (path: string, how: RequestOptions) => shop.createVisitor().request('POST', path, how)
  const form = (body: string, path = '/basket') => post(path, { headers: { ...urlencoded, ...marker }, body })

  test('of a thousand rows is read whole, and a larger one is refused, never truncated', async () => {
    const rows = Array.from(
      { length: 1000 },
      (_, i) => `updated_items[${i}][rowId]=${i}&updated_items[${i}][qty]=1`,
    )
    expect((await form(rows.join('&'))).status).toBe(200)
    expect((await form(rows.concat('updated_items[1000][rowId]=1').join('&'))).status).toBe(413)
    const headers = { ...json, ...marker }
    const sendRows = async (count: number) =>
      (
        await post('/basket', {
          headers,
          body: JSON.stringify({ updated_items: Array(count).fill({ rowId: 1 }) }),
        })
      ).status
    expect([await sendRows(1000), await sendRows(1001)]).toEqual([200, 413])
    expect((await form(Array.from({ length: 1001 }, () => 'a[b][]=1').join('&'))).status).toBe(413)
    expect((await form(Array.from({ length: 1001 }, (_, i) => `a[r${i}]=1`).join('&'))).status).toBe(413)
    const withManyFields = rows.flatMap((row, i) => [
      row,
      ...Array.from({ length: 10 }, (_, f) => `updated_items[${i}][f${f}]=1`),
    ])
    expect((await form(withManyFields.join('&'))).status).toBe(200)
    expect((await form(Array.from({ length: 12_001 }, (_, i) => `a[${i}]=1`).join('&'))).status).toBe(413)
    expect((await form(Array.from({ length: 1001 }, (_, i) => `a[${i + 9}][b]=1`).join('&'))).status).toBe(
      413,
    )
    expect((await form(`a=${'x'.repeat(3_000_000)}`)).status).toBe(413)
    expect(
      (await post('/checkout/save', { headers, body: JSON.stringify({ a: 'x'.repeat(3_000_000) }) })).status,
    ).toBe(413)
  })

  test('of an unsupported content type is refused', async () => {
    for (const type of [
      'text/plain',
      'text/xml',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'nonsense',
    ])
      expect(
        (await post('/basket', { headers: { ...marker, 'content-type': type }, body: '{}' })).status,
      ).toBe(415)
  })

  test('that is a form is read like JSON', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const { contact, delivery, ...rest } = createGuestSend()
    const fields = new URLSearchParams({
      ...Object.fromEntries(Object.entries(contact).map(([name, value]) => [`contact[${name}]`, value])),
      ...Object.fromEntries(Object.entries(delivery).map(([name, value]) => [`delivery[${name}]`, value])),
      ...Object.fromEntries(Object.entries(delivery).map(([name, value]) => [`billing[${name}]`, value])),
      delivery_method: rest.delivery_method,
      payment_method: cardMethod,
    }).toString()
    const { body } = await visitor.request('POST', '/checkout/save', {
      headers: { ...urlencoded, ...marker },
      body: fields,
    })
    expect(body).toMatchObject({ error: false, next_url: expect.stringContaining(shop.simulator.url) })
  })

  const deep = '['.repeat(200_000)
  const hostileBodies = [
    '',
    ' ',
    '{',
    '[]',
    '[[]]',
    'null',
    '5',
    '"x"',
    'true',
    '{}}',
    '{"a":}',
    '\u0000',
    '{"email":"\\u0000"}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"contact":{"name":"\\ud800"},"delivery":{"town":"\\udfff"}}',
    deep,
    `{"a":${deep}`,
    '{"product":{"$gt":""},"quantity":{"$ne":1}}',
    `{"updated_items":${JSON.stringify(Array(5000).fill({ rowId: 1, qty: 1 }))}}`,
    '{"updated_items":{"length":1e9},"with_shipping":{}}',
    '{"updated_items":[{"rowId":{"toString":1},"qty":{"valueOf":1}}]}',
    '{"code":["SAVE10"]}',
    '{"code":{"toString":"x"}}',
    '{"email":{"a":1},"password":[1]}',
    '{"email":"a@b.c","password":null,"redirectTo":{}}',
    '{"country":["GB"],"postcode":{"a":1},"quote_id":[1],"approval_id":{}}',
    '{"contact":[],"delivery":7,"billing":"x","delivery_method":{},"payment_method":[],"purchase_order":{},"delivery_instructions":[1]}',
    `{"contact":{"name":"${'x'.repeat(100_000)}"},"purchase_order":"${'é'.repeat(5000)}"}`,
    '{"delivery":{"id":"1 or 1=1"},"billing":{"id":99999999999999999999}}',
    '{"product":1e400,"quantity":-0}',
    `{"delivery":{"country":"GB","postcode":"${'A'.repeat(50_000)}"},"delivery_method":"ND","delivery_arg":"9999-99-99"}`,
  ]
  const paths = [
    '/basket',
    '/basket/add/single',
    '/basket/discount',
    '/login',
    '/account/exists',
    '/checkout/load',
    '/checkout/delivery',
    '/checkout/save',
    '/checkout/complete',
    '/logout',
  ]

  test.each(paths)('that is hostile never makes %s fail', async path => {
    for (const body of hostileBodies) {
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
      const asJson = await visitor.request('POST', path, { headers: { ...json, ...marker }, body })
      expect([200, 400, 413, 422], `${body.slice(0, 80)} → ${asJson.status}`).toContain(asJson.status)
      const asForm = await visitor.request('POST', path, {
        headers: { ...urlencoded, ...marker },
        body: `x[${body}]=${body}&${body}`,
      })
      expect([200, 400, 413, 422], `${body.slice(0, 80)} → ${asForm.status}`).toContain(asForm.status)
    }
  })

  test('of a final send with invalid values stores no order', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const nonsense = [null, '', 7, [], {}, 'x', { id: 1 }, ['x'], { id: [1] }, true]
    // One address: each new one counts as a check whether it has an account.
    const { contact } = createGuestSend()
    for (const value of nonsense) {
      for (const key of ['contact', 'delivery', 'billing', 'delivery_method', 'payment_method']) {
        const { status, body } = await sendSave(visitor, createGuestSend({ contact, [key]: value }))
        expect(status).toBe(200)
        expect(body.error).toEqual(expect.any(String))
      }
    }
    expect(
      await shop.sql(`select 1 from orders where contact->>'name' is null or delivery->>'town' = ''`),
    ).toEqual([])
  })
})
