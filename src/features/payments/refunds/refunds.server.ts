import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { type Pence, sum } from '../../../lib/money.ts'
import type { Result } from '../../../lib/result.ts'
import type { CreditRefusal } from '../../billing/next-credit.ts'
import {
  type CreditNote,
  type CreditNoteRequest,
  findCreditNoteByRequest,
  findDeferredByRequest,
  issueCreditNote,
  planCreditNote,
} from '../../billing/service.ts'
import { isPrepaid, type Order } from '../../orders/order.ts'
import { lockAttempt, updateAttemptState } from '../attempts/queries.ts'
import { createRandomCode, createTransactionReference } from '../attempts/transaction-reference.server.ts'
import { isHandKind } from '../by-hand.ts'
import { findProvider, type PaymentsContext } from '../payments-context.server.ts'
import type { RefundResult } from '../provider.ts'
import {
  claimOpenRefund,
  countRefunds,
  findRefusedRefund,
  getRefundState,
  insertRefund,
  insertRepetition,
  listOpenRefunds,
  listOutcomes,
  listPaidProviders,
  lockPayments,
  type OpenRefund,
  type RefundCause,
  setRefundCause,
  updateRefundResult,
} from './queries.ts'
import {
  planRefunds,
  type RefundKind,
  type RefundOutcome,
  type RefundRefusal,
  type RefundState,
} from './refund.ts'

/** A refund that was stored, of one payment or of several, to be sent with `sendRefund` after the commit. */
export interface WrittenRefund {
  amount: Pence
  parts: readonly { refundId: number; provider: string; kind: RefundKind; amount: Pence }[]
}

export type PreparedRefund = Result<WrittenRefund, RefundRefusal>

/**
 * Stores a refund before the request to the provider, in the transaction of the decision, which holds the order's lock.
 * The locks of the payments prevent that two refunds return the same penny.
 */
export async function prepareRefund(
  tx: Tx,
  order: { id: number; reference: string },
  requested: Pence | 'all',
  { staffId, reason, now }: { staffId: number; reason: string; now: Date },
): Promise<PreparedRefund> {
  const planned = planRefunds(await lockPayments(tx, order.id), requested, now)
  if (!planned.ok) return planned
  const earlierRefunds = await countRefunds(tx, order.id)
  const parts: WrittenRefund['parts'][number][] = []
  for (const [index, { attemptId, provider, kind, amount }] of planned.refunds.entries()) {
    const refundId = await insertRefund(tx, {
      ...{ attemptId, kind, amount, reason, now },
      transactionReference: createRefundReference(order.reference, earlierRefunds + index),
      requestedBy: staffId,
    })
    parts.push({ refundId, provider, kind, amount })
  }
  return { ok: true, amount: sum(parts.map(part => part.amount)), parts }
}

/** Stores the repetition of a refund that the provider refused: the same sum, for the same credit note. */
export async function repeatRefund(
  tx: Tx,
  order: { id: number; reference: string },
  refundId: number,
  { staffId, now }: { staffId: number; now: Date },
): Promise<PreparedRefund> {
  const payments = await lockPayments(tx, order.id)
  const refused = await findRefusedRefund(tx, order.id, refundId)
  if (!payments.some(({ attemptId }) => attemptId === refused?.attemptId))
    return { ok: false, reason: 'nothing_paid' }
  if (!refused || refused.repetition) return { ok: false, reason: 'nothing_left' }
  const { amount, provider } = refused
  const repetitionId = await insertRepetition(tx, refundId, {
    transactionReference: createRefundReference(order.reference, await countRefunds(tx, order.id)),
    requestedBy: staffId,
    now,
  })
  return { ok: true, amount, parts: [{ refundId: repetitionId, provider, kind: 'refund', amount }] }
}

/** Asks the provider for what `prepareRefund` has stored, outside of any transaction. Returns the sums by their result. */
async function sendRefund(payments: PaymentsContext, { parts }: WrittenRefund): Promise<RefundOutcome[]> {
  const outcomes: RefundOutcome[] = []
  for (const { refundId, provider, amount } of parts) {
    const state = await requestStoredRefund(payments, refundId)
    const same = outcomes.find(outcome => outcome.state === state && outcome.provider === provider)
    if (same) same.amount = sum([same.amount, amount])
    else outcomes.push({ state, provider, amount })
  }
  return outcomes
}

/** Sends the refund that a transaction has written, after its commit; of what the same press wrote before it awaits the result. */
export async function completeRefund(
  db: Db,
  payments: PaymentsContext | null,
  { refund, earlier }: { refund: WrittenRefund | null; earlier?: RefundCause },
): Promise<RefundOutcome[]> {
  if (earlier) return awaitOutcomes(db, earlier)
  if (!refund) return []
  return payments
    ? sendRefund(payments, refund)
    : refund.parts.map(({ provider, amount }) => ({ provider, amount, state: 'done' }))
}

const pollMs = 100
/** A little longer than a provider is waited for. */
const maxWaitMs = 16_000

/**
 * What became of the refunds that another press has written. While that press waits for the provider, this one waits with it:
 * both give the same answer.
 */
export async function awaitOutcomes(db: Db, earlier: RefundCause): Promise<RefundOutcome[]> {
  const startMs = performance.now()
  for (;;) {
    const outcomes = await listOutcomes(db, earlier)
    const isSending = outcomes.some(({ state }) => state === 'sending')
    if (!isSending || performance.now() - startMs > maxWaitMs) return outcomes
    await sleep(pollMs)
  }
}

/**
 * Asks the provider for a stored refund, outside of any transaction, and stores the result. A void that comes too late
 * becomes a refund. After 'unknown' the worker asks again. `isRetry`: the request may have been sent before.
 */
async function requestStoredRefund(
  payments: PaymentsContext,
  refundId: number,
  isRetry = false,
): Promise<RefundState> {
  const { context } = payments
  const refund = await claimOpenRefund(context.db, refundId, context.now())
  if (!refund) return getRefundState(context.db, refundId)
  const result = await requestRefund(payments, refund, isRetry || refund.wasRequested)
  if (result.state !== 'done') {
    const { state, code } = result
    const { orderReference: order, kind } = refund
    context.log.warn({ order, kind, state, detail: code }, 'a refund was not made at once')
  }
  const nextId = await inTransaction(context.db, tx => storeResult(tx, refund, result, context.now()))
  return nextId === null ? result.state : requestStoredRefund(payments, nextId)
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
  const { attemptId, orderReference } = refund
  const attempt = await lockAttempt(tx, attemptId)
  const isStored = await updateRefundResult(tx, refund.id, { ...result, now })
  if (!isStored || refund.kind === 'refund' || result.state === 'unknown') return null
  if (result.state === 'done') {
    await updateAttemptState(tx, attemptId, 'voided', result.code)
    return null
  }
  if (attempt.state !== 'paid') return null
  const transactionReference = createRefundReference(orderReference, await countRefunds(tx, refund.orderId))
  return insertRepetition(tx, refund.id, { transactionReference, requestedBy: null, now })
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
    const state = await requestStoredRefund(payments, id, true)
    if (state === 'unknown') break
    if (state !== 'sending') completed++
  }
  return completed
}

/** Whether the providers that took an order's payments are set up here, so that they can be refunded. */
export async function canRefund(payments: PaymentsContext | null, tx: Tx, orderId: number): Promise<boolean> {
  const providers = await listPaidProviders(tx, orderId)
  return providers.every(
    name => isHandKind(name) || (payments !== null && findProvider(payments, name) !== null),
  )
}

const createRefundReference = (orderReference: string, earlierRefunds: number): string =>
  createTransactionReference(orderReference, earlierRefunds + 1, `R${createRandomCode()}`)

export type CreditOrderResult = Result<
  /** `creditNote`: null: it follows with the invoice of the order, which is held. */
  | { creditNote: CreditNote | null; refund: WrittenRefund | null }
  /** The same press has done it before. */
  | { creditNote: CreditNote | null; earlier: RefundCause },
  CreditRefusal | RefundRefusal
>

/**
 * Credits what was bought: issues the credit note, and for a card order writes the refund. The caller has locked the order,
 * and sends the refund after the commit. Nothing is written when it is refused.
 */
export async function creditOrder(
  tx: Tx,
  config: Config,
  order: Pick<Order, 'id' | 'reference' | 'method'>,
  request: Omit<CreditNoteRequest, 'orderId' | 'staffId'> & { staffId: number },
): Promise<CreditOrderResult> {
  const { items, requestKey } = request
  const earlier = requestKey === null ? null : await findCreditNoteByRequest(tx, order.id, requestKey)
  if (earlier) return { ok: true, creditNote: earlier, earlier: { creditNoteId: earlier.id } }
  const deferredId = requestKey === null ? null : await findDeferredByRequest(tx, order.id, requestKey)
  if (deferredId !== null) return { ok: true, creditNote: null, earlier: { deferredId } }
  const refund = isPrepaid(order) ? await prepareCredit(tx, order, items, request) : null
  if (refund && !refund.ok) return refund
  const result = await issueCreditNote(tx, config, { ...request, orderId: order.id })
  if (!result.ok) return result
  if ('deferredId' in result) {
    if (refund) await setRefundCause(tx, refund, { deferredId: result.deferredId })
    return { ok: true, creditNote: null, refund }
  }
  const { creditNote } = result
  if (refund) await setRefundCause(tx, refund, { creditNoteId: creditNote.id })
  return { ok: true, creditNote, refund }
}

/** The refund is written first, because its payment is locked before the counter of credit notes. */
async function prepareCredit(
  tx: Tx,
  order: Pick<Order, 'id' | 'reference'>,
  items: CreditNoteRequest['items'],
  request: { staffId: number; reason: string; now: Date },
): Promise<Result<WrittenRefund, CreditRefusal | RefundRefusal>> {
  const planned = await planCreditNote(tx, order.id, items)
  if (!planned.ok) return planned
  return prepareRefund(tx, order, planned.total, request)
}
