import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sandboxVendor } from '../../demo/card-provider/card-provider.ts'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { calculateSignature } from '../../src/features/payments/opayo/signature.server.ts'
import { atOnce, cancelPayment, declinedCard, payByCard, type Visitor } from '../support/client.ts'
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

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

interface Status {
  state: string
  message: string
  next_url: string | null
}

const statusOf = async (visitor: Visitor, reference: string) =>
  (await visitor.get<Status>(`/checkout/payment/${reference}`)).body

const seals = { 'FH-SEAL-1': 3 }

describe('a guest who pays by card', () => {
  test('has his order once the provider has said so, an account, a mail, and an empty basket', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
    expect(nextUrl.startsWith(`${shop.sandbox.url}/`)).toBe(true)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'waiting', next_url: null })
    expect(await complete(visitor)).toMatchObject({
      error: expect.stringContaining('finish the payment'),
      next_url: null,
    })
    const paid = await payByCard(nextUrl)
    expect(paid.location).toMatch(new RegExp(`^${shop.url}/checkout/return/`))
    expect(await statusOf(visitor, reference)).toMatchObject({
      state: 'paid',
      next_url: `/order/${reference}/confirmation`,
    })
    expect((await visitor.page(`/order/${reference}/confirmation`)).text).toContain(reference)
    expect((await basketOf(visitor)).count).toBe(0)
    expect(await complete(visitor)).toEqual({ error: false, next_url: `/order/${reference}/confirmation` })
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
      .visitor()
      .post('/login', { email: sent.contact.email, password: sent.contact.password })
    expect(again.status).toBe(200)
  })

  test('D07: is told of a declined card, is not charged, and pays with another', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
    await payByCard(nextUrl, declinedCard)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'declined', next_url: null })
    expect(await stateOf(shop, reference)).toBe('awaiting_payment')
    expect((await basketOf(visitor)).count).toBe(3)
    const retry = await save(visitor, sent)
    expect(retry.body).toMatchObject({ error: false, reference })
    expect(retry.body.next_url).not.toBe(nextUrl)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'waiting' })
    await payByCard(retry.body.next_url!)
    expect(await stateOf(shop, reference)).toBe('placed')
  })

  test('is not charged when the issuer does not know him', async () => {
    const { visitor, nextUrl, reference } = await guestAtCard(shop, seals)
    await payByCard(nextUrl, { ...declinedCard, number: '4929000000006', holder: 'NOTAUTH' })
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'declined' })
  })

  test('D11: may cancel in the frame, keeps his basket, and may begin again', async () => {
    const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, seals)
    await cancelPayment(nextUrl)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'cancelled' })
    expect((await basketOf(visitor)).count).toBe(3)
    const { body } = await save(visitor, sent)
    expect(body).toMatchObject({ error: false, reference })
    await payByCard(body.next_url!)
    expect(await stateOf(shop, reference)).toBe('placed')
  })

  test('D11: who walks away leaves the goods to others after 30 minutes, not before', async () => {
    const before = await stockOf(shop, 'FH-EDGE-3')
    const { visitor, nextUrl, reference } = await guestAtCard(shop, { 'FH-EDGE-3': 3 })
    expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before - 3)
    shop.clock.pass(29)
    await lapseOrders(shop.context)
    expect(await stateOf(shop, reference)).toBe('awaiting_payment')
    shop.clock.pass(2)
    await atOnce(4, () => lapseOrders(shop.context))
    expect(await stateOf(shop, reference)).toBe('lapsed')
    expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'lapsed' })
    expect(await complete(visitor)).toMatchObject({ error: expect.stringContaining('30 minutes') })
    await shop.sandbox.control.advance(0)
    expect((await payByCard(nextUrl)).location).toMatch(/return/)
    expect(await stateOf(shop, reference)).toBe('lapsed')
  })

  test('is told when a card cannot take the amount, and nothing is kept back for him', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-HYD-1': 2000 })
    const { body, status } = await save(visitor, guestSend({ delivery_method: 'PAL' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ error: expect.stringContaining('card'), next_url: null })
    expect((await basketOf(visitor)).count).toBe(2000)
  })
})

describe('money that comes late', () => {
  const late = async (goods: Record<string, number>) => {
    const at = await guestAtCard(shop, goods)
    // The provider's own monitor would have cancelled by now: its clock stands still here.
    const held = `update orders set hold_until = $1 where reference = $2`
    await shop.sql(held, [new Date(shop.clock.now().getTime() - 1000), at.reference])
    await lapseOrders(shop.context)
    expect(await stateOf(shop, at.reference)).toBe('lapsed')
    return at
  }

  test('D06: places the order after all when the goods are still there', async () => {
    const { visitor, nextUrl, reference } = await late(seals)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('placed')
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'paid' })
  })

  test('D06, C03: is not taken when they are gone', async () => {
    await shop.setStock('FH-AIR-1', 1)
    const { visitor, nextUrl, reference } = await late({ 'FH-AIR-1': 1 })
    await shop.setStock('FH-AIR-1', 0)
    const { location } = await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('lapsed')
    expect((await visitor.page(new URL(location!).pathname)).text).toContain('This payment has ended.')
    await shop.setStock('FH-AIR-1', 5)
  })

  test('D06: is not taken when the same basket was ordered again meanwhile', async () => {
    const { visitor, sent, nextUrl, reference } = await late(seals)
    const second = await save(visitor, sent)
    expect(second.body.reference).not.toBe(reference)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('lapsed')
    await payByCard(second.body.next_url!)
    expect(await stateOf(shop, second.body.reference!)).toBe('placed')
  })

  test('D06, B07: is not taken when its voucher was used up meanwhile', async () => {
    const withOnce = async () => {
      const visitor = shop.visitor()
      await fill(shop, visitor, seals)
      await visitor.post('/basket/discount', { code: 'ONCE' })
      const { body } = await save(visitor, guestSend())
      return { visitor, ...body }
    }
    const first = await withOnce()
    await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), first.reference])
    await lapseOrders(shop.context)
    const second = await withOnce()
    await payByCard(second.next_url!)
    await payByCard(first.next_url!)
    expect(await stateOf(shop, second.reference!)).toBe('placed')
    expect(await stateOf(shop, first.reference!)).toBe('lapsed')
  })
})

describe('two of everything', () => {
  test('A01: two tabs, two clicks and a retry are one order with one frame', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, seals)
    await visitor.post('/checkout/load')
    const sent = guestSend()
    const answers = await atOnce(6, () => save(visitor, sent))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.next_url)).size).toBe(1)
    const paid = await atOnce(3, () => payByCard(answers[0]!.body.next_url!))
    expect(new Set(paid.map(({ location }) => location)).size).toBe(1)
    const { reference } = answers[0]!.body
    expect(await stateOf(shop, reference!)).toBe('placed')
    expect(await statusOf(visitor, reference!)).toMatchObject({ state: 'paid' })
  })

  test('D14: another method while the frame is open: only one of them can win', async () => {
    const head = await shop.signedIn('head@example.com')
    await fill(shop, head, { 'FH-OIL-1': 2 })
    const card = await save(head, memberSend('sagepay'))
    const account = await save(head, memberSend('account'))
    expect(account.body.error).toBe(false)
    await payByCard(card.body.next_url!)
    expect(await stateOf(shop, card.body.reference!)).toBe('superseded')
    expect(
      await shop.sql('select state from payment_attempt where transaction_reference like $1', [
        `${card.body.reference}%`,
      ]),
    ).toEqual([{ state: 'refused' }])
    expect(await complete(head)).toEqual({
      error: false,
      next_url: `/order/${account.body.reference}/confirmation`,
    })
    expect(await stateOf(shop, account.body.reference!)).toBe('placed')
  })

  test('D14: paying and switching at the very same moment ends in one order', async () => {
    for (let round = 0; round < 5; round++) {
      const head = await shop.signedIn('head@example.com')
      await fill(shop, head, { 'FH-OIL-1': 1 })
      const card = await save(head, memberSend('sagepay'))
      const [, switched] = await Promise.all([
        payByCard(card.body.next_url!),
        save(head, memberSend('account')),
      ])
      if (switched.body.error === false) await complete(head)
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
  test('D10: learns nothing of a payment that is not his', async () => {
    const { reference } = await guestAtCard(shop, seals)
    const stranger = shop.visitor()
    expect((await stranger.get(`/checkout/payment/${reference}`)).status).toBe(404)
    expect((await stranger.page(`/order/${reference}/confirmation`)).status).toBe(404)
    const trade = await shop.signedIn('trade@example.com')
    expect((await trade.get(`/checkout/payment/${reference}`)).status).toBe(404)
    expect((await trade.get('/checkout/payment/FH22222222')).status).toBe(404)
  })

  test('D01: who forges a notification is told no, in the words of the protocol', async () => {
    const { reference } = await guestAtCard(shop, seals)
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
    const answer = await shop.visitor().ask('POST', '/checkout/notification', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.text).toMatch(/^Status=INVALID\r\nRedirectURL=http/)
    expect(answer.text).not.toContain(attempt!.code)
    expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  })

  test('D01: who plays a genuine notification again moves nothing, whatever order he writes on it', async () => {
    const [paid, open] = [await guestAtCard(shop, seals), await guestAtCard(shop, seals)]
    await payByCard(paid.nextUrl)
    const attempts = await shop.sql<{ code: string; id: string; key: string; answer: string | null }>(
      `select a.transaction_reference as code, a.provider_transaction_id as id, a.provider_secret as key, a.notification_reply as answer from payment_attempt a
       join orders o on o.id = a.order_id where reference = any($1) order by a.id`,
      [[paid.reference, open.reference]],
    )
    const [mine, other] = [attempts[0]!, attempts[1]!]
    const say = async (fields: Record<string, string>, key: string) => {
      const VPSSignature = calculateSignature(fields, sandboxVendor, key)
      const how = {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, VPSSignature }).toString(),
      }
      return (await shop.visitor().ask('POST', '/checkout/notification', how)).text
    }
    const genuine = { VendorTxCode: mine.code, VPSTxId: mine.id, Status: 'OK', GiftAid: '0' }
    expect(await say(genuine, mine.key)).toBe(mine.answer)
    expect(await say({ ...genuine, Status: 'NOTAUTHED' }, mine.key)).toBe(mine.answer)
    expect(await stateOf(shop, paid.reference)).toBe('placed')
    for (const fields of [
      { ...genuine, VendorTxCode: other.code },
      { ...genuine, VendorTxCode: other.code, VPSTxId: other.id },
    ]) {
      expect(await say(fields, mine.key)).toMatch(/^Status=INVALID/)
    }
    expect(await stateOf(shop, open.reference)).toBe('awaiting_payment')
  })

  test.each(['', 'x', 'Status=OK', '%', '=&=&', 'VendorTxCode=%00&Status=OK', 'a=1&a=2', '\u0000'])(
    'who posts %j to the notification breaks nothing',
    async body => {
      const { status, text } = await shop.visitor().ask('POST', '/checkout/notification', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      expect([status, text.slice(0, 14)]).toEqual([200, 'Status=INVALID'])
    },
  )

  test('D10: finds nothing personal on the return page, which only the shop itself may frame', async () => {
    const { sent, nextUrl, reference } = await guestAtCard(shop, seals)
    const { location } = await payByCard(nextUrl)
    for (const path of [new URL(location!).pathname, '/checkout/return/unknown', '/checkout/return/%27']) {
      const page = await shop.visitor().page(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(page.headers.get('cache-control')).toBe('no-store')
      for (const secret of [reference, sent.contact.email, sent.contact.name])
        expect(page.text).not.toContain(secret)
    }
    const other = await shop.visitor().page('/login')
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('the last one of its kind', () => {
  test('C01: goes to exactly one of ten who order at once, however they pay', async () => {
    await shop.setStock('FH-AIR-1', 1)
    const staff = 'staff@example.com'
    const emails = [
      'trade@example.com',
      'head@example.com',
      'stopped@example.com',
      staff,
      'retail@example.com',
    ]
    const members = await Promise.all(emails.map(email => shop.signedIn(email)))
    const guests = Array.from({ length: 5 }, () => shop.visitor())
    const buyers = [...members, ...guests]
    for (const buyer of buyers) await fill(shop, buyer, { 'FH-AIR-1': 1 })
    const bodies = [
      ...['account', 'account', 'account', 'godmode', 'sagepay'].map(method => memberSend(method)),
      ...guests.map(() => guestSend()),
    ]
    const answers = await Promise.all(buyers.map((buyer, i) => save(buyer, bodies[i]!)))
    const won = answers.filter(({ body }) => body.error === false)
    expect(won).toHaveLength(1)
    for (const { body } of answers) {
      if (body.error !== false) expect(body.error_details).toEqual([expect.stringContaining('FH-AIR-1')])
    }
    expect(await stockOf(shop, 'FH-AIR-1')).toBe(0)
    await checkInvariants(shop)
    const winner = answers.findIndex(({ body }) => body.error === false)
    const { next_url } = answers[winner]!.body
    if (next_url) await payByCard(next_url)
    else await complete(buyers[winner]!)
    expect(await stateOf(shop, answers[winner]!.body.reference!)).toBe('placed')
    await shop.setStock('FH-AIR-1', 5)
  })
})
