import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import {
  changesRow,
  findRow,
  findValue,
  getRow,
  getValue,
  listValues,
  selectRows,
} from '../../../infra/database/query.ts'
import type { Pence } from '../../../lib/money.ts'
import { handKinds } from '../by-hand.ts'
import type { TakenPayment } from '../provider.ts'
import type {
  AttemptSummary,
  OrderPayments,
  PaidPayment,
  RefundKind,
  RefundOutcome,
  RefundState,
  RefundSummary,
} from './refund.ts'

const isRepeated = sql`exists (select from payment_refund again where again.repeats_id = r.id)`

/** The payments of an order with their refunds, the newest first; locks them. */
export async function lockPayments(tx: Tx, orderId: number): Promise<PaidPayment[]> {
  await sql`select from payment_attempt where order_id = ${orderId} order by id for update`.execute(tx)
  return selectRows(tx)<PaidPayment>`
    select a.id as "attemptId", a.amount, a.provider, a.completed_at as "paidAt", coalesce((
      select json_agg(json_build_object('kind', r.kind, 'amount', r.amount, 'state', r.state,
        'isRepeated', ${isRepeated}) order by r.id) from payment_refund r where r.attempt_id = a.id), '[]') as refunds
    from payment_attempt a where a.order_id = ${orderId} and a.state = 'paid' order by a.id desc`
}

export const listPaidProviders = (db: Db | Tx, orderId: number): Promise<string[]> =>
  listValues(db)<string>`
    select distinct provider from payment_attempt where order_id = ${orderId} and state = 'paid'`

export const countRefunds = (tx: Tx, orderId: number): Promise<number> =>
  getValue(tx)<number>`
    select count(*)::int as count from payment_refund r join payment_attempt a on a.id = r.attempt_id
    where a.order_id = ${orderId}`

export interface NewRefund {
  attemptId: number
  kind: RefundKind
  amount: Pence
  transactionReference: string
  reason: string
  requestedBy: number
  now: Date
}

export const insertRefund = (tx: Tx, refund: NewRefund): Promise<number> =>
  getValue(tx)<number>`
    insert into payment_refund (attempt_id, kind, amount, transaction_reference, reason, requested_by, created_at,
      state, completed_at)
    select a.id, ${refund.kind}, ${refund.amount}, ${refund.transactionReference}, ${refund.reason},
      ${refund.requestedBy}::int, ${refund.now}::timestamptz,
      -- Staff hand it back themselves.
      case when a.provider = any(${handKinds}::text[]) then 'done' else 'sending' end,
      case when a.provider = any(${handKinds}::text[]) then ${refund.now}::timestamptz end
    from payment_attempt a where a.id = ${refund.attemptId}
    returning id`

/**
 * Stores the refund that repeats a refused one: the same sum, for the same credit note. `requestedBy` null: by the same
 * person. Returns its id.
 */
export const insertRepetition = (
  tx: Tx,
  refundId: number,
  {
    transactionReference,
    requestedBy,
    now,
  }: Pick<NewRefund, 'transactionReference' | 'now'> & {
    requestedBy: number | null
  },
) =>
  getValue(tx)<number>`
    insert into payment_refund (attempt_id, kind, amount, transaction_reference, reason, requested_by, credit_note_id,
      deferred_credit_note_id, repeats_id, created_at)
    select attempt_id, 'refund', amount, ${transactionReference}, reason, coalesce(${requestedBy}::int, requested_by),
      credit_note_id, deferred_credit_note_id, id, ${now} from payment_refund where id = ${refundId}
    returning id`

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
  payment: TakenPayment
  /** It was sent before, and its answer is not known. */
  wasRequested: boolean
}

/**
 * Claims a refund for a request to its provider: for a minute no other process sends it, unless this one has stored meanwhile
 * that the answer was lost. Null: it has a final result, or another process is sending it.
 */
export const claimOpenRefund = (db: Db, id: number, now: Date): Promise<OpenRefund | null> =>
  findRow(db)<OpenRefund>`
    with claimed as (
      update payment_refund r set requested_at = ${now}, state = 'sending'
      from (select id, requested_at from payment_refund where id = ${id} for update) before
      where r.id = before.id and r.state in ('sending', 'unknown') and (r.state = 'unknown'
        or coalesce(before.requested_at < ${now}::timestamptz - interval '1 minute', true))
      returning r.*, before.requested_at is not null as was_requested
    )
    select r.id, r.was_requested as "wasRequested", r.attempt_id as "attemptId", a.order_id as "orderId",
      o.reference as "orderReference", a.provider,
      r.kind, r.amount, r.transaction_reference as "transactionReference",
      json_build_object('reference', a.transaction_reference, 'providerTransactionId', a.provider_transaction_id,
        'secret', a.provider_secret, 'authorisationCode', coalesce(a.authorisation_code, '')) as payment
    from claimed r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id`

/** Of the refund, or of the one that replaces it. */
export const getRefundState = (db: Db, id: number): Promise<RefundState> =>
  getValue(db)<RefundState>`
    select coalesce(again.state, r.state) as state from payment_refund r
      left join payment_refund again on again.repeats_id = r.id
    where r.id = ${id}`

/** Returns false when another process stored a final result before: that one stands. */
export const updateRefundResult = (
  db: Db | Tx,
  id: number,
  { state, code, now }: { state: RefundState; code: string; now: Date },
) =>
  changesRow(db)`
    update payment_refund set state = ${state}, provider_detail = ${code}, requested_at = ${now},
      completed_at = case when ${state} in ('done', 'refused') then ${now}::timestamptz end
    where id = ${id} and state in ('sending', 'unknown')`

/** Ids of a provider's refunds to send again, the one that was sent longest ago first: those without an answer, and those whose sender died. */
export const listOpenRefunds = (
  db: Db,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
) =>
  listValues(db)<number>`
    select r.id from payment_refund r join payment_attempt a on a.id = r.attempt_id
    where a.provider = ${provider} and (r.state = 'unknown'
      or (r.state = 'sending' and coalesce(r.requested_at, r.created_at) < ${now}::timestamptz - interval '1 minute'))
    order by coalesce(r.requested_at, r.created_at), r.id limit ${limit}`

/** What was paid for an order and what was returned, the first first. */
export async function getOrderPayments(db: Db, orderId: number): Promise<OrderPayments> {
  type Attempt = WithTimesAsText<AttemptSummary, 'createdAt' | 'completedAt'>
  type Refund = WithTimesAsText<RefundSummary, 'createdAt'>
  const { attempts, refunds } = await getRow(db)<{ attempts: Attempt[]; refunds: Refund[] }>`
    select
      coalesce((select json_agg(json_build_object('id', a.id, 'provider', a.provider, 'transactionReference', a.transaction_reference,
          'amount', a.amount, 'state', a.state, 'cardType', a.card_type, 'lastFour', a.last_four,
          'handReference', p.reference, 'till', p.till,
          'createdAt', a.created_at, 'completedAt', a.completed_at) order by a.id)
        from payment_attempt a left join order_payment p on p.attempt_id = a.id
        where a.order_id = ${orderId}), '[]') as attempts,
      coalesce((select json_agg(json_build_object('id', r.id, 'attemptId', r.attempt_id, 'kind', r.kind,
          'amount', r.amount, 'state', r.state, 'isRepeated', ${isRepeated}, 'reason', r.reason,
          'detail', r.provider_detail, 'requestedBy', p.name, 'createdAt', r.created_at) order by r.id)
        from payment_refund r join payment_attempt a on a.id = r.attempt_id
          left join person p on p.id = r.requested_by
        where a.order_id = ${orderId}), '[]') as refunds`
  return {
    attempts: attempts.map(attempt => ({
      ...attempt,
      createdAt: new Date(attempt.createdAt),
      completedAt: attempt.completedAt === null ? null : new Date(attempt.completedAt),
    })),
    refunds: refunds.map(refund => ({ ...refund, createdAt: new Date(refund.createdAt) })),
  }
}

type WithTimesAsText<Row, Times extends keyof Row> = Omit<Row, Times> & {
  [Time in Times]: null extends Row[Time] ? string | null : string
}

/** What refunds were written for; `deferredId`: a credit note that follows; `repeatsId`: the refused refund that one repeats. */
export type RefundCause =
  | { creditNoteId: number }
  | { deferredId: number }
  | { correctionId: number }
  | { repeatsId: number }

export async function setRefundCause(
  tx: Tx,
  { parts }: { parts: readonly { refundId: number }[] },
  cause: RefundCause,
): Promise<void> {
  const [column, id] = toColumn(cause)
  const refundIds = parts.map(({ refundId }) => refundId)
  await sql`update payment_refund set ${sql.ref(column)} = ${id} where id = any(${refundIds})`.execute(tx)
}

/** What became of the refunds for a cause: the sums by state. */
export async function listOutcomes(db: Db, cause: RefundCause): Promise<RefundOutcome[]> {
  const [column, id] = toColumn(cause)
  return selectRows(db)<RefundOutcome>`
    select r.state, a.provider, sum(r.amount)::int as amount
    from payment_refund r join payment_attempt a on a.id = r.attempt_id
    where ${sql.ref(`r.${column}`)} = ${id} and not ${isRepeated} group by r.state, a.provider order by r.state`
}

function toColumn(cause: RefundCause): [column: string, id: number] {
  if ('creditNoteId' in cause) return ['credit_note_id', cause.creditNoteId]
  if ('deferredId' in cause) return ['deferred_credit_note_id', cause.deferredId]
  if ('correctionId' in cause) return ['correction_id', cause.correctionId]
  return ['repeats_id', cause.repeatsId]
}

export interface RefusedRefund {
  id: number
  attemptId: number
  provider: string
  amount: Pence
  /** State of the refund that repeats it; null: it is outstanding. */
  repetition: RefundState | null
}

export const findRefusedRefund = (tx: Tx, orderId: number, refundId: number): Promise<RefusedRefund | null> =>
  findRow(tx)<RefusedRefund>`
    select r.id, r.attempt_id as "attemptId", a.provider, r.amount, again.state as repetition
    from payment_refund r join payment_attempt a on a.id = r.attempt_id
      left join payment_refund again on again.repeats_id = r.id
    where r.id = ${refundId} and a.order_id = ${orderId} and r.state = 'refused'`

export const findOutstandingRefund = (tx: Tx, orderId: number, amount: Pence): Promise<number | null> =>
  findValue(tx)<number>`
    select r.id from payment_refund r join payment_attempt a on a.id = r.attempt_id
    where a.order_id = ${orderId} and r.amount = ${amount} and r.state = 'refused' and not ${isRepeated}
    order by r.id limit 1`
