import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { getOrderState } from './checkout-calls.ts'
import { correctOrder } from './correction-calls.ts'
import { toText } from './despatch-calls.ts'
import { findPersonId, newEntry, sendEntry } from './order-entry-calls.ts'
import { getSeenQuoteVersion, priceQuote, requestQuote } from './quote-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-QUOTE-16: a quote that staff order for its customer.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  for (const code of ['FH-OIL-1', 'FH-SEAL-1']) await shop.setStock(code, 500)
})
afterAll(() => shop.close())

interface Placed {
  success: boolean
  message: string
  errors: Record<string, string>
  url: string | null
}

const sendQuote = async (email = 'trade@example.com') => {
  const { reference } = await requestQuote(shop, email, { 'FH-OIL-1': 10 })
  expect((await priceQuote(staff, reference, ['11.00'])).body.success).toBe(true)
  return reference
}

const createPlacing = async (reference: string, changes: Record<string, unknown> = {}) => ({
  ...{ seen: await getSeenQuoteVersion(staff, reference), request_key: randomUUID() },
  ...{ agreed_by: 'phone', agreed: 'Tom Rade, 9:15', purchase_order: 'PO-9', end: 'account' },
  ...{ payment_kind: 'cash', payment_reference: '', till: '' },
  ...changes,
})
const send = async (reference: string, placing: object, visitor = staff) =>
  (await visitor.post<Placed>(`/admin/quotes/${reference}/place`, placing)).body
const place = async (reference: string, changes: Record<string, unknown> = {}) =>
  send(reference, await createPlacing(reference, changes))

const getOrder = async ({ url }: Placed) =>
  (
    await shop.sql<Record<string, unknown>>(
      `select o.*, s.reference as quote, (select why from order_history h where h.order_id = o.id and h.to_state = 'placed' limit 1) as why
       from orders o join orders s on s.id = o.source_id where o.reference = $1`,
      [url!.split('/').pop()],
    )
  )[0]!

describe('a sent quote', () => {
  test('is ordered at its prices on account, and history and audit say how the customer agreed', async () => {
    const reference = await sendQuote()
    expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain(
      `/admin/quotes/${reference}/place`,
    )
    const page = toText((await staff.getPage(`/admin/quotes/${reference}/place`)).text)
    expect(page).toContain('£147.00 inc VAT and carriage, as quoted.')
    const reply = await place(reference)
    expect(reply).toMatchObject({ success: true })
    expect(await getOrder(reply)).toMatchObject({
      ...{ state: 'placed', method: 'account', total: 14700, delivery_code: 'QTD', source: 'phone' },
      ...{ quote: reference, purchase_order: 'PO-9', on_stop: false },
      why: 'agreed on the telephone: Tom Rade, 9:15',
    })
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
    const [entry] = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'quote placed for the customer' order by id desc limit 1`,
    )
    expect(entry!.detail).toContain(reference)
    const emails = await shop.sql(`select from mail_outbox where dedupe_key = $1`, [
      `order-received:${reply.url!.split('/').pop()}`,
    ])
    expect(emails).toHaveLength(1)
  })

  test.each([
    [
      'paid',
      { end: 'paid', payment_kind: 'terminal' },
      { method: 'counter', on_stop: false, payment_due: false },
    ],
    ['link', { end: 'link', agreed_by: 'email' }, { method: 'card', payment_due: true, source: 'email' }],
    [
      'proforma',
      { end: 'proforma', agreed_by: 'purchase_order' },
      { method: 'counter', on_stop: true, payment_due: true },
    ],
  ])('can end as %s', async (_end, changes, order) => {
    const reply = await place(await sendQuote(), changes)
    expect(await getOrder(reply)).toMatchObject({ state: 'placed', total: 14700, ...order })
  })

  test('that staff made for somebody without an account is paid by bank transfer', async () => {
    const made = await sendEntry(staff, newEntry({ end: 'quote', lines: 'FH-SEAL-1 10', step: 'place' }))
    const reference = made.url!.split('/').pop()!
    await priceQuote(staff, reference, ['3.00'])
    expect((await place(reference)).errors.end).toContain('may not order on account')
    expect(
      (await place(reference, { end: 'paid', payment_kind: 'bank' })).errors.payment_reference,
    ).toContain('Enter the reference')
    const reply = await place(reference, { end: 'paid', payment_kind: 'bank', payment_reference: 'WEBB' })
    expect(await getOrder(reply)).toMatchObject({ person_id: null, method: 'counter', total: 5100 })
  })

  test('is held when it takes the account over its limit, or the account is on stop', async () => {
    const reference = await sendQuote()
    await shop.sql(`update company set credit_limit = 1 where account_number = 'NPH001'`)
    const reply = await place(reference)
    await shop.sql(`update company set credit_limit = null where account_number = 'NPH001'`)
    expect(reply.message).toContain('over the credit limit')
    expect(await getOrder(reply)).toMatchObject({ on_stop: true, credit_hold: true })
    const stopped = await place(await sendQuote('stopped@example.com'))
    expect(stopped.message).toContain('on stop')
    expect(await getOrder(stopped)).toMatchObject({ on_stop: true, method: 'account' })
  })
})

describe('refused', () => {
  test('without how the customer agreed; what was typed stays', async () => {
    const reference = await sendQuote()
    expect((await place(reference, { agreed_by: '', agreed: '' })).errors).toEqual({
      agreed_by: 'Choose how the customer agreed.',
      agreed: 'Say who agreed, and when.',
    })
  })

  test('a quote that has expired, was withdrawn, or was not sent', async () => {
    const expired = await sendQuote()
    await shop.sql(
      `update quote_offer set expires_at = now() - interval '10 years' where order_id = (select id from orders where reference = $1)`,
      [expired],
    )
    expect((await place(expired)).message).toContain('This quote has expired.')
    const withdrawn = await sendQuote()
    const seen = await getSeenQuoteVersion(staff, withdrawn)
    const placing = await createPlacing(withdrawn)
    await staff.post(`/admin/quotes/${withdrawn}/withdraw`, { seen, reason: 'Too late' })
    expect((await send(withdrawn, placing)).message).toContain('was withdrawn')
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    expect((await place(reference)).message).toContain('has not been sent yet')
    for (const each of [expired, withdrawn, reference])
      expect((await staff.getPage(`/admin/quotes/${each}/place`)).headers.get('location')).toBe(
        `/admin/quotes/${each}`,
      )
  })

  test('the second of two, and a press that is repeated makes one order', async () => {
    const reference = await sendQuote()
    const placing = await createPlacing(reference)
    const replies = await runConcurrently(4, () => send(reference, placing))
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1)
    expect(replies.every(({ success }) => success)).toBe(true)
    const second = await send(reference, { ...placing, request_key: randomUUID() })
    expect(second).toMatchObject({
      success: false,
      message: expect.stringContaining('has already been ordered'),
    })
  })

  test('an offer that has changed since, parts that are gone, and orders that a head buyer approves', async () => {
    const reference = await sendQuote()
    const placing = await createPlacing(reference)
    await priceQuote(staff, reference, ['10.00'])
    expect((await send(reference, placing)).message).toContain('has changed this quote since you opened it')
    await shop.setStock('FH-OIL-1', 3)
    expect((await place(reference)).message).toContain('Stock has just changed for FH-OIL-1')
    await shop.setStock('FH-OIL-1', 500)
    const id = await findPersonId(shop, 'trade@example.com')
    await shop.sql('update person set orders_require_approval = true where id = $1', [id])
    const refused = await place(reference)
    await shop.sql('update person set orders_require_approval = false where id = $1', [id])
    expect(refused.errors.end).toContain('A head buyer approves Tom Rade’s orders.')
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
  })
})

test('R-ORDER-24: a price below cost is a manager’s, in a quote and in a correction', async () => {
  const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
  const order = await placeAccountOrder(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
  const line = { lines: [{ position: 1, quantity: '3', code: 'FH-OIL-1', price: '8.99' }] }
  await shop.sql(`update product set cost = 900 where code = 'FH-OIL-1'`)
  await shop.sql(`update person set permissions = '{}' where email = 'staff@example.com'`)
  const { body } = await priceQuote(staff, reference, ['8.99'])
  const correction = await correctOrder(staff, order.reference, line)
  const atCost = await priceQuote(staff, reference, ['9.00'])
  await shop.sql(`update person set permissions = '{godmode}' where email = 'staff@example.com'`)
  expect(body.errors['price-0']).toContain('Only a manager may sell below cost')
  expect(correction.message).toContain('only a manager may sell it so')
  expect(atCost.body.success).toBe(true)
  expect((await priceQuote(staff, reference, ['8.99'])).body.success).toBe(true)
  expect((await correctOrder(staff, order.reference, line)).sums).not.toBeNull()
  await shop.sql(`update product set cost = null`)
})
