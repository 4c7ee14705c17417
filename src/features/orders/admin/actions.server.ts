import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { enqueueEmail } from '../../../infra/mail/outbox.ts'
import { formatPounds, type Pence, zero } from '../../../lib/money.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { RefundState } from '../../payments/refunds/refund.ts'
import {
  canRefund,
  type PaymentsContext,
  type PreparedRefund,
  prepareRefund,
  sendRefund,
} from '../../payments/service.ts'
import { orderCancelledEmail } from '../emails/order-cancelled.ts'
import { isPaidByCard } from '../order.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { lockOrder, type Order, releaseAndTransition } from '../service.ts'
import {
  findCancelRefusal,
  findRefundRefusal,
  type OrderActionInput,
  type OrderActionRefusal,
} from './rules.ts'

export interface OrderActionRequest {
  staff: { id: number }
  reason: string
  /** `getOrderVersion` of the page that the form was on. */
  seen: string
  now: Date
}

/** Null: nothing was to be refunded. */
export type RefundOutcome = { amount: Pence; state: RefundState } | null

export type OrderActionResult =
  | { done: true; money: RefundOutcome }
  | { done: false; why: OrderActionRefusal }

/** The refund that the transaction wrote, to be sent after the commit. */
type WrittenRefund = Extract<PreparedRefund, { refundId: number }>

type WrittenAction = { why: OrderActionRefusal } | { refund: WrittenRefund | null }

/**
 * Cancels a placed order. One transaction returns its stock, frees its vouchers and writes the e-mail and the refund;
 * the card provider is called after the commit.
 */
export async function cancelPlacedOrder(
  db: Db,
  payments: PaymentsContext | null,
  orderId: number,
  request: OrderActionRequest,
): Promise<OrderActionResult> {
  const { staff, reason, now } = request
  const written = await inTransaction(db, async (tx): Promise<WrittenAction> => {
    const order = (await lockOrder(tx, orderId))!
    const why = findCancelRefusal(await loadActionInput(tx, order, payments, request))
    if (why) return { why }
    const prepared = isPaidByCard(order)
      ? await prepareRefund(tx, order, 'all', { staffId: staff.id, reason, now })
      : null
    const refund = prepared && 'refundId' in prepared ? prepared : null
    const actor = `person ${staff.id}`
    await releaseAndTransition(tx, order.id, { to: 'cancelled', actor, why: reason, now })
    await enqueueEmail(tx, orderCancelledEmail(order, reason, refund?.amount ?? zero))
    await addAuditEntry(tx, {
      actor,
      action: 'order cancelled',
      subject: `order ${order.reference}`,
      detail: refund ? `${refund.kind} of ${formatPounds(refund.amount)} asked for` : '',
      now,
    })
    return { refund }
  })
  return sendWrittenRefund(payments, written)
}

/** Refunds a card payment in part or in full; the order stays as it is. */
export async function refundOrderPayment(
  db: Db,
  payments: PaymentsContext | null,
  orderId: number,
  amount: Pence,
  request: OrderActionRequest,
): Promise<OrderActionResult> {
  const { staff, reason, now } = request
  const written = await inTransaction(db, async (tx): Promise<WrittenAction> => {
    const order = (await lockOrder(tx, orderId))!
    const why = findRefundRefusal(await loadActionInput(tx, order, payments, request))
    if (why) return { why }
    const refund = await prepareRefund(tx, order, amount, { staffId: staff.id, reason, now })
    if ('refused' in refund) return { why: refund.refused }
    await addAuditEntry(tx, {
      actor: `person ${staff.id}`,
      action: 'refund asked for',
      subject: `order ${order.reference}`,
      detail: formatPounds(refund.amount),
      now,
    })
    return { refund }
  })
  return sendWrittenRefund(payments, written)
}

async function sendWrittenRefund(
  payments: PaymentsContext | null,
  written: WrittenAction,
): Promise<OrderActionResult> {
  if ('why' in written) return { done: false, why: written.why }
  const { refund } = written
  if (!refund || !payments) return { done: true, money: null }
  const state = await sendRefund(payments, refund.refundId)
  return { done: true, money: { amount: refund.amount, state } }
}

async function loadActionInput(
  tx: Tx,
  order: Order,
  payments: PaymentsContext | null,
  { seen }: OrderActionRequest,
): Promise<OrderActionInput> {
  const version = await getOrderVersion(tx, order.id)
  const lacksProvider = isPaidByCard(order) && !(await canRefund(payments, tx, order.id))
  return { state: order.state, version, seen, lacksProvider }
}
