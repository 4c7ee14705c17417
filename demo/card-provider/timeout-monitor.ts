import { writeNotice } from './build-notification.ts'
import type { Desk } from './provider-context.ts'
import { deliver } from './send-notification.ts'
import type { Transaction } from './transactions.ts'

const minuteMs = 60_000
const patienceMs = 15 * minuteMs

/** The Transaction Monitor: what is unfinished after 15 minutes is cancelled, and the shop gets an ABORT. */
export function watch(desk: Desk, transaction: Transaction): void {
  desk.agenda.at(transaction.openedAt + patienceMs, () => look(desk, transaction))
}

async function look(desk: Desk, transaction: Transaction): Promise<void> {
  if (transaction.state === 'finishing') {
    desk.agenda.at(desk.agenda.clock() + minuteMs, () => look(desk, transaction))
    return
  }
  if (transaction.state !== 'open' && !transaction.abortOwed) return
  transaction.state = 'cancelled'
  transaction.challenged = null
  const body = writeNotice(
    transaction,
    { status: 'ABORT', detail: '2008 : The Transaction timed out.', fields: {} },
    desk.faults,
  )
  await say(desk, transaction, body, 0)
}

async function say(desk: Desk, transaction: Transaction, body: string, tries: number): Promise<void> {
  const answer = await deliver(desk, transaction, body)
  if (answer.heard) {
    transaction.abortOwed = false
    transaction.ending = Promise.resolve({ kind: 'redirect', url: answer.redirectUrl, top: false })
    return
  }
  const wait = retryMinutes(tries)
  if (wait !== null)
    desk.agenda.at(desk.agenda.clock() + wait * minuteMs, () => say(desk, transaction, body, tries + 1))
}

// 5 times every 5 minutes, 15 every 15, 13 hourly, then daily for 29 days.
function retryMinutes(tries: number): number | null {
  if (tries < 5) return 5
  if (tries < 20) return 15
  if (tries < 33) return 60
  return tries < 62 ? 1_440 : null
}
