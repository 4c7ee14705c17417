import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getSeenOrderVersion, type OrderActionReply } from './order-admin-calls.ts'

/** What staff correct of an order. */

export interface CorrectionReply extends OrderActionReply {
  sums: { before: Record<string, number>; after: Record<string, number>; changes: string[] } | null
}

export async function correctOrder(
  staff: TestVisitor,
  reference: string,
  body: object,
): Promise<CorrectionReply> {
  const seen = await getSeenOrderVersion(staff, reference)
  const reply = await staff.post<CorrectionReply>(`/admin/orders/${reference}/correct`, {
    seen,
    request: randomUUID(),
    ...body,
  })
  return reply.body
}

/** With the new total confirmed. */
export async function correctMoney(
  staff: TestVisitor,
  reference: string,
  body: object,
): Promise<CorrectionReply> {
  const { sums, ...reply } = await correctOrder(staff, reference, body)
  return sums
    ? correctOrder(staff, reference, { ...body, confirm: sums.after.total!.toFixed(2) })
    : { sums, ...reply }
}

interface StoredOrder {
  contact: Record<string, string>
  delivery: Record<string, string>
  billing: Record<string, string>
  purchase_order: string
  delivery_instructions: string
  delivery_code: string
  delivery_title: string
  delivery_cost: number
  subtotal: number
  discount: number
  vat_rate_bp: number
  total: number
  lines: string
}

export async function getCorrectedOrder(shop: TestShop, reference: string): Promise<StoredOrder> {
  const [row] = await shop.sql<StoredOrder>(
    `select *, (select string_agg(position || ': ' || quantity || ' × ' || code, ', ' order by position)
       from order_line where order_id = orders.id) as lines from orders where reference = $1`,
    [reference],
  )
  return row!
}

export const getAvailable = async (shop: TestShop, code: string): Promise<number> =>
  (
    await shop.sql<{ available: number }>(
      `select available from stock s join product p on p.id = s.product_id where p.code = $1`,
      [code],
    )
  )[0]!.available

export const listChangeEmails = (shop: TestShop, reference: string) =>
  shop.sql<{ recipient: string; facts: { changes: { name: string }[]; moneyBack: number } }>(
    `select recipient, facts from mail_outbox where kind = 'order-changed' and facts->>'reference' = $1 order by id`,
    [reference],
  )

export const leedsAddress = {
  firstname: 'Sam',
  surname: 'Okafor',
  company: '',
  address1: '90 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'ls4 1ab',
  country: 'GB',
  telephone: '0113 496 0101',
}
