import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Job {
  url: string
  connections: number
  /** Whole seconds to keep asking; ignored when `amount` says how many requests to send. */
  seconds: number
  amount?: number
  /** On every request. */
  headers?: Record<string, string>
  /** What each connection asks for, again and again in this order. Connection n takes list n (mod their number). */
  requests: LoadRequest[][]
}

export interface JobResult {
  /** 2xx answers a second. */
  perSecond: number
  answered: number
  /** Other answers, broken connections and timeouts. */
  failed: number
  p50Ms: number
  p99Ms: number
}

export interface Loader {
  run(job: Job): Promise<JobResult>
  stop(): void
}

/** Starts the load generator. One job at a time. */
export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    async run(job) {
      child.send(job)
      const [answer] = (await once(child, 'message')) as [{ result?: JobResult; failed?: string }]
      if (!answer.result) throw new Error(`The load generator failed: ${answer.failed}`)
      return answer.result
    },
    stop: () => child.disconnect(),
  }
}
