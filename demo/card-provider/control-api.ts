import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FaultName, type FaultSettings, isFaultName } from './faults.ts'
import { readBody, sendJson } from './http-messages.ts'
import type { ProviderContext } from './provider-context.ts'
import type { Transaction } from './transactions.ts'

/** A transaction as tests and developers see it: amounts in whole pence, no SecurityKey, no card. */
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

export function createControl(context: ProviderContext): Control {
  return {
    fault: (name, settings) => context.faults.enable(name, settings),
    advance: minutes => context.scheduler.advance(minutes * 60_000),
    ledger(vendorTxCode) {
      const transaction = context.transactions.findByCode(vendorTxCode)
      return transaction === null ? null : toLedgerEntry(transaction)
    },
    entries: () => [...context.transactions.list()].map(toLedgerEntry),
  }
}

/** `GET /_ledger.json?vendorTxCode=`: one entry, or all of them. */
export function sendLedger(control: Control, vendorTxCode: string | null, response: ServerResponse): void {
  const entry = vendorTxCode === null ? control.entries() : control.ledger(vendorTxCode)
  sendJson(response, entry === null ? 404 : 200, entry)
}

/** `POST /_control/advance {minutes}` and `POST /_control/fault {fault, vendorTxCode?, redirectUrl?, waitMs?}` */
export async function handleControlRequest(
  control: Control,
  action: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A cross-origin page cannot send JSON without a preflight request.
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    return sendJson(response, 415, { error: 'send JSON' })
  const command = parseJsonObject((await readBody(request)) ?? '')
  if (action === 'advance' && typeof command.minutes === 'number' && command.minutes >= 0) {
    await control.advance(command.minutes)
    return sendJson(response, 200, { done: true })
  }
  if (action === 'fault' && typeof command.fault === 'string' && isFaultName(command.fault)) {
    control.fault(command.fault, {
      vendorTxCode: optionalText(command.vendorTxCode),
      redirectUrl: optionalText(command.redirectUrl),
      waitMs: typeof command.waitMs === 'number' ? command.waitMs : undefined,
    })
    return sendJson(response, 200, { done: true })
  }
  sendJson(response, 400, { error: 'unknown command' })
}

function toLedgerEntry(transaction: Transaction): LedgerEntry {
  const { vendorTxCode, vpsTxId, state, amount, charged, refunded } = transaction
  const notices = transaction.notifications.map(({ body, response: answer }) => ({
    status: /(?:^|&)Status=([A-Z]+)/.exec(body)?.[1] ?? '',
    answer,
  }))
  return { vendorTxCode, vpsTxId, state, amount, charged, refunded, notices }
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
