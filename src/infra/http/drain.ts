import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
