import { expect } from 'vitest'
import type { TestShop } from '../support/shop.ts'
import { payByCard, type TestVisitor } from '../support/test-visitor.ts'
import { openGuestPayment } from './checkout-calls.ts'

/** The staff's actions on an order. */

export interface OrderActionReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The version of the order that the staff's page shows. */
export async function getSeenOrderVersion(staff: TestVisitor, reference: string): Promise<string> {
  const { status, text } = await staff.getPage(`/admin/orders/${reference}`)
  expect(status).toBe(200)
  return /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? ''
}

export async function cancelOrder(
  staff: TestVisitor,
  reference: string,
  changes: object = {},
): Promise<OrderActionReply> {
  const seen = await getSeenOrderVersion(staff, reference)
  const body = { seen, reason: 'Sold out at the maker', confirm: true, ...changes }
  return (await staff.post<OrderActionReply>(`/admin/orders/${reference}/cancel`, body)).body
}

/** `sum`: in pounds, what is to be confirmed. */
type RefundReply = OrderActionReply & { sum: number | null }

export async function refundOrder(
  staff: TestVisitor,
  reference: string,
  amount: string,
  changes: object = {},
): Promise<RefundReply> {
  const seen = await getSeenOrderVersion(staff, reference)
  const body = { seen, amount, reason: 'One came bent', confirm: true, ...changes }
  return (await staff.post<RefundReply>(`/admin/orders/${reference}/refund`, body)).body
}

/** An order that a guest has paid by card, with its payment attempt and its total in pence. */
export async function createPaidOrder(shop: TestShop, goods: Record<string, number> = { 'FH-SEAL-1': 3 }) {
  const guestPayment = await openGuestPayment(shop, goods)
  await payByCard(guestPayment.nextUrl)
  const [row] = await shop.sql<{ code: string; total: number }>(
    `select a.transaction_reference as code, o.total from payment_attempt a join orders o on o.id = a.order_id
     where o.reference = $1 and a.state = 'paid'`,
    [guestPayment.reference],
  )
  return { ...guestPayment, ...row!, ledger: () => shop.simulator.control.ledger(row!.code)! }
}

export const listRefunds = (shop: TestShop, reference: string) =>
  shop.sql<{ kind: string; amount: number; state: string }>(
    `select r.kind, r.amount, r.state from payment_refund r join payment_attempt a on a.id = r.attempt_id
     join orders o on o.id = a.order_id where o.reference = $1 order by r.id`,
    [reference],
  )
