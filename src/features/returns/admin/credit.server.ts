import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import type { CreditItems, CreditRefusal } from '../../billing/next-credit.ts'
import { type CreditNote, planCreditNote } from '../../billing/service.ts'
import { moneyBackWords, toMoneyBackWay } from '../../orders/money-back.ts'
import { isPrepaid, isWithoutPayment } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import type { Order } from '../../orders/service.ts'
import { formatRefundOutcome, type RefundRefusal } from '../../payments/refunds/refund.ts'
import {
  canRefund,
  completeRefund,
  creditOrder,
  listPaidProviders,
  type PaymentsContext,
  type RefundCause,
  type WrittenRefund,
} from '../../payments/service.ts'
import { getLastDespatch, listReturnableLines } from '../queries.ts'
import { formatReturnNumber, type ReturnRequest, reasonNames } from '../returns.ts'
import { isDeliveryRefunded, isWithinCancellation } from '../rules.ts'
import { formatCreditRefusal } from './messages.ts'
import { setCreditNoteOfReturn, updatePieces } from './queries.ts'
import { decideCredited, proposeCredited, type TypedQuantity } from './rules.ts'
import type { CreditProposal } from './view.ts'

export interface ReturnCredit {
  lines: readonly TypedQuantity[]
  delivery: boolean
  /** The charge that was agreed is deducted. */
  charge: boolean
}

/** Null: nothing was paid for the order. The delivery charge goes back when all of the order does, and it is the seller's fault or a consumer cancels in time. */
export async function proposeCredit(
  { db }: Pick<AppContext, 'db'>,
  request: ReturnRequest,
  order: Order,
): Promise<CreditProposal | null> {
  const [lastDespatch, lines] = await Promise.all([
    getLastDespatch(db, order.id),
    listReturnableLines(db, order.id),
  ])
  const returned = { ...order, lastDespatch }
  const delivery =
    (order.deliveryCost ?? 0) > 0 &&
    isDeliveryRefunded({
      reason: request.reason,
      companyId: order.companyId,
      isWholeOrder: lastDespatch !== null && lines.every(line => line.returned >= line.despatched),
      isWithinCancellation: isWithinCancellation(returned, toLondonTime(request.requestedAt).date),
    })
  const items = toCreditItems(request, proposeCredited(request.lines), { delivery, charge: true })
  const planned = await planCreditNote(db, order.id, items)
  if ((isWithoutPayment(order) || order.total === 0) && !planned.ok) return null
  const way = isPrepaid(order) ? toMoneyBackWay(await listPaidProviders(db, order.id)) : null
  return {
    delivery,
    deliveryCost: order.deliveryCost,
    moneyBack: way && moneyBackWords[way],
    button: way === null ? 'Issue credit note' : way === 'card' ? 'Send refund' : 'Record refund',
    total: planned.ok ? planned.total : null,
  }
}

const toCreditItems = (
  { chargePercent }: Pick<ReturnRequest, 'chargePercent'>,
  lines: readonly Pieces[],
  { delivery, charge }: Pick<ReturnCredit, 'delivery' | 'charge'>,
): Exclude<CreditItems, 'all'> => ({
  lines,
  delivery,
  amount: null,
  chargePercent: charge ? chargePercent : 0,
})

/** What the credit comes to, as an error of the field that confirms it; or the errors of the form. */
export async function checkCredit(
  { db }: Pick<AppContext, 'db'>,
  request: ReturnRequest,
  credit: ReturnCredit,
): Promise<FieldErrors> {
  const decided = decideCredited(request.lines, credit.lines)
  if ('errors' in decided) return decided.errors
  const planned = await planCreditNote(db, request.orderId, toCreditItems(request, decided.pieces, credit))
  if (!planned.ok) return toFieldError(request, planned.reason)
  const sum = formatPounds(planned.total)
  return { 'credit-confirm': `This comes to ${sum} inc VAT. Tick the box to go ahead.` }
}

const toFieldError = ({ lines }: ReturnRequest, refusal: CreditRefusal | RefundRefusal): FieldErrors => ({
  [`credit-${lines[0]!.position}`]: formatCreditRefusal(refusal),
})

interface WrittenCredit {
  creditNote: Pick<CreditNote, 'number' | 'total'>
  refund: WrittenRefund | null
  /** The same press wrote it before. */
  earlier?: RefundCause
}

/** The credit note of a return with its e-mail, and the refund, which `completeCredit` sends. */
export async function writeCredit(
  tx: Tx,
  { config }: Pick<AppContext, 'config'>,
  payments: PaymentsContext | null,
  { order, ...current }: ReturnRequest & { order: Order },
  { body: credit, staff, now }: { body: ReturnCredit; staff: { id: number }; now: Date },
): Promise<{ errors: FieldErrors } | WrittenCredit> {
  const decided = decideCredited(current.lines, credit.lines)
  if ('errors' in decided) return decided
  if (isPrepaid(order) && !(await canRefund(payments, tx, order.id)))
    return {
      errors: { 'credit-confirm': 'The card provider of this order is not set up, so it can’t be refunded.' },
    }
  const number = formatReturnNumber(current.id)
  const result = await creditOrder(tx, config, order, {
    items: toCreditItems(current, decided.pieces, credit),
    reason: `Return ${number}: ${lowerFirst(reasonNames[current.reason])}`,
    requestKey: number,
    restock: false,
    staffId: staff.id,
    now,
  })
  if (!result.ok) return { errors: toFieldError(current, result.reason) }
  if (!result.creditNote) throw new Error('what came back was not invoiced')
  await updatePieces(tx, current.id, 'credited', decided.pieces)
  await setCreditNoteOfReturn(tx, current.id, result.creditNote.id)
  return { creditNote: result.creditNote, refund: 'refund' in result ? result.refund : null }
}

/** What the same form has credited before. */
export function findCredit({ creditNote }: ReturnRequest): WrittenCredit | null {
  if (!creditNote) return null
  const number = formatDocumentNumber('credit_note', creditNote.number)
  return { creditNote: { ...creditNote, number }, refund: null, earlier: { creditNoteId: creditNote.id } }
}

/** Sends the refund, after the commit. Returns what was credited, as a sentence. */
export async function completeCredit(
  db: Db,
  payments: PaymentsContext | null,
  written: WrittenCredit,
): Promise<string> {
  const refunds = await completeRefund(db, payments, written)
  const { number, total } = written.creditNote
  const issued = `Credit note ${number} for ${formatPounds(total)} has been issued.`
  return [issued, ...refunds.map(refund => formatRefundOutcome(refund, 'the order'))].join(' ')
}
