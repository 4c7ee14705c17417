import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
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
