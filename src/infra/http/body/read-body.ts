import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../lib/calls/problem.ts'
import { toClientNetwork } from '../../rate-limit/client-network.ts'

const maxBytes = 8 * 1024 * 1024
const maxMs = 10_000
/** A client that sends nothing for so long waits for the answer. */
const maxPauseMs = 500

/**
 * Reads and discards what the client is still sending, up to a limit. A connection that is closed with unread data is reset,
 * and the client loses the answer.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request)) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(finish, maxMs)
    const pauseTimer = setTimeout(finish, maxPauseMs)
    let bytes = 0
    function finish(): void {
      clearTimeout(timer)
      clearTimeout(pauseTimer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      pauseTimer.refresh()
      if (bytes > maxBytes) finish()
    })
    for (const event of ['end', 'error', 'close']) request.once(event, finish)
    request.resume()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Refuses a compressed body, and one in another charset than UTF-8: it would be read as something else. */
export function refuseEncodedBody({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '') ?? []
  if (!/^identity$/i.test(encoding) || !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new Problem(415, 'Send the text as UTF-8, and not compressed.')
}

const maxRunning = 64
const maxPerNetwork = 8
const busyMessage = 'Too many large forms are being read just now. Please wait a moment and try again.'

/**
 * Refuses bodies above `bytes` with a 429 while many of them are being read and answered, in all and of one client network:
 * each takes memory for as long as its sender likes to take.
 */
export function limitLargeBodies(app: FastifyInstance, bytes: number): void {
  const running = new Map<FastifyRequest, string>()
  // After onRequest: a request that is refused there does not count.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!mayBeLarger(request, bytes)) return done()
    const network = toClientNetwork(request.ip)
    const ofNetwork = [...running.values()].filter(each => each === network).length
    if (running.size >= maxRunning || ofNetwork >= maxPerNetwork)
      throw new Problem(429, busyMessage, { retryAfterSeconds: 5 })
    running.set(request, network)
    // Not Fastify's onResponse, which never comes for a request that the client breaks off.
    reply.raw.once('close', () => running.delete(request))
    done()
  })
}

function mayBeLarger({ headers, routeOptions }: FastifyRequest, bytes: number): boolean {
  if ((routeOptions.bodyLimit ?? 0) <= bytes) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes
}
