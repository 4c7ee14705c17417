export type HttpAnswer =
  | { kind: 'answer'; httpStatus: number; body: Buffer }
  /** The request may have arrived. `code` is for log and database. */
  | { kind: 'silence'; code: 'TIMEOUT' | 'NETWORK' }

interface ProviderRequest {
  headers: Record<string, string>
  body: string
  /** How long the provider may take for the whole answer. */
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
    return { kind: 'answer', httpStatus: response.status, body: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    // The error's text may repeat the request, so it is dropped.
    return { kind: 'silence', code: isTimeout(error) ? 'TIMEOUT' : 'NETWORK' }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
