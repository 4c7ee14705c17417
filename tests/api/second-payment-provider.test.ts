import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrder } from '../../src/features/orders/service.ts'
import { createPayments, openPayment, preparePayment } from '../../src/features/payments/service.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { payByCard, type Visitor } from '../support/client.ts'
import { createJsonPaymentProvider } from '../support/json-payment-provider.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { cancel, refund, refundsOf } from './admin-orders.ts'
import { guestAtCard, save, stateOf } from './buying.ts'

// Another provider takes new payments; Opayo serves the payments that it took before.

const provider = createJsonPaymentProvider()
let shop: Shop
let staff: Visitor
beforeAll(async () => {
  shop = await openShop({ provider })
  staff = await shop.signedIn('staff@example.com')
})
afterAll(() => shop.close())

const seals = { 'FH-SEAL-1': 3 }

const getStatus = async (visitor: Visitor, reference: string) =>
  (await visitor.get<{ state: string; next_url: string | null }>(`/checkout/payment/${reference}`)).body

async function payWithJson(goods = seals) {
  const order = await guestAtCard(shop, goods)
  await provider.notify(order.nextUrl, 'paid')
  expect(await stateOf(shop, order.reference)).toBe('placed')
  return order
}

test('a customer pays on the page of the second provider, and the order is placed', async () => {
  const { visitor, nextUrl, reference } = await guestAtCard(shop, seals)
  expect(nextUrl).toMatch(/^https:\/\/pay\.example\/pay_\d+$/)
  const policy = (await visitor.page('/checkout')).headers.get('content-security-policy')
  expect(policy).toContain(`frame-src 'self' https://pay.example ${shop.sandbox.url};`)
  const reply = await provider.notify(nextUrl, 'paid')
  expect(reply).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' })
  const { accepted, next } = JSON.parse(reply.text) as { accepted: boolean; next: string }
  expect([accepted, next.startsWith(`${shop.url}/checkout/return/`)]).toEqual([true, true])
  expect(await stateOf(shop, reference)).toBe('placed')
  expect(await getStatus(visitor, reference)).toMatchObject({
    state: 'paid',
    next_url: `/order/${reference}/confirmation`,
  })
  const attempts = await shop.sql(
    `select a.provider, a.state, a.last_four from payment_attempt a join orders o on o.id = a.order_id
     where o.reference = $1`,
    [reference],
  )
  expect(attempts).toEqual([{ provider: 'json-pay', state: 'paid', last_four: '4242' }])
  expect(await provider.notify(nextUrl, 'declined')).toEqual(reply)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('a declined card leaves the order payable, on another page', async () => {
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
  expect((await provider.notify(nextUrl, 'declined')).text).toContain('"accepted":true')
  expect(await getStatus(visitor, reference)).toMatchObject({ state: 'declined', next_url: null })
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  const { body } = await save(visitor, sent)
  expect(body.reference).toBe(reference)
  expect(body.next_url).not.toBe(nextUrl)
  await provider.notify(body.next_url!, 'paid')
  expect(await stateOf(shop, reference)).toBe('placed')
})

test('a notification that is forged, or addressed to another provider, changes nothing', async () => {
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  const opayoUrl = `${shop.url}/checkout/notification?provider=opayo`
  expect((await provider.notify(nextUrl, 'paid', { url: opayoUrl })).text).toMatch(/^Status=INVALID/)
  const unknownUrl = `${shop.url}/checkout/notification?provider=unknown`
  expect((await provider.notify(nextUrl, 'paid', { url: unknownUrl })).status).toBe(404)
  expect((await provider.notify(nextUrl, 'paid', { isForged: true })).text).toContain('"accepted":false')
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
})

test('money goes back through the provider that took the payment', async () => {
  const refunded = await payWithJson()
  expect(await refund(staff, refunded.reference, '1.50')).toMatchObject({ success: true })
  expect(provider.refunds).toMatchObject([{ amount: 150, payment: { authorisationCode: '' } }])
  const cancelled = await payWithJson()
  expect(await cancel(staff, cancelled.reference)).toMatchObject({ success: true })
  expect(provider.voids).toHaveLength(1)
  expect(await refundsOf(shop, cancelled.reference)).toMatchObject([{ kind: 'void', state: 'done' }])
})

test('Opayo still notifies and refunds what it took before the change of provider', async () => {
  const order = await guestAtCard(shop, seals)
  await provider.notify(order.nextUrl, 'declined')
  const page = await openPaymentAtOpayo(order.reference)
  await payByCard(page.nextUrl)
  expect(await stateOf(shop, order.reference)).toBe('placed')
  const voidsBefore = provider.voids.length
  expect(await cancel(staff, order.reference)).toMatchObject({ success: true })
  expect(shop.sandbox.control.ledger(page.transactionReference)).toMatchObject({ state: 'voided' })
  expect(provider.voids).toHaveLength(voidsBefore)
})

/** As before the change: the same service with Opayo for new payments. */
async function openPaymentAtOpayo(reference: string) {
  const opayo = shop.payments.providers.find(({ name }) => name === 'opayo')!
  const payments = createPayments(shop.context, [opayo, provider])
  const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [reference])
  const { order, prepared } = await inTransaction(shop.context.db, async tx => {
    const locked = (await lockOrder(tx, row!.id))!
    return { order: locked, prepared: await preparePayment(payments, tx, locked) }
  })
  const opened = await openPayment(payments, order, prepared, '127.0.0.1')
  if (!opened.ok || !prepared.newAttempt) throw new Error('not opened')
  return { nextUrl: opened.nextUrl, transactionReference: prepared.newAttempt.transactionReference }
}

test('an order whose provider is gone is not cancelled, because its money could not go back', async () => {
  const { reference } = await payWithJson()
  await shop.sql(
    `update payment_attempt set provider = 'gone' where order_id = (select id from orders where reference = $1)`,
    [reference],
  )
  expect(await cancel(staff, reference)).toMatchObject({
    success: false,
    message: expect.stringContaining('No card provider is set up here'),
  })
  expect(await stateOf(shop, reference)).toBe('placed')
})
