import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { fillBasket } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
afterAll(() => shop.close())

const hash = '#newsletter-subscribed'
const findSubscription = async (email: string) =>
  (
    await shop.sql<{ confirmed_at: Date | null; unsubscribed_at: Date | null }>(
      'select * from newsletter_subscription where email = $1',
      [email],
    )
  )[0]
const listConsents = (email: string) =>
  shop.sql<{ event: string; words: string; source: string; ip_hash: Buffer }>(
    `select c.* from newsletter_consent c join newsletter_subscription s on s.id = c.subscription_id
     where s.email = $1 order by c.id`,
    [email],
  )

/** The path of an e-mail's link of this kind. */
function findLink(mail: string, kind: 'confirm' | 'unsubscribe'): string {
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return new RegExp(`/newsletter/${kind}/[\\d-]+\\.[\\w-]{32}`).exec(text)![0]
}

describe('a visitor who wants the newsletter', () => {
  test('consents, confirms by e-mail, and can unsubscribe again', async () => {
    const visitor = shop.createVisitor()
    const subscribed = await visitor.request('POST', '/newsletter', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: shop.url,
        referer: `${shop.url}/search?query=x`,
      },
      body: new URLSearchParams({ email: ' Ada@Example.com ', return_url: `${shop.url}/${hash}` }).toString(),
    })
    expect([subscribed.status, subscribed.headers.get('location')]).toEqual([303, `/${hash}`])
    expect((await visitor.getPage('/')).text).toContain('One more step')
    const mail = await waitForMail(shop, 'ada@example.com', 'Confirm your newsletter')
    expect((await findSubscription('ada@example.com'))!.confirmed_at).toBeNull()
    const [consent] = await listConsents('ada@example.com')
    expect(consent).toMatchObject({ event: 'asked', source: '/search' })
    expect(consent!.words).toMatch(/^Send me the newsletter/)
    expect(consent!.ip_hash).toHaveLength(32)

    const link = findLink(mail, 'confirm')
    const page = await shop.createVisitor().getPage(link)
    expect(page.text).toContain('ada@example.com')
    expect((await findSubscription('ada@example.com'))!.confirmed_at).toBeNull()
    for (const _ of [1, 2]) {
      const confirmed = await visitor.postForm(link, {})
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `/${hash}`])
    }
    expect((await findSubscription('ada@example.com'))!.confirmed_at).not.toBeNull()

    const unsubscribe = findLink(mail, 'unsubscribe')
    expect((await visitor.getPage(unsubscribe)).status).toBe(200)
    expect((await findSubscription('ada@example.com'))!.unsubscribed_at).toBeNull()
    expect((await visitor.postForm(unsubscribe, {})).status).toBe(303)
    expect((await findSubscription('ada@example.com'))!.unsubscribed_at).not.toBeNull()
    expect((await visitor.postForm(link, {})).status).toBe(404)
    expect((await listConsents('ada@example.com')).map(({ event }) => event)).toEqual([
      'asked',
      'confirmed',
      'unsubscribed',
    ])
  })

  test('gets the same answer whether the address is subscribed or not, and a subscribed one gets no second e-mail', async () => {
    const subscribe = () =>
      shop.createVisitor().post('/newsletter', { email: 'bob@example.com', return_url: '/' })
    const first = await subscribe()
    const mail = await waitForMail(shop, 'bob@example.com', 'Confirm your newsletter')
    await shop.createVisitor().post(findLink(mail, 'confirm'))
    const second = await subscribe()
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect((await findSubscription('bob@example.com'))!.confirmed_at).not.toBeNull()
    const outbox = await shop.sql(`select from mail_outbox where recipient = 'bob@example.com'`)
    expect(outbox).toHaveLength(1)
    expect(await listMailsTo(shop, 'bob@example.com')).toHaveLength(1)
  })

  test.each(['', '   ', 'nobody', '@', 'a b@example.com', `${'x'.repeat(90)}@example.com`])(
    'and enters %j gets a message that asks for an e-mail address',
    async email => {
      const words = 'Please enter your email address'
      const call = await shop.createVisitor().post('/newsletter', { email, return_url: '/' })
      expect(call).toMatchObject({ status: 422, body: { errors: { email: [words] } } })
      const form = await shop.createVisitor().postForm('/newsletter', { email, return_url: '/' })
      expect(form.status).toBe(422)
      expect(form.text).toContain(words)
    },
  )

  test('is never led to another site', async () => {
    for (const return_url of ['https://evil.example/', '//evil.example', '/\\evil', 'javascript:1', '']) {
      const answer = await shop
        .createVisitor()
        .postForm('/newsletter', { email: 'eve@example.com', return_url })
      expect(answer.headers.get('location')).toBe(`/${hash}`)
    }
    const answer = await shop.createVisitor().postForm('/newsletter', {
      email: 'eve@example.com',
      return_url: `${shop.url}/search?query=x#other`,
    })
    expect(answer.headers.get('location')).toBe(`/search?query=x${hash}`)
  })

  test('cannot confirm with a link that was replaced, has expired or is forged', async () => {
    const subscribe = () => shop.createVisitor().post('/newsletter', { email: 'cy@example.com' })
    await subscribe()
    const old = findLink(await waitForMail(shop, 'cy@example.com', 'Confirm your newsletter'), 'confirm')
    shop.clock.advance(1)
    await subscribe()
    const link = findLink(await waitForMail(shop, 'cy@example.com', 'Confirm your newsletter', 2), 'confirm')
    const links = [old, `${link}x`, '/newsletter/confirm/1-1.x', '/newsletter/unsubscribe/1.x'].map(one =>
      one === old && old === link ? '/newsletter/confirm/x' : one,
    )
    for (const one of links) expect((await shop.createVisitor().getPage(one)).status).toBe(404)
    shop.clock.advance(8 * 24 * 60)
    expect((await shop.createVisitor().post(link)).status).toBe(404)
  })
})

describe('a visitor who subscribes too often', () => {
  test('has to wait, and one address gets a few e-mails at most', async () => {
    const limited = await startTestShop({ env: { LIMIT_NEWSLETTER_PER_MINUTE: '8' } })
    try {
      const visitor = limited.createVisitor()
      const subscribe = () => visitor.post('/newsletter', { email: 'dee@example.com' })
      for (let nth = 0; nth < 8; nth++) expect((await subscribe()).status).toBe(200)
      expect((await subscribe()).status).toBe(429)
      const [row] = await limited.sql<{ count: number }>(
        `select count(*)::int from mail_outbox where recipient = 'dee@example.com'`,
      )
      expect(row!.count).toBeLessThanOrEqual(5)
    } finally {
      await limited.close()
    }
  })
})

describe('when a newsletter provider is configured', () => {
  test('the visitor’s form goes to the provider with the hidden fields and the return address, but not at checkout', async () => {
    const other = await startTestShop({
      env: { NEWSLETTER_ACTION: 'https://lists.example/add', NEWSLETTER_FIELDS: '{"account":"A7"}' },
    })
    try {
      const page = await other.createVisitor().getPage('/terms-conditions')
      expect(page.text).toContain('action="https://lists.example/add"')
      expect(page.text).toContain('name="account" value="A7"')
      expect(page.text).toContain(`value="${other.url}/${hash}"`)
      expect(page.headers.get('content-security-policy')).toContain(
        "form-action 'self' https://lists.example",
      )
      const visitor = other.createVisitor()
      await fillBasket(other, visitor, { 'FH-OIL-1': 1 })
      const checkout = await visitor.getPage('/checkout')
      expect(checkout.status).toBe(200)
      expect(checkout.text).not.toContain('lists.example')
      expect(checkout.headers.get('content-security-policy')).not.toContain('lists.example')
    } finally {
      await other.close()
    }
  })
})
