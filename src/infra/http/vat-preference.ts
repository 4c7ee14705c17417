import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

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
