import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, holdAll, toText } from './despatch-calls.ts'
import { cancelOrder, getSeenOrderVersion } from './order-admin-calls.ts'
import { finish, listReserved, makePickList, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
beforeEach(async () => {
  await holdAll(shop)
  await shop.sql('update pick_list_order set is_open = false')
  await shop.sql('update pick_list set finished_at = created_at where finished_at is null')
  await shop.sql('update order_line set set_aside_quantity = 0')
})
afterAll(() => shop.close())

const order = async (goods: Record<string, number> = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }, changes = {}) =>
  (await placeAccountOrder(shop, 'trade@example.com', goods, changes)).reference
const makeList = async (...orders: string[]) => {
  const { url, message } = await makePickList(staff, orders)
  if (url === null) throw new Error(message)
  return url
}
const getHtml = async (path: string) => (await staff.getPage(path)).text.split('id="page-state"')[0]!
const listLists = async (query: string) =>
  [...(await getHtml(`/admin/picking/lists?${query}`)).matchAll(/>Pick list <span class="code">(\d+)</g)].map(
    ([, id]) => Number(id),
  )

test('R-PICK-6: every unfinished list is found, however many there are, and finished ones apart from them', async () => {
  const first = await makeList(await order())
  await shop.sql(`
    insert into pick_list (request_key, created_at, staff_id)
    select 'many-lists-' || n, '2026-11-24T09:00:00Z', (select id from person where email = 'staff@example.com')
    from generate_series(1, 60) n`)
  const id = Number(first.split('/').at(-1))
  const newest = await listLists('show=open&rows=50')
  expect(newest).toHaveLength(50)
  expect(newest).not.toContain(id)
  const rest = await listLists('show=open&rows=50&page=2')
  expect(rest.at(-1)).toBe(id)
  expect(new Set([...newest, ...rest]).size).toBe(61)
  expect(await getHtml('/admin/picking')).toContain('All 61 lists')
  expect((await staff.getPage('/admin/picking/lists?show=open&page=9')).headers.get('location')).toBe(
    '/admin/picking/lists?show=open',
  )
  await finish(staff, first, true)
  expect(await listLists('show=open&rows=50&page=2')).not.toContain(id)
  expect(await listLists('show=finished')).toContain(id)
  await shop.sql(`delete from pick_list where request_key like 'many-lists-%'`)
})

test('R-PICK-6: a list from which every order was taken is closed, and says what goes back', async () => {
  const [first, second] = [await order(), await order()]
  const url = await makeList(first, second)
  const id = Number(url.split('/').at(-1))
  await scan(staff, url, 'FH-SEAL-1')
  await changeOrder(staff, first, 'hold', { reason: 'Why' })
  expect(await listLists('show=open&rows=50')).toEqual([id])
  await cancelOrder(staff, second)
  expect(await listLists('show=open&rows=50')).toEqual([])
  expect(await listLists('show=finished')).toContain(id)
  const page = toText(await getHtml(url))
  expect(page).toContain('Every order was taken off this list, so it is closed.')
  expect(page).toContain('Put back: 2 × FH-SEAL-1')
})

test('R-PICK-6: a list is closed although its last orders leave it at the same time', async () => {
  // Of two customers, because orders of one lock their basket.
  const { reference } = await placeAccountOrder(shop, 'head@example.com', { 'FH-OIL-1': 1 })
  const orders = [reference, await order()]
  await makeList(...orders)
  const versions = [
    await getSeenOrderVersion(staff, orders[0]!),
    await getSeenOrderVersion(staff, orders[1]!),
  ]
  // Both have taken their order off before either commits.
  const pause = shop.sql('do $$ begin lock table audit in exclusive mode; perform pg_sleep(1); end $$')
  await runConcurrently(2, nth =>
    staff.post(`/admin/orders/${orders[nth]}/hold`, { seen: versions[nth], reason: 'Why' }),
  )
  await pause
  expect(await listLists('show=open&rows=50')).toEqual([])
})

/** An order with two seals in a box from a finished list, and its other goods on an open one. */
async function placeWithBox(): Promise<{ reference: string; url: string }> {
  await shop.setStock('FH-SEAL-1', 500)
  const reference = await order({ 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })
  const first = await makeList(reference)
  await scan(staff, first, 'FH-SEAL-1')
  await finish(staff, first, true)
  expect(await listReserved(shop, reference)).toEqual([0, 2])
  return { reference, url: await makeList(reference) }
}

test('R-PICK-5: what an earlier list has put into the box stays set aside when the order leaves another list', async () => {
  const { reference } = await placeWithBox()
  expect(await listReserved(shop, reference)).toEqual([4, 2])
  await changeOrder(staff, reference, 'hold', { reason: 'Why' })
  expect(await listReserved(shop, reference)).toEqual([0, 2])
})

test('R-PICK-5: so it does when a part of the order is despatched from its page', async () => {
  const { reference, url } = await placeWithBox()
  await scan(staff, url, 'FH-OIL-1')
  expect((await despatch(staff, reference, { 1: 3 })).success).toBe(true)
  expect(await listReserved(shop, reference)).toEqual([0, 2])
  expect(toText(await getHtml(url))).toContain('Put back: 1 × FH-OIL-1')
})

test('R-PICK-5: a part that was in the box and on a list leaves the list first, then the box', async () => {
  const reference = await order({ 'FH-OIL-1': 5 })
  const first = await makeList(reference)
  await shop.sql('update pick_list_line set quantity = 3 where pick_list_id = $1', [first.split('/').at(-1)])
  await shop.sql('update order_line set set_aside_quantity = 3 where set_aside_quantity = 5')
  await scan(staff, first, 'FH-OIL-1')
  await finish(staff, first)
  const second = await makeList(reference)
  await scan(staff, second, 'FH-OIL-1')
  expect(await listReserved(shop, reference)).toEqual([5])
  expect((await despatch(staff, reference, { 1: 4 })).success).toBe(true)
  expect(await listReserved(shop, reference)).toEqual([1])
})

test('R-PICK-3: the orders of a finished list are despatched one after the other, each press leads back to it', async () => {
  const sent = await order({ 'FH-OIL-1': 4 })
  const collected = await order({ 'FH-OIL-1': 1 }, { delivery_method: 'COL' })
  const url = await makeList(sent, collected)
  const id = url.split('/').at(-1)!
  await scan(staff, url, 'FH-OIL-1')
  await finish(staff, url)
  const list = await getHtml(url)
  expect(toText(list)).toContain(`Despatch order ${sent}`)
  expect(toText(list)).toContain(`Hand over order ${collected}`)
  expect(list).toContain(`href="/admin/orders/${sent}?pick_list=${id}#despatch"`)

  const send = async (reference: string, call: string, fields: Record<string, string>) =>
    staff.postForm(`/admin/orders/${reference}/${call}`, {
      seen: await getSeenOrderVersion(staff, reference),
      request: `from-list-${reference}`,
      ...fields,
    })
  const form = { 'lines[0][position]': '1', 'lines[0][quantity]': '9', carrier: 'dpd', pick_list: id }
  const page = await getHtml(`/admin/orders/${sent}?pick_list=${id}`)
  expect(page).toContain(`name="pick_list" value="${id}"`)
  const refused = await send(sent, 'despatch', form)
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining(`name="pick_list" value="${id}"`),
  ])
  const done = await send(sent, 'despatch', { ...form, 'lines[0][quantity]': '4' })
  expect([done.status, done.headers.get('location')]).toEqual([303, url])
  const announced = await send(collected, 'ready', { pick_list: id })
  expect(announced.headers.get('location')).toBe(url)
  const after = toText(await getHtml(url))
  expect(after).toContain('4 of 4 pieces picked, despatched')
  expect(after).not.toContain(`Despatch order ${sent}`)
  expect(after).toMatch(/1 of 1 piece picked, ready to collect Hand over/)
  const handedOver = { ...form, 'lines[0][quantity]': '1', collected_by: 'Sam', pick_list: id }
  await send(collected, 'despatch', handedOver)
  expect(toText(await getHtml(url))).toContain(
    'This list is finished, and nothing of it is left to despatch.',
  )
  // From the order's page alone it leads to the order.
  const alone = await order({ 'FH-OIL-1': 1 })
  const { pick_list: _, ...rest } = { ...form, 'lines[0][quantity]': '1' }
  expect((await send(alone, 'despatch', rest)).headers.get('location')).toBe(`/admin/orders/${alone}`)
})
