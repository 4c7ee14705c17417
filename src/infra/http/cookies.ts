import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Flash } from '../../lib/flash.ts'
import type { AppContext } from '../app-context.ts'
import { isSameSecret } from '../token.ts'

/** 'session' over http; '__Host-session' over https, so that no sibling domain can set it. */
type PrivateCookie = 'session' | 'basket' | 'flash' | 'login_step' | 'device'

const daySeconds = 86_400
const basketDays = 30 // R-CALL-10

export interface Cookies {
  read(request: FastifyRequest, name: PrivateCookie): string | null
  write(reply: FastifyReply, name: PrivateCookie, value: string, maxAgeSeconds?: number): void
  clear(reply: FastifyReply, name: PrivateCookie): void
  /** True when `read` returns a session, a basket or a flash message: the request never gets a cached page. */
  isPersonal(request: FastifyRequest): boolean
  /** Sets a new CSRF token, bound to the session, in the cookie that pages read; returns it. */
  renewCsrf(reply: FastifyReply, session: string | null): string
  isCsrfValid(request: FastifyRequest, token: unknown): boolean
}

export const basketCookieSeconds = basketDays * daySeconds

export function createCookies(context: AppContext): Cookies {
  const secure = () => context.baseUrl().startsWith('https:')
  const getCookieName = (name: string) => (secure() ? `__Host-${name}` : name)
  const options = () => ({ path: '/', httpOnly: true, sameSite: 'lax' as const, secure: secure() })
  const mac = (text: string, secret = context.config.sessionSecret) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32)

  const read = (request: FastifyRequest, name: PrivateCookie) => {
    const value = request.cookies[getCookieName(name)]
    return value ? value : null
  }
  return {
    read,
    write(reply, name, value, maxAgeSeconds) {
      reply.setCookie(getCookieName(name), value, { ...options(), maxAge: maxAgeSeconds })
    },
    clear(reply, name) {
      reply.clearCookie(getCookieName(name), options())
    },
    isPersonal: request =>
      (['session', 'basket', 'flash'] as const).some(name => read(request, name) !== null),
    renewCsrf(reply, session) {
      const random = randomBytes(12).toString('base64url')
      const token = `${random}.${mac(`csrf:${random}:${session ?? ''}`)}`
      reply.setCookie('csrf_token', token, { ...options(), httpOnly: false })
      return token
    },
    isCsrfValid(request, token) {
      const cookie = request.cookies.csrf_token
      if (typeof token !== 'string' || !cookie || !isSameSecret(token, cookie)) return false
      const [random, signature] = token.split('.')
      const text = `csrf:${random}:${read(request, 'session') ?? ''}`
      const { sessionSecret, previousSessionSecret } = context.config
      return [sessionSecret, previousSessionSecret].some(
        secret => secret !== null && isSameSecret(signature ?? '', mac(text, secret)),
      )
    },
  }
}

const maxTextLength = 500
const flashKinds: ReadonlySet<Flash['kind']> = new Set(['success', 'danger', 'info', 'newsletter'])

/** A text too long for a cookie is cut. */
export function storeFlash(cookies: Cookies, reply: FastifyReply, { kind, text }: Flash): void {
  const flash = JSON.stringify({ kind, text: text.slice(0, maxTextLength) })
  cookies.write(reply, 'flash', Buffer.from(flash).toString('base64url'), 60)
}

/** Returns the pending message and deletes it; null when there is none or it is invalid. */
export function popFlash(cookies: Cookies, request: FastifyRequest, reply: FastifyReply): Flash | null {
  const cookie = cookies.read(request, 'flash')
  if (!cookie) return null
  cookies.clear(reply, 'flash')
  try {
    const { kind, text } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Flash
    return flashKinds.has(kind) && typeof text === 'string'
      ? { kind, text: text.slice(0, maxTextLength) }
      : null
  } catch {
    return null
  }
}

/** Which of a price's two amounts is the prominent one. Pages contain both. */
type VatPreference = 'ex' | 'inc'

// Not HttpOnly: the page's script changes it without a request.
const cookie = 'vat'
const yearSeconds = 31_536_000

export function getVatPreference(request: FastifyRequest): VatPreference {
  return request.cookies[cookie] === 'inc' ? 'inc' : 'ex'
}

export function setVatPreference(context: AppContext, reply: FastifyReply, preference: VatPreference): void {
  const secure = context.baseUrl().startsWith('https:')
  reply.setCookie(cookie, preference, { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure })
}
