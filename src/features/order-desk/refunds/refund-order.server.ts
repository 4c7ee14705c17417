import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { formatPounds, zero } from '../../../lib/money.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { creditNoteEmail } from '../../billing/CreditNoteEmail.tsx'
import type { CreditItems, CreditRefusal } from '../../billing/next-credit.ts'
import {
  type CreditNote,
  findCreditNoteByRequest,
  findDeferredByRequest,
  getDocumentOrder,
  issueCreditNote,
  listDespatchedPieces,
  listPiecesToInvoice,
} from '../../billing/service.ts'
import { orderCancelledEmail } from '../../orders/emails/OrderCancelledEmail.tsx'
import { toMoneyBackWay } from '../../orders/money-back.ts'
import { isPrepaid } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import { getOrderVersion, lockOrder, type Order, releaseAndTransition } from '../../orders/service.ts'
import type { RefundOutcome } from '../../payments/refunds/refund.ts'
import {
  canRefund,
  completeRefund,
  creditOrder,
  findOutstandingRefund,
  findRefusedRefund,
  type PaymentsContext,
  prepareRefund,
  type RefundCause,
  repeatRefund,
  setRefundCause,
  type WrittenRefund,
} from '../../payments/service.ts'
import { countPieces, planWithdrawal, withdrawPieces } from '../../warehouse/service.ts'
import {
  findCancelRefusal,
  findRefundRefusal,
  type OrderActionInput,
  type OrderActionRefusal,
  toActionRefusal,
} from '../rules.ts'

interface OrderActionRequest {
  staff: { id: number }
  reason: string
  /** `getOrderVersion` of the page that the form was on. */
  expectedVersion: string
  now: Date
}

/** The order is held, so its credit note follows with its invoice. */
type DeferredCredit = Pick<CreditNote, 'withdrawn' | 'toRestock'>

export type OrderActionResult = Result<
  { money: readonly RefundOutcome[]; creditNote: CreditNote | null; deferred?: DeferredCredit },
  OrderActionRefusal | CreditRefusal
>

/** What the transaction wrote; the refund is sent after the commit. `earlier`: the same press wrote it before. */
type WrittenAction = Result<
  {
    refund: WrittenRefund | null
    creditNote?: CreditNote | null
    deferred?: DeferredCredit
    earlier?: RefundCause
  },
  OrderActionRefusal | CreditRefusal
>

async function sendWrittenRefund(
  db: Db,
  payments: PaymentsContext | null,
  written: WrittenAction,
): Promise<OrderActionResult> {
  if (!written.ok) return written
  const { creditNote = null, deferred } = written
  const money = await completeRefund(db, payments, written)
  return { ok: true, money, creditNote, ...(deferred && { deferred }) }
}

async function loadActionInput(
  tx: Tx,
  order: Order,
  payments: PaymentsContext | null,
  { expectedVersion }: Pick<OrderActionRequest, 'expectedVersion'>,
): Promise<OrderActionInput> {
  const version = await getOrderVersion(tx, order.id)
  const lacksProvider = isPrepaid(order) && !(await canRefund(payments, tx, order.id))
  return { state: order.state, version, expectedVersion, lacksProvider }
}

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
    const refusal = findCancelRefusal(await loadActionInput(tx, order, payments, request))
    if (refusal) return { ok: false, reason: refusal }
    const prepared = isPrepaid(order)
      ? await prepareRefund(tx, order, 'all', { staffId: staff.id, reason, now })
      : null
    const refund = prepared?.ok ? prepared : null
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
    if (refund && creditNote) await setRefundCause(tx, refund, { creditNoteId: creditNote.id })
    await orderCancelledEmail.enqueue(tx, order, reason, {
      moneyBack: refund?.amount ?? zero,
      moneyBackWay: toMoneyBackWay(refund?.parts.map(({ provider }) => provider) ?? []),
      creditNote: creditNote?.number ?? null,
    })
    return { ok: true, refund, creditNote }
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

interface OrderRefundRequest extends OrderActionRequest {
  items: Exclude<CreditItems, 'all'>
  restock: boolean
  /** What has not left is sent all the same. */
  isFreeOfCharge: boolean
  /** Of the form; null: `expectedVersion` alone prevents a second refund. */
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
    const refusal = findRefundRefusal(await loadActionInput(tx, order, payments, request))
    const { requestKey } = request
    // The same press changed the order itself.
    const isSent =
      requestKey !== null &&
      ((await findCreditNoteByRequest(tx, orderId, requestKey)) !== null ||
        (await findDeferredByRequest(tx, orderId, requestKey)) !== null)
    if (refusal !== null && !isSent) return { ok: false, reason: refusal }
    const isRefundAlone = isPrepaid(order) && order.state === 'cancelled' && !isSent
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
  { staff, expectedVersion, now }: Omit<OrderActionRequest, 'reason'>,
): Promise<OrderActionResult> {
  const written = await inTransaction(db, async (tx): Promise<WrittenAction> => {
    const order = (await lockOrder(tx, orderId))!
    const refused = await findRefusedRefund(tx, orderId, refundId)
    if (refused?.repetition) return { ok: true, refund: null, earlier: { repeatsId: refused.id } }
    const reason = findRefundRefusal(await loadActionInput(tx, order, payments, { expectedVersion }))
    return reason ? { ok: false, reason } : repeat(tx, order, refundId, { staffId: staff.id, now })
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
  if (!refund.ok) return refund
  await auditRefund(tx, order, refund, request)
  return { ok: true, refund }
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
  if (amount === null) return { ok: false, reason: 'nothing_left' }
  const refund = { staffId: staff.id, reason, now }
  const outstandingId = await findOutstandingRefund(tx, order.id, amount)
  if (outstandingId !== null) return repeat(tx, order, outstandingId, refund)
  const prepared = await prepareRefund(tx, order, amount, refund)
  if (!prepared.ok) return prepared
  await auditRefund(tx, order, prepared, refund)
  const { amount: total, parts } = prepared
  const credit = { refundId: parts[0]!.refundId, total }
  await creditNoteEmail.enqueue(tx, await getDocumentOrder(tx, order.id), credit, [], { reason })
  return { ok: true, refund: prepared }
}

async function creditAndWithdraw(
  tx: Tx,
  config: Config,
  order: Order,
  request: OrderRefundRequest,
): Promise<WrittenAction> {
  const { items, restock, isFreeOfCharge, staff, now } = request
  const plan = isFreeOfCharge ? null : await planWithdrawal(tx, order, items.lines, restock)
  if (plan && !plan.ok) return plan
  if (plan && order.onStop && (await isInvoicedFirst(tx, order, plan.lines)))
    return { ok: false, reason: 'not_invoiced' }
  const written = await credit(tx, config, order, request, plan?.lines)
  if (!written.ok || !plan || !(written.creditNote || written.deferred)) return written
  const toRestock = await withdrawPieces(tx, order, plan, { staffId: staff.id, now })
  const withdrawal = { withdrawn: countPieces(plan.lines), toRestock }
  return written.creditNote
    ? { ...written, creditNote: { ...written.creditNote, ...withdrawal } }
    : { ...written, deferred: withdrawal }
}

/** Held orders are not invoiced. */
const isInvoicedFirst = async (tx: Tx, { id }: Order, notSent: readonly Pieces[]): Promise<boolean> =>
  listPiecesToInvoice(await getDocumentOrder(tx, id), await listDespatchedPieces(tx, id), notSent).length > 0

async function credit(
  tx: Tx,
  config: Config,
  order: Order,
  request: OrderRefundRequest,
  notSent?: readonly Pieces[],
): Promise<WrittenAction> {
  const { staff, reason, items, requestKey, restock, now } = request
  const action = { staffId: staff.id, reason, now }
  const result = await creditOrder(tx, config, order, { ...action, items, requestKey, restock, notSent })
  if (!result.ok) return { ok: false, reason: toActionRefusal(order, result.reason) }
  const { creditNote } = result
  if ('earlier' in result) return { ok: true, refund: null, creditNote, earlier: result.earlier }
  if (result.refund) await auditRefund(tx, order, result.refund, action)
  return { ok: true, refund: result.refund, creditNote, ...(creditNote === null && { deferred: {} }) }
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
