import type { FastifyRequest } from 'fastify'
import { toOwnPath } from '../../lib/links.ts'

/** The page of the shop whose form was sent, for the way back; never another site. */
export function getReturnPath(request: FastifyRequest, fallback: string): string {
  const { referer, host } = request.headers
  if (!referer || !URL.canParse(referer)) return fallback
  const url = new URL(referer)
  return url.host === host ? toOwnPath(url.pathname + url.search, fallback) : fallback
}
