import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import {
  adjustStock,
  getFigures,
  openAdjustForm,
  placeTradeOrder,
  type StockFormReply,
} from './stock-calls.ts'

// R-STOCK-2 to R-STOCK-4: the staff's pages of the stock.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
beforeEach(() => shop.setStock('FH-AIR-1', 5))
afterAll(() => shop.close())

const air = 'FH-AIR-1'
const seal = 'FH-SEAL-1'
const change = { mode: 'change', quantity: '-2', reason: 'damage', note: 'Dropped by the forklift' }
describe('the list', () => {
  const list = async (query: string) => {
    const { status, text } = await staff.getPage(`/admin/stock?${query}`)
    expect(status).toBe(200)
    return [...text.matchAll(/<th scope="row".*?class="code">([^<]+)/gs)].map(match => match[1])
  }

  test('finds a part by its number in any spelling, by another maker’s, and by words', async () => {
    expect(await list('query=fh+air-1')).toContain(air)
    expect(await list('query=fhair1')).toContain(air)
    expect((await list('query=p551712'))[0]).toBe('FH-OIL-1')
    expect(await list(`query=${encodeURIComponent('sealing ring')}`)).toContain('FH-SEAL-1')
    expect(await list('query=qxnothing')).toEqual([])
    expect(await list('')).toHaveLength(50)
  })

  test('also finds what is no longer sold', async () => {
    await shop.sql(`update product set for_sale = false, withdrawn = true where code = 'FH-EDGE-5'`)
    await shop.waitForCatalogue()
    expect(await list('query=fh+edge+5')).toContain('FH-EDGE-5')
    await shop.sql(`update product set for_sale = true, withdrawn = false where code = 'FH-EDGE-5'`)
  })

  test('filters what is low, back-ordered or gone, and sorts', async () => {
    await placeTradeOrder(shop, { 'FH-HYD-1': 3 })
    expect(await list('show=back_orders')).toEqual(['FH-HYD-1'])
    expect(await list('show=none&query=FH-FUEL-1')).toEqual(['FH-FUEL-1'])
    expect(await list('show=none&query=FH-OIL-1')).not.toContain('FH-OIL-1')
    await shop.sql(
      `update stock set low_stock = available + 1 where product_id = (select id from product where code = $1)`,
      [air],
    )
    expect(await list('show=low')).toEqual([air])
    expect((await staff.getPage('/admin/stock?show=low')).text).toContain('>Low level<')
    expect((await staff.getPage('/admin/stock?query=FH-OIL-1')).text).not.toContain('>Low level<')
    expect((await staff.getPage('/admin')).text).toContain('Parts below their low-stock level')
    expect((await list('sort=available'))[0]).toBe('FH-HYD-1')
    const [first] = await list('sort=code&direction=down')
    expect(first! > 'FH-Z').toBe(true)
    expect((await staff.getPage('/admin/stock?page=99999')).status).toBe(303)
  })
})

test('of a query that means thousands of parts the list has a thousand, and says so', async () => {
  await shop.sql(`with p as (
      insert into product (code, path, title, brand_id, type_id) select 'QZ-' || n, 'qz/qz-' || n, 'Gasket',
        (select min(id) from brand), (select min(id) from product_type) from generate_series(1, 1001) n returning id
    ) insert into stock (product_id) select id from p`)
  const { text } = await staff.getPage('/admin/stock?query=qz')
  expect(text).toContain('The 1,000 parts that fit best for “qz”.')
})

describe('a part', () => {
  test('has its three figures, the orders that hold it with the day that was promised, and its movements', async () => {
    const reference = await placeTradeOrder(shop, { [seal]: 3 })
    const { text } = await staff.getPage(`/admin/stock/${seal}`)
    expect(text).toMatch(
      /On hand<\/dt><dd[^>]*>1,000<.*Allocated<\/dt><dd[^>]*>3<.*Available<\/dt><dd[^>]*>997</s,
    )
    expect(text).toContain(`/admin/orders/${reference}`)
    expect(text).toContain('24 November 2026')
    expect(text).toContain('Wednesday 25 November')
    expect((await staff.getPage('/admin/stock/FH-NONE-9')).status).toBe(404)
  })

  test('is for staff alone', async () => {
    const customer = await shop.signIn('trade@example.com')
    const stranger = shop.createVisitor()
    const body = { ...change, seen: '0.5', request_key: randomUUID() }
    for (const path of ['adjust', 'storage']) {
      expect((await customer.post(`/admin/stock/${air}/${path}`, body)).status).toBe(404)
      expect((await stranger.post(`/admin/stock/${air}/${path}`, body)).status).toBe(401)
    }
    for (const path of ['/admin/stock', `/admin/stock/${air}`]) {
      expect((await customer.getPage(path)).status).toBe(404)
      expect((await stranger.getPage(path)).headers.get('location')).toMatch(/^\/login/)
    }
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 5 })
  })
})

describe('an adjustment', () => {
  test('adds, takes off or sets what is on hand, with a movement and an entry in the audit', async () => {
    const before = await getFigures(shop, air)
    expect(await adjustStock(staff, air, { ...(await openAdjustForm(staff, air)), ...change })).toEqual({
      success: true,
      message: '−2: 3 of FH-AIR-1 are on hand now.',
      errors: {},
    })
    const counted = { mode: 'counted', quantity: '1,012', reason: 'count', note: '' }
    expect(
      await adjustStock(staff, air, { ...(await openAdjustForm(staff, air)), ...counted }),
    ).toMatchObject({ success: true })
    expect(await getFigures(shop, air)).toEqual({
      on_hand: 1012,
      allocated: before.allocated,
      available: 1012 - before.allocated,
    })
    const movements = await shop.sql(
      `select change, m.on_hand, reason, note, person.name is not null as by_person from stock_movement m
         join person on person.id = staff_id join product p on p.id = product_id
       where p.code = $1 order by m.id desc limit 2`,
      [air],
    )
    expect(movements).toEqual([
      { change: 1009, on_hand: 1012, reason: 'count', note: '', by_person: true },
      { change: -2, on_hand: 3, reason: 'damage', note: 'Dropped by the forklift', by_person: true },
    ])
    const audit = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'stock adjusted' and subject = 'product FH-AIR-1' order by id desc limit 2`,
    )
    expect(audit.map(({ detail }) => detail)).toEqual([
      '3 → 1012 (+1,009), count',
      '5 → 3 (−2), damage: Dropped by the forklift',
    ])
    const { text } = await staff.getPage(`/admin/stock/${air}`)
    expect(text).toMatch(/Count.*\+1,009.*Damage.*Dropped by the forklift.*−2/s)
    await expect(shop.sql('update stock_movement set change = 9')).rejects.toThrow('append-only')
  })

  test('is done once when the same form is sent twice', async () => {
    const form = { ...(await openAdjustForm(staff, air)), ...change }
    const results = await Promise.all([1, 2, 3].map(() => adjustStock(staff, air, form)))
    expect(results.map(({ success }) => success)).toEqual([true, true, true])
    expect(await adjustStock(staff, air, form)).toMatchObject({ success: true })
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 3 })
  })

  test.each([
    { quantity: '-1' },
    { mode: 'counted', quantity: '2' },
    { reason: 'return' },
    { note: 'Dropped again' },
  ])('that comes back with %j, after the browser’s Back, is done with the next press', async other => {
    const form = { ...(await openAdjustForm(staff, air)), ...change }
    await adjustStock(staff, air, form)
    const { status, text } = await staff.postForm(`/admin/stock/${air}/adjust`, { ...form, ...other })
    expect(status).toBe(409)
    expect(text).toContain('The stock of this part has changed since you opened it')
    const typed = { ...change, ...other }
    expect(text).toContain(`value="${typed.quantity}"`)
    expect(text).toContain(`value="${typed.note}"`)
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 3 })
    const seen = /\/adjust".*?name="seen" value="([^"]+)"/s.exec(text)![1]!
    const request_key = /name="request_key" value="([^"]+)"/.exec(text)![1]!
    expect(request_key).not.toBe(form.request_key)
    expect(await adjustStock(staff, air, { ...typed, seen, request_key })).toMatchObject({ success: true })
    const onHand = typed.mode === 'counted' ? 2 : 3 + Number(typed.quantity)
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: onHand })
  })

  test('by a count is done once when the same form is sent twice', async () => {
    const counted = { mode: 'counted', quantity: '9', reason: 'count', note: '' }
    const form = { ...(await openAdjustForm(staff, air)), ...counted }
    const first = await adjustStock(staff, air, form)
    expect(first).toMatchObject({ success: true })
    expect(await adjustStock(staff, air, form)).toEqual(first)
    expect(await adjustStock(staff, air, { ...form, quantity: '8' })).toMatchObject({ success: false })
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 9 })
  })

  test('of the second of two is refused, and what was typed stays', async () => {
    const first = await openAdjustForm(staff, air)
    const second = await openAdjustForm(staff, air)
    expect(await adjustStock(staff, air, { ...first, ...change })).toMatchObject({ success: true })
    const { status, text } = await staff.postForm(`/admin/stock/${air}/adjust`, { ...second, ...change })
    expect(status).toBe(409)
    expect(text).toContain('The stock of this part has changed since you opened it')
    expect(text).toContain('value="Dropped by the forklift"')
    expect(text).toContain('value="-2"')
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 3 })
    const seen = /\/adjust".*?name="seen" value="([^"]+)"/s.exec(text)![1]
    const again = await staff.postForm(`/admin/stock/${air}/adjust`, { ...second, ...change, seen: seen! })
    expect(again.status).toBe(303)
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 1 })
  })

  test.each([
    [{ quantity: '-6' }, { quantity: 'Only 5 are on hand, so 6 can’t be taken off.' }],
    [{ quantity: '1.5' }, { quantity: 'Enter a whole number.' }],
    [{ quantity: 'six' }, { quantity: 'Enter a whole number.' }],
    [{ quantity: '0' }, { quantity: '0 changes nothing: enter how many to add or take off.' }],
    [{ quantity: '' }, { quantity: 'Enter how many to add or take off, such as 12 or -3.' }],
    [{ mode: 'counted', quantity: '' }, { quantity: 'Enter how many you counted.' }],
    [{ mode: 'counted', quantity: '-1' }, { quantity: 'There can’t be fewer than 0 on hand.' }],
    [
      { mode: 'counted', quantity: '5', reason: 'damage' },
      { quantity: '5 are on hand already. If you only counted, choose ‘Count’ as the reason.' },
    ],
    [{ quantity: '999996' }, { quantity: 'There can be 1,000,000 on hand at most.' }],
    [{ quantity: '99999999999' }, { quantity: 'There can be 1,000,000 on hand at most.' }],
    [{ reason: 'despatch' }, { reason: 'Choose a reason.' }],
    [{ mode: 'x' }, { mode: 'Choose whether you counted the part, or add or take some off.' }],
    [{ note: 'x'.repeat(201) }, { note: 'Note must be 200 characters or fewer.' }],
  ])('%j is refused with a sentence', async (input, errors) => {
    const form = { ...(await openAdjustForm(staff, air)), ...change, ...input }
    expect(await adjustStock(staff, air, form)).toEqual({ success: false, message: '', errors })
    expect((await staff.postForm(`/admin/stock/${air}/adjust`, form)).status).toBe(422)
    expect(await getFigures(shop, air)).toMatchObject({ on_hand: 5 })
  })

  test('below what is promised leaves less than nothing available', async () => {
    await placeTradeOrder(shop, { [seal]: 4 })
    const { allocated } = await getFigures(shop, seal)
    await adjustStock(staff, seal, {
      ...(await openAdjustForm(staff, seal)),
      ...change,
      mode: 'counted',
      quantity: '1',
    })
    expect(await getFigures(shop, seal)).toEqual({ on_hand: 1, allocated, available: 1 - allocated })
    const { text } = await staff.getPage(`/admin/stock/${seal}`)
    expect(text).toContain('more promised than on hand')
  })
})

describe('bin and low-stock level', () => {
  const openStorageForm = async () =>
    /\/storage".*?name="seen" value="([^"]+)"/s.exec((await staff.getPage(`/admin/stock/${air}`)).text)![1]!
  const save = async (body: object) =>
    (await staff.post<StockFormReply>(`/admin/stock/${air}/storage`, body)).body

  test('are saved, audited and listed; the second of two is refused and keeps what was typed', async () => {
    await save({ seen: await openStorageForm(), bin: '', low_stock: '' })
    const seen = await openStorageForm()
    expect(await save({ seen, bin: 'A-04-2', low_stock: '6' })).toMatchObject({ success: true })
    const { text } = await staff.getPage('/admin/stock?show=low')
    expect(text).toContain('A-04-2')
    const second = await staff.postForm(`/admin/stock/${air}/storage`, { seen, bin: 'C-1', low_stock: '7' })
    expect(second.status).toBe(409)
    expect(second.text).toContain('Somebody else has changed the bin or the low-stock level')
    expect(second.text).toContain('value="C-1"')
    const [audit] = await shop.sql(
      `select detail from audit where action = 'stock details changed' order by id desc limit 1`,
    )
    expect(audit).toEqual({
      detail: 'bin none, low-stock level none → bin A-04-2, low-stock level 6',
    })
  })

  test.each(['0', '-1', '1.5', 'few', '1000001'])('a level of %s is refused', async low_stock => {
    const errors = { low_stock: 'Enter a whole number from 1 to 1,000,000, or nothing.' }
    expect(await save({ seen: await openStorageForm(), bin: '', low_stock })).toMatchObject({ errors })
  })
})
