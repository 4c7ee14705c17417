import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPostalAddress } from '../../src/features/accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../../src/features/accounts/schemas.ts'
import type { loadCheckout, readDelivery } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { cancelPayment, type TestVisitor } from '../support/test-visitor.ts'
import {
  cardMethod,
  completeOrder,
  createGuestContact,
  createGuestSend,
  createMemberSend,
  fillBasket,
  leedsAddress,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { createGuestWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const bradford = { ...leedsAddress, address1: '2 Canal Road', town: 'Bradford', postcode: 'BD1 1AA' }
const createBuyer = () => createGuestWithBasket(shop, { 'FH-OIL-1': 1 })

const listSavedAddresses = async (who: TestVisitor) =>
  (await who.get<SavedAddress[]>('/account/addresses')).body

describe('a saved address', () => {
  test('B12: is used by its id, from the server’s own copy', async () => {
    const retail = await shop.signIn('retail@example.com')
    await fillBasket(shop, retail, { 'FH-OIL-1': 1 })
    const [address] = await listSavedAddresses(retail)
    const chosen = { id: address!.id, address1: 'somewhere else', postcode: 'JE2 3AB', imported: true }
    const { body } = await sendSave(
      retail,
      createMemberSend(cardMethod, { delivery: chosen, billing: chosen }),
    )
    const [order] = await shop.sql<{ delivery: object; vat: number }>(
      'select delivery, vat from orders where reference = $1',
      [body.reference],
    )
    expect(order).toMatchObject({
      delivery: { address1: '8 Harbour Terrace', postcode: 'YO21 3PU' },
      vat: 410,
    })
    await retail.delete('/basket')
  })

  test('is stored for later when requested, and once only', async () => {
    const retail = await shop.signIn('retail@example.com')
    await fillBasket(shop, retail, { 'FH-OIL-1': 1 })
    const before = await listSavedAddresses(retail)
    const sent = { save_delivery_address: true, delivery: { ...leedsAddress, address1: '1 New Street' } }
    await sendSave(retail, createMemberSend(cardMethod, sent))
    await sendSave(retail, createMemberSend(cardMethod, { ...sent, purchase_order: 'again' }))
    expect((await listSavedAddresses(retail)).map(({ line_1 }) => line_1)).toEqual([
      '1 New Street',
      ...before.map(({ line_1 }) => line_1),
    ])
    await retail.delete('/basket')
  })

  test('B01: is not faked by the flag ‘imported’', async () => {
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
    const forged = { ...leedsAddress, surname: '', imported: true, billing: true }
    const { body } = await sendSave(trade, createMemberSend('account', { delivery: forged }))
    expect(body.error).toBe('Delivery address contains errors.')
    await trade.delete('/basket')
  })
})

describe('a delivery address that is for billing too', () => {
  test('fills in the billing address, so that a returning buyer need not enter it', async () => {
    const visitor = await createBuyer()
    const contact = createGuestContact()
    await sendSave(visitor, { contact, delivery: { ...leedsAddress, save_as_billing: true } })
    const page = await visitor.getPage('/checkout')
    expect(page.text).toMatch(/"billing":\{[^}]*"address1":"88 Mill Lane"/)
  })

  test('is no billing address when another is sent', async () => {
    const visitor = await createBuyer()
    const delivery = { ...leedsAddress, save_as_billing: true }
    const sent = createGuestSend({
      delivery,
      billing: bradford,
      delivery_method: 'quote',
      payment_method: 'quote',
    })
    expect((await sendSave(visitor, sent)).body.error).toBe(false)
    await completeOrder(visitor)
    const [order] = await shop.sql<{ town: string }>(
      "select billing->>'town' as town from orders where contact->>'email' = $1",
      [sent.contact.email],
    )
    expect(order!.town).toBe('Bradford')
  })
})

describe('a delivery address that is saved as billing address too', () => {
  interface Saved {
    line_1: string
    billing: boolean
    save_as_billing: boolean
  }
  /** The saved address of that street, as the account lists it. */
  const findSaved = async (visitor: TestVisitor, street: string) => {
    const { body } = await visitor.get<Saved[]>('/account/addresses')
    return body.filter(address => address.line_1 === street).map(address => address.save_as_billing)
  }
  const method = { delivery_method: 'quote', payment_method: 'quote' }
  const createDelivery = (street: string) => ({
    ...leedsAddress,
    address1: street,
    save_for_future: true,
    save_as_billing: true,
  })

  test.each([
    ['with the order', '1 Flag Street', bradford, false],
    ['with an earlier send', '2 Flag Street', bradford, true],
    ['with the same billing address', '3 Flag Street', null, false],
  ])('comes back so when it is sent %s', async (_, street, otherBilling, isEarlier) => {
    const visitor = await shop.signIn('retail@example.com')
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const delivery = createDelivery(street)
    if (isEarlier) expect((await sendSave(visitor, { delivery })).body.error).toBe(false)
    const billing = otherBilling ?? { ...leedsAddress, address1: street, save_for_future: true }
    const sent = { ...(isEarlier ? {} : { delivery }), billing, ...method }
    expect((await sendSave(visitor, sent)).body.error).toBe(false)
    expect(await findSaved(visitor, street)).toEqual([true])
    await visitor.delete('/basket')
  })

  test('stays a delivery address when that was not chosen', async () => {
    const visitor = await shop.signIn('retail@example.com')
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const delivery = { ...createDelivery('4 Flag Street'), save_as_billing: false }
    expect((await sendSave(visitor, { delivery, billing: bradford, ...method })).body.error).toBe(false)
    expect(await findSaved(visitor, '4 Flag Street')).toEqual([false])
    // Chosen later, of the same address.
    await visitor.delete('/basket')
    await fillBasket(shop, visitor, { 'FH-OIL-1': 2 })
    const chosen = createDelivery('4 Flag Street')
    expect((await sendSave(visitor, { delivery: chosen, billing: bradford, ...method })).body.error).toBe(
      false,
    )
    expect(await findSaved(visitor, '4 Flag Street')).toEqual([true])
    await visitor.delete('/basket')
  })

  test('comes back so from the account that a guest’s order creates', async () => {
    const visitor = await createBuyer()
    const sent = createGuestSend({ delivery: createDelivery('5 Flag Street'), billing: bradford, ...method })
    expect((await sendSave(visitor, sent)).body.error).toBe(false)
    await completeOrder(visitor)
    expect(
      await shop.sql(
        `select a.line_1, a.billing from address a join person p on p.id = a.person_id where p.email = $1`,
        [sent.contact.email],
      ),
    ).toEqual([{ line_1: '5 Flag Street', billing: true }])
  })
})

describe('a guest who saves addresses for later', () => {
  const listAddressesOf = (email: string) =>
    shop.sql(
      `select a.line_1, a.line_3, a.billing, a.imported from address a join person p on p.id = a.person_id
       where p.email = $1 order by a.billing`,
      [email],
    )

  test('finds them in the account that the order creates, and none before', async () => {
    const visitor = await createBuyer()
    const sent = createGuestSend({
      delivery: { ...leedsAddress, save_for_future: true },
      billing: { ...bradford, save_for_future: true },
      delivery_method: 'quote',
      payment_method: 'quote',
    })
    expect((await sendSave(visitor, sent)).body.error).toBe(false)
    expect(await listAddressesOf(sent.contact.email)).toEqual([])
    await completeOrder(visitor)
    expect(await listAddressesOf(sent.contact.email)).toEqual([
      { line_1: '88 Mill Lane', line_3: 'Leeds', billing: false, imported: false },
      { line_1: '2 Canal Road', line_3: 'Bradford', billing: true, imported: false },
    ])
  })

  test('finds one where both are the same, however they are written', async () => {
    const visitor = await createBuyer()
    const billing = {
      ...leedsAddress,
      firstname: 'SAM',
      address1: '88, Mill Lane.',
      postcode: 'ls4-1ab',
      telephone: '+44 (0)113 4960999',
    }
    const sent = createGuestSend({
      delivery: { ...leedsAddress, save_for_future: true },
      billing: { ...billing, save_for_future: true },
      delivery_method: 'quote',
      payment_method: 'quote',
    })
    expect((await sendSave(visitor, sent)).body.error).toBe(false)
    await completeOrder(visitor)
    expect(await listAddressesOf(sent.contact.email)).toHaveLength(1)
  })

  test('finds none without choosing to save them', async () => {
    const visitor = await createBuyer()
    const sent = createGuestSend({ delivery_method: 'quote', payment_method: 'quote' })
    await sendSave(visitor, sent)
    await completeOrder(visitor)
    expect(await listAddressesOf(sent.contact.email)).toEqual([])
  })
})

test('an address is saved once for delivery and bill, and not again, nor where the company has it', async () => {
  const cases = [
    ['retail@example.com', { ...leedsAddress, address1: '6 Twin Street' }],
    // The company's own billing address, as its books have it.
    ['trade@example.com', null],
  ] as const
  for (const [email, typed] of cases) {
    const member = await shop.signIn(email)
    await fillBasket(shop, member, { 'FH-OIL-1': 1 })
    const before = await listSavedAddresses(member)
    const [company] = before
    const address = typed ?? toPostalAddress(company!)
    const delivery = { ...address, save_for_future: true }
    for (const billing of [
      { ...delivery, address1: ` ${address.address1.toUpperCase()} ` },
      { ...delivery, postcode: address.postcode.replace(' ', '').toLowerCase() },
    ]) {
      const sent = createMemberSend('quote', { delivery, billing, delivery_method: 'quote' })
      expect((await sendSave(member, sent)).body.error).toBe(false)
    }
    expect(await listSavedAddresses(member)).toHaveLength(before.length + (typed ? 1 : 0))
    await member.delete('/basket')
  }
})

test('an address is saved beside one that differs in company or town only', async () => {
  const retail = await shop.signIn('retail@example.com')
  await fillBasket(shop, retail, { 'FH-OIL-1': 1 })
  const home = { ...leedsAddress, address1: '5 Two Doors', save_for_future: true }
  for (const delivery of [home, home, { ...home, company: 'Okafor Ltd' }, { ...home, town: 'Bramley' }]) {
    const sent = createMemberSend('quote', { delivery, delivery_method: 'quote' })
    expect((await sendSave(retail, sent)).body.error).toBe(false)
  }
  const addresses = await shop.sql(
    `select company, line_3 from address where line_1 = '5 Two Doors' order by id`,
  )
  expect(addresses).toEqual([
    { company: '', line_3: 'Leeds' },
    { company: 'Okafor Ltd', line_3: 'Leeds' },
    { company: '', line_3: 'Bramley' },
  ])
  await retail.delete('/basket')
})

test('a customer whose session has ended gets a 401, and is not treated as a guest', async () => {
  const visitor = await shop.signIn('trade@example.com')
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const sent = createMemberSend('account', { signed_in: true })
  expect((await sendSave(shop.createVisitor(), sent)).status).toBe(401)
  expect((await sendSave(visitor, sent)).body.error).toBe(false)
  await completeOrder(visitor)
})

test('the promised day comes with its cut-off; a named-day delivery lists all days that can be chosen', async () => {
  shop.clock.set('2026-11-30T12:16:00Z')
  const visitor = await createBuyer()
  const { body } = await visitor.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', {
    country: 'GB',
    postcode: 'LS4 1AB',
  })
  expect(body.promise).toBe('Order in 2 h 14 min for delivery Tuesday 1 December')
  const named = body.options.find(({ code }) => code === 'NAM')!
  expect(body.named_days![0]).toBe(named.arg)
  expect(body.named_days).not.toContain('2026-12-05')
  const abroad = await visitor.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', {
    country: 'FR',
    postcode: '75001',
  })
  expect(abroad.body).toEqual({
    error: 'Validation Error: There are no delivery options for this address',
    options: [],
  })
})

describe('a postcode in no area of the United Kingdom', () => {
  const listOptions = async (visitor: TestVisitor, postcode: string) =>
    (await visitor.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', { country: 'GB', postcode })).body

  test.each(['GX11 1AA', 'AA1 1AA', 'S01 4AB', 'XX10 1AA'])(
    '%s has no delivery and is invalid',
    async postcode => {
      const visitor = await createBuyer()
      expect(await listOptions(visitor, postcode)).toMatchObject({ error: expect.any(String), options: [] })
      const { body } = await sendSave(visitor, { delivery: { ...leedsAddress, postcode } })
      expect(body.errors).toEqual({ 'delivery.postcode': 'Postcode is invalid' })
      const { countries } = (await visitor.post<ReplyOf<typeof loadCheckout>>('/checkout/load', {})).body
      expect(postcode).not.toMatch(new RegExp(countries.GB!.validations.postcode))
    },
  )

  test.each([
    ['sw1a oaa', 'SW1A 0AA'],
    ['OX1\u00a02AB', 'OX1 2AB'],
    ['0X1 2AB', 'OX1 2AB'],
  ])('where only one sign can be meant, %s is %s', async (typed, stored) => {
    const visitor = await createBuyer()
    const { body } = await sendSave(
      visitor,
      createGuestSend({ delivery: { ...leedsAddress, postcode: typed } }),
    )
    const [order] = await shop.sql<{ postcode: string }>(
      `select delivery->>'postcode' as postcode from orders where reference = $1`,
      [body.reference],
    )
    expect(order).toEqual({ postcode: stored })
  })

  test('British Forces, which carriers do not reach, collect or ask for a quote', async () => {
    const { options } = await listOptions(await createBuyer(), 'BF1 2AT')
    expect(options.map(({ code }) => code)).toEqual(['COL', 'quote'])
  })
})

test('a loaded quote has its own prices and totals', async () => {
  const { quote_id } = (await shop.createVisitor().get<{ quote_id: number }>('/_sandbox/demo.json')).body
  const trade = await shop.signIn('trade@example.com')
  const { body } = await trade.post<ReplyOf<typeof loadCheckout>>('/checkout/load', { quote_id })
  // 20 × £11.25, 2 × £3.60, £12.00 carriage and a fifth of it.
  expect(body.basket).toMatchObject({ subtotal: 232.2, total: 293.04 })
  expect(body.basket!.items).toEqual(body.items)
})

test('a buyer whose card payment ended without success sees on the next visit that the order is not paid', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, { 'FH-OIL-1': 1 })
  await cancelPayment(nextUrl)
  expect((await visitor.getPage('/checkout')).text).toContain(`"unpaid":"${reference}"`)
  await fillBasket(shop, visitor, { 'FH-SEAL-1': 1 })
  const stranger = await createBuyer()
  expect((await stranger.getPage('/checkout')).text).toContain('"unpaid":null')
})
