import { afterAll, beforeAll, expect, test } from 'vitest'
import { actions } from '../support/busy-crowds.ts'
import { createBusyPeople, placeOrdersInOctober } from '../support/busy-people.ts'
import { goods, runBusyShop } from '../support/busy-shop.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  // On a busy machine a reply may take longer than the provider waits: it then cancels what the shop has recorded as paid.
  shop = await startTestShop({
    notifyTimeoutMs: 120_000,
    env: { LIMIT_SAVES_PER_MINUTE: '100000', LIMIT_RETURNS_PER_HOUR: '100000' },
  })
})
afterAll(() => shop?.close())

/** Rows that each success of these actions has written once. */
const writtenRows: readonly [what: string, actions: readonly string[], count: string][] = [
  [
    'parcels',
    ['despatchSome', 'despatchAtCounter'],
    `select count(*) from parcel p join orders o on o.id = p.order_id where o.request_hash not like 'demo %'
       and p.despatched_at >= '2026-11-01'`,
  ],
  [
    'e-mails about parcels',
    ['despatchSome'],
    // Without that of October.
    `select count(*) - 1 as count from mail_outbox where kind = 'parcel-despatched'`,
  ],
  [
    'e-mails about collection',
    ['announceReady'],
    `select count(*) from mail_outbox where kind = 'ready-to-collect'`,
  ],
  [
    'e-mails about delays',
    ['announceDelay'],
    `select count(*) from mail_outbox where kind = 'order-delayed'`,
  ],
  [
    'refunds of an amount',
    ['refundAmount'],
    `select (select count(*) from sales_document where reason = 'A goodwill gesture')
       + (select count(*) from deferred_credit_note where reason = 'A goodwill gesture' and credit_note_id is null) as count`,
  ],
  [
    'refunds of a line',
    ['refundLine'],
    `select (select count(*) from sales_document where reason = 'One came bent')
       + (select count(*) from deferred_credit_note where reason = 'One came bent' and credit_note_id is null) as count`,
  ],
  ['returns', ['requestReturn'], 'select count(*) from return_request'],
  [
    'returned goods',
    ['inspectReturn'],
    `select count(*) from stock_movement where request_key like 'RMA-% in'`,
  ],
  ['credited returns', ['creditReturn'], 'select count(distinct credit_note_id) from return_request'],
  ['pick lists', ['makeList'], 'select count(*) from pick_list'],
  ['deliveries', ['bookDelivery'], 'select count(*) from goods_in'],
  ['payments', ['enterPayment'], 'select count(*) from account_payment'],
  [
    'cancelled payments',
    ['cancelPayment'],
    'select count(*) from account_payment where cancelled_at is not null',
  ],
  ['offers', ['priceQuote'], `select count(*) from mail_outbox where kind = 'quote-ready'`],
]

/** A parcel that was invoiced twice, a return that was credited twice, a credit note that was refunded twice. */
const doneTwice = `
  select 'invoices of a parcel' as what, parcel_id::text as subject from sales_document
    where kind = 'invoice' and parcel_id is not null group by parcel_id having count(*) > 1
  union all select 'credit notes of a return', r.id::text from return_request r
    join sales_document d on d.request_key like '%RMA-' || lpad(r.id::text, 6, '0') || '%' group by r.id having count(*) > 1
  union all select 'refunds of a credit note', credit_note_id::text from payment_refund
    where credit_note_id is not null and state <> 'refused' group by credit_note_id, attempt_id having count(*) > 1`

test('100 customers and staff do the same things at random for a minute, and nothing happens twice', async () => {
  for (const code of goods) await shop.setStock(code, 100)
  await placeOrdersInOctober(shop)
  const { buyers, apprentices, headBuyers, staff: colleagues } = await createBusyPeople(shop)
  const crowds = [
    { emails: Array.from({ length: 40 }, () => ''), actions: actions.guests },
    // Some have two tabs open.
    { emails: [...buyers, ...buyers.slice(0, 3)], actions: actions.buyers },
    { emails: apprentices, actions: actions.apprentices },
    { emails: headBuyers, actions: actions.headBuyers },
    { emails: colleagues, actions: actions.staff },
  ]
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { done, orders, failures } = await runBusyShop(shop, { seconds: 60, moreSeconds: 60, seed, crowds })
  process.stdout.write(`seed ${seed}, ${orders.length} orders: ${JSON.stringify(done)}\n`)

  expect(failures).toEqual([])
  // An action that can never succeed would check nothing.
  const names = Object.values(actions).flatMap(group => Object.keys(group))
  expect(names.filter(name => !done[name])).toEqual([])
  expect(orders.length).toBeGreaterThan(20)
  const counts = writtenRows.map(async ([what, of, count]) => {
    const [row] = await shop.sql<{ count: number }>(count)
    return [what, row!.count, of.reduce((total, name) => total + (done[name] ?? 0), 0)] as const
  })
  const wrong = (await Promise.all(counts)).filter(([, rows, successes]) => rows !== successes)
  expect(wrong).toEqual([])
  expect(await shop.sql(doneTwice)).toEqual([])
})
