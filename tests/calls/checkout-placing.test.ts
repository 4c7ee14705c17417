import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/basket/contract.ts'
import { lapseOrders } from '../../src/orders/server.ts'
import { atOnce, payByCard } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  basketOf,
  complete,
  fill,
  guestAtCard,
  guestSend,
  leeds,
  memberSend,
  newGuest,
  type Saved,
  save,
  stateOf,
  stockOf,
} from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

/** Somebody of the cast, signed in, with an empty basket filled with these. */
const member = async (email: string, goods: Record<string, number> = { 'FH-OIL-1': 1 }) => {
  const visitor = await shop.signedIn(email)
  await visitor.delete('/basket')
  await fill(shop, visitor, goods)
  return visitor
}
const orderOf = async (reference: string | null) =>
  (await shop.sql<Record<string, unknown>>('select * from orders where reference = $1', [reference]))[0]!
const confirmation = (reference: string | null) => ({
  error: false,
  next_url: `/order/${reference}/confirmation`,
})

describe('an order on account', () => {
  test('is billed to the company’s address whatever is sent, placed by the last word, and stays one', async () => {
    const trade = await member('trade@example.com', { 'FH-OIL-1': 4 })
    const before = await stockOf(shop, 'FH-OIL-1')
    const { body } = await save(
      trade,
      memberSend('account', { purchase_order: 'PO 77', delivery_instructions: 'Yard gate' }),
    )
    expect(body).toMatchObject({ error: false, next_url: null, payment_test_mode: true })
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 4)
    expect(await stateOf(shop, body.reference!)).toBe('saved')
    expect(await complete(trade)).toEqual(confirmation(body.reference))
    expect(await complete(trade)).toEqual(confirmation(body.reference))
    expect(await orderOf(body.reference)).toMatchObject({
      state: 'placed',
      billing: { company: 'Northfield Plant Hire', address1: 'Unit 4, Northfield Yard', postcode: 'LS3 1LH' },
      delivery: { address1: '88 Mill Lane' },
      purchase_order: 'PO 77',
      delivery_instructions: 'Yard gate',
      on_stop: false,
      subtotal: 5000,
      carriage: 800,
      vat: 1160,
      total: 6960,
      terms_version: expect.any(String),
    })
    expect((await basketOf(trade)).count).toBe(0)
    expect((await trade.page(`/order/${body.reference}/confirmation`)).text.includes('PO 77')).toBe(true)
  })

  test('is one order for two clicks, a retry and two tabs; so is its completion', async () => {
    const trade = await member('trade@example.com', { 'FH-SEAL-1': 5 })
    const other = await shop.signedIn('trade@example.com')
    const sent = memberSend('account')
    const answers = await atOnce(8, nth => save(nth % 2 ? trade : other, sent))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(answers.every(({ body }) => body.error === false)).toBe(true)
    const [{ body }] = answers as [{ body: Saved }]
    const done = await atOnce(8, () => complete(trade))
    expect(done).toEqual(Array(8).fill(confirmation(body.reference)))
    const retried = await save(trade, sent)
    expect(retried.body).toMatchObject({ ...confirmation(body.reference), reference: body.reference })
    expect(await complete(trade)).toEqual(confirmation(body.reference))
  })

  test('of a company on stop is accepted and held', async () => {
    const stopped = await member('stopped@example.com')
    const { body } = await save(stopped, memberSend('account'))
    expect(await complete(stopped)).toEqual(confirmation(body.reference))
    expect(await orderOf(body.reference)).toMatchObject({ state: 'placed', on_stop: true })
    expect(
      (await stopped.page(`/order/${body.reference}/confirmation`)).text.includes('not despatched yet'),
    ).toBe(true)
  })

  test('has the company’s own price from its quantity on', async () => {
    await shop.sql(`insert into customer_price (company_id, product_id, price, min_quantity)
      select c.id, p.id, x.price, x.quantity from company c, product p, (values (1100, 1), (1000, 5)) as x (price, quantity)
      where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'`)
    const trade = await member('trade@example.com', { 'FH-OIL-1': 4 })
    expect((await basketOf(trade)).subtotal).toBe(44)
    await fill(shop, trade, { 'FH-OIL-1': 1 })
    const { body } = await save(trade, memberSend('account'))
    expect(await orderOf(body.reference)).toMatchObject({ subtotal: 5000 })
    await complete(trade)
    await shop.sql('delete from customer_price')
  })
})

describe('rights', () => {
  test('staff may place without payment, nobody else', async () => {
    const staff = await member('staff@example.com')
    const { body } = await save(staff, memberSend('godmode'))
    expect(await complete(staff)).toEqual(confirmation(body.reference))
    for (const email of ['retail@example.com', 'trade@example.com', 'head@example.com']) {
      const other = await member(email)
      expect((await save(other, memberSend('godmode'))).body.error).toBe('Invalid payment method chosen.')
    }
  })

  test('an apprentice can only send for approval: no goods are taken, and the last word is not his', async () => {
    const apprentice = await member('apprentice@example.com')
    for (const method of ['account', 'sagepay', 'godmode'])
      expect((await save(apprentice, memberSend(method))).body.error).toBe('Invalid payment method chosen.')
    const before = await stockOf(shop, 'FH-OIL-1')
    const { body } = await save(apprentice, memberSend('approval'))
    expect(body.error).toBe(false)
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before)
    expect(await complete(apprentice)).toMatchObject({
      error: expect.stringContaining('need approval'),
      next_url: null,
    })
    expect(await stateOf(shop, body.reference!)).toBe('saved')
  })

  test.each([
    ['need approval', 'update person set orders_require_approval = $2 where email = $1', true, false],
    [
      'Invalid payment method',
      'update person set permissions = $2 where email = $1',
      [],
      ['full_customer', 'account_orders'],
    ],
  ])('that change between saving and completing count (%s)', async (words, change, then, now) => {
    const trade = await member('trade@example.com')
    const { body } = await save(trade, memberSend('account'))
    await shop.sql(change, ['trade@example.com', then])
    expect(await complete(trade)).toMatchObject({ error: expect.stringContaining(words), next_url: null })
    await shop.sql(change, ['trade@example.com', now])
    expect(await complete(trade)).toEqual(confirmation(body.reference))
  })

  test('nothing was saved, nothing can be completed', async () => {
    for (const visitor of [shop.visitor(), await shop.signedIn('stopped@example.com')]) {
      await visitor.post('/checkout/load')
      const fresh = await complete(visitor)
      expect(fresh.error).not.toBe(true)
      expect(fresh).toMatchObject({ error: expect.stringContaining('no order to complete'), next_url: null })
    }
  })
})

describe('an order that is saved but not placed', () => {
  test('keeps its goods for thirty minutes, then gives them back and cannot be completed', async () => {
    const trade = await member('trade@example.com', { 'FH-EDGE-11': 1 })
    const { body } = await save(trade, memberSend('account', { delivery_method: 'PAL' }))
    expect(await stockOf(shop, 'FH-EDGE-11')).toBe(0)
    const other = shop.visitor()
    await expect(fill(shop, other, { 'FH-EDGE-11': 1 })).rejects.toThrow('out of stock')
    shop.clock.pass(30)
    await lapseOrders(shop.house)
    expect(await stateOf(shop, body.reference!)).toBe('saved')
    shop.clock.pass(1)
    await Promise.all([lapseOrders(shop.house), lapseOrders(shop.house)])
    expect(await stateOf(shop, body.reference!)).toBe('lapsed')
    expect(await stockOf(shop, 'FH-EDGE-11')).toBe(1)
    expect(await complete(trade)).toMatchObject({ error: expect.stringContaining('within 30 minutes') })
    expect((await basketOf(trade)).count).toBe(1)
    const again = await save(trade, memberSend('account', { delivery_method: 'PAL' }))
    expect(again.body.reference).not.toBe(body.reference)
    expect(await complete(trade)).toEqual(confirmation(again.body.reference))
    await shop.setStock('FH-EDGE-11', 1)
  })

  test('is placed or lapses, never both, when both come at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const trade = await member('trade@example.com', { 'FH-EDGE-1': 2 })
      const { body } = await save(trade, memberSend('account'))
      await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), body.reference])
      const [done] = await Promise.all([complete(trade), lapseOrders(shop.house)])
      expect(await stateOf(shop, body.reference!)).toBe(done.error === false ? 'placed' : 'lapsed')
      await checkInvariants(shop)
      await shop.setStock('FH-EDGE-1', 12)
    }
  })

  test('makes way for another from the same basket', async () => {
    const trade = await member('trade@example.com', { 'FH-SEAL-1': 10 })
    const before = await stockOf(shop, 'FH-SEAL-1')
    const first = await save(trade, memberSend('account'))
    const second = await save(trade, memberSend('account', { purchase_order: 'other' }))
    expect(await stateOf(shop, first.body.reference!)).toBe('superseded')
    await fill(shop, trade, { 'FH-SEAL-1': 1 })
    const third = await save(trade, memberSend('account', { purchase_order: 'other' }))
    expect(await stateOf(shop, second.body.reference!)).toBe('superseded')
    expect(await stockOf(shop, 'FH-SEAL-1')).toBe(before - 11)
    expect(await complete(trade)).toEqual(confirmation(third.body.reference))
  })

  test('is what was confirmed, whatever another tab puts into the basket meanwhile', async () => {
    const trade = await member('trade@example.com', { 'FH-SEAL-1': 10 })
    const { body } = await save(trade, memberSend('account'))
    await fill(shop, trade, { 'FH-SEAL-1': 2, 'FH-OIL-1': 1 })
    expect(await complete(trade)).toEqual(confirmation(body.reference))
    expect(await orderOf(body.reference)).toMatchObject({ subtotal: 4000 })
    const left = await basketOf(trade)
    expect(left.items.map(({ name, qty }) => [name, qty])).toEqual([
      ['Sealing ring', 2],
      ['Oil filter, spin-on', 1],
    ])
  })
})

describe('a guest', () => {
  test('who sends the same again after it is placed gets the same order', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { 'FH-SEAL-1': 4 })
    await payByCard(nextUrl)
    expect((await save(visitor, sent)).body).toMatchObject({ ...confirmation(reference), reference })
    expect(await complete(visitor)).toEqual(confirmation(reference))
    await fill(shop, visitor, { 'FH-SEAL-1': 4 })
    expect((await save(visitor, sent)).body.errors).toEqual({ email: 'Email address already exists.' })
  })

  test('without any session yet may click as often as he likes', async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = shop.visitor()
      await fill(shop, visitor, { 'FH-SEAL-1': 4 })
      const sent = guestSend()
      const answers = await atOnce(2, () => save(visitor, sent))
      const { reference, next_url } = answers[0]!.body
      expect(answers[1]!.body.reference).toBe(reference)
      await payByCard(next_url!)
      expect((await visitor.get(`/checkout/payment/${reference}`)).body).toMatchObject({ state: 'paid' })
      expect((await visitor.page(`/order/${reference}/confirmation`)).status).toBe(200)
    }
  })

  test('whose address became somebody’s account meanwhile has his order, and no account of the other', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { 'FH-SEAL-1': 4 })
    await shop.sql(`insert into person (email, name, password_hash) values ($1, 'Somebody Else', 'x')`, [
      sent.contact.email,
    ])
    await payByCard(nextUrl)
    expect(await orderOf(reference)).toMatchObject({ state: 'placed', person_id: null })
    expect((await visitor.get('/account/addresses')).status).toBe(401)
  })

  test('may ask for a quote: nothing is taken, nothing is to pay', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-EDGE-11': 1 })
    const refused = await save(visitor, guestSend({ delivery_method: 'quote', payment_method: 'sagepay' }))
    expect(refused.body.error).toBe('Invalid payment method chosen.')
    const { body } = await save(visitor, guestSend({ delivery_method: 'quote', payment_method: 'quote' }))
    expect(body).toMatchObject({ error: false, next_url: null })
    expect(await stockOf(shop, 'FH-EDGE-11')).toBe(1)
    expect(await complete(visitor)).toEqual(confirmation(body.reference))
    expect(await orderOf(body.reference)).toMatchObject({
      state: 'quote_requested',
      carriage: null,
      holds_stock: false,
    })
  })
})

describe('VAT and delivery', () => {
  const placed = async (changes: Record<string, unknown>) => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 2 })
    const { body } = await save(visitor, guestSend(changes))
    expect(body.error).toBe(false)
    const { vat, vat_rate_bp, carriage, total, contact } = await orderOf(body.reference)
    return { vat, vat_rate_bp, carriage, total, contact }
  }
  const to = (country: string, postcode: string, delivery_method: string) => ({
    delivery: { ...leeds, country, postcode },
    delivery_method,
  })

  test.each([
    ['GB', 'BT9 6EQ', 'NI2', 1200],
    ['IM', 'IM1 1AA', 'HI2', 1450],
    ['GB', 'IV26 2UB', 'HI2', 1450],
  ])('%s %s is home', async (country, postcode, code, carriage) => {
    expect(await placed(to(country, postcode, code))).toMatchObject({
      carriage,
      vat_rate_bp: 2000,
      vat: (2500 + carriage) / 5,
      total: ((2500 + carriage) * 6) / 5,
    })
  })

  test.each([
    ['IE', 'D02 AF30', 'IE3', 1800],
    ['JE', 'JE2 3AB', 'CI4', 2400],
    ['GB', 'JE2 3AB', 'CI4', 2400],
    ['GG', 'GY1 1AA', 'CI4', 2400],
    ['NO', '0150', 'NO5', 3800],
  ])(
    '%s %s is an export without VAT, its code kept with the order',
    async (country, postcode, code, carriage) => {
      const contact = { ...newGuest(), vat: 'NO974760673' }
      expect(await placed({ ...to(country, postcode, code), contact })).toMatchObject({
        carriage,
        vat_rate_bp: 0,
        vat: 0,
        total: 2500 + carriage,
        contact: { vat: 'NO974760673' },
      })
    },
  )

  test('what is collected costs no carriage, and VAT', async () => {
    expect(await placed({ delivery_method: 'COL' })).toMatchObject({ carriage: 0, vat: 500, total: 3000 })
  })

  test('the basket shows to the penny what is then stored and charged', async () => {
    const goods = ['FH-OIL-1', 'FH-SEAL-1', 'FH-EDGE-10', 'FH-HYD-1']
    const vouchers = [[], ['SAVE10'], ['FIVER'], ['SAVE10', 'FREEDEL'], ['FREEDEL']]
    const places = [to('GB', 'LS4 1AB', 'ND'), to('GB', 'LS4 1AB', 'COL'), to('IE', 'D02 AF30', 'IE3')]
    await shop.setStock('FH-OIL-1', 1_000_000)
    await shop.setStock('FH-SEAL-1', 1_000_000)
    const quantities = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        quantities,
        fc.constantFrom(...vouchers),
        fc.constantFrom(...places),
        async (counts, codes, place) => {
          const visitor = shop.visitor()
          await fill(
            shop,
            visitor,
            Object.fromEntries(goods.slice(0, 3).map((code, i) => [code, counts[i]! * (i + 1) + 2])),
          )
          for (const code of codes) await visitor.post('/basket/discount', { code })
          const sent = guestSend(place)
          await save(visitor, { delivery: sent.delivery, delivery_method: sent.delivery_method })
          const shown = (
            await visitor.post<BasketReply>('/basket', { updated_items: false, with_shipping: true })
          ).body
          const { body } = await save(visitor, sent)
          expect(body.error).toBe(false)
          const { total } = await orderOf(body.reference)
          expect(Math.round(shown.discounted_total * 100)).toBe(total)
          await payByCard(body.next_url!)
        },
      ),
      { numRuns: 20, seed: 11 },
    )
  })
})

describe('a voucher for one', () => {
  test('serves one of twenty who order at once; the others are told before anything is taken', async () => {
    const visitors = Array.from({ length: 20 }, () => shop.visitor())
    for (const visitor of visitors) {
      await fill(shop, visitor, { 'FH-SEAL-1': 5 })
      expect((await visitor.post('/basket/discount', { code: 'ONCE' })).body.accepted).toBe(true)
    }
    const answers = await Promise.all(visitors.map(visitor => save(visitor, guestSend())))
    const served = answers.filter(({ body }) => body.error === false)
    expect(served).toHaveLength(1)
    for (const { body } of answers)
      if (body.error !== false) expect(body.error).toContain('ONCE was removed from your basket')
    await checkInvariants(shop)
    const retried = await Promise.all(
      visitors.map((visitor, i) => (answers[i]!.body.error === false ? null : save(visitor, guestSend()))),
    )
    for (const retry of retried.filter(answer => answer !== null)) {
      expect(retry.body.error).toBe(false)
      expect(await orderOf(retry.body.reference)).toMatchObject({ discount: 0 })
    }
    expect(await orderOf(served[0]!.body.reference)).toMatchObject({ discount: 200 })
  })
})

describe('many at once', () => {
  test('buy no more than there is, and all that there is', async () => {
    await shop.setStock('FH-AIR-1', 7)
    const buyers = Array.from({ length: 12 }, () => shop.visitor())
    for (const buyer of buyers) await fill(shop, buyer, { 'FH-AIR-1': 1, 'FH-SEAL-1': 1 })
    const answers = await Promise.all(buyers.map(buyer => save(buyer, guestSend())))
    expect(answers.filter(({ body }) => body.error === false)).toHaveLength(7)
    expect(await stockOf(shop, 'FH-AIR-1')).toBe(0)
  })

  test('do not get in each other’s way by the order of their lines', async () => {
    await shop.setStock('FH-AIR-1', 1000)
    const goods = ['FH-AIR-1', 'FH-SEAL-1', 'FH-OIL-1']
    const buyers = Array.from({ length: 10 }, () => shop.visitor())
    for (const [nth, buyer] of buyers.entries()) {
      for (const code of nth % 2 ? goods : goods.toReversed()) await fill(shop, buyer, { [code]: 1 })
    }
    const answers = await Promise.all(buyers.map(buyer => save(buyer, guestSend())))
    expect(answers.map(({ body }) => body.error)).toEqual(Array(10).fill(false))
    shop.clock.pass(31)
    await Promise.all([
      lapseOrders(shop.house),
      lapseOrders(shop.house),
      ...buyers.map(buyer => save(buyer, guestSend())),
    ])
  })
})
