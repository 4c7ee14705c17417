import type { Tx } from '../../../infra/app-context.ts'
import type { Config } from '../../../infra/config.ts'
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
import { isPaidByCard, type Order } from '../../orders/order.ts'
import { type EarlierRefunds, setCreditNote, setDeferredCreditNote } from './queries.ts'
import type { RefundRefusal } from './refund.ts'
import { prepareRefund, type WrittenRefund } from './refunds.server.ts'

export type CreditOrderResult = Result<
  /** `creditNote`: null: it follows with the invoice of the order, which is held. */
  | { creditNote: CreditNote | null; refund: WrittenRefund | null }
  /** The same press has done it before. */
  | { creditNote: CreditNote | null; earlier: EarlierRefunds },
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
  const refund = isPaidByCard(order) ? await prepareCredit(tx, order, items, request) : null
  if (refund && !refund.ok) return refund
  const result = await issueCreditNote(tx, config, { ...request, orderId: order.id })
  if (!result.issued) return { ok: false, reason: result.refusal }
  if ('deferredId' in result) {
    if (refund) await setDeferredCreditNote(tx, refund, result.deferredId)
    return { ok: true, creditNote: null, refund }
  }
  const { creditNote } = result
  if (refund) await setCreditNote(tx, refund, creditNote.id)
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
  if ('refusal' in planned) return { ok: false, reason: planned.refusal }
  return prepareRefund(tx, order, planned.total, request)
}
