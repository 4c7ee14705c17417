import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { fill } from './buying.ts'
import { mailsTo, waitForMail } from './mails.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ worker: true })
})
afterAll(() => shop.close())

const hash = '#newsletter-subscribed'
const subscription = async (email: string) =>
  (
    await shop.sql<{ confirmed_at: Date | null; unsubscribed_at: Date | null }>(
      'select * from newsletter_subscription where email = $1',
      [email],
    )
  )[0]
const consents = (email: string) =>
  shop.sql<{ event: string; words: string; source: string; ip_hash: Buffer }>(
    `select c.* from newsletter_consent c join newsletter_subscription s on s.id = c.subscription_id
     where s.email = $1 order by c.id`,
    [email],
  )

/** The address of the mail's link of this kind. */
function linkIn(mail: string, kind: 'confirm' | 'unsubscribe'): string {
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return new RegExp(`/newsletter/${kind}/[\\d-]+\\.[\\w-]{32}`).exec(text)![0]
}

describe('a visitor who wants the newsletter', () => {
  test('agrees, confirms by mail, and can stop it again', async () => {
    const visitor = shop.visitor()
    const asked = await visitor.ask('POST', '/newsletter', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: shop.url,
        referer: `${shop.url}/search?query=x`,
      },
      body: new URLSearchParams({ email: ' Ada@Example.com ', return_url: `${shop.url}/${hash}` }).toString(),
    })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `/${hash}`])
    expect((await visitor.page('/')).text).toContain('One step is left')
    const mail = await waitForMail(shop, 'ada@example.com', 'Confirm your newsletter')
    expect((await subscription('ada@example.com'))!.confirmed_at).toBeNull()
    const [consent] = await consents('ada@example.com')
    expect(consent).toMatchObject({ event: 'asked', source: '/search' })
    expect(consent!.words).toMatch(/^Send me the newsletter/)
    expect(consent!.ip_hash).toHaveLength(32)

    const link = linkIn(mail, 'confirm')
    const page = await shop.visitor().page(link)
    expect(page.text).toContain('ada@example.com')
    expect((await subscription('ada@example.com'))!.confirmed_at).toBeNull()
    for (const _ of [1, 2]) {
      const confirmed = await visitor.form(link, {})
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `/${hash}`])
    }
    expect((await subscription('ada@example.com'))!.confirmed_at).not.toBeNull()

    const stop = linkIn(mail, 'unsubscribe')
    expect((await visitor.page(stop)).status).toBe(200)
    expect((await subscription('ada@example.com'))!.unsubscribed_at).toBeNull()
    expect((await visitor.form(stop, {})).status).toBe(303)
    expect((await subscription('ada@example.com'))!.unsubscribed_at).not.toBeNull()
    expect((await visitor.form(link, {})).status).toBe(404)
    expect((await consents('ada@example.com')).map(({ event }) => event)).toEqual([
      'asked',
      'confirmed',
      'unsubscribed',
    ])
  })

  test('is told the same whether the address is known, and a known one gets no second mail', async () => {
    const ask = () => shop.visitor().post('/newsletter', { email: 'bob@example.com', return_url: '/' })
    const first = await ask()
    const mail = await waitForMail(shop, 'bob@example.com', 'Confirm your newsletter')
    await shop.visitor().post(linkIn(mail, 'confirm'))
    const second = await ask()
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect((await subscription('bob@example.com'))!.confirmed_at).not.toBeNull()
    const outbox = await shop.sql(`select from mail_outbox where recipient = 'bob@example.com'`)
    expect(outbox).toHaveLength(1)
    expect(await mailsTo(shop, 'bob@example.com')).toHaveLength(1)
  })

  test.each(['', '   ', 'nobody', '@', 'a b@example.com', `${'x'.repeat(90)}@example.com`])(
    'and gives %j as address is asked for one',
    async email => {
      const words = 'Please enter your email address'
      const call = await shop.visitor().post('/newsletter', { email, return_url: '/' })
      expect(call).toMatchObject({ status: 422, body: { errors: { email: [words] } } })
      const form = await shop.visitor().form('/newsletter', { email, return_url: '/' })
      expect(form.status).toBe(422)
      expect(form.text).toContain(words)
    },
  )

  test('is never led to another site', async () => {
    for (const return_url of ['https://evil.example/', '//evil.example', '/\\evil', 'javascript:1', '']) {
      const answer = await shop.visitor().form('/newsletter', { email: 'eve@example.com', return_url })
      expect(answer.headers.get('location')).toBe(`/${hash}`)
    }
    const answer = await shop.visitor().form('/newsletter', {
      email: 'eve@example.com',
      return_url: `${shop.url}/search?query=x#other`,
    })
    expect(answer.headers.get('location')).toBe(`/search?query=x${hash}`)
  })

  test('loses nothing to a link that was replaced, is too old or was made up', async () => {
    const ask = () => shop.visitor().post('/newsletter', { email: 'cy@example.com' })
    await ask()
    const old = linkIn(await waitForMail(shop, 'cy@example.com', 'Confirm your newsletter'), 'confirm')
    shop.clock.pass(1)
    await ask()
    const link = linkIn(await waitForMail(shop, 'cy@example.com', 'Confirm your newsletter', 2), 'confirm')
    const links = [old, `${link}x`, '/newsletter/confirm/1-1.x', '/newsletter/unsubscribe/1.x'].map(one =>
      one === old && old === link ? '/newsletter/confirm/x' : one,
    )
    for (const one of links) expect((await shop.visitor().page(one)).status).toBe(404)
    shop.clock.pass(8 * 24 * 60)
    expect((await shop.visitor().post(link)).status).toBe(404)
  })
})

describe('whoever sends many', () => {
  test('has to wait, and one address gets a few mails at most', async () => {
    const limited = await openShop({ env: { LIMIT_NEWSLETTER_PER_MINUTE: '8' } })
    try {
      const visitor = limited.visitor()
      const ask = () => visitor.post('/newsletter', { email: 'dee@example.com' })
      for (let nth = 0; nth < 8; nth++) expect((await ask()).status).toBe(200)
      expect((await ask()).status).toBe(429)
      const [row] = await limited.sql<{ count: number }>(
        `select count(*)::int from mail_outbox where recipient = 'dee@example.com'`,
      )
      expect(row!.count).toBeLessThanOrEqual(5)
    } finally {
      await limited.close()
    }
  })
})

describe('where a provider keeps the list', () => {
  test('the form goes to him, with the hidden fields and the return address, but not from the checkout', async () => {
    const other = await openShop({
      env: { NEWSLETTER_ACTION: 'https://lists.example/add', NEWSLETTER_FIELDS: '{"account":"A7"}' },
    })
    try {
      const page = await other.visitor().page('/terms-conditions')
      expect(page.text).toContain('action="https://lists.example/add"')
      expect(page.text).toContain('name="account" value="A7"')
      expect(page.text).toContain(`value="${other.url}/${hash}"`)
      expect(page.headers.get('content-security-policy')).toContain(
        "form-action 'self' https://lists.example",
      )
      const visitor = other.visitor()
      await fill(other, visitor, { 'FH-OIL-1': 1 })
      const checkout = await visitor.page('/checkout')
      expect(checkout.status).toBe(200)
      expect(checkout.text).not.toContain('lists.example')
      expect(checkout.headers.get('content-security-policy')).not.toContain('lists.example')
    } finally {
      await other.close()
    }
  })
})
