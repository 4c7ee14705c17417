/** A kind of work that runs in a worker thread, with its limits. Declared once; src/worker-thread.ts lists all of them. */
export interface ThreadJob<Input, Output> {
  name: string
  /** Imports the code of the job, in the thread only. Input and output are copied between the threads. */
  load: () => Promise<(input: Input) => Output | Promise<Output>>
  /** How many of them a process runs at once. */
  maxRunning: number
  /** How many of them wait in a process. */
  maxWaiting: number
  /** How many of them run or wait for one owner. */
  maxPerOwner: number
  /** A thread that works longer is ended. */
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
}

/** The function that a worker thread runs for each message. */
export function createMessageHandler(
  jobs: readonly ThreadJob<never, unknown>[],
): (message: ThreadMessage) => Promise<unknown> {
  return async ({ name, input }) => {
    const job = jobs.find(each => each.name === name)
    if (!job) throw new Error(`The worker thread has no job ${name}.`)
    const run = await job.load()
    return run(input as never)
  }
}
