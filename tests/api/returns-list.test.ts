import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { placeDespatchedOrder, requestReturn } from './return-calls.ts'

// R-ADMIN-6: the staff's list of returns.

let shop: TestShop
let staff: TestVisitor
let first: number
let second: number
let third: number

beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^R-RETURN-3: a return has the state/,
      reason: 'a state is changed by SQL',
    },
  })
  staff = await shop.signIn('staff@example.com')
  const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 6 })
  const request = async (reason: string) => {
    const { success } = await requestReturn(visitor, reference, { 1: 1 }, { reason })
    expect(success).toBe(true)
    const [row] = await shop.sql<{ id: number }>('select max(id)::int as id from return_request')
    return row!.id
  }
  first = await request('faulty')
  second = await request('damaged')
  third = await request('faulty')
  await shop.sql(`update return_request set requested_at = '2026-11-03T10:00:00Z' where id = $1`, [first])
  await shop.sql(`update return_request set state = 'received' where id = $1`, [second])
  await shop.sql(`update company set name = '@Northfield' where account_number = 'NPH001'`)
}, 60_000)
afterAll(() => shop.close())

const list = async (query: string): Promise<number[]> => {
  const { status, text } = await staff.getPage(`/admin/returns?${query}`)
  expect(status).toBe(200)
  const [, rows = ''] = text.split('<tbody')
  return [...rows.split('</tbody')[0]!.matchAll(/\/admin\/returns\/RMA-(\d+)"/g)].map(([, number]) =>
    Number(number),
  )
}

test('is sorted by what is to do, by request and by customer, and filtered by reason and day', async () => {
  expect(await list('state=all')).toEqual([first, third, second])
  expect(await list('state=all&sort=step&direction=down')).toEqual([second, third, first])
  expect(await list('state=all&sort=requested&direction=down')).toEqual([third, second, first])
  expect(await list('state=all&sort=customer')).toHaveLength(3)
  expect(await list('state=all&reason=faulty')).toEqual([first, third])
  expect(await list('state=received&reason=faulty')).toEqual([])
  expect(await list('state=all&until=2026-11-03')).toEqual([first])
  expect(await list('state=all&from=2026-11-04&reason=damaged')).toEqual([second])
  expect(await list('state=all&from=soon&reason=ugly&sort=x&direction=y')).toHaveLength(3)
  const { text } = await staff.getPage('/admin/returns?state=all&reason=faulty&sort=requested&direction=down')
  expect(text.match(/>1 piece</g)).toHaveLength(2)
  expect(text).toMatch(
    /aria-sort="descending"[^>]*><a href="[^"]*reason=faulty&amp;sort=requested&amp;direction=up"/,
  )
})

test('is saved as a view and exported as it is listed', async () => {
  const { body } = await staff.post<{ url: string }>('/admin/views', {
    section: 'returns',
    name: 'Faulty',
    query: 'state=all&reason=faulty&page=1',
  })
  expect(body.url).toBe('/admin/returns?reason=faulty&state=all')
  expect((await staff.getPage(body.url)).text).toMatch(/aria-current="page"[^>]*>Faulty</)
  const { content } = await staff.getFile('/admin/returns/export.csv?state=all&reason=faulty')
  const rows = readCsvRows(content.toString().slice(1))
  expect(rows.map(row => Number(row.Return!.slice(4)))).toEqual([first, third])
  expect(rows[0]).toMatchObject({ Requested: '2026-11-03', Customer: "'@Northfield", Reason: 'Faulty' })
})
