import type { FastifyRequest } from 'fastify'
import { toOwnPath } from '../../lib/own-path.ts'

/** The path of the shop's page that sent the form, from its Referer; the fallback for other sites. */
export function getReturnPath(request: FastifyRequest, fallback: string): string {
  const { referer, host } = request.headers
  if (!referer || !URL.canParse(referer)) return fallback
  const url = new URL(referer)
  return url.host === host ? toOwnPath(url.pathname + url.search, fallback) : fallback
}
