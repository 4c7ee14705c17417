import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckedShop } from '../support/checked-shop.ts'
import { findLogViolations, readInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { headBuyerEmail, requestApproval } from './approval-calls.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'
import { despatch } from './despatch-calls.ts'
import { enterPayment } from './ledger-calls.ts'
import { cancelOrder, createPaidOrder, refundOrder } from './order-admin-calls.ts'
import { newEntry, placeEntry } from './order-entry-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, requestQuote } from './quote-calls.ts'
import { moveReturn, requestReturn } from './return-calls.ts'
import { placeAccountOrder, signInWithBasket } from './shoppers.ts'

// The invariants themselves: each is broken once by SQL, in a transaction that is rolled back, and must be reported.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  const staff = await shop.signIn('staff@example.com')
  const succeed = async (done: Promise<{ success: boolean; message: string }>) =>
    expect(await done).toMatchObject({ success: true })

  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 4 })
  await succeed(despatch(staff, reference, { 1: 2 }))
  await succeed(despatch(staff, reference, { 1: 1 }))
  await enterPayment(staff, 'NPH001', { amount: '10.00' })
  expect((await requestReturn(visitor, reference, { 1: 1 })).success).toBe(true)
  const number = 'RMA-000001'
  await succeed(moveReturn(staff, number, 'authorise', { lines: [{ position: 1, quantity: '1' }] }))
  await succeed(moveReturn(staff, number, 'receive', { lines: [{ position: 1, quantity: '1' }] }))
  const inspected = [{ position: 1, restocked: '1', scrapped: '0', note: '' }]
  await succeed(moveReturn(staff, number, 'inspect', { lines: inspected }))
  const credited = { lines: [{ position: 1, quantity: '1' }], confirm: true }
  await succeed(moveReturn(staff, number, 'credit', credited))

  const paid = await createPaidOrder(shop, { 'FH-SEAL-1': 3 })
  await succeed(despatch(staff, paid.reference, { 1: 3 }))
  await succeed(refundOrder(staff, paid.reference, '1.00'))
  await succeed(cancelOrder(staff, (await createPaidOrder(shop, { 'FH-SEAL-1': 3 })).reference))

  const sale = newEntry({ delivery: 'COL', end: 'paid', payment_kind: 'cash', till: '1', source: 'counter' })
  expect((await placeEntry(staff, sale)).success).toBe(true)

  const { id } = await requestApproval(shop)
  const head = await shop.signIn(headBuyerEmail)
  await succeed(
    head
      .post<{ success: boolean; message: string }>(`/account/approvals/${id}/approve`)
      .then(({ body }) => body),
  )
  const quote = await requestQuote(shop, 'trade@example.com', { 'FH-AIR-1': 1 })
  await priceQuote(staff, quote.reference, ['41.00'])
  await loadQuote(quote.buyer, quote.id)
  await sendSave(quote.buyer, createQuoteSend('account', quote.id))
  expect((await completeOrder(quote.buyer)).error).toBe(false)

  const sample = await signInWithBasket(shop, 'staff@example.com', { 'FH-SEAL-1': 3 })
  const { body } = await sendSave(sample, createMemberSend('godmode', { free_reason: 'sample' }))
  expect((await completeOrder(sample)).error).toBe(false)
  await succeed(despatch(staff, body.reference!, { 1: 1 }))

  const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await buyer.post('/basket/discount', { code: 'ONCE' })
  await sendSave(buyer, createMemberSend('account'))
  expect((await completeOrder(buyer)).error).toBe(false)
  // An unfinished order.
  await fillBasket(shop, buyer, { 'FH-OIL-1': 1 })
  expect((await sendSave(buyer, createMemberSend('account'))).body.error).toBe(false)
}, 60_000)
afterAll(() => shop?.close())

const withoutTrigger = (table: string, fault: string) => `alter table ${table} disable trigger user; ${fault}`
const changeDocument = (fault: string) =>
  withoutTrigger('sales_document', `update sales_document set ${fault}`)
const changeDocumentLine = (fault: string) =>
  withoutTrigger('sales_document_line', `update sales_document_line set ${fault}`)

/** The beginning of each invariant's name, and statements that break it. */
const faults: readonly [invariant: string, ...statements: string[]][] = [
  ['the words that staff find', `update order_search set words = array_to_tsvector(array['nothing'])`],
  [
    'I1: at most one active order for a version',
    `drop index orders_basket_version; update orders set basket_version = 1,
     basket_id = (select max(basket_id) from orders) where source_id is null`,
  ],
  [
    'I1: a loaded order',
    `drop index orders_source; update orders set basket_id = null,
     source_id = (select max(source_id) from orders) where kind = 'order'`,
  ],
  ['I1: what was approved', `update orders set source_id = null where source_id is not null`],
  [
    'I9: approvals',
    `update orders o set person_id = s.person_id from orders s where s.id = o.source_id and s.kind = 'approval_request'`,
    `update orders o set company_id = null from orders s where s.id = o.source_id and s.kind = 'approval_request'`,
  ],
  [
    'R-PRICE-2: at most one rule',
    `alter table price_rule drop constraint price_rule_overlap; insert into price_list (name) values ('Twice');
     insert into price_rule (price_list_id, scope, kind, value, valid_from)
       select id, 'all', 'percent_off', value, '2026-11-01' from price_list, (values (500), (600)) v (value)`,
  ],
  ['I4: a voucher', `update voucher set total_limit = 0`],
  ['I4: and by each customer', `update voucher set customer_limit = 0`],
  [
    'R-CASH-1: the cash sheets',
    `delete from order_payment`,
    `update payment_attempt set state = 'voided' where provider = 'cash'`,
  ],
  [
    'R-ORDER-11: an account is beyond',
    `update orders set credit_check = '{"limit": 100, "used": 101}', credit_hold = false where kind = 'order'`,
    `update company set credit_limit = 0; update orders set credit_hold = false, credit_released_at = null,
       credit_check = '{"limit": 0, "used": 0}'`,
  ],
  ['I6: one e-mail to the buyer', `delete from mail_outbox where kind = 'approval-given'`],
  [
    'I5',
    `update orders set vat = vat + 1, total = total + 1`,
    `update orders set subtotal = subtotal + 1, total = total + 1`,
    `update order_line set quantity = quantity + 1, line_total = line_total + unit_price`,
  ],
  ['I6: one e-mail for each placed order', `delete from mail_outbox where kind = 'order-received'`],
  [
    'I6: one e-mail for each pricing',
    `delete from mail_outbox where kind = 'quote-ready'`,
    `delete from quote_offer_line`,
  ],
  ['I6: one e-mail for each cancelled', `delete from mail_outbox where kind = 'order-cancelled'`],
  ['I2: no more is refunded', `update payment_refund set amount = 1000000`],
  [
    'I6: each e-mail is sent',
    `insert into mail_outbox (kind, recipient, facts, dedupe_key) values ('order-received', 'a@example.com', '{}', 'x')`,
  ],
  [
    'R-INVOICE-4: documents are numbered',
    `update sales_document_counter set last = last + 1`,
    `delete from sales_document_counter where kind = 'credit_note'`,
    changeDocument(`issued_at = issued_at - interval '1 day', issued_on = issued_on - 1 where number = 2`),
    changeDocument(`issued_on = issued_on - 1`),
    // The later row has the lower number.
    `${changeDocument(`number = 1000 - number where kind = 'invoice'`)};
     update sales_document set number = number - 1000 + (select last + 1 from sales_document_counter c
       where c.kind = 'invoice') where kind = 'invoice'`,
  ],
  ['R-INVOICE-4: the lines of a document', changeDocumentLine('net = net + 1')],
  [
    'R-INVOICE-4: what has left',
    changeDocumentLine(`quantity = quantity + 10 where kind = 'goods'`),
    changeDocumentLine(`position = position + 1 where kind = 'goods'`),
    changeDocument(`total = total + 10000, net = net + 10000`),
    `update orders set invoiced_at = null`,
    `update orders set free_reason = null where method = 'godmode'`,
  ],
  [
    'R-CREDIT-1: no more is credited',
    changeDocument(`net = net + 10000, total = total + 10000 where kind = 'credit_note'`),
    `update order_line set withdrawn_quantity = 1 where quantity = 4`,
  ],
  [
    'R-CREDIT-1: what is credited is not sent',
    changeDocumentLine(
      `quantity = 4 where kind = 'goods' and document_id in (select id from sales_document where kind = 'credit_note')`,
    ),
  ],
  ['R-CREDIT-2: a refund', `update payment_refund set amount = amount + 1`],
  ['R-CREDIT-2: what a card paid', `update payment_attempt set amount = amount + 1 where state = 'paid'`],
  [
    'R-CORRECT-10',
    `update orders set payment_due = true where method = 'account'`,
    `update payment_attempt set amount = 1 where state = 'paid'`,
    `update orders set method = 'free', total = 0, vat = 0, subtotal = 0, discount = 0, delivery_cost = 0 where method = 'card'`,
  ],
  [
    'I9: histories',
    withoutTrigger(
      'order_history',
      `delete from order_history where id = (select max(id) from order_history)`,
    ),
    withoutTrigger('order_history', `update order_history set actor = ''`),
  ],
  ['I3: only lines of orders', `update order_line set is_ended = true`],
  ['I3: no more is set aside', `update order_line set set_aside_quantity = quantity + 1`],
  [
    'R-RETURN-3: no more comes back',
    `update return_line set requested = 5, authorised = 5, received = null,
     restocked = null, scrapped = null, credited = null; update return_request set state = 'authorised'`,
  ],
  [
    'R-RETURN-8',
    `update return_line set restocked = 0, scrapped = 1`,
    withoutTrigger('stock_movement', `delete from stock_movement where request_key like 'RMA-%'`),
  ],
  ['R-RETURN-3: what credits', `update order_line set restocked_quantity = 1 where despatched_quantity > 0`],
  ['R-RETURN-3: a return has', `update return_request set state = 'inspected'`],
  ['R-RETURN-9', `update return_request set credit_note_id = null`],
  [
    'I3: stock',
    `update stock set available = available - 1`,
    `update stock set on_hand = on_hand + 1`,
    `update stock set on_hand = on_hand + 1, available = available + 1`,
    withoutTrigger(
      'stock_movement',
      `update stock_movement set change = change - 1 where parcel_id is not null`,
    ),
  ],
  [
    'I3: what lines and parcels say',
    `update order_line set despatched_quantity = despatched_quantity - 1 where despatched_quantity > 0`,
    `update parcel_line set quantity = quantity + 1`,
  ],
  [
    'I2: money',
    `update payment_attempt set state = 'declined' where state = 'paid'`,
    `update payment_attempt set amount = amount - 1 where state = 'paid'`,
    `delete from payment_refund`,
  ],
  ['I10', `update orders set hold_until = hold_until + interval '1 hour'`],
  [
    'I11: what is allocated',
    withoutTrigger('account_allocation', `update account_allocation set amount = 1000000`),
    `update account_payment set cancelled_at = now(), cancelled_by = staff_id, cancel_reason = 'x'`,
  ],
  [
    'I11: what the shop says',
    changeDocument(`net = net + 1, total = total + 1`),
    `update account_payment set cancelled_at = now(), cancelled_by = staff_id, cancel_reason = 'x'`,
  ],
]

/** What the invariants report after these statements, which are taken back. */
async function readAfter(statement: string): Promise<Record<string, unknown[]>> {
  const undone = new Error('undone')
  let results: Record<string, unknown[]> = {}
  const attempt = shop.context.db.transaction().execute(async trx => {
    const sql: CheckedShop['sql'] = async <T>(text: string, values: unknown[] = []) =>
      (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as T[]
    for (const part of statement.split(';')) if (part.trim()) await sql(part)
    const { simulator, initialStock, log, context } = shop
    results = await readInvariants({ sql, simulator, initialStock, log, context: { ...context, db: trx } })
    throw undone
  })
  await expect(attempt).rejects.toBe(undone)
  return results
}

describe('an invariant that is broken is reported', () => {
  test.each(faults.flatMap(([name, ...statements]) => statements.map(statement => ({ name, statement }))))(
    '$name: $statement',
    async ({ name, statement }) => {
      const results = await readAfter(statement)
      const [violated] = Object.entries(results).filter(([invariant]) => invariant.startsWith(name))
      expect(violated![1]).not.toHaveLength(0)
    },
  )

  test('each of them was', async () => {
    const names = Object.keys(await readInvariants(shop))
    expect(names.filter(name => !faults.some(([beginning]) => name.startsWith(beginning)))).toEqual([])
    for (const [beginning] of faults)
      expect(
        names.filter(name => name.startsWith(beginning)),
        beginning,
      ).toHaveLength(1)
  })
})

test('a secret and a failure in the log are reported, the failure once', async () => {
  const lines = [
    '{"level":50,"msg":"Request failed.","err":{"message":"out of paper"}}',
    '{"msg":"filters-2026"}',
  ]
  const logged: CheckedShop = { ...shop, log: () => lines }
  expect(await findLogViolations(logged, /out of ink/)).toEqual({
    'I8: no secret is in the log': [lines[1]],
    'no unexpected failure of the server': [lines[0]],
  })
  expect(Object.keys(await findLogViolations(logged, null))).toEqual(['I8: no secret is in the log'])
  expect(await findLogViolations({ ...shop, log: () => lines.slice(0, 1) }, /out of paper/)).toEqual({})
})
