import type { Socket } from 'node:net'
import { Problem } from '../shared/problem.ts'

/**
 * What Node could not even read as a request (headers without end, no HTTP at all) reaches no route and no hook: it is
 * answered here, in the words of all calls (contract §2).
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const problem = new Problem(statuses[error.code ?? ''] ?? 400).details()
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Closed with something unread, the connection would be reset and the answer lost on its way.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const lingerMs = 1000

const statuses: Record<string, 408 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}
