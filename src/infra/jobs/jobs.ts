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
import type { JsonValue } from '../../../db/types.gen.ts'
import type { AppContext, Db, Tx } from '../app-context.ts'
import { ConfigurationError } from '../config.ts'
import { execute } from '../database/query.ts'
import { createMailer } from '../mail/mailer.ts'
import {
  createEmailTask,
  type EmailRenderers,
  requeueOrphanedEmails,
  requeueUnsentEmails,
  sendEmailTask,
} from '../mail/outbox.ts'
import { toLoggableError } from '../observability/log.ts'

export interface WorkerTasks {
  /** Tasks besides sending e-mail, by name. A task that throws is retried later. */
  tasks: Record<string, (payload: unknown) => Promise<void>>
  emailRenderers: EmailRenderers
  /** Sweeps, run once a minute by one of all processes. */
  everyMinute: (() => Promise<void>)[]
}

export interface Worker {
  /** Takes no more jobs and resolves when those in flight are done. */
  stop(): Promise<void>
}

const everyMinuteTask = 'every-minute'
const concurrency = 2
// New jobs notify the workers (LISTEN); polling finds delayed jobs that are due.
const pollMs = 2_000
const restartMs = 5_000
// A connection that died silently misses new jobs: each heartbeat is a query, which must be answered.
const heartbeatMs = 5_000
// How long a failed queue may take to release its jobs.
const drainMs = 5_000

/** The last migration of the installed graphile-worker; a test compares it with the package. */
export const latestQueueMigration = 20

/** Creates or updates the queue's tables; quick when they are current. E-mails can be enqueued only afterwards. */
export async function migrateJobQueue(pool: pg.Pool, log?: Pino): Promise<void> {
  await runMigrations({ pgPool: pool, logger: log ? createQueueLogger(log) : new Logger(() => () => {}) })
}

/**
 * Whether the queue's tables are up to date; writes nothing. Throws ConfigurationError when a newer release has changed
 * them so that this one cannot work with them.
 */
export async function isJobQueueCurrent(pool: pg.Pool): Promise<boolean> {
  const table = await pool.query(
    `select from pg_tables where schemaname = 'graphile_worker' and tablename = 'migrations'`,
  )
  if (table.rowCount === 0) return false
  const { rows } = await pool.query<{ isCurrent: boolean; isNewer: boolean }>(
    `select coalesce(max(id) >= $1, false) as "isCurrent", coalesce(bool_or(breaking and id > $1), false) as "isNewer"
     from graphile_worker.migrations`,
    [latestQueueMigration],
  )
  const { isCurrent = false, isNewer = false } = rows[0] ?? {}
  if (!isNewer) return isCurrent
  throw new ConfigurationError(
    'The database is newer than this release: its job queue has tables that this release does not know.',
  )
}

/** Starts a worker. Any number of processes may run one on the same database. */
export async function startWorker(
  context: AppContext & { pool: pg.Pool },
  work: WorkerTasks,
): Promise<Worker> {
  const stopped = new AbortController()
  const startQueue = () => startRunner(toRunnerOptions(context, createTaskList(context, work)))
  let current = await startQueue()
  await requeueUnsentEmails(context.db)
  const restarting = restartWhenBroken()

  return {
    async stop() {
      stopped.abort()
      await Promise.race([current.runner.stop().catch(logStopFailure), current.failed])
      await restarting
    },
  }

  function logStopFailure(error: unknown): void {
    context.log.warn({ err: toLoggableError(error) }, 'The background jobs did not stop as they should.')
  }

  // graphile-worker gives up when it cannot record that a job is done. It is restarted until the database is back.
  async function restartWhenBroken(): Promise<void> {
    for (;;) {
      let reason: unknown = null
      const run = current.runner.promise.catch(error => {
        reason = error
      })
      await Promise.race([run, current.failed])
      if (stopped.signal.aborted) return
      const err = reason === null ? undefined : toLoggableError(reason)
      context.log.error({ err }, 'The background jobs broke off and start again.')
      const next = await restart()
      if (next === null) return
      current = next
    }
  }

  async function restart(): Promise<RunningQueue | null> {
    for (;;) {
      await sleep(restartMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return null
      const next = await startQueue().catch(error => {
        context.log.warn({ err: toLoggableError(error) }, 'The background jobs could not start again.')
        return null
      })
      if (next && stopped.signal.aborted) await next.runner.stop().catch(logStopFailure)
      if (next) return next
    }
  }
}

interface RunningQueue {
  runner: Runner
  /**
   * Resolves when the runner has given up and had time to end. While two jobs end at once, graphile-worker 0.18 gives
   * up and never ends.
   */
  failed: Promise<void>
}

async function startRunner(options: ReturnType<typeof toRunnerOptions>): Promise<RunningQueue> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client }) => sendHeartbeats(client, events))
  const runner = await run({ ...options, events })
  const failed = once(events as EventEmitter, 'pool:fatalError').then(() =>
    sleep(drainMs, undefined, { ref: false }),
  )
  return { runner, failed }
}

function sendHeartbeats(client: pg.PoolClient, events: WorkerEvents): void {
  const timer = setInterval(() => void client.query('select 1').catch(() => {}), heartbeatMs)
  timer.unref()
  events.on('pool:listen:release', ({ client: released }) => {
    if (released === client) clearInterval(timer)
  })
}

function createTaskList(context: AppContext, work: WorkerTasks): TaskList {
  const mailer = createMailer(context.config, context.log)
  return {
    ...work.tasks,
    [sendEmailTask]: createEmailTask(context, work.emailRenderers, mailer),
    [everyMinuteTask]: () =>
      runSweeps(context.log, [() => requeueOrphanedEmails(context.db), ...work.everyMinute]),
  }
}

/** A sweep that fails does not prevent the others. */
async function runSweeps(log: Pino, sweeps: (() => Promise<void>)[]): Promise<void> {
  for (const run of sweeps) {
    await run().catch(error => log.error({ err: toLoggableError(error) }, 'A sweep failed.'))
  }
}

function toRunnerOptions(context: AppContext & { pool: pg.Pool }, tasks: TaskList) {
  return {
    pgPool: context.pool,
    logger: createQueueLogger(context.log),
    taskList: tasks,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Batched, even without delay: jobs that are completed one by one cause unhandled rejections when the database is
    // lost.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems([
      {
        task: everyMinuteTask,
        match: '* * * * *',
        // Thanks to the key at most one is waiting, whatever happened to the last.
        options: { backfillPeriod: 0, maxAttempts: 1, jobKey: everyMinuteTask, jobKeyMode: 'replace' },
      },
    ]),
  }
}

// Messages have stacks and `meta` has whole jobs. Only the first line and the job's id are logged.
function createQueueLogger(log: Pino): Logger {
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

const maxAttempts = 10

/** Adds a background job, in the caller's transaction if there is one. `task` is a key of `WorkerTasks.tasks`. */
export const enqueueJob = (db: Db | Tx, task: string, payload: JsonValue): Promise<void> =>
  execute(db)`
    select (graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts := ${maxAttempts})).id
  `
