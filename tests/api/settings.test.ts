import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { type SettingsReply, saveSettings, undoLatest } from './settings-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let database: TestDatabase
let shop: TestShop
let second: TestShop
let manager: TestVisitor
beforeAll(async () => {
  database = await createTestDatabase(12)
  const env = { SHOP_VAT_NUMBER: 'GB 980 7806 84' }
  shop = await startTestShop({ database, env })
  second = await startTestShop({ database, env })
  manager = await shop.signIn('staff@example.com')
})
afterAll(async () => {
  await second.close()
  await shop.close()
  await database.close()
})

const readHome = async (of: TestShop) => (await of.createVisitor().getPage('/')).text
const demoPhone = '0113 496 0000'

test('R-SETTING-1: a new telephone number is on the next page, and on that of another process within a second', async () => {
  expect(await readHome(second)).toContain(demoPhone)
  const saved = await saveSettings(manager, 'contact', { SHOP_PHONE: '0113 496 0777', reason: 'New line' })
  expect(saved).toMatchObject({ success: true, message: 'Saved: it applies now.' })
  expect(await readHome(shop)).toContain('0113 496 0777')
  await expect.poll(() => readHome(second), { timeout: 1000, interval: 20 }).toContain('0113 496 0777')
  expect(await readHome(second)).not.toContain(demoPhone)
  const [entry] = await shop.sql<{ action: string; detail: string }>(
    `select action, detail from audit where subject = 'settings contact' order by id desc limit 1`,
  )
  expect(entry).toEqual({
    action: 'settings changed',
    detail: `Telephone: ${demoPhone} → 0113 496 0777; New line`,
  })
  expect(await undoLatest(manager, 'contact')).toMatchObject({ success: true, message: 'Undone.' })
  await expect.poll(() => readHome(second), { timeout: 1000, interval: 20 }).toContain(demoPhone)
  expect(await readHome(shop)).toContain(demoPhone)
})

test('R-SETTING-2: what begins on a later day applies from its midnight on, without a restart, and can be taken back', async () => {
  const fields = { MINIMUM_ORDER: '50', begins: '2026-11-26' }
  expect(await saveSettings(manager, 'orders', fields)).toMatchObject({
    success: true,
    message: 'Saved: it applies from 26 November 2026.',
  })
  expect(shop.context.config.minimumOrder).toBe(10_00)
  expect((await manager.getPage('/admin/settings/orders')).text).toContain('From 26 November 2026')
  shop.clock.set('2026-11-25T23:59:59Z')
  expect(shop.context.config.minimumOrder).toBe(10_00)
  shop.clock.set('2026-11-26T00:00:00Z')
  expect(shop.context.config.minimumOrder).toBe(50_00)
  shop.clock.set('2026-11-24T09:10:00Z')
  expect(shop.context.config.minimumOrder).toBe(10_00)
  expect(await undoLatest(manager, 'orders')).toMatchObject({ success: true })
  shop.clock.set('2026-11-26T00:00:00Z')
  expect(shop.context.config.minimumOrder).toBe(10_00)
  shop.clock.set('2026-11-24T09:20:00Z')
})

test('R-SETTING-2: a page that is cached for all visitors has the value of its day', async () => {
  await saveSettings(manager, 'contact', { SHOP_OPENING_HOURS: 'By appointment', begins: '2026-11-25' })
  expect(await readHome(shop)).not.toContain('By appointment')
  shop.clock.set('2026-11-25T00:00:00Z')
  expect(await readHome(shop)).toContain('By appointment')
  shop.clock.set('2026-11-24T09:30:00Z')
  expect(await readHome(shop)).not.toContain('By appointment')
  await undoLatest(manager, 'contact')
})

test.each([
  ['contact', { SHOP_EMAIL: 'parts' }, { SHOP_EMAIL: 'Enter an e-mail address.' }],
  ['orders', { MINIMUM_ORDER: 'ten' }, { MINIMUM_ORDER: 'Enter an amount in pounds.' }],
  ['orders', { PROFORMA_HOLD_DAYS: '0' }, { PROFORMA_HOLD_DAYS: 'Enter a whole number from 1 to 90.' }],
  ['invoices', { REMINDER_DAYS: '21, 7, 35' }, { REMINDER_DAYS: 'Enter three numbers of days that rise.' }],
  [
    'counter',
    { COLLECTION_POINT: '' },
    { COLLECTION_POINT: 'Name of the counter is missing: without it Address of the counter has no effect.' },
  ],
  ['delivery', { PRICE_ND: 'free' }, { PRICE_ND: 'Enter an amount in pounds.' }],
  ['delivery', { CUT_OFF_FRI: 'noon' }, { CUT_OFF_FRI: 'Enter a time such as 14:30.' }],
  ['delivery', { DELIVERY_SURCHARGES: ': 5' }, { DELIVERY_SURCHARGES: /Enter the postcode areas/ }],
  ['terms', { TERMS: '' }, { TERMS: /cannot be empty/ }],
  ['terms', { TERMS: 'By the book' }, { TERMS: /^The terms cannot be read: the first line must be/ }],
  ['terms', { TERMS: 'Version: 2026-11-01\n\n# All\n\nNew.' }, { TERMS: /another version than 2026-11-01/ }],
  ['orders', { MINIMUM_ORDER: '20', begins: '2026-11-24' }, { begins: /Choose a day after today/ }],
  ['orders', { MINIMUM_ORDER: '20', begins: 'soon' }, { begins: /Choose a day after today/ }],
])('R-SETTING-4: of %s, %j is refused beside its field', async (part, fields, errors) => {
  const reply = await saveSettings(manager, part, fields as Record<string, string>)
  expect(reply.success).toBe(false)
  expect(Object.keys(reply.errors)).toEqual(Object.keys(errors))
  expect(Object.values(reply.errors)[0]).toMatch(Object.values(errors)[0]!)
})

test('R-SETTING-3: what the environment sets cannot be changed, and the page says so', async () => {
  expect((await manager.getPage('/admin/settings/invoices')).text).toContain(
    'Set by the server (SHOP_VAT_NUMBER).',
  )
  const reply = await saveSettings(manager, 'invoices', { SHOP_VAT_NUMBER: 'GB 111 1111 11' })
  expect(reply.errors.SHOP_VAT_NUMBER).toContain('The server sets this')
  // Stored by a process before it was set in the environment.
  await shop.sql(
    `insert into setting (name, value, effective_from, set_by, set_at, request_key)
     select 'SHOP_VAT_NUMBER', 'GB 1', '2026-11-01', id, '2026-11-01', 'earlier' from person where email = 'staff@example.com'`,
  )
  await expect.poll(() => shop.context.config.settingsVersion).not.toBe('')
  expect(shop.context.config.seller.vatNumber).toBe('GB 980 7806 84')
})

test('R-SETTING-1: a setting that is cleared is not set, in a demo too', async () => {
  await saveSettings(manager, 'contact', { SHOP_PHONE: '' })
  expect(shop.context.config.contact.phone).toBeNull()
  expect(await readHome(shop)).not.toContain(demoPhone)
  await undoLatest(manager, 'contact')
  expect(shop.context.config.contact.phone).toBe(demoPhone)
})

test('R-SETTING-5: of two managers with the same page the second is informed of the first, and a double press is one change', async () => {
  const { text } = await manager.getPage('/admin/settings/returns')
  const seen = /name="seen" value="(\d+)"/.exec(text)![1]!
  const send = (days: string) =>
    manager.post<SettingsReply>('/admin/settings/returns', { seen, RETURNS_DAYS: days })
  const replies = await runConcurrently(2, () => send('45'))
  expect(replies.map(({ body }) => body.success)).toEqual([true, true])
  const { body } = await send('60')
  expect(body.success).toBe(false)
  expect(body.message).toContain(
    'Returns was changed while this page was open, so nothing was saved. Since then: settings changed: Unused parts may come back within: 30 → 45 (',
  )
  const [row] = await shop.sql<{ count: number }>(
    `select count(*)::int as count from setting where name = 'RETURNS_DAYS'`,
  )
  expect(row!.count).toBe(1)
  await undoLatest(manager, 'returns')
  const again = await manager.post<SettingsReply>('/admin/settings/returns/undo', {
    seen: /name="seen" value="(\d+)"/.exec((await manager.getPage('/admin/settings/returns')).text)![1],
    change: 1,
  })
  expect(again.body.message).toBe('This change is undone already.')
})

test('R-SETTING-1: the plain form saves and comes back with what was typed', async () => {
  const { text } = await manager.getPage('/admin/settings/orders')
  const seen = /name="seen" value="(\d+)"/.exec(text)![1]!
  const page = await manager.postForm('/admin/settings/orders', { seen, MINIMUM_ORDER: 'x1', reason: 'why' })
  expect(page.status).toBe(422)
  expect(page.text).toContain('value="x1"')
  const sent = await manager.postForm('/admin/settings/orders', { seen, MINIMUM_ORDER: '12.50', reason: '' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/admin/settings/orders'])
  expect(shop.context.config.minimumOrder).toBe(12_50)
  await undoLatest(manager, 'orders')
})

test('R-SETTING-6: prices, cut-offs and surcharges are on the page about delivery, from the Highlands to the counter', async () => {
  const fields = { PRICE_ND: '9.95', CUT_OFF_FRI: '12:00', DELIVERY_SURCHARGES: 'AB31-38, IV, KW, HS: 12.50' }
  const { delivery } = shop.context.config
  // What the form leaves out of a setting of several fields is empty.
  const all = Object.fromEntries(
    Object.entries(delivery!.prices).map(([name, price]) => [`PRICE_${name}`, `${price / 100}`]),
  )
  const reply = await saveSettings(manager, 'delivery', { ...all, CUT_OFF_: '14:30', ...fields })
  expect(reply).toMatchObject({ success: true })
  const { text } = await shop.createVisitor().getPage('/delivery')
  expect(text).toContain('£9.95')
  expect(text).toContain('14:30 (Friday 12:00)')
  expect(text).toContain('AB31–38, IV, KW, HS')
  const { body } = await shop
    .createVisitor()
    .post<{ options: { code: string; price: number }[] }>('/checkout/delivery', {
      country: 'GB',
      postcode: 'IV1 1AA',
    })
  expect(body.options.find(({ code }) => code === 'HI2')?.price).toBe(27)
  await undoLatest(manager, 'delivery')
  expect((await shop.createVisitor().getPage('/delivery')).text).not.toContain('£9.95')
})

test('R-SETTING-6: an earlier cut-off is refused while orders of today were promised by the later one', async () => {
  shop.clock.set('2026-11-24T13:30:00Z')
  await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  shop.clock.set('2026-11-24T13:40:00Z')
  // The session of before has ended meanwhile.
  manager = await shop.signIn('staff@example.com')
  const change = { CUT_OFF_: '13:00' }
  const refused = await saveSettings(manager, 'delivery', change)
  expect(refused.errors).toEqual({
    CUT_OFF_:
      'One order that came after 13:00 today was promised to leave today. Let the change begin tomorrow.',
  })
  expect(await saveSettings(manager, 'delivery', { ...change, begins: '2026-11-25' })).toMatchObject({
    success: true,
  })
  await undoLatest(manager, 'delivery')
  expect(await saveSettings(manager, 'delivery', { CUT_OFF_: '13:35' })).toMatchObject({ success: true })
  await undoLatest(manager, 'delivery')
})

test('R-SETTING-7: an order has the version of the terms that its customer agreed to', async () => {
  const before = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const terms = 'Version: 2026-11-24\n\n# Prices\n\nPrices are in pounds, and this sentence is long enough.'
  expect(await saveSettings(manager, 'terms', { TERMS: terms })).toMatchObject({ success: true })
  expect((await shop.createVisitor().getPage('/terms-conditions')).text).toContain('this sentence is long')
  const after = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const rows = await shop.sql<{ version: string }>(
    'select terms_version as version from orders where reference = any($1) order by id',
    [[before.reference, after.reference]],
  )
  expect(rows.map(({ version }) => version)).toEqual(['2026-11-01', '2026-11-24'])
  await undoLatest(manager, 'terms')
})

test('R-SETTING-8: closing days stop what they prevent, customers read them, and orders that were promised are named', async () => {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const [order] = await shop.sql<{ day: string }>(
    'select delivery_date::text as day from orders where reference = $1',
    [reference],
  )
  expect(order!.day).toBe('2026-11-25')
  second.clock.set('2026-11-24T13:40:00Z')
  const stock = { CLOSING_WHO: 'shop', CLOSING_FROM: '2026-11-30', CLOSING_TO: '2026-12-02' }
  expect((await saveSettings(manager, 'closing', { ...stock, CLOSING_REASON: 'stock-taking' })).message).toBe(
    'Saved: it applies now.',
  )
  await expect.poll(() => readHome(second), { timeout: 1000, interval: 20 }).toContain('We are closed from')
  const strike = { CLOSING_WHO: 'carrier', CLOSING_FROM: '2026-11-25' }
  const reply = await saveSettings(manager, 'closing', strike)
  expect(reply.message).toContain(`call their customers: `)
  expect(reply.message).toContain(reference)
  // Both apply, and each is undone by itself.
  expect(shop.context.config.delivery?.closings).toHaveLength(2)
  expect((await undoLatest(manager, 'closing')).success).toBe(true)
  expect(shop.context.config.delivery?.closings).toMatchObject([{ who: 'shop', reason: 'stock-taking' }])
  expect((await undoLatest(manager, 'closing')).success).toBe(true)
  expect(await readHome(shop)).not.toContain('We are closed from')
  const wrong = await saveSettings(manager, 'closing', { ...strike, CLOSING_TO: '2026-11-24' })
  expect(wrong.errors).toEqual({ CLOSING_WHO: 'Enter a last day that is not before the first.' })
  expect((await saveSettings(manager, 'closing', {})).message).toBe('Nothing was changed.')
})

test('R-SETTING-8: the bank holidays of the next year are proposed, and known once they are accepted', async () => {
  const { text } = await manager.getPage('/admin/settings/closing')
  expect(text).toContain('31 December 2027')
  const value = /name="BANK_HOLIDAYS" value="([^"]*)"/.exec(text)![1]!
  expect(await saveSettings(manager, 'closing', { BANK_HOLIDAYS: value })).toMatchObject({ success: true })
  expect((await manager.getPage('/admin/settings/closing')).text).toContain('31 December 2028')
  await undoLatest(manager, 'closing')
})

test('a part that is not there is a 404, and staff who are no managers are refused', async () => {
  expect((await manager.getPage('/admin/settings/nothing')).status).toBe(404)
  expect((await manager.getPage('/admin/settings/toString')).status).toBe(404)
})
