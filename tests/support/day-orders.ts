import { requestApproval } from '../api/approval-calls.ts'
import { completeOrder, openGuestPayment, sendSave } from '../api/checkout-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, requestQuote } from '../api/quote-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import type { TestShop } from './shop.ts'
import { payByCard, type TestVisitor } from './test-visitor.ts'

/** The orders of one day: how they were placed decides what may happen to them. References, but `guest`. */
export interface DayOrders {
  /** By card; `guest`: the browser of the first one. */
  cards: [string, string, string]
  guest: TestVisitor
  /** On account, of Northfield Plant Hire. */
  accounts: [string, string, string]
  headBuyer: string
  /** Sent for approval, and approved. */
  approved: string
  /** Quoted, and accepted on account. */
  quoted: string
  collected: string
  /** Its account is on stop. */
  held: string
  /** More FH-HYD-1 than there are. */
  short: [string, string]
}

const trade = 'trade@example.com'

/** Places one order after the other: 13 of them, of which the last two wait for goods. */
export async function placeDayOrders(shop: TestShop, staff: TestVisitor): Promise<DayOrders> {
  const first = await buyByCard(shop, { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 })
  const { sender, id: requestId } = await requestApproval(shop, { 'FH-OIL-1': 2 })
  await sender.post('/logout')
  const head = await shop.signIn('head@example.com')
  const { body: approval } = await head.post<{ reference: string }>(
    `/account/approvals/${requestId}/approve`,
    {},
  )
  return {
    cards: [
      first.reference,
      (await buyByCard(shop, { 'FH-SEAL-1': 8 })).reference,
      (await buyByCard(shop, { 'FH-AIR-1': 2 })).reference,
    ],
    guest: first.visitor,
    accounts: [
      await onAccount(shop, trade, { 'FH-OIL-1': 6, 'FH-AIR-1': 2 }, { purchase_order: 'PO-1001' }),
      await onAccount(shop, trade, { 'FH-SEAL-1': 8 }, { purchase_order: 'PO-1002' }),
      await onAccount(shop, trade, { 'FH-AIR-1': 3 }, { purchase_order: 'PO-1003' }),
    ],
    headBuyer: await onAccount(shop, 'head@example.com', { 'FH-SEAL-1': 9 }),
    approved: approval.reference,
    quoted: await orderQuote(shop, staff),
    collected: await onAccount(shop, trade, { 'FH-OIL-1': 1 }, { delivery_method: 'COL' }),
    held: await onAccount(shop, 'stopped@example.com', { 'FH-SEAL-1': 8 }),
    short: [
      await onAccount(shop, trade, { 'FH-HYD-1': 5, 'FH-SEAL-1': 1 }, { purchase_order: 'PO-1004' }),
      await onAccount(shop, trade, { 'FH-HYD-1': 4 }, { purchase_order: 'PO-1005' }),
    ],
  }
}

async function buyByCard(shop: TestShop, goods: Record<string, number>) {
  const payment = await openGuestPayment(shop, goods)
  await payByCard(payment.nextUrl)
  return payment
}

const onAccount = async (
  shop: TestShop,
  email: string,
  goods: Record<string, number>,
  changes: Record<string, unknown> = {},
): Promise<string> => (await placeAccountOrder(shop, email, goods, changes)).reference

async function orderQuote(shop: TestShop, staff: TestVisitor): Promise<string> {
  const { buyer, id, reference } = await requestQuote(shop, trade, { 'FH-AIR-1': 10 })
  await priceQuote(staff, reference, ['41.00'])
  await loadQuote(buyer, id)
  const { body } = await sendSave(buyer, createQuoteSend('account', id))
  const { error } = await completeOrder(buyer)
  if (error !== false || !body.reference) throw new Error(`quote not ordered: ${error}`)
  return body.reference
}
