import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatorVendor } from '../../demo/card-provider/simulator.ts'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { calculateSignature } from '../../src/features/payments/opayo/opayo.server.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { cancelPayment, declinedCard, payByCard, runConcurrently } from '../support/test-visitor.ts'
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
import { getPaymentStatus, seals } from './payment-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

describe('a guest who pays by card', () => {
  test('has an order once the provider has confirmed the payment, an account, an e-mail and an empty basket', async () => {
    const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
    expect(nextUrl.startsWith(`${shop.simulator.url}/`)).toBe(true)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting', next_url: null })
    expect(await completeOrder(visitor)).toMatchObject({
      error: expect.stringContaining('finish the payment'),
      next_url: null,
    })
    const paid = await payByCard(nextUrl)
    expect(paid.location).toMatch(new RegExp(`^${shop.url}/checkout/return/[\\w-]+\\?request_id=[\\w.-]+$`))
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({
      state: 'paid',
      next_url: `/order/${reference}/confirmation`,
    })
    expect((await visitor.getPage(`/order/${reference}/confirmation`)).text).toContain(reference)
    expect((await getBasket(visitor)).count).toBe(0)
    expect(await completeOrder(visitor)).toEqual({
      error: false,
      next_url: `/order/${reference}/confirmation`,
    })
    const mails = await shop.sql('select kind from mail_outbox where recipient = $1 order by kind', [
      sent.contact.email,
    ])
    expect(mails).toEqual([{ kind: 'account-created' }, { kind: 'order-received' }])
    const [order] = await shop.sql<{
      person_id: number
      last_four: string
      terms: boolean
      guest_password_hash: null
    }>(
      `select o.person_id, a.last_four, o.terms_version is not null and o.terms_accepted_at is not null as terms,
         o.guest_password_hash from orders o join payment_attempt a on a.order_id = o.id where reference = $1`,
      [reference],
    )
    expect(order).toEqual({
      person_id: expect.any(Number),
      last_four: '0006',
      terms: true,
      guest_password_hash: null,
    })
    const again = await shop
      .createVisitor()
      .post('/login', { email: sent.contact.email, password: sent.contact.password })
    expect(again.status).toBe(200)
  })

  test('D07: sees that a card was declined, is not charged, and pays with another', async () => {
    const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
    await payByCard(nextUrl, declinedCard)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'declined', next_url: null })
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
    expect((await getBasket(visitor)).count).toBe(3)
    const retry = await sendSave(visitor, sent)
    expect(retry.body).toMatchObject({ error: false, reference })
    expect(retry.body.next_url).not.toBe(nextUrl)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting' })
    await payByCard(retry.body.next_url!)
    expect(await getOrderState(shop, reference)).toBe('placed')
  })

  test('is not charged when the issuer does not confirm the holder', async () => {
    const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
    await payByCard(nextUrl, { ...declinedCard, number: '4929000000006', holder: 'NOTAUTH' })
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'declined' })
  })

  test('D11: can cancel in the frame, keeps the basket, and can start again', async () => {
    const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
    await cancelPayment(nextUrl)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'cancelled' })
    expect((await getBasket(visitor)).count).toBe(3)
    const { body } = await sendSave(visitor, sent)
    expect(body).toMatchObject({ error: false, reference })
    await payByCard(body.next_url!)
    expect(await getOrderState(shop, reference)).toBe('placed')
  })

  test('D11: abandons the form: the stock is released after 30 minutes, not before', async () => {
    const before = await getStock(shop, 'FH-EDGE-3')
    const { visitor, nextUrl, reference } = await openGuestPayment(shop, { 'FH-EDGE-3': 3 })
    expect(await getStock(shop, 'FH-EDGE-3')).toBe(before - 3)
    shop.clock.advance(29)
    await lapseOrders(shop.context)
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
    shop.clock.advance(2)
    await runConcurrently(4, () => lapseOrders(shop.context))
    expect(await getOrderState(shop, reference)).toBe('lapsed')
    expect(await getStock(shop, 'FH-EDGE-3')).toBe(before)
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'lapsed' })
    expect(await completeOrder(visitor)).toMatchObject({ error: expect.stringContaining('30 minutes') })
    await shop.simulator.control.advance(0)
    expect((await payByCard(nextUrl)).location).toMatch(/return/)
    expect(await getOrderState(shop, reference)).toBe('lapsed')
  })

  test('sees that a card cannot pay the amount, and no stock is reserved', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-HYD-1': 2000 })
    const { body, status } = await sendSave(visitor, createGuestSend({ delivery_method: 'PAL' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ error: expect.stringContaining('card'), next_url: null })
    expect((await getBasket(visitor)).count).toBe(2000)
  })
})

describe('a late payment', () => {
  const late = async (goods: Record<string, number>) => {
    const payment = await openGuestPayment(shop, goods)
    // The provider's monitor would have cancelled by now, but its clock is stopped here.
    const endHold = `update orders set hold_until = $1 where reference = $2`
    await shop.sql(endHold, [new Date(shop.clock.now().getTime() - 1000), payment.reference])
    await lapseOrders(shop.context)
    expect(await getOrderState(shop, payment.reference)).toBe('lapsed')
    return payment
  }

  test('D06: places the order when the stock is still available', async () => {
    const { visitor, nextUrl, reference } = await late(seals)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('placed')
    expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'paid' })
  })

  test('D06, C03: is refused when the stock is gone', async () => {
    await shop.setStock('FH-AIR-1', 1)
    const { visitor, nextUrl, reference } = await late({ 'FH-AIR-1': 1 })
    await shop.setStock('FH-AIR-1', 0)
    const { location } = await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('lapsed')
    expect((await visitor.getPage(new URL(location!).pathname)).text).toContain('This payment has ended.')
    await shop.setStock('FH-AIR-1', 5)
  })

  test('D06: is refused when the same basket was ordered again meanwhile', async () => {
    const { visitor, sent, nextUrl, reference } = await late(seals)
    const second = await sendSave(visitor, sent)
    expect(second.body.reference).not.toBe(reference)
    await payByCard(nextUrl)
    expect(await getOrderState(shop, reference)).toBe('lapsed')
    await payByCard(second.body.next_url!)
    expect(await getOrderState(shop, second.body.reference!)).toBe('placed')
  })

  test('D06, B07: is refused when its voucher was used up meanwhile', async () => {
    const withOnce = async () => {
      const visitor = shop.createVisitor()
      await fillBasket(shop, visitor, seals)
      await visitor.post('/basket/discount', { code: 'ONCE' })
      const { body } = await sendSave(visitor, createGuestSend())
      return { visitor, ...body }
    }
    const first = await withOnce()
    await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), first.reference])
    await lapseOrders(shop.context)
    const second = await withOnce()
    await payByCard(second.next_url!)
    await payByCard(first.next_url!)
    expect(await getOrderState(shop, second.reference!)).toBe('placed')
    expect(await getOrderState(shop, first.reference!)).toBe('lapsed')
  })
})

describe('repeated and concurrent sends', () => {
  test('A01: two tabs, two clicks and a retry make one order with one card form', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, seals)
    await visitor.post('/checkout/load')
    const sent = createGuestSend()
    const answers = await runConcurrently(6, () => sendSave(visitor, sent))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.next_url)).size).toBe(1)
    const paid = await runConcurrently(3, () => payByCard(answers[0]!.body.next_url!))
    expect(new Set(paid.map(({ location }) => location)).size).toBe(1)
    const { reference } = answers[0]!.body
    expect(await getOrderState(shop, reference!)).toBe('placed')
    expect(await getPaymentStatus(visitor, reference!)).toMatchObject({ state: 'paid' })
  })

  test('D14: another payment method while the frame is open: only one of the two orders is placed', async () => {
    const head = await shop.signIn('head@example.com')
    await fillBasket(shop, head, { 'FH-OIL-1': 2 })
    const card = await sendSave(head, createMemberSend(cardMethod))
    const account = await sendSave(head, createMemberSend('account'))
    expect(account.body.error).toBe(false)
    await payByCard(card.body.next_url!)
    expect(await getOrderState(shop, card.body.reference!)).toBe('superseded')
    expect(
      await shop.sql('select state from payment_attempt where transaction_reference like $1', [
        `${card.body.reference}%`,
      ]),
    ).toEqual([{ state: 'refused' }])
    expect(await completeOrder(head)).toEqual({
      error: false,
      next_url: `/order/${account.body.reference}/confirmation`,
    })
    expect(await getOrderState(shop, account.body.reference!)).toBe('placed')
  })

  test('D14: paying and switching the method at the same moment places one order', async () => {
    for (let round = 0; round < 5; round++) {
      const head = await shop.signIn('head@example.com')
      await fillBasket(shop, head, { 'FH-OIL-1': 1 })
      const card = await sendSave(head, createMemberSend(cardMethod))
      const [, switched] = await Promise.all([
        payByCard(card.body.next_url!),
        sendSave(head, createMemberSend('account')),
      ])
      if (switched.body.error === false) await completeOrder(head)
      const placed = await shop.sql(
        `select o.id from orders o where state = 'placed' and basket_version =
           (select basket_version from orders where reference = $1) and basket_id =
           (select basket_id from orders where reference = $1)`,
        [card.body.reference],
      )
      expect(placed).toHaveLength(1)
      await head.delete('/basket')
    }
  })
})

describe('a stranger', () => {
  test('D10: cannot see the payment of another customer', async () => {
    const { reference } = await openGuestPayment(shop, seals)
    const stranger = shop.createVisitor()
    expect((await stranger.get(`/checkout/payment/${reference}`)).status).toBe(404)
    expect((await stranger.getPage(`/order/${reference}/confirmation`)).status).toBe(404)
    const trade = await shop.signIn('trade@example.com')
    expect((await trade.get(`/checkout/payment/${reference}`)).status).toBe(404)
    expect((await trade.get('/checkout/payment/FH22222222')).status).toBe(404)
  })

  test('D01: a forged notification is answered with INVALID, as the protocol requires', async () => {
    const { reference } = await openGuestPayment(shop, seals)
    const [attempt] = await shop.sql<{ code: string; id: string }>(
      `select transaction_reference as code, provider_transaction_id as id from payment_attempt a join orders o on o.id = a.order_id
       where reference = $1`,
      [reference],
    )
    const fields = {
      VendorTxCode: attempt!.code,
      VPSTxId: attempt!.id,
      Status: 'OK',
      VPSSignature: 'F'.repeat(32),
    }
    const answer = await shop.createVisitor().request('POST', '/checkout/notification', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.text).toMatch(/^Status=INVALID\r\nRedirectURL=http/)
    expect(answer.text).not.toContain(attempt!.code)
    expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  })

  test('D01: a replayed notification changes nothing, whatever order it names', async () => {
    const [paid, open] = [await openGuestPayment(shop, seals), await openGuestPayment(shop, seals)]
    await payByCard(paid.nextUrl)
    const attempts = await shop.sql<{ code: string; id: string; key: string; answer: string | null }>(
      `select a.transaction_reference as code, a.provider_transaction_id as id, a.provider_secret as key, a.notification_reply as answer from payment_attempt a
       join orders o on o.id = a.order_id where reference = any($1) order by a.id`,
      [[paid.reference, open.reference]],
    )
    const [mine, other] = [attempts[0]!, attempts[1]!]
    const say = async (fields: Record<string, string>, key: string) => {
      const VPSSignature = calculateSignature(fields, simulatorVendor, key)
      const how = {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, VPSSignature }).toString(),
      }
      return (await shop.createVisitor().request('POST', '/checkout/notification', how)).text
    }
    const genuine = { VendorTxCode: mine.code, VPSTxId: mine.id, Status: 'OK', GiftAid: '0' }
    expect(await say(genuine, mine.key)).toBe(mine.answer)
    expect(await say({ ...genuine, Status: 'NOTAUTHED' }, mine.key)).toBe(mine.answer)
    expect(await getOrderState(shop, paid.reference)).toBe('placed')
    for (const fields of [
      { ...genuine, VendorTxCode: other.code },
      { ...genuine, VendorTxCode: other.code, VPSTxId: other.id },
    ]) {
      expect(await say(fields, mine.key)).toMatch(/^Status=INVALID/)
    }
    expect(await getOrderState(shop, open.reference)).toBe('awaiting_payment')
  })

  test.each(['', 'x', 'Status=OK', '%', '=&=&', 'VendorTxCode=%00&Status=OK', 'a=1&a=2', '\u0000'])(
    'a notification %j is answered with INVALID',
    async body => {
      const { status, text } = await shop.createVisitor().request('POST', '/checkout/notification', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect([status, text.slice(0, 14)]).toEqual([200, 'Status=INVALID'])
    },
  )

  test('D10: the return page has no personal data, and only the shop may frame it', async () => {
    const { sent, nextUrl, reference } = await openGuestPayment(shop, seals)
    const { location } = await payByCard(nextUrl)
    for (const path of [new URL(location!).pathname, '/checkout/return/unknown', '/checkout/return/%27']) {
      const page = await shop.createVisitor().getPage(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(page.headers.get('cache-control')).toBe('no-store')
      for (const secret of [reference, sent.contact.email, sent.contact.name])
        expect(page.text).not.toContain(secret)
    }
    const other = await shop.createVisitor().getPage('/login')
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('the last piece in stock', () => {
  test('C01: goes to exactly one of ten buyers who order at once, however they pay', async () => {
    await shop.setStock('FH-AIR-1', 1)
    const staff = 'staff@example.com'
    const emails = [
      'trade@example.com',
      'head@example.com',
      'stopped@example.com',
      staff,
      'retail@example.com',
    ]
    const members = await Promise.all(emails.map(email => shop.signIn(email)))
    const guests = Array.from({ length: 5 }, () => shop.createVisitor())
    const buyers = [...members, ...guests]
    for (const buyer of buyers) await fillBasket(shop, buyer, { 'FH-AIR-1': 1 })
    const bodies = [
      ...['account', 'account', 'account', 'godmode', cardMethod].map(method => createMemberSend(method)),
      ...guests.map(() => createGuestSend()),
    ]
    const answers = await Promise.all(buyers.map((buyer, i) => sendSave(buyer, bodies[i]!)))
    const won = answers.filter(({ body }) => body.error === false)
    expect(won).toHaveLength(1)
    for (const { body } of answers) {
      if (body.error !== false) expect(body.error_details).toEqual([expect.stringContaining('FH-AIR-1')])
    }
    expect(await getStock(shop, 'FH-AIR-1')).toBe(0)
    await checkInvariants(shop)
    const winner = answers.findIndex(({ body }) => body.error === false)
    const { next_url } = answers[winner]!.body
    if (next_url) await payByCard(next_url)
    else await completeOrder(buyers[winner]!)
    expect(await getOrderState(shop, answers[winner]!.body.reference!)).toBe('placed')
    await shop.setStock('FH-AIR-1', 5)
  })
})
