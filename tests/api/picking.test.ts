import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { cancelOrder } from './order-admin-calls.ts'
import { finish, listReserved, makePickList, pick, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { getFigures } from './stock-calls.ts'

let shop: TestShop
let staff: TestVisitor
let oil: number
let seal: number
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  oil = await shop.productId('FH-OIL-1')
  seal = await shop.productId('FH-SEAL-1')
  await shop.sql(
    `update stock set bin = case product_id when $1 then 'B-10-1' when $2 then 'A-2' else bin end`,
    [oil, seal],
  )
})
beforeEach(async () => {
  await holdAll(shop)
  await shop.sql('update pick_list_order set is_open = false')
  await shop.sql('update order_line set set_aside_quantity = 0')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const order = async (goods: Record<string, number> = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }, changes = {}) =>
  (await placeAccountOrder(shop, tom, goods, { consignments: 'split', ...changes })).reference
const makeList = async (...orders: string[]) => {
  const { url, message } = await makePickList(staff, orders)
  if (url === null) throw new Error(message)
  return url
}
const read = async (url: string) => toText((await staff.getPage(url)).text.split('id="page-state"')[0]!)

describe('R-PICK-1: the queue', () => {
  const listQueue = async (query = '') => {
    const { text } = await staff.getPage(`/admin/picking?${query}`)
    return [...text.split('id="page-state"')[0]!.matchAll(/name="orders\[\]"[^>]* value="(FH\w+)"/g)].map(
      match => match[1],
    )
  }

  test('begins with what must leave today, and leaves out what is held, on a list or not on hand', async () => {
    const later = await order({ 'FH-OIL-1': 1 }, { delivery_method: 'NAM', delivery_arg: '2026-11-30' })
    const today = await order({ 'FH-OIL-1': 1 })
    const isHeld = await order()
    await changeOrder(staff, isHeld, 'hold', { reason: 'Odd address' })
    const onList = await order()
    await makeList(onList)
    await setOnHand(shop, 0)
    const isShort = await order({ 'FH-HYD-1': 1 })
    expect(await listQueue()).toEqual([today, later])
    expect(await listQueue('due=1')).toEqual([today])
    expect(await listQueue('sort=age')).toEqual([later, today])
    expect(await listQueue('service=NAM')).toEqual([later])
    expect(await listQueue('area=B')).toEqual([today, later])
    expect(await listQueue('area=A')).toEqual([])
    expect(await read('/admin/picking')).toContain(
      'Cut-off is 14:30. 2 orders must leave today, 1 of them on a pick list.',
    )
    await setOnHand(shop, 1)
    expect(await listQueue()).toContain(isShort)
  })

  test('goes by the day that was announced last, as the list of orders does', async () => {
    const isDelayed = await order({ 'FH-OIL-1': 1 })
    const today = await order({ 'FH-OIL-1': 1 })
    await changeOrder(staff, isDelayed, 'delay', { choice: 'day', day: '2026-12-04' })
    expect(await listQueue('due=1')).toEqual([today])
    expect(await listQueue()).toEqual([today, isDelayed])
    const list = await read('/admin/orders?group=despatch')
    expect(list).toMatch(new RegExp(`${isDelayed}.*?For Fri 4 Dec`))
  })

  test('ticks what must leave today without a script', async () => {
    await order({ 'FH-OIL-1': 1 })
    const { text } = await staff.getPage('/admin/picking?tick=due')
    expect(text).toMatch(/<input type="checkbox"[^>]*name="orders\[\]"[^>]* checked=""/)
  })

  test('is for the warehouse alone', async () => {
    const customer = await shop.signIn(tom)
    expect((await customer.getPage('/admin/picking')).status).toBe(404)
    expect((await customer.post('/admin/picking', { request: 'customer-1', orders: [] })).status).toBe(404)
    expect((await shop.createVisitor().post('/admin/picking', {})).status).toBe(401)
  })
})

describe('R-PICK-2: a pick list', () => {
  test('goes from bin to bin, and says how much of each goes into which order’s box', async () => {
    const [first, second] = [await order(), await order({ 'FH-OIL-1': 3 })]
    const text = await read(await makeList(second, first))
    expect(text).toMatch(
      new RegExp(
        `A-2 FH-SEAL-1 .*? 2 pieces 2 into box 1 ${first} .*? B-10-1 FH-OIL-1 .*? 7 pieces 4 into box 1 ${first} 3 into box 2 ${second}`,
      ),
    )
  })

  test('keeps its goods from every other order and list', async () => {
    await setOnHand(shop, 5)
    const reference = await order({ 'FH-HYD-1': 3 })
    const other = await order({ 'FH-HYD-1': 3 })
    await makeList(reference)
    expect(await listReserved(shop, reference)).toEqual([3])
    expect((await despatch(staff, other, { 1: 3 }, { out_of_turn: true })).message).toMatch(
      /^Only 2 of FH-HYD-1/,
    )
    await makeList(other)
    expect(await listReserved(shop, other)).toEqual([2])
  })

  test('has an order once: of ten staff who pick the same orders one gets the list, and nine read whose it is', async () => {
    const orders = [await order(), await order()]
    const replies = await runConcurrently(10, () => makePickList(staff, orders))
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    const id = replies
      .find(({ success }) => success)!
      .url!.split('/')
      .at(-1)
    expect(new Set(replies.filter(({ success }) => !success).map(({ message }) => message))).toEqual(
      new Set([
        `${orders[0]} (list ${id}, Stella Affleck), ${orders[1]} (list ${id}, Stella Affleck) are on another pick list by now, so no list was made. The other orders are still ticked.`,
      ]),
    )
  })

  test('is made once by the same press, and needs an order', async () => {
    const reference = await order()
    const request = `press-${reference}`
    const replies = await runConcurrently(5, () => makePickList(staff, [reference], request))
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1)
    expect((await makePickList(staff, [])).message).toBe('Tick at least one order.')
  })

  test('is refused for an order that was held or has left, with the other ticks in place', async () => {
    const [reference, other] = [await order(), await order()]
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    const { status, text } = await staff.postForm('/admin/picking', {
      request: 'form-with-ticks',
      'orders[0]': reference,
      'orders[1]': other,
    })
    expect(status).toBe(409)
    expect(toText(text)).toContain(`${reference} is held by now, so no list was made.`)
    expect(text).toMatch(new RegExp(`name="orders\\[\\]"[^>]* checked=""[^>]* value="${other}"`))
  })
})

describe('R-PICK-3: what is picked', () => {
  test('is confirmed by a scan in any spelling, or a press; a wrong part is refused', async () => {
    const url = await makeList(await order())
    expect((await scan(staff, url, ' fh oil-1 ')).message).toBe('4 × FH-OIL-1 picked: 4 into box 1.')
    expect((await scan(staff, url, 'FH-OIL-1')).errors.scan).toBe(
      'FH-OIL-1 has been picked already: 4 of 4, by Stella Affleck. Nothing was changed.',
    )
    expect((await scan(staff, url, 'FH-HYD-1')).errors.scan).toMatch(/^FH-HYD-1 is not on this list/)
    const form = { product: seal, expected: 2 }
    expect((await pick(staff, url, form)).message).toBe('2 × FH-SEAL-1 picked: 2 into box 1.')
    // The same press twice.
    expect((await pick(staff, url, form)).success).toBe(true)
    expect(await read(url)).toContain('2 complete')
    expect(
      (await staff.post<{ success: boolean }>(`${url}/undo`, { product: seal, expected: 2 })).body.success,
    ).toBe(true)
    expect(await read(url)).toContain('1 complete, 1 to go')
  })

  test('works without a script, and a refused scan stays in the field', async () => {
    const url = await makeList(await order())
    const { status, headers } = await staff.postForm(`${url}/scan`, { code: 'FH-OIL-1' })
    expect([status, headers.get('location')]).toEqual([303, `${url}?last=${oil}`])
    const wrong = await staff.postForm(`${url}/scan`, { code: 'gizmo 7' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toMatch(/id="scan"[^>]* value="gizmo 7"/)
  })

  test('of two who pick the same bin one does, and the other reads who it was', async () => {
    const url = await makeList(await order())
    const mia = await shop.signIn('staff@example.com')
    const replies = await Promise.all([
      pick(staff, url, { product: oil, expected: 4, pieces: 4 }),
      pick(mia, url, { product: oil, expected: 4, pieces: 3 }),
    ])
    const late = replies.find(({ success }) => !success)!
    expect(late.message).toMatch(/^FH-OIL-1 has been picked already: [34] of 4, by Stella Affleck\./)
  })

  test('and set aside for its order when the list is finished: despatching it is one press more', async () => {
    const reference = await order()
    const url = await makeList(reference)
    await scan(staff, url, 'FH-OIL-1')
    expect((await finish(staff, url)).errors.leave).toMatch(/^1 part of the list isn’t picked yet/)
    expect((await finish(staff, url, true)).message).toMatch(/is finished\.$/)
    expect(await listReserved(shop, reference)).toEqual([4, 0])
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    expect(text).toMatch(/name="lines\[0\]\[quantity\]"[^>]* value="4"/)
    expect(text).toMatch(/name="lines\[1\]\[quantity\]"[^>]* value="0"/)
    expect((await despatch(staff, reference, { 1: 4 })).success).toBe(true)
    expect(await listReserved(shop, reference)).toEqual([0, 0])
    expect((await finish(staff, url)).success).toBe(true)
  })
})

describe('R-PICK-4: a short pick', () => {
  test('goes to the oldest order first, corrects the stock, and the rest comes later', async () => {
    await shop.setStock('FH-HYD-1', 9)
    const [first, second] = [await order({ 'FH-HYD-1': 3 }), await order({ 'FH-HYD-1': 4 })]
    const hydraulic = await shop.productId('FH-HYD-1')
    const url = await makeList(first, second)
    const form = { product: hydraulic, expected: 7 }
    expect((await pick(staff, url, { ...form, pieces: 8 })).errors).toEqual({
      [`pieces-${hydraulic}`]: 'Enter a whole number from 0 to 7.',
    })
    expect((await pick(staff, url, { ...form, pieces: 5, empty: true, reason: 'damage' })).message).toBe(
      '5 × FH-HYD-1 picked: 3 into box 1, 2 into box 2. 2 short.',
    )
    expect((await getFigures(shop, 'FH-HYD-1')).on_hand).toBe(5)
    await finish(staff, url)
    expect([await listReserved(shop, first), await listReserved(shop, second)]).toEqual([[3], [2]])
    const [line] = await shop.sql<{ later_quantity: number; lead_time: object }>(
      `select l.later_quantity, l.lead_time from order_line l join orders o on o.id = l.order_id where reference = $1`,
      [second],
    )
    expect(line).toEqual({ later_quantity: 2, lead_time: { min: 14, max: 21 } })
    const page = await read(`/admin/orders/${second}`)
    expect(page).toMatch(/Picked, list \d+\. Short: FH-HYD-1, 2 of 4 there/)
    const [movement] = await shop.sql<{ change: number; reason: string; note: string }>(
      'select change, reason, note from stock_movement where product_id = $1 order by id desc limit 1',
      [hydraulic],
    )
    expect(movement).toMatchObject({
      reason: 'damage',
      note: expect.stringMatching(/^Pick list \d+: 5/),
    })
  })
})

describe('R-PICK-5: an order that changes while it is picked', () => {
  test.each([
    ['was cancelled', async (reference: string) => void (await cancelOrder(staff, reference))],
    [
      'is held',
      async (reference: string) => void (await changeOrder(staff, reference, 'hold', { reason: 'Why' })),
    ],
  ])('%s: it is off the list, with a notice of what goes back', async (text, change) => {
    const [reference, other] = [await order(), await order({ 'FH-OIL-1': 1 })]
    const url = await makeList(reference, other)
    await scan(staff, url, 'FH-SEAL-1')
    await change(reference)
    const page = await read(url)
    expect(page).toContain(
      `Order ${reference} (box 1) ${text}, so it is off this list. Put back: 2 × FH-SEAL-1 into A-2.`,
    )
    expect(page).toContain('1 piece 1 into box 2')
    // A press on the page as it was before.
    expect((await pick(staff, url, { product: oil, expected: 5 })).message).toBe(
      'Of FH-OIL-1 1 is needed now, because an order was taken off this list. Nothing was confirmed.',
    )
    expect((await pick(staff, url, { product: oil, expected: 1 })).success).toBe(true)
    expect((await finish(staff, url)).success).toBe(true)
    expect(await listReserved(shop, other)).toEqual([1])
  })

  test('was despatched from its page: nothing of it is picked any more, and its goods are free', async () => {
    const reference = await order()
    const url = await makeList(reference)
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
    expect(await read(url)).toContain('was despatched from its own page, so it is off this list.')
    expect(await listReserved(shop, reference)).toEqual([0, 0])
    expect((await makePickList(staff, [reference])).success).toBe(true)
  })

  test('lost its only picked line by a correction: the finished list can still be read', async () => {
    await setOnHand(shop, 0)
    const reference = await order({ 'FH-OIL-1': 1, 'FH-HYD-1': 1 })
    const url = await makeList(reference)
    await finish(staff, url, true)
    const removal = { lines: [{ position: 1, quantity: 0 }] }
    expect((await correctMoney(staff, reference, removal)).message).toMatch(/has been corrected/)
    expect((await staff.getPage(url)).status).toBe(200)
    expect(await read(url)).toContain(reference)
  })

  test('is held after its list is finished: its box is kept, and is not despatched', async () => {
    const reference = await order()
    const url = await makeList(reference)
    await scan(staff, url, 'FH-OIL-1')
    await scan(staff, url, 'FH-SEAL-1')
    await finish(staff, url)
    await changeOrder(staff, reference, 'hold', { reason: 'Why' })
    expect(await listReserved(shop, reference)).toEqual([4, 2])
    expect(await read(url)).toContain('6 of 6 pieces picked, held')
    expect((await staff.getPage(url)).text).not.toContain('#despatch')
    await changeOrder(staff, reference, 'release', { reason: 'All right' })
    expect((await staff.getPage(url)).text).toContain('#despatch')
  })

  test('is cancelled after its list is finished: the list says what goes back', async () => {
    const reference = await order()
    const url = await makeList(reference)
    await scan(staff, url, 'FH-OIL-1')
    await finish(staff, url, true)
    await cancelOrder(staff, reference)
    const page = await read(url)
    expect(page).toContain(
      `Order ${reference} (box 1) was cancelled after it was picked. Put back: 4 × FH-OIL-1 into B-10-1.`,
    )
    expect((await staff.getPage(url)).text).not.toContain('#despatch')
  })

  test('was despatched while it was picked: what the parcel left in the box goes back', async () => {
    const reference = await order()
    const url = await makeList(reference)
    await scan(staff, url, 'FH-OIL-1')
    await despatch(staff, reference, { 1: 1 })
    expect(await read(url)).toContain('Put back: 3 × FH-OIL-1 into B-10-1.')
  })
})

describe('R-PICK-3: Undo', () => {
  test('takes the correction of the stock back', async () => {
    await shop.setStock('FH-HYD-1', 10)
    const product = await shop.productId('FH-HYD-1')
    const { on_hand: before } = await getFigures(shop, 'FH-HYD-1')
    const reference = await order({ 'FH-HYD-1': 10 })
    const url = await makeList(reference)
    for (const pieces of [3, 4]) {
      await pick(staff, url, { product, expected: 10, pieces, empty: true, reason: 'count' })
      expect((await getFigures(shop, 'FH-HYD-1')).on_hand).toBe(pieces)
      await staff.post(`${url}/undo`, { product, expected: pieces })
      expect((await getFigures(shop, 'FH-HYD-1')).on_hand).toBe(before)
    }
    await pick(staff, url, { product, expected: 10 })
    await finish(staff, url)
    expect((await despatch(staff, reference, { 1: 10 })).success).toBe(true)
  })

  test('leaves what was picked for an order that was taken off the list', async () => {
    const [cancelled, other] = [await order({ 'FH-OIL-1': 2 }), await order({ 'FH-OIL-1': 1 })]
    const url = await makeList(cancelled, other)
    await scan(staff, url, 'FH-OIL-1')
    await cancelOrder(staff, cancelled)
    await staff.post(`${url}/undo`, { product: oil, expected: 1 })
    expect(await read(url)).toContain('Put back: 2 × FH-OIL-1')
  })
})
