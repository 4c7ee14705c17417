import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { enqueueEmail } from '../../../infra/mail/outbox.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import { type Pence, pence, zero } from '../../../lib/money.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { RefundOutcome } from '../../payments/refunds/refund.ts'
import {
  canRefund,
  type PaymentsContext,
  prepareRefund,
  sendRefund,
  type WrittenRefund,
} from '../../payments/service.ts'
import {
  type CorrectableLine,
  type CorrectionRefusal,
  formatChange,
  type PlannedCorrection,
  type TypedCorrection,
} from '../corrections/correction.ts'
import type { DeliveryRules } from '../corrections/delivery.ts'
import { planCorrection } from '../corrections/plan.ts'
import {
  findReplacements,
  insertCorrection,
  isCorrectedBy,
  listCorrectableLines,
  lockCorrectionState,
  lockGoods,
  type PiecesToPutBack,
  updateOrder,
} from '../corrections/queries.ts'
import { orderChangedEmail } from '../emails/order-changed.ts'
import { addHistory } from '../history.server.ts'
import { isPaidByCard, type Order } from '../order.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { updateState } from '../queries.ts'
import { lockOrder } from '../service.ts'

export interface CorrectionRequest {
  staff: { id: number }
  /** `getOrderVersion` of the page that the form was on. */
  seen: string
  requestKey: string
  typed: TypedCorrection
  /** The new total that staff have confirmed; null: none. */
  confirmedTotal: number | null
  rules: DeliveryRules
}

export type CorrectionResult =
  | { done: true; money: readonly RefundOutcome[]; putBack: readonly PiecesToPutBack[] }
  | { done: false; errors: FieldErrors }
  | { done: false; why: CorrectionRefusal }
  /** It changes goods, delivery, VAT or the total: staff confirm the new total first. */
  | { done: false; toConfirm: PlannedCorrection }

interface WrittenCorrection {
  done: true
  refund: WrittenRefund | null
  putBack: readonly PiecesToPutBack[]
}

/**
 * Corrects an order. One transaction plans it under the locks of order and stock, and writes the order, the stock, the
 * refund of what it costs less, history, audit and e-mail; the card provider is called after the commit. The same form
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
    if (await isCorrectedBy(tx, orderId, request.requestKey))
      return { done: true as const, refund: null, putBack: [] }
    return correctLocked(tx, payments, order, request)
  })
  if (!written.done) return written
  const { refund, putBack } = written
  if (!refund || !payments) return { done: true, money: [], putBack }
  return { done: true, money: await sendRefund(payments, refund), putBack }
}

async function correctLocked(
  tx: Tx,
  payments: PaymentsContext | null,
  order: Order,
  request: CorrectionRequest,
): Promise<WrittenCorrection | Exclude<CorrectionResult, { done: true }>> {
  const { typed, seen, rules, confirmedTotal } = request
  const lines = await listCorrectableLines(tx, order.id)
  const codes = typed.lines.map(({ code }) => code)
  const replacements = await findReplacements(tx, codes, order.companyId)
  const productIds = [...lines, ...replacements.values()].map(({ productId }) => productId)
  const state = await lockCorrectionState(tx, order.id)
  const plan = planCorrection({
    ...{ order, lines, typed, seen, replacements, rules, ...state },
    ...(await lockGoods(tx, productIds)),
    version: await getOrderVersion(tx, order.id),
  })
  if (!('correction' in plan)) return { done: false, ...plan }
  const { correction } = plan
  if (correction.changesMoney && confirmedTotal !== correction.totals.total)
    return { done: false, toConfirm: correction }
  const difference = await prepareDifference(tx, payments, order, correction, request)
  if ('why' in difference) return { done: false, why: difference.why }
  const { refund } = difference
  const putBack = await writeCorrection(tx, order, lines, correction, refund?.amount ?? zero, request)
  return { done: true, refund, putBack }
}

type Difference = { refund: WrittenCorrection['refund'] } | { why: CorrectionRefusal }

/** What a card has paid too much. */
async function prepareDifference(
  tx: Tx,
  payments: PaymentsContext | null,
  order: Order,
  { totals }: PlannedCorrection,
  { staff, rules }: CorrectionRequest,
): Promise<Difference> {
  const amount = pence(order.total - totals.total)
  if (!isPaidByCard(order) || amount <= 0) return { refund: null }
  if (!(await canRefund(payments, tx, order.id))) return { why: 'no_provider' }
  const refund = await prepareRefund(tx, order, amount, {
    staffId: staff.id,
    reason: 'Order corrected',
    now: rules.now,
  })
  return 'refused' in refund ? { why: 'not_refundable' } : { refund }
}

async function writeCorrection(
  tx: Tx,
  order: Order,
  before: readonly CorrectableLine[],
  correction: PlannedCorrection,
  moneyBack: Pence,
  { staff, requestKey, rules: { now } }: CorrectionRequest,
): Promise<readonly PiecesToPutBack[]> {
  const { fields, lines, totals, changes } = correction
  const putBack = await updateOrder(tx, order.id, before, correction)
  const actor = `person ${staff.id}`
  const why = changes.map(formatChange).join('; ')
  const row = { event: 'corrected', actor, why, now } as const
  const isComplete = lines.every(({ quantity, despatchedQuantity }) => quantity === despatchedQuantity)
  if (isComplete) {
    const to = fields.deliveryCode === 'COL' ? 'collected' : 'despatched'
    await updateState(tx, order.id, { ...row, from: order.state, to })
  } else await addHistory(tx, order.id, { ...row, state: order.state })
  const id = await insertCorrection(tx, order.id, {
    requestKey,
    staffId: staff.id,
    changes,
    totalBefore: order.total,
    totalAfter: totals.total,
    now,
  })
  const { reference } = order
  const { contact, purchaseOrder } = fields
  const corrected = { reference, contact, purchaseOrder, total: totals.total }
  await enqueueEmail(tx, orderChangedEmail(corrected, { id, changes, moneyBack }))
  await addAuditEntry(tx, {
    actor,
    action: 'order corrected',
    subject: `order ${reference}`,
    // Addresses and people's details are in the order's history alone.
    detail: changes.map(change => (change.isPersonal ? change.name : formatChange(change))).join('; '),
    now,
  })
  return putBack
}
