import type { ProviderContext } from '../provider-context.ts'
import type { Transaction } from '../transactions.ts'
import { buildNotification } from './build-notification.ts'
import { sendNotification } from './send-notification.ts'

const minuteMs = 60_000
const timeoutMs = 15 * minuteMs

/** The Transaction Monitor: a payment that is unfinished after 15 minutes is cancelled, and the shop gets an ABORT. */
export function scheduleTimeout(context: ProviderContext, transaction: Transaction): void {
  context.scheduler.schedule(transaction.registeredAt + timeoutMs, () => checkTimeout(context, transaction))
}

async function checkTimeout(context: ProviderContext, transaction: Transaction): Promise<void> {
  if (transaction.state === 'finishing') {
    context.scheduler.schedule(context.scheduler.nowMs() + minuteMs, () => checkTimeout(context, transaction))
    return
  }
  if (transaction.state !== 'open' && !transaction.isAbortDue) return
  transaction.state = 'cancelled'
  transaction.challengedCard = null
  const body = buildNotification(
    transaction,
    { status: 'ABORT', detail: '2008 : The Transaction timed out.', fields: {} },
    context.faults,
  )
  await sendAbort(context, transaction, body, 0)
}

async function sendAbort(
  context: ProviderContext,
  transaction: Transaction,
  body: string,
  attempts: number,
): Promise<void> {
  const response = await sendNotification(context, transaction, body)
  if (response.isValid) {
    transaction.isAbortDue = false
    transaction.result = Promise.resolve({ kind: 'redirect', url: response.redirectUrl, leavesFrame: false })
    return
  }
  const delayMinutes = retryDelayMinutes(attempts)
  if (delayMinutes !== null)
    context.scheduler.schedule(context.scheduler.nowMs() + delayMinutes * minuteMs, () =>
      sendAbort(context, transaction, body, attempts + 1),
    )
}

// 5 times every 5 minutes, 15 every 15, 13 hourly, then daily for 29 days.
function retryDelayMinutes(attempts: number): number | null {
  if (attempts < 5) return 5
  if (attempts < 20) return 15
  if (attempts < 33) return 60
  return attempts < 62 ? 1_440 : null
}
