import { inTransaction } from '../platform/db.ts'
import type { Db, Tx } from '../platform/house.ts'
import type { Pence } from '../shared/money.ts'
import { shortRandom } from './codes.server.ts'
import { lockAttempt, setAttemptState } from './data.ts'
import {
  judgeMoneyBack,
  leftOf,
  type MoneyBackRefusal,
  type RefundKind,
  type RefundState,
} from './money-back.ts'
import { askLater } from './opayo.server.ts'
import { vendorTxCode } from './opayo.ts'
import { type LaterVerdict, readLater, refundFields, voidFields } from './opayo-later.ts'
import {
  attemptsShown,
  insertRefund,
  lockPaid,
  openRefunds,
  type RefundToSend,
  refundsShown,
  refundToSend,
  settleRefund,
} from './refund-data.server.ts'
import type { Payments } from './setup.server.ts'
import type { OrderPayments } from './shown.ts'

export type PreparedRefund =
  | { refundId: number; kind: RefundKind; amount: Pence }
  | { refused: MoneyBackRefusal }

/**
 * Inside the transaction of who decides it (he holds the order's lock): writes down what goes back, before the
 * provider hears of it. Under the attempt's lock no two can give back the same penny.
 */
export async function prepareMoneyBack(
  tx: Tx,
  order: { id: number; reference: string },
  wanted: Pence | 'all',
  asked: { staffId: number; reason: string; now: Date },
): Promise<PreparedRefund> {
  const paid = await lockPaid(tx, order.id)
  const verdict = judgeMoneyBack(paid, wanted, asked.now)
  if ('refused' in verdict || !paid)
    return { refused: 'refused' in verdict ? verdict.refused : 'nothing_paid' }
  const refundId = await insertRefund(tx, {
    ...verdict,
    attemptId: paid.attemptId,
    vendorTxCode: refundCode(order.reference, paid.refunds.length),
    reason: asked.reason,
    requestedBy: asked.staffId,
    now: asked.now,
  })
  return { refundId, ...verdict }
}

/**
 * After that transaction: asks the provider and notes his answer. A void that comes too late becomes a refund. Never
 * throws for what the provider does; 'unknown' is asked again by the worker until it is known. `isRepeat`: it may have
 * been sent before.
 */
export async function sendMoneyBack(
  payments: Payments,
  refundId: number,
  isRepeat = false,
): Promise<RefundState> {
  const { house } = payments
  const refund = await refundToSend(house.db, refundId)
  if (!refund) return 'done'
  const verdict = await askProvider(payments, refund, isRepeat)
  if (verdict.state !== 'done') {
    const { state, detail } = verdict
    house.log.warn(
      { order: refund.reference, kind: refund.kind, state, detail },
      'money did not go back at once',
    )
  }
  const next = await inTransaction(house.db, tx => noteAnswer(tx, refund, verdict, house.now()))
  return next === null ? verdict.state : sendMoneyBack(payments, next)
}

async function askProvider(
  { gateway, registerTimeoutMs }: Payments,
  refund: RefundToSend,
  isRepeat: boolean,
): Promise<LaterVerdict> {
  const { kind, paid } = refund
  const fields =
    kind === 'void'
      ? voidFields(gateway.vendor, paid)
      : refundFields(
          gateway.vendor,
          refund.vendorTxCode,
          refund.amount,
          `Refund of order ${refund.reference}`,
          paid,
        )
  const answer = await askLater(gateway, kind, fields, registerTimeoutMs)
  return answer.ok ? readLater(kind, answer.fields, isRepeat) : { state: 'unknown', detail: answer.status }
}

/** Returns the id of a refund that takes the place of a void that was refused; else null. */
async function noteAnswer(
  tx: Tx,
  refund: RefundToSend,
  verdict: LaterVerdict,
  now: Date,
): Promise<number | null> {
  await lockAttempt(tx, refund.attemptId)
  const isNews = await settleRefund(tx, refund.id, { ...verdict, now })
  if (!isNews || refund.kind === 'refund' || verdict.state === 'unknown') return null
  if (verdict.state === 'done') {
    await setAttemptState(tx, refund.attemptId, 'voided', verdict.detail)
    return null
  }
  const { attemptId, amount, reason, requestedBy, reference } = refund
  const left = await lockPaid(tx, refund.orderId)
  if (!left || leftOf(left) < amount) return null
  const code = refundCode(reference, left.refunds.length)
  return insertRefund(tx, { attemptId, kind: 'refund', amount, vendorTxCode: code, reason, requestedBy, now })
}

const mostAtOnce = 20

/**
 * Asks again about what is not known. Stops at the first silence: the others would only wait too. Returns how many
 * are known now.
 */
export async function settleOpenRefunds(payments: Payments): Promise<number> {
  const { db, now } = payments.house
  let known = 0
  for (const id of await openRefunds(db, now(), mostAtOnce)) {
    // Who died while he sent it may have been heard all the same.
    if ((await sendMoneyBack(payments, id, true)) === 'unknown') break
    known++
  }
  return known
}

/** What was paid for an order and what went back, for staff to see: no secrets. */
export async function paymentsOf(db: Db, orderId: number): Promise<OrderPayments> {
  const [attempts, refunds] = await Promise.all([attemptsShown(db, orderId), refundsShown(db, orderId)])
  return { attempts, refunds }
}

const refundCode = (reference: string, earlier: number): string =>
  vendorTxCode(reference, earlier + 1, `R${shortRandom()}`)
