import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { AppContext } from '../app-context.ts'
import type { Cookies } from './cookies.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const ajaxHeader = 'x-requested-with'

/** The AJAX marker of contract §2. */
export function hasMarker(request: FastifyRequest): boolean {
  return request.headers[ajaxHeader] === 'XMLHttpRequest'
}

/**
 * Contract §2: a state-changing request is refused when the browser says that it comes from another site, and when
 * it carries no proof at all (the marker, an origin that names the shop, or a valid CSRF token).
 */
export function refuseForeignRequest(context: AppContext, cookies: Cookies, request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const ownOrigin = origin !== undefined && isOwn(context, request, origin)
  if (site === 'cross-site' || site === 'same-site' || (origin !== undefined && !ownOrigin)) {
    throw new Problem(403, 'This request came from another site, so nothing was done.')
  }
  if (hasMarker(request) || ownOrigin || site === 'same-origin') return
  if (!cookies.csrfIsValid(request, getCsrfToken(request))) {
    throw new Problem(
      403,
      'This request did not come from a page of the shop. Reload the page and try again.',
    )
  }
}

/** The CSRF token that a request carries, in its header or its body; whatever was sent there. */
export function getCsrfToken(request: FastifyRequest): unknown {
  return request.headers['x-csrf-token'] ?? (request.body as { _token?: unknown } | undefined)?._token
}

// Behind a name other than BASE_URL (localhost and 127.0.0.1, say) the browser's own Host is as good.
function isOwn(context: AppContext, request: FastifyRequest, origin: string): boolean {
  if (origin === context.baseUrl()) return true
  if (context.config.baseUrl !== null) return false
  return origin === `${request.protocol}://${request.headers.host}`
}
