import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { atOnce } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { mailsTo, waitForMail } from './mails.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ worker: true })
})
// Requests are counted by the hour: each test has hours of its own.
beforeEach(() => shop.clock.pass(61))
afterAll(() => shop.close())

const password = 'filters-2026'
const fresh = 'three quiet tractors'
const ask = (email: string, visitor = shop.visitor()) => visitor.post('/password/forgot', { email })
/** Asks for a link, waits for its mail, and tells where it leads. */
const resetLink = async (email: string) => {
  const subject = 'Choose a new password'
  const before = (await mailsTo(shop, email)).length
  await ask(email)
  await expect
    .poll(async () => (await mailsTo(shop, email)).length, { timeout: 30_000 })
    .toBeGreaterThan(before)
  return pathIn(await waitForMail(shop, email, subject), 'password/reset')
}
const pathIn = (mail: string, page: string) => {
  const { text } = parseEmail(mail)
  const found = new RegExp(`https?://[^/\\s]+(/${page}/[\\w.-]+)`).exec(text)
  if (!found) throw new Error(`no link in: ${text}`)
  return found[1]!
}

describe('a forgotten password', () => {
  test('E05: is answered with the same words for every address, and a mail comes to those who have an account', async () => {
    const known = await ask('retail@example.com')
    const unknown = await ask('nobody@example.org')
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.text).toBe(unknown.text)
    await waitForMail(shop, 'retail@example.com', 'Choose a new password')
    expect(await mailsTo(shop, 'nobody@example.org')).toEqual([])
  })

  test('is asked for by a plain form too, and nonsense is no address', async () => {
    const visitor = shop.visitor()
    expect((await visitor.page('/password/forgot')).status).toBe(200)
    const sent = await visitor.form('/password/forgot', { email: 'nobody@example.org' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login'])
    expect((await visitor.page('/login')).text).toContain('we have sent it a link')
    const refused = await visitor.form('/password/forgot', { email: 'nonsense' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Please type the email address of your account.')
  })

  test('E12: is mailed to one address five times an hour, whoever asks, and asked sixty times by one place', async () => {
    const email = 'head@example.com'
    const before = (await mailsTo(shop, email)).length
    for (const _ of Array.from({ length: 8 })) expect((await ask(email)).status).toBe(200)
    const waiting = () =>
      shop.sql(
        `select from graphile_worker.jobs where task_identifier in ('mail-password-reset', 'send-mail')`,
      )
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(0)
    expect((await mailsTo(shop, email)).length).toBe(before + 5)
    const visitor = shop.visitor()
    const answers = await atOnce(61, nth => ask(`nobody-${nth}@example.org`, visitor))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  test('E12: is mailed with a link to the shop, whatever the request says it is called', async () => {
    const visitor = shop.visitor()
    await visitor.ask('POST', '/password/forgot', {
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
  test('E12: sets it once: everybody is signed out, and the owner is told', async () => {
    const email = 'retail@example.com'
    const before = await shop.signedIn(email)
    const [path, other] = [await resetLink(email), await resetLink(email)]
    const visitor = shop.visitor()
    const page = await visitor.page(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(email)
    expect(page.headers.get('cache-control')).toContain('no-store')
    const set = await visitor.form(path, { password: fresh })
    expect([set.status, set.headers.get('location')]).toEqual([303, '/login'])
    expect((await before.get('/account/addresses')).status).toBe(401)
    const logIn = (typed: string) => shop.visitor().post('/login', { email, password: typed })
    expect((await logIn(password)).status).toBe(422)
    expect((await logIn(fresh)).status).toBe(200)
    // Used, and so are the other links that were mailed meanwhile.
    for (const used of [path, other]) {
      expect((await visitor.page(used)).status).toBe(404)
      expect((await visitor.post(used, { password: 'yet another one' })).status).toBe(404)
    }
    expect((await logIn(fresh)).status).toBe(200)
    await waitForMail(shop, email, 'Your password was changed')
    const [line] = await shop.sql<{ action: string; detail: string }>(
      'select action, detail from audit order by id desc limit 1',
    )
    expect(line).toEqual({ action: 'password reset', detail: '' })
  })

  test('E12: is used by one of ten who press the button at once', async () => {
    const path = await resetLink('trade@example.com')
    const answers = await atOnce(10, nth => shop.visitor().post(path, { password: `quiet tractor ${nth}` }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  })

  test('E12: lasts an hour, and belongs to a person who may still come in', async () => {
    const email = 'apprentice@example.com'
    const path = await resetLink(email)
    await shop.sql('update person set disabled_at = now() where email = $1', [email])
    expect((await shop.visitor().page(path)).status).toBe(404)
    expect((await shop.visitor().post(path, { password: fresh })).status).toBe(404)
    await shop.sql('update person set disabled_at = null where email = $1', [email])
    shop.clock.pass(59)
    expect((await shop.visitor().page(path)).status).toBe(200)
    shop.clock.pass(2)
    expect((await shop.visitor().page(path)).status).toBe(404)
    expect((await shop.visitor().post(path, { password: fresh })).status).toBe(404)
  })

  test('cannot be made from what the database holds, nor from a link for something else', async () => {
    const path = await resetLink('staff@example.com')
    const token = path.split('/').at(-1)!
    const [id = ''] = token.split('.')
    const [row] = await shop.sql<{ facts: { linkId: string } }>(
      `select facts from mail_outbox where kind = 'password-reset' and recipient = 'staff@example.com'`,
    )
    expect(row!.facts.linkId).toBe(id)
    for (const forged of [id, `${id}.`, `${id}.${'A'.repeat(32)}`, 'x', '%00', `${token}x`]) {
      const { status } = await shop.visitor().post(`/password/reset/${forged}`, { password: fresh })
      expect([400, 404]).toContain(status)
    }
    expect((await shop.visitor().page(`/account/verify/${token}`)).status).toBe(404)
    expect((await shop.visitor().page(path)).status).toBe(200)
  })

  test.each([
    ['a short one', 'short', 'Password must be at least 8 characters.'],
    ['a common one', 'Password1', 'is one of the most used ones'],
    ['the address', 'head@example.com', 'Your email address cannot be your password.'],
    ['a book', 'x'.repeat(1001), 'Password must be 1000 characters or fewer.'],
  ])('does not set %s', async (_name, weak, words) => {
    const path = await resetLink('head@example.com')
    const refused = await shop.visitor().form(path, { password: weak })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(words)
    const { status, body } = await shop.visitor().post(path, { password: weak })
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { password: [expect.stringContaining(words)] } })
  })
})

describe('too many failed logins', () => {
  test('E06: are told to the owner, from wherever they come, once a day', async () => {
    const email = 'stopped@example.com'
    const subject = 'Many failed attempts to sign in'
    shop.clock.set('2026-12-01T09:00:00Z')
    for (const _ of Array.from({ length: 12 }))
      await shop.visitor().post('/login', { email, password: 'wrong' })
    await waitForMail(shop, email, subject)
    shop.clock.pass(61)
    for (const _ of Array.from({ length: 12 }))
      await shop.visitor().post('/login', { email, password: 'wrong' })
    // The owner himself is not kept out.
    expect((await shop.visitor().post('/login', { email, password })).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await shop.sql(`select from graphile_worker.jobs where task_identifier = 'mail-failed-logins'`))
            .length,
        { timeout: 30_000 },
      )
      .toBe(0)
    expect((await mailsTo(shop, email)).filter(each => each.includes(subject))).toHaveLength(1)
  })
})
