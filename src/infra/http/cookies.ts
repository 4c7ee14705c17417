import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
