import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retryOpenRefunds } from '../../src/features/payments/service.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { correctMoney, correctOrder } from './correction-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import {
  cancelOrder,
  createPaidOrder,
  getSeenOrderVersion,
  listRefunds,
  type OrderActionReply,
} from './order-admin-calls.ts'
import { moveReturn, requestReturn } from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

interface Refund {
  lines?: Record<number, number>
  delivery?: boolean
  amount?: string
  restock?: boolean
  reason?: string
  request?: string
  seen?: string
  confirm?: boolean
}

async function credit(reference: string, { lines = {}, ...changes }: Refund): Promise<OrderActionReply> {
  const seen = changes.seen ?? (await getSeenOrderVersion(staff, reference))
  const positions = Object.entries(lines).map(([position, quantity]) => ({
    position: Number(position),
    quantity: String(quantity),
  }))
  return creditLines(reference, positions, { ...changes, seen })
}

async function creditLines(
  reference: string,
  lines: { position: number; quantity: string }[],
  changes: Omit<Refund, 'lines'> = {},
): Promise<OrderActionReply> {
  const seen = changes.seen ?? (await getSeenOrderVersion(staff, reference))
  const body = {
    reason: 'Came bent',
    confirm: true,
    amount: '',
    request: randomUUID(),
    lines,
    ...changes,
  }
  return (await staff.post<OrderActionReply>(`/admin/orders/${reference}/refund`, { ...body, seen })).body
}

interface CreditRow {
  number: string
  net: number
  vat: number
  total: number
  reason: string
}

const listDocuments = (reference: string, kind: 'invoice' | 'credit_note') =>
  shop.sql<CreditRow>(
    `select case d.kind when 'invoice' then 'INV-' else 'CN-' end || lpad(d.number::text, 6, '0') as number,
       d.net, d.vat, d.total, d.reason
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 and d.kind = $2 order by d.id`,
    [reference, kind],
  )

const listCredits = (reference: string) => listDocuments(reference, 'credit_note')

const getOrderPage = async (reference: string) =>
  toText((await staff.getPage(`/admin/orders/${reference}`)).text)

const listRefundsToCheck = async () => (await staff.getPage('/admin/orders?state=refunds')).text

/** Of the buttons on the page. */
async function listRefusedIds(reference: string): Promise<string[]> {
  const { text } = await staff.getPage(`/admin/orders/${reference}`)
  return [...text.matchAll(/\/refunds\/(\d+)\/send-again/g)].map(([, id]) => id!)
}

async function repeatRefund(reference: string, id: string, seen?: string): Promise<OrderActionReply> {
  const body = { seen: seen ?? (await getSeenOrderVersion(staff, reference)) }
  return (await staff.post<OrderActionReply>(`/admin/orders/${reference}/refunds/${id}/send-again`, body))
    .body
}

const getOnHand = async (code: string) =>
  (
    await shop.sql<{ on_hand: number }>(
      'select on_hand from stock s join product p on p.id = s.product_id where p.code = $1',
      [code],
    )
  )[0]!.on_hand

const placeSentOrder = async (goods: Record<string, number> = { 'FH-OIL-1': 3, 'FH-SEAL-1': 2 }) => {
  const order = await placeAccountOrder(shop, 'trade@example.com', goods)
  const pieces = Object.values(goods).map((quantity, index) => [index + 1, quantity])
  expect((await despatch(staff, order.reference, Object.fromEntries(pieces))).success).toBe(true)
  return order
}

describe('R-CREDIT-1: staff credit what was invoiced on account', () => {
  test('by line and quantity, each piece once, and the delivery charge, with a credit note for each', async () => {
    const { visitor, reference } = await placeSentOrder()
    // 3 × £12.50, 2 × £4.00, delivery £8.00.
    const first = await credit(reference, { lines: { 1: 1 } })
    expect(first).toMatchObject({
      success: true,
      message: expect.stringMatching(/^Credit note CN-\d{6} for £15\.00/),
    })
    expect((await credit(reference, { lines: { 1: 2 }, delivery: true })).success).toBe(true)
    expect(await listCredits(reference)).toMatchObject([
      { net: 1250, vat: 250, reason: 'Came bent' },
      { net: 3300, vat: 660 },
    ])
    expect(await credit(reference, { lines: { 1: 1 } })).toMatchObject({
      success: false,
      message: expect.stringContaining('left to credit'),
    })
    expect((await credit(reference, { delivery: true })).message).toContain('no delivery charge left')
    expect((await credit(reference, { lines: { 2: 3 } })).message).toContain('Only 2 of FH-SEAL-1 are left')
    const twice = [1, 1].map(quantity => ({ position: 2, quantity: String(quantity) }))
    expect((await creditLines(reference, twice)).message).toBe(
      'The same line is there twice, so nothing was done.',
    )

    const [{ number } = { number: '' }] = await listCredits(reference)
    const { content } = await visitor.getFile(`/account/orders/${reference}/documents/${number}.pdf`)
    const text = readPdfText(content).join('\n')
    const [invoice] = await listDocuments(reference, 'invoice')
    for (const words of [
      'Credit note',
      number,
      invoice!.number,
      'Came bent',
      '£15.00',
      'FH-OIL-1',
      'your account NPH001',
    ])
      expect(text).toContain(words)
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).toContain(`Credit note ${number}`)
    expect(page).toContain('−£15.00')
  })

  test('as an amount, up to what is left', async () => {
    const { reference } = await placeSentOrder()
    expect(await credit(reference, { amount: '6.00' })).toMatchObject({ success: true })
    expect(await listCredits(reference)).toMatchObject([{ net: 500, vat: 100, total: 600 }])
    expect((await credit(reference, { amount: '500' })).message).toContain('is left to credit')
    expect(await credit(reference, { lines: { 1: 1 }, amount: '5' })).toMatchObject({
      errors: { 'refund-amount': expect.stringContaining('not both') },
    })
    // The rest of the lines, less the amount.
    expect((await credit(reference, { lines: { 1: 3, 2: 2 }, delivery: true })).success).toBe(true)
    const totals = (await listCredits(reference)).map(({ total }) => total)
    expect(totals[0]! + totals[1]!).toBe((await listDocuments(reference, 'invoice'))[0]!.total)
  })

  test('and put back on hand what has left, when they say so', async () => {
    const { reference } = await placeSentOrder()
    const before = await getOnHand('FH-OIL-1')
    await credit(reference, { lines: { 1: 1 } })
    expect(await getOnHand('FH-OIL-1')).toBe(before)
    const { message } = await credit(reference, { lines: { 1: 2 }, restock: true })
    expect(message).toMatch(/ was issued\. 2 pieces were put on hand\.$/)
    expect(await getOnHand('FH-OIL-1')).toBe(before + 2)
    const [movement] = await shop.sql(
      `select reason, change, note from stock_movement order by id desc limit 1`,
    )
    expect(movement).toMatchObject({ reason: 'return', change: 2, note: `order ${reference}` })
  })

  test('and put nothing on hand twice that a return has brought back', async () => {
    const { visitor, reference } = await placeSentOrder({ 'FH-OIL-1': 3 })
    const { number } = await requestReturn(visitor, reference, { 1: 2 }, { reason: 'not_needed' })
    const lines = [{ position: 1, quantity: 2 }]
    await moveReturn(staff, number!, 'authorise', { lines, charge: false })
    await moveReturn(staff, number!, 'receive', { lines })
    await moveReturn(staff, number!, 'inspect', {
      lines: [{ position: 1, restocked: 2, scrapped: 0, note: '' }],
    })
    const before = await getOnHand('FH-OIL-1')
    expect((await credit(reference, { lines: { 1: 2 }, restock: true })).message).toContain(
      '1 piece was put on hand.',
    )
    expect((await credit(reference, { lines: { 1: 1 }, restock: true })).message).toContain(
      'Nothing was put on hand',
    )
    expect(await getOnHand('FH-OIL-1')).toBe(before + 1)
  })

  test('and what was put on hand cannot come back with a return as well (R-RETURN-3)', async () => {
    const { visitor, reference } = await placeSentOrder({ 'FH-OIL-1': 4 })
    const open = await requestReturn(visitor, reference, { 1: 3 }, { reason: 'not_needed' })
    const lines = [{ position: 1, quantity: 3 }]
    await moveReturn(staff, open.number!, 'authorise', { lines, charge: false })
    await credit(reference, { lines: { 1: 2 }, restock: true })
    expect((await requestReturn(visitor, reference, { 1: 1 })).success).toBe(false)
    expect((await moveReturn(staff, open.number!, 'receive', { lines })).errors['receive-1']).toBe(
      'At most 2 can come back: no more were sent.',
    )
    const two = [{ position: 1, quantity: 2 }]
    expect((await moveReturn(staff, open.number!, 'receive', { lines: two })).success).toBe(true)
  })

  test('not before it is invoiced', async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    expect((await credit(reference, { amount: '1.00' })).message).toBe('No payment was taken for this order.')
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).not.toContain('Issue credit note')
  })

  test('once, however often the same form is pressed, and an outdated form not at all', async () => {
    const { reference } = await placeSentOrder()
    const seen = await getSeenOrderVersion(staff, reference)
    const change = { lines: { 1: 1 }, request: randomUUID(), seen }
    const presses = await runConcurrently(5, () => credit(reference, change))
    expect(new Set(presses.map(({ message }) => message)).size).toBe(1)
    expect(presses.every(({ success }) => success)).toBe(true)
    expect(await credit(reference, { lines: { 1: 1 }, seen })).toMatchObject({
      success: false,
      message: expect.stringContaining('has changed'),
    })
    expect(await listCredits(reference)).toHaveLength(1)
  })

  test('with one e-mail for each credit note', async () => {
    const { reference } = await placeSentOrder()
    await credit(reference, { lines: { 1: 1 }, delivery: true })
    const emails = await shop.sql<{ facts: object }>(
      `select facts from mail_outbox where kind = 'credit-note' and facts->>'reference' = $1`,
      [reference],
    )
    expect(emails).toMatchObject([
      { facts: { total: 2460, card: null, onAccount: true, hasDelivery: true, reason: 'Came bent' } },
    ])
  })
})

describe('R-CREDIT-2: a refund of a card', () => {
  test('by line has its credit note, and what was not invoiced yet is invoiced first', async () => {
    const { reference, visitor, ledger, total } = await createPaidOrder(shop)
    const reply = await credit(reference, { lines: { 1: 1 } })
    expect(reply.message).toMatch(
      /^£4\.80 was refunded to the card\. Credit note CN-\d{6} for £4\.80 was issued\. 1 piece won’t be sent\.$/,
    )
    expect(await listDocuments(reference, 'invoice')).toMatchObject([{ total }])
    expect(await listCredits(reference)).toMatchObject([{ net: 400, vat: 80 }])
    expect(ledger().refunded).toBe(480)
    // What is sent afterwards brings no second invoice.
    expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
    expect(await listDocuments(reference, 'invoice')).toHaveLength(1)
    const page = toText((await visitor.getPage(`/order/${reference}/confirmation`)).text)
    expect(page).toContain('£4.80 refunded to your card ending 0006')
    expect(page).toContain('Credit note CN-')
  })

  test('of goods that have not left puts nothing on hand', async () => {
    const { reference } = await createPaidOrder(shop)
    const before = await getOnHand('FH-SEAL-1')
    expect((await credit(reference, { lines: { 1: 2 }, restock: true })).success).toBe(true)
    expect(await getOnHand('FH-SEAL-1')).toBe(before)
  })

  test('of all that the provider has refused is repeated by a button, without another credit note', async () => {
    const { reference, total, ledger, visitor } = await createPaidOrder(shop)
    await despatch(staff, reference, { 1: 3 })
    shop.simulator.control.fault('refund_refused')
    expect((await credit(reference, { lines: { 1: 3 }, delivery: true })).message).toContain(
      'refused to refund',
    )
    expect(ledger().refunded).toBe(0)
    const page = await getOrderPage(reference)
    expect(page).toContain(`Refund £${(total / 100).toFixed(2)} again`)
    expect(page).toContain('A refund has not gone through: ')
    expect(page).not.toContain('Send refund')
    const [refusedId] = await listRefusedIds(reference)
    const seen = await getSeenOrderVersion(staff, reference)
    const stale = await repeatRefund(reference, refusedId!, '1.1')
    expect(stale).toMatchObject({ success: false, message: expect.stringContaining('has changed') })
    const presses = await runConcurrently(4, () => repeatRefund(reference, refusedId!, seen))
    const done = { success: true, message: `£${(total / 100).toFixed(2)} was refunded to the card.` }
    expect(presses).toMatchObject(Array(4).fill(done))
    expect(ledger().refunded).toBe(total)
    expect(await listCredits(reference)).toMatchObject([{ total }])
    expect(await listRefunds(shop, reference)).toMatchObject([{ state: 'refused' }, { state: 'done' }])
    expect(await getOrderPage(reference)).not.toMatch(/Refund £[\d.]+ again|has not gone through/)
    expect(await listRefundsToCheck()).not.toContain(reference)
    const status = await visitor.post(`/admin/orders/${reference}/refunds/${refusedId}/send-again`, { seen })
    expect(status.status).toBe(401)
  })

  test('that was refused stays to be checked, and is not repeated by another credit note', async () => {
    const { reference, ledger, visitor } = await createPaidOrder(shop)
    for (const amount of ['1.00', '3.00']) {
      shop.simulator.control.fault('refund_refused')
      await credit(reference, { amount })
    }
    // As much as both, and as much as one of them: each is a credit note of its own.
    await credit(reference, { amount: '4.00' })
    await credit(reference, { amount: '1.00' })
    expect(await listCredits(reference)).toMatchObject([100, 300, 400, 100].map(total => ({ total })))
    expect(ledger().refunded).toBe(500)
    expect(await listRefundsToCheck()).toContain(reference)
    const page = toText((await visitor.getPage(`/order/${reference}/confirmation`)).text)
    expect(page).toContain('£3.00')
    const refused = await listRefusedIds(reference)
    expect(refused).toHaveLength(2)
    for (const id of refused) expect((await repeatRefund(reference, id)).success).toBe(true)
    expect(ledger().refunded).toBe(900)
    expect(await listRefundsToCheck()).not.toContain(reference)
  })

  test('of a correction that was refused is repeated without a credit note', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    shop.simulator.control.fault('refund_refused')
    const reply = await correctMoney(staff, reference, { lines: [{ position: 1, quantity: '2' }] })
    expect(reply.message).toContain('refused')
    // What is left for others is the price of the corrected order.
    const left = ledger().charged - 480
    expect((await credit(reference, { amount: String(left / 100 + 0.01) })).success).toBe(false)
    const [refusedId] = await listRefusedIds(reference)
    expect((await repeatRefund(reference, refusedId!)).message).toBe('£4.80 was refunded to the card.')
    expect(await listCredits(reference)).toEqual([])
    expect((await credit(reference, { amount: String(left / 100) })).success).toBe(true)
    expect(ledger().refunded).toBe(ledger().charged)
  })

  test('that is pressed ten times is made once', async () => {
    const { reference, ledger } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    const change = { lines: { 1: 1 }, request: randomUUID(), seen }
    const presses = await runConcurrently(10, () => credit(reference, change))
    // Each of them waits for the provider, so that none says that it is not confirmed.
    const message = expect.stringMatching(/^£4\.80 was refunded to the card\. Credit note CN-\d+ for £4\.80/)
    expect(presses).toMatchObject(Array(10).fill({ success: true, message }))
    expect([await listCredits(reference), ledger().refunded]).toMatchObject([[{ total: 480 }], 480])
    expect(await listRefunds(shop, reference)).toHaveLength(1)
  })

  test('that is pressed again says what became of it: refused, not confirmed, then confirmed', async () => {
    for (const [fault, first, later] of [
      ['refund_refused', 'refused to refund £4.80', 'refused to refund £4.80'],
      ['refund_500', 'has not confirmed the refund of £4.80 yet', '£4.80 was refunded to the card.'],
    ] as const) {
      const { reference } = await createPaidOrder(shop)
      const seen = await getSeenOrderVersion(staff, reference)
      const change = { lines: { 1: 1 }, request: randomUUID(), seen }
      shop.simulator.control.fault(fault)
      const presses = await runConcurrently(4, () => credit(reference, change))
      for (const { message } of presses) expect(message).toContain(first)
      await retryOpenRefunds(shop.payments)
      expect((await credit(reference, change)).message).toContain(later)
    }
  })

  test('of a correction that is pressed twice is confirmed to both', async () => {
    const { reference } = await createPaidOrder(shop)
    const seen = await getSeenOrderVersion(staff, reference)
    const change = { lines: [{ position: 1, quantity: '2' }], request: randomUUID(), seen }
    const { sums } = await correctOrder(staff, reference, change)
    const confirm = sums!.after.total!.toFixed(2)
    const presses = await runConcurrently(4, () => correctOrder(staff, reference, { ...change, confirm }))
    for (const { message } of presses) expect(message).toContain('£4.80 was refunded to the card.')
  })
})

describe('R-CREDIT-3: cancelling', () => {
  test('an order that is invoiced credits all that is left of it, and refunds it', async () => {
    const { reference, total, ledger } = await createPaidOrder(shop)
    await credit(reference, { amount: '2.50' })
    expect((await cancelOrder(staff, reference)).success).toBe(true)
    expect(await listCredits(reference)).toMatchObject([{ total: 250 }, { total: total - 250 }])
    expect(ledger().refunded).toBe(total)
    const [email] = await shop.sql<{ facts: object }>(
      `select facts from mail_outbox where dedupe_key = 'order-cancelled:' || $1`,
      [reference],
    )
    expect(email).toMatchObject({
      facts: { creditNote: expect.stringMatching(/^CN-\d{6}$/), moneyBack: total - 250 },
    })
  })

  test('an order that is not invoiced needs no credit note', async () => {
    const { reference } = await createPaidOrder(shop)
    await cancelOrder(staff, reference)
    const account = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    await cancelOrder(staff, account.reference)
    for (const each of [reference, account.reference])
      expect([await listDocuments(each, 'invoice'), await listCredits(each)]).toEqual([[], []])
  })
})

test('R-CREDIT-1: credit notes that are issued at once have no gap in their numbers', async () => {
  const orders: { reference: string }[] = []
  for (let nth = 0; nth < 6; nth++) orders.push(await placeSentOrder({ 'FH-OIL-1': 1 }))
  const replies = await runConcurrently(6, nth => credit(orders[nth]!.reference, { lines: { 1: 1 } }))
  expect(replies.every(({ success }) => success)).toBe(true)
}, 60_000)
