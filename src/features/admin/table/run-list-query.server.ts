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

interface PendingRequest<Question, Result> extends PromiseWithResolvers<Result> {
  question: Question
}

/**
 * Coalesces the requests for a list that many staff ask for at the same time. Of questions with the same key one query runs
 * at a time, and those that come meanwhile share the next one: each is answered by what was read after it came. `query`
 * answers its questions in their order; what it throws, each of them gets. Throws a 429 when 100 wait for the same query,
 * or when that query waits ten seconds for its turn (`runListQuery`).
 */
export function coalesceListQuery<Question, Result>(
  toKey: (question: Question) => string,
  query: (questions: readonly Question[]) => Promise<readonly Result[]>,
): (question: Question) => Promise<Result> {
  const pendingByKey = new Map<string, PendingRequest<Question, Result>[]>()

  const runQueries = async (key: string, waiting: PendingRequest<Question, Result>[]) => {
    pendingByKey.set(key, waiting)
    while (waiting.length > 0) {
      let batch: typeof waiting = []
      try {
        const results = await runListQuery(() => {
          batch = waiting.splice(0)
          return query(batch.map(({ question }) => question))
        })
        for (const [nth, { resolve }] of batch.entries()) resolve(results[nth]!)
      } catch (error) {
        // It is empty when the query was refused its turn.
        for (const { reject } of batch.length > 0 ? batch : waiting.splice(0)) reject(error)
      }
    }
    pendingByKey.delete(key)
  }

  return question => {
    const key = toKey(question)
    const pending = { question, ...Promise.withResolvers<Result>() }
    const waiting = pendingByKey.get(key)
    if (waiting === undefined) void runQueries(key, [pending])
    else if (waiting.length < maxWaiting) waiting.push(pending)
    else pending.reject(createBusyProblem())
    return pending.promise
  }
}
