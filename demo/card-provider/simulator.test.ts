import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serializeReply } from '../../src/features/payments/opayo/notification.ts'
import { registerPayment } from '../../src/features/payments/opayo/opayo.server.ts'
import { goodCard, type OpayoShop, openOpayoShop } from '../../tests/support/opayo-shop.ts'

let shop: OpayoShop

beforeEach(async () => {
  shop = await openOpayoShop()
})
afterEach(() => shop.close())

describe('a payment', () => {
  test('that succeeds is notified, accepted, charged once and redirected to the shop', async () => {
    const { reference, paymentPageUrl, providerTransactionId } = await shop.register()
    const page = await fetch(paymentPageUrl)
    expect(await page.text()).toContain('Pay £54.21')
    const ending = await shop.pay(paymentPageUrl)
    expect(ending).toMatchObject({ status: 302, location: `${shop.url}/return/paid` })
    expect(shop.notifications).toMatchObject([
      {
        isSigned: true,
        fields: {
          Status: 'OK',
          VPSTxId: providerTransactionId,
          VendorTxCode: reference,
          Last4Digits: '0006',
        },
      },
    ])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({
      state: 'charged',
      charged: 5421,
      refunded: 0,
    })
  })

  test('that is submitted several times at once is charged once', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    const endings = await Promise.all([
      shop.pay(paymentPageUrl),
      shop.pay(paymentPageUrl),
      shop.pay(paymentPageUrl),
    ])
    expect(new Set(endings.map(ending => ending.location))).toEqual(new Set([`${shop.url}/return/paid`]))
    expect(shop.notifications).toHaveLength(1)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })

  test('that the bank declines is notified as NOTAUTHED and not charged', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    const ending = await shop.pay(paymentPageUrl, { ...goodCard, number: '4929602110085639' })
    expect(ending.location).toBe(`${shop.url}/return/failed`)
    expect(shop.notifications).toMatchObject([
      { isSigned: true, fields: { Status: 'NOTAUTHED', DeclineCode: '05' } },
    ])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ state: 'not_charged', charged: 0 })
  })

  test('that the customer cancels is notified as ABORT', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    const response = await shop.post(`${paymentPageUrl}/cancel`, {})
    expect(response.headers.get('location')).toBe(`${shop.url}/return/failed`)
    expect(shop.notifications).toMatchObject([{ isSigned: true, fields: { Status: 'ABORT' } }])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ state: 'cancelled', charged: 0 })
  })

  test('that is not finished is aborted after fifteen minutes, not before', async () => {
    const { reference } = await shop.register()
    await shop.simulator.control.advance(14)
    expect(shop.notifications).toEqual([])
    await shop.simulator.control.advance(1)
    expect(shop.notifications).toMatchObject([
      { isSigned: true, fields: { Status: 'ABORT', VendorTxCode: reference } },
    ])
    await shop.simulator.control.advance(60)
    expect(shop.notifications).toHaveLength(1)
  })

  test('that the shop refuses is not charged, and the customer is redirected all the same', async () => {
    for (const status of ['INVALID', 'ERROR'] as const) {
      shop.setReply(() =>
        serializeReply({ status, redirectUrl: `${shop.url}/return/sorry`, detail: 'sold out' }),
      )
      const { reference, paymentPageUrl } = await shop.register()
      expect((await shop.pay(paymentPageUrl)).location).toBe(`${shop.url}/return/sorry`)
      expect(shop.simulator.control.ledger(reference)).toMatchObject({ state: 'not_charged', charged: 0 })
    }
  })

  test.each([
    ['html', () => '<html>Status=OK</html>'],
    ['a blank line first', () => '\r\nStatus=OK\r\nRedirectURL=https://shop.example/'],
    ['an unknown status', () => 'Status=FINE\r\nRedirectURL=https://shop.example/'],
    ['no address', () => 'Status=OK'],
    ['an address that is not absolute', () => 'Status=OK\r\nRedirectURL=/return'],
    ['an address that is too long', () => `Status=OK\r\nRedirectURL=https://shop.example/${'a'.repeat(255)}`],
  ])('replied to with %s is error 5006: not charged, and aborted later', async (_, answer) => {
    shop.setReply(answer)
    const { reference, paymentPageUrl } = await shop.register()
    const ending = await shop.pay(paymentPageUrl)
    expect(ending.text).toContain('5006')
    expect(ending.location).toBe(null)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ state: 'cancelled', charged: 0 })
    shop.setReply(null)
    await shop.simulator.control.advance(15)
    expect(shop.notifications.map(({ fields }) => fields.Status)).toEqual(['OK', 'ABORT'])
  })

  test('with a wrong card number or date stays in the form, which never shows the number again', async () => {
    const { paymentPageUrl } = await shop.register()
    const wrong = await shop.pay(paymentPageUrl, { ...goodCard, number: '4929 0000 0000 7', expiry: '10/20' })
    expect(wrong.status).toBe(200)
    expect(wrong.text).toContain('Check the card number')
    expect(wrong.text).toContain('This card has expired')
    expect(wrong.text).toContain('value="Sam Okafor"')
    expect(wrong.text).not.toContain('value="4929')
    expect(shop.notifications).toEqual([])
  })

  test('with a 3-D Secure challenge goes through the issuer’s page in a nested frame', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    const challenge = await shop.pay(paymentPageUrl, { ...goodCard, holder: 'CHALLENGE' })
    expect(challenge.text).toContain('/issuer"')
    expect(await (await fetch(`${paymentPageUrl}/issuer`)).text()).toContain('card ending 0006')
    expect((await shop.post(`${paymentPageUrl}/challenge`, { code: '9999', action: 'approve' })).status).toBe(
      200,
    )
    const right = await shop.post(`${paymentPageUrl}/challenge`, { code: '1234', action: 'approve' })
    expect(right.headers.get('location')).toBe(`${shop.url}/return/paid`)
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 5421 })
  })

  test('whose challenge is refused is REJECTED', async () => {
    const { reference, paymentPageUrl } = await shop.register()
    await shop.pay(paymentPageUrl, { ...goodCard, holder: 'CHALLENGE' })
    await shop.post(`${paymentPageUrl}/challenge`, { code: '', action: 'refuse' })
    expect(shop.notifications).toMatchObject([{ isSigned: true, fields: { Status: 'REJECTED' } }])
    expect(shop.simulator.control.ledger(reference)).toMatchObject({ charged: 0 })
  })
})

describe('the card page', () => {
  test('may be framed by the shop only and loads nothing from other origins', async () => {
    const { paymentPageUrl } = await shop.register()
    const page = await fetch(paymentPageUrl)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors 'self' ${shop.url}`)
    expect(policy).toContain("default-src 'none'")
    expect(page.headers.has('x-frame-options')).toBe(false)
    expect(await page.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  test('escapes what the shop sent', async () => {
    const fields = { ...shop.fieldsOf(shop.createReference()), Description: '<b>x</b>"' }
    const answer = await registerPayment(shop.account, fields)
    if (!answer.ok) throw new Error(answer.code)
    expect(await (await fetch(answer.paymentPageUrl)).text()).toContain('&lt;b&gt;x&lt;/b&gt;&quot;')
  })
})
