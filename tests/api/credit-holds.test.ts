import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { headBuyerEmail, requestApproval } from './approval-calls.ts'
import { completeOrder, createMemberSend, fillBasket, getOrderRow, sendSave } from './checkout-calls.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch, toText } from './despatch-calls.ts'
import { cancelOrder } from './order-admin-calls.ts'
import { priceQuote, requestQuote } from './quote-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_SAVES_PER_MINUTE: '1000' } })
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-OIL-1', 10_000)
})
afterAll(() => shop.close())

const trade = 'trade@example.com'

/** Cancels what is open, and leaves this much of the limit. */
async function leaveCredit(pence: number): Promise<void> {
  const open = await shop.sql<{ reference: string }>(
    `select reference from orders where method = 'account' and state = 'placed'`,
  )
  for (const { reference } of open) await cancelOrder(staff, reference)
  await shop.sql(
    `update company c set on_stop = false,
       credit_limit = greatest(0, account_balance(c.id) + account_to_invoice(c.id)) + $1 where account_number = 'NPH001'`,
    [pence],
  )
}
beforeEach(() => leaveCredit(10_000))

const place = async (quantity: number) =>
  (await placeAccountOrder(shop, trade, { 'FH-OIL-1': quantity })).reference

const isHeld = async (reference: string) => (await getOrderRow(shop, reference)).credit_hold

test('R-ORDER-11: an order beyond the credit limit is accepted and held, and both sides read why', async () => {
  const { reference: first } = await placeAccountOrder(shop, trade, { 'FH-OIL-1': 1 })
  const { visitor, reference } = await placeAccountOrder(shop, trade, { 'FH-OIL-1': 12 })
  expect(await isHeld(first)).toBe(false)
  const { state, on_stop, credit_hold, credit_check } = await getOrderRow(shop, reference)
  expect({ state, on_stop, credit_hold }).toEqual({ state: 'placed', on_stop: true, credit_hold: true })
  const { used, limit } = credit_check as { used: number; limit: number }
  expect(used).toBeGreaterThan(limit)

  const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(page).toMatch(/Held: over the credit limit: £[\d,.]+ of £[\d,.]+ used/)
  expect(page).toContain('Held: credit')
  const list = toText((await staff.getPage('/admin/orders?state=held')).text)
  expect(list).toMatch(/Over the credit limit: £[\d,.]+ of £[\d,.]+ used/)
  expect((await despatch(staff, reference, { 1: 1 })).message).toMatch(/^This order is held/)

  const words = 'it won’t be despatched until we’ve spoken about your account’s credit'
  for (const path of [`/order/${reference}/confirmation`, `/account/orders/${reference}`]) {
    const text = toText((await visitor.getPage(path)).text)
    expect(text).toContain(words)
    expect(text).not.toContain('on stop')
  }
  const [mail] = await shop.sql<{ payload: { nextStep: string; outcome: string } }>(
    `select facts as payload from mail_outbox where dedupe_key = $1`,
    [`order-received:${reference}`],
  )
  expect(mail!.payload.outcome).toBe('held')
  expect(mail!.payload.nextStep).toContain(words)
})

test('R-ORDER-11: an account without a limit is not checked', async () => {
  await shop.sql(`update company set credit_limit = null where account_number = 'NPH001'`)
  expect(await isHeld(await place(20))).toBe(false)
})

test('R-ORDER-12: it stays held until sales or accounts send it all the same, with a reason', async () => {
  const first = await place(3)
  const reference = await place(12)
  await cancelOrder(staff, first)
  expect(await isHeld(reference)).toBe(true)
  const login = async (right: string) => {
    await shop.sql(
      `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = array[$1] where email = 'retail@example.com'`,
      [right],
    )
    return shop.signIn('retail@example.com')
  }
  const warehouse = await login('warehouse')
  expect((await warehouse.getPage(`/admin/orders/${reference}`)).text).not.toContain('Send all the same')
  expect((await changeOrder(warehouse, reference, 'release', { reason: 'Go' })).body.message).toBe(
    'Only sales or accounts can send what is held for its account. Please ask one of them.',
  )
  const accounts = await login('accounts')
  expect((await accounts.getPage(`/admin/orders/${reference}`)).text).toContain('Send all the same')
  expect((await changeOrder(accounts, reference, 'release', {})).body.errors).toHaveProperty('release-reason')
  expect((await changeOrder(accounts, reference, 'release', { reason: 'Spoke to Helen' })).body.success).toBe(
    true,
  )
  expect(await isHeld(reference)).toBe(false)
  const [audit] = await shop.sql<{ detail: string }>(
    `select detail from audit where subject = $1 and action = 'order released'`,
    [`order ${reference}`],
  )
  expect(audit!.detail).toBe('placed: held for the credit of the account → not held: Spoke to Helen')
  expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
})

test('R-ORDER-12: staff can hold it too, and a released account leaves its credit alone', async () => {
  await shop.sql(`update company set on_stop = true where account_number = 'NPH001'`)
  const reference = await place(12)
  await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
  const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(page).toMatch(/Also held: the account is on stop; over the credit limit/)
  await shop.sql(`update company set on_stop = false where account_number = 'NPH001'`)
  expect(
    (await changeOrder(staff, reference, 'release', { reason: 'Checked', lift: 'staff' })).body.message,
  ).toContain('Its account’s credit holds it')
  expect((await getOrderRow(shop, reference)).on_stop).toBe(true)
  expect((await changeOrder(staff, reference, 'release', { reason: 'Checked' })).body.success).toBe(true)
  expect((await getOrderRow(shop, reference)).on_stop).toBe(false)
})

test('R-ORDER-11: an approval and an accepted quote are checked as well', async () => {
  const { id } = await requestApproval(shop, { 'FH-OIL-1': 12 })
  const head = await shop.signIn(headBuyerEmail)
  const { body } = await head.post<{ reference: string }>(`/account/approvals/${id}/approve`, {})
  expect(await isHeld(body.reference)).toBe(true)

  const quote = await requestQuote(shop, trade, { 'FH-OIL-1': 12 })
  await priceQuote(staff, quote.reference, ['20.00'])
  const send = createMemberSend('account', { quote_id: quote.id, delivery_method: 'QTD' })
  const saved = await sendSave(quote.buyer, send)
  await completeOrder(quote.buyer)
  expect(await isHeld(saved.body.reference!)).toBe(true)
})

test('R-ORDER-11: a correction that makes an order dearer is checked, and one that does not is not', async () => {
  const reference = await place(4)
  const correct = (quantity: number) =>
    correctMoney(staff, reference, { lines: [{ position: 1, code: 'FH-OIL-1', quantity: `${quantity}` }] })
  expect((await correct(3)).success).toBe(true)
  expect(await isHeld(reference)).toBe(false)
  const dearer = await correct(14)
  expect(dearer.message).toContain('It is held now')
  expect(await isHeld(reference)).toBe(true)
  const [mail] = await shop.sql<{ payload: { isHeldForAccount: boolean } }>(
    `select facts as payload from mail_outbox where kind = 'order-changed' order by id desc limit 1`,
  )
  expect(mail!.payload.isHeldForAccount).toBe(true)
  expect((await correct(2)).success).toBe(true)
  expect(await isHeld(reference)).toBe(true)
})

test('R-ORDER-13: 50 orders that are placed at once do not pass the limit together', async () => {
  await shop.sql(
    `insert into person (email, name, company_id, roles, permissions, password_hash, verified_at)
     select 'buyer-' || n || '@example.com', 'Buyer ' || n, p.company_id, p.roles, p.permissions, p.password_hash, now()
     from person p, generate_series(1, 50) n where p.email = $1`,
    [trade],
  )
  const one = await place(1)
  const { total } = await getOrderRow(shop, one)
  await leaveCredit(Number(total) * 7)
  const saved: { visitor: TestVisitor; reference: string }[] = []
  for (let n = 1; n <= 50; n++) {
    const visitor = await shop.signIn(`buyer-${n}@example.com`)
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const { body } = await sendSave(visitor, createMemberSend('account'))
    saved.push({ visitor, reference: body.reference! })
  }
  // Between reading the debt and the commit, so that those that do not wait for each other read the same debt.
  await shop.sql(
    `create function pause() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$`,
  )
  await shop.sql(
    `create trigger pause before update of credit_check on orders for each row execute function pause()`,
  )
  const replies = await runConcurrently(50, nth => completeOrder(saved[nth]!.visitor))
  await shop.sql('drop function pause cascade')
  expect(replies.filter(({ error }) => error !== false)).toEqual([])
  const rows = await shop.sql<{ credit_hold: boolean; orders: number }>(
    `select credit_hold, count(*)::int as orders from orders where reference = any($1) group by 1 order by 1`,
    [saved.map(({ reference }) => reference)],
  )
  expect(rows).toEqual([
    { credit_hold: false, orders: 7 },
    { credit_hold: true, orders: 43 },
  ])
}, 120_000)
