import { afterAll, beforeAll, expect, test } from 'vitest'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { declinedCard, goodCard, payByCard } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderState,
  getStock,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { getPaymentStatus, listCharges, listTransactionReferences, seals, setFault } from './payment-calls.ts'

// The abuse cases D01 to D11 (docs/abuse-cases.md) that payments.test.ts and payments-faults.test.ts do not cover.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ registerTimeoutMs: 2000 })
})
afterAll(() => shop.close())

test('D01: a genuine notification of another order changes neither that order nor this one', async () => {
  const first = await openGuestPayment(shop, seals)
  await payByCard(first.nextUrl)
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, 'replay_other_order', reference)
  await payByCard(nextUrl, declinedCard)
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  expect(await getOrderState(shop, first.reference)).toBe('placed')
  expect(await listCharges(shop, reference)).toEqual([0])
})

test('D01: after an unverified notification the buyer sees that nothing was charged, and gets a new form that works', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, 'bad_signature', reference)
  await payByCard(nextUrl)
  expect((await getPaymentStatus(visitor, reference)).state).toBe('declined')
  const { body } = await sendSave(visitor, sent)
  expect(body).toMatchObject({ error: false, reference })
  expect(body.next_url).not.toBe(nextUrl)
  await payByCard(body.next_url!)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('D05: a buyer who closes the frame sees the order unpaid on another device, and pays it anew', async () => {
  const trade = await shop.signIn('trade@example.com')
  await fillBasket(shop, trade, seals)
  const first = await sendSave(trade, createMemberSend(cardMethod))
  await setFault(shop, 'user_closes_frame', first.body.reference!)
  await expect(payByCard(first.body.next_url!)).rejects.toThrow()
  shop.clock.advance(31)
  await shop.simulator.control.advance(0)
  await lapseOrders(shop.context)
  expect((await getPaymentStatus(trade, first.body.reference!)).state).toBe('lapsed')
  const elsewhere = await shop.signIn('trade@example.com')
  expect((await getBasket(elsewhere)).count).toBe(3)
  const second = await sendSave(elsewhere, createMemberSend(cardMethod))
  await payByCard(second.body.next_url!)
  expect(await getOrderState(shop, second.body.reference!)).toBe('placed')
  expect((await payByCard(first.body.next_url!)).status).toBeLessThan(500)
  expect(await listCharges(shop, first.body.reference!)).toEqual([0])
})

test('D05: a form that was open too long is not used again: the same send opens a new one', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  expect((await sendSave(visitor, sent)).body.next_url).toBe(nextUrl)
  shop.clock.advance(16)
  const { body } = await sendSave(visitor, sent)
  expect(body).toMatchObject({ error: false, reference })
  expect(body.next_url).not.toBe(nextUrl)
  await payByCard(body.next_url!)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('C05: stock stays reserved while a form that was opened late can be paid, and is released once after it', async () => {
  const before = await getStock(shop, 'FH-EDGE-3')
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { 'FH-EDGE-3': 2 })
  await payByCard(nextUrl, declinedCard)
  shop.clock.advance(25)
  await sendSave(visitor, sent)
  shop.clock.advance(10)
  await lapseOrders(shop.context)
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  expect(await getStock(shop, 'FH-EDGE-3')).toBe(before - 2)
  shop.clock.advance(21)
  await lapseOrders(shop.context)
  await lapseOrders(shop.context)
  expect(await getOrderState(shop, reference)).toBe('lapsed')
  expect(await getStock(shop, 'FH-EDGE-3')).toBe(before)
})

test('D07: a buyer who changes the basket after a declined card pays the new total, and the old form is void', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  await payByCard(nextUrl, declinedCard)
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const { body } = await sendSave(visitor, sent)
  expect(body.reference).not.toBe(reference)
  await payByCard(nextUrl, goodCard)
  expect(await getOrderState(shop, reference)).toBe('superseded')
  expect(await listCharges(shop, reference)).toEqual([0])
  await payByCard(body.next_url!)
  const [order] = await shop.sql<{ total: number }>('select total from orders where reference = $1', [
    body.reference,
  ])
  expect(await listCharges(shop, body.reference!)).toEqual([order!.total])
})

test('D07: a declined card in the frame and then a good one is one payment', async () => {
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, 'decline_then_retry_ok', reference)
  expect((await payByCard(nextUrl)).text).toContain('declined this card')
  await payByCard(nextUrl)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('D07: a card form submitted twice charges once', async () => {
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, 'double_submit_in_frame', reference)
  await payByCard(nextUrl)
  expect(await getOrderState(shop, reference)).toBe('placed')
  expect(
    shop.simulator.control.ledger((await listTransactionReferences(shop, reference))[0]!)!.notices,
  ).toHaveLength(1)
})

test.each([
  ['user_cancels', 'cancelled'],
  ['3ds_challenge_fail', 'declined'],
] as const)('D11: %s: the buyer sees it at once, and can pay again', async (fault, state) => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, fault, reference)
  await payByCard(nextUrl)
  expect((await getPaymentStatus(visitor, reference)).state).toBe(state)
  await payByCard((await sendSave(visitor, sent)).body.next_url!)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('D11: 3ds_abandon: an unfinished payment is cancelled by the provider after 15 minutes', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, '3ds_abandon', reference)
  expect((await payByCard(nextUrl)).text).toContain('Confirm it is you')
  expect((await getPaymentStatus(visitor, reference)).state).toBe('waiting')
  await shop.simulator.control.advance(16)
  expect((await getPaymentStatus(visitor, reference)).state).toBe('cancelled')
})

test('D08: a failure of the shop during a notification charges no card and cancels no order', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  await shop.sql(`create function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the outbox is full'; end $$`)
  await shop.sql('create trigger full_outbox before insert on mail_outbox execute function refuse_mail()')
  const { text } = await payByCard(nextUrl)
  await shop.sql('drop trigger full_outbox on mail_outbox')
  expect(text).toContain('5006')
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  expect(await listCharges(shop, reference)).toEqual([0])
  // The failure is logged, and no other invariant is broken.
  await expect(checkInvariants(shop)).rejects.toHaveProperty('actual', {
    'no unexpected failure of the server': [expect.stringContaining('the outbox is full')],
  })
  await shop.simulator.control.advance(16)
  expect((await getPaymentStatus(visitor, reference)).state).toBe('cancelled')
  await payByCard((await sendSave(visitor, sent)).body.next_url!)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('D08: a repeated notification while the database rejects writes gets the same reply, and the order stays placed', async () => {
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  await setFault(shop, 'duplicate_after_1h', reference)
  await payByCard(nextUrl)
  await shop.sql(`create function refuse_all() returns trigger language plpgsql as
    $$ begin raise exception 'nothing can be written'; end $$`)
  for (const table of ['payment_attempt', 'orders', 'order_history'])
    await shop.sql(`create trigger frozen before insert or update on ${table} execute function refuse_all()`)
  await shop.simulator.control.advance(61)
  for (const table of ['payment_attempt', 'orders', 'order_history'])
    await shop.sql(`drop trigger frozen on ${table}`)
  const { notices } = shop.simulator.control.ledger((await listTransactionReferences(shop, reference))[0]!)!
  expect(notices.map(({ answer }) => answer?.slice(0, 9))).toEqual(['Status=OK', 'Status=OK'])
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('D09: the payment of a cheap order pays for that order alone, whatever the basket holds by then', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  await fillBasket(shop, visitor, { 'FH-HYD-1': 20 })
  await payByCard(nextUrl)
  expect(await getOrderState(shop, reference)).toBe('placed')
  const lines = await shop.sql(
    'select l.code, l.quantity from order_line l join orders o on o.id = l.order_id where reference = $1',
    [reference],
  )
  expect(lines).toEqual([{ code: 'FH-SEAL-1', quantity: 3 }])
  expect((await getBasket(visitor)).items).toMatchObject([{ qty: 20 }])
  expect((await completeOrder(visitor)).next_url).toBe(`/order/${reference}/confirmation`)
})

test('D09: the reference of another payment does not pay an order', async () => {
  const other = await openGuestPayment(shop, seals)
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-HYD-1': 2 })
  const { body } = await sendSave(
    visitor,
    createGuestSend({ reference: other.reference, order_id: other.reference, total: 1 }),
  )
  expect(body.reference).not.toBe(other.reference)
  await payByCard(other.nextUrl)
  expect(await getOrderState(shop, body.reference!)).toBe('awaiting_payment')
  expect((await completeOrder(visitor)).next_url).toBeNull()
})

test('D10: a return URL that is used again, or opened by a stranger, changes nothing', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  const [attempt] = await shop.sql<{ token: string }>(
    'select return_token as token from payment_attempt a join orders o on o.id = a.order_id where reference = $1',
    [reference],
  )
  for (const browser of [visitor, shop.createVisitor(), visitor])
    expect((await browser.getPage(`/checkout/return/${attempt!.token}`)).status).toBe(200)
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  await payByCard(nextUrl)
  await shop.createVisitor().getPage(`/checkout/return/${attempt!.token}`)
  expect(await getOrderState(shop, reference)).toBe('placed')
})
