import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FaultName } from '../../demo/card-provider/faults.ts'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { declinedCard, goodCard, payByCard, type Visitor } from '../support/client.ts'
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

// Cases D01 to D11 of the reference 'abuse cases' that payments.test.ts and payments-faults.test.ts do not tell.

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ registerTimeoutMs: 2000 })
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const seals = { 'FH-SEAL-1': 3 }

const codesOf = async (reference: string): Promise<string[]> => {
  const rows = await shop.sql<{ code: string }>(
    `select transaction_reference as code from payment_attempt a join orders o on o.id = a.order_id
     where reference = $1 order by a.id`,
    [reference],
  )
  return rows.map(({ code }) => code)
}

const chargedFor = async (reference: string): Promise<number[]> =>
  (await codesOf(reference)).map(code => shop.sandbox.control.ledger(code)!.charged)

const pageState = async (visitor: Visitor, reference: string) =>
  (await visitor.get<{ state: string }>(`/checkout/payment/${reference}`)).body.state

const arm = async (fault: FaultName, reference: string) => {
  shop.sandbox.control.fault(fault, { vendorTxCode: (await codesOf(reference)).at(-1) })
}

test('D01: a genuine notification of another order moves that order no further, and this one not at all', async () => {
  const first = await guestAtCard(shop, seals)
  await payByCard(first.nextUrl)
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('replay_other_order', reference)
  await payByCard(nextUrl, declinedCard)
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  expect(await stateOf(shop, first.reference)).toBe('placed')
  expect(await chargedFor(reference)).toEqual([0])
})

test('D01: who was not believed is told that nothing was charged, and gets another frame that works', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('bad_signature', reference)
  await payByCard(nextUrl)
  expect(await pageState(visitor, reference)).toBe('declined')
  const { body } = await save(visitor, sent)
  expect(body).toMatchObject({ error: false, reference })
  expect(body.next_url).not.toBe(nextUrl)
  await payByCard(body.next_url!)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('D05: who closes the frame sees his order unpaid on another device the next day, and pays it anew', async () => {
  const trade = await shop.signedIn('trade@example.com')
  await fill(shop, trade, seals)
  const first = await save(trade, memberSend('sagepay'))
  await arm('user_closes_frame', first.body.reference!)
  await expect(payByCard(first.body.next_url!)).rejects.toThrow()
  shop.clock.pass(31)
  await shop.sandbox.control.advance(0)
  await lapseOrders(shop.context)
  expect(await pageState(trade, first.body.reference!)).toBe('lapsed')
  const elsewhere = await shop.signedIn('trade@example.com')
  expect((await basketOf(elsewhere)).count).toBe(3)
  const second = await save(elsewhere, memberSend('sagepay'))
  await payByCard(second.body.next_url!)
  expect(await stateOf(shop, second.body.reference!)).toBe('placed')
  expect((await payByCard(first.body.next_url!)).status).toBeLessThan(500)
  expect(await chargedFor(first.body.reference!)).toEqual([0])
})

test('D05: a form that is left open too long is not offered again: the same send opens a new one', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  expect((await save(visitor, sent)).body.next_url).toBe(nextUrl)
  shop.clock.pass(16)
  const { body } = await save(visitor, sent)
  expect(body).toMatchObject({ error: false, reference })
  expect(body.next_url).not.toBe(nextUrl)
  await payByCard(body.next_url!)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('C05: goods stay held while a form that was opened late can be paid, and are given back once after it', async () => {
  const before = await stockOf(shop, 'FH-EDGE-3')
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { 'FH-EDGE-3': 2 })
  await payByCard(nextUrl, declinedCard)
  shop.clock.pass(25)
  await save(visitor, sent)
  shop.clock.pass(10)
  await lapseOrders(shop.context)
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before - 2)
  shop.clock.pass(21)
  await lapseOrders(shop.context)
  await lapseOrders(shop.context)
  expect(await stateOf(shop, reference)).toBe('lapsed')
  expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before)
})

test('D07: who changes his basket after a declined card pays the new sum, and the old frame is dead', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  await payByCard(nextUrl, declinedCard)
  await fill(shop, visitor, { 'FH-OIL-1': 1 })
  const { body } = await save(visitor, sent)
  expect(body.reference).not.toBe(reference)
  await payByCard(nextUrl, goodCard)
  expect(await stateOf(shop, reference)).toBe('superseded')
  expect(await chargedFor(reference)).toEqual([0])
  await payByCard(body.next_url!)
  const [order] = await shop.sql<{ total: number }>('select total from orders where reference = $1', [
    body.reference,
  ])
  expect(await chargedFor(body.reference!)).toEqual([order!.total])
})

test('D07: a declined card in the frame and then a good one is one payment', async () => {
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('decline_then_retry_ok', reference)
  expect((await payByCard(nextUrl)).text).toContain('declined this card')
  await payByCard(nextUrl)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('D07: a form that is sent twice charges once', async () => {
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('double_submit_in_frame', reference)
  await payByCard(nextUrl)
  expect(await stateOf(shop, reference)).toBe('placed')
  expect(shop.sandbox.control.ledger((await codesOf(reference))[0]!)!.notices).toHaveLength(1)
})

test.each([
  ['user_cancels', 'cancelled'],
  ['3ds_challenge_fail', 'declined'],
] as const)('D11: %s: the buyer is told at once, and may pay again', async (fault, told) => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  await arm(fault, reference)
  await payByCard(nextUrl)
  expect(await pageState(visitor, reference)).toBe(told)
  await payByCard((await save(visitor, sent)).body.next_url!)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('D11: 3ds_abandon: what is never finished is cancelled by the provider after 15 minutes', async () => {
  const { visitor, nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('3ds_abandon', reference)
  expect((await payByCard(nextUrl)).text).toContain('Confirm it is you')
  expect(await pageState(visitor, reference)).toBe('waiting')
  await shop.sandbox.control.advance(16)
  expect(await pageState(visitor, reference)).toBe('cancelled')
})

test('D08: a fault of ours while a payment is told charges nobody and cancels nothing', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  await shop.sql(`create function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the outbox is full'; end $$`)
  await shop.sql('create trigger full_outbox before insert on mail_outbox execute function refuse_mail()')
  const { text } = await payByCard(nextUrl)
  await shop.sql('drop trigger full_outbox on mail_outbox')
  expect(text).toContain('5006')
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  expect(await chargedFor(reference)).toEqual([0])
  // The log tells it, and nothing else is wrong.
  await expect(checkInvariants(shop)).rejects.toThrow('{ Object (no failure of ours) }')
  await shop.sandbox.control.advance(16)
  expect(await pageState(visitor, reference)).toBe('cancelled')
  await payByCard((await save(visitor, sent)).body.next_url!)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('D08: told again while nothing can be written, the provider hears the same answer and the order stands', async () => {
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  await arm('duplicate_after_1h', reference)
  await payByCard(nextUrl)
  await shop.sql(`create function refuse_all() returns trigger language plpgsql as
    $$ begin raise exception 'nothing can be written'; end $$`)
  for (const table of ['payment_attempt', 'orders', 'order_history'])
    await shop.sql(`create trigger frozen before insert or update on ${table} execute function refuse_all()`)
  await shop.sandbox.control.advance(61)
  for (const table of ['payment_attempt', 'orders', 'order_history'])
    await shop.sql(`drop trigger frozen on ${table}`)
  const { notices } = shop.sandbox.control.ledger((await codesOf(reference))[0]!)!
  expect(notices.map(({ answer }) => answer?.slice(0, 9))).toEqual(['Status=OK', 'Status=OK'])
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('D09: a cheap frame pays for the cheap order alone, whatever lies in the basket by then', async () => {
  const { visitor, nextUrl, reference } = await guestAtCard(shop, seals)
  await fill(shop, visitor, { 'FH-HYD-1': 20 })
  await payByCard(nextUrl)
  expect(await stateOf(shop, reference)).toBe('placed')
  const lines = await shop.sql(
    'select l.code, l.quantity from order_line l join orders o on o.id = l.order_id where reference = $1',
    [reference],
  )
  expect(lines).toEqual([{ code: 'FH-SEAL-1', quantity: 3 }])
  expect((await basketOf(visitor)).items).toMatchObject([{ qty: 20 }])
  expect((await complete(visitor)).next_url).toBe(`/order/${reference}/confirmation`)
})

test('D09: another’s payment is of no use to who knows its reference: his own order asks for its own', async () => {
  const other = await guestAtCard(shop, seals)
  const visitor = shop.visitor()
  await fill(shop, visitor, { 'FH-HYD-1': 2 })
  const { body } = await save(
    visitor,
    guestSend({ reference: other.reference, order_id: other.reference, total: 1 }),
  )
  expect(body.reference).not.toBe(other.reference)
  await payByCard(other.nextUrl)
  expect(await stateOf(shop, body.reference!)).toBe('awaiting_payment')
  expect((await complete(visitor)).next_url).toBeNull()
})

test('D10: a return address that is used again, or opened by a stranger, changes nothing', async () => {
  const { visitor, nextUrl, reference } = await guestAtCard(shop, seals)
  const [attempt] = await shop.sql<{ token: string }>(
    'select return_token as token from payment_attempt a join orders o on o.id = a.order_id where reference = $1',
    [reference],
  )
  for (const browser of [visitor, shop.visitor(), visitor])
    expect((await browser.page(`/checkout/return/${attempt!.token}`)).status).toBe(200)
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  await payByCard(nextUrl)
  await shop.visitor().page(`/checkout/return/${attempt!.token}`)
  expect(await stateOf(shop, reference)).toBe('placed')
})
