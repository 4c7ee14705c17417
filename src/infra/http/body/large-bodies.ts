import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../lib/calls/problem.ts'
import { toClientNetwork } from '../../rate-limit/client-network.ts'

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
