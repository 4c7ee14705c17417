import type { FastifyReply } from 'fastify'
import type { AppContext } from '../app-context.ts'

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const

const hstsSeconds = 31_536_000 * 2

export interface PolicyOptions {
  /** Allowed sources of frames in this page: the card provider, on the checkout only. */
  frameSrc?: string[]
  /** The shop itself may show this page in a frame (the card return page). */
  framedBySelf?: boolean
}

/** Content-Security-Policy of a page: own files only, no inline script, no inline style. */
export function formatContentPolicy(context: AppContext, options: PolicyOptions = {}): string {
  const newsletter =
    context.config.newsletter && !options.frameSrc
      ? ` ${new URL(context.config.newsletter.action).origin}`
      : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${options.frameSrc ? ["'self'", ...options.frameSrc].join(' ') : "'none'"}`,
    `frame-ancestors ${options.framedBySelf ? "'self'" : "'none'"}`,
    `form-action 'self'${newsletter}`,
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Sets the security headers of every response: pages, calls, files and errors. */
export function createSecurityHeaders(context: AppContext): (reply: FastifyReply) => void {
  const policy = formatContentPolicy(context)
  return reply => {
    reply.headers(fixedHeaders)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy)
    if (context.baseUrl().startsWith('https:')) {
      reply.header('strict-transport-security', `max-age=${hstsSeconds}; includeSubDomains`)
    }
  }
}
