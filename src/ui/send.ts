import type { Call, ReplyOf, SentBody, SentQuery } from '../lib/call.ts'
import type { ProblemDetails } from '../lib/problem.ts'

type Sent<C extends Call> = (C['body'] extends object ? { body: SentBody<C> } : { body?: undefined }) &
  (C['query'] extends object
    ? { query?: Partial<Record<keyof SentQuery<C>, string | number>> }
    : { query?: undefined }) & {
    signal?: AbortSignal
  }

/** The server said no in a way that is no business outcome; `problem` is what it told. */
export class RequestError extends Error {
  readonly problem: ProblemDetails
  constructor(problem: ProblemDetails) {
    super(formatProblem(problem))
    this.problem = problem
  }
}

/**
 * Asks a declared call: `send<typeof addToBasket>('POST /basket/add/single', { body })`.
 * Throws Refused for a problem+json answer, TypeError when the network is away, AbortError when given up.
 */
export async function send<C extends Call>(route: C['route'], sent: Sent<C>): Promise<ReplyOf<C>> {
  const [method, path] = route.split(' ') as [string, string]
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) search.set(name, String(value))
  const response = await fetch(search.size > 0 ? `${path}?${search}` : path, {
    method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    signal: sent.signal,
  })
  if (response.ok) return (await response.json()) as ReplyOf<C>
  throw new RequestError(await toProblem(response))
}

// Rule 16: with the number under which whoever is called finds it.
function formatProblem({ detail, title, instance }: ProblemDetails): string {
  return instance ? `${detail ?? title} Reference: ${instance}.` : (detail ?? title)
}

async function toProblem(response: Response): Promise<ProblemDetails> {
  const bare = { type: 'about:blank', title: 'The shop did not answer as expected', status: response.status }
  const json = (await response.json().catch(() => null)) as ProblemDetails | null
  return json && typeof json.title === 'string' ? json : bare
}
