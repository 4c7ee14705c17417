import { createMessageHandler, defineThreadJob } from './thread-job.ts'

// The jobs of thread-pool.test.ts, and the entry of its threads.

const limits = {
  maxRunning: 3,
  maxWaiting: 100,
  maxPerOwner: 100,
  timeoutMs: 30_000,
  busyMessage: 'You have too many.',
  retryAfterSeconds: 7,
}

export const echoJob = defineThreadJob<string, string>({
  ...limits,
  name: 'echo',
  load: async () => text => {
    if (text === 'fail') throw new Error('This job fails.')
    return text
  },
})

/** Blocks its thread for some milliseconds. */
export const sleepJob = defineThreadJob<number, string>({
  ...limits,
  name: 'sleep',
  load: async () => ms => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return 'done'
  },
})

export const loopJob = defineThreadJob<null, never>({
  ...limits,
  name: 'loop',
  timeoutMs: 500,
  load: async () => () => {
    for (;;);
  },
})

/** Different kinds of growth: V8's own limit ends the process with some of them. */
const fillMemory = {
  numbers() {
    const numbers: number[] = []
    for (;;) numbers.push(numbers.length + 0.5)
  },
  buffers() {
    const buffers: Buffer[] = []
    for (;;) buffers.push(Buffer.alloc(1_000_000, 1))
  },
}

export const memoryPatterns = Object.keys(fillMemory) as (keyof typeof fillMemory)[]

export const fillMemoryJob = defineThreadJob<keyof typeof fillMemory, never>({
  ...limits,
  name: 'fillMemory',
  load: async () => pattern => fillMemory[pattern](),
})

export const run = createMessageHandler([echoJob, sleepJob, loopJob, fillMemoryJob])
