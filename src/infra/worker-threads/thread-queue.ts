import { Problem } from '../../lib/calls/problem.ts'
import type { ThreadJob } from './thread-job.ts'

export type JobQueueLimits = Pick<
  ThreadJob<never, unknown>,
  'isPaper' | 'maxRunning' | 'maxWaiting' | 'maxPerOwner' | 'busyMessage' | 'retryAfterSeconds'
>

export interface ThreadQueue {
  /**
   * Runs a task when a thread is free for it. Throws a 429 when the owner, or all owners together, have too many of that
   * job.
   */
  run<Result>(job: JobQueueLimits, owner: string, task: () => Promise<Result>): Promise<Result>
  /** The same for a job whose input is made by other jobs: it takes no thread until `loadInput` is done. */
  runAfter<Input, Result>(
    job: JobQueueLimits,
    owner: string,
    loadInput: () => Promise<Input>,
    task: (input: Input) => Promise<Result>,
  ): Promise<Result>
}

interface QueuedTask {
  /** Null: a job that has its turn already, and its input too. */
  job: JobQueueLimits | null
  thread: 'none' | 'paper' | 'other'
  owner: string
  start: () => void
}

const fullMessage =
  'The shop is preparing many pictures and documents just now. Please wait a moment and try again.'

/**
 * Divides the threads among the jobs, turn by turn by owner: among the tasks that could start, the next is that of the
 * owner whose last turn is the longest ago. So an owner with one task waits for one of each other owner at most, however
 * many those have. One of several threads is kept for papers.
 */
export function createThreadQueue(maxThreads: number): ThreadQueue {
  const maxOther = Math.max(1, maxThreads - 1)
  const running: QueuedTask[] = []
  /** In the order they came. */
  const waiting: QueuedTask[] = []
  const turns = createTurns()

  const count = (tasks: QueuedTask[], matches: (task: QueuedTask) => boolean) => tasks.filter(matches).length
  const ofJob = (job: JobQueueLimits) => (task: QueuedTask) => task.job === job
  const canStart = ({ job, thread }: QueuedTask) => {
    if (job && count(running, ofJob(job)) >= job.maxRunning) return false
    if (thread === 'none') return true
    if (count(running, task => task.thread !== 'none') >= maxThreads) return false
    return thread === 'paper' || count(running, task => task.thread === 'other') < maxOther
  }
  const startNext = () => {
    for (;;) {
      const next = turns.findNext(waiting.filter(canStart))
      if (!next) break
      waiting.splice(waiting.indexOf(next), 1)
      running.push(next)
      turns.add(next.owner)
      next.start()
    }
    if (running.length === 0) turns.clear()
  }
  const refuseExcess = (job: JobQueueLimits, owner: string) => {
    const { maxPerOwner, maxWaiting, busyMessage, retryAfterSeconds } = job
    const ofOwner = count([...running, ...waiting], task => task.job === job && task.owner === owner)
    if (ofOwner >= maxPerOwner) throw new Problem(429, busyMessage, { retryAfterSeconds })
    if (count(waiting, ofJob(job)) >= maxWaiting) throw new Problem(429, fullMessage, { retryAfterSeconds })
  }
  const runInTurn = async <Result>(
    options: Omit<QueuedTask, 'start'>,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    const { promise: turn, resolve: start } = Promise.withResolvers<void>()
    const task = { ...options, start }
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
  const toThread = ({ isPaper }: JobQueueLimits) => (isPaper ? 'paper' : 'other')

  return {
    run: async (job, owner, task) => {
      refuseExcess(job, owner)
      return runInTurn({ job, thread: toThread(job), owner }, task)
    },
    runAfter: async (job, owner, loadInput, task) => {
      refuseExcess(job, owner)
      return runInTurn({ job, thread: 'none', owner }, async () => {
        const input = await loadInput()
        return runInTurn({ job: null, thread: toThread(job), owner }, () => task(input))
      })
    },
  }
}

/** More owners than can wait at once: their jobs are limited. */
const maxRememberedOwners = 2_000

/** Whose turn is next: the owners by their last turn, the longest ago first. */
function createTurns() {
  const owners = new Set<string>()
  return {
    add(owner: string): void {
      owners.delete(owner)
      owners.add(owner)
      const [oldest] = owners
      if (owners.size > maxRememberedOwners) owners.delete(oldest!)
    },
    clear: () => owners.clear(),
    /** The first task of an owner without a turn, else of the owner whose turn is the longest ago. */
    findNext(tasks: readonly QueuedTask[]): QueuedTask | undefined {
      const withoutTurn = tasks.find(({ owner }) => !owners.has(owner))
      if (withoutTurn || tasks.length < 2) return withoutTurn ?? tasks[0]
      const firstOfOwner = new Map(tasks.toReversed().map(task => [task.owner, task]))
      for (const owner of owners) {
        const task = firstOfOwner.get(owner)
        if (task) return task
      }
      return tasks[0]
    },
  }
}
