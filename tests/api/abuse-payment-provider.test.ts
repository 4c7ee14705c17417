import { afterEach, beforeEach, expect, test } from 'vitest'
import { declinedCard, payByCard } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf, complete, fill, guestAtCard, guestSend, memberSend, save, stateOf } from './buying.ts'

// Cases D13, D15 and D16 of the reference 'abuse cases': each with a provider and limits of its own.

let shop: Shop
beforeEach(async () => {
  const env = {
    LIMIT_DECLINES_PER_SESSION: '3',
    LIMIT_DECLINES_PER_ADDRESS: '5',
    LIMIT_DECLINES_PER_CARD: '4',
  }
  shop = await openShop({ registerTimeoutMs: 300, env })
})
afterEach(async () => {
  await checkInvariants(shop)
  await shop.close()
})

const seals = { 'FH-SEAL-1': 3 }

test('D13: a provider that is down is left alone after three buyers, and asked again half a minute later', async () => {
  const asked = () => shop.log().filter(line => line.includes('did not register')).length
  for (let i = 0; i < 3; i++) shop.sandbox.control.fault('register_500')
  const head = await shop.signedIn('head@example.com')
  await fill(shop, head, { 'FH-OIL-1': 1 })
  for (let i = 0; i < 4; i++) {
    const { body } = await save(head, memberSend('sagepay'))
    expect(body).toMatchObject({
      error: expect.stringContaining('choose another way to pay'),
      next_url: null,
    })
  }
  expect(shop.sandbox.control.entries()).toEqual([])
  expect(asked()).toBe(4)
  expect(shop.log().filter(line => line.includes('CIRCUIT_OPEN'))).toHaveLength(1)
  expect((await basketOf(head)).count).toBe(1)
  expect((await save(head, memberSend('account'))).body.error).toBe(false)
  expect((await complete(head)).error).toBe(false)
  shop.clock.pass(1)
  const { nextUrl, reference } = await guestAtCard(shop, seals)
  await payByCard(nextUrl)
  expect(await stateOf(shop, reference)).toBe('placed')
})

test.each([
  'https://gateway.example.net',
  'javascript:alert(1)//',
  '//gateway.example.net',
  'http://127.0.0.1:1@gateway.example.net',
])('D15: a form at %s is not framed', async origin => {
  shop.sandbox.control.fault('next_url_foreign_host', { redirectUrl: origin })
  const visitor = shop.visitor()
  await fill(shop, visitor, seals)
  const { body, text } = await save(visitor, guestSend())
  expect(body).toMatchObject({ error: expect.any(String), next_url: null })
  expect(text).not.toContain(origin)
  const policy = (await visitor.page('/checkout')).headers.get('content-security-policy')
  expect(policy).toContain(`frame-src 'self' ${shop.sandbox.url};`)
  for (const path of ['/', '/basket', '/login'])
    expect((await visitor.page(path)).headers.get('content-security-policy')).toContain("frame-src 'none'")
})

/** A guest tries a card on an order of his own. */
async function tries(visitor = shop.visitor(), card = declinedCard): Promise<string | false> {
  if ((await basketOf(visitor)).count === 0) await fill(shop, visitor, seals)
  const { body } = await save(visitor, guestSend())
  if (body.error === false) await payByCard(body.next_url!, card)
  return body.error
}

const otherDeclined = { ...declinedCard, number: '5403814948608092' }

test('D16: who has three cards declined opens no other form for an hour; other ways to pay stay open', async () => {
  const head = await shop.signedIn('head@example.com')
  await fill(shop, head, { 'FH-OIL-1': 1 })
  for (let i = 0; i < 3; i++) {
    const { body } = await save(head, memberSend('sagepay'))
    await payByCard(body.next_url!, declinedCard)
  }
  expect((await save(head, memberSend('sagepay'))).body).toMatchObject({
    error: expect.stringContaining('Several cards were declined'),
    next_url: null,
  })
  expect(shop.log().some(line => line.includes('somebody may try stolen ones'))).toBe(true)
  expect((await save(head, memberSend('account'))).body.error).toBe(false)
  shop.clock.pass(61)
  const again = await save(head, memberSend('sagepay'))
  await payByCard(again.body.next_url!)
  expect(await stateOf(shop, again.body.reference!)).toBe('placed')
})

test('D16: a new browser each time does not help: the address counts too', async () => {
  const ip = '10.9.9.9'
  for (let i = 0; i < 5; i++) {
    expect(await tries(shop.visitor(ip), i % 2 ? declinedCard : otherDeclined)).toBe(false)
  }
  expect(await tries(shop.visitor(ip))).toContain('Several cards were declined')
  expect(await tries()).toBe(false)
})

test('D16: a card whose last digits were declined again and again is not charged, whoever has it', async () => {
  for (let i = 0; i < 4; i++) await tries()
  const tail = declinedCard.number.slice(-4)
  const { nextUrl, reference, visitor } = await guestAtCard(shop, seals)
  // A good card with the same end: 4929 0000 0000 5639 has a right check digit.
  const good = { ...declinedCard, number: await goodNumberEnding(tail) }
  await payByCard(nextUrl, good)
  expect(await stateOf(shop, reference)).toBe('awaiting_payment')
  expect((await visitor.get<{ state: string }>(`/checkout/payment/${reference}`)).body.state).toBe('declined')
  shop.clock.pass(61)
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
    const visitor = shop.visitor(ip)
    await fill(shop, visitor, seals)
    const { body } = await save(visitor, guestSend())
    await payByCard(body.next_url!)
    expect(await stateOf(shop, body.reference!)).toBe('placed')
  }
})
