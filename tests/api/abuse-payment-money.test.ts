import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getOrderVersion } from '../../src/features/orders/admin/queries.ts'
import { retryOpenRefunds } from '../../src/features/payments/service.ts'
import { atOnce, payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { cancel, paidByCard, refund, refundsOf, seenBy, type Told } from './admin-orders.ts'
import { fill, guestSend, memberSend, save, stateOf, stockOf } from './buying.ts'

// Case D12 of the reference 'abuse cases': money that goes back.

let shop: Shop
let staff: Visitor
beforeAll(async () => {
  shop = await openShop({ registerTimeoutMs: 1500 })
  staff = await shop.signedIn('staff@example.com')
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const mailsTo = (email: string) =>
  shop.sql<{ kind: string; facts: { reason?: string; moneyBack?: number } }>(
    'select kind, facts from mail_outbox where recipient = $1 order by id',
    [email],
  )

/** A night passes, for the shop and for the provider. */
const nextDay = () => shop.clock.pass(24 * 60)

describe('an order that is cancelled', () => {
  test('on the day it was paid never shows on the card; its goods and its voucher are free again', async () => {
    await shop.sql(
      `insert into voucher (code, kind, amount, total_limit) values ('ONCEBACK', 'fixed', 100, 1)`,
    )
    const before = await stockOf(shop, 'FH-EDGE-3')
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-EDGE-3': 3 })
    await visitor.post('/basket/discount', { code: 'ONCEBACK' })
    const sent = guestSend()
    const { body } = await save(visitor, sent)
    const reference = body.reference!
    await payByCard(body.next_url!)
    expect(await stateOf(shop, reference)).toBe('placed')
    const told = await cancel(staff, reference)
    expect(told).toMatchObject({
      success: true,
      message: expect.stringMatching(/£[\d.]+ went back to the card/),
    })
    expect(await stateOf(shop, reference)).toBe('cancelled')
    expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before)
    expect(await refundsOf(shop, reference)).toMatchObject([{ kind: 'void', state: 'done' }])
    const other = shop.visitor()
    await fill(shop, other, { 'FH-EDGE-3': 3 })
    expect((await other.post('/basket/discount', { code: 'ONCEBACK' })).body.accepted).toBe(true)
    const mail = (await mailsTo(sent.contact.email)).at(-1)!
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
    const { reference, total, ledger } = await paidByCard(shop)
    nextDay()
    await cancel(staff, reference)
    expect(await refundsOf(shop, reference)).toEqual([{ kind: 'refund', amount: total, state: 'done' }])
    expect(ledger()).toMatchObject({ state: 'charged', charged: total, refunded: total })
  })

  test('after a part went back gets the rest back, once', async () => {
    const { reference, total, ledger } = await paidByCard(shop)
    await refund(staff, reference, '1.50')
    expect(await stateOf(shop, reference)).toBe('placed')
    await cancel(staff, reference)
    expect(await refundsOf(shop, reference)).toEqual([
      { kind: 'refund', amount: 150, state: 'done' },
      { kind: 'refund', amount: total - 150, state: 'done' },
    ])
    expect(ledger().refunded).toBe(total)
  })

  test('on account tells of no money, and owes none', async () => {
    const head = await shop.signedIn('head@example.com')
    await fill(shop, head, { 'FH-OIL-1': 2 })
    const { body } = await save(head, memberSend('account'))
    await head.post('/checkout/complete')
    expect(await cancel(staff, body.reference!)).toMatchObject({ success: true })
    expect((await mailsTo('head@example.com')).at(-1)).toMatchObject({
      kind: 'order-cancelled',
      facts: { moneyBack: 0 },
    })
  })

  test('D12: void_after_settlement: what is too late to be made void is refunded instead', async () => {
    const { reference, code, total, ledger } = await paidByCard(shop)
    shop.sandbox.control.fault('void_after_settlement', { vendorTxCode: code })
    expect((await cancel(staff, reference)).message).toContain('went back to the card')
    expect(await refundsOf(shop, reference)).toEqual([
      { kind: 'void', amount: total, state: 'refused' },
      { kind: 'refund', amount: total, state: 'done' },
    ])
    expect(ledger()).toMatchObject({ charged: total, refunded: total })
  })

  test('D12: void_timeout_but_done: a lost answer is asked for again until it is known', async () => {
    const { reference, code, ledger } = await paidByCard(shop)
    shop.sandbox.control.fault('void_timeout_but_done', { vendorTxCode: code })
    expect((await cancel(staff, reference)).message).toContain('has not answered')
    expect(await refundsOf(shop, reference)).toMatchObject([{ kind: 'void', state: 'unknown' }])
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(await refundsOf(shop, reference)).toMatchObject([{ kind: 'void', state: 'done' }])
    expect(ledger()).toMatchObject({ state: 'voided', charged: 0 })
  })
})

describe('D12: a refund', () => {
  test('is never more than what is left', async () => {
    const { reference, total } = await paidByCard(shop)
    expect(await refund(staff, reference, String((total + 1) / 100))).toMatchObject({
      success: false,
      message: 'That is more than is left of the payment.',
    })
    expect(await refund(staff, reference, String(total / 100))).toMatchObject({ success: true })
    expect((await refund(staff, reference, '0.01')).success).toBe(false)
  })

  test('asked for by ten at once is made once: each decides from what he saw', async () => {
    const { reference, ledger } = await paidByCard(shop)
    const seen = await seenBy(staff, reference)
    const answers = await atOnce(10, () => refund(staff, reference, '5.00', { seen }))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)!.message).toContain('Something happened to this order')
    expect(ledger().refunded).toBe(500)
  })

  test('and a cancellation at the same moment give back the payment once', async () => {
    const { reference, ledger, total } = await paidByCard(shop)
    const seen = await seenBy(staff, reference)
    await Promise.all([refund(staff, reference, '5.00', { seen }), cancel(staff, reference, { seen })])
    await cancel(staff, reference)
    expect(await stateOf(shop, reference)).toBe('cancelled')
    const { charged, refunded } = ledger()
    expect(charged - refunded).toBe(0)
    expect([0, total]).toContain(refunded)
  })

  test('refund_timeout_but_done: is asked again under the same code, and made once', async () => {
    const { reference, ledger } = await paidByCard(shop)
    shop.sandbox.control.fault('refund_timeout_but_done')
    expect((await refund(staff, reference, '5.00')).message).toContain('has not answered')
    expect(await refundsOf(shop, reference)).toMatchObject([{ state: 'unknown', amount: 500 }])
    await atOnce(3, () => retryOpenRefunds(shop.payments))
    expect(await refundsOf(shop, reference)).toMatchObject([{ state: 'done', amount: 500 }])
    expect(ledger().refunded).toBe(500)
  })

  test('refund_500: whose fate is open blocks what it may have taken, and is made when the provider is back', async () => {
    const { reference, total, ledger } = await paidByCard(shop)
    for (let i = 0; i < 2; i++) shop.sandbox.control.fault('refund_500')
    await refund(staff, reference, '5.00')
    expect((await refund(staff, reference, String(total / 100))).message).toContain('more than is left')
    expect(await retryOpenRefunds(shop.payments)).toBe(0)
    expect(ledger().refunded).toBe(0)
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(ledger().refunded).toBe(500)
  })

  test('whose sender died before he asked is sent by the worker', async () => {
    const { reference, ledger } = await paidByCard(shop)
    await shop.sql(
      `insert into payment_refund (attempt_id, kind, amount, transaction_reference, created_at)
       select a.id, 'refund', 700, a.transaction_reference || 'R', $2 from payment_attempt a
       join orders o on o.id = a.order_id where o.reference = $1`,
      [reference, shop.clock.now()],
    )
    expect(await retryOpenRefunds(shop.payments)).toBe(0)
    shop.clock.pass(2)
    expect(await retryOpenRefunds(shop.payments)).toBe(1)
    expect(ledger().refunded).toBe(700)
  })

  test('refund_refused: is told, leaves the money where it was, and may be tried again', async () => {
    const { reference, ledger } = await paidByCard(shop)
    nextDay()
    shop.sandbox.control.fault('refund_refused')
    expect((await cancel(staff, reference)).message).toContain('refused to send')
    expect((await staff.page('/admin/orders?state=refunds')).text).toContain(reference)
    expect(ledger().refunded).toBe(0)
    expect(await refund(staff, reference, String(ledger().charged / 100))).toMatchObject({ success: true })
    expect(ledger().refunded).toBe(ledger().charged)
    expect((await staff.page('/admin/orders?state=refunds')).text).not.toContain(reference)
  })

  test('whose loss comes to light after the order was cancelled is still there to be looked at', async () => {
    const { reference, ledger } = await paidByCard(shop)
    shop.sandbox.control.fault('refund_500')
    await refund(staff, reference, '5.00')
    await cancel(staff, reference)
    shop.sandbox.control.fault('refund_refused')
    await retryOpenRefunds(shop.payments)
    expect(ledger().charged - ledger().refunded).toBe(500)
    expect((await staff.page('/admin/orders?state=refunds')).text).toContain(reference)
    await refund(staff, reference, '5.00')
    expect(ledger().charged - ledger().refunded).toBe(0)
    expect((await staff.page('/admin/orders?state=refunds')).text).not.toContain(reference)
  })

  test('of a payment that was made void, or of an order that no card paid, is refused', async () => {
    const { reference } = await paidByCard(shop)
    await cancel(staff, reference)
    const head = await shop.signedIn('head@example.com')
    await fill(shop, head, { 'FH-OIL-1': 1 })
    const { body } = await save(head, memberSend('account'))
    await head.post('/checkout/complete')
    for (const each of [reference, body.reference!]) {
      const [order] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [each])
      // The screen offers no such form; who sends one all the same is told why not.
      const seen = await getOrderVersion(shop.context.db, order!.id)
      expect(await refund(staff, each, '1.00', { seen })).toMatchObject({
        success: false,
        message: 'No card payment was taken for this order.',
      })
    }
  })
})

describe('the desk', () => {
  test('is closed to customers: for them these orders do not exist', async () => {
    const { reference } = await paidByCard(shop)
    const seen = await seenBy(staff, reference)
    const body = { seen, reason: 'x', amount: '1', confirm: true }
    const trade = await shop.signedIn('trade@example.com')
    for (const path of [`/admin/orders/${reference}/cancel`, `/admin/orders/${reference}/refund`]) {
      expect((await trade.post(path, body)).status).toBe(404)
      expect((await shop.visitor().post(path, body)).status).toBe(401)
      expect((await shop.visitor().form(path, { seen, reason: 'x', confirm: '1' })).status).not.toBe(200)
    }
    expect((await trade.page('/admin/orders')).status).toBe(404)
    expect((await trade.page(`/admin/orders/${reference}`)).status).toBe(404)
    expect(await stateOf(shop, reference)).toBe('placed')
  })

  test('cancels nothing without a reason and a yes, twice, or from an old screen', async () => {
    const { reference } = await paidByCard(shop)
    const seen = await seenBy(staff, reference)
    expect((await cancel(staff, reference, { reason: ' ', confirm: false })).errors).toEqual({
      'cancel-reason': expect.any(String),
      'cancel-confirm': expect.any(String),
    })
    await refund(staff, reference, '1.00')
    expect((await cancel(staff, reference, { seen })).message).toContain('Something happened')
    const [first, second] = [await cancel(staff, reference), await cancel(staff, reference)]
    expect([first.success, second.success]).toEqual([true, false])
    expect(second.message).toContain('cancelled already')
  })

  test('finds an order by reference, e-mail, their order number and part number, and shows no secret', async () => {
    const { reference, sent, code } = await paidByCard(shop)
    for (const query of [reference.toLowerCase(), sent.contact.email, 'fh seal 1']) {
      const { text } = await staff.page(`/admin/orders?state=all&query=${encodeURIComponent(query)}`)
      expect(text).toContain(reference)
    }
    const { text } = await staff.page(`/admin/orders/${reference}`)
    const [secret] = await shop.sql<{ key: string; token: string; id: string }>(
      'select provider_secret as key, return_token as token, provider_transaction_id as id from payment_attempt where transaction_reference = $1',
      [code],
    )
    for (const word of Object.values(secret!)) expect(text).not.toContain(word)
    expect(text).toContain('ending 0006')
  })

  test('marks what an account on stop ordered as held', async () => {
    const stopped = await shop.signedIn('stopped@example.com')
    await fill(shop, stopped, { 'FH-OIL-1': 1 })
    const { body } = await save(stopped, memberSend('account'))
    await stopped.post('/checkout/complete')
    expect((await staff.page('/admin/orders?state=held')).text).toContain(body.reference)
    expect((await staff.page('/admin/orders?state=placed')).text).not.toContain(body.reference)
    expect((await staff.page(`/admin/orders/${body.reference}`)).text).toContain('Held: account on stop')
  })

  test('works without a script: a form that is wrong comes back as it was typed', async () => {
    const { reference } = await paidByCard(shop)
    const seen = await seenBy(staff, reference)
    const path = `/admin/orders/${reference}/refund`
    const wrong = await staff.form(path, { seen, amount: '1.234', reason: 'Came bent' })
    expect(wrong.status).toBe(422)
    for (const words of ['value="1.234"', 'Came bent', 'Enter an amount in pounds', 'Tick the box'])
      expect(wrong.text).toContain(words)
    const right = await staff.form(path, { seen, amount: '1.23', reason: 'Came bent', confirm: '1' })
    expect([right.status, right.headers.get('location')]).toEqual([303, `/admin/orders/${reference}`])
    expect((await staff.page(`/admin/orders/${reference}`)).text).toContain('£1.23 went back to the card')
    const late = await staff.form(path, { seen, amount: '1.23', reason: 'Came bent', confirm: '1' })
    expect(late.status).toBe(409)
    const told = await refund(staff, reference, '1.23')
    expect(told satisfies Told).toMatchObject({ success: true })
  })
})
