import { limitConcurrency, WaitTimeoutError } from '../../../infra/limit-concurrency.ts'
import { Problem } from '../../../lib/problem.ts'

const limitReads = limitConcurrency(2, { waitMs: 10_000 })

/**
 * Reads a list of staff: two at a time, because most of them read many rows. More at once would take longer for all, and
 * slow down the pages of customers. Throws a 503 when it is not its turn within ten seconds.
 */
export async function readList<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await limitReads(read)
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error
    throw new Problem(503, 'The lists are busy at the moment. Please try again.', { retryAfterSeconds: 5 })
  }
}
