import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FaultName, type FaultSettings, isFaultName } from './faults.ts'
import { answerJson, readBody } from './http-messages.ts'
import type { Desk } from './provider-context.ts'
import type { Transaction } from './transactions.ts'

/** One transaction as tests and people look at it; amounts in whole pence. No SecurityKey, no card. */
export type LedgerEntry = {
  vendorTxCode: string
  vpsTxId: string
  state: Transaction['state']
  amount: number
  charged: number
  refunded: number
  notices: { status: string; answer: string | null }[]
}

export type Control = {
  fault(name: FaultName, settings?: FaultSettings): void
  advance(minutes: number): Promise<void>
  ledger(vendorTxCode: string): LedgerEntry | null
  entries(): LedgerEntry[]
}

export function createControl(desk: Desk): Control {
  return {
    fault: (name, settings) => desk.faults.arm(name, settings),
    advance: minutes => desk.agenda.advance(minutes * 60_000),
    ledger(vendorTxCode) {
      const transaction = desk.book.byCode(vendorTxCode)
      return transaction === null ? null : entryOf(transaction)
    },
    entries: () => [...desk.book.all()].map(entryOf),
  }
}

/** `GET /_ledger.json?vendorTxCode=`: one entry, or all of them. */
export function showLedger(control: Control, vendorTxCode: string | null, response: ServerResponse): void {
  const entry = vendorTxCode === null ? control.entries() : control.ledger(vendorTxCode)
  answerJson(response, entry === null ? 404 : 200, entry)
}

/** `POST /_control/advance {minutes}` and `POST /_control/fault {fault, vendorTxCode?, redirectUrl?, waitMs?}` */
export async function takeControl(
  control: Control,
  what: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page of another site cannot send JSON without asking first.
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    return answerJson(response, 415, { error: 'send JSON' })
  const order = asRecord((await readBody(request)) ?? '')
  if (what === 'advance' && typeof order.minutes === 'number' && order.minutes >= 0) {
    await control.advance(order.minutes)
    return answerJson(response, 200, { done: true })
  }
  if (what === 'fault' && typeof order.fault === 'string' && isFaultName(order.fault)) {
    control.fault(order.fault, {
      vendorTxCode: textOr(order.vendorTxCode),
      redirectUrl: textOr(order.redirectUrl),
      waitMs: typeof order.waitMs === 'number' ? order.waitMs : undefined,
    })
    return answerJson(response, 200, { done: true })
  }
  answerJson(response, 400, { error: 'not an order of this sandbox' })
}

function entryOf(transaction: Transaction): LedgerEntry {
  const { vendorTxCode, vpsTxId, state, amount, charged, refunded } = transaction
  const notices = transaction.notices.map(({ body, answer }) => ({
    status: /(?:^|&)Status=([A-Z]+)/.exec(body)?.[1] ?? '',
    answer,
  }))
  return { vendorTxCode, vpsTxId, state, amount, charged, refunded, notices }
}

function asRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
