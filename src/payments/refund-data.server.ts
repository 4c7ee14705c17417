import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { Pence } from '../shared/money.ts'
import type { Paid, Refund, RefundKind, RefundState } from './money-back.ts'
import type { AttemptShown, RefundShown } from './shown.ts'

/** The attempt that paid for an order, with what went back of it; locks it. Null: none did. */
export async function lockPaid(tx: Tx, orderId: number): Promise<(Paid & { attemptId: number }) | null> {
  const { rows } = await sql<{ attemptId: number; amount: Pence; paidAt: Date }>`
    select id as "attemptId", amount, settled_at as "paidAt" from payment_attempt
    where order_id = ${orderId} and state = 'paid' order by id desc limit 1 for update`.execute(tx)
  const [paid] = rows
  if (!paid) return null
  const { rows: refunds } = await sql<Refund>`
    select kind, amount, state from payment_refund where attempt_id = ${paid.attemptId} order by id`.execute(
    tx,
  )
  return { ...paid, refunds }
}

export interface NewRefund {
  attemptId: number
  kind: RefundKind
  amount: Pence
  vendorTxCode: string
  reason: string
  requestedBy: number | null
  now: Date
}

/** Written before the provider is asked. Returns its id. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<number> {
  const { id } = await tx
    .insertInto('payment_refund')
    .values({
      attempt_id: refund.attemptId,
      kind: refund.kind,
      amount: refund.amount,
      vendor_tx_code: refund.vendorTxCode,
      reason: refund.reason,
      requested_by: refund.requestedBy,
      created_at: refund.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A refund as the provider is asked for it. */
export interface RefundToSend {
  id: number
  attemptId: number
  orderId: number
  reference: string
  kind: RefundKind
  amount: Pence
  vendorTxCode: string
  reason: string
  requestedBy: number | null
  paid: { vendorTxCode: string; vpsTxId: string; securityKey: string; txAuthNo: string }
}

/** Null: it is settled, nothing is to be sent. */
export async function refundToSend(db: Db, id: number): Promise<RefundToSend | null> {
  const { rows } = await sql<RefundToSend>`
    select r.id, r.attempt_id as "attemptId", a.order_id as "orderId", o.reference, r.kind, r.amount,
      r.vendor_tx_code as "vendorTxCode", r.reason, r.requested_by as "requestedBy",
      json_build_object('vendorTxCode', a.vendor_tx_code, 'vpsTxId', a.vps_tx_id, 'securityKey', a.security_key,
        'txAuthNo', coalesce(a.tx_auth_no, '')) as paid
    from payment_refund r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id
    where r.id = ${id} and r.state in ('sending', 'unknown')`.execute(db)
  return rows[0] ?? null
}

/** Notes what the provider said; false: somebody noted an answer before, which stands. */
export async function settleRefund(
  db: Db | Tx,
  id: number,
  { state, detail, now }: { state: RefundState; detail: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_refund set state = ${state}, detail = ${detail},
      settled_at = case when ${state} in ('done', 'refused') then ${now}::timestamptz end
    where id = ${id} and state in ('sending', 'unknown')`.execute(db)
  return numAffectedRows === 1n
}

/** Ids of refunds whose answer is out, and of those whose sender died; the oldest first. */
export async function openRefunds(db: Db, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_refund where state = 'unknown'
      or (state = 'sending' and created_at < ${now}::timestamptz - interval '1 minute')
    order by id limit ${most}`.execute(db)
  return rows.map(row => row.id)
}

export async function attemptsShown(db: Db, orderId: number): Promise<AttemptShown[]> {
  const { rows } = await sql<AttemptShown>`
    select vendor_tx_code as "vendorTxCode", amount, state, card_type as card, last_four as "lastFour",
      created_at as "createdAt", settled_at as "settledAt"
    from payment_attempt where order_id = ${orderId} order by id`.execute(db)
  return rows
}

export async function refundsShown(db: Db | Tx, orderId: number): Promise<RefundShown[]> {
  const { rows } = await sql<RefundShown>`
    select r.id, r.kind, r.amount, r.state, r.reason, r.detail, p.name as by, r.created_at as "createdAt"
    from payment_refund r join payment_attempt a on a.id = r.attempt_id left join person p on p.id = r.requested_by
    where a.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}
