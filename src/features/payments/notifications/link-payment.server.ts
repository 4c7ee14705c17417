import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { paymentReceivedEmail, paymentRequestedEmail } from '../../orders/emails/PaymentEmails.tsx'
import { type Order, updatePaymentHold } from '../../orders/service.ts'
import { hasOtherPayment, type PaymentAttempt } from '../attempts/queries.ts'

const actor = 'card provider'

type HoldContext = Pick<AppContext, 'now' | 'config'>

/** What was due is paid, and was recorded: the order goes on, unless it is held for something else. */
export async function receiveLinkPayment(
  tx: Tx,
  order: Order,
  { amount, transactionReference }: PaymentAttempt,
  context: HoldContext,
): Promise<void> {
  await updatePaymentHold(tx, order, { ...toHoldChange(context), received: amount })
  await paymentReceivedEmail.enqueue(tx, order, { amount, transactionReference })
}

/**
 * The provider took back one of several payments of an order: it is due again, and the rest of the order stays. Returns
 * false when it was the only one: then nothing is paid, and nothing was done here.
 */
export async function reopenAmountDue(
  tx: Tx,
  order: Order,
  { id, transactionReference }: PaymentAttempt,
  context: HoldContext,
): Promise<boolean> {
  if (!(await hasOtherPayment(tx, order.id, id))) return false
  const amountDue = await updatePaymentHold(tx, order, { ...toHoldChange(context), received: null })
  if (amountDue > 0) await paymentRequestedEmail.enqueue(tx, { ...order, amountDue }, transactionReference)
  return true
}

const toHoldChange = ({ now, config }: HoldContext) => ({ actor, now: now(), settings: config.delivery })
