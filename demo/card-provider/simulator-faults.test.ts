import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { goodCard, type OpayoShop, openOpayoShop } from '../../tests/support/opayo-shop.ts'

let shop: OpayoShop

beforeEach(async () => {
  shop = await openOpayoShop()
})
afterEach(() => shop.close())

describe('with a fault of the notification', () => {
  test.each([
    'bad_signature',
    'signature_v3_only',
    'tamper_status',
    'repeated_keys',
    'unknown_vendortxcode',
  ] as const)('%s: it fails verification, and nothing is charged', async fault => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault(fault, { vendorTxCode: reference })
    expect((await shop.pay(paymentPageUrl)).location).toBe(`${shop.url}/return/failed`)
    expect(shop.notifications).toMatchObject([{ isSigned: false }])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 0 })
  })

  test.each(['lowercase_signature', 'latin1_bytes'] as const)(
    '%s: the signature is still valid',
    async fault => {
      const { reference, paymentPageUrl } = await shop.register()
      shop.simulator.control.fault(fault)
      await shop.pay(paymentPageUrl)
      expect(shop.notifications).toMatchObject([{ isSigned: true }])
      expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
    },
  )

  test('wrong_vpstxid: the id is not the one of the payment', async () => {
    const { paymentPageUrl, providerTransactionId } = await shop.register()
    shop.simulator.control.fault('wrong_vpstxid')
    await shop.pay(paymentPageUrl)
    expect(shop.notifications[0]!.fields.VPSTxId).not.toBe(providerTransactionId)
  })

  test('3ds_replaces_frame: the issuer’s page replaces the payment page, from another origin', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('3ds_replaces_frame')
    const { location } = await shop.pay(paymentPageUrl, { ...goodCard, holder: 'CHALLENGE' })
    expect(new URL(location!).origin).not.toBe(new URL(paymentPageUrl).origin)
    expect(await (await fetch(location!)).text()).not.toContain('target="_parent"')
    const challengeUrl = location!.replace('/issuer?alone', '/challenge')
    const back = await shop.post(challengeUrl, { code: '1234', action: 'approve' })
    expect(back.headers.get('location')).toBe(`${shop.url}/return/paid`)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })

  test('replay_other_order: it is genuine, but of another payment', async () => {
    const first = await shop.register()
    await shop.pay(first.paymentPageUrl)
    const second = await shop.register()
    shop.simulator.control.fault('replay_other_order')
    await shop.pay(second.paymentPageUrl)
    expect(shop.notifications[1]!.fields.VendorTxCode).not.toBe(second.reference)
  })

  test.each([
    ['pending_status', 'PENDING'],
    ['registered_status', 'REGISTERED'],
  ] as const)('%s: nothing is charged', async (fault, status) => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault(fault)
    await shop.pay(paymentPageUrl)
    expect(shop.notifications).toMatchObject([{ isSigned: true, fields: { Status: status } }])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 0 })
  })

  test('huge_body: it exceeds the shop’s limit, and the payment is cancelled', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('huge_body')
    expect((await shop.pay(paymentPageUrl)).text).toContain('5006')
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 0 })
  })

  test('duplicates: the shop is notified twice at once, and again an hour later', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('duplicate_x2_parallel')
    shop.simulator.control.fault('duplicate_after_1h')
    await shop.pay(paymentPageUrl)
    expect(shop.notifications).toHaveLength(2)
    await shop.simulator.control.advance(60)
    expect(shop.notifications).toHaveLength(3)
    expect(new Set(shop.notifications.map(({ fields }) => fields.VPSSignature)).size).toBe(1)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })

  test('drop_our_answer: an ABORT follows the OK, and nothing is charged', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('drop_our_answer')
    expect((await shop.pay(paymentPageUrl)).text).toContain('5006')
    await shop.simulator.control.advance(15)
    expect(shop.notifications.map(({ fields }) => fields.Status)).toEqual(['OK', 'ABORT'])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ state: 'cancelled', charged: 0 })
    const late = await fetch(paymentPageUrl, { redirect: 'manual' })
    expect(late.headers.get('location')).toBe(`${shop.url}/return/failed`)
  })

  test('never_notify: only the ABORT comes, and is repeated until it is replied to', async () => {
    const { paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('never_notify')
    await shop.pay(paymentPageUrl)
    expect(shop.notifications).toEqual([])
    shop.setReply(() => 'later')
    await shop.simulator.control.advance(15)
    await shop.simulator.control.advance(5)
    shop.setReply(null)
    await shop.simulator.control.advance(24 * 60)
    expect(shop.notifications.map(({ fields }) => fields.Status)).toEqual(['ABORT', 'ABORT', 'ABORT'])
  })

  test('notify_before_register_answer: it cannot be verified yet: not charged, and the page redirects', async () => {
    shop.simulator.control.fault('notify_before_register_answer')
    const { reference, paymentPageUrl } = await shop.register()
    expect(shop.notifications).toMatchObject([{ isSigned: false }])
    const page = await fetch(paymentPageUrl, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`${shop.url}/return/failed`)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 0 })
  })

  test('notify_after_browser: the customer is back before the notification', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('notify_after_browser', {
      redirectUrl: `${shop.url}/return/early`,
      waitMs: 100,
    })
    expect((await shop.pay(paymentPageUrl)).location).toBe(`${shop.url}/return/early`)
    expect(shop.notifications).toEqual([])
    await expect.poll(() => shop.simulator.control.ledger(reference)?.charged).toBe(5421)
  })

  test('notify_timeout_then_retry: after a reply that is too late the notification is repeated', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('notify_timeout_then_retry', { waitMs: 1 })
    expect((await shop.pay(paymentPageUrl)).location).toBe(`${shop.url}/return/paid`)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421, notices: [{}, {}] })
  })

  test('decline_then_retry_ok: the second card pays', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    shop.simulator.control.fault('decline_then_retry_ok')
    expect((await shop.pay(paymentPageUrl)).text).toContain('declined this card')
    expect((await shop.pay(paymentPageUrl)).location).toBe(`${shop.url}/return/paid`)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })
})

test('the control API answers over HTTP, and not to a form of another site', async () => {
  const { reference } = await shop.register()
  const order = (path: string, body: string, type = 'application/json') =>
    fetch(`${shop.simulator.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
  expect((await order('advance', '{"minutes":15}', 'text/plain')).status).toBe(415)
  expect((await order('fault', '{"fault":"no such thing"}')).status).toBe(400)
  expect(
    (await order('fault', JSON.stringify({ fault: 'bad_signature', vendorTxCode: reference }))).status,
  ).toBe(200)
  expect((await order('advance', '{"minutes":15}')).status).toBe(200)
  const ledger = await fetch(`${shop.simulator.url}/_ledger.json?vendorTxCode=${reference}`)
  const entry: unknown = await ledger.json()
  expect(entry).toMatchObject({ vendorTxCode: reference, state: 'cancelled', amount: 5421, charged: 0 })
  expect(JSON.stringify(entry)).not.toContain(shop.secrets.get(reference))
  expect(shop.notifications).toMatchObject([{ isSigned: false, fields: { Status: 'ABORT' } }])
})
