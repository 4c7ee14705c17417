import { writeAudit } from '../accounts/server.ts'
import { orderCancelledMail } from '../orders/cancelled-mail.ts'
import { endOrder, lockOrder, type Order } from '../orders/server.ts'
import type { RefundState } from '../payments/refunds/refund.ts'
import {
  canRefund,
  type Payments,
  type PreparedRefund,
  prepareRefund,
  sendRefund,
} from '../payments/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { Db, Tx } from '../platform/house.ts'
import { enqueueMail } from '../platform/mail.ts'
import { type Pence, showPounds, zero } from '../shared/money.ts'
import { orderVersion } from './order-data.server.ts'
import { type CancelQuestion, type DeskRefusal, judgeCancel, judgeRefund } from './order-desk.ts'

export interface Decided {
  staff: { id: number }
  reason: string
  /** `orderVersion` of the screen that was decided from. */
  seen: string
  now: Date
}

/** What became of the money; null: none was to go back. */
export type MoneyTold = { amount: Pence; state: RefundState } | null

export type ActionVerdict = { done: true; money: MoneyTold } | { done: false; why: DeskRefusal }

/**
 * Cancels a placed order in one transaction: its goods return, its vouchers are free again, the customer's mail and the
 * refund are written down. Then the provider is asked.
 */
export async function cancelPlaced(
  db: Db,
  payments: Payments | null,
  orderId: number,
  decided: Decided,
): Promise<ActionVerdict> {
  const written = await inTransaction(db, async (tx): Promise<Written> => {
    const order = (await lockOrder(tx, orderId))!
    const why = judgeCancel(await questionOf(tx, order, payments, decided))
    if (why) return { why }
    const { staff, reason, now } = decided
    const back = isByCard(order)
      ? await prepareRefund(tx, order, 'all', { staffId: staff.id, reason, now })
      : null
    const refund = back && 'refundId' in back ? back : null
    await endOrder(tx, order.id, { to: 'cancelled', actor: `person ${staff.id}`, why: reason, now })
    await enqueueMail(tx, orderCancelledMail(order, reason, refund?.amount ?? zero))
    await writeAudit(tx, {
      actor: `person ${staff.id}`,
      action: 'order cancelled',
      subject: `order ${order.reference}`,
      detail: refund ? `${refund.kind} of ${showPounds(refund.amount)} asked for` : '',
      now,
    })
    return { refund }
  })
  return send(payments, written)
}

/** Gives a part of a card payment back, or all of it; the order stays as it is. */
export async function refundPaid(
  db: Db,
  payments: Payments | null,
  orderId: number,
  amount: Pence,
  decided: Decided,
): Promise<ActionVerdict> {
  const written = await inTransaction(db, async (tx): Promise<Written> => {
    const order = (await lockOrder(tx, orderId))!
    const why = judgeRefund(await questionOf(tx, order, payments, decided))
    if (why) return { why }
    const { staff, reason, now } = decided
    const back = await prepareRefund(tx, order, amount, { staffId: staff.id, reason, now })
    if ('refused' in back) return { why: back.refused }
    await writeAudit(tx, {
      actor: `person ${staff.id}`,
      action: 'refund asked for',
      subject: `order ${order.reference}`,
      detail: showPounds(back.amount),
      now,
    })
    return { refund: back }
  })
  return send(payments, written)
}

type Written = { why: DeskRefusal } | { refund: Extract<PreparedRefund, { refundId: number }> | null }

async function send(payments: Payments | null, written: Written): Promise<ActionVerdict> {
  if ('why' in written) return { done: false, why: written.why }
  const { refund } = written
  if (!refund || !payments) return { done: true, money: null }
  const state = await sendRefund(payments, refund.refundId)
  return { done: true, money: { amount: refund.amount, state } }
}

const isByCard = ({ method }: Order): boolean => method === 'card'

async function questionOf(
  tx: Tx,
  order: Order,
  payments: Payments | null,
  { seen }: Decided,
): Promise<CancelQuestion> {
  const version = await orderVersion(tx, order.id)
  const lacksProvider = isByCard(order) && !(await canRefund(payments, tx, order.id))
  return { state: order.state, version, seen, lacksProvider }
}
