import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FaultName } from '../../demo/card-provider/faults.ts'
import { payByCard, type Visitor } from '../support/client.ts'
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
  shop = await openShop({ registerTimeoutMs: 2000 })
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

describe('a provider that stumbles', () => {
  const withFault = async (fault: FaultName) => {
    const at = await guestAtCard(shop, seals)
    const [row] = await shop.sql<{ code: string }>(
      'select transaction_reference as code from payment_attempt a join orders o on o.id = a.order_id where reference = $1',
      [at.reference],
    )
    shop.sandbox.control.fault(fault, { vendorTxCode: row!.code })
    return { ...at, code: row!.code }
  }
  const chargedFor = (code: string) => shop.sandbox.control.ledger(code)?.charged

  test.each(['duplicate_x2_parallel', 'duplicate_after_1h', 'notify_timeout_then_retry'] as const)(
    'D02: %s: twice told is once placed, with the same answer',
    async fault => {
      const { nextUrl, reference, code } = await withFault(fault)
      await payByCard(nextUrl)
      await shop.sandbox.control.advance(61)
      expect(await stateOf(shop, reference)).toBe('placed')
      expect(chargedFor(code)).toBeGreaterThan(0)
      const answers = shop.sandbox.control.ledger(code)!.notices.map(({ answer }) => answer)
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
  ] as const)('D01: %s: what it did not sign is not believed, and nobody is charged', async fault => {
    const { nextUrl, reference, code } = await withFault(fault)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('awaiting_payment')
    expect(chargedFor(code)).toBe(0)
  })

  test.each(['lowercase_signature', 'latin1_bytes'] as const)(
    '%s: a good word oddly spelt counts',
    async fault => {
      const { nextUrl, reference } = await withFault(fault)
      await payByCard(nextUrl)
      expect(await stateOf(shop, reference)).toBe('placed')
    },
  )

  test.each(['pending_status', 'registered_status'] as const)('%s: is not a payment', async fault => {
    const { nextUrl, reference, code } = await withFault(fault)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('awaiting_payment')
    expect(chargedFor(code)).toBe(0)
  })

  test('D04: drop_our_answer: a payment taken back is no order any more, the goods and the voucher are free again', async () => {
    await shop.sql(`insert into voucher (code, kind, amount, total_limit) values ('BACK', 'fixed', 100, 1)`)
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-EDGE-3': 3 })
    await visitor.post('/basket/discount', { code: 'BACK' })
    shop.sandbox.control.fault('drop_our_answer')
    const before = await stockOf(shop, 'FH-EDGE-3')
    const { body } = await save(visitor, guestSend())
    await payByCard(body.next_url!)
    expect(await stateOf(shop, body.reference!)).toBe('placed')
    const other = shop.visitor()
    await fill(shop, other, seals)
    expect((await other.post('/basket/discount', { code: 'BACK' })).body.accepted).toBe(false)
    await shop.sandbox.control.advance(16)
    expect(await stateOf(shop, body.reference!)).toBe('payment_reversed')
    expect(await stockOf(shop, 'FH-EDGE-3')).toBe(before)
    expect((await other.post('/basket/discount', { code: 'BACK' })).body.accepted).toBe(true)
    expect(await statusOf(visitor, body.reference!)).toMatchObject({ state: 'lapsed' })
  })

  test('D04: never_notify: the buyer sees that he waits, then that it was cancelled, and may pay again', async () => {
    const { visitor, sent, nextUrl, reference } = await withFault('never_notify')
    await payByCard(nextUrl)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'waiting' })
    await shop.sandbox.control.advance(16)
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'cancelled' })
    const { body } = await save(visitor, sent)
    await payByCard(body.next_url!)
    expect(await stateOf(shop, reference)).toBe('placed')
  })

  test('D03: notify_after_browser: the buyer is back before the word is', async () => {
    const { visitor, nextUrl, reference, code } = await withFault('never_notify')
    expect(await statusOf(visitor, reference)).toMatchObject({ state: 'waiting' })
    await payByCard(nextUrl)
    expect(chargedFor(code)).toBe(0)
    const other = await guestAtCard(shop, seals)
    shop.sandbox.control.fault('notify_after_browser', {
      redirectUrl: `${shop.url}/checkout/return/early`,
      waitMs: 100,
    })
    const back = await payByCard(other.nextUrl)
    expect((await other.visitor.page(new URL(back.location!).pathname)).status).toBe(200)
    await expect.poll(() => stateOf(shop, other.reference)).toBe('placed')
    await expect.poll(() => statusOf(other.visitor, other.reference)).toMatchObject({ state: 'paid' })
  })

  test('D03: notify_before_register_answer: nobody is charged for what the shop cannot know yet, and a new frame is there at once', async () => {
    shop.sandbox.control.fault('notify_before_register_answer')
    const { nextUrl, reference } = await guestAtCard(shop, seals)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('placed')
    const attempts = await shop.sql<{ code: string }>(
      `select transaction_reference as code from payment_attempt a join orders o on o.id = a.order_id
       where reference = $1 order by a.id`,
      [reference],
    )
    expect(attempts.map(({ code }) => chargedFor(code))).toEqual([0, expect.any(Number)])
  })

  test.each(['register_500', 'register_malformed_lines', 'next_url_foreign_host'] as const)(
    'D13: %s: the buyer is told, keeps his basket, and the next try works',
    async fault => {
      const visitor = shop.visitor()
      await fill(shop, visitor, seals)
      const sent = guestSend()
      shop.sandbox.control.fault(fault)
      const first = await save(visitor, sent)
      expect(first.body).toMatchObject({ error: expect.stringContaining('card provider'), next_url: null })
      expect((await basketOf(visitor)).count).toBe(3)
      const second = await save(visitor, sent)
      expect(second.body).toMatchObject({ error: false, reference: first.body.reference })
      await payByCard(second.body.next_url!)
      expect(await stateOf(shop, second.body.reference!)).toBe('placed')
    },
  )

  test('register_timeout_but_registered: it is asked once more, under the same code', async () => {
    shop.sandbox.control.fault('register_timeout_but_registered')
    const { nextUrl, reference } = await guestAtCard(shop, seals)
    await payByCard(nextUrl)
    expect(await stateOf(shop, reference)).toBe('placed')
    const attempts = await shop.sql(
      'select a.id from payment_attempt a join orders o on o.id = a.order_id where reference = $1',
      [reference],
    )
    expect(attempts).toHaveLength(1)
  })

  test('D13: away for good: other ways to pay still work', async () => {
    const head = await shop.signedIn('head@example.com')
    await fill(shop, head, { 'FH-OIL-1': 1 })
    for (let i = 0; i < 2; i++) shop.sandbox.control.fault('register_slow_20s', { waitMs: 4000 })
    const card = await save(head, memberSend('sagepay'))
    expect(card.body.error).toContain('cannot be reached')
    expect((await save(head, memberSend('account'))).body.error).toBe(false)
    expect((await complete(head)).error).toBe(false)
  })
})
