import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TimedRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  /** What the answer's body contains, unless the shop refuses the request with a message. */
  expected?: string
}

export interface TimedJob {
  /** For the message of a failure. */
  name: string
  url: string
  connections: number
  /** Ignored when `isOnce`. */
  seconds: number
  /** On a busy machine it takes longer, until there are so many answers. */
  leastAnswers?: number
  /** All connections send the same list, each from another position on. */
  requests: TimedRequest[]
  /** How many requests of the list each connection leaves out at first: what it has sent before. */
  skipped?: number
  /** Each request can be sent only once: each connection sends its part of the list, and the job ends. */
  isOnce?: boolean
}

export interface TimedResult {
  perSecond: number
  answered: number
  /** Answers other than 200, and refusals. */
  failed: number
  /** The first of these. */
  failure: string
  p50Ms: number
  p99Ms: number
}

export interface TimedLoader {
  /** Throws when a request failed. */
  run(job: TimedJob): Promise<TimedResult>
  stop(): void
}

/** Starts the load generator that times each answer. One job at a time. */
export function startTimedLoader(): TimedLoader {
  const child = fork(join(import.meta.dirname, 'timed.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async run(job) {
      child.send(job)
      const [{ result, failed }] = (await once(child, 'message')) as [
        { result?: TimedResult; failed?: string },
      ]
      if (!result) throw new Error(`${job.name}: the load generator failed: ${failed}`)
      if (result.failed > 0)
        throw new Error(
          `${job.name}: ${result.failed} of ${result.answered} requests failed, first ${result.failure}`,
        )
      return result
    },
    stop: () => child.disconnect(),
  }
}
