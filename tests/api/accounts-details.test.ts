import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { completeOrder, createGuestSend, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
})
beforeEach(() => shop.clock.advance(61))
afterAll(() => shop.close())

const password = 'filters-2026'
const getPerson = async (email: string) =>
  (await shop.sql<Record<string, unknown>>('select * from person where email = $1', [email]))[0]!
const logIn = (email: string, typed: string) =>
  shop.createVisitor().post('/login', { email, password: typed })

/** A guest who has just requested a quote with this e-mail address and password. */
async function createGuestOrder(email: string, typed: string) {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
  const contact = { name: 'Gina Uest', email, password: typed, telephone: '0113 496 0999' }
  const quote = { contact, delivery_method: 'quote', payment_method: 'quote' }
  const { body } = await sendSave(visitor, createGuestSend(quote))
  expect(body.error).toBe(false)
  expect((await completeOrder(visitor)).error).toBe(false)
  return visitor
}

const findVerifyPath = (mail: string) =>
  /https?:\/\/[^/\s]+(\/account\/verify\/[\w.-]+)/.exec(parseEmail(mail).text)![1]!

describe('every page of an account', () => {
  test.each([
    '/account',
    '/account/details',
    '/account/details/second-factor',
    '/account/addresses',
    '/account/addresses/new',
    '/account/addresses/1',
  ])('sends a visitor who is not signed in to the login and back: %s', async path => {
    const { status, headers } = await shop.createVisitor().getPage(path)
    expect([status, headers.get('location')]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`])
  })

  test('E13: is not cached, and its calls need a login', async () => {
    const visitor = await shop.signIn('trade@example.com')
    for (const path of ['/account', '/account/details', '/account/addresses'])
      expect((await visitor.getPage(path)).headers.get('cache-control')).toContain('no-store')
    for (const path of [
      '/account/details',
      '/account/addresses',
      '/account/verify',
      '/account/details/password',
    ])
      expect((await shop.createVisitor().post(path)).status).toBe(401)
  })
})

describe('the overview', () => {
  test('greets the customer and shows the latest orders and the company account', async () => {
    const visitor = await shop.signIn('trade@example.com')
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(visitor, createMemberSend('account'))
    expect((await completeOrder(visitor)).error).toBe(false)
    const { text } = await visitor.getPage('/account')
    for (const words of ['Hello', 'Tom Rade', body.reference!, 'NPH001']) expect(text).toContain(words)
    expect(text).not.toContain('Please confirm your email address')
    expect(text).not.toContain('/account/approvals')
    expect((await (await shop.signIn('head@example.com')).getPage('/account')).text).toContain(
      '/account/approvals',
    )
  })

  test('tells a company that it is on stop', async () => {
    const { text } = await (await shop.signIn('stopped@example.com')).getPage('/account')
    expect(text).toContain(
      'Your account is currently on stop. Orders on account will be accepted but not immediately despatched.',
    )
  })
})

describe('a guest’s account', () => {
  test('is unverified until the guest confirms the e-mailed link; opening the link is not enough', async () => {
    const email = 'gina@example.org'
    await createGuestOrder(email, 'a long enough one')
    const path = findVerifyPath(await waitForMail(shop, email, 'Your account at'))
    const visitor = shop.createVisitor()
    await visitor.post('/login', { email, password: 'a long enough one' })
    expect((await visitor.getPage('/account')).text).toContain('Please confirm your email address')
    expect((await shop.createVisitor().getPage(path)).status).toBe(200)
    expect((await getPerson(email)).verified_at).toBe(null)
    const pressed = await visitor.postForm(path, {})
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/account'])
    expect((await getPerson(email)).verified_at).not.toBe(null)
    expect((await visitor.getPage('/account')).text).not.toContain('Please confirm your email address')
    expect((await visitor.postForm(path, {})).status).toBe(404)
    expect((await visitor.getPage(path)).status).toBe(404)
  })

  test('gets the link again at most five times an hour, and the link lasts seven days', async () => {
    const email = 'gus@example.org'
    await createGuestOrder(email, 'a long enough one')
    const visitor = shop.createVisitor()
    await visitor.post('/login', { email, password: 'a long enough one' })
    for (const _ of [1, 2, 3, 4, 5]) expect((await visitor.postForm('/account/verify', {})).status).toBe(303)
    expect((await visitor.post('/account/verify')).status).toBe(429)
    const path = findVerifyPath(await waitForMail(shop, email, 'Confirm your email address'))
    shop.clock.advance(7 * 24 * 60 - 1)
    expect((await visitor.getPage(path)).status).toBe(200)
    shop.clock.advance(2)
    expect((await visitor.postForm(path, {})).status).toBe(404)
    expect((await getPerson(email)).verified_at).toBe(null)
  })

  test('E11: created by a squatter with another person’s address shows nothing of the owner, who takes it over', async () => {
    const email = 'owner@example.org'
    await createGuestOrder(email, 'the squatter’s own')
    await shop.sql(`update orders set person_id = null where contact->>'email' = $1`, [email])
    const [{ id } = { id: 0 }] = await shop.sql<{ id: number }>('select id from person where email = $1', [
      email,
    ])
    const squatter = shop.createVisitor()
    await squatter.post('/login', { email, password: 'the squatter’s own' })
    expect((await squatter.getPage('/account')).text).toContain('No orders yet.')
    await shop.createVisitor().post('/password/forgot', { email })
    const mail = await waitForMail(shop, email, 'Choose a new password')
    const path = /(\/password\/reset\/[\w.-]+)/.exec(parseEmail(mail).text)![1]!
    expect((await shop.createVisitor().post(path, { password: 'the owner’s own one' })).status).toBe(200)
    expect((await squatter.get('/account/addresses')).status).toBe(401)
    expect((await logIn(email, 'the squatter’s own')).status).toBe(422)
    expect((await logIn(email, 'the owner’s own one')).status).toBe(200)
    expect((await getPerson(email)).verified_at).not.toBe(null)
    expect(id).toBeGreaterThan(0)
  })

  test('cannot have a common password or the e-mail address as its password', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const contact = {
      name: 'Gina',
      email: 'weak@example.org',
      password: 'password1',
      telephone: '0113 496 0999',
    }
    const { body } = await sendSave(visitor, { contact })
    expect(body.error).toBe('The details you provided are invalid.')
    expect(body.errors.password).toContain('one of the most common')
    for (const guessable of ['          ', 'aaaaaaaaaa', 'Passw0rd!', 'filterhouse', 'Gina2026']) {
      const refused = await sendSave(visitor, { contact: { ...contact, password: guessable } })
      expect([guessable, refused.body.errors.password]).toEqual([
        guessable,
        expect.stringContaining('easy to guess'),
      ])
    }
    const withAddress = await sendSave(visitor, { contact: { ...contact, password: 'Weak@example.org' } })
    expect(withAddress.body.errors.password).toContain('can’t be your password')
    expect(
      (await sendSave(visitor, { contact: { ...contact, password: 'three quiet tractors' } })).body.error,
    ).toBe(false)
  })
})

describe('a customer’s details', () => {
  test('E03: can be changed, except for roles and permissions', async () => {
    const visitor = await shop.signIn('apprentice@example.com')
    const before = await getPerson('apprentice@example.com')
    const { status } = await visitor.post('/account/details', {
      name: ' Adam\nPrentice-Jones ',
      telephone: '0113 496 0555',
      vat: 'GB123456789',
      email: 'other@example.com',
      roles: ['staff'],
      permissions: ['godmode'],
      orders_require_approval: false,
      company_id: 2,
      customer_id: 2,
      cref: 'DAL002',
      verified_at: null,
      password: 'x',
    })
    expect(status).toBe(200)
    const changed = { name: 'Adam Prentice-Jones', telephone: '0113 496 0555', vat: 'GB123456789' }
    expect(await getPerson('apprentice@example.com')).toEqual({ ...before, ...changed })
  })

  test('that are invalid get a message beside each field, and the input stays', async () => {
    const visitor = await shop.signIn('trade@example.com')
    const fields = { name: '', telephone: 'call me', vat: 'x'.repeat(41) }
    const refused = await visitor.postForm('/account/details', fields)
    expect(refused.status).toBe(422)
    for (const words of ['Name is required.', 'doesn’t look like a telephone number', 'value="call me"'])
      expect(refused.text).toContain(words)
    expect(refused.text).toContain('<title>Error: Your details')
    const { body } = await visitor.post('/account/details', fields)
    expect(Object.keys(body.errors as object)).toEqual(['name', 'telephone', 'vat'])
  })
})

describe('a changed password', () => {
  test('E07: needs the old one, ends all other sessions and replaces the session of this browser', async () => {
    const email = 'retail@example.com'
    const [visitor, elsewhere] = [await shop.signIn(email), await shop.signIn(email)]
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    await sendSave(visitor, { purchase_order: 'PO 4711' })
    const change = (fields: object) => visitor.post('/account/details/password', fields)
    expect((await change({ current: 'wrong', password: 'three quiet tractors' })).status).toBe(422)
    expect((await change({ current: password, password: 'short' })).status).toBe(422)
    const old = visitor.cookies.get('session')!
    expect((await change({ current: password, password: 'three quiet tractors' })).status).toBe(200)
    expect(visitor.cookies.get('session')).not.toBe(old)
    expect((await visitor.get('/account/addresses')).status).toBe(200)
    expect((await elsewhere.get('/account/addresses')).status).toBe(401)
    const copy = shop.createVisitor()
    copy.cookies.set('session', old)
    expect((await copy.get('/account/addresses')).status).toBe(401)
    // The checkout draft moves to the new session.
    expect((await visitor.getPage('/checkout')).text).toContain('PO 4711')
    expect((await logIn(email, password)).status).toBe(422)
    await waitForMail(shop, email, 'Your password was changed')
    expect((await change({ current: 'three quiet tractors', password })).status).toBe(200)
    await visitor.delete('/basket')
  })

  test('cannot be set by guessing the old one at an unattended browser', async () => {
    const visitor = await shop.signIn('head@example.com')
    const guess = (current: string) =>
      visitor.post('/account/details/password', { current, password: 'three quiet tractors' })
    for (const _ of Array.from({ length: 10 })) expect((await guess('wrong')).status).toBe(422)
    const { status, body } = await guess(password)
    expect([status, JSON.stringify(body).includes('Too many wrong passwords')]).toEqual([422, true])
    expect((await listMailsTo(shop, 'head@example.com')).length).toBe(0)
  })

  test('E07: cannot be set by a disabled customer, whose session ends at once', async () => {
    const visitor = await shop.signIn('stopped@example.com')
    expect((await visitor.getPage('/account')).status).toBe(200)
    await shop.sql(`update person set disabled_at = now() where email = 'stopped@example.com'`)
    expect((await visitor.getPage('/account')).status).toBe(303)
    expect((await visitor.get('/account/addresses')).status).toBe(401)
    expect((await logIn('stopped@example.com', password)).status).toBe(422)
    await shop.sql(`update person set disabled_at = null where email = 'stopped@example.com'`)
  })
})
