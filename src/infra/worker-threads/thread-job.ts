import type { MessagePort } from 'node:worker_threads'
import type { FastifyRequest } from 'fastify'
import { toClientNetwork } from '../rate-limit/client-network.ts'

/** A kind of work that runs in a worker thread, with its limits. Declared once; src/worker-thread.ts lists all of them. */
export interface ThreadJob<Input, Output> {
  name: string
  /** Imports the code of the job, in the thread only. Input and output are copied between the threads. */
  load: () => Promise<(input: Input) => Output | Promise<Output>>
  /** An invoice, a label: somebody waits for it to go on, so a thread is kept free of other work for them. */
  isPaper?: boolean
  /** Its input is made by other jobs: it takes no thread until it has it. */
  isInputMadeByJobs?: boolean
  /** How many of them a process runs at once. */
  maxRunning: number
  /** How many of them wait in a process. */
  maxWaiting: number
  /** How many of them run or wait for one owner. */
  maxPerOwner: number
  /** A thread that works longer is ended. Counts from where its code is loaded. */
  timeoutMs: number
  /** For an owner who has too many of them. */
  busyMessage: string
  retryAfterSeconds: number
}

export function defineThreadJob<Input, Output>(job: ThreadJob<Input, Output>): ThreadJob<Input, Output> {
  return job
}

export interface ThreadMessage {
  name: string
  input: unknown
  /** Gets a message once the code of the job is loaded. */
  loaded: MessagePort
}

/** The function that a worker thread runs for each message. */
export function createMessageHandler(
  jobs: readonly ThreadJob<never, unknown>[],
): (message: ThreadMessage) => Promise<unknown> {
  return async ({ name, input, loaded }) => {
    const job = jobs.find(each => each.name === name)
    if (!job) throw new Error(`The worker thread has no job ${name}.`)
    const run = await job.load()
    loaded.postMessage(null)
    return run(input as never)
  }
}

/** Whom the limits of thread jobs count: the account, and without one the address, so that no cookie matters. */
export function toJobOwner(request: FastifyRequest, person: { id: number } | null): string {
  return person ? `account:${person.id}` : `network:${toClientNetwork(request.ip)}`
}
