import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently } from '../support/test-visitor.ts'
import { enableSecondFactor, findKey, generateCode } from './second-factor-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ env: { STAFF_2FA: 'required' } })
})
beforeEach(() => shop.clock.advance(16))
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
  test('sets it up with their password and app, and gets ten recovery codes', async () => {
    const visitor = await shop.signIn(trade)
    const guessed = await visitor.postForm(`${base}/begin`, { password: 'wrong' })
    expect([guessed.status, guessed.text.includes('That isn’t your current password.')]).toEqual([422, true])
    expect((await visitor.postForm(`${base}/begin`, { password })).status).toBe(303)
    const page = await visitor.getPage(base)
    expect(page.text).toContain('QR code for your authenticator app')
    expect(page.headers.get('cache-control')).toContain('no-store')
    const wrong = await visitor.postForm(base, { code: '000000' })
    expect(wrong.status).toBe(422)
    const on = await visitor.postForm(base, { code: generateCode(shop, findKey(page.text)) })
    expect(on.status).toBe(200)
    expect(new Set(on.text.match(/(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}/g)).size).toBe(10)
    expect((await visitor.getPage(base)).text).not.toContain('QR code')
    const [storedRow] = await shop.sql<{ sealed: string }>(
      `select totp_sealed as sealed from person where email = '${trade}'`,
    )
    expect(storedRow!.sealed).not.toContain(findKey(page.text).replaceAll(' ', ''))
    const mails = await shop.sql('select from mail_outbox where kind = $1', ['account-changed'])
    expect(mails).toHaveLength(1)
  })

  test('has no session before entering the code, and then goes on to the requested page', async () => {
    const { key } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    shop.clock.advance(1)
    const visitor = shop.createVisitor()
    const { body } = await visitor.post('/login', { email: trade, password, redirectTo: '/checkout' })
    expect(body).toEqual({ success: true, next_url: '/login/second-factor' })
    expect(visitor.cookies.has('session')).toBe(false)
    expect((await visitor.get('/account/addresses')).status).toBe(401)
    expect((await visitor.getPage('/login/second-factor')).status).toBe(200)
    expect((await visitor.post('/login/second-factor', { code: '12345' })).status).toBe(422)
    const entered = await visitor.postForm('/login/second-factor', { code: generateCode(shop, key) })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/checkout'])
    expect((await visitor.get('/account/addresses')).status).toBe(200)
    expect((await visitor.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(401)
  })

  test('takes along the basket that was filled before', async () => {
    const { key } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    shop.clock.advance(1)
    const visitor = shop.createVisitor()
    const product = await shop.productId('FH-OIL-1')
    await visitor.post('/basket/add/single', { product, quantity: 2 })
    await visitor.post('/login', { email: trade, password })
    await visitor.post('/login/second-factor', { code: generateCode(shop, key) })
    expect((await visitor.get('/basket')).body).toMatchObject({ storage_mode: 'account', count: 2 })
    await visitor.delete('/basket')
  })

  test('cannot use a code twice, not even at once, nor an earlier one', async () => {
    const { key } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    shop.clock.advance(1)
    const visitors = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = shop.createVisitor()
        await visitor.post('/login', { email: trade, password })
        return visitor
      }),
    )
    const code = generateCode(shop, key)
    const answers = await runConcurrently(4, nth => visitors[nth]!.post('/login/second-factor', { code }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const late = visitors[answers.findIndex(({ status }) => status === 422)]!
    expect((await late.post('/login/second-factor', { code: generateCode(shop, key, -1) })).status).toBe(422)
    expect((await late.post('/login/second-factor', { code: generateCode(shop, key, 1) })).status).toBe(200)
  })

  test('who lost their phone signs in with a recovery code, each of which works once', async () => {
    const { codes } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    const [code = ''] = codes
    const enter = async (typed: string) => {
      const visitor = shop.createVisitor()
      await visitor.post('/login', { email: trade, password })
      return visitor.post('/login/second-factor', { code: typed })
    }
    expect((await enter(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await enter(code)).status).toBe(422)
    const [line] = await shop.sql<{ action: string }>('select action from audit order by id desc limit 1')
    expect(line!.action).toBe('recovery code used')
  })

  test('has to enter the password again after five wrong codes, even from two browsers', async () => {
    const { key } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    shop.clock.advance(16)
    const [one, other] = [shop.createVisitor(), shop.createVisitor()]
    for (const visitor of [one, other]) await visitor.post('/login', { email: trade, password })
    const guess = (nth: number) =>
      (nth % 2 ? one : other).post('/login/second-factor', { code: String(100_000 + nth) })
    for (const nth of [1, 2, 3, 4, 5]) expect((await guess(nth)).status).toBe(422)
    expect((await guess(6)).status).toBe(429)
    expect((await one.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(401)
    shop.clock.advance(16)
    await one.post('/login', { email: trade, password })
    expect((await one.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(200)
  })

  test('cannot enter the code after ten minutes, or when the account was disabled in the meantime', async () => {
    const { key } = await enableSecondFactor(shop, await shop.signIn(trade), password)
    const begin = async () => {
      const visitor = shop.createVisitor()
      await visitor.post('/login', { email: trade, password })
      return visitor
    }
    const slow = await begin()
    shop.clock.advance(11)
    expect((await slow.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(401)
    const disabled = await begin()
    await shop.sql(`update person set disabled_at = now() where email = '${trade}'`)
    expect((await disabled.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(401)
    await shop.sql(`update person set disabled_at = null where email = '${trade}'`)
    expect((await shop.createVisitor().post('/login/second-factor', { code: '123456' })).status).toBe(401)
    const page = await shop.createVisitor().getPage('/login/second-factor')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/login'])
  })

  test('switches it off with their password, which deletes the recovery codes', async () => {
    const visitor = await shop.signIn(trade)
    const { codes } = await enableSecondFactor(shop, visitor, password)
    expect((await visitor.post(`${base}/off`, { password: 'wrong' })).status).toBe(422)
    const renewed = await visitor.post<{ recovery_codes: string[] }>(`${base}/codes`, { password })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect(renewed.body.recovery_codes).not.toContain(codes[0])
    expect((await visitor.postForm(`${base}/off`, { password })).status).toBe(303)
    const plain = await shop.createVisitor().post('/login', { email: trade, password })
    expect(plain.body).toEqual({ success: true, next_url: '/' })
    expect(await shop.sql('select from recovery_code')).toEqual([])
  })
})

describe('a member of staff, where a second factor is required', () => {
  test('sets it up after entering the password, before there is a session', async () => {
    const visitor = shop.createVisitor()
    const begun = await visitor.post('/login', {
      email: 'staff@example.com',
      password,
      redirectTo: '/basket',
    })
    expect(begun.body).toEqual({ success: true, next_url: '/login/second-factor' })
    expect(visitor.cookies.has('session')).toBe(false)
    const page = await visitor.getPage('/login/second-factor')
    expect(page.text).toContain('Staff accounts are protected')
    expect((await visitor.postForm('/login/second-factor', { code: '000000' })).status).toBe(422)
    const entered = await visitor.postForm('/login/second-factor', {
      code: generateCode(shop, findKey(page.text)),
    })
    expect(entered.status).toBe(200)
    expect(entered.text).toContain('Keep your recovery codes')
    expect(entered.text).toContain('href="/basket"')
    expect((await visitor.get('/account/addresses')).status).toBe(200)
    expect((await visitor.post(`${base}/off`, { password })).status).toBe(403)
  })
})

test('a customer signs in without a second factor, which only staff need', async () => {
  expect((await shop.createVisitor().post('/login', { email: trade, password })).body.next_url).toBe('/')
})
