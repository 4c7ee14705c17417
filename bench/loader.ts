import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadJob {
  url: string
  connections: number
  /** Duration in whole seconds; ignored when `amount` gives the number of requests. */
  seconds: number
  amount?: number
  /** On every request. */
  headers?: Record<string, string>
  /** The requests of each connection, repeated in this order. Connection n uses list n (mod their number). */
  requests: LoadRequest[][]
}

export interface LoadResult {
  /** 2xx answers a second. */
  perSecond: number
  answered: number
  /** Other answers, broken connections and timeouts. */
  failed: number
  p50Ms: number
  p99Ms: number
}

export interface Loader {
  run(job: LoadJob): Promise<LoadResult>
  stop(): void
}

/** Starts the load generator. One job at a time. */
export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    async run(job) {
      child.send(job)
      const [answer] = (await once(child, 'message')) as [{ result?: LoadResult; failed?: string }]
      if (!answer.result) throw new Error(`The load generator failed: ${answer.failed}`)
      return answer.result
    },
    stop: () => child.disconnect(),
  }
}
