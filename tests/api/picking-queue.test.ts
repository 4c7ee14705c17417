import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { makePickList } from './picking-calls.ts'
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
  await shop.sql('update order_line set set_aside_quantity = 0')
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const order = async (goods: Record<string, number> = { 'FH-OIL-1': 4 }, changes = {}) =>
  (await placeAccountOrder(shop, 'trade@example.com', goods, changes)).reference
const getRows = (html: string) =>
  [
    ...html
      .split('id="page-state"')[0]!
      .matchAll(/<input type="checkbox"[^>]*name="orders\[\]"([^>]*) value="(FH\w+)"/g),
  ].map(([, attributes, reference]) => ({ reference: reference!, isTicked: attributes!.includes('checked') }))
const listQueue = async (query: string) => {
  const { status, text } = await staff.getPage(`/admin/picking?${query}`)
  expect(status).toBe(200)
  return getRows(text).map(({ reference }) => reference)
}

describe('R-PICK-1: the queue as a table', () => {
  test('is sorted by each column, up and down', async () => {
    const first = await order({ 'FH-OIL-1': 1 })
    const second = await order({ 'FH-OIL-1': 5 }, { delivery_method: 'NAM', delivery_arg: '2026-11-30' })
    expect(await listQueue('sort=age')).toEqual([first, second])
    expect(await listQueue('sort=age&direction=down')).toEqual([second, first])
    expect(await listQueue('sort=pieces&direction=down')).toEqual([second, first])
    expect(await listQueue('sort=service')).toEqual([second, first])
    expect(await listQueue('sort=cut_off&direction=down')).toEqual([second, first])
    expect(await listQueue('sort=nonsense&direction=x')).toEqual([first, second])
    const { text } = await staff.getPage('/admin/picking?sort=pieces&direction=down&goods=whole')
    expect(text).toMatch(/aria-sort="descending"[^>]*><a href="[^"]*sort=pieces&amp;goods=whole"/)
  })

  test('is filtered by what is all on hand, and saved as a view', async () => {
    const whole = await order()
    const part = await order({ 'FH-OIL-1': 1, 'FH-HYD-1': 1 }, { consignments: 'split' })
    await setOnHand(shop, 0)
    expect(await listQueue('goods=whole')).toEqual([whole])
    expect(await listQueue('goods=part')).toEqual([part])
    const view = { section: 'picking', name: 'Short', query: 'goods=part&sort=age&page=2' }
    expect((await staff.post<{ url: string }>('/admin/views', view)).body.url).toBe(
      '/admin/picking?goods=part&sort=age',
    )
    const { text } = await staff.getPage('/admin/picking?goods=part&sort=age')
    expect(text).toMatch(/aria-current="page"[^>]*>Short</)
  })

  test('is exported as it is filtered and sorted, to the warehouse alone', async () => {
    const first = await order({ 'FH-OIL-1': 1 })
    const second = await order({ 'FH-OIL-1': 5 })
    const { content, headers } = await staff.getFile('/admin/picking/export.csv?sort=age&direction=down')
    expect(headers.get('content-disposition')).toContain('picking.csv')
    const [head, ...rows] = content.toString().slice(1).trimEnd().split('\r\n')
    expect(head).toMatch(/^Order number,Placed,Customer,Promised day/)
    expect(rows.map(row => row.split(',')[0])).toEqual([second, first])
    expect(rows[0]).toMatch(/,Next day,1,5,Yes,/)
    const customer = await shop.signIn('trade@example.com')
    expect((await customer.getPage('/admin/picking/export.csv')).status).toBe(404)
  })
})

describe('R-PICK-2: making a pick list', () => {
  test('an old form with other ticks makes a list of these, and names what is on the first one', async () => {
    const [first, second] = [await order(), await order()]
    const request = `old-form-${first}`
    const { url } = await makePickList(staff, [first], request)
    const id = url!.split('/').at(-1)
    expect((await makePickList(staff, [first], request)).url).toBe(url)
    const { status, text } = await staff.postForm('/admin/picking', {
      request,
      'orders[0]': first,
      'orders[1]': second,
    })
    expect(status).toBe(409)
    expect(toText(text)).toContain(`${first} (list ${id}, Stella Affleck) is on another pick list by now`)
    expect(getRows(text)).toEqual([{ reference: second, isTicked: true }])
    const other = await makePickList(staff, [second], request)
    expect(other.url).not.toBe(url)
    expect(toText((await staff.getPage(other.url!)).text)).toContain(second)
  })

  test('a refusal shows the queue as it was, with the ticks, also of orders that it does not list first', async () => {
    const [isHeld, ticked] = [await order(), await order({ 'FH-OIL-1': 9 })]
    await changeOrder(staff, isHeld, 'hold', { reason: 'Odd address' })
    for (let nth = 0; nth < 3; nth++) await order({ 'FH-OIL-1': 1 })
    await shop.sql(`update orders set delivery_date = '2026-12-24' where reference = $1`, [ticked])
    const { status, text } = await staff.postForm('/admin/picking', {
      request: 'ticks-beyond-the-page',
      view: 'sort=pieces&goods=whole&page=1',
      'orders[0]': isHeld,
      'orders[1]': ticked,
    })
    expect(status).toBe(409)
    expect(text).toMatch(/aria-sort="ascending"[^>]*><a href="[^"]*sort=pieces&amp;direction=down/)
    expect(getRows(text)[0]).toEqual({ reference: ticked, isTicked: true })
    expect(getRows(text).filter(({ isTicked }) => isTicked)).toHaveLength(1)
  })
})
