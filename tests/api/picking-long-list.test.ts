import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { holdAll, toText } from './despatch-calls.ts'
import { makePickList, pick, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-PICK-9: a list of 120 parts in bins.

let shop: TestShop
let staff: TestVisitor
let url: string
let codes: string[]
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await holdAll(shop)
  const parts = await shop.sql<{ code: string }>(
    `with parts as (select p.id, p.code, row_number() over (order by p.code) as nth from product p join stock s on s.product_id = p.id
       where p.for_sale and p.price > 0 and p.code not like 'FH-EDGE%' limit 120),
     filled as (update stock s set on_hand = s.on_hand + 100, available = s.available + 100, bin = 'A-' || lpad(nth::text, 3, '0')
       from parts where s.product_id = parts.id returning s.product_id, s.on_hand),
     moved as (insert into stock_movement (product_id, at, change, on_hand, reason)
       select product_id, now(), 100, on_hand, 'count' from filled),
     light as (update product p set weight_g = 10 from parts where p.id = parts.id)
     select code from parts order by nth`,
  )
  codes = parts.map(({ code }) => code)
  const goods = Object.fromEntries(codes.map(code => [code, 1]))
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', goods)
  url = (await makePickList(staff, [reference])).url!
}, 120_000)
afterAll(() => shop.close())

const read = async (path: string) => (await staff.getPage(path)).text.split('id="page-state"')[0]!
const listBins = (html: string) => [...html.matchAll(/bin (A-\d+)"/g)].map(([, bin]) => bin)

test('R-PICK-9: fifty bins are on a page, the next by a link or when these are done', async () => {
  const first = await read(url)
  expect(listBins(first)).toHaveLength(50)
  expect(listBins(first).at(-1)).toBe('A-050')
  expect(toText(first)).toContain('Bins 1 to 50 of 120')
  expect(toText(first)).toContain('120 to go')
  expect(listBins(await read(`${url}?show=to_pick&page=3`))).toHaveLength(20)
  expect(listBins(await read(`${url}?page=900`))).toHaveLength(20)
})

test('R-PICK-9: a scan finds a part of any page, and leads back to the page that it was on', async () => {
  const form = { code: codes[119]!, view: 'show=to_pick&page=2' }
  const { status, headers } = await staff.postForm(`${url}/scan`, form)
  const location = headers.get('location')!
  expect([status, location]).toEqual([303, expect.stringMatching(/\?page=2&last=\d+$/)])
  const page = await read(location)
  expect(listBins(page)[0]).toBe('A-051')
  // What was picked last can be undone from there.
  expect(page).toMatch(new RegExp(`Undo<span[^>]*> (<!-- -->)?${codes[119]}`))
})

test('R-PICK-9: a short pick of another page that is refused is shown with what was typed', async () => {
  const [{ id } = { id: 0 }] = await shop.sql<{ id: number }>('select id from product where code = $1', [
    codes[100],
  ])
  const body = { product: String(id), expected: '1', pieces: '7', view: 'show=to_pick&page=1' }
  const { status, text } = await staff.postForm(`${url}/pick`, body)
  expect(status).toBe(422)
  expect(text).toMatch(new RegExp(`id="pieces-${id}"[^>]* value="7"`))
  expect((await pick(staff, url, { product: id, expected: 1 })).success).toBe(true)
})

test('R-PICK-9: of many picked parts a few are on the page, all behind a link, where each can be undone', async () => {
  for (const code of codes.slice(0, 60)) await scan(staff, url, code)
  const page = await read(url)
  expect(page.match(/\/undo"/g)).toHaveLength(10)
  expect(toText(page)).toContain('All 62 picked parts')
  expect(listBins(page)[0]).toBe('A-061')
  const picked = await read(`${url}?show=picked&page=2`)
  expect(picked.match(/\/undo"/g)).toHaveLength(12)
  const product = /name="product" value="(\d+)"/.exec(picked)![1]!
  const { headers } = await staff.postForm(`${url}/undo`, {
    product,
    expected: '1',
    view: 'show=picked&page=2',
  })
  expect(headers.get('location')).toMatch(/\?show=picked&page=2/)
  expect(toText(await read(url))).toContain('61 complete, 59 to go')
})
