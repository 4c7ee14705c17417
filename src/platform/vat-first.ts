import type { FastifyReply, FastifyRequest } from 'fastify'
import type { House } from './house.ts'

/** Which of a price's two figures leads. Both are always there. */
export type VatFirst = 'ex' | 'inc'

// Readable by the page's script, which changes it without a round trip.
const cookie = 'vat'
const yearSeconds = 31_536_000

export function vatFirstOf(request: FastifyRequest): VatFirst {
  return request.cookies[cookie] === 'inc' ? 'inc' : 'ex'
}

export function keepVatFirst(house: House, reply: FastifyReply, first: VatFirst): void {
  const secure = house.baseUrl().startsWith('https:')
  reply.setCookie(cookie, first, { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure })
}
