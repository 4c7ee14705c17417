import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryOpenRefunds } from '../../src/features/payments/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { expectAuditEntry } from './audit-calls.ts'
import { correctOrder } from './correction-calls.ts'
import { changeOrder, despatch } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder, listRefunds, refundOrder } from './order-admin-calls.ts'
import { createDearerOrder, renderOrderEmail } from './payment-link-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^I2: money is charged/,
      reason: 'a refund is deleted by SQL, as an earlier release left its order',
    },
  })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const key = () => ({ request: randomUUID() })

test('a payment link or an e-mail sent again is in the audit once for a press', async () => {
  const [person] = await shop.sql<{ id: number }>(`select id from person where email = 'staff@example.com'`)
  const { reference } = await createDearerOrder(shop, staff)
  const path = `/admin/orders/${reference}`
  const route = 'POST /admin/orders/:reference/payment-link'
  await expectAuditEntry(
    { shop, staff, staffId: person!.id },
    route,
    `${path}/payment-link`,
    key(),
    'payment link sent again',
    /^£\d+\.\d\d$/,
  )
  const [email] = await shop.sql<{ id: number }>(
    `select min(id)::int as id from mail_outbox where facts->>'reference' = $1`,
    [reference],
  )
  for (const call of [`${path}/payment-link`, `${path}/emails/${email!.id}/send-again`]) {
    const press = key()
    await staff.post(call, press)
    const count = await countEntries()
    expect((await staff.post<{ success: boolean }>(call, press)).body.success).toBe(true)
    expect(await countEntries()).toBe(count)
  }
})

test('R-CREDIT-2: the customer is e-mailed once about what goes back for a cancelled order', async () => {
  const listRefundEmails = (reference: string) =>
    shop.sql(
      `select (facts->>'total')::int as total, facts->>'reason' as reason, facts->'hasCreditNote' as "hasCreditNote"
       from mail_outbox where kind = 'credit-note' and facts->>'reference' = $1`,
      [reference],
    )
  const announced = await createPaidOrder(shop)
  // Another refund before, so that nothing is voided.
  await refundOrder(staff, announced.reference, '1.00')
  shop.simulator.control.fault('refund_refused')
  await cancelOrder(staff, announced.reference)
  const before = await listRefundEmails(announced.reference)
  const rest = String(announced.total / 100 - 1)
  expect((await refundOrder(staff, announced.reference, rest)).message).toContain('was refunded')
  expect(await listRefundEmails(announced.reference)).toEqual(before)

  const { reference } = await createPaidOrder(shop)
  await cancelOrder(staff, reference)
  // As an earlier release left it, which cancelled without a refund.
  await shop.sql(
    `with gone as (delete from payment_refund r using payment_attempt a, orders o
       where a.id = r.attempt_id and o.id = a.order_id and o.reference = $1 returning r.attempt_id)
     update payment_attempt a set state = 'paid' from gone where a.id = gone.attempt_id`,
    [reference],
  )
  shop.simulator.control.fault('refund_500')
  shop.simulator.control.fault('refund_refused')
  await refundOrder(staff, reference, '3.00', { reason: 'Taken by mistake' })
  await retryOpenRefunds(shop.payments)
  const emails = [{ total: 300, reason: 'Taken by mistake', hasCreditNote: false }]
  expect(await listRefundEmails(reference)).toEqual(emails)
  await refundOrder(staff, reference, '3.00')
  expect(await listRefunds(shop, reference)).toHaveLength(2)
  expect(await listRefundEmails(reference)).toEqual(emails)
})

test('R-CORRECT-11: links of e-mails to a mistyped address open nothing once it is corrected, those of later ones do', async () => {
  const { reference } = await createDearerOrder(shop, staff)
  const stranger = shop.createVisitor()
  const findLinks = async (kind: string) => {
    const { html } = await renderOrderEmail(shop, kind, reference)
    return [...html.matchAll(/https:\/\/filters\.example(\/order\/\S+?\?key=[\w-]+)/g)].map(
      ([, path]) => path!,
    )
  }
  const listStatuses = (paths: string[]) =>
    Promise.all(paths.map(async path => (await stranger.getPage(path)).headers.get('content-type')))
  const [invoice, payment] = [await findLinks('order-received'), await findLinks('order-changed')]
  const opened = ['application/pdf', 'text/html; charset=utf-8']
  expect(await listStatuses([invoice[0]!, payment[0]!])).toEqual(opened)
  expect((await stranger.getPage(payment[0]!)).status).toBe(200)
  const contact = { name: 'Sam Fitter', email: 'right@example.com', telephone: '0113 496 0999', vat: '' }
  expect(await correctOrder(staff, reference, { contact })).toMatchObject({ success: true })
  expect((await stranger.getPage(payment[0]!)).status).toBe(404)
  expect(await listStatuses([invoice[0]!])).not.toEqual([opened[0]])

  const [email] = await shop.sql<{ id: number }>(
    `select id::int as id from mail_outbox where kind = 'order-received' and facts->>'reference' = $1`,
    [reference],
  )
  await staff.post(`/admin/orders/${reference}/emails/${email!.id}/send-again`, key())
  const later = [(await findLinks('order-received'))[0]!, (await findLinks('order-changed'))[0]!]
  expect(await listStatuses(later)).toEqual(opened)
  expect((await stranger.getPage(later[1]!)).status).toBe(200)
})

test('R-CORRECT-11: the e-mail with a corrected tracking number has links that work once the address was corrected', async () => {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await despatch(staff, reference, { 1: 1 })
  const contact = { name: 'Sam Fitter', email: 'right@example.com', telephone: '0113 496 0999', vat: '' }
  expect(await correctOrder(staff, reference, { contact })).toMatchObject({ success: true })
  const parcel = { carrier: 'ups', tracking: '1Z999', email: true }
  expect((await changeOrder(staff, reference, 'parcels/1', parcel)).body.success).toBe(true)
  const { html, recipient } = await renderOrderEmail(shop, 'parcel-despatched', reference)
  expect(recipient).toBe('right@example.com')
  const [, invoice] = /https:\/\/filters\.example(\/order\/\S+?\?key=[\w-]+)/.exec(html)!
  const { headers } = await shop.createVisitor().getPage(invoice!)
  expect(headers.get('content-type')).toBe('application/pdf')
})

test('ten e-mails of an order go again in an hour, and a repeated press is none of them (R-CORRECT-3)', async () => {
  const { reference } = await createDearerOrder(shop, staff)
  const path = `/admin/orders/${reference}`
  const [email] = await shop.sql<{ id: number }>(
    `select min(id)::int as id from mail_outbox where facts->>'reference' = $1`,
    [reference],
  )
  const again = `${path}/emails/${email!.id}/send-again`
  const send = async (call: string, press: object) =>
    (await staff.post<{ success: boolean; message: string }>(call, press)).body
  const presses = [key(), key()]
  for (let nth = 0; nth < 8; nth++) {
    expect(await send(again, presses[0]!)).toMatchObject({ success: true })
    expect(await send(`${path}/payment-link`, presses[1]!)).toMatchObject({ success: true })
  }
  for (let nth = 0; nth < 8; nth++) expect(await send(again, key())).toMatchObject({ success: true })
  const count = await countEmails(reference)
  const tooMany = 'Emails of this order have been sent again ten times within the hour. Try again later.'
  for (const call of [again, `${path}/payment-link`])
    expect(await send(call, key())).toMatchObject({ success: false, message: tooMany })
  expect(await send(again, presses[0]!)).toMatchObject({ success: true })
  expect(await countEmails(reference)).toBe(count)
})

const countEmails = async (reference: string) =>
  (
    await shop.sql<{ count: number }>(
      `select count(*)::int as count from mail_outbox where facts->>'reference' = $1`,
      [reference],
    )
  )[0]!.count

const countEntries = async () =>
  (await shop.sql<{ count: number }>('select count(*)::int as count from audit'))[0]!.count
