import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdfQrCodes, readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { createList, listsPath } from './product-list-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

async function getWallpaper(visitor: TestVisitor, lists: string) {
  const { status, headers, content } = await visitor.getFile(`${listsPath}/wallpaper.pdf?lists=${lists}`)
  return { status, type: headers.get('content-type'), bytes: content }
}

const goods = { 'FH-OIL-1': 1, 'FH-FUEL-1': 2, 'FH-AIR-1': 1 }

describe('a wallpaper', () => {
  test('is an A3 sheet with machines, fleet numbers, codes, quantities and intervals, in the shop’s own fonts', async () => {
    const trade = await shop.signIn('trade@example.com')
    const one = await createList(shop, trade, goods, { name: 'Yard digger' })
    const two = await createList(shop, trade, { 'FH-HYD-1': 1 }, { fleet_numbers: 'EX-33' })
    const { status, type, bytes } = await getWallpaper(trade, `${one.id},${two.id}`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    const pages = readPdfText(bytes)
    expect(pages).toHaveLength(1)
    for (const words of [
      'JCB 3CX 2012-2018',
      'Yard digger',
      'Digger 4',
      '12-07',
      'EX-33',
      ...Object.keys(goods),
      'FH-HYD-1',
    ])
      expect(pages[0]).toContain(words)
    for (const words of ['Engine oil', '×2', 'every 500 h', 'handbook', 'Demo data'])
      expect(pages[0]).toContain(words)
    const raw = bytes.toString('latin1')
    expect(raw).toMatch(/\/MediaBox \[0 0 1190\.55 841\.89\]/)
    expect(raw.match(/\/Subtype \/Image/g)).toHaveLength(4)
    expect(raw.match(/\/FontFile2/g)!.length).toBeGreaterThan(1)
  })

  test('has a QR code for each machine that opens its list, ready to order', async () => {
    const trade = await shop.signIn('trade@example.com')
    const lists = [await createList(shop, trade, goods), await createList(shop, trade, { 'FH-HYD-1': 1 })]
    const { bytes } = await getWallpaper(trade, lists.map(({ id }) => id).join(','))
    const expected = lists.map(({ id }) => {
      const { data } = encode(`${shop.url}${listsPath}/${id}/order`, { border: 4, ecc: 'M' })
      return new Set(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))))
    })
    expect(readPdfQrCodes(bytes)).toEqual(expected)
    expect((await trade.getPage(`${listsPath}/${lists[0]!.id}/order`)).status).toBe(200)
  })

  test('shows the full name of a machine, even with five of them on a sheet', async () => {
    const trade = await shop.signIn('trade@example.com')
    const [long] = await shop.sql<{ id: number }>(
      `insert into variant (model_id, name) select id, 'Sitemaster Contractor Powershift (Stage V) 2007-2015' from model
       where name = '3CX' returning id`,
    )
    const products = await shop.sql<{ product_id: number }>(
      'select id as product_id from product order by id limit 40',
    )
    const lists = []
    for (const count of [3, 5, 10, 22, 40]) {
      const change = {
        model_variant_id: long!.id,
        products: products.slice(0, count).map(one => ({ ...one, quantity: 1 })),
      }
      lists.push(await createList(shop, trade, {}, change))
    }
    const { bytes } = await getWallpaper(trade, lists.map(({ id }) => id).join(','))
    const text = readPdfText(bytes).join(' ').replaceAll('\n', ' ')
    expect(text.match(/JCB 3CX Sitemaster Contractor Powershift \(Stage V\) 2007-2015/g)).toHaveLength(5)
  })

  test('of more than five lists is refused before ownership is checked', async () => {
    const trade = await shop.signIn('trade@example.com')
    const refused = await trade.get<{ detail: string }>(`${listsPath}/wallpaper.pdf?lists=1,2,3,4,5,999999`)
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Cannot have more than 5 lists per wallpaper.',
    ])
    expect((await getWallpaper(trade, '')).status).toBe(422)
  })

  test('E01: has only lists of the customer’s own', async () => {
    const trade = await shop.signIn('trade@example.com')
    const retail = await shop.signIn('retail@example.com')
    const { id } = await createList(shop, trade, goods)
    const retailList = await createList(shop, retail, {})
    for (const lists of [
      `${id}`,
      `${retailList.id},${id}`,
      '999999',
      'x',
      `${retailList.id},x`,
      '1e1',
      '99999999999999999999',
    ])
      expect((await getWallpaper(retail, lists)).status).toBe(404)
    expect((await getWallpaper(retail, `${retailList.id},${retailList.id}`)).status).toBe(200)
    const stranger = shop.createVisitor()
    expect((await stranger.get(`${listsPath}/wallpaper.pdf?lists=${id}`)).status).toBe(401)
    expect((await stranger.getPage(`${listsPath}/wallpaper.pdf?lists=${id}`)).status).toBe(303)
  })

  test('continues on as many sheets as it needs, with any text in the names', async () => {
    const trade = await shop.signIn('trade@example.com')
    const ids = await shop.sql<{ id: number }>('select id from product order by id limit 90')
    const products = ids.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const name = '<b>"Żółw" & sons</b> ﷽ 漢字'
    const fleet_numbers = Array.from({ length: 60 }, (_, nth) => `Fleet ${nth}`).join(',')
    const list = await createList(shop, trade, {}, { name, fleet_numbers, products })
    const { status, bytes } = await getWallpaper(trade, String(list.id))
    expect(status).toBe(200)
    const pages = readPdfText(bytes)
    expect(pages).toHaveLength(3)
    expect(pages[2]).toContain('Sheet 3 of 3')
    const codes = await shop.sql<{ code: string }>('select code from product order by id limit 90')
    for (const { code } of codes) expect(pages.join('\n')).toContain(code)
  })
})
