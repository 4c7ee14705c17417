import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { TrustProxy } from './trust-proxy.ts'

export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/

/** The id that a trusted proxy sent in X-Request-Id, else a new one. */
export function getRequestId(request: IncomingMessage, isTrusted: TrustProxy): string {
  const header = request.headers['x-request-id']
  const isAccepted =
    typeof header === 'string' &&
    requestIdPattern.test(header) &&
    isTrusted(request.socket.remoteAddress ?? '', 0)
  return isAccepted ? header : createRequestId()
}

const processId = randomBytes(4).toString('hex')
let count = 0

/** 'a91c03f2-17': short enough for the telephone, and unique over all processes. */
export function createRequestId(): string {
  count++
  return `${processId}-${count.toString(36)}`
}

/**
 * The key under which the write of a form is stored: of all that it sent, the key and the version of its page among it. The same
 * form sent again has the same one, and is answered as the first time. With other content, as after the browser's Back, or
 * for another order it is a request of its own. `files`: what the form uploaded.
 */
export function toRequestKey(
  { url, body }: Pick<FastifyRequest, 'url' | 'body'>,
  files: readonly { size: number; digest: string }[] = [],
): string {
  const hash = createHash('sha256').update(JSON.stringify([url, body]))
  for (const { size, digest } of files) hash.update(`\n${size}\n${digest}`)
  return hash.digest('hex')
}

/** The path of the shop's page that sent the form, from its Referer; the fallback for other sites. */
export function getReturnPath(request: FastifyRequest, fallback: string): string {
  const { referer, host } = request.headers
  if (!referer || !URL.canParse(referer)) return fallback
  const url = new URL(referer)
  return url.host === host ? toOwnPath(url.pathname + url.search, fallback) : fallback
}

/** Whether the client names this coding in Accept-Encoding and does not refuse it with `q=0` (RFC 9110, 12.5.3). */
export function acceptsCoding(
  request: Pick<FastifyRequest, 'headers'>,
  coding: 'zstd' | 'br' | 'gzip',
): boolean {
  const entries = (request.headers['accept-encoding'] ?? '').toLowerCase().split(',')
  return entries.some(entry => {
    const [name, ...parameters] = entry.split(';').map(part => part.trim())
    return name === coding && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/**
 * A path of the shop itself, or the fallback: never another host, however the text is disguised ('//evil', '/\evil',
 * 'javascript:', percent-encoding, control characters).
 */
export function toOwnPath(path: string | undefined, fallback = '/'): string {
  if (!path || path.length > 2000 || !/^\/[^/\\]/.test(`${path} `)) return fallback
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\\]/.test(path)) return fallback
  try {
    const base = 'http://own.invalid'
    const url = new URL(path, base)
    if (url.origin !== base || /^\/[/\\]/.test(decodeURIComponent(url.pathname))) return fallback
    return url.pathname + url.search + url.hash
  } catch {
    return fallback
  }
}
