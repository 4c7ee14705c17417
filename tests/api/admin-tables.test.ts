import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { createPaidOrder } from './order-admin-calls.ts'
import { placeTradeOrder } from './stock-calls.ts'

let shop: TestShop
let staff: TestVisitor
let small: string
let large: string
let paid: string

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  small = await placeTradeOrder(shop, { 'FH-OIL-1': 2 })
  large = await placeTradeOrder(shop, { 'FH-OIL-1': 20 })
  paid = (await createPaidOrder(shop)).reference
  await shop.sql(
    `update orders set placed_at = '2026-11-02T12:00:00Z', delivery_date = '2026-11-03' where reference = $1`,
    [large],
  )
}, 60_000)
afterAll(() => shop.close())

const list = async (query: string): Promise<string[]> => {
  const { status, text } = await staff.getPage(`/admin/orders?${query}`)
  expect(status).toBe(200)
  const [, rows = ''] = text.split('<tbody')
  return [...rows.split('</tbody')[0]!.matchAll(/href="\/admin\/orders\/(FH\w{8})"/g)].map(
    ([, each]) => each!,
  )
}

test('a search that is too long is cut in each list of staff, with a sentence', async () => {
  const long = `rade ${'x'.repeat(120)}`
  const paths = ['orders?state=all', 'quotes?', 'returns?', 'stock?', 'accounts?', 'synonyms?']
  for (const path of [...paths, 'orders/export.csv?state=all']) {
    const url = `/admin/${path}&query=${encodeURIComponent(long)}`
    const { status, headers } = await staff.getPage(url)
    expect([path, status]).toEqual([path, 303])
    const to = headers.get('location')!
    expect(new URL(to, shop.url).searchParams.get('query')).toBe(long.slice(0, 100))
    if (path.includes('csv')) continue
    const { text } = await staff.getPage(to)
    expect(text).toContain('A search can have 100 characters, so yours was cut.')
    expect(text).toMatch(new RegExp(`name="query"[^>]* value="${long.slice(0, 100)}"`))
  }
})

test('R-ADMIN-10: the search of every page leads to the order with that number, and to the list for all else', async () => {
  const find = async (query: string, visitor = staff) => {
    const { status, headers } = await visitor.getPage(`/admin/orders/find?query=${encodeURIComponent(query)}`)
    return [status, headers.get('location')]
  }
  const [quote] = await shop.sql<{ reference: string }>("select reference from orders where kind = 'quote'")
  const typed = [small, small.toLowerCase(), small.slice(2), ` fh-${small.slice(2, 6)} ${small.slice(6)} `]
  for (const query of typed) expect(await find(query)).toEqual([303, `/admin/orders/${small}`])
  expect(await find('rade hull')).toEqual([303, '/admin/orders?state=all&query=rade+hull'])
  expect(await find(quote!.reference)).toEqual([303, `/admin/orders?state=all&query=${quote!.reference}`])
  expect(await find('')).toEqual([303, '/admin/orders?state=all'])
  const field = 'action="/admin/orders/find"'
  for (const path of ['', '/stock', `/orders/${small}`, '/synonyms', '/picking'])
    expect((await staff.getPage(`/admin${path}`)).text).toContain(field)
  expect((await staff.getPage('/admin/orders')).text).not.toContain(field)
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{catalogue}' where email = 'retail@example.com'`,
  )
  const colleague = await shop.signIn('retail@example.com')
  expect((await colleague.getPage('/admin/synonyms')).text).not.toContain(field)
  expect((await find(small, colleague))[0]).toBe(403)
})

describe('R-ADMIN-6: the list of orders', () => {
  test('is sorted by day, promised day and total, up and down', async () => {
    expect((await list('state=all&sort=day&direction=up'))[0]).toBe(large)
    expect((await list('state=all&sort=day&direction=down')).at(-1)).toBe(large)
    expect((await list('state=placed&sort=promised&direction=up'))[0]).toBe(large)
    const byTotal = await list('state=all&sort=total&direction=down')
    expect(byTotal.indexOf(large)).toBeLessThan(byTotal.indexOf(small))
    expect(await list('state=all&sort=total&direction=up')).toEqual(byTotal.toReversed())
    expect(await list('state=all&sort=nonsense&direction=x')).toHaveLength(byTotal.length)
  })

  test('is filtered by day and payment, within a group and with a search', async () => {
    expect(await list('state=all&from=2026-11-02&until=2026-11-02')).toEqual([large])
    expect(await list('state=all&until=2026-11-01')).toEqual([])
    expect(await list('state=all&method=card')).toEqual([paid])
    expect(await list('state=all&method=account&query=rade&from=2026-11-03')).toEqual([small])
    expect(await list('state=held&method=account')).toEqual([])
    expect(await list('state=all&from=yesterday&method=cheque')).toContain(small)
  })

  test('has links that keep the filters, sort the other way, and mark the sorted column', async () => {
    const { text } = await staff.getPage('/admin/orders?state=all&method=account&sort=total&direction=down')
    expect(text).toMatch(
      /aria-sort="descending"[^>]*><a href="[^"]*method=account&amp;sort=total&amp;direction=up"/,
    )
    expect(text).toContain('Orders, highest total first')
    expect(text).toContain('/admin/orders/export.csv?state=all&amp;method=account&amp;sort=total')
  })

  test('leads from a page that there is not to the first one', async () => {
    const { status, headers } = await staff.getPage('/admin/orders?state=all&page=900')
    expect([status, headers.get('location')]).toEqual([303, '/admin/orders?state=all'])
  })
})

describe('R-ADMIN-6: a saved view', () => {
  const save = (name: string, query: string, section = 'orders', visitor = staff) =>
    visitor.post<{ success: boolean; message: string; url: string }>('/admin/views', { section, name, query })
  const listViews = async (visitor = staff) => {
    const { text } = await visitor.getPage('/admin/orders?state=held&method=card&sort=total')
    return [
      ...text.matchAll(/<li[^>]*><a href="([^"]*)"( aria-current="page")?[^>]*>([^<]*)<\/a><form/g),
    ].map(([, url, current, name]) => [name, url!.replaceAll('&amp;', '&'), current !== undefined])
  }
  const getId = async (name: string) =>
    (await shop.sql<{ id: number }>('select id from saved_view where name = $1', [name]))[0]!.id

  test('opens what was shown, without the page, and is marked while it is shown', async () => {
    const query = 'state=held&method=card&sort=total&direction=down&page=3'
    expect((await save('Card holds', query)).body).toMatchObject({
      success: true,
      message: 'View “Card holds” saved.',
    })
    expect(await listViews()).toEqual([
      ['Card holds', '/admin/orders?direction=down&method=card&sort=total&state=held', true],
    ])
    expect(
      (await staff.getPage('/admin/orders?direction=down&method=card&sort=total&state=held')).status,
    ).toBe(200)
  })

  test('is replaced by one of the same name, seen by its owner alone, and removed by them alone', async () => {
    await save('Card holds', 'state=held')
    expect(await listViews()).toEqual([['Card holds', '/admin/orders?state=held', false]])
    await shop.sql(`update person set roles = '{staff}' where email = 'retail@example.com'`)
    const colleague = await shop.signIn('retail@example.com')
    expect(await listViews(colleague)).toEqual([])
    const id = await getId('Card holds')
    expect((await colleague.post(`/admin/views/${id}/remove`)).status).toBe(404)
    const { status, headers } = await staff.postForm(`/admin/views/${id}/remove`, {})
    expect([status, headers.get('location')]).toEqual([303, '/admin/orders'])
    expect(await listViews()).toEqual([])
    expect((await staff.post(`/admin/views/${id}/remove`)).status).toBe(404)
  })

  test('needs a name, a list that there is, and no more than twenty of them', async () => {
    expect((await save(' ', 'state=held')).body.success).toBe(false)
    expect((await save('Parts', '', 'synonyms')).status).toBe(422)
    expect((await save('x'.repeat(61), '')).body).toMatchObject({
      success: false,
      message: 'The name of a view must be 60 characters or fewer.',
    })
    for (let nth = 1; nth <= 20; nth++) expect((await save(`View ${nth}`, '')).body.success).toBe(true)
    const { body } = await save('One more', '')
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('You have 20 views') })
    expect((await save('View 7', 'state=held')).body.success).toBe(true)
    expect((await save('Stock', 'show=low', 'stock')).body.url).toBe('/admin/stock?show=low')
  })

  test('leads nowhere but to its list', async () => {
    const { headers } = await staff.postForm('/admin/views', {
      section: 'stock',
      name: 'Odd',
      query: '//example.com/?a=b#c',
    })
    expect(headers.get('location')).toMatch(/^\/admin\/stock\?/)
  })
})

describe('R-ADMIN-6: the export', () => {
  const download = async (path: string) => {
    const { status, headers, content } = await staff.getFile(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const text = content.toString()
    expect(text.startsWith('\ufeff')).toBe(true)
    return text.slice(1).trimEnd().split('\r\n')
  }

  test('of orders has the filtered rows in the order of the list, and nothing that a spreadsheet would run', async () => {
    await shop.sql(`update orders set purchase_order = '=HYPERLINK("x")' where reference = $1`, [small])
    const [head, ...rows] = await download(
      '/admin/orders/export.csv?state=all&method=account&sort=day&direction=up',
    )
    expect(head).toMatch(/^Order number,Date,Status,/)
    expect(rows.map(row => row.split(',')[0])).toEqual([large, small])
    expect(rows[0]).toMatch(
      new RegExp(`^${large},2026-11-02,[^,]+,Tom Rade,Northfield Plant Hire,trade@example.com,`),
    )
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(await download('/admin/orders/export.csv?state=all&query=-')).toHaveLength(1)
    expect((await download('/admin/orders/export.csv?state=placed&query=rade')).join()).toContain(large)
  })

  test('of stock has what the list shows', async () => {
    const rows = await download('/admin/stock/export.csv?query=FH-OIL-1')
    expect(rows[0]).toMatch(/^Part number,Title,Bin,On hand/)
    expect(rows.some(row => row.startsWith('FH-OIL-1,'))).toBe(true)
    expect((await download('/admin/stock/export.csv?show=all')).length).toBeGreaterThan(400)
  })
})

test('R-ADMIN-6: quotes are found by their words, sorted by their last day, saved as a view and exported', async () => {
  const [quote] = await shop.sql<{ reference: string }>(
    "select reference from orders where kind = 'quote' and state = 'quote_approved'",
  )
  const listQuotes = async (query: string) => {
    const { text } = await staff.getPage(`/admin/quotes?${query}`)
    return [...text.split('</tbody')[0]!.matchAll(/href="\/admin\/quotes\/(FH\w{8})"/g)].map(
      ([, each]) => each,
    )
  }
  for (const query of ['PO-7802', 'rade', 'FH OIL 1']) {
    const search = new URLSearchParams({ state: 'all', query }).toString()
    expect(await listQuotes(search)).toEqual([quote!.reference])
  }
  expect(await listQuotes('state=all&query=-')).toEqual([])
  expect(await listQuotes(`state=all&query=${large}`)).toEqual([])
  expect(await listQuotes('state=quote_approved&sort=until&direction=down')).toEqual([quote!.reference])
  const { content } = await staff.getFile('/admin/quotes/export.csv?state=all')
  expect(content.toString()).toContain(`${quote!.reference},`)
})
