import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'

/** Which of a price's two figures leads. Both are always in the page. */
type VatPreference = 'ex' | 'inc'

// Readable by the page's script, which changes it without a round trip.
const cookie = 'vat'
const yearSeconds = 31_536_000

export function getVatPreference(request: FastifyRequest): VatPreference {
  return request.cookies[cookie] === 'inc' ? 'inc' : 'ex'
}

export function setVatPreference(context: AppContext, reply: FastifyReply, preference: VatPreference): void {
  const secure = context.baseUrl().startsWith('https:')
  reply.setCookie(cookie, preference, { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure })
}
