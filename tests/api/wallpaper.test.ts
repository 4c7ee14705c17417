import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../support/client.ts'
import { pdfCodes, pdfText } from '../support/pdf-text.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newList, path } from './listing.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function wallpaper(visitor: Visitor, lists: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${shop.url}${path}/wallpaper.pdf?lists=${lists}`, { headers: { cookie } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const goods = { 'FH-OIL-1': 1, 'FH-FUEL-1': 2, 'FH-AIR-1': 1 }

describe('a wallpaper', () => {
  test('is one A3 sheet with machine, fleet numbers, codes, quantities and intervals, in the shop’s own fonts', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const one = await newList(shop, trade, goods, { name: 'Yard digger' })
    const two = await newList(shop, trade, { 'FH-HYD-1': 1 }, { fleet_numbers: 'EX-33' })
    const { status, type, bytes } = await wallpaper(trade, `${one.id},${two.id}`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    const pages = pdfText(bytes)
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

  test('carries for each machine a code that opens its list, ready to order', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const lists = [await newList(shop, trade, goods), await newList(shop, trade, { 'FH-HYD-1': 1 })]
    const { bytes } = await wallpaper(trade, lists.map(({ id }) => id).join(','))
    const wanted = lists.map(({ id }) => {
      const { data } = encode(`${shop.url}${path}/${id}/order`, { border: 4, ecc: 'M' })
      return new Set(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))))
    })
    expect(pdfCodes(bytes)).toEqual(wanted)
    expect((await trade.page(`${path}/${lists[0]!.id}/order`)).status).toBe(200)
  })

  test('names a machine to its last word, also where five share a sheet', async () => {
    const trade = await shop.signedIn('trade@example.com')
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
      lists.push(await newList(shop, trade, {}, change))
    }
    const { bytes } = await wallpaper(trade, lists.map(({ id }) => id).join(','))
    const text = pdfText(bytes).join(' ').replaceAll('\n', ' ')
    expect(text.match(/JCB 3CX Sitemaster Contractor Powershift \(Stage V\) 2007-2015/g)).toHaveLength(5)
  })

  test('of more than five lists is refused before anybody looks whose they are', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const refused = await trade.get<{ detail: string }>(`${path}/wallpaper.pdf?lists=1,2,3,4,5,999999`)
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Cannot have more than 5 lists per wallpaper.',
    ])
    expect((await wallpaper(trade, '')).status).toBe(422)
  })

  test('E01: holds own lists only', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const retail = await shop.signedIn('retail@example.com')
    const { id } = await newList(shop, trade, goods)
    const own = await newList(shop, retail, {})
    for (const lists of [
      `${id}`,
      `${own.id},${id}`,
      '999999',
      'x',
      `${own.id},x`,
      '1e1',
      '99999999999999999999',
    ])
      expect((await wallpaper(retail, lists)).status).toBe(404)
    expect((await wallpaper(retail, `${own.id},${own.id}`)).status).toBe(200)
    const nobody = shop.visitor()
    expect((await nobody.get(`${path}/wallpaper.pdf?lists=${id}`)).status).toBe(401)
    expect((await nobody.page(`${path}/wallpaper.pdf?lists=${id}`)).status).toBe(303)
  })

  test('goes on over as many sheets as it takes, whatever the names say', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const ids = await shop.sql<{ id: number }>('select id from product order by id limit 90')
    const products = ids.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const name = '<b>"Żółw" & sons</b> ﷽ 漢字'
    const fleet_numbers = Array.from({ length: 60 }, (_, nth) => `Fleet ${nth}`).join(',')
    const list = await newList(shop, trade, {}, { name, fleet_numbers, products })
    const { status, bytes } = await wallpaper(trade, String(list.id))
    expect(status).toBe(200)
    const pages = pdfText(bytes)
    expect(pages).toHaveLength(3)
    expect(pages[2]).toContain('Sheet 3 of 3')
    const codes = await shop.sql<{ code: string }>('select code from product order by id limit 90')
    for (const { code } of codes) expect(pages.join('\n')).toContain(code)
  })
})
