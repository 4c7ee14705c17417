import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

/** 'session' over http; '__Host-session' over https, so that no sister domain can set it. */
type PrivateCookie = 'session' | 'basket' | 'flash' | 'login_step'

const daySeconds = 86_400
const basketDays = 30 // Specification §9

export interface Cookies {
  read(request: FastifyRequest, name: PrivateCookie): string | null
  write(reply: FastifyReply, name: PrivateCookie, value: string, maxAgeSeconds?: number): void
  clear(reply: FastifyReply, name: PrivateCookie): void
  /** True when the request carries anything of one person: such a request never gets a cached page. */
  isPersonal(request: FastifyRequest): boolean
  /** Makes the visitor's CSRF token (bound to his session) known to his pages; returns it. */
  renewCsrf(reply: FastifyReply, session: string | null): string
  csrfIsValid(request: FastifyRequest, given: unknown): boolean
}

export const basketCookieSeconds = basketDays * daySeconds

export function createCookies(context: AppContext): Cookies {
  const secure = () => context.baseUrl().startsWith('https:')
  const nameOf = (name: string) => (secure() ? `__Host-${name}` : name)
  const options = () => ({ path: '/', httpOnly: true, sameSite: 'lax' as const, secure: secure() })
  const mac = (text: string) =>
    createHmac('sha256', context.config.sessionSecret).update(text).digest('base64url').slice(0, 32)

  const read = (request: FastifyRequest, name: PrivateCookie) => {
    const value = request.cookies[nameOf(name)]
    return value ? value : null
  }
  return {
    read,
    write(reply, name, value, maxAgeSeconds) {
      reply.setCookie(nameOf(name), value, { ...options(), maxAge: maxAgeSeconds })
    },
    clear(reply, name) {
      reply.clearCookie(nameOf(name), options())
    },
    isPersonal(request) {
      const header = request.headers.cookie
      return header !== undefined && /(?:^|[;\s])(?:__Host-)?(?:session|basket|flash)=/.test(header)
    },
    renewCsrf(reply, session) {
      const random = randomBytes(12).toString('base64url')
      const token = `${random}.${mac(`csrf:${random}:${session ?? ''}`)}`
      reply.setCookie('csrf_token', token, { ...options(), httpOnly: false })
      return token
    },
    csrfIsValid(request, given) {
      const cookie = request.cookies.csrf_token
      if (typeof given !== 'string' || !cookie || !isSameSecret(given, cookie)) return false
      const [random, signature] = given.split('.')
      return isSameSecret(signature ?? '', mac(`csrf:${random}:${read(request, 'session') ?? ''}`))
    },
  }
}

/** 192 random bits: nobody guesses a session, a basket or a return link. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** What the database keeps of a token: who reads the table cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
