import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { cardMethod, completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
// Attempts are counted per quarter of an hour: each test starts in a new one.
beforeEach(() => shop.clock.advance(16))
afterAll(() => shop.close())

const password = 'filters-2026'
const retail = 'retail@example.com'
const logIn = (visitor: TestVisitor, body: object) => visitor.post('/login', body)
const countStatuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const failLogin = (visitor: TestVisitor, email = retail) => logIn(visitor, { email, password: 'wrong' })

describe('signing in', () => {
  test('leads the buyer on to the requested page', async () => {
    const { status, body } = await logIn(shop.createVisitor(), {
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
    const { status, body } = await logIn(shop.createVisitor(), { email: retail, password, redirectTo })
    if (status === 200) expect(body.next_url).toBe('/')
    else expect(status).toBe(422)
  })

  test('E05: gives the same answer to a wrong password, an unknown address and invalid input', async () => {
    const answers = await Promise.all(
      [
        { email: retail, password: 'wrong' },
        { email: 'nobody@example.com', password },
        { email: '', password: '' },
        { email: retail, password: password.toUpperCase() },
        { email: retail, password: `${password} ` },
        { email: retail },
      ].map(body => logIn(shop.createVisitor(), body)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
    const withoutId = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''))
    expect(new Set(withoutId).size).toBe(1)
    expect(answers[0]!.body).toMatchObject({
      detail: expect.any(String),
      errors: { email: [expect.any(String)] },
    })
    expect(answers[0]!.headers.get('content-type')).toContain('application/problem+json')
  })

  test('E07: starts a new session and ends the old one', async () => {
    const visitor = shop.createVisitor()
    await visitor.post('/checkout/load')
    const guest = visitor.cookies.get('session')!
    await logIn(visitor, { email: retail, password })
    const first = visitor.cookies.get('session')!
    expect(first).not.toBe(guest)
    const other = shop.createVisitor()
    other.cookies.set('session', guest)
    expect((await other.get('/account/addresses')).status).toBe(401)
    await logIn(visitor, { email: 'trade@example.com', password })
    other.cookies.set('session', first)
    expect((await other.get('/account/addresses')).status).toBe(401)
  })

  test('hides the session from scripts, and renews the token that scripts read', async () => {
    const visitor = shop.createVisitor()
    const { setCookies } = await logIn(visitor, { email: retail, password })
    const cookie = (name: string) => setCookies.find(line => line.startsWith(`${name}=`)) ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(cookie('session')).toContain(attribute)
    expect(cookie('csrf_token')).not.toContain('HttpOnly')
    const before = visitor.cookies.get('csrf_token')
    await logIn(visitor, { email: retail, password })
    expect(visitor.cookies.get('csrf_token')).not.toBe(before)
  })

  test('E07: ends with signing out, when the customer is disabled, and after thirty days', async () => {
    const visitor = await shop.signIn(retail)
    const copy = shop.createVisitor()
    copy.cookies.set('session', visitor.cookies.get('session')!)
    expect((await copy.get('/account/addresses')).status).toBe(200)
    await visitor.post('/logout')
    expect((await copy.get('/account/addresses')).status).toBe(401)

    const again = await shop.signIn(retail)
    await shop.sql('update person set disabled_at = now() where email = $1', [retail])
    expect((await again.get('/account/addresses')).status).toBe(401)
    expect((await logIn(shop.createVisitor(), { email: retail, password })).status).toBe(422)
    await shop.sql('update person set disabled_at = null where email = $1', [retail])
    expect((await again.get('/account/addresses')).status).toBe(200)
    shop.clock.advance(31 * 24 * 60)
    expect((await again.get('/account/addresses')).status).toBe(401)
  })

  test('by a plain form redirects, or shows the form again with its error message', async () => {
    const visitor = shop.createVisitor()
    const refused = await visitor.postForm('/login', { email: retail, password: 'x', redirectTo: '/basket' })
    expect(refused.status).toBe(422)
    expect(refused.text.includes('don’t match an account')).toBe(true)
    const accepted = await visitor.postForm('/login', { email: retail, password, redirectTo: '/basket' })
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/basket'])
    const out = await visitor.postForm('/logout', {})
    expect([out.status, out.headers.get('location')]).toEqual([303, '/'])
  })
})

describe('failing to sign in', () => {
  test('E06: is limited to ten times for one e-mail and IP address, even at once; others can sign in', async () => {
    const visitor = shop.createVisitor()
    expect(countStatuses(await runConcurrently(25, () => failLogin(visitor)))).toEqual({ 422: 10, 429: 15 })
    const refused = await logIn(visitor, { email: retail, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await logIn(visitor, { email: 'trade@example.com', password })).status).toBe(200)
    expect((await logIn(shop.createVisitor(), { email: retail, password })).status).toBe(200)
    shop.clock.advance(15)
    expect((await logIn(visitor, { email: retail, password })).status).toBe(200)
  })

  test('nine times leaves one attempt, and successful logins do not count', async () => {
    const visitor = shop.createVisitor()
    await runConcurrently(9, () => failLogin(visitor))
    for (let i = 0; i < 5; i++) expect((await logIn(visitor, { email: retail, password })).status).toBe(200)
    expect((await failLogin(visitor)).status).toBe(422)
    expect((await failLogin(visitor)).status).toBe(429)
  })

  test('is not counted for many customers of one IP address who sign in successfully at once', async () => {
    const visitor = shop.createVisitor()
    expect(
      countStatuses(
        await runConcurrently(25, () => logIn(shop.createVisitor(visitor.ip), { email: retail, password })),
      ),
    ).toEqual({ 200: 25 })
    expect(countStatuses(await runConcurrently(25, () => failLogin(visitor)))).toEqual({ 422: 10, 429: 15 })
  })

  test('is counted for all spellings of an e-mail address', async () => {
    const visitor = shop.createVisitor()
    await runConcurrently(10, nth =>
      failLogin(visitor, nth % 2 ? 'Retail@Example.com' : ' retail@example.com '),
    )
    expect((await failLogin(visitor)).status).toBe(429)
  })

  test('E06: is limited to a hundred times for one IP address, not counting refused attempts', async () => {
    const visitor = shop.createVisitor()
    await runConcurrently(40, () => failLogin(visitor))
    const answers = await runConcurrently(100, nth => failLogin(visitor, `nobody-${nth}@example.com`))
    expect(countStatuses(answers)).toEqual({ 422: 90, 429: 10 })
    expect((await logIn(visitor, { email: 'trade@example.com', password })).status).toBe(429)
    expect((await logIn(shop.createVisitor(), { email: 'trade@example.com', password })).status).toBe(200)
  })
})

describe('asking whether an address has an account', () => {
  test('is answered correctly for all spellings', async () => {
    const visitor = shop.createVisitor()
    const ask = async (email: unknown) => (await visitor.post<boolean>('/account/exists', { email })).body
    expect(await ask(retail)).toBe(true)
    expect(await ask(' RETAIL@example.com ')).toBe(true)
    expect(await ask('nobody@example.com')).toBe(false)
    expect(await ask('')).toBe(false)
    expect(await ask(null)).toBe(false)
  })

  test('E05: is answered ten times a minute for one session', async () => {
    const visitor = shop.createVisitor()
    await visitor.post('/checkout/load')
    const ask = () => visitor.post('/account/exists', { email: 'a@example.com' })
    const answers = await runConcurrently(13, ask)
    expect(countStatuses(answers)).toEqual({ 200: 10, 429: 3 })
    const refused = answers.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.body).toMatchObject({ status: 429, title: expect.any(String), type: 'about:blank' })
    expect((await shop.createVisitor().post('/account/exists', { email: 'a@example.com' })).status).toBe(200)
    shop.clock.advance(1)
    expect((await ask()).status).toBe(200)
  })
})

describe('saved addresses', () => {
  test('are listed for a signed-in customer: their own, or the company’s account address first', async () => {
    expect((await shop.createVisitor().get('/account/addresses')).status).toBe(401)
    const addresses = (await (await shop.signIn(retail)).get<SavedAddress[]>('/account/addresses')).body
    expect(addresses).toHaveLength(6)
    expect(addresses.filter(({ billing }) => billing)).toMatchObject([
      { line_1: '12 Mill Lane', imported: false },
    ])
    const trade = (await (await shop.signIn('trade@example.com')).get<SavedAddress[]>('/account/addresses'))
      .body
    expect(trade).toMatchObject([
      { company: 'Northfield Plant Hire', billing: true, imported: true, line_3: 'Leeds' },
    ])
  })

  test('E01: of other customers cannot be used by their id', async () => {
    const [address] = (await (await shop.signIn(retail)).get<SavedAddress[]>('/account/addresses')).body
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(trade, { delivery: { id: address!.id } })
    expect(body.error).toBe('The delivery address details you have provided are invalid.')
    expect(body).not.toHaveProperty('delivery')
    await trade.delete('/basket')
  })
})

describe('what belongs to another customer', () => {
  test('E01: does not exist for strangers', async () => {
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-SEAL-1': 3 })
    const saved = await sendSave(trade, createMemberSend('account'))
    expect((await completeOrder(trade)).error).toBe(false)
    const path = `/order/${saved.body.reference}/confirmation`
    expect((await trade.getPage(path)).status).toBe(200)
    expect((await (await shop.signIn('trade@example.com')).getPage(path)).status).toBe(200)
    const strangers = [
      shop.createVisitor(),
      await shop.signIn(retail),
      await shop.signIn('stopped@example.com'),
    ]
    for (const stranger of strangers) {
      const foreign = await stranger.getPage(path)
      const unknown = await stranger.getPage('/order/FH22222222/confirmation')
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(foreign.text.includes('Northfield')).toBe(false)
    }
  })

  test('E08: cannot be read with a stolen basket cookie', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(visitor, {
      ...createMemberSend(cardMethod),
      contact: {
        name: 'Ann Secret',
        email: 'ann@example.org',
        password: 'long enough',
        telephone: '0113 496 0999',
      },
    })
    expect(body.error).toBe(false)
    const thief = shop.createVisitor()
    thief.cookies.set('basket', visitor.cookies.get('basket')!)
    for (const path of ['/checkout', '/basket', `/order/${body.reference}/confirmation`])
      expect((await thief.getPage(path)).text.includes('Secret')).toBe(false)
    expect((await thief.post('/checkout/load')).text.includes('Secret')).toBe(false)
    expect((await thief.get(`/checkout/payment/${body.reference}`)).status).toBe(404)
  })

  test('E03: a guest cannot get more rights by sending them', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
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
    const { body } = await sendSave(visitor, {
      ...createMemberSend('godmode'),
      ...rights,
      contact: { ...contact, ...rights },
    })
    expect(body.error).toBe('Invalid payment method chosen.')
  })
})
