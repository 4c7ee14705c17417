import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { reorder } from '../../src/features/orders/schemas.ts'
import type { ReplyOf } from '../../src/lib/call.ts'
import { payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { cancel } from './admin-orders.ts'
import { askForApproval } from './approving.ts'
import { basketOf, complete, fill, memberSend, save } from './buying.ts'

type Reordered = ReplyOf<typeof reorder>

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

/** Somebody of the cast who has just ordered these goods on account; his browser and the order's number. */
async function ordered(
  email: string,
  goods: Record<string, number> = { 'FH-OIL-1': 1 },
  changes: Record<string, unknown> = {},
) {
  const visitor = await shop.signedIn(email)
  await visitor.delete('/basket')
  await fill(shop, visitor, goods)
  const { body } = await save(visitor, memberSend('account', changes))
  const { error } = await complete(visitor)
  if (error !== false || !body.reference) throw new Error(`not placed: ${error}`)
  return { visitor, reference: body.reference, url: `/account/orders/${body.reference}` }
}

const statusesOf = async (visitor: Visitor, url: string) => [
  (await visitor.page(url)).status,
  (await visitor.page(`${url}/invoice.pdf`)).status,
  (await visitor.post(`${url}/reorder`)).status,
]

const listed = async (visitor: Visitor, query = '') => {
  const { text } = await visitor.page(`/account/orders?${new URLSearchParams({ query })}`)
  return [...text.matchAll(/href="\/account\/orders\/(FH[2-9A-Z]{8})"/g)].map(([, reference]) => reference)
}

describe('an order', () => {
  test('E01: is visible to its buyer and the head buyer; to everybody else it does not exist', async () => {
    const { visitor: trade, url, reference } = await ordered('trade@example.com')
    const head = await shop.signedIn('head@example.com')
    for (const one of [trade, head]) {
      expect(await statusesOf(one, url)).toEqual([200, 200, 200])
      expect(await listed(one)).toContain(reference)
    }
    for (const email of ['apprentice', 'stopped', 'retail', 'staff']) {
      const other = await shop.signedIn(`${email}@example.com`)
      expect(await statusesOf(other, url)).toEqual([404, 404, 404])
      expect(await listed(other)).not.toContain(reference)
      expect((await basketOf(other)).count).toBe(0)
    }
  })

  test('opened from an e-mail on another device asks to sign in, as does any number', async () => {
    const { reference } = await ordered('trade@example.com')
    const texts = []
    for (const number of [reference, 'FH22222222']) {
      const path = `/order/${number}/confirmation`
      const { status, text } = await shop.visitor().page(path)
      expect(status).toBe(404)
      expect(text).toContain(`href="/login?redirectTo=${encodeURIComponent(path)}"`)
      texts.push(text.replaceAll(number, '…'))
    }
    expect(texts[0]).toBe(texts[1])
  })

  test('redirects to the login and back', async () => {
    const { url } = await ordered('trade@example.com')
    const stranger = shop.visitor()
    for (const path of [url, `${url}/invoice.pdf`, '/account/orders']) {
      const { status, headers } = await stranger.page(path)
      expect([status, headers.get('location')]).toEqual([
        303,
        `/login?${new URLSearchParams({ redirectTo: path })}`,
      ])
    }
    expect((await stranger.post(`${url}/reorder`)).status).toBe(401)
  })

  test('of the head buyer is not visible to the buyers, nor to another company’s head buyer', async () => {
    const { url } = await ordered('head@example.com')
    expect(await statusesOf(await shop.signedIn('trade@example.com'), url)).toEqual([404, 404, 404])
    const { url: foreign } = await ordered('stopped@example.com')
    expect(await statusesOf(await shop.signedIn('head@example.com'), foreign)).toEqual([404, 404, 404])
  })

  test('that a head buyer made from an apprentice’s request is visible to the apprentice too', async () => {
    const { sender, id, reference } = await askForApproval(shop)
    expect((await listed(sender))[0]).toBe(reference)
    const head = await shop.signedIn('head@example.com')
    const { body } = await save(head, memberSend('account', { approval_id: id }))
    expect((await complete(head)).error).toBe(false)
    const url = `/account/orders/${body.reference}`
    expect((await sender.page(url)).status).toBe(200)
    expect((await sender.page(`${url}/invoice.pdf`)).status).toBe(200)
    // The request stands there as the order that it became.
    const now = await listed(sender)
    expect([now[0], now.includes(reference)]).toEqual([body.reference, false])
    const { text } = await sender.page(`/account/orders/${reference}`)
    expect(text).toContain('Approved and ordered')
    await cancel(await shop.signedIn('staff@example.com'), body.reference!)
    expect((await sender.page(url)).text).toContain('Cancelled')
  })

  test('tells what was agreed and what happened, by whom', async () => {
    const { visitor, url } = await ordered(
      'trade@example.com',
      { 'FH-OIL-1': 4 },
      { purchase_order: 'PO <77>', delivery_instructions: 'Yard gate' },
    )
    const { text } = await visitor.page(url)
    for (const words of ['PO &lt;77&gt;', 'Yard gate', '88 Mill Lane', 'Kirkstall Road', 'On account NPH001'])
      expect(text).toContain(words)
    for (const words of [
      '£69.60',
      'Saved at the checkout',
      'Order placed',
      '24 November 2026, 09:00',
      'Placed',
    ])
      expect(text).toContain(words)
    expect(text).toContain('href="/filterhouse/fh-oil-1"')
    const seenByHead = await (await shop.signedIn('head@example.com')).page(url)
    expect(seenByHead.text).toMatch(/ordered by (?:<!-- -->)?Tom Rade/)
    expect(seenByHead.headers.get('cache-control')).toBe('private, no-store')
  })

  test('that was paid by card names the card’s last four, and the provider’s word', async () => {
    const retail = await shop.signedIn('retail@example.com')
    await retail.delete('/basket')
    await fill(shop, retail, { 'FH-OIL-1': 1 })
    const { body } = await save(retail, memberSend('sagepay'))
    const waiting = await retail.page(`/account/orders/${body.reference}`)
    expect(waiting.text).toContain('Waiting for payment')
    expect(waiting.text).not.toContain('Invoice (PDF)')
    expect((await retail.page(`/account/orders/${body.reference}/invoice.pdf`)).status).toBe(404)
    await payByCard(body.next_url!)
    const { text } = await retail.page(`/account/orders/${body.reference}`)
    expect(text).toContain('Card ending 0006')
    expect(text).toContain('Card provider')
    expect(text).toContain('Invoice (PDF)')
  })

  test('is linked from its confirmation after login', async () => {
    const { visitor, reference, url } = await ordered('trade@example.com')
    const { text } = await visitor.page(`/order/${reference}/confirmation`)
    expect(text).toContain(`href="${url}"`)
  })
})

describe('the list of orders', () => {
  test('is found through by order number, by the buyer’s own number, and by part number however it is spelt', async () => {
    const { visitor, reference } = await ordered(
      'stopped@example.com',
      { 'FH-SEAL-1': 5 },
      { purchase_order: 'Quarry 100%_7' },
    )
    const { reference: other } = await ordered('stopped@example.com', { 'FH-OIL-1': 2 })
    expect((await listed(visitor)).slice(0, 2)).toEqual([other, reference])
    for (const query of [
      reference,
      reference.slice(2, 7).toLowerCase(),
      'quarry 100%_7',
      'fh seal 1',
      'FHSEAL',
    ])
      expect(await listed(visitor, query)).toEqual([reference])
    for (const query of ['%', "' or 1=1 --", '_____', 'PO-NOBODY'])
      expect((await listed(visitor, query)).includes(other)).toBe(false)
  })

  test('leaves out what was never ordered, and pages through the rest, newest first', async () => {
    const staff = await shop.signedIn('staff@example.com')
    await fill(shop, staff, { 'FH-OIL-1': 1 })
    const { body } = await save(staff, memberSend('sagepay'))
    expect(await listed(staff)).toEqual([body.reference])
    await shop.sql(`insert into orders (reference, kind, state, method, basket_version, person_id, contact, request_hash,
        delivery, billing, delivery_code, delivery_title, subtotal, discount, delivery_cost, vat, total, vat_rate_bp,
        placed_at, terms_accepted_at)
      select 'FHAAAAAA' || chr(65 + n / 6) || chr(65 + n % 6), kind, state, 'godmode', 1, person_id, contact, 'x', delivery,
        billing, delivery_code, delivery_title, subtotal, discount, delivery_cost, vat, total, vat_rate_bp, now(), now()
      from orders, generate_series(0, 23) n where reference = '${body.reference}'`)
    await shop.sql(`update orders set state = 'cancelled' where reference like 'FHAAAAAA%'`)
    const first = await listed(staff)
    expect(first).toHaveLength(20)
    const { text } = await staff.page('/account/orders?query=&page=2')
    expect(text.match(/href="\/account\/orders\/FH/g)).toHaveLength(5)
    expect(text).toContain(body.reference)
    const beyond = await staff.page('/account/orders?page=9')
    expect([beyond.status, beyond.headers.get('location')]).toEqual([303, '/account/orders?query='])
    await shop.sql(`update orders set state = 'saved' where reference like 'FHAAAAAA%'`)
    expect(await listed(staff)).toEqual([body.reference])
    await shop.sql(`delete from orders where reference like 'FHAAAAAA%'`)
  })

  test.each(['0', '-1', 'x', '99999999999', '1.5'])('takes no harm from page %s', async page => {
    const visitor = await shop.signedIn('trade@example.com')
    expect((await visitor.page(`/account/orders?page=${page}`)).status).toBe(200)
  })
})

describe('the page of an order', () => {
  test('says of one on a stopped account that it is not despatched yet', async () => {
    const { visitor, url } = await ordered('stopped@example.com')
    expect((await visitor.page(url)).text).toContain('not despatched yet')
    const { visitor: trade, url: other } = await ordered('trade@example.com')
    expect((await trade.page(other)).text).not.toContain('not despatched yet')
  })

  test('calls what waits for approval asked for, not ordered', async () => {
    const { sender, reference } = await askForApproval(shop)
    const { text } = await sender.page(`/account/orders/${reference}`)
    expect(text).toContain('What was asked for')
    expect(text).not.toContain('What was ordered')
  })
})

describe('ordering again', () => {
  const again = (visitor: Visitor, url: string) => visitor.post<Reordered>(`${url}/reorder`)

  test('adds what was ordered to what lies in the basket already', async () => {
    const { visitor, url } = await ordered('trade@example.com', { 'FH-OIL-1': 2, 'FH-SEAL-1': 3 })
    await fill(shop, visitor, { 'FH-SEAL-1': 4 })
    const { body } = await again(visitor, url)
    expect(body).toEqual({ success: true, added: 2, messages: [], next_url: '/basket' })
    const { items } = await basketOf(visitor)
    expect(Object.fromEntries(items.map(({ name, qty }) => [name, qty]))).toEqual({
      'Oil filter, spin-on': 2,
      'Sealing ring': 7,
    })
  })

  test('names what cannot be had any more, and of what is short it takes the rest', async () => {
    const goods = { 'FH-OIL-1': 2, 'FH-AIR-1': 4, 'FH-SEAL-1': 1 }
    const { visitor, url } = await ordered('trade@example.com', goods)
    await shop.setStock('FH-AIR-1', 3)
    await shop.sql(`update product set for_sale = false where code = 'FH-SEAL-1'`)
    const { body } = await again(visitor, url)
    expect(body).toMatchObject({ success: true, added: 2 })
    expect(body.messages).toEqual([
      expect.stringMatching(/^Only 3 of .+ can be had just now\.$/),
      'Sealing ring cannot be bought at the moment.',
    ])
    expect((await basketOf(visitor)).items.map(({ qty }) => qty).sort()).toEqual([2, 3])
    await shop.sql(`update product set for_sale = true where code = 'FH-SEAL-1'`)
    await shop.setStock('FH-AIR-1', 5)
  })

  test('works as a plain form: to the basket, with a message that says what was left out', async () => {
    const { visitor, url } = await ordered('trade@example.com', { 'FH-SEAL-1': 3 })
    const done = await visitor.form(`${url}/reorder`, {})
    expect([done.status, done.headers.get('location')]).toEqual([303, '/basket'])
    expect((await visitor.page('/basket')).text).toContain('1 product was added to your basket.')
    await shop.sql(`update product set for_sale = false where code = 'FH-SEAL-1'`)
    await visitor.form(`${url}/reorder`, {})
    expect((await visitor.page('/basket')).text).toContain(
      'Nothing was added to your basket. Sealing ring cannot be bought at the moment.',
    )
    await shop.sql(`update product set for_sale = true where code = 'FH-SEAL-1'`)
  })

  test('is refused when another site asks for it', async () => {
    const { visitor, url } = await ordered('trade@example.com')
    const { status } = await visitor.ask('POST', `${url}/reorder`, {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(status).toBe(403)
    expect((await basketOf(visitor)).count).toBe(0)
  })
})
