import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, getOrderRow, sendSave } from './checkout-calls.ts'
import { correctMoney } from './correction-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder } from './order-admin-calls.ts'
import { followDearer, getDue, payLink } from './payment-link-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, requestQuote } from './quote-calls.ts'
import { moveReturn, requestReturn } from './return-calls.ts'
import { placeAccountOrder, signInWithBasket } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(`insert into voucher (code, kind, amount) values ('ALL', 'percentage', 10000)`)
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

/** An order of £0.00 that a private customer collects. */
async function placeFreeOrder(goods: Record<string, number> = { 'FH-OIL-1': 2 }) {
  const visitor = await signInWithBasket(shop, 'retail@example.com', goods)
  await visitor.post('/basket/discount', { code: 'ALL' })
  const { body } = await sendSave(visitor, createMemberSend('free', { delivery_method: 'COL' }))
  expect((await completeOrder(visitor)).error).toBe(false)
  return { visitor, reference: body.reference! }
}

const collect = (reference: string, quantities: Record<number, number>) =>
  despatch(staff, reference, quantities, { collected_by: 'Ada Byron' })
const listDocuments = (reference: string) =>
  shop.sql<{ kind: string; total: number; onAccount: boolean }>(
    `select d.kind, d.total, d.on_account as "onAccount" from sales_document d join orders o on o.id = d.order_id
     where o.reference = $1 order by d.id`,
    [reference],
  )

test('R-CHECKOUT-29: an order of £0.00 that staff make dearer waits for its payment by a link, and is free again without', async () => {
  const { visitor, reference } = await placeFreeOrder()
  const delivered = { delivery_option: 'ND' }
  expect(await correctMoney(staff, reference, delivered)).toMatchObject({ success: true })
  expect(await getOrderRow(shop, reference)).toMatchObject({ method: 'card', total: 960, payment_due: true })
  expect(await correctMoney(staff, reference, { delivery_option: 'COL' })).toMatchObject({ success: true })
  expect(await getOrderRow(shop, reference)).toMatchObject({ method: 'free', total: 0, payment_due: false })
  expect(await getDue(shop, reference)).toMatchObject({ on_stop: false, state: 'placed' })
  await correctMoney(staff, reference, delivered)
  const { link, due } = await followDearer(shop, reference, 0)
  await payLink(visitor, link, due)
  expect(await getOrderRow(shop, reference)).toMatchObject({
    method: 'card',
    payment_due: false,
    on_stop: false,
  })
})

test('an order paid by card that a correction brings to £0.00 is refunded, and stays one by card', async () => {
  await shop.sql(`update product set price = 0 where code = 'FH-HYD-1'`)
  const { reference, total } = await createPaidOrder(shop, { 'FH-SEAL-1': 3 })
  const lines = [{ position: 1, quantity: 3, code: 'FH-HYD-1', price: '0' }]
  const reply = await correctMoney(staff, reference, { lines, delivery_option: 'COL' })
  expect(reply).toMatchObject({ success: true })
  expect(await getOrderRow(shop, reference)).toMatchObject({ method: 'card', total: 0, payment_due: false })
  const [refunds] = await shop.sql<{ amount: number }>(
    `select sum(r.amount)::int as amount from payment_refund r join payment_attempt a on a.id = r.attempt_id
     join orders o on o.id = a.order_id where o.reference = $1 and r.state = 'done'`,
    [reference],
  )
  expect(refunds!.amount).toBe(total)
})

test('an order of £0.00 is cancelled without a refund or a credit note, before and after nothing else', async () => {
  const { reference } = await placeFreeOrder()
  expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
  expect(await listDocuments(reference)).toEqual([])
  const [mail] = await shop.sql<{ facts: { moneyBack: number; creditNote: null } }>(
    `select facts from mail_outbox where kind = 'order-cancelled' and facts->>'reference' = $1`,
    [reference],
  )
  expect(mail!.facts).toMatchObject({ moneyBack: 0, creditNote: null })
})

test('R-INVOICE-3: an order of £0.00 is invoiced as nothing to pay, on account too, and nothing of it is owed', async () => {
  const free = await placeFreeOrder()
  expect(await collect(free.reference, { 1: 2 })).toMatchObject({ success: true })
  expect(await listDocuments(free.reference)).toEqual([{ kind: 'invoice', total: 0, onAccount: false }])
  const trade = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await trade.post('/basket/discount', { code: 'ALL' })
  const { body } = await sendSave(trade, createMemberSend('account', { delivery_method: 'COL' }))
  await completeOrder(trade)
  await collect(body.reference!, { 1: 2 })
  expect(await listDocuments(body.reference!)).toEqual([{ kind: 'invoice', total: 0, onAccount: true }])
  const contents = await shop.sql<{ highlight: string; blocks: string }>(
    `select d.content->'highlight'->>'name' as highlight, d.content->>'blocks' as blocks
     from sales_document d join orders o on o.id = d.order_id where o.reference = any($1)`,
    [[free.reference, body.reference]],
  )
  expect(contents).toHaveLength(2)
  for (const { highlight, blocks } of contents) {
    expect(highlight).toBe('Nothing to pay')
    expect(blocks).toContain('Nothing is to be paid.')
    expect(blocks).not.toMatch(/Please pay|Bank transfer|Paid in full/)
  }
  const ledger = await staff.getPage('/admin/accounts?show=overdue')
  expect(ledger.status).toBe(200)
})

test('of an order of £0.00 nothing is refunded or credited: staff and customer read why', async () => {
  const { visitor, reference } = await placeFreeOrder()
  await collect(reference, { 1: 2 })
  const page = await staff.getPage(`/admin/orders/${reference}`)
  expect(toText(page.text)).toContain('Nothing to pay')
  expect(page.text).not.toContain(`/admin/orders/${reference}/refund`)
  const { number } = await requestReturn(visitor, reference, { 1: 1 })
  const lines = [{ position: 1, quantity: 1 }]
  await moveReturn(staff, number!, 'authorise', { lines })
  await moveReturn(staff, number!, 'receive', { lines: [{ position: 1, quantity: 1 }] })
  await moveReturn(staff, number!, 'inspect', { lines: [{ position: 1, restocked: 1, scrapped: 0 }] })
  const [row] = await shop.sql<{ state: string }>(
    `select r.state from return_request r join orders o on o.id = r.order_id where o.reference = $1`,
    [reference],
  )
  expect(row!.state).toBe('closed')
  expect(toText((await visitor.getPage(`/account/returns/${number}`)).text)).toContain(
    'there is nothing to credit',
  )
})

test('staff list orders with nothing to pay apart from others', async () => {
  const { reference } = await placeFreeOrder()
  const { reference: other } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const { text } = await staff.getPage('/admin/orders?state=all&method=free')
  expect(text).toContain(reference)
  expect(text).not.toContain(other)
})

test('a quote that staff offer at £0.00, in a shop without a minimum order, is ordered with nothing to pay', async () => {
  const open = await startTestShop({ env: { MINIMUM_ORDER: '0' } })
  const { buyer, id, reference } = await requestQuote(open, 'retail@example.com', { 'FH-OIL-1': 2 })
  const seller = await open.signIn('staff@example.com')
  const offered = await priceQuote(seller, reference, ['0.00'], { carriage: '0.00' })
  expect(offered.body).toMatchObject({ success: true })
  const loaded = await loadQuote(buyer, id)
  expect(loaded.body.payment_methods).toEqual([{ name: 'Nothing to pay', value: 'free' }])
  const { body } = await sendSave(buyer, createQuoteSend('free', id))
  expect(body.error).toBe(false)
  expect((await completeOrder(buyer)).error).toBe(false)
  expect(await getOrderRow(open, body.reference)).toMatchObject({ method: 'free', total: 0, state: 'placed' })
  await open.close()
})
