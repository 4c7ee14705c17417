import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import { atOnce, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { complete, fill, memberSend, save } from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
// Attempts are counted by address and time: each test has quarters of an hour of its own.
beforeEach(() => shop.clock.pass(16))
afterAll(async () => {
  await checkInvariants(shop)
  await shop.close()
})

const password = 'filters-2026'
const retail = 'retail@example.com'
const logIn = (visitor: Visitor, body: object) => visitor.post('/login', body)
const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const wrong = (visitor: Visitor, email = retail) => logIn(visitor, { email, password: 'wrong' })

describe('signing in', () => {
  test('leads on to where the buyer wanted to go', async () => {
    const { status, body } = await logIn(shop.visitor(), {
      email: ' RETAIL@example.com',
      password,
      redirectTo: '/checkout?a=1',
    })
    expect([status, body]).toEqual([200, { success: true, next_url: '/checkout?a=1' }])
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '',
    ['/a', '/b'],
  ])('E10: never leads to %j', async redirectTo => {
    const { status, body } = await logIn(shop.visitor(), { email: retail, password, redirectTo })
    if (status === 200) expect(body.next_url).toBe('/')
    else expect(status).toBe(422)
  })

  test('E05: says one and the same of a wrong password, an unknown address and nonsense', async () => {
    const said = await Promise.all(
      [
        { email: retail, password: 'wrong' },
        { email: 'nobody@example.com', password },
        { email: '', password: '' },
        { email: retail, password: password.toUpperCase() },
        { email: retail, password: `${password} ` },
        { email: retail },
      ].map(body => logIn(shop.visitor(), body)),
    )
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 422))
    const withoutId = said.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''))
    expect(new Set(withoutId).size).toBe(1)
    expect(said[0]!.body).toMatchObject({
      detail: expect.any(String),
      errors: { email: [expect.any(String)] },
    })
    expect(said[0]!.headers.get('content-type')).toContain('application/problem+json')
  })

  test('E07: gives a new session, and the old one is dead', async () => {
    const visitor = shop.visitor()
    await visitor.post('/checkout/load')
    const guest = visitor.cookies.get('session')!
    await logIn(visitor, { email: retail, password })
    const first = visitor.cookies.get('session')!
    expect(first).not.toBe(guest)
    const other = shop.visitor()
    other.cookies.set('session', guest)
    expect((await other.get('/account/addresses')).status).toBe(401)
    await logIn(visitor, { email: 'trade@example.com', password })
    other.cookies.set('session', first)
    expect((await other.get('/account/addresses')).status).toBe(401)
  })

  test('keeps the session from scripts, and renews the token that scripts read', async () => {
    const visitor = shop.visitor()
    const { setCookies } = await logIn(visitor, { email: retail, password })
    const cookie = (name: string) => setCookies.find(line => line.startsWith(`${name}=`)) ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(cookie('session')).toContain(attribute)
    expect(cookie('csrf_token')).not.toContain('HttpOnly')
    const before = visitor.cookies.get('csrf_token')
    await logIn(visitor, { email: retail, password })
    expect(visitor.cookies.get('csrf_token')).not.toBe(before)
  })

  test('E07: does not outlive signing out, being shut out, or thirty days', async () => {
    const visitor = await shop.signedIn(retail)
    const copy = shop.visitor()
    copy.cookies.set('session', visitor.cookies.get('session')!)
    expect((await copy.get('/account/addresses')).status).toBe(200)
    await visitor.post('/logout')
    expect((await copy.get('/account/addresses')).status).toBe(401)

    const again = await shop.signedIn(retail)
    await shop.sql('update person set disabled_at = now() where email = $1', [retail])
    expect((await again.get('/account/addresses')).status).toBe(401)
    expect((await logIn(shop.visitor(), { email: retail, password })).status).toBe(422)
    await shop.sql('update person set disabled_at = null where email = $1', [retail])
    expect((await again.get('/account/addresses')).status).toBe(200)
    shop.clock.pass(31 * 24 * 60)
    expect((await again.get('/account/addresses')).status).toBe(401)
  })

  test('by a plain form redirects, or shows the form again with its one sentence', async () => {
    const visitor = shop.visitor()
    const no = await visitor.form('/login', { email: retail, password: 'x', redirectTo: '/basket' })
    expect(no.status).toBe(422)
    expect(no.text.includes('do not match an account')).toBe(true)
    const yes = await visitor.form('/login', { email: retail, password, redirectTo: '/basket' })
    expect([yes.status, yes.headers.get('location')]).toEqual([303, '/basket'])
    const out = await visitor.form('/logout', {})
    expect([out.status, out.headers.get('location')]).toEqual([303, '/'])
  })
})

describe('failing to sign in', () => {
  test('E06: ten times at one place for one address is enough, even all at once; others go on', async () => {
    const visitor = shop.visitor()
    expect(statuses(await atOnce(25, () => wrong(visitor)))).toEqual({ 422: 10, 429: 15 })
    const refused = await logIn(visitor, { email: retail, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await logIn(visitor, { email: 'trade@example.com', password })).status).toBe(200)
    expect((await logIn(shop.visitor(), { email: retail, password })).status).toBe(200)
    shop.clock.pass(15)
    expect((await logIn(visitor, { email: retail, password })).status).toBe(200)
  })

  test('nine times leaves one try; who then succeeds is not counted', async () => {
    const visitor = shop.visitor()
    await atOnce(9, () => wrong(visitor))
    for (let i = 0; i < 5; i++) expect((await logIn(visitor, { email: retail, password })).status).toBe(200)
    expect((await wrong(visitor)).status).toBe(422)
    expect((await wrong(visitor)).status).toBe(429)
  })

  test('is not what a crowd does that signs in rightly, all at once', async () => {
    const visitor = shop.visitor()
    expect(
      statuses(await atOnce(25, () => logIn(shop.visitor(visitor.ip), { email: retail, password }))),
    ).toEqual({ 200: 25 })
    expect(statuses(await atOnce(25, () => wrong(visitor)))).toEqual({ 422: 10, 429: 15 })
  })

  test('is counted whatever way the address is written', async () => {
    const visitor = shop.visitor()
    await atOnce(10, nth => wrong(visitor, nth % 2 ? 'Retail@Example.com' : ' retail@example.com '))
    expect((await wrong(visitor)).status).toBe(429)
  })

  test('E06: a hundred times at one place is enough for all addresses, refused tries not counted', async () => {
    const visitor = shop.visitor()
    await atOnce(40, () => wrong(visitor))
    const answers = await atOnce(100, nth => wrong(visitor, `nobody-${nth}@example.com`))
    expect(statuses(answers)).toEqual({ 422: 90, 429: 10 })
    expect((await logIn(visitor, { email: 'trade@example.com', password })).status).toBe(429)
    expect((await logIn(shop.visitor(), { email: 'trade@example.com', password })).status).toBe(200)
  })
})

describe('asking whether an address has an account', () => {
  test('is answered truly, however the address is written', async () => {
    const visitor = shop.visitor()
    const ask = async (email: unknown) => (await visitor.post<boolean>('/account/exists', { email })).body
    expect(await ask(retail)).toBe(true)
    expect(await ask(' RETAIL@example.com ')).toBe(true)
    expect(await ask('nobody@example.com')).toBe(false)
    expect(await ask('')).toBe(false)
    expect(await ask(null)).toBe(false)
  })

  test('E05: is answered ten times a minute for one place', async () => {
    const visitor = shop.visitor()
    const ask = () => visitor.post('/account/exists', { email: 'a@example.com' })
    const answers = await atOnce(13, ask)
    expect(statuses(answers)).toEqual({ 200: 10, 429: 3 })
    const refused = answers.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.body).toMatchObject({ status: 429, title: expect.any(String), type: 'about:blank' })
    expect((await shop.visitor().post('/account/exists', { email: 'a@example.com' })).status).toBe(200)
    shop.clock.pass(1)
    expect((await ask()).status).toBe(200)
  })
})

describe('saved addresses', () => {
  test('are for who is signed in: his own, and his company’s account address first', async () => {
    expect((await shop.visitor().get('/account/addresses')).status).toBe(401)
    const own = (await (await shop.signedIn(retail)).get<SavedAddress[]>('/account/addresses')).body
    expect(own).toHaveLength(6)
    expect(own.filter(({ billing }) => billing)).toMatchObject([{ line_1: '12 Mill Lane', imported: false }])
    const trade = (await (await shop.signedIn('trade@example.com')).get<SavedAddress[]>('/account/addresses'))
      .body
    expect(trade).toMatchObject([
      { company: 'Northfield Plant Hire', billing: true, imported: true, line_3: 'Leeds' },
    ])
  })

  test('E01: of other people cannot be used by their number', async () => {
    const [own] = (await (await shop.signedIn(retail)).get<SavedAddress[]>('/account/addresses')).body
    const trade = await shop.signedIn('trade@example.com')
    await fill(shop, trade, { 'FH-SEAL-1': 3 })
    const { body } = await save(trade, { delivery: { id: own!.id } })
    expect(body.error).toBe('The delivery address details you have provided are invalid.')
    expect(body).not.toHaveProperty('delivery')
    await trade.delete('/basket')
  })
})

describe('other people’s things', () => {
  test('E01: do not exist', async () => {
    const trade = await shop.signedIn('trade@example.com')
    await fill(shop, trade, { 'FH-SEAL-1': 3 })
    const saved = await save(trade, memberSend('account'))
    expect((await complete(trade)).error).toBe(false)
    const path = `/order/${saved.body.reference}/confirmation`
    expect((await trade.page(path)).status).toBe(200)
    expect((await (await shop.signedIn('trade@example.com')).page(path)).status).toBe(200)
    const strangers = [
      shop.visitor(),
      await shop.signedIn(retail),
      await shop.signedIn('stopped@example.com'),
    ]
    for (const stranger of strangers) {
      const theirs = await stranger.page(path)
      const none = await stranger.page('/order/FH22222222/confirmation')
      expect([theirs.status, none.status]).toEqual([404, 404])
      expect(theirs.text.includes('Northfield')).toBe(false)
    }
  })

  test('E08: are not opened by a stolen or made-up basket cookie', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-SEAL-1': 3 })
    const { body } = await save(visitor, {
      ...memberSend('sagepay'),
      contact: {
        name: 'Ann Secret',
        email: 'ann@example.org',
        password: 'long enough',
        telephone: '0113 496 0999',
      },
    })
    expect(body.error).toBe(false)
    const thief = shop.visitor()
    thief.cookies.set('basket', visitor.cookies.get('basket')!)
    for (const path of ['/checkout', '/basket', `/order/${body.reference}/confirmation`])
      expect((await thief.page(path)).text.includes('Secret')).toBe(false)
    expect((await thief.post('/checkout/load')).text.includes('Secret')).toBe(false)
    expect((await thief.get(`/checkout/payment/${body.reference}`)).status).toBe(404)
  })

  test('E03: nobody gets more rights by saying so', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-SEAL-1': 3 })
    const contact = {
      name: 'Eve',
      email: 'eve@example.org',
      password: 'long enough',
      telephone: '0113 496 0999',
    }
    const rights = {
      roles: ['staff'],
      permissions: ['godmode'],
      company_id: 1,
      cref: 'NPH001',
      account: 'NPH001',
    }
    const { body } = await save(visitor, {
      ...memberSend('godmode'),
      ...rights,
      contact: { ...contact, ...rights },
    })
    expect(body.error).toBe('Invalid payment method chosen.')
  })
})
