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

const root = '<!doctype html><html lang="en-GB"'
export const beginning = `${root}>`
const incBeginning = Buffer.from(`${root} data-vat="inc">`)

/**
 * The page as this visitor wants it: one mark on its root, by which the style sheet changes the order. So kept pages
 * stay one for everybody, and nothing jumps when the script arrives.
 */
export function withVatFirst(html: Buffer, first: VatFirst): Buffer {
  return first === 'ex' ? html : Buffer.concat([incBeginning, html.subarray(beginning.length)])
}

/** '"abc"' → '"abc-inc"': what differs has a tag of its own. */
export function etagWithVat(etag: string, first: VatFirst): string {
  return first === 'ex' ? etag : etag.replace(/"$/, '-inc"')
}
