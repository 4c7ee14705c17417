import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Control, createControl, handleControlRequest, sendLedger } from './control-api.ts'
import { createFaults } from './faults.ts'
import { handleHostedPage } from './hosted-pages/hosted-pages.ts'
import { sendJson, sendText } from './http-messages.ts'
import type { ProviderContext } from './provider-context.ts'
import { handleRegistration } from './register.ts'
import { createScheduler } from './scheduler.ts'
import { handleTransactionAction, type TransactionAction } from './transaction-actions.ts'
import { createTransactionStore } from './transactions.ts'

/** The default vendor account. */
export const simulatorVendor = 'filterhouse'

export type SimulatorOptions = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Where browsers reach it, when that is not where it listens. */
  readonly publicUrl?: string
  readonly now: () => Date
  /** Calls `run` periodically and returns a function that stops it; setInterval by default. */
  readonly schedule?: (everyMs: number, run: () => void) => () => void
  /** The shop's origin (or several, blank-separated); a function when it is not known yet. */
  readonly frameAncestors: string | (() => string)
  readonly vendors?: readonly string[]
  readonly notifyTimeoutMs?: number
}

export type Simulator = {
  /** Where the shop's server reaches it. */
  readonly url: string
  readonly control: Control
  close(): Promise<void>
}

/**
 * A simulator of the card provider for the demo and tests: it speaks Opayo Server 4.00 on a listener of its own, keeps
 * transactions in memory and contacts no bank. Throws when the port is taken.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host, port, frameAncestors, schedule = startTimer } = options
  let url = ''
  const context: ProviderContext = {
    transactions: createTransactionStore(),
    scheduler: createScheduler(options.now),
    faults: createFaults(),
    vendors: (options.vendors ?? [simulatorVendor]).map(vendor => vendor.toLowerCase()),
    publicUrl: () => options.publicUrl?.replace(/\/$/, '') ?? url,
    frameAncestors: typeof frameAncestors === 'string' ? () => frameAncestors : frameAncestors,
    notifyTimeoutMs: options.notifyTimeoutMs ?? 20_000,
  }
  const control = createControl(context)
  const server = createServer((request, response) => {
    route(context, control, request, response).catch(() => {
      if (!response.headersSent) sendText(response, 500, 'Internal Server Error')
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  url = originOf(host, server.address() as AddressInfo)
  const stop = schedule(schedulerIntervalMs, () => void context.scheduler.runDue())
  return {
    url,
    control,
    close() {
      stop()
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

async function route(
  context: ProviderContext,
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
  const isPost = request.method === 'POST'
  const payPath = /^\/gateway\/pay\/([0-9A-Fa-f-]{36})(?:\/(card|challenge|issuer|cancel))?$/.exec(pathname)
  if (payPath !== null && (isPost || request.method === 'GET'))
    return handleHostedPage(context, payPath[1]!, payPath[2] ?? '', request, response)
  const service = /^\/gateway\/service\/(vspserver-register|refund|void|abort|release)\.vsp$/.exec(
    pathname,
  )?.[1]
  if (service === 'vspserver-register' && isPost) return handleRegistration(context, request, response)
  if (service !== undefined && isPost)
    return handleTransactionAction(context, service as TransactionAction, request, response)
  const controlAction = /^\/_control\/(advance|fault)$/.exec(pathname)?.[1]
  if (controlAction !== undefined && isPost)
    return handleControlRequest(control, controlAction, request, response)
  if (pathname === '/_ledger.json' && request.method === 'GET')
    return sendLedger(control, searchParams.get('vendorTxCode'), response)
  sendJson(response, 404, { error: 'not found' })
}

function originOf(host: string, { port }: AddressInfo): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function startTimer(everyMs: number, run: () => void): () => void {
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const schedulerIntervalMs = 30_000
