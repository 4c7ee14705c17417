import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrder } from '../../src/features/orders/service.ts'
import { createPaymentsContext, openPayment, preparePayment } from '../../src/features/payments/service.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { createJsonPaymentProvider } from '../support/json-payment-provider.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import { getOrderState, openGuestPayment, sendSave } from './checkout-calls.ts'
import { cancelOrder, listRefunds, refundOrder } from './order-admin-calls.ts'
import { getPaymentStatus, seals } from './payment-calls.ts'

// A second provider takes new payments; Opayo serves the payments that it took before.

const provider = createJsonPaymentProvider()
let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ paymentProvider: provider })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

async function payWithJson(goods = seals) {
  const order = await openGuestPayment(shop, goods)
  await provider.notify(order.nextUrl, 'paid')
  expect(await getOrderState(shop, order.reference)).toBe('placed')
  return order
}

test('a customer pays on the page of the second provider, and the order is placed', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  expect(nextUrl).toMatch(/^https:\/\/pay\.example\/pay_\d+$/)
  const policy = (await visitor.getPage('/checkout')).headers.get('content-security-policy')
  expect(policy).toContain(`frame-src 'self' https://pay.example ${shop.simulator.url};`)
  const reply = await provider.notify(nextUrl, 'paid')
  expect(reply).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' })
  const { accepted, next } = JSON.parse(reply.text) as { accepted: boolean; next: string }
  expect([accepted, next.startsWith(`${shop.url}/checkout/return/`)]).toEqual([true, true])
  expect(await getOrderState(shop, reference)).toBe('placed')
  expect(await getPaymentStatus(visitor, reference)).toMatchObject({
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
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('a customer whose card was declined can pay the same order on another page', async () => {
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  expect((await provider.notify(nextUrl, 'declined')).text).toContain('"accepted":true')
  expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'declined', next_url: null })
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  const { body } = await sendSave(visitor, sent)
  expect(body.reference).toBe(reference)
  expect(body.next_url).not.toBe(nextUrl)
  await provider.notify(body.next_url!, 'paid')
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test('a notification that is forged, or sent to another provider, changes nothing', async () => {
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  const opayoUrl = `${shop.url}/checkout/notification?provider=opayo`
  expect((await provider.notify(nextUrl, 'paid', { url: opayoUrl })).text).toMatch(/^Status=INVALID/)
  const unknownUrl = `${shop.url}/checkout/notification?provider=unknown`
  expect((await provider.notify(nextUrl, 'paid', { url: unknownUrl })).status).toBe(404)
  expect((await provider.notify(nextUrl, 'paid', { isForged: true })).text).toContain('"accepted":false')
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
})

test('a customer gets money back through the provider that took the payment', async () => {
  const refunded = await payWithJson()
  expect(await refundOrder(staff, refunded.reference, '1.50')).toMatchObject({ success: true })
  expect(provider.refunds).toMatchObject([{ amount: 150, payment: { authorisationCode: '' } }])
  const cancelled = await payWithJson()
  expect(await cancelOrder(staff, cancelled.reference)).toMatchObject({ success: true })
  expect(provider.voids).toHaveLength(1)
  expect(await listRefunds(shop, cancelled.reference)).toMatchObject([{ kind: 'void', state: 'done' }])
})

test('a customer whose payment Opayo took before the change gets it refunded by Opayo', async () => {
  const order = await openGuestPayment(shop, seals)
  await provider.notify(order.nextUrl, 'declined')
  const page = await openPaymentAtOpayo(order.reference)
  await payByCard(page.nextUrl)
  expect(await getOrderState(shop, order.reference)).toBe('placed')
  const voidsBefore = provider.voids.length
  expect(await cancelOrder(staff, order.reference)).toMatchObject({ success: true })
  expect(shop.simulator.control.ledger(page.transactionReference)).toMatchObject({ state: 'voided' })
  expect(provider.voids).toHaveLength(voidsBefore)
})

/** Opens a payment as before the change, when Opayo took new payments. */
async function openPaymentAtOpayo(reference: string) {
  const opayo = shop.payments.providers.find(({ name }) => name === 'opayo')!
  const payments = createPaymentsContext(shop.context, [opayo, provider])
  const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [reference])
  const { order, prepared } = await inTransaction(shop.context.db, async tx => {
    const locked = (await lockOrder(tx, row!.id))!
    return { order: locked, prepared: await preparePayment(payments, tx, locked) }
  })
  const opened = await openPayment(payments, order, prepared, '127.0.0.1')
  if (!opened.ok || !prepared.newAttempt) throw new Error('not opened')
  return { nextUrl: opened.paymentPageUrl, transactionReference: prepared.newAttempt.transactionReference }
}

test('staff cannot cancel an order whose provider is not configured, because it could not be refunded', async () => {
  const { reference } = await payWithJson()
  await shop.sql(
    `update payment_attempt set provider = 'gone' where order_id = (select id from orders where reference = $1)`,
    [reference],
  )
  expect(await cancelOrder(staff, reference)).toMatchObject({
    success: false,
    message: expect.stringContaining('No card provider is set up'),
  })
  expect(await getOrderState(shop, reference)).toBe('placed')
})
