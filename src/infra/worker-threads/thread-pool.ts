import { availableParallelism } from 'node:os'
import { MessageChannel, type ResourceLimits, type Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Piscina } from 'piscina'
import { Problem } from '../../lib/calls/problem.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
import { toLoggableError } from '../observability/log.ts'
import type { ThreadJob, ThreadMessage } from './thread-job.ts'
import { createThreadQueue } from './thread-queue.ts'

/** Worker threads for what would block the process, or exhaust its memory: documents, pictures, spreadsheets. */
export interface ThreadPool {
  /**
   * Runs a job in a thread when its turn comes. `owner`: whom the limits count, an account or an address. `loadInput` is
   * called at that turn, so that waiting jobs take no memory. Throws a 429 when too many wait, and a JobLimitError.
   */
  run<Input, Output>(
    job: ThreadJob<Input, Output>,
    owner: string,
    loadInput: () => Input | Promise<Input>,
  ): Promise<Output>
  close(): Promise<void>
}

const tooMuchMessage = contactSentence(
  'That is more than the shop can prepare at once. Please try again, or call us.',
  'That is more than the shop can prepare at once. Please try again.',
)

/** The job needed more time or memory than it may have. Its thread was ended. */
export class JobLimitError extends Problem {
  constructor() {
    super(503, tooMuchMessage, { retryAfterSeconds: 30 })
  }
}

/** One core stays free for the process's own thread, which answers all requests; the last thread is kept for papers. */
const defaultThreads = Math.min(3, Math.max(1, availableParallelism() - 1)) + 1
/** A thread starts and loads its code within this time, on a busy machine too. */
const maxLoadMs = 20_000
/** An idle thread ends after this long. */
const idleMs = 5_000

// The build has all code in one folder (vite.config.ts).
const defaultEntry = new URL(
  import.meta.url.endsWith('.ts') ? '../../worker-thread.ts' : './worker-thread.js',
  import.meta.url,
)

/** `entry`: the module that exports `run`, made by createMessageHandler. Threads start with the first job. */
export function createThreadPool(
  log: Logger,
  entry: URL = defaultEntry,
  maxThreads: number = defaultThreads,
): ThreadPool {
  const queue = createThreadQueue(maxThreads)
  let threads: Promise<Piscina> | undefined

  const runJob = async <Input, Output>(job: ThreadJob<Input, Output>, input: Input): Promise<Output> => {
    threads ??= startThreads(entry, log, maxThreads)
    const pool = await threads
    const stopWatching = endLargeThreads(() => pool.threads)
    const time = createTimeLimit(job.timeoutMs)
    try {
      const message: ThreadMessage = { name: job.name, input, loaded: time.loaded }
      return await pool.run(message, { signal: time.signal, transferList: [time.loaded] })
    } catch (error) {
      if (!isLimitExceeded(error)) throw error
      log.error({ job: job.name, err: toLoggableError(error) }, 'A worker thread exceeded its limits.')
      throw new JobLimitError()
    } finally {
      stopWatching()
      time.end()
    }
  }

  return {
    run: (job, owner, loadInput) =>
      job.isInputMadeByJobs
        ? queue.runAfter(
            job,
            owner,
            async () => loadInput(),
            input => runJob(job, input),
          )
        : queue.run(job, owner, async () => runJob(job, await loadInput())),
    close: async () => (await threads)?.destroy(),
  }
}

/** Aborts `signal` after `timeoutMs`, counted from a message to `loaded`, because a thread may have to start first. */
function createTimeLimit(timeoutMs: number) {
  const controller = new AbortController()
  const { port1, port2: loaded } = new MessageChannel()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, maxLoadMs + timeoutMs)
  port1.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(abort, timeoutMs)
  })
  const end = () => {
    clearTimeout(timer)
    port1.close()
  }
  return { signal: controller.signal, loaded, end }
}

async function startThreads(entry: URL, log: Logger, maxThreads: number): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const threads = new Piscina({
    filename: entry.href,
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    recordTiming: false,
    // An idle thread waits in its event loop, so that it can report its memory.
    atomics: 'disabled',
    resourceLimits,
  })
  // Of a thread without a job; without a listener it would end the process.
  threads.on('error', error => log.error({ err: toLoggableError(error) }, 'A worker thread failed.'))
  return threads
}

function isLimitExceeded(error: unknown): boolean {
  const { name, code, message } = error as Error & { code?: string }
  return (
    name === 'AbortError' ||
    code === 'ERR_WORKER_OUT_OF_MEMORY' ||
    // Piscina's error for a thread that was ended.
    message.startsWith('worker exited')
  )
}

const megabyte = 1024 * 1024
/** The heap and the buffers of a thread. Fonts for names in Chinese or Japanese take more than 128 MB. */
const maxBytes = 256 * megabyte
const checkMs = 100

/**
 * V8's own limit of a thread's heap, far above `maxBytes`: it ends the whole process when a single allocation exceeds it
 * by more than 16 MB (the growth of a large array or Map). So threads are ended before they reach it. A small young
 * generation moves little to the old one at once.
 */
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

/** Ends threads that use more memory than they may, until the returned function is called. */
function endLargeThreads(listThreads: () => readonly Worker[]): () => void {
  const pending = new Set<Worker>()
  const check = async (thread: Worker) => {
    if (pending.has(thread)) return
    pending.add(thread)
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics()
      if (heap + buffers > maxBytes) await thread.terminate()
    } catch {
      // The thread has ended meanwhile.
    } finally {
      pending.delete(thread)
    }
  }
  const timer = setInterval(() => {
    for (const thread of listThreads()) void check(thread)
  }, checkMs)
  return () => clearInterval(timer)
}
