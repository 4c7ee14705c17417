import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Problem } from '../../lib/calls/problem.ts'
import { createRequestId } from './request-id.ts'

/**
 * Fastify's `clientErrorHandler`: requests that Node cannot parse (headers too long, not HTTP) reach no route and no
 * hook. They are logged and answered with problem details like any other refusal.
 */
export function createClientErrorHandler(
  log: Logger,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const requestId = createRequestId()
    const problem = {
      ...new Problem(statuses[error.code ?? ''] ?? 400).toDetails(noContact),
      request_id: requestId,
    }
    // Without the message, which may quote the input.
    log.info(
      { requestId, method: null, route: null, status: problem.status, code: error.code },
      'Unreadable request answered.',
    )
    const body = JSON.stringify(problem)
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    // Closing with unread data would reset the connection and lose the answer.
    socket.resume()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

// Node reports these before a request reaches the shop; none of their sentences offers to call.
const noContact = { phone: null, email: null }

const lingerMs = 1000

const statuses: Record<string, 408 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}
