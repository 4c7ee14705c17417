import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

const idleMinutes = 20
let shop: Shop
let patient: Shop

beforeAll(async () => {
  shop = await openShop({ env: { SESSION_IDLE_MINUTES: String(idleMinutes) } })
  patient = await openShop()
})
afterAll(async () => {
  await shop?.close()
  await patient?.close()
})

const minutesLeft = async (who: Visitor) =>
  (await who.get<{ seconds_left: number }>('/account/session')).body.seconds_left / 60
const isIn = async (who: Visitor) => (await who.page('/account')).status === 200

test('who does nothing is signed out after the minutes the operator set; each page he opens gives him all of them', async () => {
  const buyer = await shop.signedIn('retail@example.com')
  expect(await minutesLeft(buyer)).toBe(idleMinutes)
  shop.clock.pass(15)
  expect(await isIn(buyer)).toBe(true)
  expect(await minutesLeft(buyer)).toBe(idleMinutes)
  shop.clock.pass(19)
  expect(await isIn(buyer)).toBe(true)
  shop.clock.pass(21)
  expect(await minutesLeft(buyer)).toBe(0)
  expect(await isIn(buyer)).toBe(false)
})

test('a page that asks how long he has left takes nothing from it and adds nothing', async () => {
  const buyer = await shop.signedIn('retail@example.com')
  shop.clock.pass(12)
  expect(await minutesLeft(buyer)).toBe(8)
  shop.clock.pass(7)
  expect(await minutesLeft(buyer)).toBe(1)
  shop.clock.pass(2)
  expect(await isIn(buyer)).toBe(false)
})

test('who asks to stay stays, and his page is told when it ends', async () => {
  const buyer = await shop.signedIn('retail@example.com')
  const page = (await buyer.page('/account')).text
  expect(page).toContain(`"endsIn":${idleMinutes * 60}`)
  shop.clock.pass(19)
  expect((await buyer.post('/account/session')).body).toEqual({ seconds_left: idleMinutes * 60 })
  shop.clock.pass(19)
  expect(await isIn(buyer)).toBe(true)
})

test('without the setting a session lasts its thirty days, and thirty more for who asks', async () => {
  const buyer = await patient.signedIn('retail@example.com')
  patient.clock.pass(30 * 1440 - 2)
  expect(await isIn(buyer)).toBe(true)
  expect(await minutesLeft(buyer)).toBe(2)
  const kept = await buyer.post('/account/session')
  expect(kept.body).toEqual({ seconds_left: 30 * 86_400 })
  expect(kept.headers.get('set-cookie')).toMatch(/^session=.+Max-Age=2592000/)
  patient.clock.pass(1440)
  expect(await isIn(buyer)).toBe(true)
})

test('however often he asks to stay, after ninety days he signs in again', async () => {
  const buyer = await patient.signedIn('trade@example.com')
  for (const days of [29, 29, 29]) {
    patient.clock.pass(days * 1440)
    await buyer.post('/account/session')
  }
  expect(await minutesLeft(buyer)).toBe(3 * 1440)
  patient.clock.pass(3 * 1440 + 1)
  expect(await isIn(buyer)).toBe(false)
})

test('a stranger and a guest have no session to keep, and a guest’s entries know no idleness', async () => {
  const stranger = shop.visitor()
  expect(await minutesLeft(stranger)).toBe(0)
  expect((await stranger.post('/account/session')).body).toEqual({ seconds_left: 0 })
  expect((await stranger.page('/')).text).toContain('"endsIn":null')
  const guest = shop.visitor()
  await guest.post('/checkout/load')
  const before = guest.cookies.get('session')
  expect((await guest.post('/account/session')).body).toEqual({ seconds_left: 0 })
  shop.clock.pass(600)
  await guest.post('/checkout/load')
  expect(guest.cookies.get('session')).toBe(before)
})
