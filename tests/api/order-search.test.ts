import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { markRefundedOrders } from '../../src/features/billing/queries.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { despatch, toText } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder } from './order-admin-calls.ts'
import { placeTradeOrder } from './stock-calls.ts'

let shop: TestShop
let staff: TestVisitor
/** On account, by Tom Rade of Northfield Plant Hire. */
let trade: string
/** By a guest, with a card that ends 0006. */
let paid: string

beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^(R-INVOICE-4|I2: money)/,
      reason: 'an invoice and the states of refunds are changed by SQL',
    },
  })
  staff = await shop.signIn('staff@example.com')
  trade = await placeTradeOrder(shop, { 'FH-OIL-1': 2 })
  paid = (await createPaidOrder(shop, { 'FH-SEAL-1': 3 })).reference
  await despatch(staff, trade, { 1: 2 }, { tracking: '1Z 999-AA1 0123' })
}, 60_000)
afterAll(() => shop.close())

const openList = async (query: string, state = 'all') =>
  (await staff.getPage(`/admin/orders?${new URLSearchParams({ state, query })}`)).text

const find = async (query: string): Promise<string[]> => {
  const links = (await openList(query)).matchAll(/href="\/admin\/orders\/(FH[2-9A-Z]{8})"/g)
  return [...new Set([...links].map(([, reference]) => reference!))]
}

const change = (reference: string, set: string, values: unknown[] = []) =>
  shop.sql(`update orders set ${set} where reference = '${reference}'`, values)

describe('R-ADMIN-4: staff find an order', () => {
  test('by its number, in any case, with spaces, by its beginning, and without FH', async () => {
    const spaced = `${trade.slice(0, 4)} ${trade.slice(4, 8)} ${trade.slice(8)}`
    for (const query of [trade, trade.toLowerCase(), spaced, trade.slice(0, 6), trade.slice(2)])
      expect(await find(query)).toContain(trade)
    expect(await find(trade)).toEqual([trade])
  })

  test('by PO number in any spelling', async () => {
    await change(trade, "purchase_order = 'PO-4711/b'")
    for (const query of ['PO-4711/b', 'po4711b', 'PO 4711 B', '4711'])
      expect(await find(query)).toEqual([trade])
  })

  test('by name, company, account number and e-mail address', async () => {
    for (const query of [
      'Tom Rade',
      'rade',
      'northfield',
      'Plant Northfield',
      'NPH001',
      'trade@example.com',
      'TRADE@',
    ])
      expect(await find(query)).toContain(trade)
    expect(await find('rade northfield')).not.toContain(paid)
  })

  test('by several words: whole ones first, and their beginnings when none has all of them', async () => {
    const setName = (name: string) =>
      change(paid, 'contact = contact || jsonb_build_object($1::text, $2::text)', ['name', name])
    await setName('Tom Rademaker')
    expect(await find('tom rad')).toEqual(expect.arrayContaining([trade, paid]))
    expect(await find('rade')).toEqual(expect.arrayContaining([trade, paid]))
    expect(await find('tom rade')).toContain(trade)
    expect(await find('tom rade')).not.toContain(paid)
    expect(await find('rade to')).toEqual([])
  })

  test('without accents, as people type them', async () => {
    await change(paid, `contact = contact || '{"name": "Zoë Łukasiewicz-O’Brien"}'`)
    for (const query of ['zoe lukasiewicz', 'Zoë', "o'brien", 'łukasiewicz'])
      expect(await find(query)).toEqual([paid])
  })

  test('by postcode and telephone number, however they are written', async () => {
    await change(paid, `delivery = delivery || '{"postcode": "YO21 3PU", "telephone": "+44 1947 496 321"}'`)
    for (const query of [
      'YO21 3PU',
      'yo213pu',
      'yo21',
      '01947 496321',
      '+44 (0)1947 496-321',
      '00441947496321',
    ])
      expect(await find(query)).toEqual([paid])
    expect(await find('YO21 3PX')).toEqual([])
  })

  test('by either of two telephone numbers, with an extension or without', async () => {
    const setTelephone = (telephone: string) =>
      change(paid, 'contact = contact || jsonb_build_object($1::text, $2::text)', ['telephone', telephone])
    await setTelephone('01947 600 321 ext. 12 / +44 (0)7700 900 123')
    for (const query of ['01947 600321', '07700 900123', '+44 7700 900123', '01947 600 321 / 07700 900123'])
      expect(await find(query), query).toEqual([paid])
    await setTelephone('01947/600 322')
    expect(await find('01947 600322')).toEqual([paid])
    expect(await find('07700 900123')).toEqual([])
  })

  test('by invoice number', async () => {
    await shop.sql(
      `insert into sales_document (kind, number, order_id, on_account, issued_at, issued_on, tax_point, net, vat, total,
         vat_rate_bp, content)
       select 'invoice', 4042, id, true, now(), now(), now(), 100, 20, 120, 2000, '{}' from orders where reference = $1`,
      [trade],
    )
    for (const query of ['INV-004042', 'inv 4042', '004042', '4042'])
      expect(await find(query)).toEqual([trade])
    expect(await find('INV-404')).toEqual([])
  })

  test('by tracking number, and by the one it was corrected to', async () => {
    for (const query of ['1Z999AA10123', '1z 999-aa1 0123', '1Z 999'])
      expect(await find(query)).toEqual([trade])
    await shop.sql(
      `update parcel set tracking_number = '15976000111' from orders o where o.id = order_id and o.reference = $1`,
      [trade],
    )
    expect(await find('15976000111')).toEqual([trade])
    expect(await find('1Z999AA10123')).toEqual([])
  })

  test('by part number in any spelling', async () => {
    for (const query of ['FH-SEAL-1', 'fhseal1', 'fh seal 1', 'FH/SEAL.1']) {
      expect(await find(query)).toContain(paid)
      expect(await find(query)).not.toContain(trade)
    }
  })

  test('by the last four digits of the card', async () => {
    expect(await find('0006')).toEqual([paid])
    expect(await find('**** 0006')).toEqual([paid])
  })

  test('by the day it was placed', async () => {
    for (const query of ['24/11/2026', '2026-11-24', '24 Nov 2026', '24 november', 'today'])
      expect(await find(query)).toEqual(expect.arrayContaining([trade, paid]))
    for (const query of ['23/11/2026', 'yesterday', '24 Nov 2025', '31/02/2026'])
      expect(await find(query)).not.toContain(trade)
    expect(await find('rade 24/11/2026')).toContain(trade)
  })

  test('by all that was typed, not by a part of it', async () => {
    expect(await find('rade FH-OIL-1')).toContain(trade)
    expect(await find('rade FH-SEAL-1')).not.toContain(trade)
  })

  test('within a group of orders', async () => {
    expect(await openList(trade, 'despatched')).toContain(trade)
    expect(await openList(trade, 'placed')).not.toContain(`/admin/orders/${trade}`)
  })

  test('and nothing with text that has no word in it, or that looks like a query', async () => {
    for (const query of ['-', "'", '& | !', ':*', '<->', '\\', 'a & b', 'zzz:*', '(', 'x'.repeat(100)])
      expect(await find(query)).toEqual([])
    expect(toText(await openList('-'))).toContain('No orders for')
  })
})

test('R-ADMIN-4: a company’s new name finds its orders, the old one no longer', async () => {
  const rename = (name: string) =>
    shop.sql("update company set name = $1 where account_number = 'NPH001'", [name])
  await rename('Southfield Tools')
  expect(await find('southfield')).toContain(trade)
  await rename('Northfield Plant Hire')
  expect(await find('southfield')).toEqual([])
})

test('R-ADMIN-4: a cancelled order with a refund that failed is listed until it is refunded', async () => {
  const { reference } = await createPaidOrder(shop)
  await cancelOrder(staff, reference)
  expect(await openList('', 'refunds')).not.toContain(reference)
  await shop.sql(
    `update payment_refund set state = 'refused' where attempt_id in (
       select a.id from payment_attempt a join orders o on o.id = a.order_id where o.reference = $1)`,
    [reference],
  )
  expect(await openList('', 'refunds')).toContain(reference)
})

test('a cancelled order is marked as refunded when all that was paid has gone back, and no sooner', async () => {
  const placed = [await createPaidOrder(shop), await createPaidOrder(shop), await createPaidOrder(shop)]
  const [whole, part, sent] = placed.map(({ reference }) => reference)
  // On the day of the payment it would be voided.
  shop.clock.advance(24 * 60)
  staff = await shop.signIn('staff@example.com')
  for (const { reference } of placed) await cancelOrder(staff, reference)
  const changeRefund = (reference: string | undefined, change: string) =>
    shop.sql(
      `update payment_refund set ${change} where attempt_id in (
         select a.id from payment_attempt a join orders o on o.id = a.order_id where o.reference = $1)`,
      [reference],
    )
  await changeRefund(part, 'amount = amount - 1')
  await changeRefund(sent, "state = 'sending'")
  await markRefundedOrders(shop.context.db)
  const rows = await shop.sql<{ reference: string }>('select reference from orders where is_fully_refunded')
  const refunded = rows.map(row => row.reference)
  expect(refunded).toContain(whole)
  expect(refunded).not.toContain(part)
  expect(refunded).not.toContain(sent)
  expect(await openList('', 'refunds')).toContain(part)
})

test('R-ADMIN-4: what a search finds is sorted by the day of the order, either way, on the page and in its export', async () => {
  const [first, second, third] = [trade, paid, (await createPaidOrder(shop)).reference]
  for (const [nth, reference] of [first, second, third].entries())
    await change(reference, 'purchase_order = $1, placed_at = $2', ['Zebra', `2026-0${nth + 1}-15T10:00:00Z`])
  const list = async (direction: string) => {
    const query = new URLSearchParams({ state: 'all', query: 'zebra', sort: 'day', direction })
    const page = (await staff.getPage(`/admin/orders?${query}`)).text
    const links = [...page.matchAll(/href="\/admin\/orders\/(FH[2-9A-Z]{8})"/g)].map(([, link]) => link)
    const { text } = await staff.get(`/admin/orders/export.csv?${query}`)
    expect([...text.matchAll(/^FH[2-9A-Z]{8}/gm)].map(([link]) => link)).toEqual(links)
    return links
  }
  expect(await list('down')).toEqual([third, second, first])
  expect(await list('up')).toEqual([first, second, third])
  await change(first, "placed_at = '2026-04-15'")
  expect(await list('down')).toEqual([first, third, second])
})

test('R-ADMIN-4: of very many orders with a word, those of a group are counted alone', async () => {
  for (let first = 1; first <= 3001; first += 1000)
    await shop.sql(
      `with copies as (
         insert into orders overriding system value
         select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + nth, 'state', 'lapsed', 'placed_at', null, 'invoiced_at', null,
           'created_at', timestamptz '2026-03-01T00:00Z' + make_interval(mins => nth),
           'reference', 'FH' || translate(lpad(nth::text, 8, '0'), '0123456789', 'ABCDEFGHJK')))).*
         from orders o, generate_series($2::int, $2 + 999) nth where o.reference = $1
         returning id, created_at)
       insert into order_search (order_id, is_quote, at, words)
        select id, false, created_at, array_to_tsvector(array['manifold']) from copies`,
      [trade, first],
    )
  await shop.sql(
    `update order_search set words = words || array_to_tsvector(array['manifold'])
     where order_id = (select id from orders where reference = $1)`,
    [trade],
  )
  const search = toText(await openList('manifold'))
  expect(search).toContain('More than 1,000 orders')
  expect(search).toContain('To despatch Held Part despatched Back orders Despatched')
  expect(toText(await openList('manifold', 'ended'))).toContain('More than 1,000 orders')
  expect(toText(await openList('manifold', 'despatched'))).toContain('1 order')

  // The planner's statistics count the word then, and its orders are compared one by one, by the time beside the words.
  await shop.sql('analyze order_search')
  expect(toText(await openList('manifold'))).toBe(search)
  expect(toText(await openList('manifold', 'despatched'))).toContain('1 order')

  const ofDay = (
    await staff.getPage('/admin/orders?state=ended&query=manifold&from=2026-03-02&until=2026-03-02')
  ).text
  const links = [...ofDay.matchAll(/href="\/admin\/orders\/(FH[2-9A-Z]{8})"/g)].map(([, link]) => link)
  const newest = await shop.sql<{ reference: string }>(
    `select reference from orders where created_at >= '2026-03-02' and created_at < '2026-03-03' order by created_at desc limit 25`,
  )
  expect(links).toEqual(newest.map(({ reference }) => reference))

  const countRows = (page: string) => page.match(/<th scope="row"/g)?.length
  const openPage = async (query: string) => (await staff.getPage(`/admin/orders?state=ended&${query}`)).text
  const usual = await openPage('page=40')
  expect(countRows(usual)).toBe(25)
  expect(usual).toContain('href="/admin/orders?state=ended&amp;rows=100" aria-label="100 orders per page"')
  const large = await openPage('rows=100&page=10')
  expect(countRows(large)).toBe(100)
  expect(large).toContain('href="/admin/orders?state=held&amp;rows=100"')
  expect(large).toContain('name="query" value="state=ended&amp;rows=100"')
  expect(countRows(await openPage('rows=1000'))).toBe(25)
  expect(toText(usual)).toMatch(
    /Cancelled Refunds to check \d+ Messages to answer \d+ Abandoned 1,000 \+ All/,
  )
  await shop.sql('delete from orders where id > 1000000')
  await shop.sql('select refresh_order_search(array(select id from orders where reference = $1))', [trade])
})

test('a company gets another name while one of its orders is changed: both are found', async () => {
  let renamed: Promise<unknown> | undefined
  await shop.context.db.transaction().execute(async tx => {
    await sql`update orders set purchase_order = 'Quokka' where reference = ${trade}`.execute(tx)
    renamed = shop.sql(
      `update company set name = name || ' Bilby' where id = (select company_id from orders where reference = $1)`,
      [trade],
    )
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(await shop.sql(waiting)).toHaveLength(1))
  })
  await renamed
  expect(await find('quokka bilby')).toEqual([trade])
})

test('the words are kept true by whatever changes an order', async () => {
  const rows = await shop.sql(
    'select refresh_order_search(array(select order_id from order_line)) as changes',
  )
  expect(rows).toEqual([{ changes: 0 }])
})
