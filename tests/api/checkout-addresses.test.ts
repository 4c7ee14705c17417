import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { loadCheckout, readDelivery } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/call.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { complete, fill, guestAtCard, guestSend, leeds, memberSend, newGuest, save } from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const bradford = { ...leeds, address1: '2 Canal Road', town: 'Bradford', postcode: 'BD1 1AA' }
const withGoods = async () => {
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  return visitor
}

describe('a delivery address that is for billing too', () => {
  test('answers the billing address, so that a buyer who comes back is not asked for it', async () => {
    const visitor = await withGoods()
    const contact = newGuest()
    await save(visitor, { contact, delivery: { ...leeds, save_as_billing: true } })
    const page = await visitor.page('/checkout')
    expect(page.text).toMatch(/"billing":\{[^}]*"address1":"88 Mill Lane"/)
  })

  test('is no billing address when another is sent', async () => {
    const visitor = await withGoods()
    const delivery = { ...leeds, save_as_billing: true }
    const sent = guestSend({ delivery, billing: bradford, delivery_method: 'quote', payment_method: 'quote' })
    expect((await save(visitor, sent)).body.error).toBe(false)
    await complete(visitor)
    const [order] = await shop.sql<{ town: string }>(
      "select billing->>'town' as town from orders where contact->>'email' = $1",
      [sent.contact.email],
    )
    expect(order!.town).toBe('Bradford')
  })
})

describe('a guest who wants his addresses kept', () => {
  const keptOf = (email: string) =>
    shop.sql(
      `select a.line_1, a.line_3, a.billing, a.imported from address a join person p on p.id = a.person_id
       where p.email = $1 order by a.billing`,
      [email],
    )

  test('finds them in the account that his order makes, and none before', async () => {
    const visitor = await withGoods()
    const sent = guestSend({
      delivery: { ...leeds, save_for_future: true },
      billing: { ...bradford, save_for_future: true },
      delivery_method: 'quote',
      payment_method: 'quote',
    })
    expect((await save(visitor, sent)).body.error).toBe(false)
    expect(await keptOf(sent.contact.email)).toEqual([])
    await complete(visitor)
    expect(await keptOf(sent.contact.email)).toEqual([
      { line_1: '88 Mill Lane', line_3: 'Leeds', billing: false, imported: false },
      { line_1: '2 Canal Road', line_3: 'Bradford', billing: true, imported: false },
    ])
  })

  test('who did not ask for it finds none', async () => {
    const visitor = await withGoods()
    const sent = guestSend({ delivery_method: 'quote', payment_method: 'quote' })
    await save(visitor, sent)
    await complete(visitor)
    expect(await keptOf(sent.contact.email)).toEqual([])
  })
})

test('an address is kept beside one that differs in its company or town alone', async () => {
  const retail = await shop.signedIn('retail@example.com')
  await fill(shop, retail, { 'FH-OIL-1': 1 })
  const home = { ...leeds, address1: '5 Two Doors', save_for_future: true }
  for (const delivery of [home, home, { ...home, company: 'Okafor Ltd' }, { ...home, town: 'Bramley' }]) {
    const sent = memberSend('quote', { delivery, delivery_method: 'quote' })
    expect((await save(retail, sent)).body.error).toBe(false)
  }
  const kept = await shop.sql(`select company, line_3 from address where line_1 = '5 Two Doors' order by id`)
  expect(kept).toEqual([
    { company: '', line_3: 'Leeds' },
    { company: 'Okafor Ltd', line_3: 'Leeds' },
    { company: '', line_3: 'Bramley' },
  ])
  await retail.delete('/basket')
})

test('who is signed in no longer is told so, and is not judged as a guest', async () => {
  const visitor = await shop.signedIn('trade@example.com')
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  const sent = memberSend('account', { signed_in: true })
  expect((await save(shop.visitor(), sent)).status).toBe(401)
  expect((await save(visitor, sent)).body.error).toBe(false)
  await complete(visitor)
})

test('the day that is promised stands with its cut-off; of a named day all that can be chosen', async () => {
  shop.clock.set('2026-11-30T12:16:00Z')
  const visitor = await withGoods()
  const { body } = await visitor.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', {
    country: 'GB',
    postcode: 'LS4 1AB',
  })
  expect(body.promise).toBe('Order in 2 h 14 min for delivery Tuesday 1 December')
  const named = body.options.find(({ code }) => code === 'NAM')!
  expect(body.named_days![0]).toBe(named.arg)
  expect(body.named_days).not.toContain('2026-12-05')
  const abroad = await visitor.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', {
    country: 'FR',
    postcode: '75001',
  })
  expect(abroad.body).toEqual({
    error: 'Validation Error: There are no delivery options for this address',
    options: [],
  })
})

test('what is loaded comes whole, with its own prices and sums', async () => {
  const { quote_id } = (await shop.visitor().get<{ quote_id: number }>('/_sandbox/demo.json')).body
  const trade = await shop.signedIn('trade@example.com')
  const { body } = await trade.post<ReplyOf<typeof loadCheckout>>('/checkout/load', { quote_id })
  // 20 × £11.25, 2 × £3.60, £12.00 carriage and a fifth of it.
  expect(body.basket).toMatchObject({ subtotal: 232.2, total: 293.04 })
  expect(body.basket!.items).toEqual(body.items)
})

test('who left the card form is told on his next visit that the order is not paid, until it is', async () => {
  const { visitor, reference } = await guestAtCard(shop, { 'FH-OIL-1': 1 })
  expect((await visitor.page('/checkout')).text).toContain(`"unpaid":"${reference}"`)
  await fill(shop, visitor, { 'FH-SEAL-1': 1 })
  const stranger = await withGoods()
  expect((await stranger.page('/checkout')).text).toContain('"unpaid":null')
})
