import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { enableSecondFactor, generateCode } from './second-factor-calls.ts'

const limit = 12
let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true, env: { LIMIT_LOGIN_FAILURES_PER_ACCOUNT: String(limit) } })
})
afterAll(() => shop.close())

const password = 'filters-2026'
const logIn = (visitor: TestVisitor, email: string, typed = password) =>
  visitor.post('/login', { email, password: typed })
/** Guesses of one password each from addresses of their own. */
const guess = async (email: string, times: number) => {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await logIn(shop.createVisitor(), email, `guess ${i}`))
  return answers
}
/** What an attacker sees of an answer. */
const toVisible = ({ status, text, headers, setCookies }: Awaited<ReturnType<typeof logIn>>) => ({
  status,
  text: text.replace(/"request_id":"[^"]*"/, ''),
  retryAfter: headers.get('retry-after'),
  setCookies,
})

describe('R-ACCOUNT-7: passwords of one account guessed from many IP addresses', () => {
  test('E06: are refused after some, with the same answers whether there is an account or not', async () => {
    const guesses = await guess('retail@example.com', limit + 5)
    const unknown = await guess('nobody@example.com', limit + 5)
    expect(guesses.map(({ status }) => status)).toEqual(
      Array.from({ length: limit + 5 }, (_, nth) => (nth < limit ? 422 : 429)),
    )
    expect(unknown.map(toVisible)).toEqual(guesses.map(toVisible))
    expect(guesses.at(-1)!.text).toContain('or reset your password')
    const right = await logIn(shop.createVisitor(), 'retail@example.com')
    expect(toVisible(right)).toEqual(toVisible(guesses.at(-1)!))
  })

  test('E06: do not lock out the owner, who signs in with a browser of theirs or after a reset', async () => {
    const email = 'trade@example.com'
    const owner = await shop.signIn(email)
    await owner.post('/logout')
    await guess(email, limit + 1)
    expect((await logIn(owner, email)).status).toBe(200)
    const stranger = shop.createVisitor()
    expect((await logIn(stranger, email)).status).toBe(429)
    const page = await stranger.postForm('/login', { email, password, redirectTo: '/' })
    expect([page.status, page.text.includes('reset your password')]).toEqual([429, true])

    const elsewhere = shop.createVisitor()
    await elsewhere.post('/password/forgot', { email })
    const { text } = parseEmail(await waitForMail(shop, email, 'Choose a new password'))
    const link = /https?:\/\/[^/\s]+(\/password\/reset\/[\w.-]+)/.exec(text)![1]!
    expect((await elsewhere.post(link, { password })).status).toBe(200)
    expect((await logIn(elsewhere, email)).status).toBe(200)
    expect((await logIn(shop.createVisitor(), email)).status).toBe(429)
    shop.clock.advance(24 * 60 + 1)
    expect((await logIn(shop.createVisitor(), email)).status).toBe(200)
  })

  test('do not lock out the owner who has a second factor, and never let in without it', async () => {
    const email = 'apprentice@example.com'
    const { key } = await enableSecondFactor(shop, await shop.signIn(email), password)
    shop.clock.advance(1)
    await guess(email, limit + 1)
    const owner = shop.createVisitor()
    expect((await logIn(owner, email)).body).toEqual({ success: true, next_url: '/login/second-factor' })
    expect((await owner.get('/account/addresses')).status).toBe(401)
    const code = generateCode(shop, key)
    expect((await owner.post('/login/second-factor', { code })).status).toBe(200)
  })

  test('are reported to the owner in one e-mail', async () => {
    const email = 'head@example.com'
    const subject = 'Somebody is trying to get into your account'
    await guess(email, limit + 3)
    const { text } = parseEmail(await waitForMail(shop, email, subject))
    expect(text).toContain('/password/forgot')
    expect(await listMailsTo(shop, 'nobody@example.com')).toEqual([])
    expect((await listMailsTo(shop, email)).filter(each => each.includes(subject))).toHaveLength(1)
  })

  test('leave ten attempts in a browser of the owner, and a cookie of another person or shop is none', async () => {
    shop.clock.advance(24 * 60 + 1)
    const email = 'stopped@example.com'
    const owner = await shop.signIn(email)
    const other = await shop.signIn('head@example.com')
    await guess(email, limit)
    expect((await logIn(other, email)).status).toBe(429)
    const forger = shop.createVisitor()
    forger.cookies.set('device', `${owner.cookies.get('device')!.split('.')[0]}.${'x'.repeat(32)}`)
    expect((await logIn(forger, email)).status).toBe(429)
    const thieves = Array.from({ length: 11 }, () => shop.createVisitor())
    const statuses = []
    for (const thief of thieves) {
      thief.cookies.set('device', owner.cookies.get('device')!)
      statuses.push((await logIn(thief, email, 'wrong')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })
})

test('R-ACCOUNT-7: wrong codes of somebody who knows the password do not lock out a browser of the owner', async () => {
  const email = 'staff@example.com'
  const owner = await shop.signIn(email)
  const { key } = await enableSecondFactor(shop, owner, password)
  await owner.post('/logout')
  shop.clock.advance(16)
  const begin = async (visitor: TestVisitor) => {
    expect((await logIn(visitor, email)).body.next_url).toBe('/login/second-factor')
    return visitor
  }
  await begin(owner)
  const stranger = await begin(shop.createVisitor())
  const statuses = []
  for (let i = 0; i < 6; i++)
    statuses.push((await stranger.post('/login/second-factor', { code: `10000${i}` })).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  expect((await owner.post('/login/second-factor', { code: generateCode(shop, key) })).status).toBe(200)
  await waitForMail(shop, email, 'Somebody is trying to get into your account')
})
