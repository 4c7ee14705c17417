import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Problem } from '../../lib/calls/problem.ts'
import { toClientNetwork } from '../rate-limit/client-network.ts'
import type { Limits } from '../rate-limit/limits.ts'
import { createRequestId } from './request.ts'

interface ConnectionOptions {
  limits: Pick<Limits, 'connections' | 'connectionsPerAddress'>
  /** A proxy's connections carry the requests of many clients. */
  isProxy: (address: string) => boolean
  log: Logger
}

/** All connections, or those of a client network. */
interface ConnectionGroup {
  limit: number
  open: Set<Socket>
  /** Those without a request, the one that has waited longest first. A proxy's are not among them. */
  waiting: Set<Socket>
}

const createGroup = (limit: number): ConnectionGroup => ({ limit, open: new Set(), waiting: new Set() })
const logPauseMs = 60_000

/**
 * Limits the open connections, in all and of one client network. At a limit the connection that has waited longest for a
 * request is closed in favour of the new one, so that a client who opens many and sends nothing keeps no others out; when
 * all of them are being answered, the new one is closed. A proxy's connections count in all only and are never closed,
 * because its next request may be on its way.
 */
export function limitConnections(server: Server, { limits, isProxy, log }: ConnectionOptions): void {
  const all = createGroup(limits.connections)
  const byNetwork = new Map<string, ConnectionGroup>()
  const logLimit = createPausedLog(() =>
    log.warn({ connections: all.open.size, networks: byNetwork.size }, 'A limit of connections is reached.'),
  )
  const getGroup = (network: string): ConnectionGroup => {
    const group = byNetwork.get(network) ?? createGroup(limits.connectionsPerAddress)
    byNetwork.set(network, group)
    return group
  }
  const groupsOf = new WeakMap<Socket, ConnectionGroup[]>()

  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const network = isProxy(address) ? null : toClientNetwork(address)
    const groups = network === null ? [all] : [getGroup(network), all]
    for (const { open, waiting, limit } of groups) {
      if (open.size < limit) continue
      logLimit()
      const [longest] = waiting
      if (!longest) return void socket.destroy()
      leave(longest)
      longest.destroy()
    }
    groupsOf.set(socket, groups)
    for (const { open } of groups) open.add(socket)
    if (network !== null) startWaiting(socket)
    socket.once('close', () => {
      leave(socket)
      if (network !== null && getGroup(network).open.size === 0) byNetwork.delete(network)
    })
  })
  server.on('request', ({ socket }, response) => {
    if (!stopWaiting(socket)) return
    response.once('close', () => startWaiting(socket))
  })

  const leave = (socket: Socket) => {
    stopWaiting(socket)
    for (const { open } of groupsOf.get(socket) ?? []) open.delete(socket)
  }
  const startWaiting = (socket: Socket) => {
    if (!socket.destroyed) for (const { waiting } of groupsOf.get(socket) ?? []) waiting.add(socket)
  }
  const stopWaiting = (socket: Socket): boolean => {
    const groups = groupsOf.get(socket) ?? []
    return groups.map(({ waiting }) => waiting.delete(socket)).includes(true)
  }
}

/** Logs at most once a minute. */
function createPausedLog(write: () => void): () => void {
  let at = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - at < logPauseMs) return
    at = performance.now()
    write()
  }
}

/**
 * Fastify's `clientErrorHandler`: requests that Node cannot parse (headers too long, not HTTP) reach no route and no
 * hook. They are logged and answered with problem details like any other refusal.
 */
export function createClientErrorHandler(
  log: Logger,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const requestId = createRequestId()
    const problem = {
      ...new Problem(statuses[error.code ?? ''] ?? 400).toDetails(noContact),
      request_id: requestId,
    }
    // Without the message, which may quote the input.
    log.info(
      { requestId, method: null, route: null, status: problem.status, code: error.code },
      'Unreadable request answered.',
    )
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Closing with unread data would reset the connection and lose the answer.
    socket.resume()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

// Node reports these before a request reaches the shop; none of their sentences offers to call.
const noContact = { phone: null, email: null }

const lingerMs = 1000

const statuses: Record<string, 408 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the start of the drain on. */
    isDraining(): boolean
    /** Serves for this time with /readyz at 503; resolves when the server may close (R-RUN-21). */
    drain(seconds: number): Promise<void>
  }
}

/** How long reads are refused before the server closes: a proxy under load notices within milliseconds. */
const refusalMs = 1_000
const retryHeader = 'x-proxy-retries'

/**
 * Lets a process stop behind a proxy without a failed request. A proxy that does not ask /readyz goes on sending until the
 * process has closed, and a request that it sends at that moment is lost; a POST could not be repeated. Therefore the
 * last reads are refused with 502 if the proxy says that it repeats them elsewhere (deploy/nginx/filterhouse): it then
 * takes the process out of use, before the process closes. Writes are served until the end.
 */
export function addDrain(app: FastifyInstance): void {
  let phase: 'serving' | 'draining' | 'refusing' = 'serving'
  app.decorate('isDraining', () => phase !== 'serving')
  app.decorate('drain', async (seconds: number) => {
    phase = 'draining'
    if (seconds === 0) return
    await sleep(seconds * 1000)
    phase = 'refusing'
    await sleep(refusalMs)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (phase === 'serving') return done()
    // The next request of the proxy takes another connection.
    reply.header('connection', 'close')
    if (phase === 'draining' || !isRepeatedElsewhere(request)) return done()
    reply.code(502).type('text/plain').send('This process is stopping.\n')
  })
}

const isRepeatedElsewhere = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers[retryHeader] === 'reads'
