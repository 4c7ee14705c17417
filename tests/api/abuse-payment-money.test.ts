import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOrderVersion } from '../../src/features/orders/history.server.ts'
import { findOrderByReference } from '../../src/features/orders/queries.ts'
import type { RefundRequest } from '../../src/features/payments/provider.ts'
import { completeRefund, prepareRefund, retryOpenRefunds } from '../../src/features/payments/service.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { pence } from '../../src/lib/money.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  createGuestSend,
  createMemberSend,
  fillBasket,
  getOrderState,
  getStock,
  sendSave,
} from './checkout-calls.ts'
import {
  cancelOrder,
  createPaidOrder,
  getSeenOrderVersion,
  listRefunds,
  refundOrder,
} from './order-admin-calls.ts'

// The abuse case D12 (docs/abuse-cases.md): refunds.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ registerTimeoutMs: 1500 })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const listEmailsTo = (email: string) =>
  shop.sql<{ kind: string; facts: { reason?: string; moneyBack?: number } }>(
    'select kind, facts from mail_outbox where recipient = $1 order by id',
    [email],
  )

/** Moves the clocks of shop and provider to the next day, when staff sign in again. */
async function startNextDay(): Promise<void> {
  shop.clock.advance(24 * 60)
  staff = await shop.signIn('staff@example.com')
}

describe('an order that is cancelled', () => {
  test('on the day it was paid is voided; its stock and its voucher are released', async () => {
    await shop.sql(
      `insert into voucher (code, kind, amount, total_limit) values ('ONCEBACK', 'fixed', 100, 1)`,
    )
    const before = await getStock(shop, 'FH-EDGE-3')
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-EDGE-3': 3 })
    await visitor.post('/basket/discount', { code: 'ONCEBACK' })
    const sent = createGuestSend()
    const { body } = await sendSave(visitor, sent)
    const reference = body.reference!
    await payByCard(body.next_url!)
    expect(await getOrderState(shop, reference)).toBe('placed')
    const reply = await cancelOrder(staff, reference)
    expect(reply).toMatchObject({
      success: true,
      message: expect.stringMatching(/£[\d.]+ was refunded to the card/),
    })
    expect(await getOrderState(shop, reference)).toBe('cancelled')
    expect(await getStock(shop, 'FH-EDGE-3')).toBe(before)
    expect(await listRefunds(shop, reference)).toMatchObject([{ kind: 'void', state: 'done' }])
    const other = shop.createVisitor()
    await fillBasket(shop, other, { 'FH-EDGE-3': 3 })
    expect((await other.post('/basket/discount', { code: 'ONCEBACK' })).body.accepted).toBe(true)
    const mail = (await listEmailsTo(sent.contact.email)).at(-1)!
    expect(mail).toMatchObject({ kind: 'order-cancelled', facts: { reason: 'Sold out at the maker' } })
    const [history] = await shop.sql<{ actor: string; why: string }>(
      `select h.actor, h.why from order_history h join orders o on o.id = h.order_id
       where o.reference = $1 order by h.id desc limit 1`,
      [reference],
    )
    expect(history).toEqual({ actor: expect.stringMatching(/^person \d+$/), why: 'Sold out at the maker' })
    const audit = await shop.sql('select action from audit where subject = $1', [`order ${reference}`])
    expect(audit).toEqual([{ action: 'order cancelled' }])
  })

  test('a day later is refunded', async () => {
    const { reference, total, ledger } = await createPaidOrder(shop)
    await startNextDay()
    await cancelOrder(staff, reference)
    expect(await listRefunds(shop, reference)).toEqual([{ kind: 'refund', amount: total, state: 'done' }])
    expect(ledger()).toMatchObject({ state: 'charged', charged: total, refunded: total })
  })

  test('after a partial refund gets the remaining amount refunded, once', async () => {
    const { reference, total, ledger } = await createPaidOrder(shop)
    await refundOrder(staff, reference, '1.50')
    expect(await getOrderState(shop, reference)).toBe('placed')
    await cancelOrder(staff, reference)
    expect(await listRefunds(shop, reference)).toEqual([
      { kind: 'refund', amount: 150, state: 'done' },
      { kind: 'refund', amount: total - 150, state: 'done' },
    ])
    expect(ledger().refunded).toBe(total)
  })

  test('on account mentions no refund, and makes none', async () => {
    const head = await shop.signIn('head@example.com')
    await fillBasket(shop, head, { 'FH-OIL-1': 2 })
    const { body } = await sendSave(head, createMemberSend('account'))
    await head.post('/checkout/complete')
    expect(await cancelOrder(staff, body.reference!)).toMatchObject({ success: true })
    expect((await listEmailsTo('head@example.com')).at(-1)).toMatchObject({
      kind: 'order-cancelled',
      facts: { moneyBack: 0 },
    })
  })

  test('D12: void_after_settlement: a void that comes too late becomes a refund', async () => {
    const { reference, code, total, ledger } = await createPaidOrder(shop)
    shop.simulator.control.fault('void_after_settlement', { vendorTxCode: code })
    expect((await cancelOrder(staff, reference)).message).toContain('was refunded to the card')
    expect(await listRefunds(shop, reference)).toEqual([
      { kind: 'void', amount: total, state: 'refused' },
      { kind: 'refund', amount: total, state: 'done' },
    ])
    expect(ledger()).toMatchObject({ charged: total, refunded: total })
  })

  test('D12: void_timeout_but_done: a void without an answer is sent again until its result is known', async () => {
    const { reference, code, ledger } = await createPaidOrder(shop)
    shop.simulator.control.fault('void_timeout_but_done', { vendorTxCode: code })
    expect((await cancelOrder(staff, reference)).message).toContain('has not confirmed')
    expect(await listRefunds(shop, reference)).toMatchObject([{ kind: 'void', state: 'unknown' }])
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(await listRefunds(shop, reference)).toMatchObject([{ kind: 'void', state: 'done' }])
    expect(ledger()).toMatchObject({ state: 'voided', charged: 0 })
  })
})

describe('D12: a refund', () => {
  test('is never more than what is left', async () => {
    const { reference, total } = await createPaidOrder(shop)
    const left = `Only £${(total / 100).toFixed(2)} is left to refund.`
    expect(await refundOrder(staff, reference, String((total + 1) / 100))).toMatchObject({
      success: false,
      message: `${left} Nothing was done.`,
      errors: { 'refund-amount': left },
    })
    expect(await refundOrder(staff, reference, String(total / 100))).toMatchObject({ success: true })
    expect((await refundOrder(staff, reference, '0.01')).success).toBe(false)
  })

  test('requested by ten at once is made once: each request names the version of the page', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    const answers = await runConcurrently(10, () => refundOrder(staff, reference, '5.00', { seen }))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)!.message).toContain('This order has changed')
    expect(ledger().refunded).toBe(500)
  })

  test('and a cancellation at the same moment return the payment once', async () => {
    const { reference, ledger, total } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    await Promise.all([
      refundOrder(staff, reference, '5.00', { seen }),
      cancelOrder(staff, reference, { seen }),
    ])
    await cancelOrder(staff, reference)
    expect(await getOrderState(shop, reference)).toBe('cancelled')
    const { charged, refunded } = ledger()
    expect(charged - refunded).toBe(0)
    expect([0, total]).toContain(refunded)
  })

  test('refund_timeout_but_done: is sent again with the same reference, and made once', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    shop.simulator.control.fault('refund_timeout_but_done')
    expect((await refundOrder(staff, reference, '5.00')).message).toContain('has not confirmed')
    expect(await listRefunds(shop, reference)).toMatchObject([{ state: 'unknown', amount: 500 }])
    await runConcurrently(3, () => retryOpenRefunds(shop.payments))
    expect(await listRefunds(shop, reference)).toMatchObject([{ state: 'done', amount: 500 }])
    expect(ledger().refunded).toBe(500)
  })

  test('refund_500: without a result it reduces what can be refunded, and is made when the provider is back', async () => {
    const { reference, total, ledger } = await createPaidOrder(shop)
    for (let i = 0; i < 2; i++) shop.simulator.control.fault('refund_500')
    await refundOrder(staff, reference, '5.00')
    expect((await refundOrder(staff, reference, String(total / 100))).message).toContain('is left to refund')
    expect(await retryOpenRefunds(shop.payments)).toBe(0)
    expect(ledger().refunded).toBe(0)
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(ledger().refunded).toBe(500)
  })

  test('that stays without a result does not keep the others from theirs', async () => {
    const stuck = await createPaidOrder(shop)
    const other = await createPaidOrder(shop)
    for (const { reference } of [stuck, other]) {
      shop.simulator.control.fault('refund_500')
      await refundOrder(staff, reference, '5.00')
      shop.clock.advance(1)
    }
    shop.simulator.control.fault('refund_500')
    await retryOpenRefunds(shop.payments)
    expect(other.ledger().refunded).toBe(0)
    const [refund] = await shop.sql<{ code: string }>(
      `select r.transaction_reference as code from payment_refund r join payment_attempt a on a.id = r.attempt_id
       where a.transaction_reference = $1`,
      [stuck.code],
    )
    shop.simulator.control.fault('refund_500', { vendorTxCode: refund!.code })
    await retryOpenRefunds(shop.payments)
    expect(other.ledger().refunded).toBe(500)
    await retryOpenRefunds(shop.payments)
    expect(stuck.ledger().refunded).toBe(500)
  })

  test('whose process died before it was sent is sent by the worker', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    await shop.sql(
      `insert into payment_refund (attempt_id, kind, amount, transaction_reference, created_at)
       select a.id, 'refund', 700, a.transaction_reference || 'R', $2 from payment_attempt a
       join orders o on o.id = a.order_id where o.reference = $1`,
      [reference, shop.clock.now()],
    )
    expect(await retryOpenRefunds(shop.payments)).toBe(0)
    shop.clock.advance(2)
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(ledger().refunded).toBe(700)
  })

  test.each(['sending', 'unknown'])(
    'R-PAYMENT-5: is not sent by the worker while its sender waits for the answer, from %s on',
    async state => {
      const { reference, ledger } = await createPaidOrder(shop)
      const written = await inTransaction(shop.context.db, async tx => {
        const order = (await findOrderByReference(tx, reference))!
        return prepareRefund(tx, order, pence(500), { staffId: 1, reason: 'Damaged', now: shop.clock.now() })
      })
      if (!written.ok) throw new Error(JSON.stringify(written.reason))
      await shop.sql(`update payment_refund set state = $1 where state = 'sending'`, [state])
      // Earlier parts of the refund took that long.
      shop.clock.advance(2)
      const retried: number[] = []
      const providers = shop.payments.providers.map(provider => ({
        ...provider,
        refund: async (request: RefundRequest) => {
          retried.push(await retryOpenRefunds(shop.payments))
          return provider.refund(request)
        },
      }))
      expect(
        await completeRefund(shop.context.db, { ...shop.payments, providers }, { refund: written }),
      ).toEqual([{ amount: 500, state: 'done', provider: 'opayo' }])
      expect(retried).toEqual([0])
      expect(await listRefunds(shop, reference)).toMatchObject([{ state: 'done' }])
      expect(ledger().refunded).toBe(500)
    },
  )

  test('R-PAYMENT-5: is sent again a minute after its last request', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    await shop.sql(
      `insert into payment_refund (attempt_id, kind, amount, transaction_reference, created_at, requested_at)
       select a.id, 'refund', 700, a.transaction_reference || 'R', $2::timestamptz - interval '5 minutes', $2 from payment_attempt a
       join orders o on o.id = a.order_id where o.reference = $1`,
      [reference, shop.clock.now()],
    )
    expect(await retryOpenRefunds(shop.payments)).toBe(0)
    expect(ledger().refunded).toBe(0)
    shop.clock.advance(2)
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(ledger().refunded).toBe(700)
  })

  test('refund_refused: is shown as refused, returns nothing, and can be tried again', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    await startNextDay()
    shop.simulator.control.fault('refund_refused')
    expect((await cancelOrder(staff, reference)).message).toContain('refused to refund')
    expect((await staff.getPage('/admin/orders?state=refunds')).text).toContain(reference)
    expect(ledger().refunded).toBe(0)
    expect(await refundOrder(staff, reference, String(ledger().charged / 100))).toMatchObject({
      success: true,
    })
    expect(ledger().refunded).toBe(ledger().charged)
    expect((await staff.getPage('/admin/orders?state=refunds')).text).not.toContain(reference)
  })

  test('that is refused after the order was cancelled is still listed for staff', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    shop.simulator.control.fault('refund_500')
    await refundOrder(staff, reference, '5.00')
    await cancelOrder(staff, reference)
    shop.simulator.control.fault('refund_refused')
    await retryOpenRefunds(shop.payments)
    expect(ledger().charged - ledger().refunded).toBe(500)
    expect((await staff.getPage('/admin/orders?state=refunds')).text).toContain(reference)
    await refundOrder(staff, reference, '5.00')
    expect(ledger().charged - ledger().refunded).toBe(0)
    expect((await staff.getPage('/admin/orders?state=refunds')).text).not.toContain(reference)
  })

  test('of a voided payment, or of an order that no card paid, is refused', async () => {
    const { reference } = await createPaidOrder(shop)
    await cancelOrder(staff, reference)
    const head = await shop.signIn('head@example.com')
    await fillBasket(shop, head, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(head, createMemberSend('account'))
    await head.post('/checkout/complete')
    for (const each of [reference, body.reference!]) {
      const [order] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [each])
      // The page offers no such form; a request all the same is answered with the reason.
      const seen = await getOrderVersion(shop.context.db, order!.id)
      expect(await refundOrder(staff, each, '1.00', { seen })).toMatchObject({
        success: false,
        message: 'No payment was taken for this order.',
      })
    }
  })
})

describe('the staff pages', () => {
  test('do not exist for customers', async () => {
    const { reference } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    const body = { seen, reason: 'x', amount: '1', confirm: true }
    const trade = await shop.signIn('trade@example.com')
    for (const path of [`/admin/orders/${reference}/cancel`, `/admin/orders/${reference}/refund`]) {
      expect((await trade.post(path, body)).status).toBe(404)
      expect((await shop.createVisitor().post(path, body)).status).toBe(401)
      expect(
        (await shop.createVisitor().postForm(path, { seen, reason: 'x', confirm: '1' })).status,
      ).not.toBe(200)
    }
    expect((await trade.getPage('/admin/orders')).status).toBe(404)
    expect((await trade.getPage(`/admin/orders/${reference}`)).status).toBe(404)
    expect(await getOrderState(shop, reference)).toBe('placed')
  })

  test('cancel nothing without reason and confirmation, twice, or from an outdated page', async () => {
    const { reference } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    expect((await cancelOrder(staff, reference, { reason: ' ', confirm: false })).errors).toEqual({
      'cancel-reason': expect.any(String),
      'cancel-confirm': expect.any(String),
    })
    await refundOrder(staff, reference, '1.00')
    expect((await cancelOrder(staff, reference, { seen })).message).toContain('This order has changed')
    const [first, second] = [await cancelOrder(staff, reference), await cancelOrder(staff, reference)]
    expect([first.success, second.success]).toEqual([true, false])
    expect(second.message).toContain('already been cancelled')
  })

  test('find an order by reference, e-mail address, order number and part number, and show no secret', async () => {
    const { reference, sent, code } = await createPaidOrder(shop)
    for (const query of [reference.toLowerCase(), sent.contact.email, 'fh seal 1']) {
      const { text } = await staff.getPage(`/admin/orders?state=all&query=${encodeURIComponent(query)}`)
      expect(text).toContain(reference)
    }
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    const [secret] = await shop.sql<{ key: string; token: string; id: string }>(
      'select provider_secret as key, return_token as token, provider_transaction_id as id from payment_attempt where transaction_reference = $1',
      [code],
    )
    for (const word of Object.values(secret!)) expect(text).not.toContain(word)
    expect(text).toContain('ending 0006')
  })

  test('mark orders of an account on stop as held', async () => {
    const stopped = await shop.signIn('stopped@example.com')
    await fillBasket(shop, stopped, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(stopped, createMemberSend('account'))
    await stopped.post('/checkout/complete')
    expect((await staff.getPage('/admin/orders?state=held')).text).toContain(body.reference)
    expect((await staff.getPage('/admin/orders?state=placed')).text).not.toContain(body.reference)
    expect((await staff.getPage(`/admin/orders/${body.reference}`)).text).toContain('Held: account on stop')
  })

  test('work without JavaScript: an invalid form is shown again as it was typed', async () => {
    const { reference } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    const path = `/admin/orders/${reference}/refund`
    const wrong = await staff.postForm(path, { seen, amount: '1.234', reason: 'Came bent' })
    expect(wrong.status).toBe(422)
    for (const words of ['value="1.234"', 'Came bent', 'Enter an amount in pounds', 'Tick the box'])
      expect(wrong.text).toContain(words)
    const right = await staff.postForm(path, { seen, amount: '1.23', reason: 'Came bent', confirm: '1' })
    expect([right.status, right.headers.get('location')]).toEqual([303, `/admin/orders/${reference}`])
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain(
      '£1.23 was refunded to the card',
    )
    const late = await staff.postForm(path, { seen, amount: '1.23', reason: 'Came bent', confirm: '1' })
    expect(late.status).toBe(409)
    const reply = await refundOrder(staff, reference, '1.23')
    expect(reply).toMatchObject({ success: true })
  })
})
