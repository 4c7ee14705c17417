import { faultyOutcome, type Outcome, writeNotice } from './build-notification.ts'
import type { Desk } from './provider-context.ts'
import { deliver, type ShopAnswer } from './send-notification.ts'
import { type Ending, newAuthNo, type Transaction } from './transactions.ts'

const hourMs = 3_600_000

/**
 * Tells the shop how the payment went and does what its answer says; money moves only here.
 * A second call (double click, two tabs) gets the ending of the first.
 */
export function settle(desk: Desk, transaction: Transaction, outcome: Outcome): Promise<Ending> {
  transaction.ending ??= settleOnce(desk, transaction, outcome)
  return transaction.ending
}

async function settleOnce(desk: Desk, transaction: Transaction, bankSaid: Outcome): Promise<Ending> {
  transaction.state = 'finishing'
  const armed = (name: Parameters<Desk['faults']['take']>[0]) =>
    desk.faults.take(name, transaction.vendorTxCode)
  if (armed('never_notify')) return giveUp(transaction, 'The shop has not been told yet.')
  const outcome = faultyOutcome(transaction, bankSaid, desk.faults)
  if (outcome.status === 'OK') transaction.txAuthNo = newAuthNo()
  const early = armed('notify_after_browser')
  if (early?.redirectUrl !== undefined) {
    const wait = early.waitMs ?? 1_000
    setTimeout(() => void tell(desk, transaction, outcome), wait)
    return { kind: 'redirect', url: early.redirectUrl, top: false }
  }
  const answer = await tell(desk, transaction, outcome)
  if (!answer.heard) return { kind: 'failure', number: '5006', words: answer.why }
  return { kind: 'redirect', url: answer.redirectUrl, top: armed('redirect_top') !== null }
}

/** Notifies the shop (with the faults of the way) and enters its answer into the ledger. */
async function tell(desk: Desk, transaction: Transaction, outcome: Outcome): Promise<ShopAnswer> {
  const armed = (name: Parameters<Desk['faults']['take']>[0]) =>
    desk.faults.take(name, transaction.vendorTxCode)
  const replayed = armed('replay_other_order') ? bodyOfAnother(desk, transaction) : null
  if (replayed !== null) await deliver(desk, transaction, replayed)
  const body = writeNotice(transaction, outcome, desk.faults)
  if (armed('duplicate_after_1h'))
    desk.agenda.at(desk.agenda.clock() + hourMs, async () => void (await deliver(desk, transaction, body)))
  const hasty = armed('notify_timeout_then_retry')
  if (hasty) await deliver(desk, transaction, body, hasty.waitMs ?? 50)
  const twin = armed('duplicate_x2_parallel') ? deliver(desk, transaction, body) : null
  const answer = await deliver(desk, transaction, body)
  await twin
  if (!answer.heard || armed('drop_our_answer')) {
    giveUp(transaction, '')
    return answer.heard ? { heard: false, why: 'The answer of the shop was lost.' } : answer
  }
  enter(desk, transaction, outcome, answer.status)
  return answer
}

function enter(
  desk: Desk,
  transaction: Transaction,
  outcome: Outcome,
  shopSaid: 'OK' | 'INVALID' | 'ERROR',
): void {
  if (outcome.status === 'ABORT') transaction.state = 'cancelled'
  else if (outcome.status !== 'OK' || shopSaid !== 'OK') transaction.state = 'not_charged'
  else if (transaction.txType === 'DEFERRED') transaction.state = 'deferred'
  else charge(desk, transaction, transaction.amount)
}

export function charge(desk: Desk, transaction: Transaction, amount: number): void {
  transaction.state = 'charged'
  transaction.charged = amount
  transaction.chargedAt = desk.agenda.clock()
}

// Without an acknowledgement nothing is charged, and the monitor will say so to the shop.
function giveUp(transaction: Transaction, words: string): Ending {
  transaction.state = 'cancelled'
  transaction.abortOwed = true
  return { kind: 'failure', number: '5006', words }
}

function bodyOfAnother(desk: Desk, transaction: Transaction): string | null {
  for (const other of desk.book.all())
    if (other !== transaction && other.notices[0] !== undefined) return other.notices[0].body
  return null
}
