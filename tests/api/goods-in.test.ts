import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { despatchParcel } from '../../src/features/warehouse/despatch/despatch.server.ts'
import { listPiecesToSend } from '../../src/features/warehouse/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import {
  adjustStock,
  bookDelivery,
  createDelivery,
  getFigures,
  openAdjustForm,
  placeTradeOrder,
  sendDelivery,
} from './stock-calls.ts'

// R-STOCK-6, R-STOCK-7: deliveries are booked in, and the oldest order gets the goods first.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const hydraulic = 'FH-HYD-1'

test('a delivery is read, shown and then booked in, with a movement for each part', async () => {
  const before = await getFigures(shop, 'FH-OIL-1')
  const delivery = createDelivery('Part number\tQty\nFH-OIL-1\t24\nfh air 1\t12,000\nFH-OIL-1\t1')
  const read = await sendDelivery(staff, delivery)
  expect(read).toMatchObject({ success: false, url: null, errors: {} })
  expect(read.lines.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['FH-OIL-1', 24],
    ['FH-AIR-1', 12_000],
    ['FH-OIL-1', 1],
  ])
  expect(await getFigures(shop, 'FH-OIL-1')).toEqual(before)
  const booked = await sendDelivery(staff, { ...delivery, checked: read.checked })
  expect(booked).toMatchObject({ success: true, message: '2 parts booked in.' })
  expect(await getFigures(shop, 'FH-OIL-1')).toEqual({
    ...before,
    on_hand: before.on_hand + 25,
    available: before.available + 25,
  })
  const { text } = await staff.getPage(booked.url!)
  expect(text).toContain(delivery.delivery_note)
  expect(text).toContain('12,000')
  expect(text).toMatch(/To put away.*No order is waiting for these parts\./s)
  expect((await staff.getPage('/admin/stock/FH-OIL-1')).text).toContain(`href="${booked.url}"`)
  const audit = await shop.sql(`select action, detail from audit where subject like 'goods in %'`)
  expect(audit).toEqual([
    { action: 'goods booked in', detail: `Donaldson, ${delivery.delivery_note}: 2 parts` },
  ])
})

test('the same form, sent at once several times, books the delivery once', async () => {
  const before = await getFigures(shop, 'FH-OIL-1')
  const delivery = createDelivery('FH-OIL-1 4')
  const { checked } = await sendDelivery(staff, delivery)
  const results = await runConcurrently(5, () => sendDelivery(staff, { ...delivery, checked }))
  expect(new Set(results.map(({ url }) => url)).size).toBe(1)
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: before.on_hand + 4 })
  // Another form with the same delivery note.
  const again = {
    ...delivery,
    request_key: randomUUID(),
    delivery_note: delivery.delivery_note.toLowerCase(),
    checked,
  }
  expect((await sendDelivery(staff, again)).errors).toEqual({
    delivery_note: `Delivery note ${again.delivery_note} from Donaldson has already been booked in.`,
  })
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: before.on_hand + 4 })
})

test.for([
  ['the same signs', 'Donaldson', 'DN-7001'],
  ['an invisible sign', 'Donaldson\u200b', 'DN-70\u200b01'],
  ['a soft hyphen and marks of direction', 'Donald\u00adson', '\u200eDN-7001\u200e'],
  ['other dashes', 'Donaldson', 'DN\u20107001'],
  ['a dash', 'Donaldson', 'DN–7001'],
  ['full width', 'Ｄonaldson', 'ＤＮ－７００１'],
  ['small letters', 'DONALDSON', 'dn-7001'],
  ['blanks that do not break', '\u00a0Donaldson', 'DN-7001\u2009'],
  ['letters of another alphabet', 'Dоnaldsоn', 'DΝ-7001'],
])('a delivery note that was pasted with %s is booked once', async ([, supplier, delivery_note]) => {
  const first = createDelivery('FH-OIL-1\t3', { delivery_note: 'DN-7001' })
  await sendDelivery(staff, { ...first, checked: (await sendDelivery(staff, first)).checked })
  const before = await getFigures(shop, 'FH-OIL-1')
  const second = createDelivery('FH-OIL-1\t3', { supplier, delivery_note })
  const { checked } = await sendDelivery(staff, second)
  const reply = await sendDelivery(staff, { ...second, checked })
  expect([reply.success, Object.keys(reply.errors)]).toEqual([false, ['delivery_note']])
  expect(reply.errors.delivery_note).toMatch(/^Delivery note .* from .* has already been booked in\.$/)
  expect(await getFigures(shop, 'FH-OIL-1')).toEqual(before)
})

test('notes whose numbers differ are two deliveries, and a number without a visible sign is none', async () => {
  const before = await getFigures(shop, 'FH-OIL-1')
  for (const delivery_note of ['DN-8001', 'DN8001', 'DN-8001/2', 'ﷺ'.repeat(40)]) {
    const delivery = createDelivery('FH-OIL-1\t1', { delivery_note })
    const { checked } = await sendDelivery(staff, delivery)
    expect(await sendDelivery(staff, { ...delivery, checked })).toMatchObject({ success: true })
  }
  const { on_hand } = await getFigures(shop, 'FH-OIL-1')
  expect(on_hand).toBe(before.on_hand + 4)
  const unseen = createDelivery('FH-OIL-1\t1', { delivery_note: '\u200b', supplier: '\u2060' })
  expect((await sendDelivery(staff, unseen)).errors).toEqual({
    supplier: 'Enter who delivered.',
    delivery_note: 'Enter the number on their delivery note.',
  })
})

test('a form that comes back with another delivery, after the browser’s Back, books it with the next press', async () => {
  const { on_hand } = await getFigures(shop, 'FH-OIL-1')
  const first = createDelivery('FH-OIL-1 4')
  const { checked } = await sendDelivery(staff, first)
  const { url } = await sendDelivery(staff, { ...first, checked })
  const second = { ...first, delivery_note: createDelivery('').delivery_note, checked }
  const refused = await staff.postForm('/admin/stock/goods-in', second)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(
    `This form was already booked in as delivery note ${first.delivery_note} from Donaldson, so nothing was booked in now. If this is another delivery, press Book in again.`,
  )
  expect(refused.text).toContain(`value="${second.delivery_note}"`)
  expect(refused.text).toMatch(new RegExp(`<button[^>]* value="${checked}"[^>]*>Book in`))
  const request_key = /name="request_key" value="([^"]+)"/.exec(refused.text)![1]!
  expect(request_key).not.toBe(first.request_key)
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: on_hand + 4 })
  expect((await staff.postForm('/admin/stock/goods-in', { ...second, request_key })).status).toBe(303)
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: on_hand + 8 })
  expect(await sendDelivery(staff, { ...first, checked })).toMatchObject({ success: true, url })
})

test('a form that comes back with another list gets a new key when it is read, and its own note is refused', async () => {
  const { on_hand } = await getFigures(shop, 'FH-OIL-1')
  const first = createDelivery('FH-OIL-1 4')
  const { checked } = await sendDelivery(staff, first)
  await sendDelivery(staff, { ...first, checked })
  const other = { ...first, lines: 'FH-OIL-1 6' }
  const read = await sendDelivery(staff, other)
  expect(await sendDelivery(staff, { ...other, checked: read.checked })).toMatchObject({
    success: false,
    url: null,
    errors: {
      delivery_note: `Delivery note ${first.delivery_note} from Donaldson has already been booked in.`,
    },
  })
  const note = createDelivery('').delivery_note
  const { text } = await staff.postForm('/admin/stock/goods-in', { ...other, delivery_note: note })
  const request_key = /name="request_key" value="([^"]+)"/.exec(text)![1]!
  const booked = { ...other, delivery_note: note, checked: read.checked, request_key }
  expect(await sendDelivery(staff, booked)).toMatchObject({ success: true })
  expect(await getFigures(shop, 'FH-OIL-1')).toMatchObject({ on_hand: on_hand + 10 })
})

test('a list that was changed after it was read is shown again before it is booked', async () => {
  const before = await getFigures(shop, 'FH-OIL-1')
  const delivery = createDelivery('FH-OIL-1 4')
  const { checked } = await sendDelivery(staff, delivery)
  const changed = await sendDelivery(staff, { ...delivery, lines: 'FH-OIL-1 40', checked })
  expect(changed).toMatchObject({ success: false, message: 'Check what we read, then book it in.' })
  expect(await getFigures(shop, 'FH-OIL-1')).toEqual(before)
})

test('numbers that we do not have are named, and what was typed stays', async () => {
  const delivery = createDelivery('FH-OIL-1 4\nQX-99999 2\nP551712 3\nFH-AIR-1 0.5')
  const { lines, errors, checked } = await sendDelivery(staff, delivery)
  expect(errors).toEqual({ lines: '3 lines can’t be booked in yet: see “What we read”.' })
  expect(lines.map(({ problem }) => problem)).toEqual([
    '',
    'QX-99999 isn’t one of our part numbers.',
    'P551712 isn’t one of our part numbers. We sell FH-OIL-1 instead.',
    'We can’t read “0.5” as a quantity of FH-AIR-1. Enter a whole number from 1 to 1,000,000.',
  ])
  expect(await sendDelivery(staff, { ...delivery, checked })).toMatchObject({ success: false, url: null })
  const { status, text } = await staff.postForm('/admin/stock/goods-in', delivery)
  expect(status).toBe(422)
  expect(text).toContain('QX-99999 2\nP551712 3')
  expect(text).toContain(`value="${delivery.delivery_note}"`)
  const empty = await sendDelivery(staff, createDelivery('', { supplier: '', delivery_note: '' }))
  expect(Object.keys(empty.errors)).toEqual(['supplier', 'delivery_note', 'lines'])
  const tooMany = await bookDelivery(staff, 'Part number,Quantity\nFH-SEAL-1,999001')
  expect(tooMany.errors).toEqual({ lines: 'There can be 1,000,000 of a part on hand at most.' })
  expect(
    await shop.sql(`select id from goods_in where delivery_note = $1`, [delivery.delivery_note]),
  ).toEqual([])
})

test('a quantity that cannot be read is never booked as one piece', async () => {
  const list = ['FH-OIL-1 two', 'FH-OIL-1 x', 'FH-OIL-1 a dozen', 'FH-OIL-1\ttbc', 'FH-OIL-1 II', 'nope 3']
  const { lines, errors } = await sendDelivery(staff, createDelivery(list.join('\n')))
  expect(errors).toEqual({ lines: '6 lines can’t be booked in yet: see “What we read”.' })
  const range = 'Enter a whole number from 1 to 1,000,000.'
  expect(lines.map(({ problem }) => problem)).toEqual([
    `We can’t read “two” as a quantity of FH-OIL-1. ${range}`,
    `We can’t read “x” as a quantity of FH-OIL-1. ${range}`,
    `We can’t read “dozen” as a quantity of FH-OIL-1. ${range}`,
    `We can’t read “tbc” as a quantity of FH-OIL-1. ${range}`,
    `We can’t read “II” as a quantity of FH-OIL-1. ${range}`,
    'nope isn’t one of our part numbers.',
  ])
  const plain = await sendDelivery(staff, createDelivery('FH-OIL-1 oil filter\nFH-OIL-1, spin-on, 3'))
  expect(plain.lines.map(({ quantity }) => quantity)).toEqual([1, 3])
})

test('a file is read into the form', async () => {
  const form = new FormData()
  form.set('supplier', 'Fleetguard')
  form.set('delivery_note', 'FG 77')
  form.set(
    'file',
    new Blob(['Item,Description,Qty\nFH-OIL-1,Oil filter,6\nFH-AIR-1,Air filter,2\n']),
    'note.csv',
  )
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { origin: shop.url, accept: 'text/html', cookie }
  const response = await fetch(`${shop.url}/admin/stock/goods-in/file`, {
    method: 'POST',
    body: form,
    headers,
  })
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('FH-OIL-1\t6\nFH-AIR-1\t2')
  expect(text).toContain('value="FG 77"')
  expect(text).toContain('Book in')
})

test('after a delivery the oldest order gets the goods first; a held one is passed over', async () => {
  const [held, first, second, third] = [
    await placeTradeOrder(shop, { [hydraulic]: 2 }, 'stopped@example.com'),
    await placeTradeOrder(shop, { [hydraulic]: 3 }),
    await placeTradeOrder(shop, { [hydraulic]: 4 }),
    await placeTradeOrder(shop, { [hydraulic]: 2 }),
  ]
  const { url } = await bookDelivery(staff, `${hydraulic} 5`)
  const { text } = await staff.getPage(url!)
  const listed = [...text.matchAll(/\/admin\/orders\/(FH\w+)/g)].map(match => match[1])
  expect(text).toContain('As the stock stands now, 24 November 2026, 09:00.')
  // Once more in the props of the page.
  expect([...new Set(listed)]).toEqual([first, second])
  expect(text).toContain('Open the picking queue')
  expect((await staff.getPage(`/admin/stock/${hydraulic}`)).text).toContain('Held: account on stop')
  const { rows } = await listPiecesToSend(shop.context.db, [await shop.productId(hydraulic)], {
    limit: 100,
  })
  expect(rows.map(({ reference, open, allocatable }) => [reference, open, allocatable])).toEqual([
    [held, 2, 0],
    [first, 3, 3],
    [second, 4, 2],
    [third, 2, 0],
  ])
})

test('is for staff alone', async () => {
  const customer = await shop.signIn('trade@example.com')
  const stranger = shop.createVisitor()
  const delivery = createDelivery('FH-OIL-1 4')
  for (const path of ['/admin/stock/goods-in', '/admin/stock/goods-in/file']) {
    expect((await customer.post(path, delivery)).status).toBe(404)
    expect((await stranger.post(path, delivery)).status).toBe(401)
  }
  for (const path of ['/admin/stock/goods-in', '/admin/stock/goods-in/1']) {
    expect((await customer.getPage(path)).status).toBe(404)
    expect((await stranger.getPage(path)).headers.get('location')).toMatch(/^\/login/)
  }
  expect((await staff.getPage('/admin/stock/goods-in/999999')).status).toBe(404)
})

test('customers order while staff adjust, book in and despatch: the figures add up', {
  timeout: 60_000,
}, async () => {
  const code = 'FH-SEAL-1'
  const [first, second] = [
    await placeTradeOrder(shop, { [code]: 4 }),
    await placeTradeOrder(shop, { [code]: 5 }),
  ]
  const despatch = async (reference: string) => {
    const [order] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [reference])
    const [person] = await shop.sql<{ id: number }>(`select id from person where email = 'staff@example.com'`)
    return despatchParcel(shop.context, order!.id, {
      requestKey: randomUUID(),
      carrier: 'dpd',
      trackingNumber: '',
      collectedBy: '',
      staffId: person!.id,
      now: shop.clock.now(),
      lines: [{ position: 1, quantity: 3 }],
      expectedVersion: await getSeenOrderVersion(staff, reference),
      isQueueJump: true,
      isPart: true,
    })
  }
  const adjustments = await Promise.all([1, 2, 3].map(() => openAdjustForm(staff, code)))
  const change = { mode: 'change', quantity: '-7', reason: 'damage', note: '' }
  const [adjusted, despatched] = await Promise.all([
    Promise.all(adjustments.map(form => adjustStock(staff, code, { ...form, ...change }))),
    Promise.all([first, second, first].map(despatch)),
    Promise.all(
      ['trade@example.com', 'head@example.com'].map(email => placeTradeOrder(shop, { [code]: 3 }, email)),
    ),
    ...[1, 2].map(() => bookDelivery(staff, `${code} 10`)),
  ])
  expect(adjusted.filter(({ success }) => success).length).toBeLessThanOrEqual(1)
  expect(despatched.filter(({ ok }) => ok)).toHaveLength(2)
  const [reasons] = await shop.sql<{ despatch: number }>(
    `select -sum(change)::int as despatch from stock_movement m join product p on p.id = product_id
     where code = $1 and reason = 'despatch'`,
    [code],
  )
  expect(reasons).toEqual({ despatch: 6 })
  const { text } = await staff.getPage(`/admin/stock/${code}`)
  expect(text).toMatch(new RegExp(`Despatch.*/admin/orders/${first}.*−3`, 's'))
})
