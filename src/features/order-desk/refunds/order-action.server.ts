import type { Db, Tx } from '../../../infra/app-context.ts'
import type { CreditRefusal } from '../../billing/next-credit.ts'
import type { CreditNote } from '../../billing/service.ts'
import { isPaidByCard } from '../../orders/order.ts'
import type { Order } from '../../orders/service.ts'
import { getOrderVersion } from '../../orders/service.ts'
import type { RefundOutcome } from '../../payments/refunds/refund.ts'
import {
  canRefund,
  completeRefund,
  type EarlierRefunds,
  type PaymentsContext,
  type WrittenRefund,
} from '../../payments/service.ts'
import type { OrderActionInput, OrderActionRefusal } from '../rules.ts'

/** What cancelling an order and refunding it share. */

export interface OrderActionRequest {
  staff: { id: number }
  reason: string
  /** `getOrderVersion` of the page that the form was on. */
  seen: string
  now: Date
}

/** The order is held, so its credit note follows with its invoice. */
export type DeferredCredit = Pick<CreditNote, 'withdrawn' | 'toRestock'>

export type OrderActionResult =
  | { done: true; money: readonly RefundOutcome[]; creditNote: CreditNote | null; deferred?: DeferredCredit }
  | { done: false; why: OrderActionRefusal | CreditRefusal }

/** What the transaction wrote; the refund is sent after the commit. `earlier`: the same press wrote it before. */
export type WrittenAction =
  | { why: OrderActionRefusal | CreditRefusal }
  | {
      refund: WrittenRefund | null
      creditNote?: CreditNote | null
      deferred?: DeferredCredit
      earlier?: EarlierRefunds
    }

/** Calls the card provider, after the commit. */
export async function sendWrittenRefund(
  db: Db,
  payments: PaymentsContext | null,
  written: WrittenAction,
): Promise<OrderActionResult> {
  if ('why' in written) return { done: false, why: written.why }
  const { creditNote = null, deferred } = written
  const money = await completeRefund(db, payments, written)
  return { done: true, money, creditNote, ...(deferred && { deferred }) }
}

export async function loadActionInput(
  tx: Tx,
  order: Order,
  payments: PaymentsContext | null,
  { seen }: Pick<OrderActionRequest, 'seen'>,
): Promise<OrderActionInput> {
  const version = await getOrderVersion(tx, order.id)
  const lacksProvider = isPaidByCard(order) && !(await canRefund(payments, tx, order.id))
  return { state: order.state, version, seen, lacksProvider }
}
