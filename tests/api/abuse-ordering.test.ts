import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently } from '../support/test-visitor.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderState,
  leedsAddress,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { signInWithBasket } from './shoppers.ts'

// Cases A01 to A10 of docs/abuse-cases.md that no other test covers.

let shop: TestShop
let line: DatabaseProxy
// The tests cut the connection on purpose, so its loss is logged as a failure.
const brokenLine = /connection/i
beforeAll(async () => {
  line = await startDatabaseProxy()
  shop = await startTestShop({ databaseProxy: line, expectedFailures: brokenLine })
})
afterAll(async () => {
  await shop?.close()
  await line.close()
})

const tom = 'trade@example.com'

/** Tom, signed in, whose basket holds exactly these goods. */
const createBuyer = (goods: Record<string, number> = { 'FH-SEAL-1': 5 }) => signInWithBasket(shop, tom, goods)

interface Row {
  reference: string
  state: string
  purchase_order: string
  total: number
}
const listNewestOrders = (most: number) =>
  shop.sql<Row>('select reference, state, purchase_order, total from orders order by id desc limit $1', [
    most,
  ])
const countOrders = async () =>
  (await shop.sql<{ count: number }>('select count(*)::int as count from orders'))[0]!.count
const toConfirmation = (reference: string | null) => ({
  error: false,
  next_url: `/order/${reference}/confirmation`,
})

describe('A01: a buyer who presses Place Order twenty times, in two windows', () => {
  test('has one order on account, and gets the same answer each time', async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await createBuyer()
      const telephone = await shop.signIn(tom)
      const windows = [desk, telephone]
      const before = await countOrders()
      const sends = await runConcurrently(20, nth => sendSave(windows[nth % 2]!, createMemberSend('account')))
      expect(new Set(sends.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      const { reference } = sends[0]!.body
      // The window that sent last completes the order.
      await sendSave(desk, createMemberSend('account'))
      const completions = await runConcurrently(20, () => completeOrder(desk))
      expect(completions).toEqual(Array(20).fill(toConfirmation(reference)))
      expect(await countOrders()).toBe(before + 1)
      await checkInvariants(shop)
    }
  })

  test('has one order by card, one payment frame, and pays once', async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, { 'FH-SEAL-1': 4 })
      await visitor.post('/checkout/load')
      const sent = createGuestSend()
      const sends = await runConcurrently(12, () => sendSave(visitor, sent))
      expect(new Set(sends.map(({ body }) => body.next_url)).size).toBe(1)
      const { reference, next_url } = sends[0]!.body
      await runConcurrently(4, () => payByCard(next_url!))
      expect(await runConcurrently(8, () => completeOrder(visitor))).toEqual(
        Array(8).fill(toConfirmation(reference)),
      )
      expect(shop.simulator.control.entries().filter(({ charged }) => charged > 0)).toHaveLength(round + 1)
      await checkInvariants(shop)
    }
  })
})

test('A02: a buyer who sends an order again, a quarter of an hour later or the next morning, gets the same answer', async () => {
  const trade = await createBuyer()
  const sent = createMemberSend('account')
  const { body: first } = await sendSave(trade, sent)
  shop.clock.advance(15)
  expect((await sendSave(trade, sent)).body).toEqual(first)
  expect(await completeOrder(trade)).toEqual(toConfirmation(first.reference))
  const before = await countOrders()
  for (const minutes of [1, 15, 23 * 60]) {
    shop.clock.advance(minutes)
    expect(await completeOrder(trade)).toEqual(toConfirmation(first.reference))
    expect((await sendSave(trade, sent)).body).toMatchObject({ error: false, reference: first.reference })
  }
  expect(await countOrders()).toBe(before)
})

test('A03: a buyer who sends different order numbers at once gets an order for each, and one of them stays open', async () => {
  for (let round = 0; round < 6; round++) {
    const trade = await createBuyer()
    const sends = await runConcurrently(6, nth =>
      sendSave(trade, createMemberSend('account', { purchase_order: `PO ${nth % 3}` })),
    )
    const orders = await listNewestOrders(6)
    for (const [nth, { body }] of sends.entries()) {
      expect(body.error).toBe(false)
      expect(orders.find(({ reference }) => reference === body.reference)?.purchase_order).toBe(
        `PO ${nth % 3}`,
      )
    }
    const open = orders.filter(({ state }) => state === 'saved')
    expect(open).toHaveLength(1)
    expect(await completeOrder(trade)).toEqual(toConfirmation(open[0]!.reference))
    await checkInvariants(shop)
  }
})

test('A04: a buyer who adds in one tab while ordering in another orders what was shown, or nothing', async () => {
  for (let round = 0; round < 10; round++) {
    const trade = await createBuyer({ 'FH-OIL-1': 1 })
    // £12.50 and £8.00 delivery, plus VAT.
    const sent = createMemberSend('account', { shown_total: '24.60', purchase_order: `Round ${round}` })
    const adding = () => fillBasket(shop, trade, { 'FH-OIL-1': 1 })
    const [{ body }] = await Promise.all([sendSave(trade, sent), adding()])
    if (body.error === false) {
      expect(await completeOrder(trade)).toEqual(toConfirmation(body.reference))
      const [order] = await listNewestOrders(1)
      expect(order).toMatchObject({ reference: body.reference, state: 'placed', total: 2460 })
      expect((await getBasket(trade)).items.map(({ qty }) => qty)).toEqual([1])
    } else {
      expect(body).toMatchObject({ reference: null, errors: { total: expect.stringContaining('£39.60') } })
      expect((await getBasket(trade)).items.map(({ qty }) => qty)).toEqual([2])
    }
    await checkInvariants(shop)
  }
})

test('A05: a buyer on two devices loses no change of either, and gets no line twice', async () => {
  for (let round = 0; round < 4; round++) {
    const desk = await createBuyer({ 'FH-SEAL-1': 3, 'FH-EDGE-1': 1 })
    const telephone = await shop.signIn(tom)
    const rows = (await getBasket(desk)).items
    const rowOf = (name: string) => rows.find(item => item.name === name)!.rowId
    const [seals] = rows
    const [other] = rows.filter(({ rowId }) => rowId !== rowOf(seals!.name))
    await Promise.all([
      ...(await runConcurrently(6, () => fillBasket(shop, desk, { 'FH-OIL-1': 1 }))),
      ...(await runConcurrently(6, () => fillBasket(shop, telephone, { 'FH-OIL-1': 2 }))),
      desk.post('/basket', { updated_items: [{ rowId: seals!.rowId, qty: 7 }] }),
      telephone.post('/basket', { updated_items: [{ rowId: other!.rowId, qty: 0 }] }),
    ])
    const both = [await getBasket(desk), await getBasket(telephone)]
    expect(both[0]).toEqual(both[1])
    expect(both[0]!.items.map(({ name, qty }) => [name, qty]).toSorted()).toEqual([
      ['Oil filter, spin-on', 18],
      ['Sealing ring', 7],
    ])
  }
})

describe('when the connection to the database breaks at the commit', () => {
  // PostgreSQL's wire format of a value: its length, then the text.
  const savedState = '\0\0\0\x05saved'

  test.each(['before', 'after'] as const)(
    'A09: (%s it is done) a buyer gets a retryable error, and the repeated send is one order',
    async when => {
      const trade = await createBuyer()
      const sent = createMemberSend('account', { purchase_order: `Cut ${when}` })
      const [before, breaks] = [await countOrders(), line.countBreaks()]
      line.breakAtCommit(when, savedState)
      const lost = await sendSave(trade, sent)
      expect([lost.status, line.countBreaks()]).toEqual([503, breaks + 1])
      expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await countOrders()).toBe(before + (when === 'after' ? 1 : 0))
      await checkInvariants(shop, brokenLine)
      const { body } = await sendSave(trade, sent)
      expect(body.error).toBe(false)
      expect(await countOrders()).toBe(before + 1)
      expect(await completeOrder(trade)).toEqual(toConfirmation(body.reference))
    },
  )

  test.each(['before', 'after'] as const)(
    'A07: (%s it is done) a buyer who completes the order again has one order and one e-mail',
    async when => {
      const trade = await createBuyer()
      const { body } = await sendSave(trade, createMemberSend('account'))
      line.breakAtCommit(when, 'order-received:')
      const lost = await trade.post('/checkout/complete')
      expect(lost.status).toBe(503)
      expect(await getOrderState(shop, body.reference!)).toBe(when === 'after' ? 'placed' : 'saved')
      await checkInvariants(shop, brokenLine)
      expect(await completeOrder(trade)).toEqual(toConfirmation(body.reference))
      // Reloading the confirmation works, too.
      expect((await trade.getPage(`/order/${body.reference}/confirmation`)).status).toBe(200)
      expect((await getBasket(trade)).count).toBe(0)
    },
  )

  test('A09: a guest whose payment notification gets no answer has one order, or the money back', async () => {
    const { nextUrl, reference } = await openGuestPayment(shop, { 'FH-SEAL-1': 4 })
    line.breakAtCommit('after', 'order-received:')
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('placed')
    // The provider got no answer, so it retries, or reverses the payment; the order's state follows.
    await shop.simulator.control.advance(61)
    const [entry] = shop.simulator.control.entries().slice(-1)
    expect(await getOrderState(shop, reference)).toBe(entry!.charged > 0 ? 'placed' : 'payment_reversed')
  })

  test('A08: a buyer gets one e-mail for an order, even if the commit failed and two workers start', async () => {
    const placed: string[] = []
    for (const when of ['before', 'after'] as const) {
      const trade = await createBuyer()
      const { body } = await sendSave(trade, createMemberSend('account'))
      line.breakAtCommit(when, 'order-received:')
      await trade.post('/checkout/complete')
      const mails = await shop.sql('select from mail_outbox where dedupe_key = $1', [
        `order-received:${body.reference}`,
      ])
      expect(mails).toHaveLength(when === 'after' ? 1 : 0)
      await completeOrder(trade)
      placed.push(body.reference!)
    }
    await Promise.all([shop.startWorker(), shop.startWorker()])
    for (const reference of placed) await waitForMail(shop, tom, reference)
    await expect.poll(() => shop.sql('select kind from mail_outbox where sent_at is null')).toEqual([])
    const mails = await listMailsTo(shop, tom)
    for (const reference of placed) expect(mails.filter(mail => mail.includes(reference))).toHaveLength(1)
  })
})

describe('A10: a guest who skips stages', () => {
  test('or keeps a delivery option that the new address does not have, is refused, and nothing is stored', async () => {
    const before = await countOrders()
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const { contact, billing } = createGuestSend()
    const last = { payment_method: cardMethod, billing }
    expect((await sendSave(visitor, last)).body.error).toEqual(expect.any(String))
    await sendSave(visitor, { contact })
    expect((await sendSave(visitor, last)).body.error).toEqual(expect.any(String))
    await sendSave(visitor, { delivery: leedsAddress })
    expect((await sendSave(visitor, last)).body.error).toBe('Invalid delivery method chosen.')
    expect((await sendSave(visitor, { delivery_method: 'ND' })).body.error).toBe(false)
    // Stage 2 again, then straight to the last stage.
    await sendSave(visitor, { delivery: { ...leedsAddress, postcode: 'IV26 2UB' } })
    expect((await sendSave(visitor, last)).body.error).toBe('Invalid delivery method chosen.')
    expect((await completeOrder(visitor)).error).toEqual(expect.any(String))
    expect(await countOrders()).toBe(before)
    expect((await sendSave(visitor, { ...last, delivery: leedsAddress })).body.error).toBe(false)
  })
})
