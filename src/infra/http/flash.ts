import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Flash } from '../../lib/flash.ts'
import type { Cookies } from './cookies.ts'

const longestText = 500

export function storeFlash(cookies: Cookies, reply: FastifyReply, flash: Flash): void {
  cookies.write(reply, 'flash', Buffer.from(JSON.stringify(flash)).toString('base64url'), 60)
}

/** Reads the waiting message and takes it away; null when there is none or it is not ours. */
export function takeFlash(cookies: Cookies, request: FastifyRequest, reply: FastifyReply): Flash | null {
  const cookie = cookies.read(request, 'flash')
  if (!cookie) return null
  cookies.clear(reply, 'flash')
  try {
    const { kind, text } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Flash
    const known = kind === 'success' || kind === 'danger' || kind === 'info'
    return known && typeof text === 'string' ? { kind, text: text.slice(0, longestText) } : null
  } catch {
    return null
  }
}
