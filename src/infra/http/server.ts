import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Problem, type ProblemStatus, problemTitles } from '../../lib/calls/problem.ts'
import type { AppContext } from '../app-context.ts'
import { isDatabaseUnavailable } from '../database/db.ts'
import { runWithRequestId, toLoggableError } from '../observability/log.ts'
import { RequestCounts, toClientNetwork } from '../rate-limit/client-network.ts'
import { addBodyParsers } from './body/forms.ts'
import { findCanonicalPath, mayBeMistyped } from './canonical-path.ts'
import { addDrain, createClientErrorHandler, limitConnections } from './connections.ts'
import type { Cookies } from './cookies.ts'
import { isPlainForm, setZodCompilers } from './handle.ts'
import { createSecurityHeaders } from './headers.ts'
import { hasAjaxMarker, refuseCrossSiteRequest, refuseInvalidToken } from './origin.ts'
import { getRequestId } from './request.ts'
import { createTrustProxy } from './trust-proxy.ts'

/** A route whose body has rows, long texts or files declares its own limit (`bodyLimit`). */
const defaultBodyLimit = 64 * 1024
/** A client that has not sent the headers of a request by then is disconnected. */
const headersTimeoutMs = 15_000
const checkTimeoutsMs = 5_000
const maxParamLength = 300
// Refused below because of its %00.
const invalidUrl = '/%00'
const invalidTextCodes = new Set(['22021', '22P05', '22P02', '22003', '22008', '54000'])

/** Renders a problem as a page; calls get application/problem+json. `reference`: the request's id. */
export type SendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  reference: string,
) => unknown

/** The server without routes: bodies, cookies, headers, limits and errors. The features add their routes. */
export async function createServer(context: AppContext, cookies: Cookies): Promise<FastifyInstance> {
  const isTrusted = createTrustProxy(context.config.trustProxy)
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    bodyLimit: defaultBodyLimit,
    genReqId: request => getRequestId(request, isTrusted),
    // Each log line gets the request's id from its async context (log.ts), so no request needs a logger of its own.
    childLoggerFactory: logger => logger,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkTimeoutsMs },
    clientErrorHandler: createClientErrorHandler(context.log),
    exposeHeadRoutes: false,
    rewriteUrl: request => replaceInvalidUrl(headAsGet(request).url ?? '/'),
    // The router would answer parameters that are too long without the shop's headers. The hook below does instead.
    routerOptions: { constraints: { marker: markerConstraint }, maxParamLength: Number.MAX_SAFE_INTEGER },
  }) as unknown as FastifyInstance
  limitConnections(app.server, {
    limits: context.config.limits,
    isProxy: address => isTrusted(address, 0),
    log: context.log,
  })
  addDrain(app)
  setZodCompilers(app)
  addBodyParsers(app)
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    max: context.config.limits.requestsPerMinute,
    timeWindow: 60_000,
    store: RequestCounts,
    keyGenerator: request => toClientNetwork(request.ip),
    skipOnError: true,
    allowList: request =>
      request.url.startsWith('/assets/') || /^\/(healthz|readyz|metrics)$/.test(request.url),
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem(429, 'Too many requests from your address. Please wait a moment.', {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  })
  const setSecurityHeaders = createSecurityHeaders(context)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    runWithRequestId(request.id, done)
  })
  // Not by route, so that it comes first, and counts what leads to no route too.
  app.addHook('onRequest', app.rateLimit())
  redirectMistypedPaths(app)
  // All that can be refused without the body is refused before it is read.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.includes('%00'))
      throw new Problem(400, 'The address has a character that is not allowed.')
    const params = Object.values(request.params as Record<string, string>)
    if (params.some(param => param.length > maxParamLength)) throw new Problem(414)
    if (request.is404) throw new Problem(404)
    if (request.routeOptions.config.signed !== true) {
      refuseEncodedBody(request)
      refuseCrossSiteRequest(context, cookies, request)
    }
    done()
  })
  limitLargeBodies(app, defaultBodyLimit)
  // Parsing the body leaves the async context of onRequest.
  app.addHook('preValidation', (request, _reply, done) => runWithRequestId(request.id, done))
  app.addHook('onSend', (_request, reply, payload, done) => {
    setSecurityHeaders(reply)
    done(null, payload)
  })
  // Refusals before the body was read: too large, of an unsupported type, too many requests.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.complete) done(null, payload)
    else discardBody(request.raw).then(() => done(null, payload), done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    refuseInvalidToken(cookies, request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the URL: URLs contain tokens and search terms.
    const { url: route = null } = request.routeOptions
    const ms = Math.round(reply.elapsedTime * 10) / 10
    context.log.info(
      { requestId: request.id, method: request.method, route, status: reply.statusCode, ms },
      'Request answered.',
    )
    done()
  })
  return app
}

/** Redirects '/Login/' to '/login' (R-PAGE-10). The path of a product is redirected by its own route, which knows it. */
function redirectMistypedPaths(app: FastifyInstance): void {
  const pagePaths: string[] = []
  const routes = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat()
    for (const each of methods) routes.add(`${each} ${url}`)
    if (methods.includes('GET') && !url.includes('*')) pagePaths.push(url)
  })
  app.decorate('listRoutes', () => [...routes])
  app.addHook('onRequest', (request, reply, done) => {
    const [path = '', ...query] = request.url.split('?')
    const canonicalPath =
      request.method === 'GET' && mayBeMistyped(path) ? findCanonicalPath(pagePaths, path) : null
    if (canonicalPath === null) return done()
    reply.header('cache-control', 'no-store').redirect([canonicalPath, ...query].join('?'), 301)
  })
}

export function handleErrors(app: FastifyInstance, context: AppContext, sendErrorPage: SendErrorPage): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    if (problem.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(problem.retryAfterSeconds))
    if (wantsPage(request)) return sendErrorPage(request, reply, problem, request.id)
    const details = { ...problem.toDetails(context.config.contact), request_id: request.id }
    // The shop's scripts show the request's id to the customer, as the error page does.
    if (problem.status >= 500) details.instance = request.id
    return reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      .header('vary', 'X-Requested-With')
      .type('application/problem+json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(details)
  }
  app.setNotFoundHandler((request, reply) => answer(request, reply, new Problem(404)))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // When the sender breaks off, the shop has not failed, and the reply does not arrive.
    const problem = error === request.raw.errored ? new Problem(400) : toProblem(error)
    if (problem.status >= 500) {
      const { method, routeOptions } = request
      context.log.error(
        { requestId: request.id, method, route: routeOptions.url ?? null, err: toLoggableError(error) },
        'Request failed.',
      )
    }
    return answer(request, reply, problem)
  })
}

function wantsPage(request: FastifyRequest): boolean {
  // Signed requests come from the card provider's server, which reads no pages.
  if (hasAjaxMarker(request) || request.routeOptions.config?.signed === true) return false
  return isPlainForm(request) || (request.headers.accept ?? '').includes('text/html')
}

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) {
    return new Problem(503, 'We can’t reach our stock records just now. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
  if (invalidTextCodes.has(error.code)) return new Problem(400, 'Some of what was sent could not be read.')
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return new Problem(500)
  return new Problem(status in problemTitles ? (status as ProblemStatus) : 400)
}

/**
 * HEAD is handled as GET: Node drops the body, since it created the response for the original method. Separate HEAD
 * routes would double the router.
 */
function headAsGet(request: IncomingMessage): IncomingMessage {
  if (request.method === 'HEAD') request.method = 'GET'
  return request
}

// The router would answer an invalid percent-encoding without the shop's headers. It is replaced by a URL that the hook
// refuses.
function replaceInvalidUrl(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0]!)
    return url
  } catch {
    return invalidUrl
  }
}

// Routes a page and a call on the same path by the AJAX marker (R-CALL-1).
const markerConstraint = {
  name: 'marker',
  storage: () => {
    const handlers: Record<string, unknown> = {}
    return {
      get: (marker: string) => (handlers[marker] ?? null) as never,
      set: (marker: string, handler: unknown) => {
        handlers[marker] = handler
      },
    }
  },
  deriveConstraint: (request: { headers: Record<string, unknown> }) =>
    request.headers['x-requested-with'] === 'XMLHttpRequest' ? 'yes' : 'no',
  validate: () => true,
}

declare module 'fastify' {
  interface FastifyInstance {
    /** 'GET /admin/orders/:reference': every registered route, for the tests that walk all of them. */
    listRoutes(): string[]
  }
  interface FastifyContextConfig {
    /** The request is authenticated by its own signature (the card provider's notification). */
    signed?: boolean
  }
}

const maxDiscardedBytes = 8 * 1024 * 1024
const maxDiscardMs = 10_000
/** A client that sends nothing for so long waits for the answer. */
const maxPauseMs = 500

/**
 * Reads and discards what the client is still sending, up to a limit. A connection that is closed with unread data is reset,
 * and the client loses the answer.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request)) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(finish, maxDiscardMs)
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
      if (bytes > maxDiscardedBytes) finish()
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

const maxLargeBodies = 64
const maxLargeBodiesPerNetwork = 8
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
    if (running.size >= maxLargeBodies || ofNetwork >= maxLargeBodiesPerNetwork)
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
