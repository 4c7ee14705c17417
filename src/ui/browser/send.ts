import type { Call, ReplyOf, SentBody, SentQuery } from '../../lib/calls/call.ts'
import type { ProblemDetails } from '../../lib/calls/problem.ts'

type SendOptions<C extends Call> = (C['body'] extends object ? { body: SentBody<C> } : { body?: undefined }) &
  (C['query'] extends object
    ? { query?: Partial<Record<keyof SentQuery<C>, string | number>> }
    : { query?: undefined }) & {
    signal?: AbortSignal
  }

/** A problem+json reply (R-CALL-5): the request failed, in contrast to a business outcome. */
export class RequestError extends Error {
  readonly problem: ProblemDetails
  constructor(problem: ProblemDetails) {
    super(formatProblem(problem))
    this.problem = problem
  }
}

/**
 * Sends a declared call: `send<typeof addToBasket>('POST /basket/add/single', { body })`.
 * Throws RequestError for a problem+json reply, TypeError when the network fails, AbortError when aborted.
 */
export async function send<C extends Call>(route: C['route'], options: SendOptions<C>): Promise<ReplyOf<C>> {
  const [method, path] = route.split(' ') as [string, string]
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) search.set(name, String(value))
  const response = await fetch(search.size > 0 ? `${path}?${search}` : path, {
    method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  })
  if (response.ok) return (await response.json()) as ReplyOf<C>
  throw new RequestError(await toProblem(response))
}

// R-CALL-12: with the reference that finds the request in the log.
function formatProblem({ detail, title, instance }: ProblemDetails): string {
  return instance ? `${detail ?? title} Reference: ${instance}.` : (detail ?? title)
}

async function toProblem(response: Response): Promise<ProblemDetails> {
  const fallback = {
    type: 'about:blank',
    title: 'The shop did not answer as expected',
    status: response.status,
  }
  const json = (await response.json().catch(() => null)) as ProblemDetails | null
  return json && typeof json.title === 'string' ? json : fallback
}
