import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/calls/problem.ts'
import type { AppContext } from '../app-context.ts'
import type { Cookies } from './cookies.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const ajaxHeader = 'x-requested-with'

/** The AJAX marker (R-CALL-1). */
export function hasAjaxMarker(request: FastifyRequest): boolean {
  return request.headers[ajaxHeader] === 'XMLHttpRequest'
}

const noProof = 'This request did not come from a page of the shop. Reload the page and try again.'

const unproven = new WeakSet<FastifyRequest>()

/** True for a request whose proof of origin can only be a CSRF token in its body. */
export const awaitsToken = (request: FastifyRequest): boolean => unproven.has(request)

/**
 * Refuses a state-changing request when the browser says that it comes from another site, and when it has no proof of
 * origin (the marker, an origin that names the shop, or a valid CSRF token): R-CALL-7. Runs before the body is read, so a
 * request that may have the token in its body is decided by `refuseInvalidToken`.
 */
export function refuseCrossSiteRequest(context: AppContext, cookies: Cookies, request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isFromShop = origin !== undefined && isShopOrigin(context, request, origin)
  if (site === 'cross-site' || site === 'same-site' || (origin !== undefined && !isFromShop)) {
    throw new Problem(403, 'This request came from another site, so nothing was done.')
  }
  if (hasAjaxMarker(request) || isFromShop || site === 'same-origin') return
  const headerToken = request.headers['x-csrf-token']
  // A token in the body must equal the cookie's, so that one must be valid.
  if (!cookies.isCsrfValid(request, headerToken ?? request.cookies.csrf_token))
    throw new Problem(403, noProof)
  if (headerToken === undefined) unproven.add(request)
}

/** The second half of `refuseCrossSiteRequest`, with the body. */
export function refuseInvalidToken(cookies: Cookies, request: FastifyRequest): void {
  if (awaitsToken(request) && !cookies.isCsrfValid(request, getCsrfToken(request)))
    throw new Problem(403, noProof)
}

/** The CSRF token of a request, from its header or its body. Not validated. */
export function getCsrfToken(request: FastifyRequest): unknown {
  return request.headers['x-csrf-token'] ?? (request.body as { _token?: unknown } | undefined)?._token
}

// When BASE_URL is not set, the shop may be reached by several names (localhost, 127.0.0.1): Host is accepted instead.
function isShopOrigin(context: AppContext, request: FastifyRequest, origin: string): boolean {
  if (origin === context.baseUrl()) return true
  if (context.config.baseUrl !== null) return false
  return origin === `${request.protocol}://${request.headers.host}`
}
