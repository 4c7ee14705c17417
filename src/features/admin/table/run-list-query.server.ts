import { limitConcurrency, OverloadError } from '../../../infra/limit-concurrency.ts'
import { Problem } from '../../../lib/problem.ts'

const maxWaiting = 100
const runLimited = limitConcurrency(3, { waitMs: 10_000, maxWaiting })

const createBusyProblem = () =>
  new Problem(429, 'The lists are busy at the moment. Please try again.', { retryAfterSeconds: 5 })

/**
 * Runs the query of a back-office list, at most three at a time: most read many rows, and more at once would slow down
 * the pages of customers. With two, two processors were idle while the rows of one list were rendered. Throws a 429 after
 * ten seconds of waiting, or when 100 are waiting.
 */
export async function runListQuery<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await runLimited(query)
  } catch (error) {
    if (!(error instanceof OverloadError)) throw error
    throw createBusyProblem()
  }
}

interface PendingRequest<Request, Result> extends PromiseWithResolvers<Result> {
  request: Request
}

/**
 * Coalesces the requests for a list that many staff ask for at the same time. Of requests with the same key one query runs
 * at a time, and those that come meanwhile share the next one: each gets what was read after it came. `query` answers
 * its requests in their order; what it throws, each of them gets. Throws a 429 as `runListQuery` does.
 */
export function coalesceListQuery<Request, Result>(
  toKey: (request: Request) => string,
  query: (requests: readonly Request[]) => Promise<readonly Result[]>,
): (request: Request) => Promise<Result> {
  const pendingByKey = new Map<string, PendingRequest<Request, Result>[]>()

  const runQueries = async (key: string, waiting: PendingRequest<Request, Result>[]) => {
    pendingByKey.set(key, waiting)
    while (waiting.length > 0) {
      let served: typeof waiting = []
      try {
        const results = await runListQuery(() => {
          served = waiting.splice(0)
          return query(served.map(({ request }) => request))
        })
        for (const [nth, { resolve }] of served.entries()) resolve(results[nth]!)
      } catch (error) {
        // None is served yet when the query was refused its turn.
        for (const { reject } of served.length > 0 ? served : waiting.splice(0)) reject(error)
      }
    }
    pendingByKey.delete(key)
  }

  return request => {
    const key = toKey(request)
    const added = { request, ...Promise.withResolvers<Result>() }
    const waiting = pendingByKey.get(key)
    if (waiting === undefined) void runQueries(key, [added])
    else if (waiting.length < maxWaiting) waiting.push(added)
    else added.reject(createBusyProblem())
    return added.promise
  }
}
