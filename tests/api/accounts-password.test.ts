import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently } from '../support/test-visitor.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
// Requests are counted per hour: each test starts in a new hour.
beforeEach(() => shop.clock.advance(61))
afterAll(() => shop.close())

const password = 'filters-2026'
const newPassword = 'three quiet tractors'
const requestLink = (email: string, visitor = shop.createVisitor()) =>
  visitor.post('/password/forgot', { email })
/** Requests a link, waits for its e-mail, and returns the link's path. */
const getResetPath = async (email: string) => {
  const subject = 'Choose a new password'
  const before = (await listMailsTo(shop, email)).length
  await requestLink(email)
  await expect
    .poll(async () => (await listMailsTo(shop, email)).length, { timeout: 30_000 })
    .toBeGreaterThan(before)
  return findPath(await waitForMail(shop, email, subject), 'password/reset')
}
const findPath = (mail: string, page: string) => {
  const { text } = parseEmail(mail)
  const match = new RegExp(`https?://[^/\\s]+(/${page}/[\\w.-]+)`).exec(text)
  if (!match) throw new Error(`no link in: ${text}`)
  return match[1]!
}

describe('a forgotten password', () => {
  test('E05: gets the same answer for every address, and an e-mail only to those with an account', async () => {
    const registered = await requestLink('retail@example.com')
    const unknown = await requestLink('nobody@example.org')
    expect([registered.status, unknown.status]).toEqual([200, 200])
    expect(registered.text).toBe(unknown.text)
    await waitForMail(shop, 'retail@example.com', 'Choose a new password')
    expect(await listMailsTo(shop, 'nobody@example.org')).toEqual([])
  })

  test('can be requested by a plain form, which refuses what is not an e-mail address', async () => {
    const visitor = shop.createVisitor()
    expect((await visitor.getPage('/password/forgot')).status).toBe(200)
    const sent = await visitor.postForm('/password/forgot', { email: 'nobody@example.org' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login'])
    expect((await visitor.getPage('/login')).text).toContain('we’ve sent it a link')
    const refused = await visitor.postForm('/password/forgot', { email: 'nonsense' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Please enter the email address of your account.')
  })

  test('E12: is e-mailed to one address at most five times an hour, and requested by one visitor at most sixty times', async () => {
    const email = 'head@example.com'
    const before = (await listMailsTo(shop, email)).length
    for (const _ of Array.from({ length: 8 })) expect((await requestLink(email)).status).toBe(200)
    const waiting = () =>
      shop.sql(
        `select from graphile_worker.jobs where task_identifier in ('mail-password-reset', 'send-mail')`,
      )
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(0)
    expect((await listMailsTo(shop, email)).length).toBe(before + 5)
    const visitor = shop.createVisitor()
    const answers = await runConcurrently(61, nth => requestLink(`nobody-${nth}@example.org`, visitor))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  test('E12: is e-mailed with a link to the shop, whatever host name the request claims', async () => {
    const visitor = shop.createVisitor()
    await visitor.request('POST', '/password/forgot', {
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      },
      body: JSON.stringify({ email: 'stopped@example.com' }),
    })
    const mail = await waitForMail(shop, 'stopped@example.com', 'Choose a new password')
    expect(mail).not.toContain('evil.example')
    expect(parseEmail(mail).text).toContain(`${shop.url}/password/reset/`)
  })
})

describe('the link to a new password', () => {
  test('E12: sets it once, ends all sessions, and the owner gets an e-mail', async () => {
    const email = 'retail@example.com'
    const before = await shop.signIn(email)
    const [path, other] = [await getResetPath(email), await getResetPath(email)]
    const visitor = shop.createVisitor()
    const page = await visitor.getPage(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(email)
    expect(page.headers.get('cache-control')).toContain('no-store')
    const set = await visitor.postForm(path, { password: newPassword })
    expect([set.status, set.headers.get('location')]).toEqual([303, '/login'])
    expect((await before.get('/account/addresses')).status).toBe(401)
    const logIn = (typed: string) => shop.createVisitor().post('/login', { email, password: typed })
    expect((await logIn(password)).status).toBe(422)
    expect((await logIn(newPassword)).status).toBe(200)
    // The link is used up, and so are earlier links to the same account.
    for (const used of [path, other]) {
      expect((await visitor.getPage(used)).status).toBe(404)
      expect((await visitor.post(used, { password: 'yet another one' })).status).toBe(404)
    }
    expect((await logIn(newPassword)).status).toBe(200)
    await waitForMail(shop, email, 'Your password was changed')
    const [line] = await shop.sql<{ action: string; detail: string }>(
      'select action, detail from audit order by id desc limit 1',
    )
    expect(line).toEqual({ action: 'password reset', detail: '' })
  })

  test('E12: works for one of ten visitors who submit it at once', async () => {
    const path = await getResetPath('trade@example.com')
    const answers = await runConcurrently(10, nth =>
      shop.createVisitor().post(path, { password: `quiet tractor ${nth}` }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  })

  test('E12: lasts an hour, and does not work for a disabled customer', async () => {
    const email = 'apprentice@example.com'
    const path = await getResetPath(email)
    await shop.sql('update person set disabled_at = now() where email = $1', [email])
    expect((await shop.createVisitor().getPage(path)).status).toBe(404)
    expect((await shop.createVisitor().post(path, { password: newPassword })).status).toBe(404)
    await shop.sql('update person set disabled_at = null where email = $1', [email])
    shop.clock.advance(59)
    expect((await shop.createVisitor().getPage(path)).status).toBe(200)
    shop.clock.advance(2)
    expect((await shop.createVisitor().getPage(path)).status).toBe(404)
    expect((await shop.createVisitor().post(path, { password: newPassword })).status).toBe(404)
  })

  test('cannot be forged from the database, nor from a link of another kind', async () => {
    const path = await getResetPath('staff@example.com')
    const token = path.split('/').at(-1)!
    const [id = ''] = token.split('.')
    const [row] = await shop.sql<{ facts: { linkId: string } }>(
      `select facts from mail_outbox where kind = 'password-reset' and recipient = 'staff@example.com'`,
    )
    expect(row!.facts.linkId).toBe(id)
    for (const forged of [id, `${id}.`, `${id}.${'A'.repeat(32)}`, 'x', '%00', `${token}x`]) {
      const { status } = await shop
        .createVisitor()
        .post(`/password/reset/${forged}`, { password: newPassword })
      expect([400, 404]).toContain(status)
    }
    expect((await shop.createVisitor().getPage(`/account/verify/${token}`)).status).toBe(404)
    expect((await shop.createVisitor().getPage(path)).status).toBe(200)
  })

  test.each([
    ['a short one', 'short', 'Password must be at least 8 characters.'],
    ['a common one', 'Password1', 'is one of the most common'],
    ['a guessable one', 'Northfield2026', 'That password is easy to guess.'],
    ['the e-mail address', 'head@example.com', 'Your email address can’t be your password.'],
    ['one that is too long', 'x'.repeat(1001), 'Password must be 1000 characters or fewer.'],
  ])('does not set %s', async (_name, weak, words) => {
    const path = await getResetPath('head@example.com')
    const refused = await shop.createVisitor().postForm(path, { password: weak })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(words)
    const { status, body } = await shop.createVisitor().post(path, { password: weak })
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { password: [expect.stringContaining(words)] } })
  })
})

describe('too many failed logins', () => {
  test('E06: are reported to the owner once a day, whatever addresses they come from', async () => {
    const email = 'stopped@example.com'
    const subject = 'Many failed attempts to sign in'
    shop.clock.set('2026-12-01T09:00:00Z')
    for (const _ of Array.from({ length: 12 }))
      await shop.createVisitor().post('/login', { email, password: 'wrong' })
    await waitForMail(shop, email, subject)
    shop.clock.advance(61)
    for (const _ of Array.from({ length: 12 }))
      await shop.createVisitor().post('/login', { email, password: 'wrong' })
    // The owner can still sign in.
    expect((await shop.createVisitor().post('/login', { email, password })).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await shop.sql(`select from graphile_worker.jobs where task_identifier = 'mail-failed-logins'`))
            .length,
        { timeout: 30_000 },
      )
      .toBe(0)
    expect((await listMailsTo(shop, email)).filter(each => each.includes(subject))).toHaveLength(1)
  })
})
