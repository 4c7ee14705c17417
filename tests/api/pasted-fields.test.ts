import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import {
  completeOrder,
  createGuestContact,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getBasket,
  getOrderRow,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'
import { createGuestWithBasket, signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** As it is copied from a chat, a PDF or a contact card: direction marks around it, no-break and thin spaces in it. */
const paste = (text: string): string =>
  `\u202a\u200b${text.replaceAll(' ', '\u00a0').replace(/(?<=^.)/, '\u200e\u00ad')}\u2009\u202c\ufeff`

const pasteAll = <Fields extends Record<string, string>>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text && paste(text)])) as Fields

test('a guest who pastes every field gets the order that was meant', async () => {
  const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
  const contact = createGuestContact()
  const { password, ...typed } = contact
  const { body } = await sendSave(
    visitor,
    createGuestSend({
      contact: { ...pasteAll(typed), password },
      delivery: pasteAll(leedsAddress),
      billing: pasteAll(leedsAddress),
      purchase_order: paste('PO 2026/17'),
      delivery_instructions: paste('Ring the bell'),
    }),
  )
  expect(body).toMatchObject({ error: false, errors: {} })
  expect(await getOrderRow(shop, body.reference)).toMatchObject({
    contact: { name: contact.name, email: contact.email, telephone: contact.telephone },
    delivery: leedsAddress,
    billing: leedsAddress,
    purchase_order: 'PO 2026/17',
    delivery_instructions: 'Ring the bell',
  })
})

test('a field of pasted signs alone counts as empty', async () => {
  const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
  const contact = { ...createGuestContact(), name: '\u200b\u3164\u2060' }
  const { body } = await sendSave(visitor, { contact })
  expect(body.errors.name).toBe('Name is required.')
})

test.each(['01234 567890 / 07700 900123', '+44 (0)113 496 0000 ext. 12 or 07700 900123'])(
  'both numbers of %s are stored as they were typed',
  async telephone => {
    const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
    const contact = { ...createGuestContact(), telephone }
    const address = { ...leedsAddress, telephone }
    const { body } = await sendSave(
      visitor,
      createGuestSend({ contact, delivery: address, billing: address }),
    )
    expect(body.errors).toEqual({})
    expect(await getOrderRow(shop, body.reference)).toMatchObject({
      contact: { telephone },
      delivery: { telephone },
    })
  },
)

test('pasted vouchers and quantities are read', async () => {
  const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
  const { body } = await visitor.post('/basket/discount', { code: paste('save10') })
  expect(body).toMatchObject({ accepted: true })
  const [row] = (await getBasket(visitor)).items
  await visitor.post('/basket', { updated_items: [{ rowId: row!.rowId, qty: paste('12') }] })
  expect((await getBasket(visitor)).count).toBe(12)
})

test('a domain with an umlaut and its ASCII form are one account', async () => {
  const visitor = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
  const contact = { ...createGuestContact(), email: 'ada@xn--bcher-kva.example' }
  await sendSave(visitor, createGuestSend({ contact, delivery_method: 'quote', payment_method: 'quote' }))
  expect(await completeOrder(visitor)).toMatchObject({ error: false })

  for (const email of ['ada@bücher.example', 'ADA@xn--bcher-kva.example', 'ada@Bu\u0308cher.example']) {
    const other = await createGuestWithBasket(shop, { 'FH-OIL-1': 1 })
    expect((await other.post('/account/exists', { email })).body).toBe(true)
    const { body } = await sendSave(other, { contact: { ...createGuestContact(), email } })
    expect(body.errors.email).toBe('Email address already exists.')
    const { status } = await shop.createVisitor().post('/login', { email, password: contact.password })
    expect([email, status]).toEqual([email, 200])
  }
  expect(await shop.sql(`select email from person where email like 'ada@%'`)).toEqual([
    { email: 'ada@bücher.example' },
  ])
})

async function addPerson(email: string, password: string): Promise<void> {
  await shop.sql(`insert into person (email, name, password_hash, verified_at) values ($1, $1, $2, now())`, [
    email,
    await hash(password),
  ])
}

test('two accounts that an earlier release created for both forms stay two: the form that is typed decides', async () => {
  await addPerson('bo@straße.example', 'first-password-1')
  await addPerson('bo@xn--strae-oqa.example', 'second-password-2')
  const logIn = async (email: string, password: string) =>
    (await shop.createVisitor().post('/login', { email, password })).status
  expect(await logIn('bo@straße.example', 'first-password-1')).toBe(200)
  expect(await logIn('bo@xn--strae-oqa.example', 'second-password-2')).toBe(200)
  expect(await logIn('bo@straße.example', 'second-password-2')).toBe(422)
})

test('an account that an earlier release stored in its ASCII form signs in with either', async () => {
  await addPerson('cy@xn--mller-kva.example', 'first-password-1')
  for (const email of ['cy@müller.example', 'cy@xn--mller-kva.example']) {
    const { status } = await shop.createVisitor().post('/login', { email, password: 'first-password-1' })
    expect([email, status]).toEqual([email, 200])
  }
})

const composed = 'Pässe-über-Höhen'
const decomposed = composed.normalize('NFD')

test.each([composed, decomposed])(
  'a password that was hashed as the device sent it still signs in: %j',
  async password => {
    const email = `zoe-${password.length}@example.org`
    await addPerson(email, password)
    for (const typed of [composed, decomposed]) {
      expect((await shop.createVisitor().post('/login', { email, password: typed })).status).toBe(200)
    }
  },
)

test('a new password is the same on every device, and counts the letters that people see', async () => {
  const visitor = await shop.signIn('retail@example.com')
  const change = (current: string, password: string) =>
    visitor.post('/account/details/password', { current, password })
  const short = await change('filters-2026', 'äöüäöüä'.normalize('NFD'))
  expect(short.status).toBe(422)
  expect((await change('filters-2026', decomposed)).status).toBe(200)
  const { status } = await shop
    .createVisitor()
    .post('/login', { email: 'retail@example.com', password: composed })
  expect(status).toBe(200)
})

test('a signed-in buyer’s pasted address is compared and stored as the typed one', async () => {
  const visitor = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const { body } = await sendSave(
    visitor,
    createMemberSend('account', { delivery: pasteAll({ ...leedsAddress, postcode: 'ls4 1ab' }) }),
  )
  expect(await getOrderRow(shop, body.reference)).toMatchObject({ delivery: leedsAddress })
  await fillBasket(shop, visitor, {})
})
