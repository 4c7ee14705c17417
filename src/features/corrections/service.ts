import type { Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { type Pence, pence, zero } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { listBelowCost } from '../catalogue/service.ts'
import { formatChange, formatHistoryChanges } from '../orders/history.ts'
import { toMoneyBackWay } from '../orders/money-back.ts'
import { isPaidOnline, type Order } from '../orders/order.ts'
import type { PiecesToRestock } from '../orders/order-line.ts'
import {
  addHistory,
  checkCredit,
  getOrderVersion,
  lockOrder,
  lockPickListOf,
  updatePaymentHold,
  updateState,
} from '../orders/service.ts'
import type { RefundOutcome } from '../payments/refunds/refund.ts'
import {
  canRefund,
  completeRefund,
  type PaymentsContext,
  type PreparedRefund,
  prepareRefund,
  type RefundCause,
  setRefundCause,
  supersedeAttempts,
  supportsCardAmount,
  type WrittenRefund,
} from '../payments/service.ts'
import { toHistoryChange } from './changes.ts'
import {
  type Correctable,
  type CorrectionRefusal,
  countFixedPieces,
  type PlannedCorrection,
  type TypedCorrection,
} from './correction.ts'
import type { DeliveryRules } from './delivery.ts'
import { orderChangedEmail } from './OrderChangedEmail.tsx'
import { planCorrection } from './plan.ts'
import {
  findCorrectionByRequest,
  findReplacements,
  insertCorrection,
  listCorrectableLines,
  lockCorrectionState,
  lockGoods,
  updateOrder,
} from './queries.ts'

export interface CorrectionRequest {
  staff: { id: number }
  /** `getOrderVersion` of the page that the form was on. */
  expectedVersion: string
  requestKey: string
  typed: TypedCorrection
  /** A manager's. */
  sellsBelowCost: boolean
  /** The new total that staff have confirmed; null: none. */
  confirmedTotal: number | null
  rules: DeliveryRules
  /** As in `CreditRules`. */
  overdueHoldDays: number
}

export type CorrectionResult =
  | Result<
      Pick<WrittenCorrection, 'due' | 'isHeldForAccount' | 'toRestock'> & { money: readonly RefundOutcome[] },
      CorrectionRefusal
    >
  | { ok: false; reason: 'invalid'; errors: FieldErrors }
  /** It changes goods, delivery, VAT or the total: staff confirm the new total first. */
  | { ok: false; reason: 'to_confirm'; correction: PlannedCorrection; change: PaymentChange }

interface WrittenCorrection {
  ok: true
  refund: WrittenRefund | null
  /** The same press wrote it before. */
  earlier?: RefundCause
  /** What is then to be paid by card; 0: nothing. */
  due: Pence
  /** It is dearer than before, and beyond the credit of its account. */
  isHeldForAccount: boolean
  toRestock: readonly PiecesToRestock[]
}

/**
 * Corrects an order. One transaction plans it under the locks of order and stock, and writes the order, the stock, the
 * refund of what it costs less or the hold until the rest is paid, history, audit and e-mail; the card provider is called after the commit. The same form
 * sent again does nothing more.
 */
export async function correctOrder(
  db: Db,
  payments: PaymentsContext | null,
  orderId: number,
  request: CorrectionRequest,
): Promise<CorrectionResult> {
  const written = await inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const correctionId = await findCorrectionByRequest(tx, orderId, request.requestKey)
    if (correctionId !== null)
      return {
        ...{ ok: true as const, refund: null, due: order.amountDue, isHeldForAccount: false, toRestock: [] },
        earlier: { correctionId },
      }
    return correctLocked(tx, payments, order, request)
  })
  if (!written.ok) return written
  const { due, isHeldForAccount, toRestock } = written
  return { ok: true, money: await completeRefund(db, payments, written), due, isHeldForAccount, toRestock }
}

async function correctLocked(
  tx: Tx,
  payments: PaymentsContext | null,
  order: Order,
  request: CorrectionRequest,
): Promise<WrittenCorrection | Exclude<CorrectionResult, { ok: true }>> {
  const { typed, expectedVersion, rules, confirmedTotal } = request
  const lines = await listCorrectableLines(tx, order.id)
  const codes = typed.lines.map(({ code }) => code)
  const replacements = await findReplacements(tx, codes, order.companyId)
  const productIds = [...lines, ...replacements.values()].map(({ productId }) => productId)
  const state = await lockCorrectionState(tx, order.id)
  // Locked before the stock, in the order of confirming picks: a dearer correction takes the order off its pick list.
  if (state.isBeingPicked) await lockPickListOf(tx, order.id)
  const plan = planCorrection({
    ...{ order, lines, typed, expectedVersion, replacements, rules, ...state },
    ...(await lockGoods(tx, productIds)),
    version: await getOrderVersion(tx, order.id),
  })
  if (!plan.ok) return plan
  const { correction } = plan
  const repriced = correction.lines.filter(({ position, unitPrice }) =>
    lines.every(line => line.position !== position || line.unitPrice !== unitPrice),
  )
  if (!request.sellsBelowCost && (await listBelowCost(tx, repriced)).length > 0)
    return { ok: false, reason: 'below_cost' }
  const change = getPaymentChange(order, correction, state.paid)
  const refusal = await findPaymentRefusal(tx, payments, order, change)
  if (refusal) return { ok: false, reason: refusal }
  if (correction.changesMoney && confirmedTotal !== correction.totals.total)
    return { ok: false, reason: 'to_confirm', correction, change }
  const refund = change.back > 0 ? await prepareDifference(tx, order, change.back, request) : null
  if (refund && !refund.ok) return { ok: false, reason: 'not_refundable' }
  return { ok: true, refund, ...(await writeCorrection(tx, order, lines, correction, refund, request)) }
}

/** What the correction of an order by card, or with nothing to pay, refunds or leaves to be paid. At most one is above 0. */
export interface PaymentChange {
  back: Pence
  due: Pence
}

function getPaymentChange(
  order: Order,
  { totals, changesMoney }: PlannedCorrection,
  paid: Pence,
): PaymentChange {
  if (!isPaidOnline(order) || !changesMoney) return { back: zero, due: order.amountDue }
  return {
    back: pence(Math.max(0, paid - totals.total)),
    due: pence(Math.max(0, totals.total - paid)),
  }
}

async function findPaymentRefusal(
  tx: Tx,
  payments: PaymentsContext | null,
  order: Order,
  { back, due }: PaymentChange,
): Promise<CorrectionRefusal | null> {
  if (back > 0) return (await canRefund(payments, tx, order.id)) ? null : 'no_provider'
  if (due <= order.amountDue) return null
  if (!payments) return 'no_provider'
  return supportsCardAmount(payments, due) ? null : 'due_too_large'
}

const prepareDifference = (
  tx: Tx,
  order: Order,
  amount: Pence,
  { staff, rules: { now } }: CorrectionRequest,
): Promise<PreparedRefund> =>
  prepareRefund(tx, order, amount, { staffId: staff.id, reason: 'Order corrected', now })

async function writeCorrection(
  tx: Tx,
  order: Order,
  before: readonly Correctable[],
  correction: PlannedCorrection,
  refund: WrittenRefund | null,
  { staff, requestKey, rules: { now, settings }, overdueHoldDays }: CorrectionRequest,
): Promise<Pick<WrittenCorrection, 'toRestock' | 'due' | 'isHeldForAccount'>> {
  const { fields, lines, totals, changes } = correction
  const hasSameAddress = fields.contact.email === order.contact.email
  // The links that went to the address before open nothing any more.
  const linkVersion = hasSameAddress ? order.linkVersion : order.linkVersion + 1
  const toRestock = await updateOrder(tx, order.id, before, { ...correction, linkVersion })
  const actor = toActor(staff.id)
  const historyChanges = changes.map(toHistoryChange)
  // The text is for releases before the column of the changes.
  const row = {
    event: 'corrected',
    actor,
    why: formatHistoryChanges(historyChanges),
    corrected: historyChanges,
    now,
  } as const
  const isComplete = lines.every(line => line.quantity === countFixedPieces(line))
  if (isComplete) {
    const to = fields.deliveryCode === 'COL' ? 'collected' : 'despatched'
    await updateState(tx, order.id, { ...row, from: order.state, to })
  } else await addHistory(tx, order.id, { ...row, state: order.state })
  const id = await insertCorrection(tx, order.id, {
    requestKey,
    staffId: staff.id,
    changes,
    before: order,
    totalAfter: totals.total,
    now,
  })
  const { reference } = order
  const { contact, purchaseOrder } = fields
  const corrected = { reference, linkVersion, contact, purchaseOrder, total: totals.total }
  if (refund) await setRefundCause(tx, refund, { correctionId: id })
  // A payment of another amount that is confirmed afterwards is refused and not charged.
  if (correction.changesMoney) await supersedeAttempts(tx, order.id)
  const due = await updatePaymentHold(tx, order, { actor, received: null, now, settings })
  const isDearer = !isComplete && totals.total > order.total
  const isHeldForAccount = isDearer && (await checkCredit(tx, order, { now, overdueHoldDays }))
  const money = {
    moneyBack: refund?.amount ?? zero,
    moneyBackWay: toMoneyBackWay(refund?.parts.map(({ provider }) => provider) ?? []),
    ...{ amountDue: due, isHeldForAccount },
  }
  await orderChangedEmail.enqueue(tx, corrected, { id, changes, ...money })
  await addAuditEntry(tx, {
    actor,
    action: 'order corrected',
    subject: `order ${reference}`,
    // Addresses and people's details are in the order's history alone.
    detail: changes
      .map(change => (change.isPersonal ? change.name : formatChange(toHistoryChange(change))))
      .join('; '),
    now,
  })
  return { toRestock, due, isHeldForAccount }
}

export { getCorrectionState, getGoods, listCorrectableLines } from './queries.ts'
