import { Problem } from '../../lib/problem.ts'
import type { ThreadJob } from './thread-job.ts'

type JobQueueLimits = Omit<ThreadJob<never, unknown>, 'load' | 'timeoutMs'>

interface QueuedTask {
  job: JobQueueLimits
  owner: string
  start: () => void
}

const fullMessage =
  'The shop is preparing many pictures and documents just now. Please wait a moment and try again.'

/**
 * Runs as many tasks of each job at once as it allows; the others wait in the order they came. The returned function
 * throws a 429 when the owner, or all owners together, have too many.
 */
export function createThreadQueue(): <Result>(
  job: JobQueueLimits,
  owner: string,
  task: () => Promise<Result>,
) => Promise<Result> {
  const running: QueuedTask[] = []
  const waiting: QueuedTask[] = []
  const count = (tasks: QueuedTask[], job: JobQueueLimits) => tasks.filter(task => task.job === job).length

  const startNext = () => {
    const at = waiting.findIndex(({ job }) => count(running, job) < job.maxRunning)
    const [task] = at < 0 ? [] : waiting.splice(at, 1)
    if (!task) return
    running.push(task)
    task.start()
  }
  const refuseExcess = (job: JobQueueLimits, owner: string) => {
    const { maxPerOwner, maxWaiting, busyMessage, retryAfterSeconds } = job
    const ofOwner = [...running, ...waiting].filter(task => task.job === job && task.owner === owner)
    if (ofOwner.length >= maxPerOwner) throw new Problem(429, busyMessage, { retryAfterSeconds })
    if (count(waiting, job) >= maxWaiting) throw new Problem(429, fullMessage, { retryAfterSeconds })
  }

  return async (job, owner, run) => {
    refuseExcess(job, owner)
    const { promise: turn, resolve: start } = Promise.withResolvers<void>()
    const task = { job, owner, start }
    waiting.push(task)
    startNext()
    await turn
    try {
      return await run()
    } finally {
      running.splice(running.indexOf(task), 1)
      startNext()
    }
  }
}
