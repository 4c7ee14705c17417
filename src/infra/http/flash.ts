import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Flash } from '../../lib/flash.ts'
import type { Cookies } from './cookies.ts'

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
