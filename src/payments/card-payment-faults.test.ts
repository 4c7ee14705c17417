import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { goodCard, openTinyShop, type TinyShop } from './tiny-shop.fixture.server.ts'

let shop: TinyShop

beforeEach(async () => {
  shop = await openTinyShop()
})
afterEach(() => shop.close())

describe('with a fault of the notification', () => {
  test.each([
    'bad_signature',
    'signature_v3_only',
    'tamper_status',
    'repeated_keys',
    'unknown_vendortxcode',
  ] as const)('%s the shop cannot be made to believe it, and nobody is charged', async fault => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault(fault, { vendorTxCode: code })
    expect((await shop.pay(nextUrl)).location).toBe(`${shop.url}/return/failed`)
    expect(shop.heard).toMatchObject([{ genuine: false }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 0 })
  })

  test.each(['lowercase_signature', 'latin1_bytes'] as const)('%s the signature still holds', async fault => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault(fault)
    await shop.pay(nextUrl)
    expect(shop.heard).toMatchObject([{ genuine: true }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test('wrong_vpstxid the id is not the one of the payment', async () => {
    const { nextUrl, vpsTxId } = await shop.registered()
    shop.sandbox.control.fault('wrong_vpstxid')
    await shop.pay(nextUrl)
    expect(shop.heard[0]!.fields.VPSTxId).not.toBe(vpsTxId)
  })

  test('3ds_replaces_frame the issuer stands on another origin, in the frame’s own place', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('3ds_replaces_frame')
    const { location } = await shop.pay(nextUrl, { ...goodCard, holder: 'CHALLENGE' })
    expect(new URL(location!).origin).not.toBe(new URL(nextUrl).origin)
    expect(await (await fetch(location!)).text()).not.toContain('target="_parent"')
    const own = location!.replace('/issuer?alone', '/challenge')
    const back = await shop.post(own, { code: '1234', action: 'approve' })
    expect(back.headers.get('location')).toBe(`${shop.url}/return/paid`)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test('replay_other_order it is a genuine one, of another payment', async () => {
    const first = await shop.registered()
    await shop.pay(first.nextUrl)
    const second = await shop.registered()
    shop.sandbox.control.fault('replay_other_order')
    await shop.pay(second.nextUrl)
    expect(shop.heard[1]!.fields.VendorTxCode).not.toBe(second.code)
  })

  test.each([
    ['pending_status', 'PENDING'],
    ['registered_status', 'REGISTERED'],
  ] as const)('%s nothing is charged', async (fault, status) => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault(fault)
    await shop.pay(nextUrl)
    expect(shop.heard).toMatchObject([{ genuine: true, fields: { Status: status } }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 0 })
  })

  test('huge_body the shop’s limit answers, and the payment is cancelled', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('huge_body')
    expect((await shop.pay(nextUrl)).text).toContain('5006')
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 0 })
  })

  test('duplicates the shop hears the same twice, at once and an hour later', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('duplicate_x2_parallel')
    shop.sandbox.control.fault('duplicate_after_1h')
    await shop.pay(nextUrl)
    expect(shop.heard).toHaveLength(2)
    await shop.sandbox.control.advance(60)
    expect(shop.heard).toHaveLength(3)
    expect(new Set(shop.heard.map(({ fields }) => fields.VPSSignature)).size).toBe(1)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test('drop_our_answer an ABORT follows the OK, and nothing is charged', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('drop_our_answer')
    expect((await shop.pay(nextUrl)).text).toContain('5006')
    await shop.sandbox.control.advance(15)
    expect(shop.heard.map(({ fields }) => fields.Status)).toEqual(['OK', 'ABORT'])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'cancelled', charged: 0 })
    const late = await fetch(nextUrl, { redirect: 'manual' })
    expect(late.headers.get('location')).toBe(`${shop.url}/return/failed`)
  })

  test('never_notify only the monitor speaks, and asks again until it is answered', async () => {
    const { nextUrl } = await shop.registered()
    shop.sandbox.control.fault('never_notify')
    await shop.pay(nextUrl)
    expect(shop.heard).toEqual([])
    shop.say(() => 'later')
    await shop.sandbox.control.advance(15)
    await shop.sandbox.control.advance(5)
    shop.say(null)
    await shop.sandbox.control.advance(24 * 60)
    expect(shop.heard.map(({ fields }) => fields.Status)).toEqual(['ABORT', 'ABORT', 'ABORT'])
  })

  test('notify_before_register_answer the shop cannot know it yet: not charged, and the frame goes on', async () => {
    shop.sandbox.control.fault('notify_before_register_answer')
    const { code, nextUrl } = await shop.registered()
    expect(shop.heard).toMatchObject([{ genuine: false }])
    const page = await fetch(nextUrl, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`${shop.url}/return/failed`)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 0 })
  })

  test('notify_after_browser the buyer is back before the shop is told', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('notify_after_browser', {
      redirectUrl: `${shop.url}/return/early`,
      waitMs: 100,
    })
    expect((await shop.pay(nextUrl)).location).toBe(`${shop.url}/return/early`)
    expect(shop.heard).toEqual([])
    await expect.poll(() => shop.sandbox.control.ledger(code)?.charged).toBe(5421)
  })

  test('notify_timeout_then_retry a slow first answer is not the last word', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('notify_timeout_then_retry', { waitMs: 1 })
    expect((await shop.pay(nextUrl)).location).toBe(`${shop.url}/return/paid`)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421, notices: [{}, {}] })
  })

  test('decline_then_retry_ok the second card pays', async () => {
    const { code, nextUrl } = await shop.registered()
    shop.sandbox.control.fault('decline_then_retry_ok')
    expect((await shop.pay(nextUrl)).text).toContain('declined this card')
    expect((await shop.pay(nextUrl)).location).toBe(`${shop.url}/return/paid`)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })
})

test('the controls answer over HTTP too, and not to a form of another site', async () => {
  const { code } = await shop.registered()
  const order = (path: string, body: string, type = 'application/json') =>
    fetch(`${shop.sandbox.url}/_control/${path}`, { method: 'POST', headers: { 'Content-Type': type }, body })
  expect((await order('advance', '{"minutes":15}', 'text/plain')).status).toBe(415)
  expect((await order('fault', '{"fault":"no such thing"}')).status).toBe(400)
  expect((await order('fault', JSON.stringify({ fault: 'bad_signature', vendorTxCode: code }))).status).toBe(
    200,
  )
  expect((await order('advance', '{"minutes":15}')).status).toBe(200)
  const ledger = await fetch(`${shop.sandbox.url}/_ledger.json?vendorTxCode=${code}`)
  const entry: unknown = await ledger.json()
  expect(entry).toMatchObject({ vendorTxCode: code, state: 'cancelled', amount: 5421, charged: 0 })
  expect(JSON.stringify(entry)).not.toContain(shop.keys.get(code))
  expect(shop.heard).toMatchObject([{ genuine: false, fields: { Status: 'ABORT' } }])
})
