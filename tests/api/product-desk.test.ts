import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { openPart, type PartReply, sendPart, toPartPage } from './part-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { readPage } from './staff-forms.ts'

let database: TestDatabase
let shop: TestShop
/** Another process of the same shop. */
let second: TestShop
let staff: TestVisitor
let visitor: TestVisitor
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startTestShop({ database })
  second = await startTestShop({ database })
  staff = await shop.signIn('staff@example.com')
  visitor = second.createVisitor()
}, 60_000)
afterAll(async () => {
  await second?.close()
  await shop?.close()
  await database?.close()
})

const products = '/admin/products'
const change = async (code: string, fields: Record<string, string | undefined>, who = staff) => {
  const page = await toPartPage(shop, code)
  return sendPart(who, page, { ...(await openPart(who, page)), ...fields })
}
const list = async (query: string): Promise<string[]> => {
  const { status, text } = await staff.getPage(`${products}?${query}`)
  expect([query, status]).toEqual([query, 200])
  const rows = text.split('<tbody')[1]?.split('</tbody')[0] ?? ''
  return [...rows.matchAll(/<a [^>]*href="\/admin\/products\/\d+"[^>]*>(.*?)<\/a>/g)].map(([, text]) =>
    text!.replace(/<[^>]+>/g, ''),
  )
}
const searchCodes = async (query: string): Promise<string[]> => {
  const path = `/search?${new URLSearchParams({ query, size: '50' })}`
  return (await visitor.get<ReplyOf<typeof search>>(path)).body.products!.list.map(({ code }) => code)
}
/** Within two seconds, the other process too. */
const expectSearched = (query: string, codes: string[]) =>
  expect.poll(() => searchCodes(query), { timeout: 2_000 }).toEqual(codes)
const newPart = {
  ...{
    code: 'FH-NEW-1',
    title: 'Quartz filter',
    brand: 'Novelty',
    type: 'Oil filter, spin-on',
    price: '12.50',
  },
  ...{ for_sale: '1', weight_g: '850', bin: 'A-1' },
  ...{ 'measures[0][name]': 'Height', 'measures[0][value]': '142 mm' },
}

describe('R-PRODUCT-1: the list of products', () => {
  test('leads from its first page, without any filter, to the second', async () => {
    const { text } = await staff.getPage(products)
    expect(text).toContain(`href="${products}?page=2"`)
    expect((await staff.getPage(`${products}?page=2`)).status).toBe(200)
  })

  test('is searched as the shop is, and filtered by brand, type and state', async () => {
    expect(await list('query=p55-1712')).toEqual(['FH-OIL-1'])
    expect(await list('query=fh%20oil%201')).toContain('FH-OIL-1')
    const [brand] = await shop.sql<{ id: number }>(
      `select brand_id as id from product where code = 'FH-OIL-1'`,
    )
    expect(await list(`brand=${brand!.id}&query=p551712`)).toEqual(['FH-OIL-1'])
    expect(await list(`brand=${brand!.id + 1}&query=p551712`)).toEqual([])
    const count = async (condition: string) => {
      const [row] = await shop.sql<{ codes: string[] }>(
        `select array(select code from product p where ${condition} order by code limit 25) as codes`,
      )
      return row!.codes
    }
    const none = (table: string) => `not exists (select from ${table} x where x.product_id = p.id)`
    for (const [state, condition] of [
      ['no_picture', 'image is null'],
      ['no_numbers', none('cross_reference')],
      ['no_machine', none('fitment')],
      ['on_request', 'price is null'],
      ['off_sale', 'not for_sale'],
    ]) {
      const codes = await count(condition!)
      expect(codes.length, state).toBeGreaterThan(0)
      expect([state, await list(`state=${state}&rows=25`)]).toEqual([state, codes])
    }
    await shop.sql(`update stock set low_stock = available + 1
      where product_id = (select id from product where code = 'FH-OIL-1')`)
    expect(await list('state=low&query=FH-OIL-1')).toEqual(['FH-OIL-1'])
    expect(await list('state=dead&query=FH-OIL-1')).toEqual(['FH-OIL-1'])
    await shop.sql(`update stock set low_stock = null
      where product_id = (select id from product where code = 'FH-OIL-1')`)
    const { content } = await staff.getFile(`${products}/export.csv?query=p551712`)
    expect(JSON.stringify(readCsvRows(content.toString()))).toContain('FH-OIL-1')
  })
})

describe('R-PRODUCT-2: a part', () => {
  test('is added once, is searched within two seconds on every process, and is in the audit', async () => {
    expect((await staff.getPage(`${products}/new`)).status).toBe(200)
    const replies = await runConcurrently(3, () => sendPart(staff, products, newPart))
    expect(replies.map(({ success }) => success)).toEqual([true, true, true])
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    await expectSearched('quartz', ['FH-NEW-1'])
    const [audit] = await shop.sql(`select action, detail from audit where subject = $1`, [
      `part ${replies[0]!.id}`,
    ])
    expect(audit).toEqual({ action: 'product added', detail: 'FH-NEW-1 Quartz filter' })
    const page = await visitor.getPage('/novelty/fh-new-1')
    expect(readPage(page)).toContain('142 mm')
  })

  test('is refused with the number or the address of another part, which is named', async () => {
    const twice = await sendPart(staff, products, { ...newPart, title: 'Other', path: 'novelty/fh-new-1' })
    expect(twice.errors).toEqual({
      code: 'FH-NEW-1 is the part number of Quartz filter. Choose another.',
      path: '/novelty/fh-new-1 is the address of FH-NEW-1, Quartz filter. Choose another.',
    })
    const odd = await sendPart(staff, products, { ...newPart, code: 'X', weight_g: '-1', title: '' })
    expect(odd.errors).toEqual({ title: 'Title is empty.', weight_g: 'Weight is below 0.' })
  })

  test('is not added a second time when an import adds it meanwhile', async () => {
    const race = { ...newPart, code: 'FH-RACE-1', title: 'Race filter' }
    const reply = await shop.context.db.transaction().execute(async tx => {
      await sql`insert into product (code, path, title, brand_id, type_id)
        select 'FH-RACE-1', 'novelty/fh-race-1', 'Imported', brand_id, type_id from product where code = 'FH-OIL-1'`.execute(
        tx,
      )
      const sent = sendPart(staff, products, race)
      const countWaiting = async () =>
        (
          await shop.sql(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      return { sent }
    })
    const { success, message } = await reply.sent
    expect([success, message]).toEqual([false, expect.stringContaining('An import has just added a part')])
    const rows = await shop.sql(`select title from product where code = 'FH-RACE-1'`)
    expect(rows).toEqual([{ title: 'Imported' }])
    await shop.sql(`delete from product where code = 'FH-RACE-1'`)
  })

  test('is changed: price, measures and sale reach the search, and the history has before and after', async () => {
    const reply = await change('FH-NEW-1', {
      ...{ title: 'Onyx filter', price: '13.00', cost: '7', back_order: '1' },
    })
    expect(reply).toMatchObject({ success: true, message: 'FH-NEW-1 saved.' })
    await expectSearched('onyx', ['FH-NEW-1'])
    expect(await searchCodes('quartz')).toEqual([])
    const page = await toPartPage(shop, 'FH-NEW-1')
    const text = readPage(await staff.getPage(page))
    expect(text).toContain('title: Quartz filter → Onyx filter; price: £12.50 → £13.00; cost: none → £7.00')
    // R-ADMIN-9: the same form again does nothing more, one of an older page is refused.
    const form = await openPart(staff, page)
    expect(await sendPart(staff, page, { ...form, title: 'Onyx filter' })).toMatchObject({ success: true })
    const [count] = await shop.sql(`select count(*)::int as n from audit where action = 'product changed'`)
    expect(count).toEqual({ n: 1 })
  })

  test('of which the price moves by more than 30%, or is nothing, needs a tick that repeats it', async () => {
    const page = await toPartPage(shop, 'FH-NEW-1')
    const form = { ...(await openPart(staff, page)), price: '13000' }
    expect((await sendPart(staff, page, form)).errors).toEqual({
      confirm_price: '£13.00 becomes £13,000.00 (+99,900%). Tick that this is right, or correct the price.',
    })
    const refused = await staff.postForm(page, form)
    expect(refused.status).toBe(422)
    expect(refused.text).toMatch(/name="confirm_price"[^>]*value="1300000"/)
    expect((await sendPart(staff, page, { ...form, confirm_price: '1300' })).success).toBe(false)
    expect((await sendPart(staff, page, { ...form, confirm_price: '1300000' })).success).toBe(true)
    expect((await change('FH-NEW-1', { price: '0' })).errors).toHaveProperty('confirm_price')
    expect((await change('FH-NEW-1', { price: '13', confirm_price: '1300' })).success).toBe(true)
    expect((await change('FH-NEW-1', { price: '' })).success).toBe(true)
    expect((await change('FH-NEW-1', { price: '13' })).success).toBe(true)
  })

  test('whose address changes is reached by every former one for ever', async () => {
    expect((await change('FH-NEW-1', { path: 'onyx/one' })).success).toBe(true)
    expect((await change('FH-NEW-1', { path: 'onyx/two' })).success).toBe(true)
    for (const path of ['/novelty/fh-new-1?for=x', '/onyx/one?for=x']) {
      const { status, headers } = await visitor.getPage(path)
      expect([path, status, headers.get('location')]).toEqual([path, 301, '/onyx/two?for=x'])
    }
    expect((await change('FH-OIL-1', { path: 'onyx/one' })).errors.path).toMatch(
      /^\/onyx\/one is the address of FH-NEW-1/,
    )
    expect((await change('FH-NEW-1', { path: 'onyx/one' })).success).toBe(true)
    expect((await visitor.getPage('/onyx/one')).status).toBe(200)
    expect((await visitor.getPage('/onyx/two')).headers.get('location')).toBe('/onyx/one')
  })

  test('that is promised beyond its stock goes on taking back orders', async () => {
    await shop.sql(`update stock set available = -2, on_hand = 0, back_order = true
      where product_id = (select id from product where code = 'FH-NEW-1')`)
    expect((await change('FH-NEW-1', { back_order: undefined })).errors).toEqual({
      back_order: '2 more are promised than there are: until they are in, back orders stay on.',
    })
    await shop.sql(`update stock set available = 0, on_hand = 0
      where product_id = (select id from product where code = 'FH-NEW-1')`)
  })
})

describe('R-PRODUCT-3: two of the staff with the same part', () => {
  test('do not undo each other, and the second reads what the first did', async () => {
    const page = await toPartPage(shop, 'FH-AIR-1')
    const form = await openPart(staff, page)
    const replies = await runConcurrently(2, nth => sendPart(staff, page, { ...form, bin: `Z-${nth}` }))
    expect(replies.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(replies.find(({ success }) => !success)!.message).toMatch(
      /^FH-AIR-1 was changed while this page was open, so nothing was saved\. Since then: product changed: bin: .* → Z-\d/,
    )
  })

  test('and an import in between is noticed too', async () => {
    const page = await toPartPage(shop, 'FH-AIR-1')
    const form = await openPart(staff, page)
    await shop.sql(`update product set price = price + 1 where code = 'FH-AIR-1'`)
    expect((await sendPart(staff, page, { ...form, bin: 'Y' })).success).toBe(false)
    // Sales do not: they change what is available, which is on no form.
    const later = await openPart(staff, page)
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-AIR-1': 1 })
    expect((await sendPart(staff, page, { ...later, bin: 'Y' })).success).toBe(true)
  })
})

describe('R-PRODUCT-4: the last change of a part', () => {
  test('is undone once, with its price, and the undoing can be undone', async () => {
    const page = await toPartPage(shop, 'FH-AIR-1')
    const before = await openPart(staff, page)
    await change('FH-AIR-1', { title: 'Wrong', bin: 'W' })
    const undo = async () => sendPart(staff, `${page}/undo`, await openPart(staff, page, '/undo'))
    expect((await undo()).success).toBe(true)
    const { seen: _, ...undone } = await openPart(staff, page)
    expect({ seen: before.seen, ...undone }).toEqual(before)
    expect((await undo()).success).toBe(true)
    expect(await openPart(staff, page)).toMatchObject({ title: 'Wrong', bin: 'W' })
    expect((await undo()).success).toBe(true)
  })

  test('is not undone when an import has changed the part since', async () => {
    const page = await toPartPage(shop, 'FH-AIR-1')
    const form = await openPart(staff, page, '/undo')
    await shop.sql(`update product set title = 'Imported' where code = 'FH-AIR-1'`)
    expect((await sendPart(staff, `${page}/undo`, form)).success).toBe(false)
    expect((await staff.getPage(page)).text).not.toContain('Undo the last change')
  })
})

describe('R-PRODUCT-5: a part is deleted', () => {
  const remove = async (code: string): Promise<PartReply> => {
    const page = await toPartPage(shop, code)
    return sendPart(staff, `${page}/delete`, await openPart(staff, page, '/delete'))
  }

  test('only while it was never sold', async () => {
    expect(await remove('FH-OIL-1')).toMatchObject({
      success: false,
      message: expect.stringMatching(/^FH-OIL-1 was ordered, .* Take it off sale instead\.$/),
    })
    await expectSearched('onyx', ['FH-NEW-1'])
    expect(await remove('FH-NEW-1')).toMatchObject({ success: true })
    await expectSearched('onyx', [])
    expect((await visitor.getPage('/onyx/one')).status).toBe(404)
  })
})

test("R-PRODUCT-6: the link to it is on the shop's page for staff of the catalogue alone", async () => {
  const [row] = await shop.sql<{ id: number; path: string }>(
    `select id, path from product where code = 'FH-OIL-1'`,
  )
  const link = `href="${products}/${row!.id}"`
  expect((await staff.getPage(`/${row!.path}`)).text).toContain(link)
  for (const who of [visitor, shop.createVisitor(), await shop.signIn('trade@example.com')])
    expect((await who.getPage(`/${row!.path}`)).text).not.toContain(link)
})
