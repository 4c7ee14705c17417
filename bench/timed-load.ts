import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface TimedRequest {
  path: string
  headers?: Record<string, string>
}

export interface TimedJob {
  url: string
  connections: number
  seconds: number
  /** All connections send the same list, each from another position on. */
  requests: TimedRequest[]
}

export interface TimedResult {
  perSecond: number
  answered: number
  /** Answers other than 200. */
  failed: number
  p50Ms: number
  p99Ms: number
}

export interface TimedLoader {
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
      const [answer] = (await once(child, 'message')) as [{ result?: TimedResult; failed?: string }]
      if (!answer.result) throw new Error(`The load generator failed: ${answer.failed}`)
      return answer.result
    },
    stop: () => child.disconnect(),
  }
}
