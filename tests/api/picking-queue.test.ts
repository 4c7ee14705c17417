import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { createPaidOrder } from './order-admin-calls.ts'
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
/** Inserts copies of an order, and returns their references. */
const copyOrder = async (reference: string, count: number) => {
  const copies = await shop.sql<{ reference: string }>(
    `with copies as (
      insert into orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'basket_id', null,
        'reference', 'FH' || translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHJK')))).*
      from orders o, generate_series(1, $2::int) n where o.reference = $1 returning id, reference
    ), lines as (
      insert into order_line
      select (jsonb_populate_record(l, jsonb_build_object('order_id', copies.id))).*
      from copies, orders o join order_line l on l.order_id = o.id where o.reference = $1 returning product_id
    ) select reference from copies`,
    [reference, count],
  )
  return copies.map(copy => copy.reference)
}
const deleteCopies = async () => {
  await shop.sql('delete from pick_list_line where order_id > 1000000')
  await shop.sql('delete from pick_list_order where order_id > 1000000')
  await shop.sql('delete from order_line where order_id > 1000000')
  await shop.sql('delete from orders where id > 1000000')
  await shop.setStock('FH-OIL-1', 500)
}

describe('R-PICK-1: the queue as a table', () => {
  /** Four orders, each column of which has another order of them. */
  async function placeFour(): Promise<string[]> {
    const bins = { 'FH-OIL-1': 'C-1', 'FH-SEAL-1': 'B 2', 'FH-AIR-1': 'A.3', 'FH-HYD-1': '' }
    for (const [code, bin] of Object.entries(bins)) {
      await shop.setStock(code, 50)
      await shop.sql('update stock s set bin = $2 from product p where p.id = s.product_id and p.code = $1', [
        code,
        bin,
      ])
    }
    const facts: { goods: Record<string, number>; name: string; service: string; day: string | null }[] = [
      { goods: { 'FH-OIL-1': 9 }, name: 'Mia', service: 'ND', day: null },
      { goods: { 'FH-SEAL-1': 3 }, name: 'Zoe', service: 'NAM', day: '2026-11-27' },
      { goods: { 'FH-AIR-1': 6 }, name: 'ana', service: 'COL', day: '2026-11-25' },
      // It takes four working days.
      { goods: { 'FH-HYD-1': 5 }, name: 'Bob', service: 'HI2', day: '2026-11-30' },
    ]
    const references: string[] = []
    for (const { goods, name, service, day } of facts) {
      const { reference } = await createPaidOrder(shop, goods)
      await shop.sql(
        `update orders set contact = contact || jsonb_build_object('name', $2::text), delivery_code = $3, delivery_date = $4
         where reference = $1`,
        [reference, name, service, day],
      )
      references.push(reference)
    }
    return references
  }

  test('is sorted by each column, up and down', async () => {
    const references = await placeFour()
    const sort = async (query: string) =>
      (await listQueue(query)).map(reference => references.indexOf(reference) + 1)
    expect(await sort('sort=age')).toEqual([1, 2, 3, 4])
    expect(await sort('sort=age&direction=down')).toEqual([4, 3, 2, 1])
    expect(await sort('sort=customer')).toEqual([3, 4, 1, 2])
    expect(await sort('sort=customer&direction=down')).toEqual([2, 1, 4, 3])
    expect(await sort('sort=service')).toEqual([3, 4, 2, 1])
    expect(await sort('sort=service&direction=down')).toEqual([1, 2, 4, 3])
    expect(await sort('sort=pieces')).toEqual([2, 4, 3, 1])
    expect(await sort('sort=pieces&direction=down')).toEqual([1, 3, 4, 2])
    // What has no bin comes last, either way.
    expect(await sort('sort=location')).toEqual([3, 2, 1, 4])
    expect(await sort('sort=location&direction=down')).toEqual([1, 2, 3, 4])
    // What must leave today comes first, what was promised for no day last.
    expect(await sort('sort=cut_off')).toEqual([4, 3, 2, 1])
    expect(await sort('sort=cut_off&direction=down')).toEqual([2, 3, 1, 4])
    expect(await sort('sort=nonsense&direction=x')).toEqual([4, 3, 2, 1])
    const { text } = await staff.getPage('/admin/picking?sort=pieces&direction=down&goods=whole')
    expect(text).toMatch(/aria-sort="descending"[^>]*><a href="[^"]*sort=pieces&amp;goods=whole"/)
  })

  test('is sorted by the first location of an order, then by its last', async () => {
    const [oil, seal, air, hydraulic] = await placeFour()
    const both = await order({ 'FH-OIL-1': 1, 'FH-AIR-1': 1 })
    expect(await listQueue('sort=location')).toEqual([air, both, seal, oil, hydraulic])
    expect(await listQueue('sort=location&direction=down')).toEqual([oil, seal, both, air, hydraulic])
    // What is short is not taken out of its bin.
    const [stock] = await shop.sql<{ allocated: number }>(
      `select s.allocated from stock s join product p on p.id = s.product_id where p.code = 'FH-AIR-1'`,
    )
    await shop.setStock('FH-AIR-1', 6 - stock!.allocated)
    expect(await listQueue('sort=location')).toEqual([air, seal, both, oil, hydraulic])
  })

  test('is filtered by service, location and what must leave today, by several at once too', async () => {
    const [oil, seal, air, hydraulic] = await placeFour()
    const rest = 'sort=age'
    expect(await listQueue(`${rest}&service=NAM`)).toEqual([seal])
    expect(await listQueue(`${rest}&service=COL`)).toEqual([air])
    expect(await listQueue(`${rest}&area=C`)).toEqual([oil])
    expect(await listQueue(`${rest}&area=B`)).toEqual([seal])
    expect(await listQueue(`${rest}&due=1`)).toEqual([hydraulic])
    expect(await listQueue(`${rest}&service=NAM&area=B`)).toEqual([seal])
    expect(await listQueue(`${rest}&service=NAM&area=C`)).toEqual([])
    expect(await listQueue(`${rest}&service=COL&due=1`)).toEqual([])
    expect(await listQueue(`${rest}&service=HI2&due=1&goods=whole`)).toEqual([hydraulic])
    expect(await listQueue(`${rest}&goods=part`)).toEqual([])
    const { text } = await staff.getPage('/admin/picking?service=NAM')
    expect(toText(text)).toMatch(/Ready to pick 4 Must leave today 1/)
    expect(text).toMatch(/<option value="NAM" selected="">Named day \(1\)/)
  })

  test('says of an order whose promised day has passed when it was due', async () => {
    await shop.setStock('FH-OIL-1', 500)
    const [late, today] = [await order(), await order()]
    await shop.sql(`update orders set delivery_date = '2026-11-20' where reference = $1`, [late])
    const text = toText((await staff.getPage('/admin/picking')).text)
    expect(text).toMatch(
      new RegExp(`${late} .{1,60} Was due Fri 20 Nov .{1,60} ${today} .{1,60} Must leave today`),
    )
  })

  test('has 25, 50 or 100 orders a page, each of them on one page, and no page after the last', async () => {
    const reference = await order({ 'FH-OIL-1': 1 })
    await shop.setStock('FH-OIL-1', 500)
    await copyOrder(reference, 204)
    const pages = await Promise.all([1, 2, 3].map(page => listQueue(`sort=age&rows=100&page=${page}`)))
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 5])
    expect(pages[0]![0]).toBe(reference)
    expect(new Set(pages.flat()).size).toBe(205)
    expect(await listQueue('sort=age&page=2')).toEqual(pages[0]!.slice(25, 50))
    // Pages of the same queue that are requested at the same time share a query.
    const all = pages.flat()
    const numbers = [3, 1, 2, 1, 9, 5, 1]
    expect(await Promise.all(numbers.map(page => listQueue(`sort=age&page=${page}`)))).toEqual(
      numbers.map(page => all.slice((page - 1) * 25, page * 25)),
    )
    expect((await staff.getPage('/admin/picking?sort=age&rows=100&page=4')).headers.get('location')).toBe(
      '/admin/picking?sort=age&rows=100',
    )
    const { text } = await staff.getPage('/admin/picking?sort=age&rows=50&page=2&tick=all')
    expect(getRows(text).filter(({ isTicked }) => isTicked)).toHaveLength(50)
    expect(text).toContain('href="/admin/picking?sort=age&amp;rows=100" aria-label="100 orders per page"')
    await deleteCopies()
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
    expect(toText(text)).toContain('1 line, 1 piece 1 of 2 on hand')
    expect(toText((await staff.getPage('/admin/picking?goods=whole')).text)).not.toContain('of 2 on hand')
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

  test('of 100 orders is made and of 101 is refused, as of none, with a sentence', async () => {
    await shop.setStock('FH-OIL-1', 500)
    const reference = await order({ 'FH-OIL-1': 1 })
    const orders = [reference, ...(await copyOrder(reference, 100))]
    const form = Object.fromEntries(orders.map((each, nth) => [`orders[${nth}]`, each]))
    const refused = await staff.postForm('/admin/picking', { request: 'one-too-many', ...form })
    expect([refused.status, toText(refused.text)]).toEqual([
      409,
      expect.stringContaining('A pick list takes up to 100 orders, so no list was made.'),
    ])
    expect(getRows(refused.text).filter(({ isTicked }) => isTicked)).toHaveLength(101)
    expect((await makePickList(staff, [])).message).toBe('Tick at least one order.')
    const { url } = await makePickList(staff, orders.slice(1))
    const [list] = await shop.sql<{ orders: number }>(
      'select count(*)::int as orders from pick_list_order where pick_list_id = $1',
      [url!.split('/').at(-1)],
    )
    expect(list).toEqual({ orders: 100 })
    await deleteCopies()
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
