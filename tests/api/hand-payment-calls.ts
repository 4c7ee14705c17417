import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'

/** Money that staff take by hand. */

interface FormReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** A bank transfer, unless `changes` say otherwise. */
export const enterOrderPayment = async (staff: TestVisitor, reference: string, changes: object) =>
  (
    await staff.post<FormReply>(`/admin/orders/${reference}/payments`, {
      seen: await getSeenOrderVersion(staff, reference),
      request: randomUUID(),
      kind: 'bank',
      payment_reference: 'WEBB 77',
      ...changes,
    })
  ).body

/** Of the first payment of an order. */
export async function getEntryId(shop: TestShop, reference: string): Promise<number> {
  const [row] = await shop.sql<{ id: number }>(
    `select min(p.attempt_id)::int as id from order_payment p join payment_attempt a on a.id = p.attempt_id
     join orders o on o.id = a.order_id where o.reference = $1`,
    [reference],
  )
  return row!.id
}

export async function cancelEntry(
  { shop, staff }: { shop: TestShop; staff: TestVisitor },
  id: number,
  changes: object = {},
): Promise<FormReply> {
  const [order] = await shop.sql<{ version: string }>(
    `select coalesce(max(h.id), 0) || '.' || coalesce((select max(r.id) from payment_refund r
       join payment_attempt x on x.id = r.attempt_id where x.order_id = a.order_id), 0) as version
     from payment_attempt a join order_history h on h.order_id = a.order_id where a.id = $1 group by a.id`,
    [id],
  )
  const cancel = { seen: order!.version, request: randomUUID(), reason: 'It was the terminal' }
  const body = { ...cancel, kind: '', payment_reference: '', till: '', ...changes }
  return (await staff.post<FormReply>(`/admin/cash/${id}/cancel`, body)).body
}
