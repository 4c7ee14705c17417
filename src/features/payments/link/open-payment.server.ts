import { inTransaction } from '../../../infra/database/db.ts'
import type { Pence } from '../../../lib/money.ts'
import { lockOrder } from '../../orders/service.ts'
import type { RegistrationRefusal } from '../attempts/attempt.ts'
import type { PaymentsContext } from '../payments-context.server.ts'
import { openPayment, prepareLinkPayment } from '../service.ts'

export type OpenLinkResult =
  | { paymentPageUrl: string }
  | { reason: RegistrationRefusal }
  /** It is not what the page displayed. */
  | { amountDue: Pence }

/** Opens the card form for what is due of an order. Two tabs, or two presses, get the same form. */
export async function openLinkPayment(
  payments: PaymentsContext,
  orderId: number,
  displayed: Pence | null,
  clientIp: string,
): Promise<OpenLinkResult> {
  const { order, prepared } = await inTransaction(payments.context.db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const isDue = order.amountDue > 0 && order.amountDue === displayed
    return { order, prepared: isDue ? await prepareLinkPayment(payments, tx, order) : null }
  })
  if (!prepared) return { amountDue: order.amountDue }
  const opened = await openPayment(payments, order, prepared, clientIp)
  return opened.ok ? { paymentPageUrl: opened.paymentPageUrl } : { reason: opened.reason }
}
