import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { loadCheckout, readDelivery } from '../../src/features/checkout/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestContact,
  createGuestSend,
  fillBasket,
  getBasket,
  leedsAddress,
  type SaveCallReply,
  sendSave,
} from './checkout-calls.ts'

let shop: TestShop
let visitor: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
})
beforeEach(async () => {
  visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
})
afterAll(() => shop.close())

const send = async (body: object): Promise<SaveCallReply> => (await sendSave(visitor, body)).body
const optionsFor = async (country: unknown, postcode: unknown, who = visitor) =>
  (await who.post<ReplyOf<typeof readDelivery>>('/checkout/delivery', { country, postcode })).body
const orders = async () => (await shop.sql<{ n: number }>('select count(*)::int as n from orders'))[0]!.n

describe('opening the checkout', () => {
  const load = (who: TestVisitor, body = {}) => who.post<ReplyOf<typeof loadCheckout>>('/checkout/load', body)
  const methodsOf = async (email: string) => {
    const { body } = await load(await shop.signIn(email))
    return body.payment_methods.map(({ value }) => value)
  }

  test('returns the countries with their postcode patterns, the goods, and how a guest can pay', async () => {
    const { body } = await load(visitor)
    expect(Object.keys(body.countries).sort()).toEqual(['GB', 'GG', 'IE', 'IM', 'JE', 'NO'])
    expect(new RegExp(body.countries.GB!.validations.postcode).test('LS4 1AB')).toBe(true)
    expect(body.payment_methods.map(({ value }) => value)).toEqual(['sagepay'])
    expect(body).toMatchObject({
      load_existing: false,
      status: null,
      on_stop: false,
      delivery_code: '',
      delivery_town: '',
    })
    expect(body.items).toMatchObject([{ qty: 1, price: 12.5 }])
    expect((await load(shop.createVisitor())).body.items).toEqual([])
  })

  test('offers each customer the payment methods that their permissions allow', async () => {
    expect(await methodsOf('retail@example.com')).toEqual(['sagepay'])
    expect(await methodsOf('trade@example.com')).toEqual(['account', 'sagepay'])
    expect(await methodsOf('apprentice@example.com')).toEqual(['approval'])
    expect(await methodsOf('staff@example.com')).toEqual(['sagepay', 'godmode'])
    const stopped = await load(await shop.signIn('stopped@example.com'))
    expect(stopped.body).toMatchObject({
      on_stop: true,
      payment_methods: [{ value: 'account' }, { value: 'sagepay' }],
    })
  })

  test('with another customer’s quote or approval order is refused', async () => {
    const retail = await shop.signIn('retail@example.com')
    for (const body of [{ quote_id: 999999 }, { approval_id: '999999' }, { quote_id: "1' or 1=1" }]) {
      expect((await load(visitor, body)).status).toBe(401)
      expect((await load(retail, body)).status).toBe(404)
    }
  })
})

describe('listing delivery options', () => {
  const codes = async (country: unknown, postcode: unknown) =>
    (await optionsFor(country, postcode)).options.map(({ code }) => code)

  test('offers the services to the address, with real days and prices', async () => {
    const { error, options } = await optionsFor('GB', 'ls4 1ab')
    expect(error).toBe(false)
    expect(options.map(({ code, price, arg }) => [code, price, arg])).toEqual([
      ['ND', 8, '2026-11-25'],
      ['ND12', 14, '2026-11-25'],
      ['NAM', 9.5, '2026-11-26'],
      ['COL', 0, '2026-11-24'],
      ['quote', null, null],
    ])
    for (const { name, title, subtitle, caption } of options)
      expect([name, title, subtitle, caption].every(text => typeof text === 'string')).toBe(true)
  })

  test('finds the zone by the postcode, Jersey’s even when the United Kingdom was chosen', async () => {
    expect(await codes('GB', 'IV26 2UB')).toEqual(['HI2', 'COL', 'quote'])
    expect(await codes('GB', 'BT9 6EQ')).toEqual(['NI2', 'COL', 'quote'])
    expect(await codes('GB', 'JE2 3AB')).toEqual(['CI4', 'quote'])
    expect(await codes('JE', 'JE2 3AB')).toEqual(['CI4', 'quote'])
    expect(await codes('GG', 'GY1 1AA')).toEqual(['CI4', 'quote'])
    expect(await codes('IM', 'IM1 1AA')).toEqual(['HI2', 'COL', 'quote'])
    expect(await codes('IE', '')).toEqual(['IE3', 'quote'])
    expect(await codes('no', '0150')).toEqual(['NO5', 'quote'])
  })

  test('returns a message when there is none', async () => {
    const none = 'Validation Error: There are no delivery options for this address'
    for (const country of ['FR', '', null, 7, ['GB'], { a: 1 }, 'GB<script>'])
      expect(await optionsFor(country, 'LS4 1AB')).toEqual({ error: none, options: [] })
    for (const postcode of ['', 'nonsense', null, ['LS4 1AB']])
      expect(await optionsFor('GB', postcode)).toMatchObject({
        error: expect.stringContaining('suitable delivery date'),
        options: [],
      })
  })
})

describe('the contact of a new customer', () => {
  test.each([
    ['name', '', 'Name is required.'],
    ['name', '   ', 'Name is required.'],
    ['email', '', 'Email is required.'],
    ['email', 'sam', 'Email address not valid.'],
    ['email', 'sam@', 'Email address not valid.'],
    ['email', 'a@b c.de', 'Email address not valid.'],
    ['email', 'retail@example.com', 'Email address already exists.'],
    ['email', ' RETAIL@example.com', 'Email address already exists.'],
    ['password', '', 'Password is required.'],
    ['telephone', '', 'Telephone is required.'],
  ])('with the %s %j is refused beside the field', async (field, value, message) => {
    const answer = await send({ contact: { ...createGuestContact(), [field]: value } })
    expect(answer).toMatchObject({
      error: 'The details you provided are invalid.',
      errors: { [field]: message },
      next_url: null,
    })
    expect(Object.keys(answer.errors)).toEqual([field])
  })

  test.each([null, '', [], 'x', 7, {}])('that is %j names every field', async contact => {
    expect(Object.keys((await send({ contact })).errors)).toEqual(['name', 'email', 'password', 'telephone'])
  })

  test('is stored, the password only as its hash, and need not be sent again', async () => {
    const contact = createGuestContact()
    expect(await send({ contact })).toMatchObject({ error: false, errors: {} })
    const drafts = await shop.sql<{ draft: string }>(
      'select checkout_draft::text as draft from checkout_draft',
    )
    expect(drafts.some(({ draft }) => draft.includes(contact.email))).toBe(true)
    expect(drafts.some(({ draft }) => draft.includes(contact.password))).toBe(false)
    expect((await visitor.getPage('/checkout')).text.includes(contact.email)).toBe(true)
    const { contact: _, ...rest } = createGuestSend()
    expect((await send(rest)).error).toBe(false)
  })
})

describe('a new address', () => {
  const parts = [
    ['delivery', 'The delivery address details you have provided are invalid.'],
    ['billing', 'The billing address details you have provided are invalid.'],
  ] as const
  const faults = [
    ['firstname', '', 'First name is invalid.'],
    ['surname', ' ', 'Surname is invalid.'],
    ['address1', '', 'Address line 1 is invalid.'],
    ['town', '', 'Town is invalid.'],
    ['postcode', '', 'Postcode is invalid.'],
    ['postcode', 'LS4', 'Postcode is invalid'],
    ['country', 'FR', 'Country is invalid.'],
    ['country', '', 'Country is invalid.'],
    ['telephone', '', 'Telephone is invalid.'],
    ['telephone', 'call me', 'Telephone is invalid.'],
  ] as const

  test.each(parts.flatMap(([part, summary]) => faults.map(fault => [part, summary, ...fault] as const)))(
    'for %s is refused (%s) when its %s is %j',
    async (part, summary, field, value, message) => {
      const answer = await send({ [part]: { ...leedsAddress, [field]: value } })
      expect(answer).toMatchObject({ error: summary, errors: { [`${part}.${field}`]: message } })
    },
  )

  test('needs neither company nor second line nor county, and its postcode is normalised', async () => {
    expect(await send({ delivery: { ...leedsAddress, postcode: ' ls41ab ' } })).toMatchObject({
      error: false,
      errors: {},
    })
    const [draft] = await shop.sql<{ postcode: string }>(
      `select draft->'delivery'->>'postcode' as postcode from checkout_draft order by updated_at desc limit 1`,
    )
    expect(draft!.postcode).toBe('LS4 1AB')
  })

  test('to Norway needs a tax code', async () => {
    const oslo = { ...leedsAddress, country: 'NO', postcode: '0150', town: 'Oslo' }
    const words = 'In order to process your order to Norway we will need your TAX code for customs purposes'
    expect(await send({ delivery: oslo })).toMatchObject({ error: words, errors: { vat: words } })
    const contact = { ...createGuestContact(), vat: 'NO974760673' }
    expect(await send({ contact, delivery: oslo })).toMatchObject({ error: false })
    expect(await send(createGuestSend({ delivery: oslo, delivery_method: 'NO5' }))).toMatchObject({
      error: words,
    })
  })
})

describe('the delivery chosen', () => {
  const chosen = (delivery_method: unknown, delivery_arg: unknown = null) =>
    send({ delivery: leedsAddress, delivery_method, delivery_arg })

  test('B12: must be one of those offered at the address', async () => {
    expect(await chosen('ND')).toMatchObject({ error: false })
    for (const code of ['', 'XX', 'HI2', 'CI4', null, ['ND'], { code: 'ND' }])
      expect(await chosen(code)).toMatchObject({ error: 'Invalid delivery method chosen.' })
    const highlands = { ...leedsAddress, postcode: 'IV26 2UB' }
    expect(await send({ delivery: highlands, delivery_method: 'ND' })).toMatchObject({
      error: 'Invalid delivery method chosen.',
    })
    expect(await send(createGuestSend({ delivery: highlands }))).toMatchObject({
      error: 'Invalid delivery method chosen.',
    })
    expect(
      await send(
        createGuestSend({ delivery: { ...leedsAddress, postcode: 'JE2 3AB' }, delivery_method: 'COL' }),
      ),
    ).toMatchObject({
      error: 'Invalid delivery method chosen.',
    })
  })

  test('can be a later working day within thirty days, if it is a named-day delivery', async () => {
    expect(await chosen('NAM', '2026-12-08')).toMatchObject({ error: false })
    for (const day of ['2026-12-06', '2026-11-24', '2027-02-01', '2026-13-01', 'soon'])
      expect(await chosen('NAM', day)).toMatchObject({
        errors: { delivery_method: expect.stringContaining('can no longer be kept') },
      })
    expect(await chosen('ND', '2026-11-26')).toMatchObject({ error: expect.any(String) })
  })

  test('is refused when the cut-off of its day has passed meanwhile', async () => {
    const body = createGuestSend({ delivery_arg: '2026-11-25' })
    // A shop of its own: turning the clock back would leave other orders with a hold far in the future.
    const late = await startTestShop({ now: '2026-11-24T14:31:00Z' })
    onTestFinished(() => late.close())
    const guest = late.createVisitor()
    await fillBasket(late, guest, { 'FH-OIL-1': 1 })
    expect((await sendSave(guest, body)).body).toMatchObject({
      error: expect.stringContaining('can no longer be kept'),
      next_url: null,
    })
    expect((await optionsFor('GB', 'LS4 1AB', guest)).options[0]!.arg).toBe('2026-11-26')
    expect((await sendSave(guest, { ...body, delivery_arg: '2026-11-26' })).body).toMatchObject({
      error: false,
    })
  })
})

test('a buyer who is signed out in another tab while a stage is saved reads so', async () => {
  const buyer = await shop.signIn('retail@example.com')
  await sendSave(buyer, { delivery: leedsAddress })
  const person = `(select id from person where email = 'retail@example.com')`
  let saving: Promise<unknown> | undefined
  await shop.context.db.transaction().execute(async tx => {
    await sql`delete from session where person_id = ${sql.raw(person)}`.execute(tx)
    saving = sendSave(buyer, { delivery: leedsAddress, delivery_method: 'ND' })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await shop.sql(waiting)).length).toBe(1)
  })
  expect(await saving).toMatchObject({ status: 401, body: { detail: expect.stringMatching(/signed out/) } })
})

test('a field of a wrong type is refused by its name, and nothing breaks', async () => {
  for (const field of ['signed_in', 'shown_total', 'save_delivery_address', 'purchase_order']) {
    const { status, body } = await sendSave(visitor, { [field]: { toString: 1 } })
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]])
  }
})

describe('placing an order', () => {
  const swiss = { ...leedsAddress, country: 'CH', postcode: '8000' }
  test.each([
    ['no delivery', { delivery_method: '' }, 'Invalid delivery method chosen.'],
    ['no payment', { payment_method: '' }, 'Invalid payment method chosen.'],
    ['a payment nobody knows', { payment_method: 'cash' }, 'Invalid payment method chosen.'],
    ['a company’s account', { payment_method: 'account' }, 'Invalid payment method chosen.'],
    ['staff’s right', { payment_method: 'godmode' }, 'Invalid payment method chosen.'],
    ['approval by nobody', { payment_method: 'approval' }, 'Invalid payment method chosen.'],
    ['a quote that was not asked for', { payment_method: 'quote' }, 'Invalid payment method chosen.'],
    ['no surname to bill', { billing: { ...leedsAddress, surname: '' } }, 'Billing address contains errors.'],
    ['nobody to bill', { billing: null }, 'Billing address contains errors.'],
    ['a billing country we do not serve', { billing: swiss }, 'Billing country address is invalid.'],
    ['no billing postcode', { billing: { ...leedsAddress, postcode: '' } }, 'Billing postcode is invalid.'],
    ['no street', { delivery: { ...leedsAddress, address1: '' } }, 'Delivery address contains errors.'],
    ['a country we do not serve', { delivery: swiss }, 'Delivery country address is invalid.'],
    ['no postcode', { delivery: { ...leedsAddress, postcode: '' } }, 'Delivery postcode is invalid.'],
    ['a wrong postcode', { delivery: { ...leedsAddress, postcode: 'XX' } }, 'Delivery postcode is invalid.'],
    [
      'instructions of 51 characters',
      { delivery_instructions: 'x'.repeat(51) },
      'Delivery instructions must be 50 characters or fewer.',
    ],
    ['no name', { contact: { ...createGuestContact(), name: '' } }, 'The details you provided are invalid.'],
    [
      'a customer’s address',
      { contact: { ...createGuestContact(), email: 'retail@example.com' } },
      'The details you provided are invalid.',
    ],
  ])('A10: with %s is refused, and nothing is stored', async (_, wrong, message) => {
    const before = await orders()
    expect(await send(createGuestSend(wrong))).toMatchObject({
      error: message,
      next_url: null,
      error_details: [],
    })
    expect(await orders()).toBe(before)
    expect(await completeOrder(visitor)).toMatchObject({ error: expect.any(String), next_url: null })
  })

  test('needs no postcode in Ireland, and takes 50 characters of instructions', async () => {
    const dublin = { ...leedsAddress, country: 'IE', postcode: '', town: 'Dublin' }
    const body = createGuestSend({
      delivery: dublin,
      billing: dublin,
      delivery_method: 'IE3',
      delivery_instructions: 'é'.repeat(50),
    })
    expect(await send(body)).toMatchObject({ error: false })
  })

  test('B11: of less than £10 is refused by the server too', async () => {
    const words = 'There is a minimum order value of £10.00 exc. VAT'
    const poor = shop.createVisitor()
    await fillBasket(shop, poor, { 'FH-SEAL-1': 2 })
    expect((await sendSave(poor, createGuestSend())).body.error).toBe(words)
    await shop.sql(`update product set price = 500 where code = 'FH-SEAL-1'`)
    await getBasket(poor)
    expect((await sendSave(poor, createGuestSend())).body.error).toBe(false)
    await shop.sql(`update product set price = 499 where code = 'FH-SEAL-1'`)
    expect((await sendSave(poor, createGuestSend())).body.error).toBe(words)
    await shop.sql(`update product set price = 400 where code = 'FH-SEAL-1'`)
  })

  test('of nothing is refused', async () => {
    const newVisitor = shop.createVisitor()
    expect((await sendSave(newVisitor, createGuestSend())).body.error).toContain('basket is empty')
    await visitor.delete('/basket')
    expect((await send(createGuestSend())).error).toContain('basket is empty')
  })

  test('B03: uses current prices and stock, not those of the basket page', async () => {
    await shop.sql(`update product set price = 1200 where code = 'FH-OIL-1'`)
    const { reference } = await send(createGuestSend())
    const [order] = await shop.sql(
      'select subtotal, delivery_cost, vat, total from orders where reference = $1',
      [reference],
    )
    expect(order).toEqual({ subtotal: 1200, delivery_cost: 800, vat: 400, total: 2400 })
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
  })

  test('C07: names each product that is no longer available, and takes no stock', async () => {
    await fillBasket(shop, visitor, { 'FH-AIR-1': 2, 'FH-EDGE-1': 1, 'FH-EDGE-5': 2 })
    await shop.setStock('FH-AIR-1', 1)
    await shop.setStock('FH-EDGE-1', 0)
    const short = await send(createGuestSend())
    expect(short).toMatchObject({ error: expect.any(String), next_url: null, reference: null })
    expect(short.error_details).toEqual([
      'FH-AIR-1 Air filter, outer: only 1 in stock.',
      expect.stringMatching(/^FH-EDGE-1 .* has gone out of stock\.$/),
    ])
    // What is withdrawn is named with what is short, not after it.
    await shop.sql(`update product set for_sale = false where code = 'FH-EDGE-5'`)
    expect((await send(createGuestSend())).error_details).toEqual([
      ...short.error_details,
      expect.stringMatching(/^FH-EDGE-5 .* is no longer sold\.$/),
    ])
    await shop.setStock('FH-AIR-1', 5)
    await shop.setStock('FH-EDGE-1', 12)
    await shop.sql(`update product set for_sale = true where code = 'FH-EDGE-5'`)
    expect((await send(createGuestSend())).error).toBe(false)
  })
})
