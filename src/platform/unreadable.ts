import type { Socket } from 'node:net'
import { Problem } from '../shared/problem.ts'

/**
 * Answers what Node could not parse as a request (headers too long, not HTTP), which reaches no route and no hook, with
 * problem details like any other refusal.
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
  // Closing with unread data would reset the connection and lose the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const lingerMs = 1000

const statuses: Record<string, 408 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}
