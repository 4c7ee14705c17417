import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { cardMethod, createMemberSend, openGuestPayment, sendSave } from './checkout-calls.ts'
import { changeOrder, despatch, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import { finish, makePickList } from './picking-calls.ts'
import { placeAccountOrder, signInWithBasket } from './shoppers.ts'
import { adjustStock, createDelivery, openAdjustForm, placeTradeOrder, sendDelivery } from './stock-calls.ts'

// R-ADMIN-6: what holds for each list of the warehouse: sorting, filters, saved views, an export.

let shop: TestShop
let staff: TestVisitor
let staffId: string
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^I3: stock is the opening balance/,
      reason: 'movements are inserted by SQL',
    },
  })
  staff = await shop.signIn('staff@example.com')
  const [row] = await shop.sql<{ id: string }>(
    `select id::text from person where email = 'staff@example.com'`,
  )
  staffId = row!.id
}, 60_000)
afterAll(() => shop.close())

const getRows = async (path: string): Promise<string> => {
  const { status, text } = await staff.getPage(path)
  expect([path, status]).toEqual([path, 200])
  return text.split('<tbody')[1]?.split('</tbody')[0] ?? ''
}
/** What the links to the pages of its rows have after this path. */
const listLinks = async (path: string, to: string): Promise<string[]> => [
  ...new Set(
    [...(await getRows(path)).matchAll(new RegExp(`href="${to}/([^"#]+)`, 'g'))].map(([, name]) => name!),
  ),
]
const listOrders = (path: string) => listLinks(path, '/admin/orders')
const download = async (path: string) => readCsvRows((await staff.getFile(path)).content.toString())

test('R-ADMIN-6: the list of orders and the overview lead to a new order, for staff who may take one', async () => {
  const links = (text: string) =>
    [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, , name]) => name)
  const orders = await staff.getPage('/admin/orders')
  expect(links(orders.text)).toEqual(expect.arrayContaining(['New order', 'Free of charge']))
  expect(links((await staff.getPage('/admin')).text)).toContain('New order')
  const email = 'retail@example.com'
  await shop.sql(`update person set roles = '{buyer,staff}', staff_rights = '{warehouse}' where email = $1`, [
    email,
  ])
  const picker = await shop.signIn(email)
  for (const page of ['/admin/orders', '/admin'])
    expect(links((await picker.getPage(page)).text)).not.toContain('New order')
  await shop.sql(`update person set roles = '{buyer}', staff_rights = null where email = $1`, [email])
})

describe('every list of the warehouse', () => {
  const lists = {
    'pick-lists': '/admin/picking/lists',
    waiting: '/admin/picking/waiting',
    'promised-days': '/admin/promised-days',
    'reserved-stock': '/admin/reserved-stock',
    movements: '/admin/stock/movements',
    deliveries: '/admin/stock/deliveries',
    customers: '/admin/customers',
    products: '/admin/products',
    'free-of-charge': '/admin/free-of-charge',
    failures: '/admin/failures',
    reports: '/admin/reports',
    imports: '/admin/imports',
    prices: '/admin/prices',
    'price-changes': '/admin/prices/changes',
  }
  for (const [section, path] of Object.entries(lists)) {
    test(`${path} can be saved as a view and exported, and ignores what it does not know`, async () => {
      const { text } = await staff.getPage(`${path}?rows=50`)
      const query = /name="query" value="([^"]*rows=50[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
      const form = { section, name: `Mine of ${section}`, query }
      const { body } = await staff.post<{ success: boolean; url: string }>('/admin/views', form)
      expect(body.success).toBe(true)
      expect((await staff.getPage(body.url)).text).toMatch(
        new RegExp(`aria-current="page"[^>]*>${form.name}`),
      )
      expect(text).toContain(`href="${path}/export.csv?${query.replaceAll('&', '&amp;')}"`)
      expect((await staff.getFile(`${path}/export.csv?${query}`)).status).toBe(200)
      const odd = `${path}?sort=x&direction=x&rows=x&from=x&who=x&reason=x&show=x&page=x`
      expect((await staff.getPage(odd)).status).toBe(200)
      const { status, headers } = await staff.getPage(`${path}?page=900`)
      expect([status, headers.get('location')?.startsWith(path)]).toEqual([303, true])
    })
  }
})

test('R-PICK-6: pick lists are sorted, filtered by who made them and by day, and exported', async () => {
  const [first, second] = [
    await makePickList(staff, [await placeTradeOrder(shop, { 'FH-OIL-1': 1 })]),
    await makePickList(staff, [await placeTradeOrder(shop, { 'FH-OIL-1': 2 })]),
  ].map(({ url }) => url!.split('/').at(-1)!)
  const list = (query: string) => listLinks(`/admin/picking/lists?${query}`, '/admin/picking')
  expect(await list('')).toEqual([second, first])
  expect(await list('sort=number&direction=up')).toEqual([first, second])
  await finish(staff, `/admin/picking/${second}`, true)
  await finish(staff, `/admin/picking/${first}`, true)
  await shop.sql(
    `update pick_list set created_at = '2026-11-02T12:00:00Z', finished_at = '2026-11-02T13:00:00Z' where id = $1`,
    [first],
  )
  expect(await list('show=finished&sort=finished&direction=up')).toEqual([first, second])
  expect(await list('show=finished&from=2026-11-02&until=2026-11-02')).toEqual([first])
  expect(await list(`show=finished&sort=person&direction=up&who=${staffId}`)).toEqual([first, second])
  expect(await list('show=finished&who=999999')).toEqual([])
  expect(await download('/admin/picking/lists/export.csv?show=finished&until=2026-11-02')).toEqual([
    expect.objectContaining({ 'Pick list': first, Finished: '2026-11-02', Orders: '1', Picked: '0' }),
  ])
})

test('R-PICK-7: what waits for the rest is sorted, found by what is missing, and exported', async () => {
  await holdAll(shop)
  await shop.setStock('FH-HYD-1', 0)
  const few = await placeTradeOrder(shop, { 'FH-HYD-1': 2, 'FH-OIL-1': 1 })
  const many = await placeTradeOrder(shop, { 'FH-HYD-1': 9, 'FH-SEAL-1': 3 })
  await shop.sql(
    `update orders set contact = contact || '{"name": "Aaron"}', company_id = null where reference = $1`,
    [many],
  )
  const list = (query: string) => listOrders(`/admin/picking/waiting?${query}`)
  expect(await list('')).toEqual([few, many])
  expect(await list('sort=age&direction=down')).toEqual([many, few])
  expect(await list('sort=customer')).toEqual([many, few])
  expect(await list('sort=missing&direction=down')).toEqual([many, few])
  expect(await list('sort=here&direction=down')).toEqual([many, few])
  expect(await list('query=hyd-1')).toEqual([few, many])
  expect(await list('query=aaron')).toEqual([many])
  expect(await list('query=FH-OIL-1')).toEqual([])
  expect(await download('/admin/picking/waiting/export.csv?query=aaron')).toMatchObject([
    { 'Order number': many, Customer: 'Aaron', Missing: '9 × FH-HYD-1', 'Pieces here': '3' },
  ])
})

test('R-DELAY-2: promised days are sorted, listed by reason, and the list stays as it was after a press', async () => {
  await holdAll(shop)
  const [late, later] = [
    await placeTradeOrder(shop, { 'FH-OIL-1': 1 }),
    await placeTradeOrder(shop, { 'FH-OIL-1': 1 }),
  ]
  await shop.sql(
    `update orders set delivery_date = case reference when $1 then date '2026-11-10' else '2026-11-12' end
     where reference in ($1, $2)`,
    [late, later],
  )
  const list = (query: string) => listOrders(`/admin/promised-days?${query}`)
  expect(await list('reason=late')).toEqual([late, later])
  expect(await list('reason=late&sort=promised&direction=down')).toEqual([later, late])
  expect(await list('sort=order&direction=down')).toEqual([later, late])
  expect(await list('sort=customer')).toEqual([late, later])
  expect(await list('reason=short_pick')).toEqual([])
  const page = toText((await staff.getPage('/admin/promised-days')).text)
  expect(page).toMatch(/All 2 +Short in the bin 0 +Released from hold 0 +Too late 2/)
  expect(await download('/admin/promised-days/export.csv?sort=promised&direction=down')).toMatchObject([
    { 'Order number': later, 'Promised day': '2026-11-12' },
    { 'Order number': late, Why: 'Too late' },
  ])
  const { headers } = await staff.postForm(`/admin/orders/${late}/promise-checked`, {
    seen: await getSeenOrderVersion(staff, late),
    view: 'reason=late&sort=order',
  })
  expect(headers.get('location')).toBe('/admin/promised-days?reason=late&sort=order')
})

test('R-ORDER-10: reserved stock is sorted, listed by customer, and exported', async () => {
  const guest = (await openGuestPayment(shop, { 'FH-OIL-1': 2 })).reference
  const member = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  const { body } = await sendSave(member, createMemberSend(cardMethod))
  const account = body.reference!
  const list = (query: string) => listOrders(`/admin/reserved-stock?${query}`)
  expect(await list('')).toEqual([guest, account])
  expect(await list('sort=until&direction=down')).toEqual([account, guest])
  expect(await list('sort=value&direction=down')).toEqual([account, guest])
  expect(await list('show=guests')).toEqual([guest])
  expect(await list('show=accounts')).toEqual([account])
  expect(await download('/admin/reserved-stock/export.csv?show=guests')).toMatchObject([
    { 'Order number': guest, Lines: '1' },
  ])
  const page = toText((await staff.getPage('/admin/reserved-stock')).text)
  expect(page).toMatch(
    /2 orders at the checkout hold goods worth £[\d.]+ ex VAT\. What isn’t paid for in time goes back/,
  )
  expect(page).toMatch(/20 min left.*until \d\d:\d\d.*30 min left/)
  // The stock of a part is for those who work with it.
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{sales}' where email = 'retail@example.com'`,
  )
  const sales = await shop.signIn('retail@example.com')
  const read = async (visitor: TestVisitor) =>
    (await visitor.getPage('/admin/reserved-stock')).text.split('id="page-state"')[0]!
  expect(await read(staff)).toContain('href="/admin/stock/FH-OIL-1"')
  expect(await read(sales)).not.toContain('href="/admin/stock/FH-OIL-1"')
  expect(toText(await read(sales))).toContain('FH-OIL-1 × 2')
  const release = /action="([^"]*release)"[^>]*><input[^>]*name="seen" value="([^"]*)"/
  const [, path, seen] = release.exec(await getRows('/admin/reserved-stock?show=guests'))!
  const { headers } = await staff.postForm(path!, { seen: seen!, view: 'show=guests' })
  expect(headers.get('location')).toBe('/admin/reserved-stock?show=guests')
})

describe('R-STOCK-8: the stock movements', () => {
  const list = async (query: string) =>
    [
      ...(await getRows(`/admin/stock/movements?${query}`)).matchAll(/<span class="font-semibold">(\w+)</g),
    ].map(([, reason]) => reason)
  beforeAll(async () => {
    const form = { mode: 'change', quantity: '7', reason: 'damage', note: 'Crushed' }
    await adjustStock(staff, 'FH-AIR-1', { ...(await openAdjustForm(staff, 'FH-AIR-1')), ...form })
    await placeDespatched()
  })
  const placeDespatched = async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-AIR-1': 3 })
    expect((await despatch(staff, reference, { 1: 3 })).success).toBe(true)
  }

  test('are listed by time, for a part, a reason, a person and a day', async () => {
    expect(await list('query=fh air 1')).toEqual(['Despatch', 'Damage'])
    expect(await list('query=FH-AIR-1&direction=up')).toEqual(['Damage', 'Despatch'])
    expect(await list('query=FH-AIR-1&reason=damage')).toEqual(['Damage'])
    expect(await list(`query=FH-AIR-1&who=${staffId}`)).toEqual(['Despatch', 'Damage'])
    expect(await list('who=999999')).toEqual([])
    const today = shop.clock.now().toISOString().slice(0, 10)
    expect(await list(`query=FH-AIR-1&from=${today}&until=${today}`)).toEqual(['Despatch', 'Damage'])
    expect(await list('query=FH-AIR-1&until=2026-01-01')).toEqual([])
    expect(await list('query=-')).toEqual([])
  })

  test('are exported, and the page of a part leads to its own', async () => {
    expect(await download('/admin/stock/movements/export.csv?query=FH-AIR-1&reason=damage')).toEqual([
      expect.objectContaining({ 'Part number': 'FH-AIR-1', Reason: 'Damage', Note: 'Crushed', Change: '7' }),
    ])
    expect((await staff.getPage('/admin/stock/FH-AIR-1')).text).toContain(
      'href="/admin/stock/movements?query=FH-AIR-1"',
    )
  })

  test('say when there are more than they list', async () => {
    await shop.sql(
      `insert into stock_movement (product_id, at, change, on_hand, reason)
       select id, '2025-01-01', 1, 1, 'count' from product, generate_series(1, 600) where code in ('FH-SEAL-1', 'FH-HYD-1')`,
    )
    const { text } = await staff.getPage('/admin/stock/movements?reason=count&rows=100')
    expect(text).toContain('These are the newest 1,000: filter by day for the others.')
    expect(text).toContain('Page 10 of 10')
  })
})

test('R-STOCK-6: deliveries are sorted, found by supplier, note and part, filtered, and exported', async () => {
  const book = async (supplier: string, note: string, lines: string) => {
    const delivery = createDelivery(lines, { supplier, delivery_note: note })
    const { checked } = await sendDelivery(staff, delivery)
    return (await sendDelivery(staff, { ...delivery, checked })).url!.split('/').at(-1)!
  }
  const one = await book('Zollern', 'A-100', 'FH-OIL-1 2')
  const two = await book('Baldwin', 'B-200', 'FH-SEAL-1 3')
  await shop.sql(`update goods_in set at = '2026-11-02T12:00:00Z' where id = $1`, [two])
  const list = (query: string) => listLinks(`/admin/stock/deliveries?${query}`, '/admin/stock/goods-in')
  expect(await list('')).toEqual([one, two])
  expect(await list('sort=supplier&direction=up')).toEqual([two, one])
  expect(await list('sort=note&direction=down')).toEqual([two, one])
  expect(await list('query=zoll')).toEqual([one])
  expect(await list('query=b-2')).toEqual([two])
  expect(await list('query=fh seal 1')).toEqual([two])
  expect(await list('from=2026-11-02&until=2026-11-02')).toEqual([two])
  expect(await list(`who=${staffId}&sort=day&direction=up`)).toEqual([two, one])
  expect(await download('/admin/stock/deliveries/export.csv?query=baldwin')).toEqual([
    expect.objectContaining({ 'Delivery note': 'B-200', Parts: '1', Pieces: '3', 'Booked in': '2026-11-02' }),
  ])
})

test('R-ADMIN-4: the list of orders has the part despatched orders and the back orders as groups, those that wait sorted by customer too', async () => {
  await holdAll(shop)
  await setOnHand(shop, 0)
  const [part, back, other, held] = [
    await placeTradeOrder(shop, { 'FH-OIL-1': 4 }),
    await placeTradeOrder(shop, { 'FH-HYD-1': 3 }),
    await placeTradeOrder(shop, { 'FH-HYD-1': 2 }),
    await placeTradeOrder(shop, { 'FH-HYD-1': 1 }),
  ]
  expect((await despatch(staff, part, { 1: 1 })).success).toBe(true)
  await changeOrder(staff, held, 'hold', { reason: 'Odd address' })
  await shop.sql(
    `update orders set company_id = null, contact = contact || '{"name": "Aaron"}' where reference = $1`,
    [back],
  )
  expect(await listOrders('/admin/orders?state=part_despatched')).toEqual([part])
  expect(await listOrders('/admin/orders?state=back_orders')).toEqual([other, back])
  expect(await listOrders('/admin/orders?state=back_orders&sort=customer')).toEqual([back, other])
  expect(await listOrders('/admin/orders?state=back_orders&sort=customer&direction=down')).toEqual([
    other,
    back,
  ])
  expect((await listOrders('/admin/orders?state=all&sort=customer'))[0]).not.toBe(back)
  const { text } = await staff.getPage('/admin/orders?state=back_orders')
  expect(toText(text)).toMatch(/Part despatched 1 +Back orders 2/)
  expect(text.match(/>Back order</g)).toHaveLength(2)
  // The older order has the goods.
  await setOnHand(shop, 3)
  expect(await listOrders('/admin/orders?state=back_orders')).toEqual([other])
  await setOnHand(shop, 4)
  expect(await listOrders('/admin/orders?state=back_orders')).toEqual([])
})
