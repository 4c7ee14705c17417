import type { Result } from '../../lib/result.ts'

/** Without an answer the request may have arrived. The reason is for log and database. */
export type HttpAnswer = Result<{ httpStatus: number; body: Buffer }, 'TIMEOUT' | 'NETWORK'>

interface ProviderRequest {
  headers: Record<string, string>
  body: string
  timeoutMs?: number
}

const defaultTimeoutMs = 15_000

/** Sends one request to a payment provider. Follows no redirect, and never throws. */
export async function postToProvider(
  url: string,
  { headers, body, timeoutMs = defaultTimeoutMs }: ProviderRequest,
): Promise<HttpAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    return { ok: true, httpStatus: response.status, body: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    // The error's text may repeat the request, so it is dropped.
    return { ok: false, reason: isTimeout(error) ? 'TIMEOUT' : 'NETWORK' }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
