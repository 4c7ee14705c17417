import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { Pence } from '../../../lib/money.ts'
import { lockAttempt, updateAttemptState } from '../attempts/queries.ts'
import { createRandomCode } from '../attempts/random-code.server.ts'
import { createTransactionReference } from '../attempts/transaction-reference.ts'
import type { OrderPayments } from '../order-payments.ts'
import { findProvider, type PaymentsContext } from '../payments-context.server.ts'
import type { RefundResult } from '../provider.ts'
import {
  findOpenRefund,
  findPaidProvider,
  findRefusedRefund,
  insertRefund,
  listAttemptSummaries,
  listOpenRefunds,
  listRefundSummaries,
  lockPaidAttempt,
  type OpenRefund,
  updateRefundResult,
} from './queries.ts'
import { decideRefund, type RefundKind, type RefundRefusal, type RefundState } from './refund.ts'

export type PreparedRefund =
  | { refundId: number; kind: RefundKind; amount: Pence }
  | { refused: RefundRefusal }

/**
 * Stores a refund before the request to the provider, in the transaction of the decision, which holds the order's lock.
 * The attempt's lock keeps two refunds from returning the same penny.
 */
export async function prepareRefund(
  tx: Tx,
  order: { id: number; reference: string },
  requested: Pence | 'all',
  { staffId, reason, now }: { staffId: number; reason: string; now: Date },
): Promise<PreparedRefund> {
  const paid = await lockPaidAttempt(tx, order.id)
  if (!paid) return { refused: 'nothing_paid' }
  const decision = decideRefund(paid, requested, now)
  if ('refused' in decision) return decision
  const refundId = await insertRefund(tx, {
    ...decision,
    attemptId: paid.attemptId,
    transactionReference: createRefundReference(order.reference, paid.refunds.length),
    reason,
    requestedBy: staffId,
    creditNoteId: null,
    repeatsId: null,
    now,
  })
  return { refundId, ...decision }
}

/** Stores the repetition of a refund that the provider refused: the same sum, for the same credit note. */
export async function repeatRefund(
  tx: Tx,
  order: { id: number; reference: string },
  refundId: number,
  { staffId, now }: { staffId: number; now: Date },
): Promise<PreparedRefund> {
  const paid = await lockPaidAttempt(tx, order.id)
  const refused = await findRefusedRefund(tx, order.id, refundId)
  if (!paid) return { refused: 'nothing_paid' }
  if (!refused || refused.repetition) return { refused: 'nothing_left' }
  const { amount, reason, creditNoteId } = refused
  const repetitionId = await insertRefund(tx, {
    attemptId: paid.attemptId,
    kind: 'refund',
    amount,
    transactionReference: createRefundReference(order.reference, paid.refunds.length),
    reason,
    requestedBy: staffId,
    creditNoteId,
    repeatsId: refused.id,
    now,
  })
  return { refundId: repetitionId, kind: 'refund', amount }
}

/**
 * Asks the provider for a stored refund, outside of any transaction, and stores the result. A void that comes too late
 * becomes a refund. After 'unknown' the worker asks again. `isRetry`: the request may have been sent before.
 */
export async function sendRefund(
  payments: PaymentsContext,
  refundId: number,
  isRetry = false,
): Promise<RefundState> {
  const { context } = payments
  const refund = await findOpenRefund(context.db, refundId)
  if (!refund) return 'done'
  const result = await requestRefund(payments, refund, isRetry)
  if (result.state !== 'done') {
    const { state, code } = result
    const { orderReference: order, kind } = refund
    context.log.warn({ order, kind, state, detail: code }, 'a refund was not made at once')
  }
  const nextId = await inTransaction(context.db, tx => storeResult(tx, refund, result, context.now()))
  return nextId === null ? result.state : sendRefund(payments, nextId)
}

async function requestRefund(
  payments: PaymentsContext,
  refund: OpenRefund,
  isRetry: boolean,
): Promise<RefundResult> {
  const { kind, payment, amount, transactionReference: reference } = refund
  const provider = findProvider(payments, refund.provider)
  if (!provider) return { state: 'unknown', code: 'NO_PROVIDER' }
  if (kind === 'void') return provider.void(payment)
  const description = `Refund of order ${refund.orderReference}`
  return provider.refund({ payment, reference, amount, description, isRetry })
}

/** Returns the id of the refund that replaces a refused void; else null. */
async function storeResult(
  tx: Tx,
  refund: OpenRefund,
  result: RefundResult,
  now: Date,
): Promise<number | null> {
  const { attemptId, amount, reason, requestedBy, orderReference, creditNoteId } = refund
  await lockAttempt(tx, attemptId)
  const isStored = await updateRefundResult(tx, refund.id, { ...result, now })
  if (!isStored || refund.kind === 'refund' || result.state === 'unknown') return null
  if (result.state === 'done') {
    await updateAttemptState(tx, attemptId, 'voided', result.code)
    return null
  }
  const paid = await lockPaidAttempt(tx, refund.orderId)
  if (!paid) return null
  const transactionReference = createRefundReference(orderReference, paid.refunds.length)
  return insertRefund(tx, {
    attemptId,
    kind: 'refund',
    amount,
    transactionReference,
    reason,
    requestedBy,
    creditNoteId,
    repeatsId: refund.id,
    now,
  })
}

const retryLimit = 20

/** Asks again for refunds whose result is unknown. Returns how many have a result now. */
export async function retryOpenRefunds(payments: PaymentsContext): Promise<number> {
  let completed = 0
  for (const { name } of payments.providers) completed += await retryOpenRefundsOf(payments, name)
  return completed
}

// Stops at the first one that stays unknown: the others would wait for the same silent provider. They come before it next time.
async function retryOpenRefundsOf(payments: PaymentsContext, provider: string): Promise<number> {
  const { db, now } = payments.context
  let completed = 0
  for (const id of await listOpenRefunds(db, { provider, now: now(), limit: retryLimit })) {
    if ((await sendRefund(payments, id, true)) === 'unknown') break
    completed++
  }
  return completed
}

/** Whether the provider that took an order's payment is set up here, so that the payment can be refunded. */
export async function canRefund(payments: PaymentsContext | null, tx: Tx, orderId: number): Promise<boolean> {
  if (!payments) return false
  const provider = await findPaidProvider(tx, orderId)
  return provider === null || findProvider(payments, provider) !== null
}

export async function getOrderPayments(db: Db, orderId: number): Promise<OrderPayments> {
  const [attempts, refunds] = await Promise.all([
    listAttemptSummaries(db, orderId),
    listRefundSummaries(db, orderId),
  ])
  return { attempts, refunds }
}

const createRefundReference = (orderReference: string, earlierRefunds: number): string =>
  createTransactionReference(orderReference, earlierRefunds + 1, `R${createRandomCode()}`)
