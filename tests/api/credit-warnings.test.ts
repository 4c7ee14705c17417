import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccountTasks, stopOverdueAccounts } from '../../src/features/customers/stop-overdue.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { headBuyerEmail, requestApproval } from './approval-calls.ts'
import { fillBasket } from './checkout-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
let head: TestVisitor
// Tuesday 24 November 2026, 09:00.
beforeAll(async () => {
  shop = await startTestShop({ env: { CREDIT_STOP_DAYS: '30' } })
  staff = await shop.signIn('staff@example.com')
  head = await shop.signIn(headBuyerEmail)
})
afterAll(() => shop.close())

const trade = 'trade@example.com'
const readAccount = async () => toText((await staff.getPage('/admin/accounts/NPH001')).text)

test('R-CHECKOUT-19: checkout and approvals say what is left of the credit, before an order is placed that will be held', async () => {
  const leaveCredit = (pence: number) =>
    shop.sql(
      `update company c set credit_limit = greatest(0, account_balance(c.id) + account_to_invoice(c.id)) + $1
       where account_number = 'NPH001'`,
      [pence],
    )
  await leaveCredit(3000)
  const buyer = await shop.signIn(trade)
  await fillBasket(shop, buyer, { 'FH-OIL-1': 1 })
  const load = async (visitor: TestVisitor) =>
    (await visitor.post<{ credit?: { limit: number; left: number } }>('/checkout/load', {})).body.credit
  expect((await load(buyer))!.left).toBe(30)
  expect(await load(await shop.signIn('retail@example.com'))).toBeUndefined()
  expect(await load(await shop.signIn('apprentice@example.com'))).toBeUndefined()
  await requestApproval(shop, { 'FH-OIL-1': 9 })
  expect((await head.getPage('/account/approvals')).text).toMatch(
    /£30\.00 of your £[\d,.]+ credit is left: this order will be held until we have spoken\./,
  )
  await leaveCredit(1_000_000)
  expect((await head.getPage('/account/approvals')).text).not.toContain('credit is left')
})

test('R-LEDGER-10: from 80% of the limit on, both sides are warned', async () => {
  const setLimit = (share: number) =>
    shop.sql(
      `update company c set credit_limit = ceil((account_balance(c.id) + account_to_invoice(c.id)) / $1::numeric) where account_number = 'NPH001'`,
      [share],
    )
  await placeAccountOrder(shop, trade, { 'FH-OIL-1': 4 })
  await setLimit(0.5)
  expect(await readAccount()).not.toContain('of the limit used')
  await setLimit(0.9)
  expect(await readAccount()).toMatch(/(89|90)% of the limit used/)
  expect((await staff.getPage('/admin/accounts?state=near_limit')).text).toMatch(/(89|90)% of the limit used/)
  expect((await head.getPage('/account/statements')).text).toMatch(
    /(89|90)% of the limit used: what you order on account beyond it will be held/,
  )
})

test('R-CUSTOMER-9: an account with a long overdue invoice is stopped on a working morning, once, and both sides get an e-mail', async () => {
  await shop.sql(`update company set credit_limit = null`)
  const { reference } = await placeAccountOrder(shop, trade, { 'FH-OIL-1': 1 })
  const { reference: open } = await placeAccountOrder(shop, trade, { 'FH-OIL-1': 2 })
  expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
  const setDue = async (day: string) => {
    await shop.sql(`alter table sales_document disable trigger user`)
    await shop.sql(
      `update sales_document set due_on = $2 where order_id = (select id from orders where reference = $1)`,
      [reference, day],
    )
    await shop.sql(`alter table sales_document enable trigger user`)
  }
  const stopAt = (now: string) => stopOverdueAccounts({ ...shop.context, now: () => new Date(now) })
  await setDue('2026-10-25')
  expect(await stopAt('2026-11-24T09:00:00Z')).toBe(0)
  await setDue('2026-10-24')
  // At night, on a Saturday.
  expect(await stopAt('2026-11-24T03:00:00Z')).toBe(0)
  expect(await stopAt('2026-11-28T09:00:00Z')).toBe(0)
  expect(await stopAt('2026-11-24T09:00:00Z')).toBe(1)
  expect(await stopAt('2026-11-24T09:10:00Z')).toBe(0)
  const mails = await shop.sql<{ recipient: string }>(
    `select recipient from mail_outbox where kind = 'account-stopped' order by 1`,
  )
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    [headBuyerEmail, shop.context.config.contact.email].filter(Boolean).toSorted(),
  )
  const [audit] = await shop.sql<{ detail: string; actor_kind: string }>(
    `select detail, actor_kind from audit where action = 'put on stop'`,
  )
  expect(audit).toEqual({
    detail: 'an invoice that was due on 24 October 2026 isn’t paid',
    actor_kind: 'clock',
  })
  expect((await staff.getPage(`/admin/orders/${open}`)).text).toContain('Held: account on stop')
  expect(await listAccountTasks(shop.context.db)).toMatchObject([{ count: 1 }])
  expect((await staff.getPage('/admin')).text).toContain('Accounts stopped for overdue invoices')
  // Staff know about this invoice.
  await shop.sql(`update company set on_stop = false where account_number = 'NPH001'`)
  expect(await stopAt('2026-11-25T09:00:00Z')).toBe(0)
  await setDue('2026-10-25')
  expect(await stopAt('2026-11-25T09:00:00Z')).toBe(1)
})
