import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'
import { correctMoney } from './correction-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { createPaidOrder, getSeenOrderVersion, listRefunds } from './order-admin-calls.ts'
import {
  getSeenReturnVersion,
  moveReturn,
  placeDespatchedOrder,
  type ReturnActionReply,
  requestReturn,
} from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { adjustStock, openAdjustForm } from './stock-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_RETURNS_PER_HOUR: '1000' } })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }

/** A requested return of these pieces of a despatched order. */
async function createReturn(
  quantities: Record<number, number> = { 1: 3, 2: 2 },
  reason = 'not_needed',
  email = tom,
) {
  const { visitor, reference } = await placeDespatchedOrder(shop, staff, goods, email)
  const { number } = await requestReturn(visitor, reference, quantities, { reason })
  return { visitor, reference, number: number! }
}

const toLines = (quantities: Record<number, number | string>) => ({
  lines: Object.entries(quantities).map(([position, quantity]) => ({ position: Number(position), quantity })),
})
const toInspection = (lines: [restocked: number | string, scrapped: number | string][]) => ({
  lines: lines.map(([restocked, scrapped], nth) => ({ position: nth + 1, restocked, scrapped, note: '' })),
})
const move = (number: string, step: string, body: object = {}) => moveReturn(staff, number, step, body)
const done = (message: string): ReturnActionReply => ({ success: true, message, errors: {} })

/** Everything of it came back and is inspected. */
async function createInspectedReturn(
  quantities: Record<number, number>,
  reason = 'not_needed',
  charge = true,
) {
  const made = await createReturn(quantities, reason)
  await move(made.number, 'authorise', { ...toLines(quantities), charge })
  await move(made.number, 'receive', toLines(quantities))
  const pieces = Object.entries(quantities).map(([position, quantity]) => ({
    position: Number(position),
    restocked: quantity,
    scrapped: 0,
    note: '',
  }))
  await move(made.number, 'inspect', { lines: pieces })
  return made
}
const listCredits = (reference: string) =>
  shop.sql<{ number: number; net: number; vat: number; total: number; reason: string; titles: string }>(
    `select d.number, d.net, d.vat, d.total, d.reason,
       (select string_agg(l.title || ' ' || l.net, '; ' order by l.nth) from sales_document_line l where l.document_id = d.id) as titles
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 and d.kind = 'credit_note' order by d.id`,
    [reference],
  )

test('R-RETURN-8: a return of an order that is free of charge is closed once it is inspected, and promises no credit', async () => {
  await fillBasket(shop, staff, { 'FH-OIL-1': 2 })
  const reference = (await sendSave(staff, createMemberSend('godmode', { free_reason: 'warranty' }))).body
    .reference!
  expect(await completeOrder(staff)).toMatchObject({ error: false })
  await despatch(staff, reference, { 1: 2 })
  const { number } = await requestReturn(staff, reference, { 1: 1 })
  await move(number!, 'authorise', toLines({ 1: 1 }))
  await move(number!, 'receive', toLines({ 1: 1 }))
  expect(await move(number!, 'inspect', toInspection([[1, 0]]))).toEqual(
    done(`${number} has been closed, and staff@example.com will get an email.`),
  )
  const page = toText((await staff.getPage(`/account/returns/${number}`)).text)
  expect(page).toContain('Nothing was paid for this order, so there is nothing to credit.')
  expect(page).not.toContain('Your credit is next')
  expect(toText((await staff.getPage('/admin/returns?state=inspected')).text)).not.toContain(number)
  const emails = await shop.sql(
    `select kind from mail_outbox where facts->>'number' = $1 and kind = 'return-closed'`,
    [number],
  )
  expect(emails).toHaveLength(1)
})

describe('R-RETURN-9: an inspected return is credited', () => {
  test('on account, less the charge that was agreed; first the form says what it comes to', async () => {
    const { number, reference, visitor } = await createInspectedReturn({ 1: 2 })
    const body = { ...toLines({ 1: 2 }), charge: true }
    expect((await move(number, 'credit', body)).errors).toEqual({
      'credit-confirm': 'This comes to £25.50 inc VAT. Tick the box to go ahead.',
    })
    expect(await listCredits(reference)).toEqual([])
    const reply = await move(number, 'credit', { ...body, confirm: true })
    const [credit] = await listCredits(reference)
    expect(credit).toMatchObject({
      net: 2125,
      vat: 425,
      total: 2550,
      reason: `Return ${number}: no longer needed`,
      titles: 'Oil filter, spin-on 2500; Less handling charge of 15% -375',
    })
    const formatted = `CN-${String(credit!.number).padStart(6, '0')}`
    expect(reply).toEqual(done(`Credit note ${formatted} for £25.50 has been issued.`))
    const { text } = await visitor.getPage(`/account/returns/${number}`)
    expect(toText(text)).toContain(`£25.50 inc VAT has been credited: Credit note ${formatted} (PDF)`)
    expect(text).toContain(`/account/orders/${reference}/documents/${formatted}.pdf`)
    const mails = await shop.sql(`select kind from mail_outbox where facts->>'number' = $1`, [formatted])
    expect(mails).toHaveLength(1)
    // What was kept can still be credited, and nothing else of these pieces.
    const again = await requestReturn(visitor, reference, { 1: 4 })
    expect(again.message).toBe('At most 2 of FH-OIL-1 can be returned.')
  })

  test('a whole faulty order, with its delivery charge, to the last penny', async () => {
    const { number, reference } = await createInspectedReturn({ 1: 4, 2: 2 }, 'faulty')
    const page = toText((await staff.getPage(`/admin/returns/${number}`)).text)
    const [order] = await shop.sql<{ total: number }>('select total from orders where reference = $1', [
      reference,
    ])
    expect(page).toContain(`As proposed it comes to £${(order!.total / 100).toFixed(2)} inc VAT.`)
    const body = { ...toLines({ 1: 4, 2: 2 }), delivery: true, confirm: true }
    expect((await move(number, 'credit', body)).success).toBe(true)
    expect((await listCredits(reference))[0]!.total).toBe(order!.total)
  })

  test('to the card that paid, once, however often and by how many it is pressed', async () => {
    const paid = await createPaidOrder(shop)
    await despatch(staff, paid.reference, { 1: 3 })
    const guest = shop.createVisitor()
    await guest.post('/login', { email: paid.sent.contact.email, password: 'guest-password-1' })
    const { number } = await requestReturn(guest, paid.reference, { 1: 2 }, { reason: 'does_not_fit' })
    await move(number!, 'authorise', toLines({ 1: 2 }))
    await move(number!, 'receive', toLines({ 1: 2 }))
    await move(number!, 'inspect', toInspection([[2, 0]]))
    const seen = await getSeenReturnVersion(staff, number!)
    const request = randomUUID()
    const replies = await runConcurrently(12, nth =>
      move(number!, 'credit', {
        ...toLines({ 1: 2 }),
        confirm: true,
        seen,
        request: nth < 10 ? request : randomUUID(),
      }),
    )
    expect(replies.some(({ success }) => success)).toBe(true)
    expect((await listCredits(paid.reference)).map(({ total }) => total)).toEqual([960])
    expect(await listRefunds(shop, paid.reference)).toEqual([{ kind: 'refund', amount: 960, state: 'done' }])
    expect(paid.ledger().refunded).toBe(960)
    // The same press reads what it has done, not a colleague's change.
    const again = await move(number!, 'credit', { ...toLines({ 1: 2 }), confirm: true, seen, request })
    const [issued] = await listCredits(paid.reference)
    expect(again).toEqual(
      done(
        `Credit note CN-${String(issued!.number).padStart(6, '0')} for £9.60 has been issued. £9.60 was refunded to the card.`,
      ),
    )
  })

  test('not more than came, nor what was credited before', async () => {
    const { number, reference } = await createInspectedReturn({ 1: 4 })
    expect((await move(number, 'credit', { ...toLines({ 1: 5 }), confirm: true })).errors).toEqual({
      'credit-1': 'Only 4 came.',
    })
    expect((await move(number, 'credit', { ...toLines({ 1: '' }), confirm: true })).errors).toEqual({
      'credit-1': 'Enter how many to credit, or close the return.',
    })
    const seen = await getSeenOrderVersion(staff, reference)
    const credited = await staff.post(`/admin/orders/${reference}/refund`, {
      seen,
      request: randomUUID(),
      lines: [{ position: 1, quantity: '2' }],
      amount: '',
      reason: 'Two were bent',
      confirm: true,
    })
    expect(credited.body.success).toBe(true)
    expect((await move(number, 'credit', { ...toLines({ 1: 4 }), confirm: true })).errors).toEqual({
      'credit-1': 'Only 2 of FH-OIL-1 are left to credit.',
    })
    expect((await move(number, 'credit', { ...toLines({ 1: 2 }), confirm: true })).success).toBe(true)
  })

  test('not refused and stored as credited all the same', async () => {
    const { number, reference } = await createInspectedReturn({ 1: 4 })
    const credited = await staff.post(`/admin/orders/${reference}/refund`, {
      seen: await getSeenOrderVersion(staff, reference),
      request: randomUUID(),
      lines: [{ position: 1, quantity: '4' }],
      amount: '',
      reason: 'Credited by hand',
      confirm: true,
    })
    expect(credited.body.success).toBe(true)
    expect((await move(number, 'credit', { ...toLines({ 1: 3 }), confirm: true })).errors).toEqual({
      'credit-1': 'Nothing of FH-OIL-1 is left to credit.',
    })
    const lines = await shop.sql(
      `select l.credited from return_line l join return_request r on r.id = l.return_id where r.id = $1`,
      [Number(number.slice('RMA-'.length))],
    )
    expect(lines).toEqual([{ credited: null }])
  })

  test('or closed with a reason, and then not credited', async () => {
    const { number, reference } = await createInspectedReturn({ 1: 1 })
    expect((await move(number, 'close', { reason: 'It has been used.' })).success).toBe(true)
    expect((await move(number, 'credit', { ...toLines({ 1: 1 }), confirm: true })).success).toBe(false)
    expect(await listCredits(reference)).toEqual([])
  })
})

describe('R-RETURN-3: what a refund has put back on hand is that of its line', () => {
  const credit = async (reference: string, position: number, quantity: number) => {
    const seen = await getSeenOrderVersion(staff, reference)
    const refund = { reason: 'Came bent', confirm: true, restock: true, seen, request: randomUUID() }
    const lines = [{ position, quantity: String(quantity) }]
    return (
      await staff.post<ReturnActionReply>(`/admin/orders/${reference}/refund`, {
        ...refund,
        lines,
        amount: '',
      })
    ).body
  }

  test('also when two lines of an order are the same part', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, tom, goods)
    const lines = [{ position: 2, quantity: 2, code: 'FH-OIL-1' }]
    expect((await correctMoney(staff, reference, { lines })).success).toBe(true)
    await despatch(staff, reference, { 1: 4, 2: 2 })
    expect((await credit(reference, 2, 2)).message).toContain('2 pieces were put on hand.')
    expect((await requestReturn(visitor, reference, { 2: 1 })).success).toBe(false)
    expect((await requestReturn(visitor, reference, { 1: 4 })).success).toBe(true)
  })

  test('and what staff note when they count returned goods is none', async () => {
    const { visitor, reference } = await placeDespatchedOrder(shop, staff, goods)
    const form = await openAdjustForm(staff, 'FH-OIL-1')
    const typed = { mode: 'change', quantity: '+4', reason: 'return', note: `order ${reference}` }
    expect((await adjustStock(staff, 'FH-OIL-1', { ...form, ...typed })).success).toBe(true)
    expect((await requestReturn(visitor, reference, { 1: 4 })).success).toBe(true)
    expect(toText((await staff.getPage('/admin/stock/FH-OIL-1')).text)).toContain(`order ${reference}`)
  })
})
