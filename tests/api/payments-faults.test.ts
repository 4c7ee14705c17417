import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultName } from '../../demo/card-provider/faults.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
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

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ registerTimeoutMs: 2000 })
})
afterAll(() => shop.close())

describe('faults of the card provider', () => {
  const withFault = async (fault: FaultName) => {
    const payment = await openGuestPayment(shop, seals)
    await setFault(shop, fault, payment.reference)
    return payment
  }

  test.each(['duplicate_x2_parallel', 'duplicate_after_1h', 'notify_timeout_then_retry'] as const)(
    'D02: %s: a repeated notification places the order once and gets the same reply',
    async fault => {
      const { nextUrl, reference } = await withFault(fault)
      await payByCard(nextUrl)
      await shop.simulator.control.advance(61)
      expect(await getOrderState(shop, reference)).toBe('placed')
      const [code] = await listTransactionReferences(shop, reference)
      expect(shop.simulator.control.ledger(code!)!.charged).toBeGreaterThan(0)
      const answers = shop.simulator.control.ledger(code!)!.notices.map(({ answer }) => answer)
      expect(answers.length).toBe(2)
      expect(new Set(answers.filter(answer => answer !== null)).size).toBe(1)
    },
  )

  test.each([
    'bad_signature',
    'signature_v3_only',
    'tamper_status',
    'wrong_vpstxid',
    'unknown_vendortxcode',
    'repeated_keys',
    'huge_body',
  ] as const)('D01: %s: an unverified notification is refused, and no card is charged', async fault => {
    const { nextUrl, reference } = await withFault(fault)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
    expect(await listCharges(shop, reference)).toEqual([0])
  })

  test.each(['lowercase_signature', 'latin1_bytes'] as const)(
    '%s: a valid notification in an unusual encoding places the order',
    async fault => {
      const { nextUrl, reference } = await withFault(fault)
      await payByCard(nextUrl)
      expect(await getOrderState(shop, reference)).toBe('placed')
    },
  )

  test.each(['pending_status', 'registered_status'] as const)('%s: is not a payment', async fault => {
    const { nextUrl, reference } = await withFault(fault)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
    expect(await listCharges(shop, reference)).toEqual([0])
  })

  test('D04: drop_our_answer: a reversed payment ends the order and releases its stock and voucher', async () => {
    await shop.sql(`insert into voucher (code, kind, amount, total_limit) values ('BACK', 'fixed', 100, 1)`)
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-EDGE-3': 3 })
    await visitor.post('/basket/discount', { code: 'BACK' })
    shop.simulator.control.fault('drop_our_answer')
    const before = await getStock(shop, 'FH-EDGE-3')
    const { body } = await sendSave(visitor, createGuestSend())
    await payByCard(body.next_url!)
    expect(await getOrderState(shop, body.reference!)).toBe('placed')
    const other = shop.createVisitor()
    await fillBasket(shop, other, seals)
    expect((await other.post('/basket/discount', { code: 'BACK' })).body.accepted).toBe(false)
    await shop.simulator.control.advance(16)
    expect(await getOrderState(shop, body.reference!)).toBe('payment_reversed')
    expect(await getStock(shop, 'FH-EDGE-3')).toBe(before)
    expect((await other.post('/basket/discount', { code: 'BACK' })).body.accepted).toBe(true)
    expect(await getPaymentStatus(visitor, body.reference!)).toMatchObject({ state: 'lapsed' })
  })

  test('D04: never_notify: the buyer sees the payment waiting, then cancelled, and can pay again', async () => {
    const { visitor, sent, nextUrl, reference } = await withFault('never_notify')
    await payByCard(nextUrl)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting' })
    await shop.simulator.control.advance(16)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'cancelled' })
    const { body } = await sendSave(visitor, sent)
    await payByCard(body.next_url!)
    expect(await getOrderState(shop, reference)).toBe('placed')
  })

  test('D03: notify_after_browser: the buyer returns before the notification arrives', async () => {
    const { visitor, nextUrl, reference } = await withFault('never_notify')
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting' })
    await payByCard(nextUrl)
    expect(await listCharges(shop, reference)).toEqual([0])
    const other = await openGuestPayment(shop, seals)
    shop.simulator.control.fault('notify_after_browser', {
      redirectUrl: `${shop.url}/checkout/return/early`,
      waitMs: 100,
    })
    const back = await payByCard(other.nextUrl)
    expect((await other.visitor.getPage(new URL(back.location!).pathname)).status).toBe(200)
    await expect.poll(() => getOrderState(shop, other.reference)).toBe('placed')
    await expect.poll(() => getPaymentStatus(other.visitor, other.reference)).toMatchObject({ state: 'paid' })
  })

  test('D03: notify_before_register_answer: a payment that cannot be verified yet is not charged, and a new form opens at once', async () => {
    shop.simulator.control.fault('notify_before_register_answer')
    const { nextUrl, reference } = await openGuestPayment(shop, seals)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('placed')
    expect(await listCharges(shop, reference)).toEqual([0, expect.any(Number)])
  })

  test.each(['register_500', 'register_malformed_lines', 'next_url_foreign_host'] as const)(
    'D13: %s: the buyer sees the failure, keeps the basket, and the next attempt works',
    async fault => {
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, seals)
      const sent = createGuestSend()
      shop.simulator.control.fault(fault)
      const first = await sendSave(visitor, sent)
      expect(first.body).toMatchObject({ error: expect.stringContaining('card provider'), next_url: null })
      expect((await getBasket(visitor)).count).toBe(3)
      const second = await sendSave(visitor, sent)
      expect(second.body).toMatchObject({ error: false, reference: first.body.reference })
      await payByCard(second.body.next_url!)
      expect(await getOrderState(shop, second.body.reference!)).toBe('placed')
    },
  )

  test('register_timeout_but_registered: the request is repeated once with the same reference', async () => {
    shop.simulator.control.fault('register_timeout_but_registered')
    const { nextUrl, reference } = await openGuestPayment(shop, seals)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('placed')
    expect(await listTransactionReferences(shop, reference)).toHaveLength(1)
  })

  test('D13: the provider is unreachable: other ways to pay still work', async () => {
    const head = await shop.signIn('head@example.com')
    await fillBasket(shop, head, { 'FH-OIL-1': 1 })
    for (let i = 0; i < 2; i++) shop.simulator.control.fault('register_slow_20s', { waitMs: 4000 })
    const card = await sendSave(head, createMemberSend(cardMethod))
    expect(card.body.error).toContain('can’t be reached')
    expect((await sendSave(head, createMemberSend('account'))).body.error).toBe(false)
    expect((await completeOrder(head)).error).toBe(false)
  })
})
