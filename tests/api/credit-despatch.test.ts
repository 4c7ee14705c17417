import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyOfHeldOrders } from '../../src/features/customers/held-orders.server.ts'
import { updateOverdueHolds } from '../../src/features/warehouse/despatch/overdue-holds.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getOrderRow } from './checkout-calls.ts'
import { changeOrder, despatch, toText } from './despatch-calls.ts'
import { enterPayment } from './ledger-calls.ts'
import { createPaidOrder } from './order-admin-calls.ts'
import { listReserved, makePickList } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ env: { CREDIT_OVERDUE_HOLD_DAYS: '14' } })
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-OIL-1', 1000)
})
afterAll(() => shop.close())

const setStop = (isOnStop: boolean) =>
  shop.sql(`update company set on_stop = $1 where account_number = 'NPH001'`, [isOnStop])
beforeEach(() => setStop(false))

const place = async () => (await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })).reference
const getHold = async (reference: string) => (await getOrderRow(shop, reference)).on_stop
/** The invoice of a new order that has left, with its number, total and this due day. */
async function invoiceDueOn(day: string) {
  const reference = await place()
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  return { reference, ...(await setDue(reference, day)) }
}

async function setDue(reference: string, day: string) {
  await shop.sql(`alter table sales_document disable trigger user`)
  const [row] = await shop.sql<{ number: number; total: number }>(
    `update sales_document set due_on = $2 where order_id = (select id from orders where reference = $1) returning number, total`,
    [reference, day],
  )
  await shop.sql(`alter table sales_document enable trigger user`)
  return row!
}

const readQueue = async () => (await staff.getPage('/admin/picking?size=100')).text

test('R-ORDER-25: who ordered, and the shop, get one e-mail about what a later stop or overdue invoice holds', async () => {
  // Sorted: the second e-mail begins with the same order as the first.
  const [first, second] = [await place(), await place()].toSorted() as [string, string]
  const listNotices = () =>
    shop.sql<{ recipient: string; references: string[] }>(
      `select recipient, facts->'references' as references from mail_outbox where kind = 'orders-held' order by id desc limit 2`,
    )
  await setStop(true)
  expect(await notifyOfHeldOrders(shop.context)).toBe(2)
  const notices = await listNotices()
  expect(notices.map(({ recipient }) => recipient)).toEqual([
    shop.context.config.contact.email,
    'trade@example.com',
  ])
  for (const { references } of notices) expect(references).toEqual(expect.arrayContaining([first, second]))
  await setStop(false)
  await setStop(true)
  expect(await notifyOfHeldOrders(shop.context)).toBe(0)
  // What staff have released is held anew by the next stop.
  expect((await changeOrder(staff, first, 'release', { reason: 'Paid by phone' })).body.success).toBe(true)
  await setStop(false)
  await setStop(true)
  expect(await notifyOfHeldOrders(shop.context)).toBe(2)
  for (const { references } of await listNotices()) expect(references).toEqual([first])
  // What is on stop when it is placed is in its confirmation.
  await place()
  expect(await notifyOfHeldOrders(shop.context)).toBe(0)
})

test('R-ORDER-14: a stop takes what has not left out of the queue and off its list, but not what a card has paid', async () => {
  const [listed, queued] = [await place(), await place()]
  const { reference: paid } = await createPaidOrder(shop, { 'FH-OIL-1': 1 })
  await makePickList(staff, [listed])
  expect(await readQueue()).toContain(queued)
  await setStop(true)
  const queue = await readQueue()
  expect(queue).not.toContain(queued)
  expect(queue).toContain(paid)
  expect(await listReserved(shop, listed)).toEqual([0])
  for (const reference of [listed, queued]) {
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toContain('Held: the account is on stop')
    expect((await despatch(staff, reference, { 1: 1 })).message).toBe(
      'This order is held, so nothing was despatched. Release it first.',
    )
  }
  expect((await changeOrder(staff, listed, 'release', { reason: 'Paid by phone' })).body.success).toBe(true)
  expect((await despatch(staff, listed, { 1: 1 })).success).toBe(true)
  // The next stop holds the rest of it.
  await setStop(false)
  expect(await getHold(queued)).toBe(false)
  await setStop(true)
  expect(await getHold(listed)).toBe(true)
})

test('R-ORDER-15: an order is held while an invoice of its company is long overdue, until it is paid', async () => {
  const before = await place()
  const invoice = await invoiceDueOn('2026-11-09')
  expect(await updateOverdueHolds(shop.context)).toBeGreaterThan(0)
  const open = await shop.sql<{ on_stop: boolean }>(
    `select on_stop from orders where method = 'account' and order_is_despatchable(state)
       and company_id = (select id from company where account_number = 'NPH001')`,
  )
  expect(open.every(({ on_stop }) => on_stop)).toBe(true)
  expect(await updateOverdueHolds(shop.context)).toBe(0)
  const page = toText((await staff.getPage(`/admin/orders/${before}`)).text)
  expect(page).toContain('Held: an invoice that was due on 9 November 2026 isn’t paid')
  expect(await getHold(await place())).toBe(true)

  expect((await changeOrder(staff, before, 'release', { reason: 'Paid today' })).body.success).toBe(true)
  await updateOverdueHolds(shop.context)
  expect((await despatch(staff, before, { 1: 1 })).success).toBe(true)

  await enterPayment(staff, 'NPH001', {
    amount: (invoice.total / 100).toFixed(2),
    reference: `INV ${invoice.number}`,
  })
  expect(await updateOverdueHolds(shop.context)).toBeGreaterThan(0)
  const held = await shop.sql(
    `select reference from orders where credit_hold and order_is_despatchable(state)`,
  )
  expect(held).toEqual([])
})

test('R-ORDER-15: picking and despatch ask again before the jobs have held it', async () => {
  const [picked, sent] = [await place(), await place()]
  const invoice = await invoiceDueOn('2026-11-10')
  // 14 days are allowed.
  expect((await despatch(staff, sent, { 1: 1 })).success).toBe(true)
  await setDue(invoice.reference, '2026-11-09')
  const list = await makePickList(staff, [picked])
  expect(list.success).toBe(false)
  expect(list.message).toContain('held')
  expect((await despatch(staff, sent, { 1: 1 })).message).toMatch(/^This order is held/)
})
