import { limitConcurrency, OverloadError } from '../../../infra/limit-concurrency.ts'
import { Problem } from '../../../lib/problem.ts'

const runLimited = limitConcurrency(3, { waitMs: 10_000, maxWaiting: 100 })

/**
 * Runs the query of a back-office list, at most three at a time: most read many rows, and more at once would slow down
 * the pages of customers. With two, two processors were idle while the rows of one list were rendered. Throws a 429 after ten seconds of waiting, or when 100 are waiting.
 */
export async function runListQuery<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await runLimited(query)
  } catch (error) {
    if (!(error instanceof OverloadError)) throw error
    throw new Problem(429, 'The lists are busy at the moment. Please try again.', { retryAfterSeconds: 5 })
  }
}
