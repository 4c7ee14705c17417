import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { Pence } from '../../../lib/money.ts'
import type { AttemptSummary, RefundSummary } from '../order-payments.ts'
import type { TakenPayment } from '../provider.ts'
import type { PaidPayment, Refund, RefundKind, RefundState } from './refund.ts'

/** The attempt that paid for an order, with its refunds; locks it. Null: no attempt paid. */
export async function lockPaidAttempt(
  tx: Tx,
  orderId: number,
): Promise<(PaidPayment & { attemptId: number }) | null> {
  const { rows } = await sql<{ attemptId: number; amount: Pence; paidAt: Date }>`
    select id as "attemptId", amount, completed_at as "paidAt" from payment_attempt
    where order_id = ${orderId} and state = 'paid' order by id desc limit 1 for update`.execute(tx)
  const [paid] = rows
  if (!paid) return null
  const { rows: refunds } = await sql<Refund>`
    select kind, amount, state from payment_refund where attempt_id = ${paid.attemptId} order by id`.execute(
    tx,
  )
  return { ...paid, refunds }
}

/** Name of the provider that took the payment of an order; null when none was taken. */
export async function findPaidProvider(db: Db | Tx, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ provider: string }>`
    select provider from payment_attempt
    where order_id = ${orderId} and state = 'paid' order by id desc limit 1`.execute(db)
  return rows[0]?.provider ?? null
}

export interface NewRefund {
  attemptId: number
  kind: RefundKind
  amount: Pence
  transactionReference: string
  reason: string
  /** Id of the member of staff. */
  requestedBy: number | null
  now: Date
}

/** Returns its id. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<number> {
  const { id } = await tx
    .insertInto('payment_refund')
    .values({
      attempt_id: refund.attemptId,
      kind: refund.kind,
      amount: refund.amount,
      transaction_reference: refund.transactionReference,
      reason: refund.reason,
      requested_by: refund.requestedBy,
      created_at: refund.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A refund without a final result, with what its provider needs. */
export interface OpenRefund {
  id: number
  attemptId: number
  orderId: number
  orderReference: string
  provider: string
  kind: RefundKind
  amount: Pence
  transactionReference: string
  reason: string
  requestedBy: number | null
  payment: TakenPayment
}

export async function findOpenRefund(db: Db, id: number): Promise<OpenRefund | null> {
  const { rows } = await sql<OpenRefund>`
    select r.id, r.attempt_id as "attemptId", a.order_id as "orderId", o.reference as "orderReference", a.provider,
      r.kind, r.amount, r.transaction_reference as "transactionReference", r.reason, r.requested_by as "requestedBy",
      json_build_object('reference', a.transaction_reference, 'providerTransactionId', a.provider_transaction_id,
        'secret', a.provider_secret, 'authorisationCode', coalesce(a.authorisation_code, '')) as payment
    from payment_refund r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id
    where r.id = ${id} and r.state in ('sending', 'unknown')`.execute(db)
  return rows[0] ?? null
}

/** Returns false when another process stored a final result before: that one stands. */
export async function updateRefundResult(
  db: Db | Tx,
  id: number,
  { state, code, now }: { state: RefundState; code: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_refund set state = ${state}, provider_detail = ${code},
      completed_at = case when ${state} in ('done', 'refused') then ${now}::timestamptz end
    where id = ${id} and state in ('sending', 'unknown')`.execute(db)
  return numAffectedRows === 1n
}

/** Ids of a provider's refunds to send again, oldest first: those without an answer, and those whose sender died. */
export async function listOpenRefunds(
  db: Db,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from payment_refund r join payment_attempt a on a.id = r.attempt_id
    where a.provider = ${provider} and (r.state = 'unknown'
      or (r.state = 'sending' and r.created_at < ${now}::timestamptz - interval '1 minute'))
    order by r.id limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

export async function listAttemptSummaries(db: Db, orderId: number): Promise<AttemptSummary[]> {
  const { rows } = await sql<AttemptSummary>`
    select transaction_reference as "transactionReference", amount, state, card_type as "cardType",
      last_four as "lastFour", created_at as "createdAt", completed_at as "completedAt"
    from payment_attempt where order_id = ${orderId} order by id`.execute(db)
  return rows
}

export async function listRefundSummaries(db: Db, orderId: number): Promise<RefundSummary[]> {
  const { rows } = await sql<RefundSummary>`
    select r.id, r.kind, r.amount, r.state, r.reason, r.provider_detail as detail, p.name as "requestedBy",
      r.created_at as "createdAt"
    from payment_refund r join payment_attempt a on a.id = r.attempt_id left join person p on p.id = r.requested_by
    where a.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}
