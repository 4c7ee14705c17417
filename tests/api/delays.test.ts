import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { finish, makePickList, pick } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const order = (goods: Record<string, number> = { 'FH-OIL-1': 4 }) =>
  placeAccountOrder(shop, 'trade@example.com', goods)
const delay = async (reference: string, body: object) =>
  (await changeOrder(staff, reference, 'delay', body)).body
const listMails = (reference: string) =>
  shop.sql<{ expected: string }>(
    `select facts->>'expected' as expected from mail_outbox
     where dedupe_key like 'order-delayed:' || $1 || ':%' order by id`,
    [reference],
  )

test('R-DELAY-1: the customer reads each new day once, by e-mail, on the order’s page and in its history', async () => {
  const { visitor, reference } = await order()
  expect((await delay(reference, { choice: 'day', day: '2026-12-04' })).message).toBe(
    'trade@example.com will get an email about the delay.',
  )
  expect((await delay(reference, { choice: 'day', day: '2026-12-04' })).message).toMatch(
    /^The customer has had/,
  )
  const staffPage = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(staffPage).toMatch(/Order ?FH\w+ .{5,60}? To pick +Delayed, now due Friday 4 December/)
  const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
  expect(page).toContain('Delayed Now due Friday 4 December')
  expect(page).toMatch(/We’re sorry about the delay\. Write to us or call [\d ]+ if you can’t wait/)
  expect(page).toContain('Delayed, now due Friday 4 December')
  expect(toText((await visitor.getPage('/account/orders')).text)).toContain(
    'Delayed Now due Friday 4 December',
  )
  expect(staffPage).toContain('Change the day…')
  expect((await delay(reference, { choice: 'unknown' })).success).toBe(true)
  expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toMatch(
    /Delayed: the customer was told on 24 November 2026 that no new day is known yet\. +Give the new day…/,
  )
  expect(toText((await visitor.getPage(`/order/${reference}/confirmation`)).text)).toContain(
    'Delayed: we’ll email you as soon as we know the day',
  )
  expect(await listMails(reference)).toEqual([{ expected: 'Friday 4 December 2026' }, { expected: '' }])
})

test('R-DELAY-1: bad days, an outdated page and a held order are refused, and nothing typed is lost', async () => {
  const { reference } = await order()
  expect((await delay(reference, {})).errors).toHaveProperty('delay-choice')
  for (const day of ['', 'soon', '2026-11-23', '2027-12-31'])
    expect((await delay(reference, { choice: 'day', day })).errors).toHaveProperty('delay-day')
  expect((await delay(reference, { choice: 'unknown', seen: '1.0' })).message).toMatch(
    /^This order has changed/,
  )
  const { status, text } = await staff.postForm(`/admin/orders/${reference}/delay`, {
    seen: '1.0',
    choice: 'day',
    day: '2026-12-07',
  })
  expect(status).toBe(409)
  expect(text).toMatch(/id="delay-day"[^>]* value="2026-12-07"/)
  await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
  const heldPage = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(toText(text)).toContain('Promised: Wednesday 25 November')
  expect(heldPage).toMatch(/Held +Promised for Wednesday 25 November/)
  expect((await delay(reference, { choice: 'unknown' })).message).toMatch(/^This order is held/)
  expect(await listMails(reference)).toEqual([])
})

test('R-DELAY-1: a day without deliveries is refused, and the next day is named', async () => {
  const { reference } = await order()
  const listErrors = async (...days: string[]) =>
    Promise.all(days.map(async day => (await delay(reference, { choice: 'day', day })).errors['delay-day']))
  expect(await listErrors('2026-11-24', '2026-11-28', '2026-12-25')).toEqual([
    'This delivery can’t arrive on Tuesday 24 November. The next day it can is Wednesday 25 November.',
    'This delivery can’t arrive on Saturday 28 November. The next day it can is Monday 30 November.',
    'This delivery can’t arrive on Friday 25 December. The next day it can is Tuesday 29 December.',
  ])
  await shop.sql(`update orders set delivery_code = 'COL' where reference = $1`, [reference])
  expect(await listErrors('2026-11-29')).toEqual([
    'The counter is closed on Sunday 29 November. It next opens on Monday 30 November.',
  ])
  await shop.sql(`update orders set delivery_code = 'SAT' where reference = $1`, [reference])
  expect(await delay(reference, { choice: 'day', day: '2026-11-28' })).toMatchObject({ success: true })
  await shop.sql(
    `update orders set delivery_code = 'HI2', delivery = jsonb_set(delivery, '{postcode}', '"HS1 2AA"')
     where reference = $1`,
    [reference],
  )
  expect(await listErrors('2026-11-30')).toEqual([
    'This delivery can’t arrive on Monday 30 November. The next day it can is Tuesday 1 December.',
  ])
  expect(await listMails(reference)).toEqual([{ expected: 'Saturday 28 November 2026' }])
})

test('R-DELAY-2: the list has the orders whose day cannot be kept until their customer knows', async () => {
  await holdAll(shop)
  const list = async () => {
    const { text } = await staff.getPage('/admin/promised-days')
    const rows = text.split('id="page-state"')[0]!.match(/\/admin\/orders\/(FH\w+)#delay/g) ?? []
    return [...new Set(rows.map(row => row.slice('/admin/orders/'.length, -'#delay'.length)))].toSorted()
  }
  await shop.setStock('FH-HYD-1', 5)
  const fine = (await order()).reference
  const late = (await order()).reference
  await shop.sql(`update orders set delivery_date = '2026-11-23' where reference = $1`, [late])
  const missing = (await order({ 'FH-HYD-1': 2 })).reference
  await setOnHand(shop, 1)
  const released = (await order()).reference
  await changeOrder(staff, released, 'hold', { reason: 'Why' })
  await changeOrder(staff, released, 'release', { reason: 'Fine' })
  const short = (await order({ 'FH-SEAL-1': 3 })).reference
  const { url } = await makePickList(staff, [short])
  await pick(staff, url!, { product: await shop.productId('FH-SEAL-1'), expected: 3, pieces: 1 })
  await finish(staff, url!)
  expect(await list()).toEqual([late, missing, released, short].toSorted())
  expect(toText((await staff.getPage('/admin')).text)).toContain('4 Promised days we can’t keep')
  for (const reference of [late, missing, released, short])
    await delay(reference, { choice: 'day', day: '2026-12-04' })
  expect(await list()).toEqual([])
  expect(fine).toMatch(/^FH/)
})

test('R-DELAY-2: an order without a day is listed once the longest of its lead times has passed', async () => {
  await shop.sql(`update product set lead_time = '{"min": 14, "max": 21}' where code = 'FH-HYD-1'`)
  await setOnHand(shop, 0)
  const { reference } = await order({ 'FH-HYD-1': 2 })
  const listRow = async () => {
    const text = toText((await staff.getPage('/admin/promised-days')).text.split('id="page-state"')[0]!)
    return new RegExp(`${reference} .*?No email needed`).exec(text)?.[0]
  }
  const orderedBefore = (days: number) =>
    shop.sql(
      "update orders set placed_at = $2::timestamptz - $3::int * interval '1 day' where reference = $1",
      [reference, shop.clock.now(), days],
    )
  await orderedBefore(21)
  expect(await listRow()).toBe(undefined)
  await orderedBefore(22)
  expect(await listRow()).toMatch(/Lead time passed .*2 × FH-HYD-1 not on hand.*By Mon 23 Nov/)
  // Its pieces were looked for and not found since.
  await shop.sql(
    `update order_line set later_since = '2026-11-04' where order_id = (select id from orders where reference = $1)`,
    [reference],
  )
  expect(await listRow()).toBe(undefined)
  await shop.sql(
    `update order_line set later_since = '2026-11-01' where order_id = (select id from orders where reference = $1)`,
    [reference],
  )
  expect(await listRow()).toMatch(/By Sun 22 Nov/)
  await delay(reference, { choice: 'unknown' })
  expect(await listRow()).toBe(undefined)
})

test('R-DELAY-2: once the first part of an order has left, the lead time of the rest counts, not the day of the first', async () => {
  await shop.sql(`update product set lead_time = '{"min": 14, "max": 21}' where code = 'FH-HYD-1'`)
  await holdAll(shop)
  await shop.setStock('FH-HYD-1', 2)
  const split = { consignments: 'split' }
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 5 }, split)
  const listRow = async () => {
    const text = toText((await staff.getPage('/admin/promised-days')).text.split('id="page-state"')[0]!)
    return new RegExp(`${reference} .*?No email needed`).exec(text)?.[0]
  }
  await shop.sql(`update orders set delivery_date = '2026-11-20' where reference = $1`, [reference])
  expect(await listRow()).toMatch(/Too late/)
  expect(await despatch(staff, reference, { 1: 2 })).toMatchObject({ success: true })
  expect(await listRow()).toBe(undefined)
  const days = "interval '22 days'"
  await shop.sql(`update orders set placed_at = placed_at - ${days} where reference = $1`, [reference])
  expect(await listRow()).toMatch(/Lead time passed/)
})

describe('R-DELAY-2: every screen of staff says the same day of an order', () => {
  /** What the orders list, the queue to pick, the order's page and the page of the part say. */
  async function readDay(reference: string, code: string) {
    const read = async (url: string) => toText((await staff.getPage(url)).text.split('id="page-state"')[0]!)
    const row = new RegExp(`${reference} .*?(?= FH[0-9A-Z]{6,} |$)`)
    const [list, queue, page, part] = await Promise.all(
      [
        '/admin/orders?group=placed',
        '/admin/picking',
        `/admin/orders/${reference}`,
        `/admin/stock/${code}`,
      ].map(read),
    )
    const day = /(?:For|Promised for|Delayed, now due) \w+ \d+ \w+|About [\d–]+ \w+/
    return {
      list: day.exec(row.exec(list!)?.[0] ?? '')?.[0] ?? null,
      queue:
        /Must leave today|No day promised|For \w+ \d+ \w+|About [\d–]+ \w+/.exec(
          row.exec(queue!)?.[0] ?? '',
        )?.[0] ?? null,
      page:
        new RegExp(`Order ?${reference} .{5,60}? (?:To pick|P[a-z ]+|Back order) +(${day.source})`).exec(
          page!,
        )?.[1] ?? null,
      part: row.exec(part!)?.[0] ?? '',
    }
  }

  test('of a split order when the rest is expected, once only goods that come later are still to go', async () => {
    await holdAll(shop)
    await shop.setStock('FH-HYD-1', 2)
    const split = { consignments: 'split' }
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 5 }, split)
    expect(await readDay(reference, 'FH-HYD-1')).toMatchObject({
      list: 'For Wed 25 Nov',
      queue: 'Must leave today',
      page: 'For Wednesday 25 November',
      part: expect.stringContaining('Wednesday 25 November'),
    })
    expect(await despatch(staff, reference, { 1: 2 })).toMatchObject({ success: true })
    await setOnHand(shop, 1)
    expect(await readDay(reference, 'FH-HYD-1')).toMatchObject({
      list: 'About 8–15 December',
      queue: 'About 8–15 December',
      page: null,
      part: expect.stringContaining('About 8–15 December'),
    })
  })

  test('the day announced last, none after a hold, and of a short pick the promised one', async () => {
    await shop.setStock('FH-SEAL-1', 500)
    const { reference } = await order({ 'FH-SEAL-1': 3 })
    const { url } = await makePickList(staff, [reference])
    await pick(staff, url!, { product: await shop.productId('FH-SEAL-1'), expected: 3, pieces: 1 })
    await finish(staff, url!)
    // Its lead time is not known.
    expect(await readDay(reference, 'FH-SEAL-1')).toMatchObject({
      page: 'For Wednesday 25 November',
      part: expect.stringContaining('Wednesday 25 November'),
    })
    await delay(reference, { choice: 'day', day: '2026-12-04' })
    expect(await readDay(reference, 'FH-SEAL-1')).toMatchObject({
      list: 'For Fri 4 Dec',
      page: 'Delayed, now due Friday 4 December',
      part: expect.stringContaining('Friday 4 December'),
    })
    await changeOrder(staff, reference, 'hold', { reason: 'Why' })
    await changeOrder(staff, reference, 'release', { reason: 'Fine' })
    expect(await readDay(reference, 'FH-SEAL-1')).toMatchObject({
      list: null,
      page: null,
      part: expect.stringContaining('No day promised'),
    })
  })
})

describe('R-DELAY-2: an order of which staff say that no email is needed', () => {
  const check = (reference: string) => changeOrder(staff, reference, 'promise-checked')
  const isListed = async (reference: string) =>
    (await staff.getPage('/admin/promised-days')).text
      .split('id="page-state"')[0]!
      .includes(`${reference}#delay`)
  const pickShort = async (reference: string) => {
    await shop.setStock('FH-SEAL-1', 500)
    const { url } = await makePickList(staff, [reference])
    await pick(staff, url!, { product: await shop.productId('FH-SEAL-1'), expected: 3, pieces: 1 })
    await finish(staff, url!)
  }
  const promise = (reference: string, day: string) =>
    shop.sql('update orders set delivery_date = $2 where reference = $1', [reference, day])

  test('leaves the list, without an e-mail, until its day moves again', async () => {
    const { reference } = await order()
    await promise(reference, '2026-11-23')
    expect(await isListed(reference)).toBe(true)
    expect((await check(reference)).body.message).toMatch(/is off this list/)
    expect(await isListed(reference)).toBe(false)
    expect(await listMails(reference)).toEqual([])
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain(
      'No email about a delay needed, promised for Monday 23 November',
    )
    await promise(reference, '2026-11-20')
    expect(await isListed(reference)).toBe(true)
  })

  test('although its customer has had an email with just that: goods that were short after it', async () => {
    const { reference } = await order({ 'FH-SEAL-1': 3 })
    await delay(reference, { choice: 'unknown' })
    await shop.sql(`update orders set delayed_at = delayed_at - interval '1 hour' where reference = $1`, [
      reference,
    ])
    await pickShort(reference)
    expect(await isListed(reference)).toBe(true)
    expect((await delay(reference, { choice: 'unknown' })).message).toMatch(/press “No email needed”/)
    const presses = await runConcurrently(3, async () => (await check(reference)).body.success)
    expect(presses).toEqual([true, true, true])
    expect(await isListed(reference)).toBe(false)
  })

  test('by a form, which an outdated page and a customer cannot send', async () => {
    const { visitor, reference } = await order()
    await promise(reference, '2026-11-23')
    const path = `/admin/orders/${reference}/promise-checked`
    const { text } = await staff.getPage('/admin/promised-days')
    const seen = new RegExp(`action="${path}"[^>]*><input type="hidden" name="seen" value="([^"]+)"`).exec(
      text,
    )![1]!
    expect((await visitor.post(path, { seen })).status).toBe(404)
    expect((await staff.post<{ message: string }>(path, { seen: '1.0' })).body.message).toMatch(
      /has changed since you opened the list, so nothing was done/,
    )
    const { status, headers } = await staff.postForm(path, { seen })
    expect([status, headers.get('location')]).toEqual([303, '/admin/promised-days'])
    expect(await isListed(reference)).toBe(false)
  })
})
