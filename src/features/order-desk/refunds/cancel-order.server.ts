import type { AppContext, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { formatPounds, zero } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { type CreditNote, issueCreditNote } from '../../billing/service.ts'
import { orderCancelledEmail } from '../../orders/emails/OrderCancelledEmail.tsx'
import { isPaidByCard } from '../../orders/order.ts'
import { lockOrder, type Order, releaseAndTransition } from '../../orders/service.ts'
import { type PaymentsContext, prepareRefund, setCreditNote } from '../../payments/service.ts'
import { findCancelRefusal } from '../rules.ts'
import {
  loadActionInput,
  type OrderActionRequest,
  type OrderActionResult,
  sendWrittenRefund,
  type WrittenAction,
} from './order-action.server.ts'

/**
 * Cancels a placed order. One transaction returns its stock, frees its vouchers and writes the e-mail, the refund, and the
 * credit note of what was invoiced; the card provider is called after the commit.
 */
export async function cancelPlacedOrder(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
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
    const refund = prepared && 'parts' in prepared ? prepared : null
    const actor = toActor(staff.id)
    await releaseAndTransition(tx, order.id, { to: 'cancelled', actor, why: reason, now })
    await addAuditEntry(tx, {
      actor,
      action: 'order cancelled',
      subject: `order ${order.reference}`,
      detail: [
        `${order.state} → cancelled: ${reason}`,
        refund?.parts.map(({ kind, amount }) => `${kind} of ${formatPounds(amount)} asked for`).join(' and '),
      ]
        .filter(Boolean)
        .join('; '),
      now,
    })
    const creditNote = await creditWholeOrder(tx, config, order, request)
    if (refund && creditNote) await setCreditNote(tx, refund, creditNote.id)
    await orderCancelledEmail.enqueue(tx, order, reason, refund?.amount ?? zero, creditNote?.number ?? null)
    return { refund, creditNote }
  })
  return sendWrittenRefund(db, payments, written)
}

/** Null: nothing of it is invoiced, or all was credited. */
async function creditWholeOrder(
  tx: Tx,
  config: Config,
  { id }: Order,
  { staff, reason, now }: OrderActionRequest,
): Promise<CreditNote | null> {
  const result = await issueCreditNote(tx, config, {
    orderId: id,
    items: 'all',
    reason,
    requestKey: null,
    // Nothing has left.
    restock: false,
    staffId: staff.id,
    now,
    sendsEmail: false,
  })
  return 'creditNote' in result ? result.creditNote : null
}
