import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

const idleMinutes = 20
let shop: TestShop
let defaultShop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ env: { SESSION_IDLE_MINUTES: String(idleMinutes) } })
  defaultShop = await startTestShop()
})
afterAll(async () => {
  await shop?.close()
  await defaultShop?.close()
})

const getMinutesLeft = async (visitor: TestVisitor) =>
  (await visitor.get<{ seconds_left: number }>('/account/session')).body.seconds_left / 60
const isSignedIn = async (visitor: TestVisitor) => (await visitor.getPage('/account')).status === 200

test('a customer who does nothing is signed out after the configured minutes, and each opened page restarts them', async () => {
  const buyer = await shop.signIn('retail@example.com')
  expect(await getMinutesLeft(buyer)).toBe(idleMinutes)
  shop.clock.advance(15)
  expect(await isSignedIn(buyer)).toBe(true)
  expect(await getMinutesLeft(buyer)).toBe(idleMinutes)
  shop.clock.advance(19)
  expect(await isSignedIn(buyer)).toBe(true)
  shop.clock.advance(21)
  expect(await getMinutesLeft(buyer)).toBe(0)
  expect(await isSignedIn(buyer)).toBe(false)
})

test('a page that asks for the remaining time does not change it', async () => {
  const buyer = await shop.signIn('retail@example.com')
  shop.clock.advance(12)
  expect(await getMinutesLeft(buyer)).toBe(8)
  shop.clock.advance(7)
  expect(await getMinutesLeft(buyer)).toBe(1)
  shop.clock.advance(2)
  expect(await isSignedIn(buyer)).toBe(false)
})

test('a customer who asks to stay signed in stays, and the page knows when the session ends', async () => {
  const buyer = await shop.signIn('retail@example.com')
  const page = (await buyer.getPage('/account')).text
  expect(page).toContain(`"endsIn":${idleMinutes * 60}`)
  shop.clock.advance(19)
  expect((await buyer.post('/account/session')).body).toEqual({ seconds_left: idleMinutes * 60 })
  shop.clock.advance(19)
  expect(await isSignedIn(buyer)).toBe(true)
})

test('a customer stays signed in for thirty days by default, and for thirty more on request', async () => {
  const buyer = await defaultShop.signIn('retail@example.com')
  defaultShop.clock.advance(30 * 1440 - 2)
  expect(await isSignedIn(buyer)).toBe(true)
  expect(await getMinutesLeft(buyer)).toBe(2)
  const extended = await buyer.post('/account/session')
  expect(extended.body).toEqual({ seconds_left: 30 * 86_400 })
  expect(extended.headers.get('set-cookie')).toMatch(/^session=.+Max-Age=2592000/)
  defaultShop.clock.advance(1440)
  expect(await isSignedIn(buyer)).toBe(true)
})

test('a customer has to sign in again after ninety days, however often they ask to stay', async () => {
  const buyer = await defaultShop.signIn('trade@example.com')
  for (const days of [29, 29, 29]) {
    defaultShop.clock.advance(days * 1440)
    await buyer.post('/account/session')
  }
  expect(await getMinutesLeft(buyer)).toBe(3 * 1440)
  defaultShop.clock.advance(3 * 1440 + 1)
  expect(await isSignedIn(buyer)).toBe(false)
})

test('a visitor and a guest have no session to extend, and a guest’s checkout draft has no idle limit', async () => {
  const stranger = shop.createVisitor()
  expect(await getMinutesLeft(stranger)).toBe(0)
  expect((await stranger.post('/account/session')).body).toEqual({ seconds_left: 0 })
  expect((await stranger.getPage('/')).text).toContain('"endsIn":null')
  const guest = shop.createVisitor()
  await guest.post('/checkout/load')
  const before = guest.cookies.get('session')
  expect((await guest.post('/account/session')).body).toEqual({ seconds_left: 0 })
  shop.clock.advance(600)
  await guest.post('/checkout/load')
  expect(guest.cookies.get('session')).toBe(before)
})

test.each([
  '/account/details',
  '/account/details/password',
  '/account/details/second-factor/begin',
  '/account/details/second-factor',
  '/account/details/second-factor/codes',
  '/account/details/second-factor/off',
  '/account/addresses',
  '/account/addresses/1',
  '/account/addresses/1/delete',
])('POST %s reveals nothing about its input to a visitor who is not signed in', async path => {
  const invalidBody = { current: 5, code: {}, postcode: [], id: 'x' }
  expect((await shop.createVisitor().post(path, invalidBody)).status).toBe(401)
})

describe('staff', () => {
  const staff = 'staff@example.com'

  test('are signed out after 30 minutes without a request, and customers are not', async () => {
    const person = await defaultShop.signIn(staff)
    const buyer = await defaultShop.signIn('retail@example.com')
    expect(await getMinutesLeft(person)).toBe(30)
    defaultShop.clock.advance(29)
    expect((await person.getPage('/admin')).status).toBe(200)
    defaultShop.clock.advance(31)
    expect(await getMinutesLeft(person)).toBe(0)
    expect((await person.getPage('/admin')).status).not.toBe(200)
    expect(await isSignedIn(buyer)).toBe(true)
  })

  test('are signed out twelve hours after their login, however busy they are', async () => {
    const person = await defaultShop.signIn(staff)
    for (let request = 0; request < 24; request++) {
      defaultShop.clock.advance(29)
      await person.post('/account/session')
    }
    // 24 times 29 minutes have passed.
    expect(await getMinutesLeft(person)).toBe(24)
    expect(await isSignedIn(person)).toBe(true)
    defaultShop.clock.advance(25)
    expect(await isSignedIn(person)).toBe(false)
  })

  test('whose session began before they were staff, or in an earlier release, are signed out too (R-ACCOUNT-20)', async () => {
    const buyer = await defaultShop.signIn('apprentice@example.com')
    await defaultShop.sql(`update person set roles = '{buyer,staff}' where email = 'apprentice@example.com'`)
    defaultShop.clock.advance(31)
    expect(await isSignedIn(buyer)).toBe(false)
    expect((await buyer.post('/account/session')).body).toEqual({ seconds_left: 0 })
  })
})
