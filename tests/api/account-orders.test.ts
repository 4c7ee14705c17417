import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { reorder } from '../../src/features/order-pages/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import { requestApproval } from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createMemberSend,
  fillBasket,
  getBasket,
  sendSave,
} from './checkout-calls.ts'
import { toText } from './despatch-calls.ts'
import { cancelOrder } from './order-admin-calls.ts'
import { placeAccountOrder, signInWithBasket } from './shoppers.ts'

type Reordered = ReplyOf<typeof reorder>

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** A demo customer who has just ordered these goods on account, and the page of the order. */
async function createOrder(
  email: string,
  goods: Record<string, number> = { 'FH-OIL-1': 1 },
  changes: Record<string, unknown> = {},
) {
  const order = await placeAccountOrder(shop, email, goods, changes)
  return { ...order, url: `/account/orders/${order.reference}` }
}

const requestStatuses = async (visitor: TestVisitor, url: string) => [
  (await visitor.getPage(url)).status,
  (await visitor.getPage(`${url}/invoice.pdf`)).status,
  (await visitor.post(`${url}/reorder`)).status,
]

const listReferences = async (visitor: TestVisitor, query = '') => {
  const { text } = await visitor.getPage(`/account/orders?${new URLSearchParams({ query })}`)
  return [...text.matchAll(/href="\/account\/orders\/(FH[2-9A-Z]{8})"/g)].map(([, reference]) => reference)
}

describe('an order', () => {
  test('E01: is visible to its buyer and the head buyer; to everybody else it does not exist', async () => {
    const { visitor: trade, url, reference } = await createOrder('trade@example.com')
    const head = await shop.signIn('head@example.com')
    for (const one of [trade, head]) {
      expect(await requestStatuses(one, url)).toEqual([200, 200, 200])
      expect(await listReferences(one)).toContain(reference)
    }
    for (const email of ['apprentice', 'stopped', 'retail', 'staff']) {
      const other = await shop.signIn(`${email}@example.com`)
      expect(await requestStatuses(other, url)).toEqual([404, 404, 404])
      expect(await listReferences(other)).not.toContain(reference)
      expect((await getBasket(other)).count).toBe(0)
    }
  })

  test('opened from an e-mail on another device asks the visitor to sign in, like any unknown reference', async () => {
    const { reference } = await createOrder('trade@example.com')
    const texts = []
    for (const number of [reference, 'FH22222222']) {
      const path = `/order/${number}/confirmation`
      const { status, text } = await shop.createVisitor().getPage(path)
      expect(status).toBe(404)
      expect(text).toContain(`href="/login?redirectTo=${encodeURIComponent(path)}"`)
      texts.push(text.replaceAll(number, '…'))
    }
    expect(texts[0]).toBe(texts[1])
  })

  test('sends a visitor to the login and back', async () => {
    const { url } = await createOrder('trade@example.com')
    const stranger = shop.createVisitor()
    for (const path of [url, `${url}/invoice.pdf`, '/account/orders']) {
      const { status, headers } = await stranger.getPage(path)
      expect([status, headers.get('location')]).toEqual([
        303,
        `/login?${new URLSearchParams({ redirectTo: path })}`,
      ])
    }
    expect((await stranger.post(`${url}/reorder`)).status).toBe(401)
  })

  test('of the head buyer is not visible to the buyers, nor to another company’s head buyer', async () => {
    const { url } = await createOrder('head@example.com')
    expect(await requestStatuses(await shop.signIn('trade@example.com'), url)).toEqual([404, 404, 404])
    const { url: foreign } = await createOrder('stopped@example.com')
    expect(await requestStatuses(await shop.signIn('head@example.com'), foreign)).toEqual([404, 404, 404])
  })

  test('that a head buyer made from an apprentice’s request is visible to the apprentice too', async () => {
    const { sender, id, reference } = await requestApproval(shop)
    expect((await listReferences(sender))[0]).toBe(reference)
    const head = await shop.signIn('head@example.com')
    const { body } = await sendSave(head, createMemberSend('account', { approval_id: id }))
    expect((await completeOrder(head)).error).toBe(false)
    const url = `/account/orders/${body.reference}`
    expect((await sender.getPage(url)).status).toBe(200)
    expect((await sender.getPage(`${url}/invoice.pdf`)).status).toBe(200)
    // The list shows the resulting order instead of the request.
    const references = await listReferences(sender)
    expect([references[0], references.includes(reference)]).toEqual([body.reference, false])
    const { text } = await sender.getPage(`/account/orders/${reference}`)
    expect(text).toContain('Approved and ordered')
    await cancelOrder(await shop.signIn('staff@example.com'), body.reference!)
    expect((await sender.getPage(url)).text).toContain('Cancelled')
  })

  test('shows the buyer what was ordered and what happened, with names', async () => {
    const { visitor, url } = await createOrder(
      'trade@example.com',
      { 'FH-OIL-1': 4 },
      { purchase_order: 'PO <77>', delivery_instructions: 'Yard gate' },
    )
    const { text } = await visitor.getPage(url)
    for (const words of ['PO &lt;77&gt;', 'Yard gate', '88 Mill Lane', 'Kirkstall Road', 'On account NPH001'])
      expect(text).toContain(words)
    for (const words of ['£69.60', 'Order placed', '24 November 2026, 09:00', 'Placed'])
      expect(text).toContain(words)
    expect(text).not.toContain('Saved at the checkout')
    expect(text).toContain('href="/filterhouse/fh-oil-1"')
    const seenByHead = await (await shop.signIn('head@example.com')).getPage(url)
    expect(seenByHead.text).toMatch(/Ordered 24 November 2026(?:<!-- -->)? by Tom Rade/)
    expect(seenByHead.headers.get('cache-control')).toBe('private, no-store')
  })

  test('paid by card shows the buyer the last four digits, and that they placed it', async () => {
    const retail = await signInWithBasket(shop, 'retail@example.com', { 'FH-OIL-1': 1 })
    const { body } = await sendSave(retail, createMemberSend(cardMethod))
    const waiting = await retail.getPage(`/account/orders/${body.reference}`)
    expect(waiting.text).toContain('Waiting for payment')
    expect(waiting.text).not.toContain('Invoice (PDF)')
    expect((await retail.getPage(`/account/orders/${body.reference}/invoice.pdf`)).status).toBe(404)
    await payByCard(body.next_url!)
    const { text } = await retail.getPage(`/account/orders/${body.reference}`)
    expect(text).toContain('Card ending 0006')
    expect(toText(text)).toMatch(/History Order placed [^·]*· You/)
    expect(text).not.toMatch(/Card provider|Card payment begun/)
    expect(text).toContain('Pro forma invoice (PDF)')
  })

  test('is linked from the confirmation for its signed-in buyer', async () => {
    const { visitor, reference, url } = await createOrder('trade@example.com')
    const { text } = await visitor.getPage(`/order/${reference}/confirmation`)
    expect(text).toContain(`href="${url}"`)
  })
})

describe('the list of orders', () => {
  test('can be searched by reference, by the buyer’s order number, and by part number in any spelling', async () => {
    const { visitor, reference } = await createOrder(
      'stopped@example.com',
      { 'FH-SEAL-1': 5 },
      { purchase_order: 'Quarry 100%_7' },
    )
    const { reference: other } = await createOrder('stopped@example.com', { 'FH-OIL-1': 2 })
    expect((await listReferences(visitor)).slice(0, 2)).toEqual([other, reference])
    for (const query of [
      reference,
      reference.slice(2, 7).toLowerCase(),
      'quarry 100%_7',
      'fh seal 1',
      'FHSEAL',
    ])
      expect(await listReferences(visitor, query)).toEqual([reference])
    for (const query of ['%', "' or 1=1 --", '_____', 'PO-NOBODY'])
      expect((await listReferences(visitor, query)).includes(other)).toBe(false)
  })

  test('omits orders that were never placed, and shows the rest in pages, newest first', async () => {
    const staff = await shop.signIn('staff@example.com')
    await fillBasket(shop, staff, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(staff, createMemberSend(cardMethod))
    expect(await listReferences(staff)).toEqual([body.reference])
    await shop.sql(`insert into orders (reference, kind, state, method, basket_version, person_id, contact, request_hash,
        delivery, billing, delivery_code, delivery_title, subtotal, discount, delivery_cost, vat, total, vat_rate_bp,
        placed_at, terms_accepted_at)
      select 'FHAAAAAA' || chr(65 + n / 6) || chr(65 + n % 6), kind, state, 'godmode', 1, person_id, contact, 'x', delivery,
        billing, delivery_code, delivery_title, subtotal, discount, delivery_cost, vat, total, vat_rate_bp, now(), now()
      from orders, generate_series(0, 23) n where reference = '${body.reference}'`)
    await shop.sql(`update orders set state = 'cancelled' where reference like 'FHAAAAAA%'`)
    const first = await listReferences(staff)
    expect(first).toHaveLength(20)
    const { text } = await staff.getPage('/account/orders?query=&page=2')
    expect(text.match(/href="\/account\/orders\/FH/g)).toHaveLength(5)
    expect(text).toContain(body.reference)
    const beyond = await staff.getPage('/account/orders?page=9')
    expect([beyond.status, beyond.headers.get('location')]).toEqual([303, '/account/orders?query='])
    await shop.sql(`update orders set state = 'saved' where reference like 'FHAAAAAA%'`)
    expect(await listReferences(staff)).toEqual([body.reference])
    await shop.sql(`delete from orders where reference like 'FHAAAAAA%'`)
  })

  test.each(['0', '-1', 'x', '99999999999', '1.5'])('answers a buyer who requests page %s', async page => {
    const visitor = await shop.signIn('trade@example.com')
    expect((await visitor.getPage(`/account/orders?page=${page}`)).status).toBe(200)
  })
})

describe('the page of an order', () => {
  test('tells a buyer on stop that the order is not despatched yet', async () => {
    const { visitor, url } = await createOrder('stopped@example.com')
    expect((await visitor.getPage(url)).text).toContain('won’t be despatched yet')
    const { visitor: trade, url: other } = await createOrder('trade@example.com')
    expect((await trade.getPage(other)).text).not.toContain('won’t be despatched yet')
  })

  test('lists a request for approval as requested, not as ordered', async () => {
    const { sender, reference } = await requestApproval(shop)
    const { text } = await sender.getPage(`/account/orders/${reference}`)
    expect(text).toContain('What was requested')
    expect(text).not.toContain('What was ordered')
  })
})

describe('ordering again', () => {
  const again = (visitor: TestVisitor, url: string) => visitor.post<Reordered>(`${url}/reorder`)

  test('adds the products of the order to those in the basket', async () => {
    const { visitor, url } = await createOrder('trade@example.com', { 'FH-OIL-1': 2, 'FH-SEAL-1': 3 })
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 4 })
    const { body } = await again(visitor, url)
    expect(body).toEqual({ success: true, added: 2, messages: [], next_url: '/basket' })
    const { items } = await getBasket(visitor)
    expect(Object.fromEntries(items.map(({ name, qty }) => [name, qty]))).toEqual({
      'Oil filter, spin-on': 2,
      'Sealing ring': 7,
    })
  })

  test('names products that are not available any more, and adds what is left of scarce ones', async () => {
    const goods = { 'FH-OIL-1': 2, 'FH-AIR-1': 4, 'FH-SEAL-1': 1 }
    const { visitor, url } = await createOrder('trade@example.com', goods)
    await shop.setStock('FH-AIR-1', 3)
    await shop.sql(`update product set for_sale = false where code = 'FH-SEAL-1'`)
    const { body } = await again(visitor, url)
    expect(body).toMatchObject({ success: true, added: 2 })
    expect(body.messages).toEqual([
      expect.stringMatching(/^Only 3 in stock: .+\.$/),
      'Sealing ring can’t be bought at the moment.',
    ])
    expect((await getBasket(visitor)).items.map(({ qty }) => qty).sort()).toEqual([2, 3])
    await shop.sql(`update product set for_sale = true where code = 'FH-SEAL-1'`)
    await shop.setStock('FH-AIR-1', 5)
  })

  test('works as a plain form: it leads to the basket, with a message that names what is missing', async () => {
    const { visitor, url } = await createOrder('trade@example.com', { 'FH-SEAL-1': 3 })
    const done = await visitor.postForm(`${url}/reorder`, {})
    expect([done.status, done.headers.get('location')]).toEqual([303, '/basket'])
    expect((await visitor.getPage('/basket')).text).toContain('1 product was added to your basket.')
    await shop.sql(`update product set for_sale = false where code = 'FH-SEAL-1'`)
    await visitor.postForm(`${url}/reorder`, {})
    expect((await visitor.getPage('/basket')).text).toContain(
      'Nothing was added to your basket. Sealing ring can’t be bought at the moment.',
    )
    await shop.sql(`update product set for_sale = true where code = 'FH-SEAL-1'`)
  })

  test('is refused when the request comes from another site', async () => {
    const { visitor, url } = await createOrder('trade@example.com')
    const { status } = await visitor.request('POST', `${url}/reorder`, {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(status).toBe(403)
    expect((await getBasket(visitor)).count).toBe(0)
  })
})
