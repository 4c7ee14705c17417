import type { IncomingMessage } from 'node:http'

const maxBytes = 8 * 1024 * 1024
const maxMs = 10_000

/**
 * Reads and discards what the client is still sending, up to a limit. A connection that is closed with unread data is reset,
 * and the client loses the answer.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request)) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(finish, maxMs)
    let bytes = 0
    function finish(): void {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) finish()
    })
    for (const event of ['end', 'error', 'close']) request.once(event, finish)
    request.resume()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
