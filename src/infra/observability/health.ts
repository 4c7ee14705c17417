import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Problem } from '../../lib/calls/problem.ts'
import type { AppContext } from '../app-context.ts'
import { isSameSecret } from '../token.ts'
import { getRequestView } from './request-view.ts'

/**
 * /healthz: the process runs. /readyz: the database answers, the search engine is built and the process is not stopping. /metrics: for Prometheus.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  context: AppContext,
  isSearchReady: () => boolean,
): void {
  const { metrics } = context
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    const { method } = request
    metrics.observeRequest({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', async (request, reply) => {
    const view = getRequestView(context, request)
    return view ? reply.send(view) : reply.type('text/plain').send('alive\n')
  })

  app.get('/readyz', async (_request, reply) => {
    if (app.isDraining()) throw new Problem(503, 'This process is stopping.', { retryAfterSeconds: 2 })
    if (!(await isDatabaseReady(context.db))) {
      throw new Problem(503, 'The database does not answer.', { retryAfterSeconds: 2 })
    }
    if (!isSearchReady()) throw new Problem(503, 'The search is being built.', { retryAfterSeconds: 2 })
    return reply.type('text/plain').send('ready\n')
  })

  app.get('/metrics', async (request, reply) => {
    const { metricsToken, mode } = context.config
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    // In production the token is required; without a configured token the path does not exist.
    const isAllowed = metricsToken === null ? mode === 'demo' : isSameSecret(token, metricsToken)
    if (!isAllowed) throw new Problem(404)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

// The answer must arrive within 2 s.
const databaseTimeoutMs = 1_500

function isDatabaseReady(db: AppContext['db']): Promise<boolean> {
  const timeout = sleep(databaseTimeoutMs, false, { ref: false })
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout])
}
