import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Control, createControl, showLedger, takeControl } from './control-api.ts'
import { createFaults } from './faults.ts'
import { hosted } from './hosted-pages.ts'
import { answerJson, answerText } from './http-messages.ts'
import type { Desk } from './provider-context.ts'
import { register } from './register.ts'
import { createAgenda } from './scheduler.ts'
import { type LaterAction, laterAction } from './transaction-actions.ts'
import { createBook } from './transactions.ts'

/** The vendor that the sandbox knows unless told otherwise. */
export const sandboxVendor = 'filterhouse'

export type SandboxOptions = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Where browsers reach it, when that is not where it listens. */
  readonly publicUrl?: string
  readonly now: () => Date
  /** Calls `run` again and again and gives back what stops it; a timer of its own by default. */
  readonly schedule?: (everyMs: number, run: () => void) => () => void
  /** The shop's origin (or several, blank-separated); a function when it is known only later. */
  readonly frameAncestors: string | (() => string)
  readonly vendors?: readonly string[]
  readonly notifyTimeoutMs?: number
}

export type Sandbox = {
  /** Where the shop's server reaches it. */
  readonly url: string
  readonly control: Control
  close(): Promise<void>
}

/**
 * A card gateway to try the shop with: it speaks Opayo Server 4.00 on a listener of its own, keeps its ledger in
 * memory and never asks a bank. For demonstration and tests only. Throws when the port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host, port, frameAncestors, schedule = everyNow } = options
  let url = ''
  const desk: Desk = {
    book: createBook(),
    agenda: createAgenda(options.now),
    faults: createFaults(),
    vendors: (options.vendors ?? [sandboxVendor]).map(vendor => vendor.toLowerCase()),
    publicUrl: () => options.publicUrl?.replace(/\/$/, '') ?? url,
    frameAncestors: typeof frameAncestors === 'string' ? () => frameAncestors : frameAncestors,
    notifyTimeoutMs: options.notifyTimeoutMs ?? 20_000,
  }
  const control = createControl(desk)
  const server = createServer((request, response) => {
    route(desk, control, request, response).catch(() => {
      if (!response.headersSent) answerText(response, 500, 'Internal Server Error')
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  url = originOf(host, server.address() as AddressInfo)
  const stop = schedule(monitorEveryMs, () => void desk.agenda.tick())
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
  desk: Desk,
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  const posted = request.method === 'POST'
  const pay = /^\/gateway\/pay\/([0-9A-Fa-f-]{36})(?:\/(card|challenge|issuer|cancel))?$/.exec(pathname)
  if (pay !== null && (posted || request.method === 'GET'))
    return hosted(desk, pay[1]!, pay[2] ?? '', request, response)
  const service = /^\/gateway\/service\/(vspserver-register|refund|void|abort|release)\.vsp$/.exec(
    pathname,
  )?.[1]
  if (service === 'vspserver-register' && posted) return register(desk, request, response)
  if (service !== undefined && posted) return laterAction(desk, service as LaterAction, request, response)
  const order = /^\/_control\/(advance|fault)$/.exec(pathname)?.[1]
  if (order !== undefined && posted) return takeControl(control, order, request, response)
  if (pathname === '/_ledger.json' && request.method === 'GET')
    return showLedger(control, searchParams.get('vendorTxCode'), response)
  answerJson(response, 404, { error: 'nothing here' })
}

function originOf(host: string, { port }: AddressInfo): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function everyNow(everyMs: number, run: () => void): () => void {
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const monitorEveryMs = 30_000
