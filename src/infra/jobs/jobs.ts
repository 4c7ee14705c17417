import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Job,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger as Pino } from 'pino'
import type { AppContext } from '../app-context.ts'
import {
  createEmailTask,
  type EmailRenderers,
  requeueOrphanedEmails,
  requeueUnsentEmails,
  sendMailTask,
} from '../mail/mail.ts'
import { createMailer } from '../mail/mail-post.ts'
import { toLoggableError } from '../observability/log.ts'

export interface WorkerOptions {
  /** Tasks besides the mail, by name; a task that throws is tried again later. */
  tasks: Record<string, (payload: unknown) => Promise<void>>
  letters: EmailRenderers
  /** Run once a minute by one of all processes: sweeps that find what is due. */
  everyMinute: (() => Promise<void>)[]
}

export interface Worker {
  /** Takes no more jobs and resolves when those in flight are done. */
  stop(): Promise<void>
}

const everyMinuteTask = 'every-minute'
const concurrency = 2
// New jobs announce themselves (LISTEN); polling finds those whose time has come.
const pollMs = 2_000
const restartMs = 5_000
// How long a queue that broke off may take to let go of what it holds.
const drainMs = 5_000

/** Makes the queue's tables; quick when they are there. Before it, no mail can be enqueued. */
export async function installJobs(pool: pg.Pool, log?: Pino): Promise<void> {
  await runMigrations({ pgPool: pool, logger: log ? queueLogger(log) : new Logger(() => () => {}) })
}

/** Starts working on the queue. Any number of processes may do so on one database. */
export async function startWorker(
  context: AppContext & { pool: pg.Pool },
  work: WorkerOptions,
): Promise<Worker> {
  const stopped = new AbortController()
  const begin = () => beginRun(toWorkerOptions(context, taskList(context, work)))
  let current = await begin()
  await requeueUnsentEmails(context.db)
  const life = keepAlive()

  return {
    async stop() {
      stopped.abort()
      await Promise.race([current.runner.stop().catch(logStopFailure), current.brokeOff])
      await life
    },
  }

  function logStopFailure(error: unknown): void {
    context.log.warn({ err: toLoggableError(error) }, 'The background jobs did not stop as they should.')
  }

  // A queue that cannot tell the database that a job is done gives up: it starts again when the database is back.
  async function keepAlive(): Promise<void> {
    for (;;) {
      let reason: unknown = null
      const run = current.runner.promise.catch(error => {
        reason = error
      })
      await Promise.race([run, current.brokeOff])
      if (stopped.signal.aborted) return
      const err = reason === null ? undefined : toLoggableError(reason)
      context.log.error({ err }, 'The background jobs broke off and start again.')
      const next = await beginAgain()
      if (next === null) return
      current = next
    }
  }

  async function beginAgain(): Promise<Run | null> {
    for (;;) {
      await sleep(restartMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return null
      const next = await begin().catch(error => {
        context.log.warn({ err: toLoggableError(error) }, 'The background jobs could not start again.')
        return null
      })
      if (next && stopped.signal.aborted) await next.runner.stop().catch(logStopFailure)
      if (next) return next
    }
  }
}

interface Run {
  runner: Runner
  /** It gave up, and had its time to end. With two jobs to end at once, graphile-worker 0.18 gives up and never ends. */
  brokeOff: Promise<void>
}

async function beginRun(options: ReturnType<typeof toWorkerOptions>): Promise<Run> {
  const events: WorkerEvents = new EventEmitter()
  const runner = await run({ ...options, events })
  const brokeOff = once(events as EventEmitter, 'pool:fatalError').then(() =>
    sleep(drainMs, undefined, { ref: false }),
  )
  return { runner, brokeOff }
}

function taskList(context: AppContext, work: WorkerOptions): TaskList {
  const post = createMailer(context.config, context.log)
  return {
    ...work.tasks,
    [sendMailTask]: createEmailTask(context, work.letters, post),
    [everyMinuteTask]: () =>
      sweep(context.log, [() => requeueOrphanedEmails(context.db), ...work.everyMinute]),
  }
}

/** One sweep that fails does not keep the others from running. */
async function sweep(log: Pino, sweeps: (() => Promise<void>)[]): Promise<void> {
  for (const each of sweeps) {
    await each().catch(error => log.error({ err: toLoggableError(error) }, 'A sweep failed.'))
  }
}

function toWorkerOptions(context: AppContext & { pool: pg.Pool }, tasks: TaskList) {
  return {
    pgPool: context.pool,
    logger: queueLogger(context.log),
    taskList: tasks,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Gathered, if only for a moment: what is ended one by one rejects unheard when the database is gone just then.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems([
      {
        task: everyMinuteTask,
        match: '* * * * *',
        // By its key one at most waits, whatever happened to the last.
        options: { backfillPeriod: 0, maxAttempts: 1, jobKey: everyMinuteTask, jobKeyMode: 'replace' },
      },
    ]),
  }
}

// Its lines carry stacks and its extras whole jobs: of both only the first line and the number reach the log.
function queueLogger(log: Pino): Logger {
  return new Logger(scope => (level, message, meta) => {
    const [line] = message.split('\n')
    const details = { task: scope.taskIdentifier, job: scope.jobId }
    if (meta.failure)
      return hasAttemptsLeft(meta.job as Job) ? log.warn(details, line) : log.error(details, line)
    if (level === 'error') return log.error(details, line)
    if (level === 'warning') return log.warn(details, line)
    return log.debug(details, line)
  })
}

function hasAttemptsLeft(job: Job): boolean {
  return job.attempts < job.max_attempts
}
