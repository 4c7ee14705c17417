import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderRow,
  getOrderState,
  getStock,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const signInWith = (email: string, goods: Record<string, number> = { 'FH-OIL-1': 1 }) =>
  signInWithBasket(shop, email, goods)
const confirmation = (reference: string | null) => ({
  error: false,
  next_url: `/order/${reference}/confirmation`,
})

describe('an order on account', () => {
  test('is billed to the company’s address whatever is sent, is placed by its completion, and only once', async () => {
    const trade = await signInWith('trade@example.com', { 'FH-OIL-1': 4 })
    const before = await getStock(shop, 'FH-OIL-1')
    const { body } = await sendSave(
      trade,
      createMemberSend('account', { purchase_order: 'PO 77', delivery_instructions: 'Yard gate' }),
    )
    expect(body).toMatchObject({ error: false, next_url: null, payment_test_mode: true })
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 4)
    expect(await getOrderState(shop, body.reference!)).toBe('saved')
    expect(await completeOrder(trade)).toEqual(confirmation(body.reference))
    expect(await completeOrder(trade)).toEqual(confirmation(body.reference))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({
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
    expect((await getBasket(trade)).count).toBe(0)
    expect((await trade.getPage(`/order/${body.reference}/confirmation`)).text.includes('PO 77')).toBe(true)
  })

  test('A01: is one order for two clicks, a retry and two tabs, and is completed once', async () => {
    const trade = await signInWith('trade@example.com', { 'FH-SEAL-1': 5 })
    const sent = createMemberSend('account')
    const answers = await runConcurrently(8, () => sendSave(trade, sent))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(answers.every(({ body }) => body.error === false)).toBe(true)
    const { reference } = answers[0]!.body
    expect(await runConcurrently(8, () => completeOrder(trade))).toEqual(
      Array(8).fill(confirmation(reference)),
    )
    expect((await sendSave(trade, sent)).body).toMatchObject({ ...confirmation(reference), reference })
    expect(await completeOrder(trade)).toEqual(confirmation(reference))
  })

  test('A01: sent from two devices it is still one order, and either can complete it', async () => {
    const desk = await signInWith('trade@example.com', { 'FH-SEAL-1': 5 })
    const telephone = await shop.signIn('trade@example.com')
    const sent = createMemberSend('account')
    const [first, second] = [await sendSave(desk, sent), await sendSave(telephone, sent)]
    expect(second.body.reference).toBe(first.body.reference)
    expect(await completeOrder(telephone)).toEqual(confirmation(first.body.reference))
  })

  test('A13: of a company on stop is accepted and held', async () => {
    const stopped = await signInWith('stopped@example.com')
    const { body } = await sendSave(stopped, createMemberSend('account'))
    expect(await completeOrder(stopped)).toEqual(confirmation(body.reference))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({ state: 'placed', on_stop: true })
    expect(
      (await stopped.getPage(`/order/${body.reference}/confirmation`)).text.includes(
        'won’t be despatched yet',
      ),
    ).toBe(true)
  })

  test('has the company’s own price from its minimum quantity', async () => {
    await shop.sql(`insert into customer_price (company_id, product_id, price, min_quantity)
      select c.id, p.id, x.price, x.quantity from company c, product p, (values (1100, 1), (1000, 5)) as x (price, quantity)
      where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'`)
    const trade = await signInWith('trade@example.com', { 'FH-OIL-1': 4 })
    expect((await getBasket(trade)).subtotal).toBe(44)
    await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({ subtotal: 5000 })
    await completeOrder(trade)
    await shop.sql('delete from customer_price')
  })
})

describe('permissions', () => {
  test('A11: only staff can place an order without payment', async () => {
    const staff = await signInWith('staff@example.com')
    const { body } = await sendSave(staff, createMemberSend('godmode'))
    expect(await completeOrder(staff)).toEqual(confirmation(body.reference))
    for (const email of ['retail@example.com', 'trade@example.com', 'head@example.com']) {
      const other = await signInWith(email)
      expect((await sendSave(other, createMemberSend('godmode'))).body.error).toBe(
        'Invalid payment method chosen.',
      )
    }
  })

  test('A11: an apprentice can only send for approval: no stock is taken, and they cannot complete the order', async () => {
    const apprentice = await signInWith('apprentice@example.com')
    for (const method of ['account', cardMethod, 'godmode'])
      expect((await sendSave(apprentice, createMemberSend(method))).body.error).toBe(
        'Invalid payment method chosen.',
      )
    const before = await getStock(shop, 'FH-OIL-1')
    const { body } = await sendSave(apprentice, createMemberSend('approval'))
    expect(body.error).toBe(false)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
    expect(await completeOrder(apprentice)).toMatchObject({
      error: expect.stringContaining('need approval'),
      next_url: null,
    })
    expect(await getOrderState(shop, body.reference!)).toBe('saved')
  })

  test.each([
    ['need approval', 'update person set orders_require_approval = $2 where email = $1', true, false],
    [
      'can no longer order this way',
      'update person set permissions = $2 where email = $1',
      [],
      ['full_customer', 'account_orders'],
    ],
  ])('E04: changed between saving and completing are applied (%s)', async (words, change, then, now) => {
    const trade = await signInWith('trade@example.com')
    const { body } = await sendSave(trade, createMemberSend('account'))
    await shop.sql(change, ['trade@example.com', then])
    expect(await completeOrder(trade)).toMatchObject({
      error: expect.stringContaining(words),
      next_url: null,
    })
    await shop.sql(change, ['trade@example.com', now])
    expect(await completeOrder(trade)).toEqual(confirmation(body.reference))
  })

  test('A10: without a saved order nothing can be completed', async () => {
    for (const visitor of [shop.createVisitor(), await shop.signIn('stopped@example.com')]) {
      await visitor.post('/checkout/load')
      const fresh = await completeOrder(visitor)
      expect(fresh.error).not.toBe(true)
      expect(fresh).toMatchObject({ error: expect.stringContaining('no order to complete'), next_url: null })
    }
  })
})

describe('an order that is saved but not placed', () => {
  test('C06: reserves its stock for thirty minutes, then releases it and cannot be completed', async () => {
    const trade = await signInWith('trade@example.com', { 'FH-EDGE-11': 1 })
    const { body } = await sendSave(trade, createMemberSend('account', { delivery_method: 'PAL' }))
    expect(await getStock(shop, 'FH-EDGE-11')).toBe(0)
    const other = shop.createVisitor()
    await expect(fillBasket(shop, other, { 'FH-EDGE-11': 1 })).rejects.toThrow('out of stock')
    shop.clock.advance(30)
    await lapseOrders(shop.context)
    expect(await getOrderState(shop, body.reference!)).toBe('saved')
    shop.clock.advance(1)
    await Promise.all([lapseOrders(shop.context), lapseOrders(shop.context)])
    expect(await getOrderState(shop, body.reference!)).toBe('lapsed')
    expect(await getStock(shop, 'FH-EDGE-11')).toBe(1)
    expect(await completeOrder(trade)).toMatchObject({ error: expect.stringContaining('within 30 minutes') })
    expect((await getBasket(trade)).count).toBe(1)
    const again = await sendSave(trade, createMemberSend('account', { delivery_method: 'PAL' }))
    expect(again.body.reference).not.toBe(body.reference)
    expect(await completeOrder(trade)).toEqual(confirmation(again.body.reference))
    await shop.setStock('FH-EDGE-11', 1)
  })

  test('C05: is placed or lapses, never both, when both come at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const trade = await signInWith('trade@example.com', { 'FH-EDGE-1': 2 })
      const { body } = await sendSave(trade, createMemberSend('account'))
      await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), body.reference])
      const [done] = await Promise.all([completeOrder(trade), lapseOrders(shop.context)])
      expect(await getOrderState(shop, body.reference!)).toBe(done.error === false ? 'placed' : 'lapsed')
      await checkInvariants(shop)
      await shop.setStock('FH-EDGE-1', 12)
    }
  })

  test('A03: is superseded by another order from the same basket', async () => {
    const trade = await signInWith('trade@example.com', { 'FH-SEAL-1': 10 })
    const before = await getStock(shop, 'FH-SEAL-1')
    const first = await sendSave(trade, createMemberSend('account'))
    const second = await sendSave(trade, createMemberSend('account', { purchase_order: 'other' }))
    expect(await getOrderState(shop, first.body.reference!)).toBe('superseded')
    await fillBasket(shop, trade, { 'FH-SEAL-1': 1 })
    const third = await sendSave(trade, createMemberSend('account', { purchase_order: 'other' }))
    expect(await getOrderState(shop, second.body.reference!)).toBe('superseded')
    expect(await getStock(shop, 'FH-SEAL-1')).toBe(before - 11)
    expect(await completeOrder(trade)).toEqual(confirmation(third.body.reference))
  })

  test('A04: has the confirmed lines, whatever another tab adds to the basket meanwhile', async () => {
    const trade = await signInWith('trade@example.com', { 'FH-SEAL-1': 10 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    await fillBasket(shop, trade, { 'FH-SEAL-1': 2, 'FH-OIL-1': 1 })
    expect(await completeOrder(trade)).toEqual(confirmation(body.reference))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({ subtotal: 4000 })
    const remaining = await getBasket(trade)
    expect(remaining.items.map(({ name, qty }) => [name, qty])).toEqual([
      ['Sealing ring', 2],
      ['Oil filter, spin-on', 1],
    ])
  })
})

describe('a guest', () => {
  test('A02: repeating the send after the order is placed returns the same order', async () => {
    const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-SEAL-1': 4 })
    await payByCard(nextUrl)
    expect((await sendSave(visitor, sent)).body).toMatchObject({ ...confirmation(reference), reference })
    expect(await completeOrder(visitor)).toEqual(confirmation(reference))
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 4 })
    expect((await sendSave(visitor, sent)).body.errors).toEqual({ email: 'Email address already exists.' })
  })

  test('A01: without a session, a double click makes one order', async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, { 'FH-SEAL-1': 4 })
      const sent = createGuestSend()
      const answers = await runConcurrently(2, () => sendSave(visitor, sent))
      const { reference, next_url } = answers[0]!.body
      expect(answers[1]!.body.reference).toBe(reference)
      await payByCard(next_url!)
      expect((await visitor.get(`/checkout/payment/${reference}`)).body).toMatchObject({ state: 'paid' })
      expect((await visitor.getPage(`/order/${reference}/confirmation`)).status).toBe(200)
    }
  })

  test('A01: without a session, two sends make one order, whichever response arrives last', async () => {
    const browser = shop.createVisitor()
    await fillBasket(shop, browser, { 'FH-SEAL-1': 4 })
    const sent = createGuestSend({ delivery_method: 'quote', payment_method: 'quote' })
    const clicks = [1, 2, 3].map(() => shop.createVisitor())
    for (const click of clicks) click.cookies.set('basket', browser.cookies.get('basket')!)
    const references = []
    for (const click of clicks) references.push((await sendSave(click, sent)).body.reference)
    const sessions = clicks.map(({ cookies }) => cookies.get('session')!)
    expect(new Set(sessions).size).toBe(3)
    expect(new Set(references)).toEqual(new Set([expect.stringMatching(/^FH/)]))
    const confirmationPage = `/order/${references[0]}/confirmation`
    for (const session of sessions) {
      browser.cookies.set('session', session)
      expect(await completeOrder(browser)).toEqual(confirmation(references[0]!))
      expect((await browser.getPage(confirmationPage)).status).toBe(200)
      expect((await sendSave(browser, sent)).body).toMatchObject({ error: false, reference: references[0] })
    }
    expect((await shop.createVisitor().getPage(confirmationPage)).status).toBe(404)
  })

  test('E11: whose e-mail address got an account meanwhile has the order, but no access to that account', async () => {
    const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-SEAL-1': 4 })
    await shop.sql(`insert into person (email, name, password_hash) values ($1, 'Somebody Else', 'x')`, [
      sent.contact.email,
    ])
    await payByCard(nextUrl)
    expect(await getOrderRow(shop, reference)).toMatchObject({ state: 'placed', person_id: null })
    expect((await visitor.get('/account/addresses')).status).toBe(401)
  })

  test('can request a quote: no stock is taken, nothing is to pay', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-EDGE-11': 1 })
    const refused = await sendSave(
      visitor,
      createGuestSend({ delivery_method: 'quote', payment_method: cardMethod }),
    )
    expect(refused.body.error).toBe('Invalid payment method chosen.')
    const { body } = await sendSave(
      visitor,
      createGuestSend({ delivery_method: 'quote', payment_method: 'quote' }),
    )
    expect(body).toMatchObject({ error: false, next_url: null })
    expect(await getStock(shop, 'FH-EDGE-11')).toBe(1)
    expect(await completeOrder(visitor)).toEqual(confirmation(body.reference))
    expect(await getOrderRow(shop, body.reference)).toMatchObject({
      state: 'quote_requested',
      delivery_cost: null,
      kind: 'quote',
    })
  })
})

describe('the e-mails of an order', () => {
  test('A08: are sent in the background, once each', async () => {
    const busy = await startTestShop({ worker: true })
    const { sent, nextUrl, reference } = await openGuestPayment(busy, { 'FH-SEAL-1': 4 })
    await payByCard(nextUrl)
    await runConcurrently(2, () => payByCard(nextUrl))
    const unsent = () => busy.sql('select kind, last_error from mail_outbox where sent_at is null')
    await expect.poll(unsent).toEqual([])
    const folder = join(busy.context.config.dataDir, 'mail')
    const mails = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))
    expect(mails.filter(mail => mail.includes(reference))).toHaveLength(1)
    expect(mails.filter(mail => mail.includes(sent.contact.email))).toHaveLength(2)
    await busy.close()
  })
})

describe('a voucher with one use', () => {
  test('B04: is used by one of twenty concurrent orders; the others are refused with a message before stock is taken', async () => {
    const visitors = Array.from({ length: 20 }, () => shop.createVisitor())
    for (const visitor of visitors) {
      await fillBasket(shop, visitor, { 'FH-SEAL-1': 5 })
      expect((await visitor.post('/basket/discount', { code: 'ONCE' })).body.accepted).toBe(true)
    }
    const answers = await Promise.all(visitors.map(visitor => sendSave(visitor, createGuestSend())))
    const served = answers.filter(({ body }) => body.error === false)
    expect(served).toHaveLength(1)
    for (const { body } of answers)
      if (body.error !== false) expect(body.error).toContain('ONCE was removed from your basket')
    await checkInvariants(shop)
    const retried = await Promise.all(
      visitors.map((visitor, i) =>
        answers[i]!.body.error === false ? null : sendSave(visitor, createGuestSend()),
      ),
    )
    for (const retry of retried.filter(answer => answer !== null)) {
      expect(retry.body.error).toBe(false)
      expect(await getOrderRow(shop, retry.body.reference)).toMatchObject({ discount: 0 })
    }
    expect(await getOrderRow(shop, served[0]!.body.reference)).toMatchObject({ discount: 200 })
  })
})

describe('concurrent orders', () => {
  test('C01: sell all of the stock and not more', async () => {
    await shop.setStock('FH-AIR-1', 7)
    const buyers = Array.from({ length: 12 }, () => shop.createVisitor())
    for (const buyer of buyers) await fillBasket(shop, buyer, { 'FH-AIR-1': 1, 'FH-SEAL-1': 1 })
    const answers = await Promise.all(buyers.map(buyer => sendSave(buyer, createGuestSend())))
    expect(answers.filter(({ body }) => body.error === false)).toHaveLength(7)
    expect(await getStock(shop, 'FH-AIR-1')).toBe(0)
  })

  test('do not deadlock when their lines come in different order', async () => {
    await shop.setStock('FH-AIR-1', 1000)
    const goods = ['FH-AIR-1', 'FH-SEAL-1', 'FH-OIL-1']
    const buyers = Array.from({ length: 10 }, () => shop.createVisitor())
    for (const [nth, buyer] of buyers.entries()) {
      for (const code of nth % 2 ? goods : goods.toReversed()) await fillBasket(shop, buyer, { [code]: 1 })
    }
    const answers = await Promise.all(buyers.map(buyer => sendSave(buyer, createGuestSend())))
    expect(answers.map(({ body }) => body.error)).toEqual(Array(10).fill(false))
    shop.clock.advance(31)
    await Promise.all([
      lapseOrders(shop.context),
      lapseOrders(shop.context),
      ...buyers.map(buyer => sendSave(buyer, createGuestSend())),
    ])
  })
})
