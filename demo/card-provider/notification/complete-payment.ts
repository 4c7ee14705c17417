import type { FaultName } from '../faults.ts'
import type { ProviderContext } from '../provider-context.ts'
import { createAuthNo, type PaymentResult, type Transaction } from '../transactions.ts'
import { applyFaults, buildNotification, type SimulatedOutcome } from './build-notification.ts'
import { type ShopResponse, sendNotification } from './send-notification.ts'

const hourMs = 3_600_000

/**
 * Notifies the shop of the outcome and charges the card as its response says; the card is charged nowhere else but by
 * a RELEASE. A second call (double click, two tabs) gets the result of the first.
 */
export function completePayment(
  context: ProviderContext,
  transaction: Transaction,
  outcome: SimulatedOutcome,
): Promise<PaymentResult> {
  transaction.result ??= completeOnce(context, transaction, outcome)
  return transaction.result
}

async function completeOnce(
  context: ProviderContext,
  transaction: Transaction,
  bankOutcome: SimulatedOutcome,
): Promise<PaymentResult> {
  transaction.state = 'finishing'
  const consumeFault = (name: FaultName) => context.faults.consume(name, transaction.vendorTxCode)
  if (consumeFault('never_notify'))
    return cancelUnacknowledged(transaction, 'The shop has not been notified yet.')
  const outcome = applyFaults(transaction, bankOutcome, context.faults)
  if (outcome.status === 'OK') transaction.txAuthNo = createAuthNo()
  const redirectFirst = consumeFault('notify_after_browser')
  if (redirectFirst?.redirectUrl !== undefined) {
    const delayMs = redirectFirst.waitMs ?? 1_000
    setTimeout(() => void notifyShop(context, transaction, outcome), delayMs)
    return { kind: 'redirect', url: redirectFirst.redirectUrl, leavesFrame: false }
  }
  const response = await notifyShop(context, transaction, outcome)
  if (!response.isValid) return { kind: 'failure', number: '5006', message: response.reason }
  return { kind: 'redirect', url: response.redirectUrl, leavesFrame: consumeFault('redirect_top') !== null }
}

/** Sends the notification, with the faults of its delivery, and records the shop's response. */
async function notifyShop(
  context: ProviderContext,
  transaction: Transaction,
  outcome: SimulatedOutcome,
): Promise<ShopResponse> {
  const consumeFault = (name: FaultName) => context.faults.consume(name, transaction.vendorTxCode)
  const replayedBody = consumeFault('replay_other_order') ? findOtherNotification(context, transaction) : null
  if (replayedBody !== null) await sendNotification(context, transaction, replayedBody)
  const body = buildNotification(transaction, outcome, context.faults)
  if (consumeFault('duplicate_after_1h'))
    context.scheduler.schedule(
      context.scheduler.nowMs() + hourMs,
      async () => void (await sendNotification(context, transaction, body)),
    )
  const timeoutFault = consumeFault('notify_timeout_then_retry')
  if (timeoutFault) await sendNotification(context, transaction, body, timeoutFault.waitMs ?? 50)
  const duplicate = consumeFault('duplicate_x2_parallel')
    ? sendNotification(context, transaction, body)
    : null
  const response = await sendNotification(context, transaction, body)
  await duplicate
  if (!response.isValid || consumeFault('drop_our_answer')) {
    cancelUnacknowledged(transaction, '')
    return response.isValid ? { isValid: false, reason: 'The answer of the shop was lost.' } : response
  }
  recordResponse(context, transaction, outcome, response.status)
  return response
}

function recordResponse(
  context: ProviderContext,
  transaction: Transaction,
  outcome: SimulatedOutcome,
  shopStatus: 'OK' | 'INVALID' | 'ERROR',
): void {
  if (outcome.status === 'ABORT') transaction.state = 'cancelled'
  else if (outcome.status !== 'OK' || shopStatus !== 'OK') transaction.state = 'not_charged'
  else if (transaction.txType === 'DEFERRED') transaction.state = 'deferred'
  else charge(context, transaction, transaction.amount)
}

export function charge(context: ProviderContext, transaction: Transaction, amount: number): void {
  transaction.state = 'charged'
  transaction.charged = amount
  transaction.chargedAt = context.scheduler.nowMs()
}

// Without an acknowledgement nothing is charged; the timeout monitor sends the shop an ABORT.
function cancelUnacknowledged(transaction: Transaction, message: string): PaymentResult {
  transaction.state = 'cancelled'
  transaction.isAbortDue = true
  return { kind: 'failure', number: '5006', message }
}

function findOtherNotification(context: ProviderContext, transaction: Transaction): string | null {
  for (const other of context.transactions.list())
    if (other !== transaction && other.notifications[0] !== undefined) return other.notifications[0].body
  return null
}
