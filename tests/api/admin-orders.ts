import { expect } from 'vitest'
import { payByCard, type Visitor } from '../support/client.ts'
import type { Shop } from '../support/shop.ts'
import { guestAtCard } from './buying.ts'

/** The staff's actions on an order. */

export interface Told {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The version of the order that the staff's page shows. */
export async function seenBy(staff: Visitor, reference: string): Promise<string> {
  const { status, text } = await staff.page(`/admin/orders/${reference}`)
  expect(status).toBe(200)
  return /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? ''
}

export async function cancel(staff: Visitor, reference: string, changes: object = {}): Promise<Told> {
  const seen = await seenBy(staff, reference)
  const body = { seen, reason: 'Sold out at the maker', confirm: true, ...changes }
  return (await staff.post<Told>(`/admin/orders/${reference}/cancel`, body)).body
}

export async function refund(
  staff: Visitor,
  reference: string,
  amount: string,
  changes: object = {},
): Promise<Told> {
  const seen = await seenBy(staff, reference)
  const body = { seen, amount, reason: 'One came bent', confirm: true, ...changes }
  return (await staff.post<Told>(`/admin/orders/${reference}/refund`, body)).body
}

/** An order that a guest has paid by card, with its one attempt and what it cost, in pence. */
export async function paidByCard(shop: Shop, goods: Record<string, number> = { 'FH-SEAL-1': 3 }) {
  const at = await guestAtCard(shop, goods)
  await payByCard(at.nextUrl)
  const [row] = await shop.sql<{ code: string; total: number }>(
    `select a.transaction_reference as code, o.total from payment_attempt a join orders o on o.id = a.order_id
     where o.reference = $1 and a.state = 'paid'`,
    [at.reference],
  )
  return { ...at, ...row!, ledger: () => shop.sandbox.control.ledger(row!.code)! }
}

export const refundsOf = (shop: Shop, reference: string) =>
  shop.sql<{ kind: string; amount: number; state: string }>(
    `select r.kind, r.amount, r.state from payment_refund r join payment_attempt a on a.id = r.attempt_id
     join orders o on o.id = a.order_id where o.reference = $1 order by r.id`,
    [reference],
  )
