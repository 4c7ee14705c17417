import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { codeOf, keyOn, switchOn } from './second-factor.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ env: { STAFF_2FA: 'required' } })
})
beforeEach(() => shop.clock.pass(16))
afterEach(async () => {
  await shop.sql('delete from recovery_code')
  await shop.sql('delete from login_step')
  await shop.sql('update person set totp_sealed = null, totp_confirmed_at = null, totp_last_step = null')
})
afterAll(() => shop.close())

const password = 'filters-2026'
const trade = 'trade@example.com'
const base = '/account/details/second-factor'

describe('a buyer who wants a second factor', () => {
  test('sets it up with his password and his app, and gets ten recovery codes', async () => {
    const visitor = await shop.signedIn(trade)
    const guessed = await visitor.form(`${base}/begin`, { password: 'wrong' })
    expect([guessed.status, guessed.text.includes('That is not your present password.')]).toEqual([422, true])
    expect((await visitor.form(`${base}/begin`, { password })).status).toBe(303)
    const page = await visitor.page(base)
    expect(page.text).toContain('QR code for your authenticator app')
    expect(page.headers.get('cache-control')).toContain('no-store')
    const wrong = await visitor.form(base, { code: '000000' })
    expect(wrong.status).toBe(422)
    const on = await visitor.form(base, { code: codeOf(shop, keyOn(page.text)) })
    expect(on.status).toBe(200)
    expect(new Set(on.text.match(/(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}/g)).size).toBe(10)
    expect((await visitor.page(base)).text).not.toContain('QR code')
    const [kept] = await shop.sql<{ sealed: string }>(
      `select totp_sealed as sealed from person where email = '${trade}'`,
    )
    expect(kept!.sealed).not.toContain(keyOn(page.text).replaceAll(' ', ''))
    const mails = await shop.sql('select from mail_outbox where kind = $1', ['account-changed'])
    expect(mails).toHaveLength(1)
  })

  test('has no session until he gave the code, and then goes where he wanted', async () => {
    const { key } = await switchOn(shop, await shop.signedIn(trade), password)
    shop.clock.pass(1)
    const visitor = shop.visitor()
    const { body } = await visitor.post('/login', { email: trade, password, redirectTo: '/checkout' })
    expect(body).toEqual({ success: true, next_url: '/login/second-factor' })
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await visitor.get('/account/addresses')).status).toBe(401)
    expect((await visitor.page('/login/second-factor')).status).toBe(200)
    expect((await visitor.post('/login/second-factor', { code: '12345' })).status).toBe(422)
    const given = await visitor.form('/login/second-factor', { code: codeOf(shop, key) })
    expect([given.status, given.headers.get('location')]).toEqual([303, '/checkout'])
    expect((await visitor.get('/account/addresses')).status).toBe(200)
    expect((await visitor.post('/login/second-factor', { code: codeOf(shop, key) })).status).toBe(401)
  })

  test('brings the basket he filled before along', async () => {
    const { key } = await switchOn(shop, await shop.signedIn(trade), password)
    shop.clock.pass(1)
    const visitor = shop.visitor()
    const product = await shop.productId('FH-OIL-1')
    await visitor.post('/basket/add/single', { product, quantity: 2 })
    await visitor.post('/login', { email: trade, password })
    await visitor.post('/login/second-factor', { code: codeOf(shop, key) })
    expect((await visitor.get('/basket')).body).toMatchObject({ storage_mode: 'account', count: 2 })
    await visitor.delete('/basket')
  })

  test('cannot use a code twice, not even at once, nor the one before', async () => {
    const { key } = await switchOn(shop, await shop.signedIn(trade), password)
    shop.clock.pass(1)
    const visitors = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = shop.visitor()
        await visitor.post('/login', { email: trade, password })
        return visitor
      }),
    )
    const code = codeOf(shop, key)
    const answers = await atOnce(4, nth => visitors[nth]!.post('/login/second-factor', { code }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const late = visitors[answers.findIndex(({ status }) => status === 422)]!
    expect((await late.post('/login/second-factor', { code: codeOf(shop, key, -1) })).status).toBe(422)
    expect((await late.post('/login/second-factor', { code: codeOf(shop, key, 1) })).status).toBe(200)
  })

  test('who lost his phone comes in by a recovery code, each once', async () => {
    const { codes } = await switchOn(shop, await shop.signedIn(trade), password)
    const [code = ''] = codes
    const enter = async (typed: string) => {
      const visitor = shop.visitor()
      await visitor.post('/login', { email: trade, password })
      return visitor.post('/login/second-factor', { code: typed })
    }
    expect((await enter(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await enter(code)).status).toBe(422)
    const [line] = await shop.sql<{ action: string }>('select action from audit order by id desc limit 1')
    expect(line!.action).toBe('recovery code used')
  })

  test('five wrong codes send back to the password, from wherever they come', async () => {
    const { key } = await switchOn(shop, await shop.signedIn(trade), password)
    shop.clock.pass(16)
    const [one, other] = [shop.visitor(), shop.visitor()]
    for (const visitor of [one, other]) await visitor.post('/login', { email: trade, password })
    const guess = (nth: number) =>
      (nth % 2 ? one : other).post('/login/second-factor', { code: String(100_000 + nth) })
    for (const nth of [1, 2, 3, 4, 5]) expect((await guess(nth)).status).toBe(422)
    expect((await guess(6)).status).toBe(429)
    expect((await one.post('/login/second-factor', { code: codeOf(shop, key) })).status).toBe(401)
    shop.clock.pass(16)
    await one.post('/login', { email: trade, password })
    expect((await one.post('/login/second-factor', { code: codeOf(shop, key) })).status).toBe(200)
  })

  test('is too late after ten minutes, and when his password changed or he was shut out meanwhile', async () => {
    const { key } = await switchOn(shop, await shop.signedIn(trade), password)
    const begin = async () => {
      const visitor = shop.visitor()
      await visitor.post('/login', { email: trade, password })
      return visitor
    }
    const slow = await begin()
    shop.clock.pass(11)
    expect((await slow.post('/login/second-factor', { code: codeOf(shop, key) })).status).toBe(401)
    const out = await begin()
    await shop.sql(`update person set disabled_at = now() where email = '${trade}'`)
    expect((await out.post('/login/second-factor', { code: codeOf(shop, key) })).status).toBe(401)
    await shop.sql(`update person set disabled_at = null where email = '${trade}'`)
    expect((await shop.visitor().post('/login/second-factor', { code: '123456' })).status).toBe(401)
    const page = await shop.visitor().page('/login/second-factor')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/login'])
  })

  test('switches it off with his password, and the codes are gone with it', async () => {
    const visitor = await shop.signedIn(trade)
    const { codes } = await switchOn(shop, visitor, password)
    expect((await visitor.post(`${base}/off`, { password: 'wrong' })).status).toBe(422)
    const renewed = await visitor.post<{ recovery_codes: string[] }>(`${base}/codes`, { password })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect(renewed.body.recovery_codes).not.toContain(codes[0])
    expect((await visitor.form(`${base}/off`, { password })).status).toBe(303)
    const plain = await shop.visitor().post('/login', { email: trade, password })
    expect(plain.body).toEqual({ success: true, next_url: '/' })
    expect(await shop.sql('select from recovery_code')).toEqual([])
  })
})

describe('a member of staff, where a second factor is required', () => {
  test('sets it up after the password, before there is a session', async () => {
    const visitor = shop.visitor()
    const begun = await visitor.post('/login', {
      email: 'staff@example.com',
      password,
      redirectTo: '/basket',
    })
    expect(begun.body).toEqual({ success: true, next_url: '/login/second-factor' })
    expect(visitor.cookies.has('session')).toBe(false)
    const page = await visitor.page('/login/second-factor')
    expect(page.text).toContain('Staff accounts are kept safe')
    expect((await visitor.form('/login/second-factor', { code: '000000' })).status).toBe(422)
    const given = await visitor.form('/login/second-factor', { code: codeOf(shop, keyOn(page.text)) })
    expect(given.status).toBe(200)
    expect(given.text).toContain('Keep your recovery codes')
    expect(given.text).toContain('href="/basket"')
    expect((await visitor.get('/account/addresses')).status).toBe(200)
    expect((await visitor.post(`${base}/off`, { password })).status).toBe(403)
  })

  test('others are not held up', async () => {
    expect((await shop.visitor().post('/login', { email: trade, password })).body.next_url).toBe('/')
  })
})
