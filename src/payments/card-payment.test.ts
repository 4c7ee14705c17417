import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerPayment } from './opayo.server.ts'
import { answerNotification } from './opayo-notification.ts'
import { goodCard, openTinyShop, type TinyShop } from './tiny-shop.fixture.server.ts'

let shop: TinyShop

beforeEach(async () => {
  shop = await openTinyShop()
})
afterEach(() => shop.close())

describe('a payment', () => {
  test('that goes well is told, accepted, charged once and led back to the shop', async () => {
    const { code, nextUrl, vpsTxId } = await shop.registered()
    const page = await fetch(nextUrl)
    expect(await page.text()).toContain('Pay £54.21')
    const ending = await shop.pay(nextUrl)
    expect(ending).toMatchObject({ status: 302, location: `${shop.url}/return/paid` })
    expect(shop.heard).toMatchObject([
      { genuine: true, fields: { Status: 'OK', VPSTxId: vpsTxId, VendorTxCode: code, Last4Digits: '0006' } },
    ])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'charged', charged: 5421, refunded: 0 })
  })

  test('that is sent twice at once is made once', async () => {
    const { code, nextUrl } = await shop.registered()
    const endings = await Promise.all([shop.pay(nextUrl), shop.pay(nextUrl), shop.pay(nextUrl)])
    expect(new Set(endings.map(ending => ending.location))).toEqual(new Set([`${shop.url}/return/paid`]))
    expect(shop.heard).toHaveLength(1)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test('that the bank declines is told as NOTAUTHED and not charged', async () => {
    const { code, nextUrl } = await shop.registered()
    const ending = await shop.pay(nextUrl, { ...goodCard, number: '4929602110085639' })
    expect(ending.location).toBe(`${shop.url}/return/failed`)
    expect(shop.heard).toMatchObject([{ genuine: true, fields: { Status: 'NOTAUTHED', DeclineCode: '05' } }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'not_charged', charged: 0 })
  })

  test('that the buyer cancels is told as ABORT', async () => {
    const { code, nextUrl } = await shop.registered()
    const response = await shop.post(`${nextUrl}/cancel`, {})
    expect(response.headers.get('location')).toBe(`${shop.url}/return/failed`)
    expect(shop.heard).toMatchObject([{ genuine: true, fields: { Status: 'ABORT' } }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'cancelled', charged: 0 })
  })

  test('that nobody finishes is aborted after fifteen minutes, not before', async () => {
    const { code } = await shop.registered()
    await shop.sandbox.control.advance(14)
    expect(shop.heard).toEqual([])
    await shop.sandbox.control.advance(1)
    expect(shop.heard).toMatchObject([{ genuine: true, fields: { Status: 'ABORT', VendorTxCode: code } }])
    await shop.sandbox.control.advance(60)
    expect(shop.heard).toHaveLength(1)
  })

  test('that the shop refuses is not charged, and the buyer is led on all the same', async () => {
    for (const status of ['INVALID', 'ERROR'] as const) {
      shop.say(() =>
        answerNotification({ status, redirectUrl: `${shop.url}/return/sorry`, detail: 'sold out' }),
      )
      const { code, nextUrl } = await shop.registered()
      expect((await shop.pay(nextUrl)).location).toBe(`${shop.url}/return/sorry`)
      expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'not_charged', charged: 0 })
    }
  })

  test.each([
    ['html', () => '<html>Status=OK</html>'],
    ['a blank line first', () => '\r\nStatus=OK\r\nRedirectURL=https://shop.example/'],
    ['an unknown status', () => 'Status=FINE\r\nRedirectURL=https://shop.example/'],
    ['no address', () => 'Status=OK'],
    ['an address that is not absolute', () => 'Status=OK\r\nRedirectURL=/return'],
    ['an address that is too long', () => `Status=OK\r\nRedirectURL=https://shop.example/${'a'.repeat(255)}`],
  ])('answered with %s is error 5006: not charged, and aborted by the monitor', async (_, answer) => {
    shop.say(answer)
    const { code, nextUrl } = await shop.registered()
    const ending = await shop.pay(nextUrl)
    expect(ending.text).toContain('5006')
    expect(ending.location).toBe(null)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ state: 'cancelled', charged: 0 })
    shop.say(null)
    await shop.sandbox.control.advance(15)
    expect(shop.heard.map(({ fields }) => fields.Status)).toEqual(['OK', 'ABORT'])
  })

  test('of a card with a wrong number or date stays in the form, and shows no number again', async () => {
    const { nextUrl } = await shop.registered()
    const wrong = await shop.pay(nextUrl, { ...goodCard, number: '4929 0000 0000 7', expiry: '10/20' })
    expect(wrong.status).toBe(200)
    expect(wrong.text).toContain('Check the card number')
    expect(wrong.text).toContain('This card has expired')
    expect(wrong.text).toContain('value="Sam Okafor"')
    expect(wrong.text).not.toContain('value="4929')
    expect(shop.heard).toEqual([])
  })

  test('with a challenge goes through the issuer’s page in a frame within the frame', async () => {
    const { code, nextUrl } = await shop.registered()
    const asked = await shop.pay(nextUrl, { ...goodCard, holder: 'CHALLENGE' })
    expect(asked.text).toContain('/issuer"')
    expect(await (await fetch(`${nextUrl}/issuer`)).text()).toContain('card ending 0006')
    expect((await shop.post(`${nextUrl}/challenge`, { code: '9999', action: 'approve' })).status).toBe(200)
    const right = await shop.post(`${nextUrl}/challenge`, { code: '1234', action: 'approve' })
    expect(right.headers.get('location')).toBe(`${shop.url}/return/paid`)
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 5421 })
  })

  test('whose challenge is refused is REJECTED', async () => {
    const { code, nextUrl } = await shop.registered()
    await shop.pay(nextUrl, { ...goodCard, holder: 'CHALLENGE' })
    await shop.post(`${nextUrl}/challenge`, { code: '', action: 'refuse' })
    expect(shop.heard).toMatchObject([{ genuine: true, fields: { Status: 'REJECTED' } }])
    expect(shop.sandbox.control.ledger(code)).toMatchObject({ charged: 0 })
  })
})

describe('the card page', () => {
  test('may be framed by the shop alone and loads nothing from elsewhere', async () => {
    const { nextUrl } = await shop.registered()
    const page = await fetch(nextUrl)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors 'self' ${shop.url}`)
    expect(policy).toContain("default-src 'none'")
    expect(page.headers.has('x-frame-options')).toBe(false)
    expect(await page.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  test('shows what the shop sent as text, never as markup', async () => {
    const code = shop.newCode()
    const answer = await registerPayment(shop.gateway(), { ...shop.fieldsOf(code), Description: '<b>x</b>"' })
    if (!answer.ok) throw new Error(answer.status)
    expect(await (await fetch(answer.nextUrl)).text()).toContain('&lt;b&gt;x&lt;/b&gt;&quot;')
  })
})
