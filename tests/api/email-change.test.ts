import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { enableSecondFactor, generateCode } from './second-factor-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
// Requests are counted per hour: each test starts in a new hour.
beforeEach(() => shop.clock.advance(61))
afterAll(() => shop.close())

const password = 'filters-2026'
const changeUrl = '/account/details/email'
const currentSubject = 'Confirm the change of your email address'
const newSubject = 'Confirm your new email address'
const linkGone = 'This link has already been used'

const requestChange = (visitor: TestVisitor, email: string, fields: object = {}) =>
  visitor.post(changeUrl, { email, password, ...fields })
const findPath = (mail: string) => {
  const match = /https?:\/\/[^/\s]+(\/account\/email\/[\w.-]+)/.exec(parseEmail(mail).text)
  if (!match) throw new Error('no link')
  return match[1]!
}
/** Requests a change and returns the paths of both links. */
async function beginChange(visitor: TestVisitor, from: string, to: string) {
  const isLink = (mail: string) => parseEmail(mail).text.includes('/account/email/')
  const count = async () =>
    [...(await listMailsTo(shop, from)), ...(await listMailsTo(shop, to))].filter(isLink).length
  const before = await count()
  expect((await requestChange(visitor, to)).status).toBe(200)
  await expect.poll(count, { timeout: 30_000 }).toBe(before + 2)
  return {
    current: findPath(await waitForMail(shop, from, currentSubject)),
    new: findPath(await waitForMail(shop, to, newSubject)),
  }
}
const logIn = (email: string) => shop.createVisitor().post('/login', { email, password })
const getEmail = async (id: number) =>
  (await shop.sql<{ email: string }>('select email from person where id = $1', [id]))[0]!.email
const getId = async (email: string) =>
  (await shop.sql<{ id: number }>('select id from person where email = $1', [email]))[0]!.id
const isSignedIn = async (visitor: TestVisitor) => (await visitor.get('/account/addresses')).status === 200

describe('a change of the e-mail address', () => {
  test('is done when both addresses have confirmed it, whichever is first', async () => {
    const email = 'trade@example.com'
    const id = await getId(email)
    const [visitor, phone] = [await shop.signIn(email), await shop.signIn(email)]
    const links = await beginChange(visitor, email, 'tom@northfield.example')
    expect((await visitor.getPage(changeUrl)).text).toContain('Waiting for your confirmation')
    expect((await visitor.getPage(links.new)).text).toContain('Change your email address?')
    expect(await getEmail(id)).toBe(email)

    const first = await visitor.postForm(links.new, {})
    expect([first.status, first.headers.get('location')]).toEqual([303, links.new])
    expect((await visitor.getPage(links.new)).text).toContain('One more link to open')
    expect(await getEmail(id)).toBe(email)

    const second = await visitor.postForm(links.current, {})
    expect([second.status, second.headers.get('location')]).toEqual([303, '/account/details'])
    expect(await getEmail(id)).toBe('tom@northfield.example')
    expect((await visitor.getPage('/account/details')).text).toContain('Other devices are signed out.')
    expect([await isSignedIn(visitor), await isSignedIn(phone)]).toEqual([true, false])
    expect((await logIn(email)).status).toBe(422)
    expect((await logIn('Tom@Northfield.example')).status).toBe(200)
    const notice = await waitForMail(shop, email, 'Your email address was changed')
    expect(parseEmail(notice).text).not.toContain('tom@northfield.example')
    const entries = await shop.sql<{ action: string; detail: string }>(
      `select action, detail from audit where subject = $1 order by id`,
      [`person ${id}`],
    )
    expect(entries).toEqual([
      { action: 'email change requested', detail: '' },
      { action: 'email changed', detail: '' },
    ])
    await shop.sql('update person set email = $1 where id = $2', [email, id])
  })

  test('keeps signed in who requested it, when the last link is opened elsewhere', async () => {
    const email = 'retail@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'retail.new@example.org')
    await visitor.postForm(links.new, {})
    const elsewhere = shop.createVisitor()
    const done = await elsewhere.postForm(links.current, {})
    expect(done.headers.get('location')).toBe('/login?redirectTo=%2Faccount')
    expect((await elsewhere.getPage('/login')).text).toContain('Please sign in with retail.new@example.org.')
    expect(await isSignedIn(visitor)).toBe(true)
    await shop.sql(`update person set email = $1 where email = 'retail.new@example.org'`, [email])
  })

  test('E12: has the same answer for a repeated click, and its links end after it', async () => {
    const email = 'retail@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'retail.two@example.org')
    const answers = await runConcurrently(4, () => visitor.post(links.current))
    await visitor.post(links.new)
    const repeated = await runConcurrently(4, nth => visitor.post(nth % 2 ? links.current : links.new))
    expect([...answers, ...repeated].map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await listMailsTo(shop, email).then(mails => mails.length)).toBeGreaterThan(0)
    const notices = await shop.sql(
      `select from mail_outbox where kind = 'account-changed' and recipient = $1
         and facts->>'change' = 'email_changed' and facts->>'name' = 'Rita Tail'`,
      [email],
    )
    expect(notices.length).toBeLessThanOrEqual(2)
    await shop.sql(`update person set email = $1 where email = 'retail.two@example.org'`, [email])
    shop.clock.advance(24 * 60)
    expect((await shop.createVisitor().post(links.current)).status).toBe(404)
  })

  test('E12: has links that last a day, and only the latest ones work', async () => {
    const email = 'head@example.com'
    const visitor = await shop.signIn(email)
    const old = await beginChange(visitor, email, 'head.one@example.org')
    const links = await beginChange(visitor, email, 'head.two@example.org')
    for (const path of [old.current, old.new]) {
      expect((await visitor.postForm(path, {})).status).toBe(404)
      expect((await visitor.getPage(path)).status).toBe(404)
    }
    shop.clock.advance(24 * 60 - 2)
    expect((await shop.createVisitor().getPage(links.current)).status).toBe(200)
    shop.clock.advance(3)
    const late = await shop.createVisitor().postForm(links.current, {})
    expect([late.status, late.text.includes(linkGone)]).toEqual([404, true])
    expect((await visitor.getPage(changeUrl)).text).not.toContain('Waiting for your confirmation')
  })

  test('cannot be confirmed by the holder of a mistyped new address', async () => {
    const email = 'head@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'mistyped@example.org')
    await visitor.postForm(links.current, {})
    const stranger = shop.createVisitor()
    expect((await stranger.getPage(links.new)).headers.get('location')).toContain('/login?redirectTo=')
    expect((await stranger.post(links.new)).status).toBe(404)
    const other = await shop.signIn('retail@example.com')
    expect((await other.getPage(links.new)).text).not.toContain(email)
    expect((await other.postForm(links.new, {})).status).toBe(404)
    expect(await logIn('mistyped@example.org').then(({ status }) => status)).toBe(422)
  })

  test('can be stopped from the old address, and cancelled in the account', async () => {
    const email = 'head@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'thief@example.org')
    expect((await shop.createVisitor().postForm(`${links.new}/stop`, {})).status).toBe(404)
    const stopped = await shop.createVisitor().postForm(`${links.current}/stop`, {})
    expect([stopped.status, stopped.headers.get('location')]).toEqual([303, '/password/forgot'])
    expect((await visitor.post(links.new)).status).toBe(404)
    const again = await beginChange(visitor, email, 'thief@example.org')
    expect((await visitor.postForm(`${changeUrl}/cancel`, {})).status).toBe(303)
    expect((await visitor.post(again.current)).status).toBe(404)
  })

  test('E05: gets the same answer for an address that has an account, whose owner alone learns it', async () => {
    const visitor = await shop.signIn('stopped@example.com')
    const taken = await requestChange(visitor, 'Retail@Example.com')
    const pageOfTaken = (await visitor.getPage(changeUrl)).text
    const free = await requestChange(visitor, 'unused@example.org')
    const pageOfFree = (await visitor.getPage(changeUrl)).text
    expect([taken.status, taken.text]).toEqual([200, free.text])
    expect(pageOfTaken.replaceAll('retail@example.com', 'unused@example.org')).toBe(pageOfFree)
    const mail = await waitForMail(shop, 'retail@example.com', 'You already have an account')
    expect(parseEmail(mail).text).not.toContain('stopped@example.com')
    expect(parseEmail(mail).text).not.toContain('/account/email/')
  })

  test('is refused at the end when an account for the address has appeared meanwhile', async () => {
    const email = 'head@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'race@example.org')
    await visitor.post(links.new)
    await shop.sql(
      `insert into person (email, name, password_hash) values ('race@example.org', 'Race', 'none')`,
    )
    const refused = await visitor.postForm(links.current, {})
    expect([
      refused.status,
      refused.text.includes('There is already an account with race@example.org'),
    ]).toEqual([409, true])
    expect((await logIn(email)).status).toBe(200)
  })

  test('is refused at the end when somebody else takes the address in the same instant', async () => {
    const email = 'trade@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'instant@example.org')
    await visitor.post(links.new)
    const refused = await shop.context.db.transaction().execute(async tx => {
      await sql`insert into person (email, name, password_hash) values ('instant@example.org', 'I', 'none')`.execute(
        tx,
      )
      const answer = visitor.postForm(links.current, {})
      await expect
        .poll(() => shop.sql(`select from pg_stat_activity where wait_event = 'transactionid'`))
        .toHaveLength(1)
      return { answer }
    })
    const { status, text } = await refused.answer
    expect([status, text.includes('There is already an account with instant@example.org')]).toEqual([
      409,
      true,
    ])
    expect((await logIn(email)).status).toBe(200)
  })

  test('needs the password, and refuses what is no new address', async () => {
    const visitor = await shop.signIn('trade@example.com')
    const refused = await visitor.postForm(changeUrl, { email: 'new@example.org', password: 'wrong' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('That isn’t your current password.')
    expect(refused.text).toContain('value="new@example.org"')
    const messages = await Promise.all(
      ['', 'nonsense', 'TRADE@example.com', `${'x'.repeat(80)}@example.org`].map(async email => {
        const { status, body } = await requestChange(visitor, email)
        return [status, (body as { errors: { email: string[] } }).errors.email[0]]
      }),
    )
    expect(messages).toEqual([
      [422, 'Email address is required.'],
      [422, 'That doesn’t look like an email address. Check for typing mistakes.'],
      [422, 'That’s already your email address.'],
      [422, 'Email address must be 80 characters or fewer.'],
    ])
    expect((await shop.createVisitor().post(changeUrl, { email: 'a@b.example', password })).status).toBe(401)
    expect(await shop.sql(`select from email_change where email = 'new@example.org'`)).toEqual([])
  })

  test('needs a code of the app too, where the second factor is on', async () => {
    const email = 'apprentice@example.com'
    const visitor = await shop.signIn(email)
    const { key } = await enableSecondFactor(shop, visitor, password)
    expect((await visitor.getPage(changeUrl)).text).toContain('authenticator app')
    const wrong = await requestChange(visitor, 'adam@example.org', { code: '000000' })
    expect([wrong.status, wrong.text.includes('That code is wrong')]).toEqual([422, true])
    shop.clock.advance(1)
    const right = await requestChange(visitor, 'adam@example.org', { code: generateCode(shop, key) })
    expect(right.status).toBe(200)
    const codes = await runConcurrently(6, () =>
      requestChange(visitor, 'adam@example.org', { code: '000000' }),
    )
    expect(codes.some(({ text }) => text.includes('Too many wrong codes'))).toBe(true)
  })

  test('can be requested five times an hour', async () => {
    const visitor = await shop.signIn('stopped@example.com')
    const answers = await runConcurrently(7, nth => requestChange(visitor, `many-${nth}@example.org`))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('ends when the password changes or is reset', async () => {
    const email = 'retail@example.com'
    const visitor = await shop.signIn(email)
    const links = await beginChange(visitor, email, 'after@example.org')
    const next = 'three quiet tractors'
    expect(
      (await visitor.post('/account/details/password', { current: password, password: next })).status,
    ).toBe(200)
    expect((await visitor.post(links.current)).status).toBe(404)
  })

  test('moves the e-mails about earlier orders to the new address', async () => {
    const email = 'stopped@example.com'
    const { visitor, reference } = await placeAccountOrder(shop, email, { 'FH-SEAL-1': 3 })
    shop.clock.advance(61)
    const links = await beginChange(visitor, email, 'orders@dale.example')
    await visitor.post(links.current)
    expect((await visitor.post(links.new)).status).toBe(200)
    const [order] = await shop.sql<{ email: string }>(
      `select contact->>'email' as email from orders where reference = $1`,
      [reference],
    )
    expect(order!.email).toBe('orders@dale.example')
  })
})
