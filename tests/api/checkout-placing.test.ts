import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { atOnce, payByCard } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  basketOf,
  complete,
  fill,
  guestAtCard,
  guestSend,
  memberSend,
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
      delivery_cost: 800,
      vat: 1160,
      total: 6960,
      terms_version: expect.any(String),
    })
    expect((await basketOf(trade)).count).toBe(0)
    expect((await trade.page(`/order/${body.reference}/confirmation`)).text.includes('PO 77')).toBe(true)
  })

  test('A01: is one order for two clicks, a retry and two tabs; so is its completion', async () => {
    const trade = await member('trade@example.com', { 'FH-SEAL-1': 5 })
    const sent = memberSend('account')
    const answers = await atOnce(8, () => save(trade, sent))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(answers.every(({ body }) => body.error === false)).toBe(true)
    const { reference } = answers[0]!.body
    expect(await atOnce(8, () => complete(trade))).toEqual(Array(8).fill(confirmation(reference)))
    expect((await save(trade, sent)).body).toMatchObject({ ...confirmation(reference), reference })
    expect(await complete(trade)).toEqual(confirmation(reference))
  })

  test('A01: may be sent at the desk and once more from the telephone: it is still one, and completed there', async () => {
    const desk = await member('trade@example.com', { 'FH-SEAL-1': 5 })
    const telephone = await shop.signedIn('trade@example.com')
    const sent = memberSend('account')
    const [first, second] = [await save(desk, sent), await save(telephone, sent)]
    expect(second.body.reference).toBe(first.body.reference)
    expect(await complete(telephone)).toEqual(confirmation(first.body.reference))
  })

  test('A13: of a company on stop is accepted and held', async () => {
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
  test('A11: staff may place without payment, nobody else', async () => {
    const staff = await member('staff@example.com')
    const { body } = await save(staff, memberSend('godmode'))
    expect(await complete(staff)).toEqual(confirmation(body.reference))
    for (const email of ['retail@example.com', 'trade@example.com', 'head@example.com']) {
      const other = await member(email)
      expect((await save(other, memberSend('godmode'))).body.error).toBe('Invalid payment method chosen.')
    }
  })

  test('A11: an apprentice can only send for approval: no goods are taken, and the last word is not his', async () => {
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
      'may no longer',
      'update person set permissions = $2 where email = $1',
      [],
      ['full_customer', 'account_orders'],
    ],
  ])('E04: that change between saving and completing count (%s)', async (words, change, then, now) => {
    const trade = await member('trade@example.com')
    const { body } = await save(trade, memberSend('account'))
    await shop.sql(change, ['trade@example.com', then])
    expect(await complete(trade)).toMatchObject({ error: expect.stringContaining(words), next_url: null })
    await shop.sql(change, ['trade@example.com', now])
    expect(await complete(trade)).toEqual(confirmation(body.reference))
  })

  test('A10: nothing was saved, nothing can be completed', async () => {
    for (const visitor of [shop.visitor(), await shop.signedIn('stopped@example.com')]) {
      await visitor.post('/checkout/load')
      const fresh = await complete(visitor)
      expect(fresh.error).not.toBe(true)
      expect(fresh).toMatchObject({ error: expect.stringContaining('no order to complete'), next_url: null })
    }
  })
})

describe('an order that is saved but not placed', () => {
  test('C06: keeps its goods for thirty minutes, then gives them back and cannot be completed', async () => {
    const trade = await member('trade@example.com', { 'FH-EDGE-11': 1 })
    const { body } = await save(trade, memberSend('account', { delivery_method: 'PAL' }))
    expect(await stockOf(shop, 'FH-EDGE-11')).toBe(0)
    const other = shop.visitor()
    await expect(fill(shop, other, { 'FH-EDGE-11': 1 })).rejects.toThrow('out of stock')
    shop.clock.pass(30)
    await lapseOrders(shop.context)
    expect(await stateOf(shop, body.reference!)).toBe('saved')
    shop.clock.pass(1)
    await Promise.all([lapseOrders(shop.context), lapseOrders(shop.context)])
    expect(await stateOf(shop, body.reference!)).toBe('lapsed')
    expect(await stockOf(shop, 'FH-EDGE-11')).toBe(1)
    expect(await complete(trade)).toMatchObject({ error: expect.stringContaining('within 30 minutes') })
    expect((await basketOf(trade)).count).toBe(1)
    const again = await save(trade, memberSend('account', { delivery_method: 'PAL' }))
    expect(again.body.reference).not.toBe(body.reference)
    expect(await complete(trade)).toEqual(confirmation(again.body.reference))
    await shop.setStock('FH-EDGE-11', 1)
  })

  test('C05: is placed or lapses, never both, when both come at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const trade = await member('trade@example.com', { 'FH-EDGE-1': 2 })
      const { body } = await save(trade, memberSend('account'))
      await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), body.reference])
      const [done] = await Promise.all([complete(trade), lapseOrders(shop.context)])
      expect(await stateOf(shop, body.reference!)).toBe(done.error === false ? 'placed' : 'lapsed')
      await checkInvariants(shop)
      await shop.setStock('FH-EDGE-1', 12)
    }
  })

  test('A03: makes way for another from the same basket', async () => {
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

  test('A04: is what was confirmed, whatever another tab puts into the basket meanwhile', async () => {
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
  test('A02: who sends the same again after it is placed gets the same order', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { 'FH-SEAL-1': 4 })
    await payByCard(nextUrl)
    expect((await save(visitor, sent)).body).toMatchObject({ ...confirmation(reference), reference })
    expect(await complete(visitor)).toEqual(confirmation(reference))
    await fill(shop, visitor, { 'FH-SEAL-1': 4 })
    expect((await save(visitor, sent)).body.errors).toEqual({ email: 'Email address already exists.' })
  })

  test('A01: without any session yet may click as often as he likes', async () => {
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

  test('E11: whose address became somebody’s account meanwhile has his order, and no account of the other', async () => {
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
      delivery_cost: null,
      kind: 'quote',
    })
  })
})

describe('the mails of an order', () => {
  test('A08: go out by themselves, once each', async () => {
    const busy = await openShop({ worker: true })
    const { sent, nextUrl, reference } = await guestAtCard(busy, { 'FH-SEAL-1': 4 })
    await payByCard(nextUrl)
    await atOnce(2, () => payByCard(nextUrl))
    const unsent = () => busy.sql('select kind, last_error from mail_outbox where sent_at is null')
    await expect.poll(unsent).toEqual([])
    const folder = join(busy.context.config.dataDir, 'mail')
    const mails = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))
    expect(mails.filter(mail => mail.includes(reference))).toHaveLength(1)
    expect(mails.filter(mail => mail.includes(sent.contact.email))).toHaveLength(2)
    await checkInvariants(busy)
    await busy.close()
  })
})

describe('a voucher for one', () => {
  test('B04: serves one of twenty who order at once; the others are told before anything is taken', async () => {
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
  test('C01: buy no more than there is, and all that there is', async () => {
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
      lapseOrders(shop.context),
      lapseOrders(shop.context),
      ...buyers.map(buyer => save(buyer, guestSend())),
    ])
  })
})
