import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { Piscina } from 'piscina'
import { Problem } from '../../lib/problem.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { toLoggableError } from '../observability/log.ts'
import { endLargeThreads, resourceLimits } from './memory-limit.ts'
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

/** One core stays free for the process's own thread, which answers all requests. */
const defaultThreads = Math.min(3, Math.max(1, availableParallelism() - 1))
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
  const enqueue = createThreadQueue()
  const waitForThread = limitConcurrency(maxThreads)
  let threads: Promise<Piscina> | undefined

  const runMessage = async (message: ThreadMessage, timeoutMs: number) => {
    threads ??= startThreads(entry, log, maxThreads)
    const pool = await threads
    const stopWatching = endLargeThreads(() => pool.threads)
    try {
      return await pool.run(message, { signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      if (!isLimitExceeded(error)) throw error
      log.error({ job: message.name, err: toLoggableError(error) }, 'A worker thread exceeded its limits.')
      throw new JobLimitError()
    } finally {
      stopWatching()
    }
  }

  return {
    run: (job, owner, loadInput) =>
      enqueue(job, owner, async () => {
        // Before it has a thread: the pictures of a wallpaper are jobs of their own.
        const input = await loadInput()
        return waitForThread(() => runMessage({ name: job.name, input }, job.timeoutMs))
      }),
    close: async () => (await threads)?.destroy(),
  }
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
