import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { askForApproval, hireHeads, mailsAbout, secondHead } from './approving.ts'
import { type Added, basketOf, complete, fill, guestSend, memberSend, save, stateOf } from './buying.ts'
import { askForQuote, price, quoteSend } from './quoting.ts'

// What happens seldom, and must be clear when it does.

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
  await checkInvariants(shop)
})
afterAll(() => shop.close())

const sendForm = (visitor: Visitor, body: string) =>
  visitor.ask<BasketReply>('POST', '/basket', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
    body,
  })

describe('a basket sent as a form', () => {
  test('names its rows by their ids, however high these are', async () => {
    for (const first of [7, 500, 15_000, 3_000_000]) {
      await shop.sql(`select setval('basket_line_id_seq', greatest($1, (select max(id) from basket_line)))`, [
        first,
      ])
      const visitor = shop.visitor()
      await fill(shop, visitor, { 'FH-OIL-1': 1, 'FH-SEAL-1': 1 })
      const [oil, seal] = (await basketOf(visitor)).items.map(({ rowId }) => rowId)
      const plain = await sendForm(visitor, `updated_items[${oil}][qty]=3&updated_items[${seal}][qty]=4`)
      expect(plain.status).toBe(200)
      expect(plain.body.items.map(({ qty }) => qty)).toEqual([3, 4])
      const named = [oil, seal].map(id => `updated_items[${id}][rowId]=${id}&updated_items[${id}][qty]=2`)
      expect((await sendForm(visitor, named.join('&'))).body.count).toBe(4)
    }
  })
})

describe('an order beyond what its sums can hold', () => {
  const words = 'An order takes goods of £15,000,000.00 ex VAT at most. Please call us about more.'
  const add = async (visitor: Visitor, product: number, quantity: number) =>
    (await visitor.post<Added>('/basket/add/single', { product, quantity })).body
  const setPrice = (pence: number) =>
    shop.sql(`update product set price = $1 where code = 'FH-HYD-1'`, [pence])
  afterAll(() => setPrice(4995))

  test('B02: is refused when it is put into the basket, which stays as it was', async () => {
    await setPrice(2000_00)
    const hyd = await shop.productId('FH-HYD-1')
    const visitor = shop.visitor()
    expect(await add(visitor, hyd, 9999)).toMatchObject({ success: false, messages: [words] })
    expect((await basketOf(visitor)).items).toEqual([])
    expect((await add(visitor, hyd, 7000)).success).toBe(true)
    expect(await add(visitor, hyd, 1000)).toMatchObject({ success: false, messages: [words] })
    const { items } = await basketOf(visitor)
    expect(items).toMatchObject([{ qty: 7000, subtotal: 14_000_000 }])
    const change = (qty: number) =>
      visitor.post<BasketReply>('/basket', {
        updated_items: [{ rowId: items[0]!.rowId, qty }],
        with_shipping: false,
      })
    expect((await change(9999)).body).toMatchObject({ count: 7000, notices: [words] })
    expect((await change(7500)).body).toMatchObject({ count: 7500, subtotal: 15_000_000 })
    expect((await change(7500)).body.notices).toBeUndefined()
  })

  test('is told at the last send when prices rose meanwhile, and can be made smaller', async () => {
    await setPrice(2000_00)
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-HYD-1': 7000 })
    await setPrice(4000_00)
    const sent = guestSend({ delivery_method: 'quote', payment_method: 'quote' })
    expect((await save(visitor, sent)).body).toMatchObject({ error: words, reference: null })
    const { items } = await basketOf(visitor)
    const fewer = { updated_items: [{ rowId: items[0]!.rowId, qty: 5000 }], with_shipping: false }
    expect((await visitor.post<BasketReply>('/basket', fewer)).body.count).toBe(5000)
  })
})

describe('a request that is none', () => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(shop.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.on('data', data => {
        answer += data
      })
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
    })

  test('is answered in problem details, as every call is', async () => {
    for (const [text, status] of [
      [`GET /search?query=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['this is no HTTP\r\n\r\n', 400],
    ] as const) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      expect(head).toContain('Content-Type: application/problem+json')
      expect(JSON.parse(body)).toMatchObject({
        type: 'about:blank',
        status,
        title: expect.stringMatching(/./),
        detail: expect.stringMatching(/./),
      })
    }
  })
})

test('a notification that is too long to be the card provider’s is refused in no page', async () => {
  const answer = await shop.visitor().ask('POST', '/checkout/notification', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `VendorTxCode=${'x'.repeat(20_000)}`,
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'application/problem+json'])
})

describe('an order for approval', () => {
  const setHead = (email: string, is: boolean) =>
    shop.sql(
      `update person set roles = array_remove(roles, 'head_buyer') ||
        case when $2 then '{head_buyer}'::text[] else '{}' end where email = $1`,
      [email, is],
    )

  test('that nobody can give is taken, the sender is told, and so is the shop', async () => {
    await setHead('head@example.com', false)
    const { sender, reference } = await askForApproval(shop)
    const { shopEmail } = shop.context.config
    expect(await mailsAbout(shop, reference)).toEqual([`approval-stranded to ${shopEmail}`])
    const page = () => sender.page(`/order/${reference}/confirmation`)
    expect((await page()).text).toContain('Nobody at your company can approve orders just now.')
    await setHead('head@example.com', true)
    expect((await page()).text).toContain('A head buyer of your company decides about it')
    const given = await askForApproval(shop)
    expect(await mailsAbout(shop, given.reference)).toEqual(['approval-wanted to head@example.com'])
  })

  test('made from a quote in its time is placed after the quote’s last day, at its prices', async () => {
    const staff = await shop.signedIn('staff@example.com')
    const asked = await askForQuote(shop, 'apprentice@example.com', { 'FH-OIL-1': 10 })
    await price(staff, asked.reference, ['11.37'])
    const { body: sent } = await save(asked.buyer, quoteSend('approval', asked.id))
    expect((await asked.buyer.post('/checkout/send-approval')).body).toMatchObject({ error: false })
    const [request] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
      sent.reference,
    ])
    shop.clock.set('2026-12-09T09:00:00Z')
    const head = await shop.signedIn('head@example.com')
    const placing = memberSend('account', { approval_id: request!.id, delivery_method: 'QTD' })
    const { body: placed } = await save(head, placing)
    expect(placed.error).toBe(false)
    expect((await complete(head)).error).toBe(false)
    expect(await stateOf(shop, sent.reference!)).toBe('approved')
  })

  // docs/decisions/011
  test('E04: given by card stays given, though the right goes while the card form is open', async () => {
    await hireHeads(shop)
    const { id, reference } = await askForApproval(shop)
    const second = await shop.signedIn(secondHead)
    const { body } = await save(second, memberSend('sagepay', { approval_id: id }))
    await setHead(secondHead, false)
    await payByCard(body.next_url!)
    expect([await stateOf(shop, body.reference!), await stateOf(shop, reference)]).toEqual([
      'placed',
      'approved',
    ])
  })
})
