import type { AppContext, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { formatPounds } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { creditNoteEmail } from '../../billing/CreditNoteEmail.tsx'
import type { CreditItems } from '../../billing/next-credit.ts'
import {
  findCreditNoteByRequest,
  findDeferredByRequest,
  getDocumentOrder,
  listDespatchedPieces,
  listPiecesToInvoice,
} from '../../billing/service.ts'
import { isPaidByCard } from '../../orders/order.ts'
import type { DespatchedLine } from '../../orders/order-line.ts'
import { lockOrder, type Order } from '../../orders/service.ts'
import {
  creditOrder,
  findOutstandingRefund,
  findRefusedRefund,
  type PaymentsContext,
  prepareRefund,
  repeatRefund,
  type WrittenRefund,
} from '../../payments/service.ts'
import { countPieces, planWithdrawal, withdrawPieces } from '../../warehouse/service.ts'
import { findRefundRefusal, toActionRefusal } from '../rules.ts'
import {
  loadActionInput,
  type OrderActionRequest,
  type OrderActionResult,
  sendWrittenRefund,
  type WrittenAction,
} from './order-action.server.ts'

export interface OrderRefundRequest extends OrderActionRequest {
  items: Exclude<CreditItems, 'all'>
  restock: boolean
  /** What has not left is sent all the same. */
  isFreeOfCharge: boolean
  /** Of the form; null: `seen` alone prevents a second refund. */
  requestKey: string | null
}

/**
 * Credits what was bought, and refunds it when a card paid; the order stays as it is. One transaction writes refund, credit
 * note, restocking and e-mail; the card provider is called after the commit.
 */
export async function refundBoughtOrder(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  payments: PaymentsContext | null,
  orderId: number,
  request: OrderRefundRequest,
): Promise<OrderActionResult> {
  const written = await inTransaction(db, async (tx): Promise<WrittenAction> => {
    const order = (await lockOrder(tx, orderId))!
    const why = findRefundRefusal(await loadActionInput(tx, order, payments, request))
    const { requestKey } = request
    // The same press changed the order itself.
    const isSent =
      requestKey !== null &&
      ((await findCreditNoteByRequest(tx, orderId, requestKey)) !== null ||
        (await findDeferredByRequest(tx, orderId, requestKey)) !== null)
    if (why !== null && !isSent) return { why }
    const isRefundAlone = isPaidByCard(order) && order.state === 'cancelled' && !isSent
    if (isRefundAlone) return refundCancelled(tx, order, request)
    return isSent ? credit(tx, config, order, request) : creditAndWithdraw(tx, config, order, request)
  })
  return sendWrittenRefund(db, payments, written)
}

/** Asks the card provider again for a refund that it has refused. Pressing twice asks once. */
export async function repeatOrderRefund(
  { db }: Pick<AppContext, 'db'>,
  payments: PaymentsContext | null,
  orderId: number,
  refundId: number,
  { staff, seen, now }: Omit<OrderActionRequest, 'reason'>,
): Promise<OrderActionResult> {
  const written = await inTransaction(db, async (tx): Promise<WrittenAction> => {
    const order = (await lockOrder(tx, orderId))!
    const refused = await findRefusedRefund(tx, orderId, refundId)
    if (refused?.repetition) return { refund: null, earlier: { repeatsId: refused.id } }
    const why = findRefundRefusal(await loadActionInput(tx, order, payments, { seen }))
    return why ? { why } : repeat(tx, order, refundId, { staffId: staff.id, now })
  })
  return sendWrittenRefund(db, payments, written)
}

async function repeat(
  tx: Tx,
  order: Order,
  refundId: number,
  request: { staffId: number; now: Date },
): Promise<WrittenAction> {
  const refund = await repeatRefund(tx, order, refundId, request)
  if ('refused' in refund) return { why: refund.refused }
  await auditRefund(tx, order, refund, request)
  return { refund }
}

/**
 * Refunds a cancelled order, which has its credit note already or was never invoiced. What was refused before is requested
 * again: the customer has the e-mail about it.
 */
async function refundCancelled(
  tx: Tx,
  order: Order,
  { items: { amount }, staff, reason, now }: OrderRefundRequest,
): Promise<WrittenAction> {
  if (amount === null) return { why: 'nothing_left' }
  const refund = { staffId: staff.id, reason, now }
  const outstandingId = await findOutstandingRefund(tx, order.id, amount)
  if (outstandingId !== null) return repeat(tx, order, outstandingId, refund)
  const prepared = await prepareRefund(tx, order, amount, refund)
  if ('refused' in prepared) return { why: prepared.refused }
  await auditRefund(tx, order, prepared, refund)
  const { amount: total, parts } = prepared
  const credit = { refundId: parts[0]!.refundId, total }
  await creditNoteEmail.enqueue(tx, await getDocumentOrder(tx, order.id), credit, [], { reason })
  return { refund: prepared }
}

async function creditAndWithdraw(
  tx: Tx,
  config: Config,
  order: Order,
  request: OrderRefundRequest,
): Promise<WrittenAction> {
  const { items, restock, isFreeOfCharge, staff, now } = request
  const plan = isFreeOfCharge ? null : await planWithdrawal(tx, order, items.lines, restock)
  if (plan && 'refused' in plan) return { why: plan.refused }
  if (plan && order.onStop && (await isInvoicedFirst(tx, order, plan.lines))) return { why: 'not_invoiced' }
  const written = await credit(tx, config, order, request, plan?.lines)
  if ('why' in written || !plan || !(written.creditNote || written.deferred)) return written
  const toRestock = await withdrawPieces(tx, order, plan, { staffId: staff.id, now })
  const withdrawal = { withdrawn: countPieces(plan.lines), toRestock }
  return written.creditNote
    ? { ...written, creditNote: { ...written.creditNote, ...withdrawal } }
    : { ...written, deferred: withdrawal }
}

/** Held orders are not invoiced. */
const isInvoicedFirst = async (tx: Tx, { id }: Order, notSent: readonly DespatchedLine[]): Promise<boolean> =>
  listPiecesToInvoice(await getDocumentOrder(tx, id), await listDespatchedPieces(tx, id), notSent).length > 0

async function credit(
  tx: Tx,
  config: Config,
  order: Order,
  request: OrderRefundRequest,
  notSent?: readonly DespatchedLine[],
): Promise<WrittenAction> {
  const { staff, reason, items, requestKey, restock, now } = request
  const action = { staffId: staff.id, reason, now }
  const result = await creditOrder(tx, config, order, { ...action, items, requestKey, restock, notSent })
  if (!result.done) return { why: toActionRefusal(order, result.refusal) }
  const { creditNote } = result
  if ('earlier' in result) return { refund: null, creditNote, earlier: result.earlier }
  if (result.refund) await auditRefund(tx, order, result.refund, action)
  return { refund: result.refund, creditNote, ...(creditNote === null && { deferred: {} }) }
}

const auditRefund = (
  tx: Tx,
  { reference }: Order,
  { amount }: WrittenRefund,
  { staffId, now }: { staffId: number; now: Date },
): Promise<void> =>
  addAuditEntry(tx, {
    actor: toActor(staffId),
    action: 'refund asked for',
    subject: `order ${reference}`,
    detail: formatPounds(amount),
    now,
  })
