import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { declinedCard, payByCard } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderState,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { getPaymentStatus, seals } from './payment-calls.ts'

// The abuse cases D13, D15 and D16 (docs/abuse-cases.md), each with a provider and limits of its own.

let shop: TestShop
beforeEach(async () => {
  const env = {
    LIMIT_DECLINES_PER_SESSION: '3',
    LIMIT_DECLINES_PER_ADDRESS: '5',
    LIMIT_DECLINES_PER_CARD: '4',
  }
  shop = await startTestShop({ registerTimeoutMs: 300, env })
})
afterEach(() => shop.close())

test('D13: a provider that is down gets no requests after three failures, and is tried again half a minute later', async () => {
  const countFailures = () => shop.log().filter(line => line.includes('did not register')).length
  for (let i = 0; i < 3; i++) shop.simulator.control.fault('register_500')
  const head = await shop.signIn('head@example.com')
  await fillBasket(shop, head, { 'FH-OIL-1': 1 })
  for (let i = 0; i < 4; i++) {
    const { body } = await sendSave(head, createMemberSend(cardMethod))
    expect(body).toMatchObject({
      error: expect.stringContaining('choose another way to pay'),
      next_url: null,
    })
  }
  expect(shop.simulator.control.entries()).toEqual([])
  expect(countFailures()).toBe(4)
  expect(shop.log().filter(line => line.includes('CIRCUIT_OPEN'))).toHaveLength(1)
  expect((await getBasket(head)).count).toBe(1)
  expect((await sendSave(head, createMemberSend('account'))).body.error).toBe(false)
  expect((await completeOrder(head)).error).toBe(false)
  shop.clock.advance(1)
  const { nextUrl, reference } = await openGuestPayment(shop, seals)
  await payByCard(nextUrl)
  expect(await getOrderState(shop, reference)).toBe('placed')
})

test.each([
  'https://gateway.example.net',
  'javascript:alert(1)//',
  '//gateway.example.net',
  'http://127.0.0.1:1@gateway.example.net',
])('D15: a payment page at %s is not framed', async origin => {
  shop.simulator.control.fault('next_url_foreign_host', { redirectUrl: origin })
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, seals)
  const { body, text } = await sendSave(visitor, createGuestSend())
  expect(body).toMatchObject({ error: expect.any(String), next_url: null })
  expect(text).not.toContain(origin)
  const policy = (await visitor.getPage('/checkout')).headers.get('content-security-policy')
  expect(policy).toContain(`frame-src 'self' ${shop.simulator.url};`)
  for (const path of ['/', '/basket', '/login'])
    expect((await visitor.getPage(path)).headers.get('content-security-policy')).toContain("frame-src 'none'")
})

/** A guest orders and pays with this card. Returns the error of the final send. */
async function payAsGuest(visitor = shop.createVisitor(), card = declinedCard): Promise<string | false> {
  if ((await getBasket(visitor)).count === 0) await fillBasket(shop, visitor, seals)
  const { body } = await sendSave(visitor, createGuestSend())
  if (body.error === false) await payByCard(body.next_url!, card)
  return body.error
}

const otherDeclined = { ...declinedCard, number: '5403814948608092' }

test('D16: after three declined cards a buyer gets no card form for an hour; other ways to pay still work', async () => {
  const head = await shop.signIn('head@example.com')
  await fillBasket(shop, head, { 'FH-OIL-1': 1 })
  for (let i = 0; i < 3; i++) {
    const { body } = await sendSave(head, createMemberSend(cardMethod))
    await payByCard(body.next_url!, declinedCard)
  }
  expect((await sendSave(head, createMemberSend(cardMethod))).body).toMatchObject({
    error: expect.stringContaining('Several cards were declined'),
    next_url: null,
  })
  expect(shop.log().some(line => line.includes('somebody may try stolen ones'))).toBe(true)
  expect((await sendSave(head, createMemberSend('account'))).body.error).toBe(false)
  shop.clock.advance(61)
  const again = await sendSave(head, createMemberSend(cardMethod))
  await payByCard(again.body.next_url!)
  expect(await getOrderState(shop, again.body.reference!)).toBe('placed')
})

test('D16: declined cards are counted by IP address too, over several browsers', async () => {
  const ip = '10.9.9.9'
  for (let i = 0; i < 5; i++) {
    expect(await payAsGuest(shop.createVisitor(ip), i % 2 ? declinedCard : otherDeclined)).toBe(false)
  }
  expect(await payAsGuest(shop.createVisitor(ip))).toContain('Several cards were declined')
  expect(await payAsGuest()).toBe(false)
})

test('D16: a card whose last digits were declined too often is not charged, for any customer', async () => {
  for (let i = 0; i < 4; i++) await payAsGuest()
  const tail = declinedCard.number.slice(-4)
  const { nextUrl, reference, visitor } = await openGuestPayment(shop, seals)
  // A good card with the same last digits.
  const good = { ...declinedCard, number: await goodNumberEnding(tail) }
  await payByCard(nextUrl, good)
  expect(await getOrderState(shop, reference)).toBe('awaiting_payment')
  expect((await getPaymentStatus(visitor, reference)).state).toBe('declined')
  shop.clock.advance(61)
})

async function goodNumberEnding(tail: string): Promise<string> {
  const { isValidCardNumber: isCardNumber } = await import('../../demo/card-provider/cards.ts')
  for (let middle = 0; middle < 100; middle++) {
    const number = `49290000${String(middle).padStart(4, '0')}${tail}`
    if (isCardNumber(number)) return number
  }
  throw new Error('no such number')
}

test('D16: cards that are accepted never count', async () => {
  const ip = '10.8.8.8'
  for (let i = 0; i < 6; i++) {
    const visitor = shop.createVisitor(ip)
    await fillBasket(shop, visitor, seals)
    const { body } = await sendSave(visitor, createGuestSend())
    await payByCard(body.next_url!)
    expect(await getOrderState(shop, body.reference!)).toBe('placed')
  }
})
